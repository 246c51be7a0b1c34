//! A prepared session (S1): a scenario of the dsh dialect whose `steps` are played one by one.

use std::sync::Arc;

use super::base::{self, Base, ReadFile, Reader};
use super::fields::given;
use crate::diag::{Code, Diagnostic, Place};
use crate::dialect::Action;
use crate::dialect::dsh::ToolView;
use crate::driver::Move;
use crate::prompt::Message;
use crate::settings::{Choice as _, DialectId};
use crate::turn::{Change, Event, Turn};
use crate::workspace::yaml::{Map, Node};
use crate::workspace::{Skill, Workspace};

/// The session that the stage offers.
const PREPARED: &str = "scenarios/dsh-session.yml";

/// The most steps of a session.
const MAX_STEPS: usize = 1_000;

const STEP_KEYS: [&str; 5] = ["say", "user", "model", "load", "change"];
const CHANGE_KEYS: [&str; 6] = ["add", "edit", "remove", "tool", "provider", "compact"];

/// A session that is ready to be played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Session {
    /// The file, relative to the workspace.
    pub file: String,
    /// What it starts with: title, scene, host prompts, context, history, and the message that opens it, which is a
    /// first step `user` or else the base's.
    pub base: Base,
    /// What the opening shows, for the person who watches.
    pub say: Option<String>,
    /// What follows the opening message, in order.
    pub steps: Vec<SessionStep>,
}

/// One step of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionStep {
    /// What it shows, for the person who watches.
    pub say: Option<String>,
    /// What happens.
    pub act: Act,
    /// Where it stands.
    pub place: Place,
}

/// What happens in a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// The user goes on with this message, after a reply.
    User(Message),
    /// The model responds with this.
    Model(String),
    /// The model loads these skills, in one response.
    Load(Vec<String>),
    /// A skill is there from here on.
    Add(Arc<Skill>),
    /// A skill has this description or body from here on.
    Edit {
        /// Its name.
        skill: String,
        /// The new description, if it changes.
        description: Option<String>,
        /// The new body, if it changes.
        body: Option<String>,
    },
    /// A skill is gone from here on.
    Remove(String),
    /// The tool is shown, hidden or shadowed.
    Tool(ToolView),
    /// A provider answers incompletely, or with all it has again.
    Incomplete(bool),
    /// Earlier messages give way to a summary.
    Compact,
}

/// Reads a session; `file` is relative to the workspace, such as `scenarios/dsh-session.yml`. The file that it extends
/// lies beside it.
///
/// # Errors
/// Everything that is wrong with the file, or with the one that it extends, in file order, with line and column.
pub fn load_session(workspace: &Workspace, file: &str) -> Result<Session, Vec<Diagnostic>> {
    let read = |file: &str, most| workspace.read_file(file, most);
    match read(file, base::MAX_FILE).map_err(|fault| vec![fault])? {
        Some(text) => parse(file, &text, read),
        None => {
            let fault = Diagnostic::error(Code::FileUnreadable, "the workspace has no such session");
            Err(vec![
                fault.at(Place::file(file)).help("name a file of the workspace, such as scenarios/dsh-session.yml"),
            ])
        }
    }
}

/// Reads the session that the stage offers, `scenarios/dsh-session.yml`; `None` where there is no such file.
///
/// # Errors
/// As [`load_session`].
pub fn prepared_session(workspace: &Workspace) -> Result<Option<Session>, Vec<Diagnostic>> {
    let read = |file: &str, most| workspace.read_file(file, most);
    let text = read(PREPARED, base::MAX_FILE).map_err(|fault| vec![fault])?;
    text.map(|text| parse(PREPARED, &text, read)).transpose()
}

fn parse(file: &str, text: &str, read: impl ReadFile) -> Result<Session, Vec<Diagnostic>> {
    let root = base::tree(file, text)?;
    let mut reader = Reader::new(file, read);
    let known: Vec<&str> = base::KEYS.into_iter().chain(base::SCENARIO_KEYS).collect();
    let Some(map) = reader.fields.map(&root, "the file", &known) else { return reader.finish(Session::default()) };
    let own = reader.shared(&root, map);
    reader.is_dsh(&root, map);
    let base = overridden(reader.extended(map)?, own, map);
    let mut steps = reader.steps(map);
    let mut session = Session { file: file.to_owned(), base, ..Session::default() };
    if let Some(SessionStep { act: Act::User(_), .. }) = steps.first() {
        let SessionStep { say, act, .. } = steps.remove(0);
        session.say = say;
        if let Act::User(message) = act {
            session.base.message = message;
        }
    }
    session.steps = steps;
    reader.finish(session)
}

/// The parts of the extended file, but for those that the file has itself.
fn overridden(base: Base, own: Base, map: &Map) -> Base {
    let has = |key| given(map, key).is_some();
    let mut merged = Base {
        title: own.title.or(base.title),
        scene: own.scene.or(base.scene),
        host: base.host,
        message: if has("message") { own.message } else { base.message },
        places: if has("dsh") { own.places } else { base.places },
    };
    if has("prompts") {
        merged.host.prompts = own.host.prompts;
    }
    if has("context") {
        merged.host.context = own.host.context;
    }
    if has("history") {
        merged.host.history = own.host.history;
    }
    merged
}

