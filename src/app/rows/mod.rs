//! What each panel shows, as data: one [`Row`] is one line of the screen.
//!
//! Rows are pure functions of the state, computed once per change (never per frame) and kept in
//! [`super::State::rows`], so that a frame at 10,000 skills only looks at the lines it draws. They hold numbers and
//! names, not words: the words come from [`crate::lang`], the looks from the theme.

pub mod compare;
pub mod prompt;
pub mod scenes;
pub mod session;
pub mod skills;
pub mod text;
pub mod turn;
mod ways;

pub use prompt::{PromptHead, PromptRow, SegmentRow, Since, group_of};
pub use scenes::SceneRow;
pub use session::Changed;
pub use skills::{ReferenceState, SkillRow, SkillState};
pub use text::{Document, TextLine, TextSource};
pub use turn::{AskLabel, HostResult, TurnRow};
pub use ways::Way;

use crate::lang::Strings;
use crate::prompt::Kind;

/// Names a row across reloads; unique in its panel. The selection is kept by it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RowKey(pub String);

impl RowKey {
    /// The key made of `kind` and `name`.
    pub fn new(kind: &str, name: impl std::fmt::Display) -> RowKey {
        RowKey(format!("{kind}:{name}"))
    }
}

/// One line of a panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<T> {
    /// Its name where the selection can stand on it; `None` for lines that the selection skips.
    pub key: Option<RowKey>,
    /// What it shows.
    pub data: T,
}

impl<T> Row<T> {
    /// A row that can be selected.
    pub fn selectable(key: RowKey, data: T) -> Row<T> {
        Row { key: Some(key), data }
    }

    /// A line that the selection skips.
    pub fn plain(data: T) -> Row<T> {
        Row { key: None, data }
    }
}

/// The rows of every list panel.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// Panel 1.
    pub scenes: Vec<Row<SceneRow>>,
    /// Panel 2, collapsed and filtered as it stands on the screen.
    pub skills: Vec<Row<SkillRow>>,
    /// Panel 3.
    pub turn: Vec<Row<TurnRow>>,
    /// The header of panel 4; `None` before the first turn.
    pub prompt_head: Option<PromptHead>,
    /// Panel 4 below its header.
    pub prompt: Vec<Row<PromptRow>>,
    /// Panel 5; `None` when nothing is chosen.
    pub text: Option<Document>,
}

/// What a segment is called: the host's own names and skills as they are, ours in the language of the screen.
pub fn segment_name<'t>(kind: Kind, label: &'t str, s: &'static Strings) -> &'t str {
    match kind {
        Kind::SkillRules => s.kind_skill_rules,
        Kind::Catalog => s.kind_catalog,
        Kind::ToolSchema => s.kind_tool_schema,
        Kind::Message => s.kind_message,
        Kind::History if label == "history" => s.kind_history,
        Kind::History if label == "reply" => s.kind_reply,
        Kind::History if label == "summary" => s.kind_summary,
        Kind::Request => s.kind_request,
        Kind::Result => short_path(label),
        _ => label,
    }
}

/// A reference without the folder that all references share.
pub fn short_path(path: &str) -> &str {
    path.strip_prefix("references/").unwrap_or(path)
}

/// Whether a filter lets `name` through: it holds the text, upper and lower case alike.
pub(in crate::app) fn contains(name: &str, filter: &str) -> bool {
    filter.is_empty() || name.to_lowercase().contains(&filter.to_lowercase())
}
