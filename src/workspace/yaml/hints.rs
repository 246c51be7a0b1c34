//! What a parser's error probably means: a value that should be quoted, a tab, and the fix where it is certain.

use std::borrow::Cow;
use std::ops::Range;

use super::Origin;
use super::build::{Error, build};
use crate::diag::{Code, Diagnostic, Edit, Fix, Place};

/// The error as a diagnostic, with advice and a fix where they are known.
pub fn explain(text: &str, origin: Origin<'_>, error: Error) -> Diagnostic {
    let place = Place::at(origin.file, error.spot.line, error.spot.column);
    match error.code {
        Code::YamlDuplicateKey => Diagnostic::error(error.code, error.message).at(place).help("keep one of the two"),
        Code::YamlTooComplex => {
            Diagnostic::error(error.code, format!("too complex to read: {}", error.message)).at(place)
        }
        _ => explain_invalid(text, origin, &error).unwrap_or_else(|| {
            let diagnostic = Diagnostic::error(error.code, format!("not valid YAML: {}", error.message)).at(place);
            match indented_with_tab(text, error.offset) {
                true => diagnostic.help("indent with spaces: YAML allows no tab there"),
                false => diagnostic,
            }
        }),
    }
}

/// An error that goes away when the value around it is quoted.
fn explain_invalid(text: &str, origin: Origin<'_>, error: &Error) -> Option<Diagnostic> {
    let value = Unquoted::around(text, error.offset)?;
    let quoted = value.quoted(text)?;
    let mended = format!("{}{quoted}{}", &text[..value.range.start], &text[value.range.end..]);
    let past = value.range.start + quoted.len();
    if build(&mended, origin).is_err_and(|left| left.code == Code::YamlInvalid && left.offset <= past) {
        return None;
    }
    let (at, why) = value.cause(text);
    let line = origin.line + text[..at].matches('\n').count();
    let line_start = text[..at].rfind('\n').map_or(0, |index| index + 1);
    let column = text[line_start..at].chars().count() + 1;
    let edit =
        Edit { start: origin.byte + value.range.start, end: origin.byte + value.range.end, text: quoted.clone() };
    Some(
        Diagnostic::error(Code::YamlInvalid, format!("the value of `{}` {why}, which YAML reads as syntax", value.key))
            .at(Place::at(origin.file, line, column))
            .help(format!("quote the value: {}: {}", value.key, shortened(&quoted)))
            .fix(Fix { title: "quote the value".to_owned(), edits: vec![edit] }),
    )
}

/// `key: value` around an error, the value running on over more deeply indented lines.
struct Unquoted<'a> {
    key: &'a str,
    range: Range<usize>,
}

impl<'a> Unquoted<'a> {
    fn around(text: &'a str, offset: usize) -> Option<Unquoted<'a>> {
        let mut end_of_line = text.len();
        let offset = (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at))?;
        // The parser may stand at the start of the line after the value.
        let mut line_start = text[..offset].rfind('\n').map_or(0, |index| index + 1);
        if line_start == offset && offset > 0 {
            line_start = text[..offset - 1].rfind('\n').map_or(0, |index| index + 1);
        }
        loop {
            if let Some(next) = text[line_start..].find('\n') {
                end_of_line = line_start + next;
            }
            let line = &text[line_start..end_of_line];
            if let Some((key, at)) = key_and_value(line) {
                let indent = indent_of(line);
                let end = end_of_value(text, end_of_line, indent);
                let start = line_start + at;
                let trimmed = text[start..end].trim_end();
                let range = start..start + trimmed.len();
                return (!trimmed.is_empty()).then_some(Unquoted { key, range });
            }
            if line_start == 0 || indent_of(line) == 0 {
                return None;
            }
            line_start = text[..line_start - 1].rfind('\n').map_or(0, |index| index + 1);
        }
    }

    /// The value in quotes, with the same meaning that a plain scalar would have; `None` where a comment, a block
    /// scalar or a nested list makes the meaning uncertain.
    fn quoted(&self, text: &str) -> Option<String> {
        let value = &text[self.range.clone()];
        if value.contains(" #") || value.starts_with(['|', '>', '#']) || value.contains("\n\n") {
            return None;
        }
        let nested = value.lines().skip(1).any(|line| line.trim_start().starts_with("- "));
        (!nested).then(|| match value.contains(['"', '\\']) {
            true => format!("'{}'", value.replace('\'', "''")),
            false => format!("\"{value}\""),
        })
    }

    /// Where in the text the trouble sits, and what it is.
    fn cause(&self, text: &str) -> (usize, Cow<'static, str>) {
        let value = &text[self.range.clone()];
        let start = self.range.start;
        match value.chars().next() {
            Some(first @ ('*' | '&' | '!' | '%' | '@' | '`' | '|' | '>' | ',' | ']' | '}')) => {
                (start, Cow::Owned(format!("starts with `{first}`")))
            }
            Some(first @ ('[' | '{')) => (start, Cow::Owned(format!("starts with `{first}` and goes on as text"))),
            Some('"' | '\'') => (start, Cow::Borrowed("goes on after its closing quote")),
            _ => match colon_in(value) {
                Some(at) => (start + at, Cow::Borrowed("holds a colon")),
                None => (start, Cow::Borrowed("holds characters that need quotes")),
            },
        }
    }
}

/// The key of a line `key: value` and the byte at which the value starts.
fn key_and_value(line: &str) -> Option<(&str, usize)> {
    let indent = indent_of(line);
    let colon = indent + line[indent..].find(": ")?;
    let key = &line[indent..colon];
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    let value = colon + 2 + indent_of(&line[colon + 2..]);
    (is_key && value < line.len()).then_some((key, value))
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The end of a value that starts on the line ending at `end`: lines that are indented more deeply belong to it.
fn end_of_value(text: &str, mut end: usize, indent: usize) -> usize {
    while end < text.len() {
        let start = end + 1;
        let line = text[start..].split('\n').next().unwrap_or_default();
        if line.trim().is_empty() || indent_of(line) <= indent {
            break;
        }
        end = start + line.len();
    }
    end
}

/// The byte of the first colon that YAML would read as a separator.
fn colon_in(value: &str) -> Option<usize> {
    value.match_indices(':').map(|(at, _)| at).find(|at| value[at + 1..].chars().next().is_none_or(char::is_whitespace))
}

fn indented_with_tab(text: &str, offset: usize) -> bool {
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |index| index + 1);
    let line = text[start..].split('\n').next().unwrap_or_default();
    line.trim_start_matches(' ').starts_with('\t')
}

/// At most 60 characters of a quoted value on one line, for a line of advice.
fn shortened(quoted: &str) -> String {
    let line = quoted.lines().next().unwrap_or_default();
    if quoted.lines().count() == 1 && line.chars().count() <= 60 {
        return line.to_owned();
    }
    let close: String = quoted.chars().take(1).collect();
    format!("{}…{close}", line.chars().take(56).collect::<String>())
}
