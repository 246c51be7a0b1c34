//! The steps of a scenario: what happens, and what must hold afterwards.

use std::sync::Arc;

use super::base::Base;
use super::base::{ReadFile, Reader};
use super::fields::given;
use super::file::{Act, Step};
use crate::diag::Diagnostic;
use crate::dialect::dsh::{FILESYSTEM, RootState, ToolView};
use crate::dialect::{Action, World};
use crate::prompt::Message;
use crate::settings::DialectId;
use crate::workspace::yaml::{Map, Node};
use crate::workspace::{Skill, SkillEdit};

/// The most steps of a scenario.
pub(super) const MAX_STEPS: usize = 1_000;

/// What happens in a step; it has one of these.
pub(super) const ACT_KEYS: [&str; 6] = ["user", "model", "load", "read", "list", "change"];
pub(super) const PROVIDER_KEYS: [&str; 3] = ["name", "state", "message"];
pub(super) const CHANGE_KEYS: [&str; 7] = ["add", "edit", "remove", "config", "tool", "provider", "compact"];

/// How a file says that a provider answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Complete,
    Incomplete,
    Failed,
}

const STATES: [(&str, Word); 3] =
    [("complete", Word::Complete), ("incomplete", Word::Incomplete), ("failed", Word::Failed)];

impl Word {
    /// The state of the provider of that name; the message of one that fails can be left out.
    fn of(self, provider: &str, message: Option<&str>) -> RootState {
        match self {
            Word::Complete => RootState::Ready,
            Word::Incomplete => RootState::Incomplete,
            Word::Failed => {
                message.map_or_else(|| RootState::failing(provider), |why| RootState::Failing(why.to_owned()))
            }
        }
    }
}

impl<R: ReadFile> Reader<'_, R> {
    /// The steps, on what the scenario starts with.
    pub(super) fn steps(&mut self, map: &Map, base: &Base) -> Vec<Step> {
        let nodes = self.fields.list(map, "steps");
        if let Some(first) = nodes.get(MAX_STEPS) {
            self.fields.fault(first, format!("a scenario has at most {MAX_STEPS} steps, this one has {}", nodes.len()));
        }
        nodes.iter().take(MAX_STEPS).filter_map(|node| self.step(node, base)).collect()
    }

    fn step(&mut self, node: &Node, base: &Base) -> Option<Step> {
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
            _ => self.change(value, base)?,
        };
        if act.is_of_sessions() && base.dialect() != DialectId::Dsh {
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

    fn change(&mut self, node: &Node, base: &Base) -> Option<Act> {
        let map = self.fields.map(node, "`change`", &CHANGE_KEYS)?;
        let key = self.only_key(node, map, "`change`", &CHANGE_KEYS)?;
        let value = map.get(key)?;
        match key {
            "add" => self.add(value),
            "edit" => self.edit(value),
            "remove" => Some(Act::Skill(SkillEdit::Remove(self.fields.text(map, key)?.to_owned()))),
            "tool" => {
                let words =
                    [("visible", ToolView::Visible), ("hidden", ToolView::Hidden), ("shadowed", ToolView::Shadowed)];
                self.word(map, key, words).map(Act::Tool)
            }
            "provider" => self.provider(map, value, base),
            "config" => self.content_of(value).map(|text| Act::Config(text.into())),
            _ => self.is_true(value, key).then_some(Act::Compact),
        }
    }

    /// The state of the workspace's provider, or `name`, `state` and, for one that fails, `message`.
    fn provider(&mut self, change: &Map, value: &Node, base: &Base) -> Option<Act> {
        if value.as_map().is_none() {
            let state = self.word(change, "provider", STATES)?;
            return Some(Act::Provider { name: FILESYSTEM.to_owned(), state: state.of(FILESYSTEM, None) });
        }
        let map = self.fields.map(value, "`provider`", &PROVIDER_KEYS)?;
        let name = self.fields.required_text(value, map, "name");
        self.fields.required_text(value, map, "state");
        let state = self.word(map, "state", STATES);
        let message = self.fields.text(map, "message");
        let (name, state) = (name?, state?);
        let known = base.places.providers(&World::default());
        if known.iter().all(|provider| provider.name != name) {
            let known: Vec<&str> = known.iter().map(|provider| provider.name.as_str()).collect();
            let message = format!("no root has the provider `{name}`; there is {}", known.join(", "));
            self.fields.fault(map.get("name").unwrap_or(value), message);
        }
        if let (Some(_), false, Some(node)) = (message, state == Word::Failed, map.get("message")) {
            self.fields.fault(node, "only a provider that is `failed` has a `message`");
        }
        Some(Act::Provider { name: name.to_owned(), state: state.of(name, message) })
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
            Ok(skill) => Some(Act::Skill(SkillEdit::Put(Arc::new(skill)))),
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
        let (skill, description) = (skill?.to_owned(), description.map(str::to_owned));
        Some(Act::Skill(SkillEdit::Edit { skill, description, body }))
    }
}
