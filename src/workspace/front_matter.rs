//! Where the front matter of a `SKILL.md` lies (U3): fences, its size, and what a broken fence probably means.

use std::ops::Range;

use mends::{code_fence, with_fence_alone, with_fence_before, without_code_fence, without_space_before};

use crate::diag::{Code, Diagnostic, Place};

mod mends;

/// Largest front matter between its fences, in bytes (U3).
pub const FRONT_MATTER_BYTES: usize = 16 * 1024;

/// A `SKILL.md` taken apart.
#[derive(Debug, PartialEq, Eq)]
pub struct Split {
    /// The bytes between the fences.
    pub yaml: Range<usize>,
    /// The byte at which the body starts.
    pub body: usize,
    /// The line on which the body starts, from 1.
    pub body_line: usize,
}

/// Finds the fences. `text` may be only the start of a file, as long as it holds the largest front matter.
///
/// # Errors
/// `front-matter-missing`, `front-matter-unclosed` or `front-matter-too-large`, with a hint where the cause is plain.
pub fn split(text: &str, file: &str) -> Result<Split, Diagnostic> {
    fences(text).map_err(|fault| match fault {
        Fault::Missing => missing(text, file),
        Fault::Unclosed { start } => unclosed(text, start, file),
        Fault::TooLarge { bytes } => {
            let message = format!("the front matter has {bytes} bytes; at most {FRONT_MATTER_BYTES} are read");
            let help = "it ends at the next line that is `---`; move long texts into the body";
            Diagnostic::error(Code::FrontMatterTooLarge, message).at(Place::at(file, 1, 1)).help(help)
        }
    })
}

/// Why a text has no front matter.
enum Fault {
    /// The first line is no fence.
    Missing,
    /// No fence ends what starts at a byte.
    Unclosed { start: usize },
    /// It has so many bytes.
    TooLarge { bytes: usize },
}

fn fences(text: &str) -> Result<Split, Fault> {
    let mut lines = Lines { text, at: bom_of(text), line: 0 };
    let first = lines.next().unwrap_or_default();
    if !is_fence(&text[first]) {
        return Err(Fault::Missing);
    }
    let start = lines.at;
    let Some(close) = lines.by_ref().find(|line| is_fence(&text[line.clone()])) else {
        return Err(Fault::Unclosed { start });
    };
    match close.start - start {
        bytes if bytes > FRONT_MATTER_BYTES => Err(Fault::TooLarge { bytes }),
        _ => Ok(Split { yaml: start..close.start, body: lines.at, body_line: lines.line + 1 }),
    }
}

/// The bytes of the BOM before a text, if there is one.
fn bom_of(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// A fence is `---`, with nothing else on its line but trailing white space.
fn is_fence(line: &str) -> bool {
    line.trim_end_matches([' ', '\t', '\r']) == "---"
}

fn missing(text: &str, file: &str) -> Diagnostic {
    let text_alone = &text[bom_of(text)..];
    let first = text_alone.lines().next().unwrap_or_default();
    let (place, message) = match text_alone.is_empty() {
        true => (Place::file(file), "the file is empty: it needs front matter with `name` and `description`"),
        false => (Place::at(file, 1, 1), "the first line is not `---`, so there is no front matter"),
    };
    let (help, fix) = if code_fence(first).is_some() {
        ("remove the code fence around the file: the first line must be `---`", without_code_fence(text))
    } else if first.starts_with("---") {
        ("the opening fence must stand alone on its line: exactly `---`", None)
    } else if text_alone.trim_start().starts_with("---") {
        ("remove the blank lines or spaces before `---`", without_space_before(text))
    } else if first.starts_with("name:") || first.starts_with("description:") {
        ("put a line `---` before the keys and another behind them", with_fence_before(text))
    } else {
        ("start the file with `---`, `name: …`, `description: …`, `---`", None)
    };
    let error = Diagnostic::error(Code::FrontMatterMissing, message).at(place).help(help);
    Diagnostic { fix, ..error }
}

fn unclosed(text: &str, start: usize, file: &str) -> Diagnostic {
    let message = "the front matter has no end: no further line is `---`";
    let error = Diagnostic::error(Code::FrontMatterUnclosed, message);
    let mut lines = Lines { text, at: start, line: 1 };
    match lines.by_ref().find(|line| text[line.clone()].trim_start().starts_with("---")) {
        Some(line) => Diagnostic {
            fix: with_fence_alone(text, &line),
            ..error
                .at(Place::at(file, lines.line, 1))
                .help("the closing fence must stand alone on its line: exactly `---`, without spaces before it")
        },
        None => error.at(Place::at(file, 1, 1)).help("put a line `---` between the keys and the body"),
    }
}

/// The lines of a text as byte ranges, without their `\n`.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let start = self.at;
        let end = rest.find('\n').map_or(self.text.len(), |index| start + index);
        self.at = (end + 1).min(self.text.len());
        self.line += 1;
        Some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuse(text: &str) -> Diagnostic {
        split(text, "SKILL.md").unwrap_err()
    }

    #[test]
    fn u3_fences_may_have_trailing_spaces_and_a_bom_before() {
        let text = "\u{feff}--- \r\na: 1\r\n---\t\r\nB\n";
        let found = split(text, "f").unwrap();
        assert_eq!((&text[found.yaml], &text[found.body..], found.body_line), ("a: 1\r\n", "B\n", 4));
    }

    #[test]
    fn u3_dashes_elsewhere_end_nothing() {
        let text = "---\na: x --- y\nb: ---z\n ---\n---\nbody\n---\nmore";
        let found = split(text, "f").unwrap();
        assert_eq!(&text[found.body..], "body\n---\nmore");
    }

    #[test]
    fn u3_front_matter_at_the_limit_is_read_and_one_byte_more_is_not() {
        let at_limit = format!("---\n{}\n---\nB", "a".repeat(FRONT_MATTER_BYTES - 1));
        assert_eq!(split(&at_limit, "f").unwrap().yaml.len(), FRONT_MATTER_BYTES);
        let over = format!("---\n{}\n---\nB", "a".repeat(FRONT_MATTER_BYTES));
        assert_eq!(refuse(&over).code, Code::FrontMatterTooLarge);
    }

    #[test]
    fn broken_fences_are_explained() {
        let cases = [
            ("```markdown\n---\n", Code::FrontMatterMissing, 1, "remove the code fence"),
            ("\n---\na: 1\n---\n", Code::FrontMatterMissing, 1, "blank lines"),
            ("name: x\n---\n", Code::FrontMatterMissing, 1, "before the keys"),
            ("--- # x\na: 1\n---\n", Code::FrontMatterMissing, 1, "alone on its line"),
            ("---\nname: x\n---# Title\n", Code::FrontMatterUnclosed, 3, "alone on its line"),
            ("---\nname: x\n# Title\n", Code::FrontMatterUnclosed, 1, "between the keys"),
        ];
        for (text, code, line, help) in cases {
            let found = refuse(text);
            assert_eq!((found.code, found.place.unwrap().line), (code, Some(line)), "{text:?}");
            assert!(found.help.unwrap().contains(help), "{text:?}");
        }
        assert_eq!(refuse("").code, Code::FrontMatterMissing);
    }
}
