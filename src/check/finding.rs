//! A finding and the lines of the file that it is about.

use std::ops::Range;

use crate::diag::{Diagnostic, Place};

/// Longest line of an excerpt, in characters; of a longer one the part around the mark is shown.
const LINE_CHARS: usize = 160;
/// Characters before the mark that are kept of a longer line.
const BEFORE_CHARS: usize = 40;

/// What is wrong, where, and the line to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The finding, with its place.
    pub diagnostic: Diagnostic,
    /// The line that it is about; `None` where no line is to blame.
    pub excerpt: Option<Excerpt>,
}

/// One line of a file with the spot marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// Its number, from 1.
    pub line: usize,
    /// Its text, or the part of it around the mark; as stored, make it safe to print.
    pub text: String,
    /// Whether something of the line is left out before and behind.
    pub cut: (bool, bool),
    /// The marked bytes of `text`.
    pub mark: Range<usize>,
    /// The last line of what is to blame, from 1.
    pub end_line: usize,
    /// The column behind what is to blame, from 1, in characters.
    pub end_column: usize,
}

impl Excerpt {
    /// Whether `text` still has this line where it was.
    pub fn stands_in(&self, text: &str) -> bool {
        text.lines().nth(self.line - 1).is_some_and(|line| match self.cut {
            (false, false) => line == self.text,
            (false, true) => line.starts_with(&self.text),
            (true, false) => line.ends_with(&self.text),
            (true, true) => line.contains(&self.text),
        })
    }
}

/// A text with its lines found: places and excerpts of many findings.
pub struct Lined<'a> {
    text: &'a str,
    /// The byte at which each line starts.
    starts: Vec<usize>,
}

impl<'a> Lined<'a> {
    /// Finds the lines of a text as stored.
    pub fn new(text: &'a str) -> Lined<'a> {
        let starts =
            std::iter::once(0).chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1));
        Lined { text, starts: starts.collect() }
    }

    /// The finding at these bytes of `file`.
    pub fn at_bytes(&self, diagnostic: Diagnostic, bytes: &Range<usize>, file: &str) -> Finding {
        let (line, column) = self.spot(bytes.start);
        let diagnostic = diagnostic.at(Place::at(file, line, column));
        Finding { excerpt: self.excerpt(bytes), diagnostic }
    }

    /// A finding that has its place already. The word at the place is to blame, or the whole line where it is empty.
    pub fn at_place(&self, diagnostic: Diagnostic) -> Finding {
        let place = diagnostic.place.as_ref();
        let spot = place.and_then(|place| Some((place.line?, place.column.unwrap_or(1))));
        let bytes = spot.and_then(|(line, column)| self.bytes(line, column));
        Finding { excerpt: bytes.and_then(|bytes| self.excerpt(&bytes)), diagnostic }
    }

    /// Line and column of a byte, both from 1; the column counts characters, without a BOM.
    fn spot(&self, byte: usize) -> (usize, usize) {
        let index = self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let start = self.starts.get(index).copied().unwrap_or(0);
        let before = self.text.get(start..byte).unwrap_or_default().trim_start_matches('\u{feff}');
        (index + 1, before.chars().count() + 1)
    }

    /// From a spot to the end of its line, without white space at the end.
    fn bytes(&self, line: usize, column: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(line.checked_sub(1)?)?;
        let text = self.line(start);
        let bom = if text.starts_with('\u{feff}') { 1 } else { 0 };
        let from = text.char_indices().nth(column - 1 + bom).map_or(text.len(), |(at, _)| at);
        Some(start + from..start + text.trim_end().len().max(from))
    }

    /// The line that starts at a byte, without its end.
    fn line(&self, start: usize) -> &'a str {
        self.text.get(start..).unwrap_or_default().lines().next().unwrap_or_default()
    }

    fn excerpt(&self, bytes: &Range<usize>) -> Option<Excerpt> {
        let (line, _) = self.spot(bytes.start);
        let (end_line, end_column) = self.spot(bytes.end.max(bytes.start));
        let start = *self.starts.get(line - 1)?;
        let text = self.line(start);
        let mark = bytes.start - start..(bytes.end - start).min(text.len()).max(bytes.start - start);
        let mark = mark.start.min(text.len())..mark.end;
        let from = match text.chars().count() > LINE_CHARS {
            true => text[..mark.start].char_indices().rev().nth(BEFORE_CHARS).map_or(0, |(at, _)| at),
            false => 0,
        };
        let shown = &text[from..];
        let to = shown.char_indices().nth(LINE_CHARS).map_or(shown.len(), |(at, _)| at);
        Some(Excerpt {
            line,
            text: shown[..to].to_owned(),
            cut: (from > 0, to < shown.len()),
            mark: (mark.start - from).min(to)..(mark.end - from).min(to),
            end_line,
            end_column,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::diag::Code;

    fn finding(text: &str, bytes: Range<usize>) -> Finding {
        Lined::new(text).at_bytes(Diagnostic::warning(Code::HiddenText, "x"), &bytes, "f.md")
    }

    #[test]
    fn a_place_counts_characters_and_the_excerpt_marks_them() {
        let text = "\u{feff}一二\r\nab中cd\r\n";
        let at = text.find('中').unwrap();
        let found = finding(text, at..at + 3);
        assert_eq!(found.diagnostic.place, Some(Place::at("f.md", 2, 3)));
        let excerpt = found.excerpt.unwrap();
        assert_eq!((excerpt.line, excerpt.text.as_str(), &excerpt.text[excerpt.mark.clone()]), (2, "ab中cd", "中"));
        assert_eq!((excerpt.end_line, excerpt.end_column), (2, 4));
        assert_eq!(finding(text, 3..6).diagnostic.place, Some(Place::at("f.md", 1, 1)), "a BOM takes no column");
    }

    #[test]
    fn a_long_line_is_shown_around_the_mark() {
        let text = format!("{}X{}", "a".repeat(5_000), "b".repeat(5_000));
        let excerpt = finding(&text, 5_000..5_001).excerpt.unwrap();
        assert!(excerpt.text.len() <= LINE_CHARS && excerpt.cut == (true, true));
        assert_eq!(&excerpt.text[excerpt.mark], "X");
    }

    proptest! {
        #[test]
        fn no_place_panics(text in "[\u{feff}a中\r\n\t ]{0,40}", line in 0usize..9, column in 1usize..50, at in 0usize..40) {
            let lined = Lined::new(&text);
            let diagnostic = Diagnostic::warning(Code::HiddenText, "x").at(Place::at("f", line, column));
            let _ = lined.at_place(diagnostic.clone());
            let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            let found = lined.at_bytes(diagnostic, &(at..text.len()), "f");
            let excerpt = found.excerpt.expect("a line");
            prop_assert!(excerpt.text.get(excerpt.mark).is_some());
        }
    }
}
