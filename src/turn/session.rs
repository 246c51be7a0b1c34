//! A turn that goes on: a session of the dsh dialect. After a reply the next message continues it, and between two
//! requests the world around it can change; before each later request the catalog is looked at and, if due, appended
//! (D3). Nothing that was sent changes, but by compaction and by the tool's coming and going.

use std::sync::Arc;

use super::skill_changes::{SkillChange, skill_changes};
use super::{Outcome, Turn};
use crate::diag::Diagnostic;
use crate::dialect::dsh::{CatalogKind, RootState, ToolView};
use crate::prompt::{Kind, Message, Prompt, Role, Segment, message_segment};
use crate::workspace::{Library, SkillEdit};

/// The segment that stands for what compactions took.
const SUMMARY: &str = "summary";

/// Something that happens to a turn; a list of them gives the same turn again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The model's response to the request at hand.
    Response(String),
    /// The user's next message, after a reply.
    Message(Message),
    /// The world around the session changes; it counts from the next request.
    Change(Change),
}

/// A change of the world around a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// One skill changes: a body read from here on is the new one, an earlier result stays (D6). A skill to edit or remove
    /// that is not there is no change.
    Skill(SkillEdit),
    /// The files changed: these are the skills now.
    Files(Arc<Library>),
    /// The tool is shown, hidden or shadowed.
    Tool(ToolView),
    /// A provider answers like this now.
    Provider {
        /// Its name.
        name: String,
        /// With all it has, with a part, or with a fault.
        state: RootState,
    },
    /// Earlier messages give way to a summary; catalog messages among them are hidden (D3).
    Compact,
}

/// What happened between two requests of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The index of the request that it comes before.
    pub before: usize,
    /// How many responses there were by then.
    pub answered: usize,
    /// What happened.
    pub what: Noted,
    /// What a change of skills did to each that is not as it was.
    pub skills: Vec<SkillChange>,
}

impl Note {
    /// Whether it is a catalog message that was appended.
    pub fn is_catalog(&self) -> bool {
        matches!(self.what, Noted::Catalog { .. })
    }
}

/// See [`Note`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Noted {
    /// The user went on with this message.
    Message(Message),
    /// The world changed.
    Change(Change),
    /// A catalog message was appended.
    Catalog {
        /// Replacement or retired.
        kind: CatalogKind,
        /// The digest recorded with it.
        digest: String,
        /// The id of its segment.
        segment: String,
        /// Its tokens.
        tokens: usize,
    },
}

impl Turn {
    /// Takes the next event.
    ///
    /// # Errors
    /// `turn-ended` for what the turn does not take any more, or not yet: the turn stays as it was.
    pub fn play(&mut self, event: &Event) -> Result<(), Diagnostic> {
        match event {
            Event::Response(response) => self.respond(response),
            Event::Message(message) => self.go_on(message),
            Event::Change(change) => self.change(change),
        }
    }

    /// Whether the turn goes on with another message.
    pub fn takes_message(&self) -> bool {
        self.setup.dialect.is_session() && self.over
    }

    fn go_on(&mut self, message: &Message) -> Result<(), Diagnostic> {
        if !self.takes_message() {
            return Err(self.ended());
        }
        let reply = self.reply.take().unwrap_or_default();
        let number = self.requests.len();
        let reply = Segment {
            id: format!("reply.{number}"),
            kind: Kind::History,
            label: "reply".to_owned(),
            source: "model".to_owned(),
            role: Role::Assistant,
            text: reply.into(),
            ..Segment::default()
        };
        let said = Segment { id: format!("message.{}", number + 1), ..message_segment(message) };
        self.note(Noted::Message(message.clone()));
        (self.over, self.outcome) = (false, Outcome::Pending);
        let estimator = Arc::clone(&self.setup.estimator);
        self.send_next(vec![reply.counted(&*estimator), said.counted(&*estimator)]);
        Ok(())
    }

