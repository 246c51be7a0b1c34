//! Reading the keys of a scenario file: typed values out, everything wrong collected with its place.

use crate::diag::{Code, Diagnostic, Severity};
use crate::workspace::yaml::{Map, Node};

/// Reads the values of one file and collects what is wrong with them.
pub(super) struct Fields<'a> {
    /// The file, as diagnostics name it.
    pub file: &'a str,
    /// What is wrong so far.
    pub faults: Vec<Diagnostic>,
}

impl<'a> Fields<'a> {
    pub fn new(file: &'a str) -> Fields<'a> {
        Fields { file, faults: Vec::new() }
    }

    /// Notes that `node` has a value that is not allowed.
    pub fn fault(&mut self, node: &Node, message: impl Into<String>) {
        self.faults.push(Diagnostic::error(Code::ScenarioValue, message).at(node.place(self.file)));
    }

    /// A mapping with no other keys than `known`.
    pub fn map<'n>(&mut self, node: &'n Node, what: &str, known: &[&str]) -> Option<&'n Map> {
        let Some(map) = node.as_map() else {
            self.fault(node, format!("{what} must be a mapping of keys, it is {}", node.describe()));
            return None;
        };
        let unknown = map.unknown_keys(known, self.file, Code::ScenarioUnknownKey);
        self.faults.extend(unknown.into_iter().map(|fault| Diagnostic { severity: Severity::Error, ..fault }));
        Some(map)
    }

    /// The items of a list; none where the key is missing or empty.
    pub fn list<'n>(&mut self, map: &'n Map, key: &str) -> &'n [Node] {
        let Some(node) = given(map, key) else { return &[] };
        node.as_list().unwrap_or_else(|| {
            self.fault(node, format!("`{key}` must be a list, it is {}", node.describe()));
            &[]
        })
    }

    /// A text; a number or truth value is none until it is quoted.
    pub fn text<'n>(&mut self, map: &'n Map, key: &str) -> Option<&'n str> {
        let node = given(map, key)?;
        let text = node.as_text();
        if text.is_none() {
            let message = format!("`{key}` must be text, it is {}", node.describe());
            let fault = Diagnostic::error(Code::ScenarioValue, message).at(node.place(self.file));
            self.faults.push(if node.scalar().is_some() { fault.help("quote it") } else { fault });
        }
        text
    }

    /// A text that must be there and not be empty; `of` is the mapping it is missing from.
    pub fn required_text<'n>(&mut self, of: &Node, map: &'n Map, key: &str) -> Option<&'n str> {
        let faults = self.faults.len();
        let text = self.text(map, key);
        match text {
            Some("") => self.fault(map.get(key).unwrap_or(of), format!("`{key}` is empty")),
            None if self.faults.len() == faults => self.fault(of, format!("`{key}` is missing")),
            _ => {}
        }
        text.filter(|text| !text.is_empty())
    }

    /// A truth value; missing is false.
    pub fn flag(&mut self, map: &Map, key: &str) -> bool {
        let Some(node) = given(map, key) else { return false };
        node.as_bool().unwrap_or_else(|| {
            self.fault(node, format!("`{key}` must be true or false, it is {}", node.describe()));
            false
        })
    }

    /// A count; missing is 0.
    pub fn count(&mut self, map: &Map, key: &str) -> u32 {
        let Some(node) = given(map, key) else { return 0 };
        node.as_int().and_then(|number| u32::try_from(number).ok()).unwrap_or_else(|| {
            self.fault(node, format!("`{key}` must be a whole number from 0, it is {}", node.describe()));
            0
        })
    }
}

/// The value of a key that is there and not empty.
pub(super) fn given<'n>(map: &'n Map, key: &str) -> Option<&'n Node> {
    map.get(key).filter(|node| !node.is_null())
}
