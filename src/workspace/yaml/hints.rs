//! What a parser's error probably means: a value that should be quoted, a tab, and the fix where it is certain.

use std::borrow::Cow;
use std::ops::Range;

use super::Origin;
use super::brackets::{Unpaired, unpaired};
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
        _ => explain_unpaired(text, origin, &error).or_else(|| explain_invalid(text, origin, &error)).unwrap_or_else(
            || {
                let diagnostic = Diagnostic::error(error.code, format!("not valid YAML: {}", error.message)).at(place);
                match advice(text, error.offset) {
                    Some(advice) => diagnostic.help(advice),
                    None => diagnostic,
                }
            },
        ),
    }
}

/// An error behind a bracket or quote that lacks its partner, told where that stands.
fn explain_unpaired(text: &str, origin: Origin<'_>, error: &Error) -> Option<Diagnostic> {
    let sign = unpaired(text).filter(|sign| sign.at <= error.offset)?;
    let (message, help) = match sign.close() {
        Some(close) => (format!("this `{}` is never closed", sign.sign), how_to_close(text, sign, close)),
        None => (format!("this `{}` closes nothing", sign.sign), "remove it".to_owned()),
    };
    let diagnostic = Diagnostic::error(Code::YamlInvalid, format!("not valid YAML: {message}"));
    Some(diagnostic.at(place_of(text, origin, sign.at)).help(help))
}

fn how_to_close(text: &str, sign: Unpaired, close: char) -> String {
    let start = line_start(text, sign.at);
    let line = text[start..].split('\n').next().unwrap_or_default();
    match key_and_value(line).filter(|(_, value)| start + value == sign.at) {
        Some((key, _)) if close == sign.sign => format!("close the quote of `{key}` with `{close}`"),
        Some((key, _)) => {
            format!("close the `{}` of `{key}` with `{close}`, or quote the whole value", sign.sign)
        }
        None => format!("close it with `{close}`"),
    }
}

/// An error that goes away when the value around it is quoted.
fn explain_invalid(text: &str, origin: Origin<'_>, error: &Error) -> Option<Diagnostic> {
    let value = Unquoted::around(text, error.offset)?;
    let (at, why) = value.cause(text)?;
    let quoted = value.quoted(text)?;
    let mended = format!("{}{quoted}{}", &text[..value.range.start], &text[value.range.end..]);
    // The same error would stand as much later as the text grew.
    let moved = error.offset + quoted.len() - value.range.len();
    if build(&mended, origin).is_err_and(|left| left.code == Code::YamlInvalid && left.offset <= moved) {
        return None;
    }
    let edit =
        Edit { start: origin.byte + value.range.start, end: origin.byte + value.range.end, text: quoted.clone() };
    Some(
        Diagnostic::error(Code::YamlInvalid, format!("the value of `{}` {why}, which YAML reads as syntax", value.key))
            .at(place_of(text, origin, at))
            .help(format!("quote the value: {}: {}", value.key, shortened(&quoted)))
            .fix(Fix { title: "quote the value".to_owned(), edits: vec![edit] }),
    )
}

