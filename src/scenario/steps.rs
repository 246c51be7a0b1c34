//! The steps of a scenario: what happens, and what must hold afterwards.

use std::sync::Arc;

use super::base::{ReadFile, Reader};
use super::fields::given;
use super::file::{Act, Step};
use crate::diag::Diagnostic;
use crate::dialect::Action;
use crate::dialect::dsh::ToolView;
use crate::prompt::Message;
use crate::settings::DialectId;
use crate::workspace::Skill;
use crate::workspace::yaml::{Map, Node};

/// The most steps of a scenario.
pub(super) const MAX_STEPS: usize = 1_000;

/// What happens in a step; it has one of these.
pub(super) const ACT_KEYS: [&str; 6] = ["user", "model", "load", "read", "list", "change"];
pub(super) const CHANGE_KEYS: [&str; 7] = ["add", "edit", "remove", "config", "tool", "provider", "compact"];

impl<R: ReadFile> Reader<'_, R> {
    pub(super) fn steps(&mut self, map: &Map, dialect: DialectId) -> Vec<Step> {
        let nodes = self.fields.list(map, "steps");
        if let Some(first) = nodes.get(MAX_STEPS) {
            self.fields.fault(first, format!("a scenario has at most {MAX_STEPS} steps, this one has {}", nodes.len()));
        }
        nodes.iter().take(MAX_STEPS).filter_map(|node| self.step(node, dialect)).collect()
    }

    fn step(&mut self, node: &Node, dialect: DialectId) -> Option<Step> {
        let known: Vec<&str> = ["say", "expect"].into_iter().chain(ACT_KEYS).collect();
        let map = self.fields.map(node, "a step", &known)?;
        let say = self.fields.text(map, "say").map(str::to_owned);
        let expect = self.expect(map);
        let place = node.place(self.fields.file);
        let key = self.only_key(node, map, "a step", &ACT_KEYS)?;
        let value = map.get(key)?;
        let act = match key {
            "user" => self.user(map, value)?,
            "model" => Act::Model(self.fields.text(map, key)?.to_owned()),
            "load" => Act::Ask(self.texts(value, key)?.into_iter().map(|name| Action::Load { name }).collect()),
            "read" => Act::Ask(self.reads(value)?),
            "list" => self.is_true(value, key).then(|| Act::Ask(vec![Action::List]))?,
            _ => self.change(value)?,
        };
        if act.is_of_sessions() && dialect != DialectId::Dsh {
            self.fields.fault(value, "only a session has this change; it needs `dialect: dsh`");
        }
        Some(Step { say, act, expect, place })
    }

    /// References as `skill/references/file.md`.
    fn reads(&mut self, value: &Node) -> Option<Vec<Action>> {
        let texts = self.texts(value, "read")?;
        let reads = texts.into_iter().map(|text| match text.split_once('/') {
            Some((name, path)) => Some(Action::Read { name: name.to_owned(), path: path.to_owned() }),
            None => {
                self.fields.fault(value, format!("`read` names `{text}`; write SKILL/references/FILE"));
                None
            }
        });
        reads.collect()
    }

    /// A message, or its text alone.
    fn user(&mut self, map: &Map, value: &Node) -> Option<Act> {
        let message = match value.as_map() {
            Some(item) => {
                self.fields.required_text(value, item, "text")?;
                self.one_message(value, "`user`")
            }
            None => Message { text: self.fields.text(map, "user")?.to_owned(), ..Message::default() },
        };
        Some(Act::User(message))
    }

    /// One text or a list of texts.
    fn texts(&mut self, value: &Node, key: &str) -> Option<Vec<String>> {
        let nodes = value.as_list().unwrap_or(std::slice::from_ref(value));
        let texts: Option<Vec<String>> = nodes.iter().map(|node| node.as_text().map(str::to_owned)).collect();
        if texts.as_ref().is_none_or(Vec::is_empty) {
            let message = format!("`{key}` must be a name or a list of names, it is {}", value.describe());
            self.fields.fault(value, message);
            return None;
        }
        texts
    }

    /// A key that is there or not and says nothing else.
    fn is_true(&mut self, value: &Node, key: &str) -> bool {
        let is_true = value.as_bool() == Some(true);
        if !is_true {
            self.fields.fault(value, format!("`{key}` can only be true, it is {}", value.describe()));
        }
        is_true
    }

    fn change(&mut self, node: &Node) -> Option<Act> {
        let map = self.fields.map(node, "`change`", &CHANGE_KEYS)?;
        let key = self.only_key(node, map, "`change`", &CHANGE_KEYS)?;
        let value = map.get(key)?;
        match key {
            "add" => self.add(value),
            "edit" => self.edit(value),
            "remove" => Some(Act::Remove(self.fields.text(map, key)?.to_owned())),
            "tool" => {
                let words =
                    [("visible", ToolView::Visible), ("hidden", ToolView::Hidden), ("shadowed", ToolView::Shadowed)];
                self.word(map, key, words).map(Act::Tool)
            }
            "provider" => self.word(map, key, [("complete", false), ("incomplete", true)]).map(Act::Incomplete),
            "config" => self.content_of(value).map(|text| Act::Config(text.into())),
            _ => self.is_true(value, key).then_some(Act::Compact),
        }
    }

    /// The text of a config: as it stands, or `file` in the workspace.
    fn content_of(&mut self, value: &Node) -> Option<String> {
        match value.as_map() {
            Some(_) => {
                let map = self.fields.map(value, "`config`", &["file"])?;
                let file = self.fields.required_text(value, map, "file")?;
                self.file(map.get("file").unwrap_or(value), file)
            }
            None => value.as_text().map(str::to_owned).or_else(|| {
                self.fields.fault(value, format!("`config` must be text or `{{file: …}}`, it is {}", value.describe()));
                None
            }),
        }
    }

    pub(super) fn word<T: Copy, const N: usize>(&mut self, map: &Map, key: &str, words: [(&str, T); N]) -> Option<T> {
        let word = self.fields.text(map, key)?;
        let found = words.iter().find(|(known, _)| *known == word).map(|(_, value)| *value);
        if let (None, Some(node)) = (found, map.get(key)) {
            let known = words.map(|(word, _)| word).join(", ");
            self.fields.fault(node, format!("`{key}` is `{word}`; it must be one of {known}"));
        }
        found
    }

    fn add(&mut self, node: &Node) -> Option<Act> {
        let map = self.fields.map(node, "`add`", &["skill", "description", "body"])?;
        let name = self.fields.required_text(node, map, "skill");
        let description = self.fields.required_text(node, map, "description");
        let body = self.fields.required_text(node, map, "body");
        match Skill::written(name?, description?, body?) {
            Ok(skill) => Some(Act::Add(Arc::new(skill))),
            Err(faults) => {
                // Their places count in a file that does not exist.
                let at = node.place(self.fields.file);
                let faults = faults.into_iter().map(|fault| Diagnostic { place: Some(at.clone()), fix: None, ..fault });
                self.fields.faults.extend(faults);
                None
            }
        }
    }

    fn edit(&mut self, node: &Node) -> Option<Act> {
        let map = self.fields.map(node, "`edit`", &["skill", "description", "body"])?;
        let skill = self.fields.required_text(node, map, "skill");
        let description = given(map, "description").and_then(|_| self.fields.required_text(node, map, "description"));
        let body = self.fields.text(map, "body").map(str::to_owned);
        if given(map, "description").is_none() && given(map, "body").is_none() {
            self.fields.fault(node, "`edit` changes a `description` or a `body`, or both");
        }
        Some(Act::Edit { skill: skill?.to_owned(), description: description.map(str::to_owned), body })
    }
}