    fn change(&mut self, change: &Change) -> Result<(), Diagnostic> {
        if !self.setup.dialect.is_session() {
            return Err(self.ended());
        }
        let mut world = self.plan.world.clone();
        let before = Arc::clone(&self.setup.library);
        match change {
            Change::Skill(edit) => {
                if let Some(library) = before.edited(edit) {
                    self.setup.library = Arc::new(library);
                }
            }
            Change::Files(library) => self.setup.library = Arc::clone(library),
            Change::Tool(tool) => world.tool = *tool,
            Change::Provider { name, state } => {
                world.providers.insert(name.clone(), state.clone());
            }
            Change::Compact => {
                self.compacted = true;
                self.ledger.catalogs.compact();
            }
        }
        let setup = &self.setup;
        self.plan = setup.dialect.plan(&setup.library.snapshot, &setup.scene, setup.binding, world);
        let skills = skill_changes(&before.snapshot, &setup.library.snapshot);
        self.note(Noted::Change(change.clone()));
        if let Some(note) = self.notes.last_mut() {
            note.skills = skills;
        }
        Ok(())
    }

    /// Sends the request before this one with `segments` behind it, and the catalog message that is due.
    pub(super) fn send_next(&mut self, segments: Vec<Segment>) {
        let mut prompt = self.carried_over().appended(segments);
        if let Some(notice) = self.setup.dialect.observe(&self.plan, &mut self.ledger) {
            let id = format!("catalog.{}", self.requests.len() + 1);
            let segment = Segment { id: id.clone(), ..notice.segment }.counted(&*self.setup.estimator);
            let tokens = segment.tokens;
            self.note(Noted::Catalog { kind: notice.kind, digest: notice.digest, segment: id, tokens });
            prompt = prompt.appended([segment]);
        }
        self.send(prompt);
    }

    fn note(&mut self, what: Noted) {
        self.notes.push(Note { before: self.requests.len(), answered: self.steps.len(), what, skills: Vec::new() });
    }

    /// What the request before leaves in the next one: all of it, but for a compaction and the tool's coming and going.
    fn carried_over(&mut self) -> Prompt {
        let mut segments = self.prompt().segments.clone();
        if !self.setup.dialect.is_session() {
            return Prompt { segments };
        }
        if std::mem::take(&mut self.compacted) {
            segments = self.compacted(&segments);
        }
        let schema = self.setup.dialect.tool_schema(&self.plan);
        segments.retain(|segment| segment.kind != Kind::ToolSchema || schema.is_some());
        if let Some(schema) = schema.filter(|_| segments.iter().all(|segment| segment.kind != Kind::ToolSchema)) {
            let place = segments.iter().take_while(|segment| segment.kind == Kind::HostPrompt).count();
            segments.insert(place, Arc::new(schema.counted(&*self.setup.estimator)));
        }
        Prompt { segments }
    }

    /// The segments after a compaction: what is stable, the dynamic context, one line for all that went until now, and all
    /// from the last message on but catalog messages, which are no longer visible.
    fn compacted(&mut self, segments: &[Arc<Segment>]) -> Vec<Arc<Segment>> {
        let last = segments.iter().rposition(|segment| segment.kind == Kind::Message).unwrap_or(0);
        let keeps = |(index, segment): (usize, &Arc<Segment>)| {
            let is_session = matches!(segment.kind, Kind::History | Kind::Message | Kind::Request | Kind::Result);
            let appended = segment.kind == Kind::Catalog && !segment.stable;
            !appended && (index >= last || !is_session)
        };
        let kept = |range: std::ops::Range<usize>| {
            segments.iter().enumerate().filter(move |(index, _)| range.contains(index)).filter(|item| keeps(*item))
        };
        let before: Vec<Arc<Segment>> = kept(0..last).map(|(_, segment)| Arc::clone(segment)).collect();
        let after: Vec<Arc<Segment>> = kept(last..segments.len()).map(|(_, segment)| Arc::clone(segment)).collect();
        let summaries = segments.iter().filter(|segment| segment.id == SUMMARY).count();
        self.gone += segments.len() - before.len() - after.len() - summaries;
        if self.gone == 0 {
            return segments.to_vec();
        }
        let summary = Segment {
            id: SUMMARY.to_owned(),
            kind: Kind::History,
            label: SUMMARY.to_owned(),
            source: "dsh".to_owned(),
            role: Role::User,
            text: format!("[{} earlier messages were compacted.]", self.gone).into(),
            ..Segment::default()
        };
        before.into_iter().chain([Arc::new(summary.counted(&*self.setup.estimator))]).chain(after).collect()
    }
}
