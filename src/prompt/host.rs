//! What the host brings to a turn besides skills: its own prompts, dynamic context, history, and the message.

/// One of the host's own prompts (persona, expression …), unchanged by skills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPrompt {
    /// Its name, shown as the row.
    pub id: String,
    /// Its text.
    pub text: String,
    /// The file it came from, for display.
    pub source: String,
}

/// One piece of dynamic context: memory, a personal fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContextItem {
    /// Its group (`memory`, `facts`); several items may share it.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Private: withheld in `group_chat` (U25).
    pub private: bool,
    /// The file it came from, for display.
    pub source: String,
}

/// Who said an item of the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// The user.
    User,
    /// The host's model.
    Assistant,
}

/// One earlier message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryItem {
    /// Who said it.
    pub speaker: Speaker,
    /// Its text.
    pub text: String,
    /// Its time, as text.
    pub time: Option<String>,
    /// Private: withheld in `group_chat` (U25).
    pub private: bool,
    /// The file it came from, for display.
    pub source: String,
}

/// Everything the host brings besides the message.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HostContext {
    /// Stable prompts, in order.
    pub prompts: Vec<HostPrompt>,
    /// Dynamic context, in order.
    pub context: Vec<ContextItem>,
    /// History, oldest first.
    pub history: Vec<HistoryItem>,
}

/// The most images that a person may say come with a message.
pub const MAX_IMAGES: u32 = 999;

/// The user's message.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Message {
    /// Its text.
    pub text: String,
    /// The time that stands beside it in the prompt, as text; none when the caller gives none.
    pub time: Option<String>,
    /// How many images come with it; billed by the service, never estimated (U26).
    pub images: u32,
}
