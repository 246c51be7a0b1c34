//! One scenario file: what it starts with, and what happens in it (S1).

use std::sync::Arc;

use super::base::{self, Base, ReadFile, Reader};
use super::fields::given;
use super::{Bundle, Expect, Recorded};
use crate::diag::{Code, Diagnostic, Place};
use crate::dialect::Action;
use crate::dialect::dsh::{RootState, ToolView};
use crate::prompt::Message;
use crate::settings::DialectId;
use crate::workspace::yaml::{Map, Node};
use crate::workspace::{SkillEdit, Workspace};

/// A scenario that is ready to be played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scenario {
    /// The file, relative to the workspace.
    pub file: String,
    /// What it starts with: title, scene, host prompts, context, history, and the message that opens it, which is a
    /// first step `user` or else the base's.
    pub base: Base,
    /// A step of its own opens it.
    pub opens: bool,
    /// What the opening shows, for the person who watches.
    pub say: Option<String>,
    /// What must hold once the first request is composed.
    pub expect: Expect,
    /// What follows the opening message, in order.
    pub steps: Vec<Step>,
    /// What was seen when it was recorded (S3).
    pub recorded: Option<Recorded>,
    /// The content that it was recorded on (S3).
    pub bundle: Option<Bundle>,
}

/// One step of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What it shows, for the person who watches.
    pub say: Option<String>,
    /// What happens.
    pub act: Act,
    /// What must hold afterwards (S2).
    pub expect: Expect,
    /// Where it stands.
    pub place: Place,
}

/// What happens in a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// The user goes on with this message, after the turn's end: a session continues, any other host starts a new turn.
    User(Message),
    /// The model responds with this.
    Model(String),
    /// The model asks for these, in one response.
    Ask(Vec<Action>),
    /// A skill is there, changed or gone from here on.
    Skill(SkillEdit),
    /// `skills_config.yml` holds this text from here on.
    Config(Arc<str>),
    /// The tool is shown, hidden or shadowed.
    Tool(ToolView),
    /// A provider answers like this from here on.
    Provider {
        /// Its name.
        name: String,
        /// With all it has, with a part, or with a fault.
        state: RootState,
    },
    /// Earlier messages give way to a summary.
    Compact,
}

impl Act {
    /// Whether only a session of the dsh dialect knows it.
    pub(super) fn is_of_sessions(&self) -> bool {
        matches!(self, Act::Tool(_) | Act::Provider { .. } | Act::Compact)
    }
}

/// The most bytes of a scenario, its bundle included.
pub const MAX_SCENARIO: u64 = 16 << 20;

/// Reads a scenario; `file` is relative to the workspace, such as `scenarios/load-and-read.yml`. The file that it extends
/// lies beside it.
///
/// # Errors
/// Everything that is wrong with the file, or with the one that it extends, in file order, with line and column.
pub fn load_scenario(workspace: &Workspace, file: &str) -> Result<Scenario, Vec<Diagnostic>> {
    let read = |file: &str, most| workspace.read_file(file, most);
    match read(file, MAX_SCENARIO).map_err(|fault| vec![fault])? {
        Some(text) => parse(file, &text, read),
        None => {
            let fault = Diagnostic::error(Code::FileUnreadable, "the workspace has no such scenario");
            Err(vec![
                fault.at(Place::file(file)).help("name a file of the workspace, such as scenarios/dsh-session.yml"),
            ])
        }
    }
}

/// The scenario that the stage offers.
const PREPARED: &str = "scenarios/dsh-session.yml";

/// Reads the scenario that the stage offers, `scenarios/dsh-session.yml`; `None` where there is no such file.
///
/// # Errors
/// As [`load_scenario`].
pub fn prepared_session(workspace: &Workspace) -> Result<Option<Scenario>, Vec<Diagnostic>> {
    let read = |file: &str, most| workspace.read_file(file, most);
    let text = read(PREPARED, base::MAX_FILE).map_err(|fault| vec![fault])?;
    text.map(|text| parse(PREPARED, &text, read)).transpose()
}

pub(super) fn parse(file: &str, text: &str, read: impl ReadFile) -> Result<Scenario, Vec<Diagnostic>> {
    let root = base::tree(file, text)?;
    let mut reader = Reader::new(file, read);
    let known: Vec<&str> = base::KEYS.into_iter().chain(base::SCENARIO_KEYS).collect();
    let Some(map) = reader.fields.map(&root, "the file", &known) else { return reader.finish(Scenario::default()) };
    let own = reader.shared(&root, map);
    let base = overridden(reader.extended(map)?, own, map);
    let mut steps = reader.steps(map, &base);
    let mut scenario = Scenario { file: file.to_owned(), base, ..Scenario::default() };
    if let Some(Step { act: Act::User(_), .. }) = steps.first() {
        let Step { say, act, expect, .. } = steps.remove(0);
        (scenario.opens, scenario.say, scenario.expect) = (true, say, expect);
        if let Act::User(message) = act {
            scenario.base.message = message;
        }
    }
    scenario.steps = steps;
    (scenario.recorded, scenario.bundle) = (reader.recorded(map), reader.bundle(map));
    reader.finish(scenario)
}

/// The parts of the extended file, but for those that the file has itself.
fn overridden(base: Base, own: Base, map: &Map) -> Base {
    let has = |key| given(map, key).is_some();
    let mut merged = Base {
        title: own.title.or(base.title),
        dialect: own.dialect.or(base.dialect),
        binding: own.binding.or(base.binding),
        estimator: own.estimator.or(base.estimator),
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

impl Base {
    /// The rules by which the host shows skills: those of the file, whatever the settings are, so that a scenario plays
    /// the same everywhere (S4).
    pub fn dialect(&self) -> DialectId {
        self.dialect.unwrap_or_default()
    }
}

impl Scenario {
    /// What each event shows, the opening first: one for each message, response and change.
    pub fn captions(&self) -> Vec<Option<String>> {
        [self.say.clone()].into_iter().chain(self.steps.iter().map(|step| step.say.clone())).collect()
    }
}

impl<R: ReadFile> Reader<'_, R> {
    /// The file that this one extends; an empty one without.
    ///
    /// # Errors
    /// What is wrong with that file.
    fn extended(&mut self, map: &Map) -> Result<Base, Vec<Diagnostic>> {
        let (Some(name), Some(node)) = (self.fields.text(map, "extends"), given(map, "extends")) else {
            return Ok(Base::default());
        };
        if self.closes_cycle(node, None) {
            return Ok(Base::default());
        }
        let file = base::beside(self.fields.file, name);
        match self.file(node, &file) {
            Some(text) => base::parse(&file, &text, Some(self.fields.file), &self.read),
            None => Ok(Base::default()),
        }
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
}

#[cfg(test)]
mod tests;
