//! The front matter's fields, judged one by one (U2).

use super::opening;
use crate::diag::{Code, Diagnostic, Edit, Fix};
use crate::text::first_hidden;
use crate::workspace::yaml::{Entry, Kind, Map, Node, Scalar, Value, nearest_key};

/// Longest name, in characters.
const NAME_CHARS: usize = 64;
/// Longest description without a warning, in characters.
const DESCRIPTION_CHARS: usize = 1024;
/// Longest compatibility note without a warning, in characters.
const COMPATIBILITY_CHARS: usize = 500;

/// What valid front matter holds.
pub struct Fields {
    /// `name`.
    pub name: String,
    /// `description`.
    pub description: String,
    /// Every other key, for display.
    pub extra: Vec<(String, String)>,
    /// What loads with a warning.
    pub warnings: Vec<Diagnostic>,
}

/// Judges the keys of `file`, which stands in the directory `dir`.
///
/// # Errors
/// Every error of `name` and `description`.
pub fn judge(front: &Map, dir: &str, file: &str) -> Result<Fields, Vec<Diagnostic>> {
    let name = name(front, dir, file);
    let description = description(front, file);
    let (name, description) = match (name, description) {
        (Ok(name), Ok(description)) => (name, description),
        (name, description) => return Err([name.err(), description.err()].into_iter().flatten().collect()),
    };
    let others = front.entries.iter().filter(|entry| !is_required(entry));
    Ok(Fields {
        warnings: warnings(front, &description, file),
        extra: others.map(|entry| (entry.key.clone(), entry.value.compact())).collect(),
        name,
        description,
    })
}

fn is_required(entry: &Entry) -> bool {
    entry.key_is_text && matches!(entry.key.as_str(), "name" | "description")
}

fn name(front: &Map, dir: &str, file: &str) -> Result<String, Diagnostic> {
    let node = required(front, "name", Code::NameMissing, file)?;
    let Some(name) = node.as_text() else { return Err(not_text(node, "name", Code::NameNotText, file)) };
    let error = |code, message: String| Diagnostic::error(code, message).at(node.place(file));
    let length = name.chars().count();
    if length > NAME_CHARS {
        return Err(error(
            Code::NameTooLong,
            format!("`name` has {length} characters; at most {NAME_CHARS} are allowed"),
        ));
    }
    if !is_name(name) {
        let message =
            format!("`name` is `{name}`; it must be lower-case letters and digits, words joined by single hyphens");
        let error = error(Code::NameInvalid, message);
        return Err(match as_name(name) {
            Some(better) if better == dir => {
                let edit = Edit { start: node.bytes.start, end: node.bytes.end, text: better.clone() };
                error
                    .help(format!("write `name: {better}`, as the directory is named"))
                    .fix(Fix { title: "write the directory's name".to_owned(), edits: vec![edit] })
            }
            Some(better) => error.help(format!("write `name: {better}`, and name the directory so too")),
            None => error,
        });
    }
    if name != dir {
        let message = format!("`name` is `{name}` but the directory is `{dir}`; the two must be equal");
        let help = match is_name(dir) {
            true => format!("write `name: {dir}`, or rename the directory to `{name}`"),
            false => format!("rename the directory to `{name}`"),
        };
        return Err(error(Code::NameMismatch, message).help(help));
    }
    Ok(name.to_owned())
}

fn description(front: &Map, file: &str) -> Result<String, Diagnostic> {
    let node = required(front, "description", Code::DescriptionMissing, file)?;
    let empty = || {
        let help = "say in a sentence or two what the skill does and when to use it";
        Diagnostic::error(Code::DescriptionEmpty, "`description` is empty").at(node.place(file)).help(help)
    };
    if node.is_null() {
        return Err(empty());
    }
    match node.as_text() {
        None => Err(not_text(node, "description", Code::DescriptionNotText, file)),
        Some(text) if text.trim().is_empty() => Err(empty()),
        Some(text) => Ok(text.to_owned()),
    }
}

