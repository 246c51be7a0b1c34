//! Panel 2: the skills with their references, each with its state in this turn or the reason why it cannot be asked.
//!
//! ```text
//! - reply-style    bound   812
//!    examples.md  no round 300
//! + safety-notes  offered 1204
//!   legal-tone  not allowed
//! ```

mod reached;

use std::collections::HashSet;

use super::{Row, RowKey, contains};
use crate::app::{Counts, Panel, State};
use crate::diag::Code;
use crate::dialect::Why;
use crate::dialect::dsh::{RootState, WORKSPACE};
use crate::scene::Scene;
use crate::turn::{Next, ReferenceStanding, Standing, Turn};
use crate::workspace::{Library, Reference, Skill};

/// How a skill stands in the turn on the stage. The first that fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkillState {
    /// Its files were refused; Enter shows the diagnostics.
    Refused,
    /// Valid, but not on the allowlist.
    NotAllowed,
    /// In the prompt from the start, in every scene.
    Always,
    /// In the prompt from the start, in this scene.
    Bound,
    /// In the prompt from the start, through the scene this one inherits (U10).
    Inherited(Scene),
    /// Its body was loaded in this turn.
    Loaded,
    /// Its body stood in the prompt that was tried; the one that was sent has no skills (U23).
    Tried,
    /// Skills are off here (U13, U14): nothing can be asked.
    Off,
    /// Under `binding: offered`, this scene does not offer it.
    NotOffered,
    /// Its body is over the limit of so many bytes: any load is an error (U6).
    TooLarge {
        /// Stored size in bytes.
        bytes: u64,
        /// `body_bytes`.
        limit: u64,
    },
    /// It can be asked for and would be answered.
    Offered,
    /// A session's tool can load it, and its body takes so many percent of `max_tokens`: a large one (D6).
    Large(usize),
    /// Kept from the model of a session: a call is an error (D5).
    NotForModel,
    /// The tool of the session is hidden or shadowed: nothing is dispatched (D4).
    NoTool,
    /// Another skill, of the root with this label, has its name (D8).
    Lost(String),
    /// The provider of the root with this label fails before it is asked for this skill: a call gives that fault (D5).
    Behind(String),
    /// Its root does not serve the working directory (D8).
    Elsewhere,
    /// It could be asked for, but the answer would be this error (`max-skills`, `max-rounds`) or the turn takes no
    /// request any more (`turn-ended`).
    Cannot(Code),
}

/// How a reference stands in the turn on the stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReferenceState {
    /// In the prompt.
    Read,
    /// It stood in the prompt that was tried; the one that was sent has no skills (U23).
    Tried,
    /// It can be read now.
    Unread,
    /// The tool of a session reads no files (D4).
    NotServed,
    /// Asking for it would be answered with this error: `body-not-loaded`, `reference-too-large`, `max-rounds`,
    /// a file error, or the turn takes no request any more (`turn-ended`).
    Cannot(Code),
}

/// A line of the skill list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkillRow {
    /// A root of the session, above its skills; where the workspace is the only one it goes without saying.
    Root {
        /// Its label.
        label: String,
        /// How its provider answers.
        state: RootState,
        /// Whether it serves the working directory.
        serves: bool,
    },
    /// A skill; Enter asks for its body.
    Skill {
        /// Its name (the directory's name where it was refused).
        name: String,
        /// The index of its root; the workspace's outside a session (D8).
        root: usize,
        /// How it stands.
        state: SkillState,
        /// Tokens of its body; `None` while they are being counted or where there is no body.
        tokens: Option<usize>,
        /// Whether its references are shown below; `None` when it has none.
        open: Option<bool>,
        /// Marked with Space: part of the next response.
        marked: bool,
        /// Since the turn started it changed on disk, or on the allowlist: the next turn will have it otherwise (U15).
        changed: bool,
    },
    /// A reference of the skill above; Enter asks for it.
    Reference {
        /// The skill.
        skill: String,
        /// `references/examples.md`.
        path: String,
        /// How it stands.
        state: ReferenceState,
        /// Tokens of its text; `None` while they are being counted or where it cannot be read.
        tokens: Option<usize>,
        /// Marked with Space: part of the next response.
        marked: bool,
        /// Since the turn started it changed on disk, or on the allowlist: the next turn will have it otherwise (U15).
        changed: bool,
    },
}

