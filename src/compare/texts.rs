//! Two texts, line by line, with the words that changed marked within a line.

use similar::{ChangeTag, TextDiff};

/// A line of either text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangedLine {
    /// Both have it; shown around what changes.
    Kept(String),
    /// The first alone has it.
    Gone(Vec<Part>),
    /// The second alone has it.
    New(Vec<Part>),
    /// Lines that both have are left out here.
    Gap,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its text.
    pub text: String,
    /// Whether the line beside it does not have it.
    pub changed: bool,
}

/// Most lines of one comparison; behind them comes a gap.
const MOST_LINES: usize = 2_000;

/// The lines that changed, each change with `around` lines before and after it.
pub fn changed_lines(before: &str, after: &str, around: usize) -> Vec<ChangedLine> {
    let diff = TextDiff::from_lines(before, after);
    let mut lines = Vec::new();
    for group in diff.grouped_ops(around) {
        if !lines.is_empty() {
            lines.push(ChangedLine::Gap);
        }
        for change in group.iter().flat_map(|op| diff.iter_inline_changes(op)) {
            if lines.len() >= MOST_LINES {
                lines.push(ChangedLine::Gap);
                return lines;
            }
            let parts = change
                .iter_strings_lossy()
                .map(|(changed, text)| Part { text: text.trim_end_matches(['\n', '\r']).to_owned(), changed });
            let parts: Vec<Part> = parts.filter(|part| !part.text.is_empty()).collect();
            lines.push(match change.tag() {
                ChangeTag::Equal => ChangedLine::Kept(parts.into_iter().map(|part| part.text).collect()),
                ChangeTag::Delete => ChangedLine::Gone(parts),
                ChangeTag::Insert => ChangedLine::New(parts),
            });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(text: &str, changed: bool) -> Part {
        Part { text: text.to_owned(), changed }
    }

    #[test]
    fn the_words_that_changed_are_marked_within_their_line() {
        let lines = changed_lines("a\nsay it gently now\nz\n", "a\nsay it briefly now\nz\n", 1);
        let wanted = [
            ChangedLine::Kept("a".to_owned()),
            ChangedLine::Gone(vec![part("say it ", false), part("gently", true), part(" now", false)]),
            ChangedLine::New(vec![part("say it ", false), part("briefly", true), part(" now", false)]),
            ChangedLine::Kept("z".to_owned()),
        ];
        assert_eq!(lines, wanted);
        assert_eq!(changed_lines("same\n", "same\n", 2), []);
    }
}
