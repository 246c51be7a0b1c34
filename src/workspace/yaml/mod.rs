//! YAML 1.2 core, read strictly, within bounds, and with places: text in, a small tree out.
//!
//! `yes` is text and `8004` is not (U2). Duplicate keys, unknown anchors, several documents, and depth or aliases
//! beyond the bounds are errors with a place. Front matter, config, settings and scenarios all read through here.

mod brackets;
mod build;
mod emit;
mod hints;
mod scalar;
mod strict;

pub use emit::{Emitter, scalar};
pub use strict::{Unusual, unusual};

use std::ops::Range;

use crate::diag::{Code, Diagnostic, Place};
use crate::text::{every_byte, nearest};

/// Deepest nesting that is read.
const MAX_DEPTH: usize = 64;
/// Most nodes of one text.
const MAX_NODES: usize = 200_000;
/// Most that aliases may copy, in nodes; 64 bytes of text count as one more.
const MAX_COPIES: usize = 4_000;

/// Where a text lies: a file, and the place in it where the text starts.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    /// The file, as diagnostics name it.
    pub file: &'a str,
    /// The line of the file on which the text starts (from 1).
    pub line: usize,
    /// The byte of the stored file at which the text starts.
    pub byte: usize,
}

impl<'a> Origin<'a> {
    /// A text that is the whole file.
    pub fn file(file: &'a str) -> Origin<'a> {
        Origin { file, line: 1, byte: 0 }
    }
}

/// A line and a column in the file, both from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Spot {
    /// This spot in `file`.
    pub fn place(self, file: &str) -> Place {
        Place::at(file, self.line, self.column)
    }
}

/// One value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Where it starts.
    pub spot: Spot,
    /// Its bytes in the stored file, quotes included.
    pub bytes: Range<usize>,
    /// What it is.
    pub value: Value,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A scalar.
    Scalar(Scalar),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping, in file order.
    Map(Map),
}

/// A scalar as the core schema reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    /// Its text after YAML's escapes and folding, line ends as LF.
    pub text: String,
    /// What the core schema makes of it; quoted and block scalars are text.
    pub kind: Kind,
    /// Whether it stands without quotes and is no block scalar.
    pub plain: bool,
}

/// The kinds of the core schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`, `~` or nothing.
    Null,
    /// `true` or `false`.
    Bool,
    /// `12`, `0o17`, `0x1F`.
    Int,
    /// `1.5`, `.inf`.
    Float,
    /// Everything else, and everything quoted.
    Text,
}

/// A mapping.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Map {
    /// Its entries in file order; no key twice.
    pub entries: Vec<Entry>,
}

/// One key and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key's text; a key that is no scalar stands as compact JSON.
    pub key: String,
    /// Whether the key is text to the core schema (`1:` is not).
    pub key_is_text: bool,
    /// Where the key starts.
    pub spot: Spot,
    /// The key's bytes in the stored file, quotes included.
    pub key_bytes: Range<usize>,
    /// The value.
    pub value: Node,
}

/// Reads one document. An empty text is a null.
///
/// # Errors
/// `yaml-invalid`, `yaml-duplicate-key` or `yaml-too-complex`, with line and column, and where the cause is known with
/// advice and a fix.
pub fn parse(text: &str, origin: Origin<'_>) -> Result<Node, Diagnostic> {
    let (text, origin) = match text.strip_prefix('\u{feff}') {
        Some(rest) => (rest, Origin { byte: origin.byte + '\u{feff}'.len_utf8(), ..origin }),
        None => (text, origin),
    };
    build::build(text, origin).map_err(|error| hints::explain(text, origin, error))
}

impl Node {
    /// Where it starts in `file`.
    pub fn place(&self, file: &str) -> Place {
        self.spot.place(file)
    }

    /// The scalar, if it is one.
    pub fn scalar(&self) -> Option<&Scalar> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// Its text, if the core schema says that it is text.
    pub fn as_text(&self) -> Option<&str> {
        self.scalar().filter(|scalar| scalar.kind == Kind::Text).map(|scalar| scalar.text.as_str())
    }

    /// Its truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        self.scalar().filter(|scalar| scalar.kind == Kind::Bool).map(|scalar| scalar.text.eq_ignore_ascii_case("true"))
    }

    /// Its number, if it is an integer that fits.
    pub fn as_int(&self) -> Option<i128> {
        self.scalar().filter(|scalar| scalar.kind == Kind::Int).and_then(|scalar| scalar::int(&scalar.text))
    }

    /// Whether it is a null.
    pub fn is_null(&self) -> bool {
        self.scalar().is_some_and(|scalar| scalar.kind == Kind::Null)
    }

    /// Its items, if it is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// Its entries, if it is a mapping.
    pub fn as_map(&self) -> Option<&Map> {
        match &self.value {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// What it is, with its article, for messages: `a list`, `the number 8004`.
    pub fn describe(&self) -> String {
        match &self.value {
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a mapping".to_owned(),
            Value::Scalar(scalar) => match scalar.kind {
                Kind::Null => "empty".to_owned(),
                Kind::Bool => format!("the truth value {}", scalar.text),
                Kind::Int | Kind::Float => format!("the number {}", scalar.text),
                Kind::Text => "text".to_owned(),
            },
        }
    }

    /// It on one line: a scalar's text as it is, anything else as compact JSON.
    pub fn compact(&self) -> String {
        match &self.value {
            Value::Scalar(scalar) => scalar.text.clone(),
            _ => {
                let mut json = String::new();
                self.write_json(&mut json);
                json
            }
        }
    }

    fn write_json(&self, out: &mut String) {
        match &self.value {
            Value::Scalar(scalar) => match scalar.kind {
                Kind::Null => out.push_str("null"),
                Kind::Text => write_json_text(&scalar.text, out),
                _ => out.push_str(&scalar.text),
            },
            Value::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.write_json(out);
                }
                out.push(']');
            }
            Value::Map(map) => {
                out.push('{');
                for (index, entry) in map.entries.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    write_json_text(&entry.key, out);
                    out.push(':');
                    entry.value.write_json(out);
                }
                out.push('}');
            }
        }
    }
}

/// A text as JSON writes it; most need no escape.
fn write_json_text(text: &str, out: &mut String) {
    if !every_byte(text, |byte| byte >= b' ' && !matches!(byte, b'"' | b'\\')) {
        out.push_str(&serde_json::Value::from(text).to_string());
        return;
    }
    out.push('"');
    out.push_str(text);
    out.push('"');
}

impl Map {
    /// The entry of that key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key && entry.key_is_text)
    }

    /// The value of that key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// A warning with `code` for every key that is none of `known`, with the nearest known name where one is near.
    /// The one way to report unknown keys.
    pub fn unknown_keys(&self, known: &[&str], file: &str, code: Code) -> Vec<Diagnostic> {
        let unknown = self.entries.iter().filter(|entry| !known.contains(&entry.key.as_str()) || !entry.key_is_text);
        unknown
            .map(|entry| {
                let message = format!("the key `{}` does not exist here and has no effect", entry.key);
                let diagnostic = Diagnostic::warning(code, message).at(entry.spot.place(file));
                match nearest_key(&entry.key, known) {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                    None => diagnostic.help(format!("known keys: {}", known.join(", "))),
                }
            })
            .collect()
    }
}

/// The known key that `key` was probably meant to be, whatever its case.
pub fn nearest_key<'a>(key: &str, known: &[&'a str]) -> Option<&'a str> {
    nearest(&key.to_lowercase(), known.iter().copied())
}

#[cfg(test)]
mod tests;
