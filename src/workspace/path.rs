//! Relative paths as scenarios and models write them (U4, U5), and which class of refusal comes first.

use super::library::Fault;
use crate::diag::Code;

/// The components of a relative path, `.` left out. An empty component stands as an empty text: what it means is the
/// caller's business.
///
/// # Errors
/// The first that fits of `path-empty`, `path-nul`, `path-drive`, `path-backslash`, `path-absolute`, `path-traversal`.
pub fn components(path: &str) -> Result<Vec<&str>, Fault> {
    let bytes = path.as_bytes();
    let drive = bytes.first().is_some_and(u8::is_ascii_alphabetic) && bytes.get(1) == Some(&b':');
    let (code, message) = if path.is_empty() {
        (Code::PathEmpty, "the path is empty")
    } else if path.contains('\0') {
        (Code::PathNul, "the path holds a NUL character")
    } else if drive {
        (Code::PathDrive, "the path starts with a drive letter; it must be relative")
    } else if path.contains('\\') {
        (Code::PathBackslash, "the path holds a backslash; write `/`")
    } else if path.starts_with('/') {
        (Code::PathAbsolute, "the path is absolute; it must be relative")
    } else if path.split('/').any(|component| component == "..") {
        (Code::PathTraversal, "the path climbs with `..`")
    } else {
        return Ok(path.split('/').filter(|component| *component != ".").collect());
    };
    Err(Fault { code, message: message.to_owned() })
}

/// The normal form of a reference path: `references/<file>` with `<file>` ending in `.md` or `.txt`, lower case (U4, U21).
///
/// # Errors
/// Those of [`components`], then `path-not-reference`.
pub fn reference(path: &str) -> Result<String, Fault> {
    match components(path)?.as_slice() {
        ["references", file] if is_reference_name(file) => Ok(format!("references/{file}")),
        _ => Err(Fault {
            code: Code::PathNotReference,
            message: "only `references/*.md` and `references/*.txt` can be read, one level deep".to_owned(),
        }),
    }
}

/// Whether a file of that name directly under `references/` can be read. As for a shell's `*`, hidden files are none.
pub fn is_reference_name(name: &str) -> bool {
    !name.starts_with('.') && (name.ends_with(".md") || name.ends_with(".txt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn u5_the_first_class_that_fits_comes_first() {
        let cases = [
            ("", Code::PathEmpty),
            ("C:\\..\0", Code::PathNul),
            ("C:\\..\\x.md", Code::PathDrive),
            ("..\\x.md", Code::PathBackslash),
            ("/../x.md", Code::PathAbsolute),
            ("references/../x.sh", Code::PathTraversal),
            ("references/x.sh", Code::PathNotReference),
            ("references//x.md", Code::PathNotReference),
            ("references/.x.md", Code::PathNotReference),
            ("https://example.test/x.md", Code::PathNotReference),
        ];
        for (path, code) in cases {
            assert_eq!(reference(path).unwrap_err().code, code, "{path:?}");
        }
    }

    #[test]
    fn u21_dots_do_not_make_another_file() {
        for path in ["references/x.md", "./references/x.md", "references/./x.md", "././references/x.md"] {
            assert_eq!(reference(path).unwrap(), "references/x.md");
        }
    }
}