impl SkillRow {
    /// The file name of a reference row, the name of a skill row.
    pub fn short_name(&self) -> &str {
        match self {
            SkillRow::Root { label: name, .. } | SkillRow::Skill { name, .. } => name,
            SkillRow::Reference { path, .. } => path.rsplit('/').next().unwrap_or(path),
        }
    }
}

/// The rows of panel 2: the skills of the turn's own library. Empty before the first turn.
pub fn build(state: &State) -> Vec<Row<SkillRow>> {
    let Some(turn) = &state.turn else { return Vec::new() };
    let library = &turn.setup().library;
    let builder = Builder {
        state,
        turn,
        counts: state.turn_counts(),
        marked: state.marked.iter().collect(),
        filter: state.filter_text(Panel::Skills),
    };
    if let Some(reach) = &turn.plan().reach {
        return builder.reached(reach);
    }
    let mut entries: Vec<(&str, Option<&Skill>)> =
        library.snapshot.skills.iter().map(|skill| (skill.name.as_str(), Some(&**skill))).collect();
    entries.extend(library.snapshot.refused.iter().map(|refused| (refused.dir.as_str(), None)));
    entries.sort_by(|a, b| a.0.cmp(b.0));
    let mut rows = Vec::new();
    for (name, skill) in entries {
        match skill {
            Some(skill) => builder.skill(skill, &mut rows),
            None if contains(name, builder.filter) => rows.push(builder.refused(name)),
            None => {}
        }
    }
    rows
}

/// The name of a skill's row.
pub fn skill_key(name: &str) -> RowKey {
    RowKey(["skill:", name].concat())
}

/// The name of the row of a skill of a session that did not win its name.
pub fn behind_key(root: usize, name: &str) -> RowKey {
    RowKey(format!("behind:{root}/{name}"))
}

/// The name of a reference's row.
pub fn reference_key(skill: &str, path: &str) -> RowKey {
    RowKey(["reference:", skill, "/", path].concat())
}

/// Tokens of a text in the prompt, as its segment has them: the panel agrees with the timeline.
fn in_prompt(turn: &Turn, label: &str, resident: bool) -> Option<usize> {
    if resident {
        let id = format!("body:{label}");
        return turn
            .requests()
            .iter()
            .flat_map(|prompt| &prompt.segments)
            .find(|one| one.id == id)
            .map(|one| one.tokens);
    }
    let answers = turn.steps().iter().flat_map(|step| &step.answers);
    answers
        .filter(|one| one.answer.error.is_none() && !one.answer.repeat)
        .find(|one| one.answer.label == label)
        .map(|one| one.tokens)
}

struct Builder<'a> {
    state: &'a State,
    turn: &'a Turn,
    counts: Option<&'a Counts>,
    marked: HashSet<&'a RowKey>,
    filter: &'a str,
}

