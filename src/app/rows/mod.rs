//! What each panel shows, as data: one [`Row`] is one line of the screen.
//!
//! Rows are pure functions of the state, computed once per change (never per frame) and kept in
//! [`super::State::rows`], so that a frame at 10,000 skills only looks at the lines it draws. They hold numbers and
//! names, not words: the words come from [`crate::lang`], the looks from the theme.

pub mod attempted;
pub mod prompt;
pub mod scenes;
pub mod skills;
pub mod text;
pub mod turn;

pub use prompt::{PromptHead, PromptRow, SegmentRow};
pub use scenes::SceneRow;
pub use skills::{ReferenceState, SkillRow, SkillState};
pub use text::{Document, TextLine, TextSource};
pub use turn::{AskLabel, HostResult, TurnRow, Way};

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

/// Whether a filter lets `name` through: it holds the text, upper and lower case alike.
pub(super) fn contains(name: &str, filter: &str) -> bool {
    filter.is_empty() || name.to_lowercase().contains(&filter.to_lowercase())
}