impl<R: ReadFile> Reader<'_, R> {
    fn is_dsh(&mut self, root: &Node, map: &Map) {
        let dialect = given(map, "dialect");
        if dialect.and_then(Node::as_text) != Some(DialectId::Dsh.word()) {
            self.fields.fault(dialect.unwrap_or(root), "a session needs `dialect: dsh`: no other host has sessions");
        }
    }

    /// The file that this one extends; an empty one without.
    ///
    /// # Errors
    /// What is wrong with that file.
    fn extended(&mut self, map: &Map) -> Result<Base, Vec<Diagnostic>> {
        let (Some(name), Some(node)) = (self.fields.text(map, "extends"), given(map, "extends")) else {
            return Ok(Base::default());
        };
        let file = match self.fields.file.rsplit_once('/') {
            Some((folder, _)) => format!("{folder}/{name}"),
            None => name.to_owned(),
        };
        if file == self.fields.file {
            let fault = Diagnostic::error(Code::ScenarioCycle, "the file extends itself");
            self.fields.faults.push(fault.at(node.place(self.fields.file)));
            return Ok(Base::default());
        }
        match self.file(node, &file) {
            Some(text) => base::parse(&file, &text, &self.read),
            None => Ok(Base::default()),
        }
    }

    fn steps(&mut self, map: &Map) -> Vec<SessionStep> {
        let nodes = self.fields.list(map, "steps");
        if let Some(first) = nodes.get(MAX_STEPS) {
            self.fields.fault(first, format!("a session has at most {MAX_STEPS} steps, this one has {}", nodes.len()));
        }
        nodes.iter().take(MAX_STEPS).filter_map(|node| self.step(node)).collect()
    }

    fn step(&mut self, node: &Node) -> Option<SessionStep> {
        let map = self.fields.map(node, "a step", &STEP_KEYS)?;
        let say = self.fields.text(map, "say").map(str::to_owned);
        let place = node.place(self.fields.file);
        let key = self.only_key(node, map, "a step", &STEP_KEYS[1..])?;
        let value = map.get(key)?;
        let act = match key {
            "user" => self.user(map, value)?,
            "model" => Act::Model(self.fields.text(map, key)?.to_owned()),
            "load" => Act::Load(self.names(value)?),
            _ => self.change(value)?,
        };
        Some(SessionStep { say, act, place })
    }

    /// The one of `keys` that a mapping has.
    pub(super) fn only_key<'k>(&mut self, node: &Node, map: &Map, what: &str, keys: &[&'k str]) -> Option<&'k str> {
        let found: Vec<&'k str> = keys.iter().copied().filter(|key| given(map, key).is_some()).collect();
        match found.as_slice() {
            [key] => Some(key),
            [] => {
                self.fields.fault(node, format!("{what} has one of {}", keys.join(", ")));
                None
            }
            [..] => {
                self.fields
                    .fault(node, format!("{what} has only one of {}, not {}", keys.join(", "), found.join(" and ")));
                None
            }
        }
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

    /// One name or a list of names.
    fn names(&mut self, value: &Node) -> Option<Vec<String>> {
        let nodes = value.as_list().unwrap_or(std::slice::from_ref(value));
        let names: Option<Vec<String>> = nodes.iter().map(|node| node.as_text().map(str::to_owned)).collect();
        if names.as_ref().is_none_or(Vec::is_empty) {
            self.fields
                .fault(value, format!("`load` must be a skill's name or a list of names, it is {}", value.describe()));
            return None;
        }
        names
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
            _ if value.as_bool() == Some(true) => Some(Act::Compact),
            _ => {
                self.fields.fault(value, format!("`compact` can only be true, it is {}", value.describe()));
                None
            }
        }
    }

    fn word<T: Copy, const N: usize>(&mut self, map: &Map, key: &str, words: [(&str, T); N]) -> Option<T> {
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

impl Session {
    /// What each event shows, the opening first: one for each message, response and change.
    pub fn captions(&self) -> Vec<Option<String>> {
        [self.say.clone()].into_iter().chain(self.steps.iter().map(|step| step.say.clone())).collect()
    }
}

impl SessionStep {
    /// The event that this step is to `turn`. A change of skills starts from those that the turn has now and stays in
    /// memory (U28).
    ///
    /// # Errors
    /// `scenario-value` with the step's place, when it edits or removes a skill that is not there.
    pub fn event(&self, turn: &Turn) -> Result<Event, Diagnostic> {
        let (setup, library) = (turn.setup(), &turn.setup().library);
        let missing = |name: &str| {
            let message = format!("there is no skill `{name}` at this step");
            Diagnostic::error(Code::ScenarioValue, message).at(self.place.clone())
        };
        Ok(Event::Change(match &self.act {
            Act::User(message) => return Ok(Event::Message(message.clone())),
            Act::Model(response) => return Ok(Event::Response(response.clone())),
            Act::Load(names) => {
                let asks = names.iter().map(|name| Action::Load { name: name.clone() }).collect();
                return Ok(Event::Response(Move::Ask(asks).response(&*setup.dialect)));
            }
            Act::Add(skill) => Change::Skills(Arc::new(library.with_skill(Skill::clone(skill)))),
            Act::Edit { skill, description, body } => {
                let found = library.snapshot.skill(skill).ok_or_else(|| missing(skill))?;
                let edited = found.edited(description.as_deref(), body.as_deref());
                Change::Skills(Arc::new(library.with_skill(edited)))
            }
            Act::Remove(name) => {
                library.snapshot.skill(name).ok_or_else(|| missing(name))?;
                Change::Skills(Arc::new(library.without_skill(name)))
            }
            Act::Tool(tool) => Change::Tool(*tool),
            Act::Incomplete(incomplete) => Change::Incomplete(*incomplete),
            Act::Compact => Change::Compact,
        }))
    }
}

#[cfg(test)]
mod tests;
