//! Panel 5 and the full-screen text: one text, made safe to print, broken into lines of the screen.

use std::ops::Range;
use std::sync::Arc;

use crate::app::{Highlight, Syntax};
use crate::prompt::Kind;

/// What the text is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextSource {
    /// A segment of the prompt on the screen, by id.
    Segment(String),
    /// The body of a skill, as the workspace has it.
    Skill(String),
    /// A reference of a skill.
    Reference(String, String),
    /// The diagnostics of a refused skill.
    Refused(String),
    /// The response of that step (from 0).
    Response(usize),
    /// The user's message.
    Message,
    /// The reply that the user gets.
    Reply,
}

/// One line of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextLine {
    /// The line of the text, from 0: the index into [`Highlight::lines`].
    pub source: usize,
    /// The part of that line that stands here, in bytes of that line. A part that starts at 0 gets the line number.
    pub range: Range<usize>,
}

/// A text on the screen.
#[derive(Debug, Clone)]
pub struct Document {
    /// What it is.
    pub source: TextSource,
    /// What kind of segment, where it is one.
    pub kind: Option<Kind>,
    /// Its name: `reply-style`, `references/ex.md`; raw, make it safe to print.
    pub label: String,
    /// The file it came from (relative to the workspace), or who wrote it.
    pub file: String,
    /// The line of `file` on which it starts, where it is a part of a file.
    pub file_line: Option<usize>,
    /// The text as displayed: control characters visible, tabs as spaces, LF.
    pub text: Arc<str>,
    /// Byte ranges of the lines of `text`, without the LF.
    pub source_lines: Arc<Vec<Range<usize>>>,
    /// `text` broken into lines of the screen of the panel's inner width less the gutter.
    pub lines: Arc<Vec<TextLine>>,
    /// How to highlight it.
    pub syntax: Syntax,
    /// The spans, once the highlighter has answered.
    pub highlight: Option<Arc<Highlight>>,
}

impl Document {
    /// The text of a line of the screen.
    pub fn line(&self, line: &TextLine) -> &str {
        let source = self.source_lines.get(line.source).and_then(|range| self.text.get(range.clone()));
        source.and_then(|text| text.get(line.range.clone())).unwrap_or("")
    }

    /// Cells of the gutter: the widest line number and one space.
    pub fn gutter(&self) -> usize {
        self.source_lines.len().to_string().len() + 1
    }
}
