//! Where a link leads, told from its text alone.

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// To no file: an address, an anchor, a directory, a placeholder.
    NoFile,
    /// Out of the skill.
    Outside,
    /// To a file of the skill, were it there; paths are relative to the skill's directory.
    Inside {
        /// Read from the file in which the link stands, as Markdown does.
        path: String,
        /// Read from the skill's directory, as the host does.
        from_root: String,
    },
}

/// Where `link` leads from a file in `directory` (empty for the skill's own).
pub(super) fn resolve(link: &str, directory: &str) -> Target {
    let link = link.split(['#', '?']).next().unwrap_or_default();
    let link = percent_decoded(link.trim());
    if link.is_empty() || link.ends_with('/') || is_address(&link) || is_placeholder(&link) || !looks_like_file(&link) {
        return Target::NoFile;
    }
    if link.starts_with(['/', '~', '\\']) || has_drive(&link) {
        return Target::Outside;
    }
    let link = link.replace('\\', "/");
    match (joined(directory, &link), joined("", &link)) {
        (Some(path), Some(from_root)) => Target::Inside { path, from_root },
        (Some(path), None) => Target::Inside { from_root: path.clone(), path },
        (None, _) => Target::Outside,
    }
}

/// Whether the text stands for many paths or for none: a pattern, a variable, an ellipsis.
pub(super) fn is_placeholder(path: &str) -> bool {
    const FROM_MANUALS: [&str; 3] = ["path/to", "xxx", "your-"];
    path.contains(['<', '>', '{', '}', '*', '$', '[', ']', '|', '…', '\n'])
        || path.contains("...")
        || FROM_MANUALS.iter().any(|word| path.contains(word))
}

/// Whether a file's name is one that examples use.
pub(super) fn is_example(path: &str) -> bool {
    const NAMES: [&str; 22] = [
        "a",
        "b",
        "bar",
        "baz",
        "doc",
        "example",
        "file",
        "file1",
        "file2",
        "filename",
        "foo",
        "guide-name",
        "n",
        "name",
        "nn",
        "other",
        "reference",
        "sub-file",
        "topic",
        "x",
        "y",
        "z",
    ];
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase();
    NAMES.contains(&stem.as_str()) || ["example-", "my-", "some-"].iter().any(|start| stem.starts_with(start))
}

/// `https:`, `mailto:` and the like, or `//host`.
fn is_address(link: &str) -> bool {
    let scheme = link.split_once(':').map(|(scheme, _)| scheme).unwrap_or_default();
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte));
    is_scheme && scheme != "file" || link.starts_with("//")
}

fn has_drive(link: &str) -> bool {
    link.starts_with("file:")
        || link.as_bytes().get(1) == Some(&b':') && link.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether the last component has an extension: `(url)`, `(text)` or `(a, b)` is an example of Markdown, not a file.
fn looks_like_file(link: &str) -> bool {
    let name = link.rsplit(['/', '\\']).next().unwrap_or_default();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension).unwrap_or_default();
    (1..=8).contains(&extension.len()) && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// `link` read from `directory`, without `.` and `..`; `None` where it climbs out.
fn joined(directory: &str, link: &str) -> Option<String> {
    let mut components: Vec<&str> = Vec::new();
    for component in directory.split('/').chain(link.split('/')) {
        match component {
            "" | "." => {}
            ".." => drop(components.pop()?),
            component => components.push(component),
        }
    }
    Some(components.join("/"))
}

/// `%20` and its like undone, where that gives text.
fn percent_decoded(link: &str) -> String {
    if !link.contains('%') {
        return link.to_owned();
    }
    let mut bytes = Vec::with_capacity(link.len());
    let mut rest = link.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let digits = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| link.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(path: &str, from_root: &str) -> Target {
        Target::Inside { path: path.to_owned(), from_root: from_root.to_owned() }
    }

    #[test]
    fn addresses_anchors_and_placeholders_are_no_files() {
        for link in [
            "",
            "#top",
            "https://a.test/x.md",
            "mailto:a@b.test",
            "//a.test/x.md",
            "references/",
            "url",
            "a, b",
            "<name>.md",
            "references/*.md",
            "{x}.md",
            "$DIR/x.md",
            "path/to/file.md",
            "references/....md",
            "v1. ",
        ] {
            assert_eq!(resolve(link, ""), Target::NoFile, "{link:?}");
        }
    }

    #[test]
    fn u4_a_link_is_read_from_its_file_and_from_the_skill() {
        assert_eq!(resolve("./references/a%20b.md#part", ""), inside("references/a b.md", "references/a b.md"));
        assert_eq!(resolve("b.md", "references"), inside("references/b.md", "b.md"));
        assert_eq!(resolve("../SKILL.md", "references"), inside("SKILL.md", "SKILL.md"));
        assert_eq!(resolve("references\\b.md?x", ""), inside("references/b.md", "references/b.md"));
        assert_eq!(resolve("100%.md", ""), inside("100%.md", "100%.md"));
        assert_eq!(resolve("%ff.md", ""), inside("%ff.md", "%ff.md"));
    }

    #[test]
    fn u5_what_leaves_the_skill_is_outside() {
        for link in ["../b/SKILL.md", "/etc/x.md", "~/x.md", "C:\\x.md", "a/../../x.md", "file:///x.md", "..\\x.md"] {
            assert_eq!(resolve(link, ""), Target::Outside, "{link}");
        }
        assert_eq!(resolve("../../b/x.md", "references"), Target::Outside);
    }
}
