//! Reading one settings file.

use std::collections::BTreeMap;

use super::choice::{Choice, wrong_word};
use super::dsh::DshLayer;
use super::prices::Prices;
use super::{Binding, DialectId, Lang, SettingsFile, ThemeId, WrittenKey};
use crate::diag::{Code, Diagnostic};
use crate::tokens::{self, Factors};
use crate::workspace::yaml::{self, Kind, Map, Node};

/// The keys of `skillstage.yml`.
const WORKSPACE_KEYS: [&str; 6] = ["dialect", "binding", "estimator", "calibration", "dsh", "prices"];

/// The keys of the personal file.
const PERSON_KEYS: [&str; 5] = ["lang", "theme", "mouse", "ascii", "keys"];

/// Whose file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Workspace,
    Person,
}

/// What a file sets.
#[derive(Debug, Default)]
pub(super) struct Layer {
    pub dialect: Option<DialectId>,
    pub binding: Option<Binding>,
    pub estimator: Option<String>,
    pub calibration: Option<Factors>,
    pub dsh: DshLayer,
    pub prices: Option<Prices>,
    pub lang: Option<Lang>,
    /// `Some(None)` is `auto`.
    pub theme: Option<Option<ThemeId>>,
    pub mouse: Option<bool>,
    pub ascii: Option<bool>,
    pub keys: Option<BTreeMap<String, WrittenKey>>,
}

/// Reads a file's text; what is wrong with it is added to `faults` in file order, and a key with a wrong value sets
/// nothing.
pub(super) fn read(file: &SettingsFile, owner: Owner, faults: &mut Vec<Diagnostic>) -> Layer {
    let before = faults.len();
    let layer = layer(file, owner, faults);
    faults[before..].sort_by(|a, b| a.place.cmp(&b.place));
    layer
}

fn layer(file: &SettingsFile, owner: Owner, faults: &mut Vec<Diagnostic>) -> Layer {
    let node = match yaml::parse(&file.text, yaml::Origin::file(&file.path)) {
        Ok(node) => node,
        Err(fault) => {
            faults.push(Diagnostic { code: Code::SettingsYaml, ..fault });
            return Layer::default();
        }
    };
    if node.is_null() {
        return Layer::default();
    }
    let Some(map) = node.as_map() else {
        let message = format!("the settings must be a mapping of keys, they are {}", node.describe());
        faults.push(Diagnostic::error(Code::SettingsValue, message).at(node.place(&file.path)));
        return Layer::default();
    };
    let mut reader = Reader { file: &file.path, map, faults };
    reader.keys_of(owner);
    match owner {
        Owner::Workspace => Layer {
            dialect: reader.choice("dialect"),
            binding: reader.choice("binding"),
            estimator: reader.estimator(),
            calibration: reader.calibration(),
            dsh: reader.dsh(),
            prices: reader.prices(),
            ..Layer::default()
        },
        Owner::Person => Layer {
            lang: reader.choice("lang"),
            theme: reader.choice("theme"),
            mouse: reader.flag("mouse"),
            ascii: reader.flag("ascii"),
            keys: reader.keys(),
            ..Layer::default()
        },
    }
}

pub(super) struct Reader<'a> {
    pub file: &'a str,
    pub map: &'a Map,
    pub faults: &'a mut Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    /// Reports the keys that have no effect in this file.
    fn keys_of(&mut self, owner: Owner) {
        let (own, other, place): (&[&str], &[&str], _) = match owner {
            Owner::Workspace => (&WORKSPACE_KEYS, &PERSON_KEYS, "your own `$XDG_CONFIG_HOME/skillstage/config.yml`"),
            Owner::Person => (&PERSON_KEYS, &WORKSPACE_KEYS, "the workspace's `skillstage.yml`"),
        };
        for entry in self.map.entries.iter().filter(|entry| other.contains(&entry.key.as_str())) {
            let message = format!("the key `{}` has no effect in this file", entry.key);
            let fault = Diagnostic::warning(Code::SettingsUnknownKey, message).at(entry.spot.place(self.file));
            self.faults.push(fault.help(format!("it belongs in {place}")));
        }
        let rest = self.map.entries.iter().filter(|entry| !other.contains(&entry.key.as_str()));
        let rest = Map { entries: rest.cloned().collect() };
        self.faults.extend(rest.unknown_keys(own, self.file, Code::SettingsUnknownKey));
    }

    /// The node of a key that is there and not empty.
    pub fn given(&self, key: &str) -> Option<&'a Node> {
        self.map.get(key).filter(|node| !node.is_null())
    }

    pub fn wrong(&mut self, node: &Node, message: String, help: Option<String>) {
        let help = help.filter(|help| !help.is_empty());
        let fault = Diagnostic::error(Code::SettingsValue, message).at(node.place(self.file));
        self.faults.push(Diagnostic { help, ..fault });
    }

    fn choice<T: Choice>(&mut self, key: &str) -> Option<T> {
        let known: Vec<&str> = T::WORDS.iter().map(|(word, _)| *word).collect();
        self.word(key, &known, T::parse)
    }

    fn estimator(&mut self) -> Option<String> {
        self.word("estimator", &tokens::CHOICES, tokens::full_name)
    }

    fn word<T>(&mut self, key: &str, known: &[&str], parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let node = self.given(key)?;
        let Some(word) = node.as_text() else {
            let message = format!("`{key}` must be one of {}, it is {}", known.join(", "), node.describe());
            self.wrong(node, message, None);
            return None;
        };
        let value = parse(word);
        if value.is_none() {
            let (message, help) = wrong_word(&format!("`{key}`"), word, known);
            self.wrong(node, message, help);
        }
        value
    }

    fn flag(&mut self, key: &str) -> Option<bool> {
        let node = self.given(key)?;
        let value = node.as_bool();
        if value.is_none() {
            self.wrong(node, format!("`{key}` must be true or false, it is {}", node.describe()), None);
        }
        value
    }

    /// `keys`: a digit may stand without quotes, as the keys of panels do.
    fn keys(&mut self) -> Option<BTreeMap<String, WrittenKey>> {
        let node = self.given("keys")?;
        let Some(map) = node.as_map() else {
            self.wrong(node, format!("`keys` must map actions to keys, it is {}", node.describe()), None);
            return None;
        };
        let mut keys = BTreeMap::new();
        for entry in &map.entries {
            match entry.value.scalar() {
                Some(scalar) if matches!(scalar.kind, Kind::Text | Kind::Int) && !scalar.text.is_empty() => {
                    let place = Some(entry.value.place(self.file));
                    keys.insert(entry.key.clone(), WrittenKey { text: scalar.text.clone(), place });
                }
                _ => {
                    let message = format!("the key of `{}` must be text, it is {}", entry.key, entry.value.describe());
                    let help = match entry.value.as_list() {
                        Some(_) => format!(
                            "write one key, such as `{}: x`; the action's arrows, Enter and F-keys work beside it",
                            entry.key
                        ),
                        None => "write the key's name in quotes".to_owned(),
                    };
                    self.wrong(&entry.value, message, Some(help));
                }
            }
        }
        Some(keys)
    }
}
