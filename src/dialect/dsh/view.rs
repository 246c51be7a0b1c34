//! What one step of a session sees, and its digest (D3).

use super::{DescriptionCap, Entry, Resolved};
use crate::text::sha256;

/// What becomes of the `skill` tool in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ToolView {
    /// The model can call it.
    #[default]
    Visible,
    /// It is restricted away.
    Hidden,
    /// Another tool of that name stands before it.
    Shadowed,
}

/// The catalog as it would be written now. With the tool hidden or shadowed it is empty, and how well the providers
/// answer is not looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    tool: ToolView,
    certain: bool,
    entries: Vec<Entry>,
    digest: String,
}

impl View {
    /// Observes what a session can reach.
    pub fn observe(skills: &Resolved, tool: ToolView, cap: DescriptionCap) -> View {
        if tool != ToolView::Visible {
            return View { tool, certain: true, entries: Vec::new(), digest: digest(tool, &[]) };
        }
        let listed = skills.offers().filter(|offer| offer.skill.is_model_invocable());
        let entries: Vec<Entry> = listed.map(|offer| Entry::of(&offer.skill, cap)).collect();
        View { tool, certain: skills.is_complete(), digest: digest(tool, &entries), entries }
    }

    /// What becomes of the tool; its schema is sent only while it is visible.
    pub fn tool(&self) -> ToolView {
        self.tool
    }

    /// Whether it may be acted on: no provider that counts is incomplete.
    pub fn is_certain(&self) -> bool {
        self.certain
    }

    /// The lines of the catalog, sorted by name by code point.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// SHA-256 (hex) of tool visibility and lines, written as compact JSON.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

fn digest(tool: ToolView, entries: &[Entry]) -> String {
    let lines: Vec<String> = entries.iter().map(Entry::json).collect();
    let visible = tool == ToolView::Visible;
    sha256(format!(r#"{{"toolVisible":{visible},"entries":[{}]}}"#, lines.join(",")).as_bytes())
}