impl Builder<'_> {
    fn refused(&self, dir: &str) -> Row<SkillRow> {
        let data = SkillRow::Skill {
            name: dir.to_owned(),
            root: WORKSPACE,
            state: SkillState::Refused,
            tokens: None,
            open: None,
            marked: false,
            changed: self.state.changed.contains(dir),
        };
        Row::selectable(RowKey::new("refused", dir), data)
    }

    /// Whether the next turn will have the skill otherwise than this one.
    fn is_changed(&self, skill: &Skill) -> bool {
        let allowed = |library: &Library| library.snapshot.is_allowed(&skill.name);
        let newest = self.state.library.as_deref();
        let now = newest.is_some_and(|newest| allowed(newest) != allowed(&self.turn.setup().library));
        now || self.state.changed.contains(&skill.file)
    }

    fn skill(&self, skill: &Skill, rows: &mut Vec<Row<SkillRow>>) {
        let standing = self.turn.standing(skill);
        let tokens = match standing {
            Standing::Resident(_) => in_prompt(self.turn, &skill.name, true),
            Standing::Loaded => in_prompt(self.turn, &skill.name, false),
            _ => None,
        };
        let tokens = tokens.or_else(|| self.counted(WORKSPACE, &skill.name));
        let in_prompt_now = matches!(standing, Standing::Resident(_) | Standing::Loaded);
        self.stored(skill, skill_key(&skill.name), (self.skill_state(standing), tokens), in_prompt_now, rows);
    }

    /// Tokens of a body, once counted.
    fn counted(&self, root: usize, name: &str) -> Option<usize> {
        self.counts?.bodies.get(&root)?.get(name).copied()
    }

    /// A skill of the workspace, and below it its references, which stand open from the start where `opened` says so.
    fn stored(
        &self,
        skill: &Skill,
        key: RowKey,
        (state, tokens): (SkillState, Option<usize>),
        opened: bool,
        rows: &mut Vec<Row<SkillRow>>,
    ) {
        let references = self.turn.setup().library.references.get(&skill.name).map_or(&[][..], Vec::as_slice);
        let named = contains(&skill.name, self.filter);
        let shown: Vec<&Reference> =
            references.iter().filter(|reference| named || contains(&reference.path, self.filter)).collect();
        if !named && shown.is_empty() {
            return;
        }
        let open = self.state.open_skills.get(&skill.name).copied().unwrap_or(opened) || !named;
        let data = SkillRow::Skill {
            name: skill.name.clone(),
            root: WORKSPACE,
            state,
            tokens,
            open: (!references.is_empty()).then_some(open),
            marked: self.marked.contains(&key),
            changed: self.is_changed(skill),
        };
        rows.push(Row::selectable(key, data));
        if open {
            rows.extend(shown.into_iter().map(|reference| self.reference(skill, reference)));
        }
    }

    fn reference(&self, skill: &Skill, reference: &Reference) -> Row<SkillRow> {
        let key = reference_key(&skill.name, &reference.path);
        let counted = || self.counts?.references.get(&(skill.name.clone(), reference.path.clone())).copied();
        let data = SkillRow::Reference {
            skill: skill.name.clone(),
            path: reference.path.clone(),
            state: self.reference_state(skill, reference),
            tokens: counted(),
            marked: self.marked.contains(&key),
            changed: self.state.changed.contains(&skill.reference_file(&reference.path)),
        };
        Row::selectable(key, data)
    }

    fn skill_state(&self, standing: Standing) -> SkillState {
        match standing {
            Standing::Resident(_) | Standing::Loaded if self.turn.attempted().is_some() => SkillState::Tried,
            Standing::Resident(Why::Always) => SkillState::Always,
            Standing::Resident(Why::Bound) => SkillState::Bound,
            Standing::Resident(Why::Inherited(from)) => SkillState::Inherited(from),
            Standing::Loaded => SkillState::Loaded,
            Standing::Askable => SkillState::Offered,
            Standing::TooLarge { bytes, limit } => SkillState::TooLarge { bytes, limit },
            Standing::NoSkillLeft => SkillState::Cannot(Code::MaxSkills),
            Standing::NotOffered => SkillState::NotOffered,
            Standing::NotAllowed => SkillState::NotAllowed,
            Standing::Off(_) => SkillState::Off,
            Standing::NotServed => SkillState::Cannot(self.not_served()),
        }
    }

    fn reference_state(&self, skill: &Skill, reference: &Reference) -> ReferenceState {
        if self.state.is_session() {
            return ReferenceState::NotServed;
        }
        match (self.turn.reference_standing(skill, reference), &reference.content) {
            (ReferenceStanding::Read, _) if self.turn.attempted().is_some() => ReferenceState::Tried,
            (ReferenceStanding::Read, _) => ReferenceState::Read,
            (ReferenceStanding::Askable, _) => ReferenceState::Unread,
            (ReferenceStanding::BodyFirst, _) => ReferenceState::Cannot(Code::BodyNotLoaded),
            (ReferenceStanding::NotServed, _) => ReferenceState::Cannot(self.not_served()),
            (ReferenceStanding::Unreadable, Err(fault)) => ReferenceState::Cannot(fault.code),
            (ReferenceStanding::Unreadable, Ok(_)) => ReferenceState::Cannot(Code::ReferenceNotFound),
        }
    }

    /// Why no request is served any more.
    fn not_served(&self) -> Code {
        match self.turn.next() {
            Next::Errors | Next::Degrades => Code::MaxRounds,
            _ => Code::TurnEnded,
        }
    }
}
