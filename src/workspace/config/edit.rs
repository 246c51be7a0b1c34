//! Edits of `skills_config.yml` that change what they are asked to and nothing else: comments, order, quoting, line ends
//! and every other line stay as they are, byte for byte.
//!
//! An edit is a few insertions and removals at the places where the parser found things. Its result is read again: where
//! the config does not mean exactly what was asked for (a list shared through an alias, say), the edit is refused and
//! nothing changes. We do not use a library that edits its own syntax tree: it would be a second reader of the file, whose
//! verdicts differ from ours, and the one that was tried takes comments along with the item beside them, refuses a file of
//! comments alone, and breaks the indentation of lists in brackets over several lines.

mod list;
mod splice;

use super::read::{KEYS, Where};
use super::{Config, Limits, read};
use crate::diag::{Code, Diagnostic, Place};
use crate::workspace::yaml::{self, Map, Node, Origin, Value, scalar};
use splice::Splices;

/// A limit of the config.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// `body_bytes`.
    BodyBytes,
    /// `reference_bytes`.
    ReferenceBytes,
    /// `max_skills`.
    MaxSkills,
    /// `max_rounds`.
    MaxRounds,
    /// `max_tokens`.
    MaxTokens,
}

impl Limit {
    /// All, in the order of the config.
    pub const ALL: [Limit; 5] =
        [Limit::BodyBytes, Limit::ReferenceBytes, Limit::MaxSkills, Limit::MaxRounds, Limit::MaxTokens];

    /// Its key.
    pub fn key(self) -> &'static str {
        super::read::LIMIT_KEYS[self as usize]
    }

    /// Its value among `limits`.
    pub fn of(self, limits: &Limits) -> u64 {
        match self {
            Limit::BodyBytes => limits.body_bytes,
            Limit::ReferenceBytes => limits.reference_bytes,
            Limit::MaxSkills => limits.max_skills as u64,
            Limit::MaxRounds => limits.max_rounds as u64,
            Limit::MaxTokens => limits.max_tokens as u64,
        }
    }

    /// How far a person moves it at once: 500 tokens, 1,024 bytes, one skill or round.
    pub fn step(self) -> u64 {
        match self {
            Limit::BodyBytes | Limit::ReferenceBytes => 1_024,
            Limit::MaxSkills | Limit::MaxRounds => 1,
            Limit::MaxTokens => 500,
        }
    }

    fn set(self, limits: &mut Limits, value: u64) {
        let count = usize::try_from(value).unwrap_or(usize::MAX);
        match self {
            Limit::BodyBytes => limits.body_bytes = value,
            Limit::ReferenceBytes => limits.reference_bytes = value,
            Limit::MaxSkills => limits.max_skills = count,
            Limit::MaxRounds => limits.max_rounds = count,
            Limit::MaxTokens => limits.max_tokens = count,
        }
    }
}

/// One edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigEdit {
    /// Sets `enabled`.
    Enabled(bool),
    /// Puts a skill into a list, at its end, or takes it out.
    Name {
        /// The list.
        list: Where,
        /// The skill.
        name: String,
        /// Whether it stands in the list afterwards.
        stands: bool,
    },
    /// Sets a limit; at most its ceiling (U9).
    Limit(Limit, u64),
}

impl ConfigEdit {
    /// `config` as the edit leaves it.
    pub fn applied(&self, config: &Config) -> Config {
        let mut config = config.clone();
        match self {
            ConfigEdit::Enabled(enabled) => config.enabled = *enabled,
            ConfigEdit::Limit(limit, value) => limit.set(&mut config.limits, *value),
            ConfigEdit::Name { list: Where::Allowlist, name, stands: true } => {
                config.allowlist.insert(name.clone());
            }
            ConfigEdit::Name { list: Where::Allowlist, name, stands: false } => {
                config.allowlist.remove(name);
            }
            ConfigEdit::Name { list: Where::Always, name, stands } => put(&mut config.always, name, *stands),
            ConfigEdit::Name { list: Where::Scene(scene), name, stands } => {
                if *stands || config.scenes.contains_key(scene) {
                    put(config.scenes.entry(scene.clone()).or_default(), name, *stands);
                }
            }
        }
        config
    }

    /// Whether `other` is about the same thing, so that the later of the two decides.
    pub fn is_about_the_same(&self, other: &ConfigEdit) -> bool {
        use ConfigEdit::{Enabled, Limit, Name};
        match (self, other) {
            (Enabled(_), Enabled(_)) => true,
            (Limit(one, _), Limit(two, _)) => one == two,
            (Name { list: one, name: a, .. }, Name { list: two, name: b, .. }) => one == two && a == b,
            _ => false,
        }
    }
}

fn put(names: &mut Vec<String>, name: &str, stands: bool) {
    match stands {
        true if names.iter().any(|known| known == name) => {}
        true => names.push(name.to_owned()),
        false => names.retain(|known| known != name),
    }
}

