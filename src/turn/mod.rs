//! One turn as a state machine: request → response → results → … → outcome (U16, U19–U26).
//!
//! A turn is one value. It never changes what it has sent: each request's prompt is the one before it with segments
//! appended, until the turn degrades and the prompt without skills takes over (U23). To take a move back, replay the
//! moves before it ([`Turn::replay`]); the content is captured, so the same moves give the same bytes.

mod again;
mod engine;
mod equality;
mod heavy;
mod session;
mod skill_changes;
mod standing;
mod timeline;
mod usage;
mod used;

pub use engine::{Turn, without_skills};
pub use equality::{Difference, Equality, Sum};
pub use heavy::{Heavy, heavy, is_heavy};
pub use session::{Change, Event, Note, Noted};
pub use skill_changes::{SkillChange, SkillChangeKind, skill_changes};
pub use standing::{ReferenceStanding, Standing};
pub use timeline::Moment;
pub use usage::usage_line;
pub use used::Used;

use std::sync::Arc;

use crate::diag::Code;
use crate::dialect::{Answer, Ask, Dialect, Parsed};
use crate::prompt::{HostContext, Message};
use crate::scene::Scene;
use crate::settings::Binding;
use crate::tokens::Estimator;
use crate::workspace::Library;

/// Everything that fixes a turn before the model answers.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The host's rules.
    pub dialect: Arc<dyn Dialect>,
    /// The captured content (U15).
    pub library: Arc<Library>,
    /// Where the host generates.
    pub scene: Scene,
    /// What a binding means (U18).
    pub binding: Binding,
    /// Host prompts, context, history.
    pub host: Arc<HostContext>,
    /// The user's message.
    pub message: Message,
    /// Who counts.
    pub estimator: Arc<dyn Estimator>,
}

/// Why a turn degraded, with the numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Degraded {
    /// The estimate passed `max_tokens` (U23).
    Tokens {
        /// The estimate of the prompt that was tried.
        total: usize,
        /// `max_tokens`.
        limit: usize,
    },
    /// The model asked again after its last chance (U22).
    Rounds {
        /// `max_rounds`.
        limit: usize,
    },
}

/// How a turn stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It waits for the model.
    Pending,
    /// The model gave its reply.
    Replied,
    /// Handed back to the caller: the prompt without skills is used.
    Degraded(Degraded),
    /// A text wrapper's final response was nothing but a business tool call (U24).
    Blocked {
        /// The call, as compact JSON.
        call: String,
    },
}

impl Outcome {
    /// The name in JSON: `pending`, `replied`, `degraded`, `blocked`.
    pub fn as_str(&self) -> &'static str {
        match self {
            Outcome::Pending => "pending",
            Outcome::Replied => "replied",
            Outcome::Degraded(_) => "degraded",
            Outcome::Blocked { .. } => "blocked",
        }
    }

    /// The code that explains it, where it is not a plain reply.
    pub fn code(&self) -> Option<Code> {
        match self {
            Outcome::Pending | Outcome::Replied => None,
            Outcome::Degraded(Degraded::Tokens { .. }) => Some(Code::BudgetTokens),
            Outcome::Degraded(Degraded::Rounds { .. }) => Some(Code::BudgetRounds),
            Outcome::Blocked { .. } => Some(Code::Blocked),
        }
    }
}

/// What a response was in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// It asked and was served; the number of the round trip, from 1.
    RoundTrip(usize),
    /// It asked after the last allowed round trip and got errors (U22).
    PastRounds,
    /// It asked again after its last chance: the turn degraded on it.
    Refused,
    /// It ended the turn.
    Final,
}

/// One ask of a response and the host's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// What was asked.
    pub ask: Ask,
    /// What came back.
    pub answer: Answer,
    /// The id of the result's segment; `None` where no request follows that could carry it.
    pub segment: Option<String>,
    /// The tokens of the result's segment.
    pub tokens: usize,
}

/// One response and what the host made of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The response as the model gave it.
    pub response: String,
    /// The response taken apart. While it holds a request, `chat` and tool calls are withheld (U20).
    pub parsed: Parsed,
    /// What it was in its turn.
    pub kind: StepKind,
    /// The answers, in the order asked; empty for a final response.
    pub answers: Vec<Answered>,
}

/// What would happen to the next response; stands on the screen before the key is pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// A request is served; so many round trips are left, this one included.
    Served {
        /// Round trips left.
        left: usize,
    },
    /// A request gets errors and one more chance.
    Errors,
    /// A request degrades the turn.
    Degrades,
    /// Only a last response to the prompt without skills is taken; nothing is served.
    LastReply,
    /// The turn is over.
    Over,
}
