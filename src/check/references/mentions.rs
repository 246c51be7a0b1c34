//! Paths of references in prose and in code, where no link says so.

use std::ops::Range;

use memchr::{memchr_iter, memmem};

/// Longest path that is taken for one, in bytes.
const LONGEST: usize = 512;

/// Every run of a path's characters that ends in `.md` or `.txt`, in order. Placeholders belong to it.
pub(super) fn paths(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut free = 0;
    endings(text).filter_map(move |end| {
        let floor = free.max(end.saturating_sub(LONGEST));
        let before = text.get(floor..end).or_else(|| text.get(next_boundary(text, floor)..end))?;
        let length: usize = before.chars().rev().take_while(|c| is_of_path(*c)).map(char::len_utf8).sum();
        free = end;
        Some(end - length..end)
    })
}

/// The names right behind each `references/`, with or without an extension.
pub(super) fn names_in_references(text: &str) -> impl Iterator<Item = &str> {
    const DIRECTORY: &str = "references/";
    memmem::find_iter(text.as_bytes(), DIRECTORY).map(move |at| {
        let rest = &text[at + DIRECTORY.len()..];
        let end = rest
            .char_indices()
            .take(LONGEST)
            .find(|(_, c)| *c == '/' || !is_of_path(*c))
            .map_or(rest.len().min(LONGEST), |(end, _)| end);
        rest.get(..end).unwrap_or_default().trim_end_matches('.')
    })
}

/// The bytes behind each `.md` and `.txt` that end a name.
fn endings(text: &str) -> impl Iterator<Item = usize> {
    memchr_iter(b'.', text.as_bytes()).filter_map(move |at| {
        let rest = &text[at..];
        let length = [".md", ".txt"].iter().find(|extension| rest.starts_with(**extension))?.len();
        let next = rest[length..].chars().next();
        let goes_on = next.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '/'));
        (!goes_on).then_some(at + length)
    })
}

pub(super) fn is_of_path(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, '_' | '-' | '.' | '/' | '\\' | '+' | '@' | '%' | '~' | '$' | '{' | '}' | '<' | '>' | '*')
}

fn next_boundary(text: &str, from: usize) -> usize {
    (from..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        paths(text).map(|range| &text[range]).collect()
    }

    #[test]
    fn paths_end_with_their_extension() {
        assert_eq!(found("See references/a.md, `./b.txt` and (c-d.md)."), ["references/a.md", "./b.txt", "c-d.md"]);
        assert_eq!(found("x.mdx a.md.bak <name>.md {x}/y.md"), ["a.md", "<name>.md", "{x}/y.md"]);
        assert_eq!(found("读references/构成.md。"), ["读references/构成.md"]);
        let names: Vec<&str> = names_in_references("references/a.md references/b. references/").collect();
        assert_eq!(names, ["a.md", "b", ""]);
    }

    #[test]
    fn a_hostile_text_is_read_once() {
        let text = "a.md.".repeat(200_000);
        assert!(paths(&text).count() > 0);
        assert_eq!(paths(&"中".repeat(400_000)).count(), 0);
        assert_eq!(found(&format!("{}.md", "中".repeat(1_000))).len(), 1);
        assert_eq!(names_in_references(&"references/".repeat(100_000)).count(), 100_000);
    }
}
