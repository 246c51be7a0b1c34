//! The open Agent Skills specification: what its reference validator says of a `SKILL.md`, and where it and this host
//! differ.
//!
//! | the validator is stricter | the validator is laxer |
//! |---|---|
//! | fields besides its six; YAML in flow style, with anchors, tags, tabs or uneven mappings (it is read by `strictyaml`) | letters of every alphabet in a name, which is compared in NFKC form |
//! | `description` over 1,024 and `compatibility` over 500 characters are errors, not warnings | a name that YAML reads as a number or truth value: every scalar is text |
//! | a byte order mark; `---` ends the front matter wherever it stands, in a value too | `---` needs no line of its own, no limit in bytes, no limit on the body |
//! | | white space around a name |

use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;

use super::Spotted;
use crate::diag::{Code, Diagnostic};
use crate::workspace::yaml::{self, Kind, Map, Node, Origin, Scalar, Unusual, Value};

/// The fields that the specification knows.
const FIELDS: [&str; 6] = ["name", "description", "license", "allowed-tools", "metadata", "compatibility"];
const NAME_CHARS: usize = 64;
const DESCRIPTION_CHARS: usize = 1024;
const COMPATIBILITY_CHARS: usize = 500;

/// What the reference validator refuses in the stored `text` of the `SKILL.md` in the directory `dir`; nothing where the
/// skill is valid. `is_loaded` says whether this host loads it, which decides between the two codes.
pub fn spec(text: &str, dir: &str, is_loaded: bool) -> Vec<Spotted> {
    let code = if is_loaded { Code::SpecStricter } else { Code::SpecInvalid };
    let mut found = match read(text) {
        Ok((part, root)) => fields(text, &part, &root, dir),
        Err(fault) => vec![fault],
    };
    found.sort_by_key(|(bytes, _)| bytes.start);
    let spotted = found.into_iter().map(|(bytes, message)| {
        // A value that is not there has no bytes of its own.
        let bytes = if text.get(bytes.clone()).is_some() { bytes } else { 0..0 };
        let message = format!("the specification's validator refuses this: {message}");
        Spotted { diagnostic: Diagnostic::error(code, message), bytes }
    });
    spotted.collect()
}

/// The finding on a skill that this host refuses and the validator accepts.
pub fn laxer() -> Spotted {
    let message = "the specification's validator accepts this skill, which this host refuses";
    Spotted { diagnostic: Diagnostic::info(Code::SpecLaxer, message), bytes: 0..0 }
}

type Fault = (Range<usize>, String);

/// The front matter as the validator finds it, and what it holds.
fn read(text: &str) -> Result<(Range<usize>, Node), Fault> {
    let first = 0..text.find('\n').unwrap_or(text.len());
    let Some(rest) = text.strip_prefix("---") else {
        return Err((first, "the file must start with `---`".to_owned()));
    };
    let Some(length) = rest.find("---") else {
        return Err((first, "no second `---` closes the front matter".to_owned()));
    };
    let part = 3..3 + length;
    let yaml = &rest[..length];
    let root = yaml::parse(yaml, Origin { file: "", line: 1, byte: part.start }).map_err(|fault| {
        let place = fault.place.as_ref();
        let (line, column) = (place.and_then(|place| place.line), place.and_then(|place| place.column));
        (spot(yaml, part.start, line.unwrap_or(1), column.unwrap_or(1)), format!("not valid YAML: {}", fault.message))
    })?;
    if let Some((what, at)) = yaml::unusual(yaml, &root) {
        let what = match what {
            Unusual::Flow => "YAML in flow style (`[…]` or `{…}`)",
            Unusual::Anchor => "a YAML anchor or alias",
            Unusual::Tag => "a YAML tag",
            Unusual::Tab => "a tab outside quotes",
            Unusual::Indentation => "mappings of uneven indentation",
        };
        return Err((spot(yaml, part.start, at.line, at.column), format!("{what} is not read")));
    }
    match root.as_map() {
        Some(_) => Ok((part, root)),
        None => Err((first, "the front matter is no mapping".to_owned())),
    }
}

/// The rest of the line from a spot of the part that starts at `start`, without white space at its end.
fn spot(part: &str, start: usize, line: usize, column: usize) -> Range<usize> {
    let at: usize = part.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let line = part[at..].lines().next().unwrap_or_default();
    let skipped: usize = line.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
    start + at + skipped..start + at + line.trim_end().len().max(skipped)
}

fn fields(text: &str, part: &Range<usize>, root: &Node, dir: &str) -> Vec<Fault> {
    static NONE: Map = Map { entries: Vec::new() };
    let map = root.as_map().unwrap_or(&NONE);
    let first = 0..part.start.min(text.len());
    let mut found: Vec<Fault> = Vec::new();
    for entry in map.entries.iter().filter(|entry| !FIELDS.contains(&entry.key.as_str())) {
        let message = format!("the field `{}` is not one of {}", entry.key, FIELDS.join(", "));
        found.push((entry.key_bytes.clone(), message));
    }
    let value = |key: &str| map.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value);
    let missing = |key: &str| (first.clone(), format!("the field `{key}` is missing"));
    match value("name") {
        Some(node) => found.extend(name(node, dir).into_iter().map(|message| (node.bytes.clone(), message))),
        None => found.push(missing("name")),
    }
    match value("description") {
        Some(node) => found.extend(description(node).map(|message| (node.bytes.clone(), message))),
        None => found.push(missing("description")),
    }
    if let Some(node) = value("compatibility") {
        found.extend(compatibility(node).map(|message| (node.bytes.clone(), message)));
    }
    found
}

