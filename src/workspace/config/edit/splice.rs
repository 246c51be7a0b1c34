//! Insertions and removals in a text, and the places where they go.

use std::ops::Range;

use crate::workspace::yaml::{Node, Value};

/// Replacements that are made all at once, so that each place counts in the text as it was.
pub struct Splices<'t> {
    text: &'t str,
    made: Vec<(Range<usize>, String)>,
}

impl<'t> Splices<'t> {
    /// None yet.
    pub fn new(text: &'t str) -> Splices<'t> {
        Splices { text, made: Vec::new() }
    }

    /// The text with all of them.
    pub fn finish(mut self) -> String {
        self.made.sort_by_key(|(range, _)| range.start);
        let mut out = String::with_capacity(self.text.len() + 80);
        let mut done = 0;
        for (range, text) in self.made {
            out.push_str(&self.text[done..range.start.max(done)]);
            out.push_str(&text);
            done = range.end.max(done);
        }
        out + &self.text[done..]
    }

    /// Puts `text` at a byte.
    pub fn insert(&mut self, at: usize, text: &str) {
        self.replace(at..at, text);
    }

    /// Puts `text` in the place of these bytes.
    pub fn replace(&mut self, range: Range<usize>, text: &str) {
        self.made.push((range, text.to_owned()));
    }

    /// Puts a line of its own behind the line in which the content before `byte` ends.
    pub fn line_after(&mut self, byte: usize, line: &str) {
        match self.text[byte..].find('\n') {
            Some(end) => self.insert(byte + end + 1, &format!("{line}{}", self.line_end())),
            None => self.insert(self.text.len(), &format!("{}{line}", self.line_end())),
        }
    }

    /// Puts a line at the end of the text.
    pub fn line_at_end(&mut self, line: &str) {
        let bare = self.text.trim_start_matches('\u{feff}');
        let gap = if bare.is_empty() || bare.ends_with('\n') { "" } else { self.line_end() };
        self.insert(self.text.len(), &format!("{gap}{line}{}", self.line_end()));
    }

    /// Removes the lines that these bytes touch, line ends included.
    pub fn remove_lines(&mut self, range: Range<usize>) {
        let start = self.line_start(range.start);
        let end = self.text[range.end..].find('\n').map_or(self.text.len(), |end| range.end + end + 1);
        self.replace(start..end, "");
    }

    /// How lines of the text end.
    fn line_end(&self) -> &'static str {
        if self.text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r')) { "\r\n" } else { "\n" }
    }

    /// The first byte of the line.
    pub fn line_start(&self, byte: usize) -> usize {
        let start = self.text[..byte].rfind('\n').map_or(0, |end| end + 1);
        if self.text[start..].starts_with('\u{feff}') { start + '\u{feff}'.len_utf8() } else { start }
    }

    /// What stands between the start of the line and `byte`, where that is white space alone.
    pub fn indent_of(&self, byte: usize) -> Option<&'t str> {
        let before = &self.text[self.line_start(byte)..byte];
        before.bytes().all(|byte| byte == b' ').then_some(before)
    }

    /// The byte behind the colon that follows a key.
    pub fn colon_after(&self, key_end: usize) -> Option<usize> {
        let rest = &self.text[key_end..];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        rest[blank..].starts_with(':').then_some(key_end + blank + 1)
    }

    /// Whether a node is written in these brackets.
    pub fn starts_with(&self, node: &Node, bracket: char) -> bool {
        self.text[node.bytes.start..].starts_with(bracket)
    }

    /// Where the content of a node ends. The parser ends a block only at what follows it, comments and blank lines
    /// included, so the end is that of its last scalar or bracket.
    pub fn content_end(&self, node: &Node) -> usize {
        let is_written_out = !self.text[node.bytes.clone()].starts_with(['[', '{', '*']);
        let last = match &node.value {
            Value::List(items) if is_written_out => items.last(),
            Value::Map(map) if is_written_out => map.entries.last().map(|entry| &entry.value),
            _ => None,
        };
        match last {
            Some(last) => self.content_end(last),
            None if node.bytes.is_empty() => node.bytes.start,
            None => node.bytes.start + self.text[node.bytes.clone()].trim_end().len(),
        }
    }

    /// The text from a byte on.
    pub fn rest(&self, byte: usize) -> &'t str {
        &self.text[byte..]
    }

    /// These bytes.
    pub fn slice(&self, range: Range<usize>) -> &'t str {
        &self.text[range]
    }
}
