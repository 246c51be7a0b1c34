//! How each skill and reference stands in a turn: in the prompt, to be asked for, or why not.

use super::{Next, Turn};
use crate::dialect::{Off, Why};
use crate::workspace::{Reference, Skill};

/// How a skill stands in a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Its body has stood in the prompt from the start.
    Resident(Why),
    /// Its body was loaded in this turn.
    Loaded,
    /// A load would be served.
    Askable,
    /// Its body is over `body_bytes` (U6).
    TooLarge {
        /// Its stored size in bytes.
        bytes: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// `max_skills` is used up (U22).
    NoSkillLeft,
    /// The scene does not offer it (U18).
    NotOffered,
    /// It is not on the allowlist (U11).
    NotAllowed,
    /// The scene has no skills (U13).
    Off(Off),
    /// The turn serves no request any more.
    NotServed,
}

/// How a reference stands in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceStanding {
    /// It was read in this turn.
    Read,
    /// A read would be served.
    Askable,
    /// Its skill's body must be loaded first (U21).
    BodyFirst,
    /// It cannot be read; its [`Reference::content`] says why.
    Unreadable,
    /// The turn serves no request any more.
    NotServed,
}

impl Turn {
    /// How `skill` stands.
    pub fn standing(&self, skill: &Skill) -> Standing {
        let (plan, limits) = (self.plan(), self.plan().limits);
        let bytes = skill.body.bytes();
        if let Some(resident) = plan.resident(&skill.name) {
            Standing::Resident(resident.why.clone())
        } else if self.ledger().bodies.contains(&skill.name) {
            Standing::Loaded
        } else if let Some(off) = plan.off {
            Standing::Off(off)
        } else if !plan.offers(&skill.name) {
            let allowed = self.setup().library.snapshot.is_allowed(&skill.name);
            if allowed { Standing::NotOffered } else { Standing::NotAllowed }
        } else if bytes > limits.body_bytes {
            Standing::TooLarge { bytes, limit: limits.body_bytes }
        } else if !self.serves() {
            Standing::NotServed
        } else if self.ledger().bodies.len() >= limits.max_skills {
            Standing::NoSkillLeft
        } else {
            Standing::Askable
        }
    }

    /// How a reference of `skill` stands.
    pub fn reference_standing(&self, skill: &Skill, reference: &Reference) -> ReferenceStanding {
        let key = (skill.name.clone(), reference.path.clone());
        if self.ledger().references.contains(&key) {
            ReferenceStanding::Read
        } else if reference.content.is_err() {
            ReferenceStanding::Unreadable
        } else if !self.serves() {
            ReferenceStanding::NotServed
        } else if self.ledger().bodies.contains(&skill.name) {
            ReferenceStanding::Askable
        } else {
            ReferenceStanding::BodyFirst
        }
    }

    /// Whether the next response's requests are served.
    fn serves(&self) -> bool {
        matches!(self.next(), Next::Served { .. })
    }
}
