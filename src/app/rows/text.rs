//! Panel 5 and the full-screen text: one text, made safe to print, broken into lines of the screen.

use std::ops::Range;
use std::sync::Arc;

use super::prompt::group_of;
use crate::app::notices::all_told;
use crate::app::{Highlight, State, Syntax};
use crate::diag::Diagnostic;
use crate::dialect::Ask;
use crate::driver::matcher::reason_text;
use crate::lang::fill;
use crate::prompt::{Kind, join};
use crate::text;
use crate::workspace::Skill;

/// What the text is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextSource {
    /// A segment of the prompt on the screen, by id.
    Segment(String),
    /// The body of a skill, as the workspace has it.
    Skill(String),
    /// The body of a skill of a declared root, by the root's index and the skill's name.
    Provided(usize, String),
    /// A reference of a skill.
    Reference(String, String),
    /// The diagnostics of a refused skill.
    Refused(String),
    /// Why a skill that should be resident is not.
    Finding(Box<Diagnostic>),
    /// The response of that step (from 0).
    Response(usize),
    /// Why the matcher gave the response of that step (from 0).
    Matcher(usize),
    /// What changed in a row of the prompt since what is pinned, by the row's id.
    Changed(String),
    /// The user's message.
    Message,
    /// Everything that was told and not yet taken away.
    Notices,
    /// The reply that the user gets.
    Reply,
    /// A business tool call sent with it, by its place (from 0).
    Call(usize),
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
    /// The text itself, as the model sees it or the file has it: what is copied.
    pub raw: Arc<str>,
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
    /// Cells that `lines` was broken for, gutter left out.
    pub width: usize,
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

impl Document {
    /// The text that `source` names in `state`, broken for `width` cells (gutter included). Takes over `before`, its
    /// lines and highlight, where nothing changed.
    pub fn build(state: &State, source: &TextSource, width: usize, before: Option<&Document>) -> Option<Document> {
        let found = find(state, source)?;
        let document = match before {
            Some(before) if before.source == *source && *before.raw == *found.text => before.clone(),
            _ => Document::unbroken(source.clone(), found),
        };
        Some(document.broken_for(width))
    }

    fn unbroken(source: TextSource, found: Found) -> Document {
        let text: Arc<str> = displayed(&found.text).into();
        Document {
            source,
            kind: found.kind,
            label: found.label,
            file: found.file,
            file_line: found.file_line,
            raw: found.text.into(),
            source_lines: Arc::new(lines_of(&text)),
            text,
            lines: Arc::default(),
            syntax: found.syntax,
            highlight: None,
            width: 0,
        }
    }

    /// The same document broken into lines of `width` cells, gutter included.
    pub fn broken_for(mut self, width: usize) -> Document {
        let cells = width.saturating_sub(self.gutter()).max(1);
        if self.lines.is_empty() || self.width != cells {
            let sources = self.source_lines.iter().enumerate();
            let lines = sources.flat_map(|(source, range)| {
                let line = self.text.get(range.clone()).unwrap_or("");
                broken(line, cells).into_iter().map(move |range| TextLine { source, range })
            });
            self.lines = Arc::new(lines.collect());
            self.width = cells;
        }
        self
    }

    /// Whether `file` is a file of the workspace that an editor can open.
    pub fn is_file(&self) -> bool {
        !["skillstage", "dsh", "user", "model", "skills/", ""].contains(&self.file.as_str())
    }
}

struct Found {
    text: String,
    kind: Option<Kind>,
    label: String,
    file: String,
    file_line: Option<usize>,
    syntax: Syntax,
}

fn find(state: &State, source: &TextSource) -> Option<Found> {
    let plain = |text: &str, label: &str, file: &str| Found {
        text: text.to_owned(),
        kind: None,
        label: label.to_owned(),
        file: file.to_owned(),
        file_line: None,
        syntax: Syntax::Plain,
    };
    if *source == TextSource::Notices {
        return Some(plain(&all_told(state).join("\n\n"), state.strings().notices_name, ""));
    }
    let turn = state.turn.as_ref()?;
    let library = &turn.setup().library;
    match source {
        TextSource::Notices => None,
        TextSource::Segment(id) => segment(state, id),
        TextSource::Changed(id) => {
            let label = fill(state.compare_words().changed, &[("name", id)]);
            Some(plain(&state.changed_text(id)?, &label, ""))
        }
        TextSource::Skill(name) => library.snapshot.skill(name).map(|skill| body(skill)),
        TextSource::Provided(root, name) => {
            let root = turn.plan().reach.as_ref()?.roots.get(*root)?;
            let skill = root.skills.iter().find(|skill| skill.name.as_str() == name)?;
            let text: &str = match &skill.content {
                Ok(content) => content,
                Err(why) => why,
            };
            Some(Found { syntax: Syntax::Markdown, ..plain(text, name, &root.label) })
        }
        TextSource::Reference(name, path) => {
            let reference = library.references.get(name)?.iter().find(|reference| reference.path == *path)?;
            let file = library.snapshot.skill(name)?.reference_file(path);
            let text = match &reference.content {
                Ok(content) => content.text.to_string(),
                Err(fault) => format!("{}: {}", fault.code, fault.message),
            };
            let syntax = if path.ends_with(".md") { Syntax::Markdown } else { Syntax::Plain };
            Some(Found { syntax, file_line: Some(1), ..plain(&text, path, &file) })
        }
        TextSource::Refused(dir) => {
            let refused = library.snapshot.refused.iter().find(|refused| refused.dir == *dir)?;
            let texts: Vec<String> = refused.diagnostics.iter().map(described).collect();
            let place = refused.diagnostics.iter().find_map(|diagnostic| diagnostic.place.as_ref());
            let file = place.map_or("", |place| &place.file);
            let file_line = place.and_then(|place| place.line);
            Some(Found { file_line, ..plain(&texts.join("\n\n"), dir, file) })
        }
        TextSource::Finding(finding) => {
            let file = finding.place.as_ref().map_or("", |place| &place.file);
            Some(plain(&described(finding), finding.code.as_str(), file))
        }
        TextSource::Response(step) => {
            let step = turn.steps().get(*step)?;
            Some(Found { syntax: response_syntax(&step.response), ..plain(&step.response, "model", "model") })
        }
        TextSource::Matcher(step) => {
            let s = state.strings();
            Some(plain(&reason_text(state.matched.get(step)?, s), s.matcher_label, ""))
        }
        TextSource::Message => Some(plain(&turn.setup().message.text, "message", "user")),
        TextSource::Reply => Some(plain(turn.reply()?, "reply", "model")),
        TextSource::Call(place) => {
            let (Ask::Skill { json, .. } | Ask::Tool { json, .. }) = turn.planned_calls().get(*place)?;
            Some(Found { syntax: Syntax::Json, ..plain(json, "tool", "model") })
        }
    }
}