/// A scalar's text: to the validator every scalar is text, and nothing at all is an empty one.
fn text_of(node: &Node) -> Option<&str> {
    match &node.value {
        // The parser writes `~` for nothing; the validator sees nothing.
        Value::Scalar(Scalar { kind: Kind::Null, .. }) if node.bytes.is_empty() => Some(""),
        Value::Scalar(Scalar { text, .. }) => Some(text),
        _ => None,
    }
}

fn name(node: &Node, dir: &str) -> Vec<String> {
    let Some(name) = text_of(node).map(str::trim).filter(|name| !name.is_empty()) else {
        return vec!["`name` must be a text that is not empty".to_owned()];
    };
    let name: String = name.nfkc().collect();
    let length = name.chars().count();
    let mut found = Vec::new();
    if length > NAME_CHARS {
        found.push(format!("`name` has {length} characters; at most {NAME_CHARS} are allowed"));
    }
    if name != name.to_lowercase() {
        found.push("`name` must be lower case".to_owned());
    }
    if name.starts_with('-') || name.ends_with('-') {
        found.push("`name` must not start or end with a hyphen".to_owned());
    }
    if name.contains("--") {
        found.push("`name` must not hold two hyphens in a row".to_owned());
    }
    if !name.chars().all(|c| c.is_alphanumeric() || c == '-') {
        found.push("`name` must hold letters, digits and hyphens alone".to_owned());
    }
    if name != dir.nfkc().collect::<String>() {
        found.push(format!("`name` must be the directory's name, `{dir}`"));
    }
    found
}

fn description(node: &Node) -> Option<String> {
    match text_of(node) {
        Some(text) if !text.trim().is_empty() => too_long("description", text, DESCRIPTION_CHARS),
        _ => Some("`description` must be a text that is not empty".to_owned()),
    }
}

fn compatibility(node: &Node) -> Option<String> {
    match text_of(node) {
        Some(text) => too_long("compatibility", text, COMPATIBILITY_CHARS),
        None => Some("`compatibility` must be a text".to_owned()),
    }
}

fn too_long(key: &str, text: &str, most: usize) -> Option<String> {
    let length = text.chars().count();
    (length > most).then(|| format!("`{key}` has {length} characters; at most {most} are allowed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts that the validator blames, with its reasons.
    fn refused(text: &str, dir: &str) -> Vec<(String, String)> {
        let found = spec(text, dir, true).into_iter();
        found.map(|found| (text[found.bytes].to_owned(), found.diagnostic.message)).collect()
    }

    #[test]
    fn the_specification_is_stricter_on_fields_and_style() {
        let cases = [
            ("---\nname: a\ndescription: x\nversion: 1\n---\n", "version", "not one of"),
            ("---\nname: a\ndescription: x\nallowed-tools: [Read]\n---\n", "[Read]", "flow style"),
            ("---\nname: &n a\ndescription: x\n---\n", "", "anchor"),
            ("---\nname: a\ndescription: !!str x\n---\n", "", "tag"),
            ("---\nname: a\ndescription: x\ty\n---\n", "\ty", "a tab"),
            ("---\nname: a\ndescription: \"x\ty\" # z\tz\n---\n", "", ""),
            ("---\nname: a\ndescription: x\nname: a\n---\n", "name: a", "second time"),
            ("\u{feff}---\nname: a\ndescription: x\n---\n", "\u{feff}---", "start with"),
            ("---\nname: a\ndescription: x --- y\nversion: 1\n---\n", "", ""),
            ("---\nname: a\n---\n", "---", "`description` is missing"),
            ("---\nname: a\ndescription:\n---\n", "", "not empty"),
            ("---\nname: b\ndescription: x\n---\n", "b", "the directory's name"),
            ("---\nname: a\ndescription: x\nmetadata:\n  p:\n    q: 1\n  r:\n   s: 1\n---\n", "", "uneven"),
        ];
        for (text, blamed, why) in cases {
            let found = refused(text, "a");
            if why.is_empty() {
                assert!(found.is_empty(), "`---` ends it: {found:?}");
                continue;
            }
            assert!(
                found.iter().any(|(part, reason)| part.starts_with(blamed) && reason.contains(why)),
                "{text:?}: {found:?}"
            );
        }
    }

    #[test]
    fn the_specification_is_laxer_on_names() {
        for (name, dir) in [("8004", "8004"), ("' a '", "a"), ("é中文", "é中文"), ("ａ-b", "a-b")] {
            let text = format!("---\nname: {name}\ndescription: true\n---\n");
            assert_eq!(refused(&text, dir), [], "{name}");
        }
        for name in ["A", "-a", "a--b", "a_b", "a b"] {
            let text = format!("---\nname: {name}\ndescription: x\n---\n");
            assert!(!refused(&text, name).is_empty(), "{name}");
        }
    }
}
