//! Segments and the prompt they make.

use std::sync::Arc;

use crate::text;
use crate::tokens::Estimator;

/// What a segment is; the names of `--format json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Kind {
    /// One of the host's own prompts.
    #[default]
    HostPrompt,
    /// How to ask for skills, and what outranks them.
    SkillRules,
    /// The list of names and descriptions.
    Catalog,
    /// A resident body.
    SkillBody,
    /// The schema of the tool that loads skills; beside the messages, not among them (D4).
    ToolSchema,
    /// Dynamic context.
    Context,
    /// An earlier message.
    History,
    /// The user message.
    Message,
    /// What a response asked for.
    Request,
    /// The host's answer to one request.
    Result,
}

impl Kind {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::HostPrompt => "host_prompt",
            Kind::SkillRules => "skill_rules",
            Kind::Catalog => "catalog",
            Kind::SkillBody => "skill_body",
            Kind::ToolSchema => "tool_schema",
            Kind::Context => "context",
            Kind::History => "history",
            Kind::Message => "message",
            Kind::Request => "request",
            Kind::Result => "result",
        }
    }
}

/// The chat-completions role under which a segment is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// `system`
    #[default]
    System,
    /// `user`
    User,
    /// `assistant`
    Assistant,
}

impl Role {
    /// The name in a `messages` array.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        }
    }
}

/// One named piece of the prompt. Immutable once it stands in a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Segment {
    /// Unique in its prompt and stable between turns: `prompt:persona`, `catalog`, `body:reply-style`, `context:memory.1`,
    /// `history.2`, `message`, `request.1`, `result.1.2` (round trip, then place in it).
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// Short text for its row: `persona`, `reply-style`, `references/examples.md`.
    pub label: String,
    /// Where its text comes from: a file relative to the workspace, or who wrote it (`skillstage`, `user`, `model`).
    pub source: String,
    /// Before the boundary: byte-identical in every turn of one scene and snapshot.
    pub stable: bool,
    /// The role under which it is sent.
    pub role: Role,
    /// Private and withheld in this scene (U25): the row stays, the text is empty, the count is 0.
    pub withheld: bool,
    /// Private at its source (whether or not it is withheld here).
    pub private: bool,
    /// Its text.
    pub text: Arc<str>,
    /// The estimator's count of `text`.
    pub tokens: usize,
}

impl Segment {
    /// Size of the text in bytes.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// SHA-256 (hex) of the text.
    pub fn sha256(&self) -> String {
        text::sha256(self.text.as_bytes())
    }

    /// The same segment with its count by `estimator`.
    pub fn counted(mut self, estimator: &dyn Estimator) -> Segment {
        self.tokens = estimator.count(&self.text);
        self
    }
}

/// A prompt: what one request sends.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prompt {
    /// The segments in order.
    pub segments: Vec<Arc<Segment>>,
}

impl Prompt {
    /// The estimate of the whole: the sum of the rows (T2).
    pub fn tokens(&self) -> usize {
        self.segments.iter().map(|segment| segment.tokens).sum()
    }

    /// The index of the first dynamic segment (U16).
    pub fn boundary(&self) -> usize {
        self.segments.iter().take_while(|segment| segment.stable).count()
    }

    /// The segments that are sent: all but the withheld and empty ones.
    pub fn sent(&self) -> impl Iterator<Item = &Arc<Segment>> {
        self.segments.iter().filter(|segment| !segment.text.is_empty())
    }

    /// The whole as one text: what is sent, one blank line between two segments.
    pub fn text(&self) -> String {
        join(self.segments.iter())
    }

    /// The part before the boundary as one text.
    pub fn stable_text(&self) -> String {
        join(self.segments.iter().take_while(|segment| segment.stable))
    }

    /// The same prompt with more segments behind it.
    pub fn appended(&self, more: impl IntoIterator<Item = Segment>) -> Prompt {
        let mut segments = self.segments.clone();
        segments.extend(more.into_iter().map(Arc::new));
        Prompt { segments }
    }
}

/// Joins texts by one blank line: a text that already ends its last line gets only the empty one.
pub fn join<'a>(segments: impl IntoIterator<Item = &'a Arc<Segment>>) -> String {
    let mut whole = String::new();
    for segment in segments.into_iter().filter(|segment| !segment.text.is_empty()) {
        if !whole.is_empty() {
            whole.push_str(if whole.ends_with('\n') { "\n" } else { "\n\n" });
        }
        whole.push_str(&segment.text);
    }
    whole
}
