//! Panel 2: the skills with their references, each with its state in this turn or the reason why it cannot be asked.
//!
//! ```text
//! - reply-style    bound   812
//!    examples.md  no round 300
//! + safety-notes  offered 1204
//!   legal-tone  not allowed
//! ```

use crate::diag::Code;
use crate::scene::Scene;

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
    /// It could be asked for, but the answer would be this error (`max-skills`, `max-rounds`) or the turn takes no
    /// request any more (`turn-ended`).
    Cannot(Code),
}

/// How a reference stands in the turn on the stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReferenceState {
    /// In the prompt.
    Read,
    /// It can be read now.
    Unread,
    /// Asking for it would be answered with this error: `body-not-loaded`, `reference-too-large`, `max-rounds`,
    /// a file error, or the turn takes no request any more (`turn-ended`).
    Cannot(Code),
}

/// A line of the skill list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkillRow {
    /// A skill; Enter asks for its body.
    Skill {
        /// Its name (the directory's name where it was refused).
        name: String,
        /// How it stands.
        state: SkillState,
        /// Tokens of its body; `None` while they are being counted or where there is no body.
        tokens: Option<usize>,
        /// Whether its references are shown below; `None` when it has none.
        open: Option<bool>,
        /// Marked with Space: part of the next response.
        marked: bool,
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
    },
}

impl SkillRow {
    /// The file name of a reference row, the name of a skill row.
    pub fn short_name(&self) -> &str {
        match self {
            SkillRow::Skill { name, .. } => name,
            SkillRow::Reference { path, .. } => path.rsplit('/').next().unwrap_or(path),
        }
    }
}