/// The place of a byte of the text.
fn place_of(text: &str, origin: Origin<'_>, at: usize) -> Place {
    let line = origin.line + text[..at].matches('\n').count();
    Place::at(origin.file, line, text[line_start(text, at)..at].chars().count() + 1)
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |index| index + 1)
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
        let mut start_of_line = line_start(text, offset);
        if start_of_line == offset && offset > 0 {
            start_of_line = line_start(text, offset - 1);
        }
        loop {
            if let Some(next) = text[start_of_line..].find('\n') {
                end_of_line = start_of_line + next;
            }
            let line = &text[start_of_line..end_of_line];
            if let Some((key, at)) = key_and_value(line) {
                let indent = indent_of(line);
                let end = end_of_value(text, end_of_line, indent);
                let start = start_of_line + at;
                let trimmed = text[start..end].trim_end();
                let range = start..start + trimmed.len();
                return (!trimmed.is_empty()).then_some(Unquoted { key, range });
            }
            if start_of_line == 0 || indent_of(line) == 0 {
                return None;
            }
            start_of_line = line_start(text, start_of_line - 1);
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
        if let Some(inner) = between_quotes_with_apostrophes(value) {
            return (!inner.contains(['"', '\\'])).then(|| format!("\"{inner}\""));
        }
        (!nested).then(|| match value.contains(['"', '\\']) {
            true => format!("'{}'", value.replace('\'', "''")),
            false => format!("\"{value}\""),
        })
    }

    /// Where in the text the trouble sits, and what it is; `None` for a value that is quoted well.
    fn cause(&self, text: &str) -> Option<(usize, Cow<'static, str>)> {
        let value = &text[self.range.clone()];
        let start = self.range.start;
        let followed_by_space = value.chars().nth(1).is_none_or(char::is_whitespace);
        Some(match value.chars().next()? {
            first @ ('*' | '&' | '!' | '%' | '@' | '`' | '|' | '>' | ',' | ']' | '}') => {
                (start, Cow::Owned(format!("starts with `{first}`")))
            }
            first @ ('-' | '?') if followed_by_space => (start, Cow::Owned(format!("starts with `{first}`"))),
            first @ ('[' | '{') => (start, Cow::Owned(format!("starts with `{first}` and goes on as text"))),
            quote @ ('"' | '\'') => match closing_quote(value, quote) {
                Some(end) if end + 1 < value.len() => (start, Cow::Borrowed("goes on after its closing quote")),
                _ => return None,
            },
            _ => match colon_in(value) {
                Some(at) => (start + at, Cow::Borrowed("holds a colon")),
                None => (start, Cow::Borrowed("holds characters that need quotes")),
            },
        })
    }
}

/// What stands in single quotes that an apostrophe ends too early: `'it's here'`.
fn between_quotes_with_apostrophes(value: &str) -> Option<&str> {
    let inner = value.strip_prefix('\'')?.strip_suffix('\'')?;
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut quotes = inner.match_indices('\'').peekable();
    quotes.peek()?;
    quotes
        .all(|(at, _)| is_letter(inner[..at].chars().next_back()) && is_letter(inner[at + 1..].chars().next()))
        .then_some(inner)
}

/// The byte of the quote that closes `value`, which starts with `quote`.
fn closing_quote(value: &str, quote: char) -> Option<usize> {
    let mut characters = value.char_indices().skip(1).peekable();
    while let Some((at, c)) = characters.next() {
        if c == '\\' && quote == '"' {
            characters.next();
        } else if c == quote {
            // Two single quotes stand for one.
            match quote == '\'' && characters.peek().is_some_and(|(_, next)| *next == '\'') {
                true => drop(characters.next()),
                false => return Some(at),
            }
        }
    }
    None
}

/// The key of a line `key: value` and the byte at which the value starts.
pub fn key_and_value(line: &str) -> Option<(&str, usize)> {
    let indent = indent_of(line);
    let colon = indent + line[indent..].find(": ")?;
    let key = &line[indent..colon];
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    let value = colon + 2 + indent_of(&line[colon + 2..]);
    (is_key && value < line.len()).then_some((key, value))
}

/// The spaces before a line's text.
pub fn indent_of(line: &str) -> usize {
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

/// What to do about an error that quoting does not mend.
fn advice(text: &str, offset: usize) -> Option<String> {
    let before = text.get(..offset).unwrap_or(text);
    let start = line_start(before, before.len());
    let line = text[start..].split('\n').next().unwrap_or_default();
    if line.trim_start_matches(' ').starts_with('\t') {
        return Some("indent with spaces: YAML allows no tab there".to_owned());
    }
    if indent_of(line) == 0 && !line.is_empty() && !line.contains(':') {
        return Some("write `key: value`, or indent the line so that it goes on with the value above".to_owned());
    }
    let above = text[..start].trim_end_matches('\n').rsplit('\n').next().and_then(|above| {
        let (key, _) = key_and_value(above)?;
        (indent_of(above) < indent_of(line)).then_some(key)
    });
    let (above, (key, _)) = (above?, key_and_value(line)?);
    Some(format!("start `{key}` in the column of `{above}`, or quote the whole value of `{above}`"))
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