/// A finding with what to do about it.
pub fn described(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.to_string();
    if let Some(help) = &diagnostic.help {
        text.push_str("\n  ");
        text.push_str(help);
    }
    if let Some(fix) = &diagnostic.fix {
        text.push_str("\n  ");
        text.push_str(&fix.title);
    }
    text
}

/// A segment by its id, or all segments of a group by the group's.
fn segment(state: &State, id: &str) -> Option<Found> {
    let prompt = state.turn.as_ref()?.requests().get(state.request)?;
    let members =
        || prompt.segments.iter().filter(|one| one.id == id || group_of(one).is_some_and(|group| group == id));
    let first = members().next()?;
    let text = join(members());
    let is_group = first.id != id;
    let syntax = match first.kind {
        Kind::Request | Kind::ToolSchema => Syntax::Json,
        Kind::Message | Kind::History => Syntax::Plain,
        Kind::Result if first.label.ends_with(".txt") => Syntax::Plain,
        _ => Syntax::Markdown,
    };
    Some(Found {
        kind: Some(first.kind),
        label: if is_group && first.kind == Kind::History { "history".to_owned() } else { first.label.clone() },
        file: first.source.clone(),
        file_line: None,
        syntax,
        text,
    })
}

fn body(skill: &Skill) -> Found {
    let text = match skill.body.text() {
        Some(content) => content.text.to_string(),
        None => format!("{}: {} bytes", crate::diag::Code::BodyTooLarge, skill.body.bytes()),
    };
    Found {
        text,
        kind: None,
        label: skill.name.clone(),
        file: skill.file.clone(),
        file_line: Some(skill.body_line),
        syntax: Syntax::Markdown,
    }
}

fn response_syntax(response: &str) -> Syntax {
    if response.trim_start().starts_with(['{', '[']) { Syntax::Json } else { Syntax::Markdown }
}

/// A text as the screen shows it: safe to print, tabs as spaces, no line end behind the last line.
fn displayed(text: &str) -> String {
    let safe = text::printable(text.trim_end_matches('\n'));
    if !safe.contains('\t') {
        return safe.into_owned();
    }
    let lines = safe.split('\n').map(|line| if line.contains('\t') { without_tabs(line) } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n")
}

/// Tabs as spaces: a line wide enough never to break comes out whole.
fn without_tabs(line: &str) -> String {
    text::wrap(line, usize::MAX / 2).concat()
}

fn lines_of(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let ends = text.match_indices('\n').map(|(at, _)| at).chain([text.len()]);
    ends.map(|end| {
        let line = start..end;
        start = end + 1;
        line
    })
    .collect()
}

/// The parts of a line that stand on lines of `cells` cells, as byte ranges; never none. Only spaces fall between them.
fn broken(line: &str, cells: usize) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut ranges = Vec::new();
    if line.len() <= cells && line.is_ascii() {
        ranges.push(0..line.len());
        return ranges;
    }
    for part in text::wrap(line, cells) {
        while !line[at..].starts_with(&part) && line[at..].starts_with(' ') {
            at += 1;
        }
        let end = (at + part.len()).min(line.len());
        ranges.push(at..end);
        at = end;
    }
    ranges
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn breaking_a_line_loses_nothing_but_spaces(line in "[ a-z中文，。\\-é👩]{0,60}", cells in 1usize..30) {
            let mut rest = 0;
            for range in broken(&line, cells) {
                prop_assert!(line[rest..range.start].chars().all(|c| c == ' '));
                rest = range.end;
            }
            prop_assert!(line[rest..].chars().all(|c| c == ' '));
        }
    }

    #[test]
    fn tabs_become_spaces_and_control_characters_visible() {
        assert_eq!(displayed("a\tb\u{1b}[31m\n\n"), "a   b<U+001B>[31m");
    }
}