fn required<'a>(front: &'a Map, key: &str, code: Code, file: &str) -> Result<&'a Node, Diagnostic> {
    if let Some(node) = front.get(key) {
        return Ok(node);
    }
    let error = Diagnostic::error(code, format!("the front matter has no `{key}`"));
    let others = || front.entries.iter().filter(|entry| !is_required(entry));
    let mut in_another_case = others().filter(|entry| entry.key.eq_ignore_ascii_case(key));
    if let (Some(entry), None) = (in_another_case.next(), in_another_case.next()) {
        let edit = Edit { start: entry.key_bytes.start, end: entry.key_bytes.end, text: key.to_owned() };
        let fix = Fix { title: format!("write `{key}` in place of `{}`", entry.key), edits: vec![edit] };
        let help = format!("did you mean `{key}` where `{}` stands?", entry.key);
        return Err(error.at(entry.spot.place(file)).help(help).fix(fix));
    }
    Err(match others().find(|entry| nearest_key(&entry.key, &[key]).is_some()) {
        Some(entry) => {
            error.at(entry.spot.place(file)).help(format!("did you mean `{key}` where `{}` stands?", entry.key))
        }
        None => error.at(opening(file)).help(format!("add a line `{key}: …`")),
    })
}

fn not_text(node: &Node, key: &str, code: Code, file: &str) -> Diagnostic {
    let error = Diagnostic::error(code, format!("`{key}` is {}, not text", node.describe())).at(node.place(file));
    match &node.value {
        Value::Scalar(Scalar { kind: Kind::Null, .. }) => error.help(format!("give `{key}` a value")),
        Value::Scalar(scalar) => {
            let quoted = format!("\"{}\"", scalar.text);
            let edit = Edit { start: node.bytes.start, end: node.bytes.end, text: quoted.clone() };
            error
                .help(format!("quote it: {key}: {quoted}"))
                .fix(Fix { title: "quote the value".into(), edits: vec![edit] })
        }
        _ => error.help(format!("write `{key}` as text; quote it if it starts with `[` or `{{`")),
    }
}

fn warnings(front: &Map, description: &str, file: &str) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for Entry { key, spot, value, .. } in &front.entries {
        let length = description.chars().count();
        if key == "description" && length > DESCRIPTION_CHARS {
            let message =
                format!("`description` has {length} characters; more than {DESCRIPTION_CHARS} are discouraged");
            warnings.push(Diagnostic::warning(Code::DescriptionLong, message).at(value.place(file)));
        }
        if key == "compatibility" {
            warnings.extend(
                compatibility(value)
                    .map(|message| Diagnostic::warning(Code::CompatibilityInvalid, message).at(value.place(file))),
            );
        }
        if let Some(character) = first_hidden(key).or_else(|| hidden_inside(value)) {
            let message = format!("`{key}` holds the hidden character U+{:04X}", u32::from(character));
            warnings.push(Diagnostic::warning(Code::ControlCharacters, message).at(spot.place(file)));
        }
    }
    warnings
}

fn compatibility(value: &Node) -> Option<String> {
    let Some(text) = value.as_text() else { return Some(format!("`compatibility` is {}, not text", value.describe())) };
    let length = text.chars().count();
    (length > COMPATIBILITY_CHARS)
        .then(|| format!("`compatibility` has {length} characters; more than {COMPATIBILITY_CHARS} are discouraged"))
}

fn hidden_inside(node: &Node) -> Option<char> {
    match &node.value {
        Value::Scalar(scalar) => first_hidden(&scalar.text),
        Value::List(items) => items.iter().find_map(hidden_inside),
        Value::Map(map) => {
            map.entries.iter().find_map(|entry| first_hidden(&entry.key).or_else(|| hidden_inside(&entry.value)))
        }
    }
}

/// Whether a skill may be named so (U2): `[a-z0-9]+(-[a-z0-9]+)*`.
pub fn is_name(name: &str) -> bool {
    let word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    name.split('-').all(word)
}

/// The name that was probably meant: lower case, everything else as hyphens.
fn as_name(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let better = words.join("-");
    (is_name(&better) && name.is_ascii()).then_some(better)
}
