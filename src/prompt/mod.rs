//! Prompts as lists of segments, in their true order (U16): host prompts, skill rules and catalog, resident bodies,
//! boundary, dynamic context, history, the message, then each round trip's request and results.
//!
//! Every number on screen is computed from this list; nothing is kept in two places.

mod compose;
mod host;
mod reuse;
mod segment;

pub use compose::{compose, message_segment};
pub use host::{ContextItem, HistoryItem, HostContext, HostPrompt, MAX_IMAGES, Message, Speaker};
pub use reuse::{Parting, Reuse, Why, reuse};
pub use segment::{Kind, Prompt, Role, Segment, join};