/// The text of the config after `edit`; `file` is how diagnostics call it. Where it says so already, the text as it is.
///
/// # Errors
/// What breaks the config (U12); `config-not-editable` where the edit would change anything else.
pub fn edited(text: &str, file: &str, edit: &ConfigEdit) -> Result<String, Diagnostic> {
    let before = read(text, file)?.config;
    let wanted = edit.applied(&before);
    if wanted == before {
        return Ok(text.to_owned());
    }
    let root = yaml::parse(text, Origin::file(file))?;
    let written = write(text, &root, edit).filter(|written| says(written, file, &wanted, &root));
    written.ok_or_else(|| {
        let message = "this edit cannot be made without changing something else of the file";
        Diagnostic::error(Code::ConfigNotEditable, message)
            .at(Place::file(file))
            .help("edit the file by hand: it shares lists through aliases, or is laid out in an unusual way")
    })
}

/// Whether `text` means `wanted`, and what the host does not know stands in it as before.
fn says(text: &str, file: &str, wanted: &Config, before: &Node) -> bool {
    let Ok(after) = yaml::parse(text, Origin::file(file)) else { return false };
    let is_meant = |config: Config| Config { source: wanted.source, ..config } == *wanted;
    read(text, file).is_ok_and(|read| is_meant(read.config)) && strangers(&after) == strangers(before)
}

/// The keys that the host does not know, with their values.
fn strangers(root: &Node) -> Vec<(&str, String)> {
    let entries = root.as_map().map_or(&[][..], |map| &map.entries);
    let strange = entries.iter().filter(|entry| !KEYS.contains(&entry.key.as_str()));
    strange.map(|entry| (entry.key.as_str(), entry.value.compact())).collect()
}

fn write(text: &str, root: &Node, edit: &ConfigEdit) -> Option<String> {
    let mut at = Splices::new(text);
    match edit {
        ConfigEdit::Enabled(enabled) => set(&mut at, root, "enabled", &enabled.to_string())?,
        ConfigEdit::Limit(limit, value) => set_below(&mut at, root, "limits", limit.key(), &value.to_string())?,
        ConfigEdit::Name { list, name, stands } => {
            let (key, scene) = match list {
                Where::Allowlist => ("allowlist", None),
                Where::Always => ("always", None),
                Where::Scene(scene) => ("scenes", Some(scene.as_str())),
            };
            let value = value(root, key);
            let place = match scene {
                None => value,
                Some(scene) => value.and_then(|scenes| self::value(scenes, scene)),
            };
            match (place.map(|node| (node, node.as_list())), stands) {
                (Some((node, Some(items))), true) => list::put(&mut at, node, items, name)?,
                (Some((node, Some(items))), false) => {
                    list::take(&mut at, key_end(root, key, scene)?, node, items, name)?
                }
                (_, true) => {
                    let names = format!("[{}]", scalar(name));
                    match scene {
                        None => set(&mut at, root, key, &names)?,
                        Some(scene) => set_below(&mut at, root, key, scene, &names)?,
                    }
                }
                (_, false) => return None,
            }
        }
    }
    Some(at.finish())
}

fn value<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    node.as_map()?.get(key)
}

/// The byte behind the key of a list.
fn key_end(root: &Node, key: &str, scene: Option<&str>) -> Option<usize> {
    let entry = root.as_map()?.entry(key)?;
    let entry = match scene {
        Some(scene) => entry.value.as_map()?.entry(scene)?,
        None => entry,
    };
    Some(entry.key_bytes.end)
}

/// Gives `key` a scalar or a list on one line, whether it stands there, is empty or is missing.
fn set(at: &mut Splices, node: &Node, key: &str, value: &str) -> Option<()> {
    match &node.value {
        Value::Map(map) => set_in(at, node, map, key, value),
        // A file without any value: comments, white space, nothing.
        _ if node.is_null() && node.bytes.is_empty() => {
            at.line_at_end(&format!("{}: {value}", scalar(key)));
            Some(())
        }
        _ => None,
    }
}

fn set_in(at: &mut Splices, node: &Node, map: &Map, key: &str, value: &str) -> Option<()> {
    let Some(entry) = map.entry(key) else { return add(at, node, map, key, value) };
    if entry.value.bytes.is_empty() {
        let colon = at.colon_after(entry.key_bytes.end)?;
        at.insert(colon, &format!(" {value}"));
    } else {
        at.replace(entry.value.bytes.clone(), value);
    }
    Some(())
}

/// The same for a key below another.
fn set_below(at: &mut Splices, root: &Node, outer: &str, key: &str, value: &str) -> Option<()> {
    let found = self::value(root, outer);
    match found {
        Some(node) if node.as_map().is_some() => set(at, node, key, value),
        Some(node) if !node.is_null() => None,
        _ => set(at, root, outer, &format!("{{{}: {value}}}", scalar(key))),
    }
}

/// Adds an entry behind the last one.
fn add(at: &mut Splices, node: &Node, map: &Map, key: &str, value: &str) -> Option<()> {
    let entry = format!("{}: {value}", scalar(key));
    let is_flow = at.starts_with(node, '{');
    let Some(last) = map.entries.last() else {
        at.insert(node.bytes.start + 1, &entry);
        return is_flow.then_some(());
    };
    let end = match last.value.bytes.is_empty() {
        true => at.colon_after(last.key_bytes.end)?,
        false => at.content_end(&last.value),
    };
    if is_flow {
        at.insert(end, &format!(", {entry}"));
        return Some(());
    }
    let indent = at.indent_of(map.entries.first()?.key_bytes.start)?.to_owned();
    at.line_after(end, &format!("{indent}{entry}"));
    Some(())
}

#[cfg(test)]
mod tests;
