//! Panel 3: the turn as one timeline. Choosing a request shows its prompt at the right.
//!
//! ```text
//!  user                             09:30
//!    今天好累，想早点睡。
//!  request 1              2,128   all new
//!  model   load tone-guard
//!    withheld: 12 characters, 1 plan
//!  host    body of tone-guard        +640
//! >request 2              2,789  76% same
//!  model   YOUR MOVE
//!    type what the model says
//!    final reply
//!  skills 2 of 3         round trips 1 of 2
//!  next: …
//! ```

use crate::diag::Code;
use crate::dialect::Off;
use crate::turn::{Degraded, Next};

/// What a response asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskLabel {
    /// `load NAME`
    Load(String),
    /// `read NAME PATH`
    Read(String, String),
    /// `list`
    List,
    /// A request whose field is wrong.
    Malformed(&'static str),
    /// A business tool call in a text wrapper.
    Tool(String),
}

/// The host's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostResult {
    /// The content, now in the prompt.
    Given,
    /// Already in the prompt: no second copy (U21).
    Repeat,
    /// An error result.
    Error(Code),
}

/// A way to go on from here; Enter on its row does it, so that arrows and Enter suffice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// Go to the skills and ask with Enter.
    Ask,
    /// Type what the model says.
    Type,
    /// Write the final reply.
    Reply,
    /// Take the last move back.
    Back,
    /// Start a new turn on the newest files.
    NewTurn,
    /// Start one and play the same moves.
    Replay,
    /// Show what was tried beside what was sent (degraded turns).
    Compare,
}

/// A line of the timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TurnRow {
    /// The user's message follows; Enter edits it.
    User {
        /// The time beside it.
        time: Option<String>,
        /// Images that come with it (U26).
        images: u32,
    },
    /// A line of the user's message, safe to print, wrapped to the panel.
    UserText(String),
    /// So many more lines of the message are not shown here; Enter on the user row or `f` shows all.
    UserMore(usize),
    /// The message is empty: Enter types one.
    UserEmpty,
    /// A request that was sent, or waits to be.
    Request {
        /// Its number, from 1.
        number: usize,
        /// Its tokens.
        tokens: usize,
        /// The share of its tokens that repeats the request before, in percent; `None` for the first (T3).
        reused: Option<u8>,
        /// The label of the first segment that differs from the request before.
        first_new: Option<String>,
        /// It is the one whose prompt is shown.
        chosen: bool,
        /// It is the prompt without skills (degraded, U23).
        fallback: bool,
    },
    /// What the model asked for.
    Ask(AskLabel),
    /// What was withheld from a response that asked (U20).
    Withheld {
        /// Characters of chat.
        characters: usize,
        /// Business tool calls ("plans").
        plans: usize,
    },
    /// The host's answer to the ask before.
    Host {
        /// `tone-guard`, `references/ex.md`, `list`.
        label: String,
        /// How it went.
        result: HostResult,
        /// Tokens it put into the prompt.
        tokens: usize,
    },
    /// An unclosed JSON value in a response that looks like a request, quoted for a hint.
    Unclosed(String),
    /// The turn waits for the model: it is your move.
    YourMove,
    /// Skills marked with Space wait to be sent in one response.
    Marked(usize),
    /// A way to go on; selectable.
    Way(Way),
    /// Skills and round trips used of what is allowed (U22).
    Budget {
        /// Distinct skills whose body is in the prompt.
        skills: usize,
        /// `max_skills`.
        max_skills: usize,
        /// Round trips used.
        rounds: usize,
        /// `max_rounds`.
        max_rounds: usize,
    },
    /// The consequence of the next move.
    Next(Next),
    /// Why the scene has no skills (U13); selectable, Enter shows the equality.
    Off(Off),
    /// A line of the final reply, as the user gets it.
    ReplyText(String),
    /// The model replied; the turn is over.
    Replied,
    /// The turn degraded, with the numbers; Enter shows what was tried.
    Degraded(Degraded),
    /// Blocked, with the call (U24).
    Blocked(String),
    /// The usage line at the end (U27), as it would stand in the log.
    Usage(String),
    /// There is no turn yet: the workspace is being read.
    Loading,
}
