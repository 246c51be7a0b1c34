//! The change set as the difference of the file.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::list::Window;
use super::super::look::Look;
use super::super::pen::Pen;
use super::super::stage::paragraph;
use crate::app::{Action, Pane, State};
use crate::bindings::{ChangeSet, DiffLine};
use crate::lang::fill;

pub fn draw(state: &State, area: Rect, look: &Look, pen: &mut Pen) {
    let lines = lines(&state.bindings.changes, look);
    let window = Window::from(state.bindings.offset, lines.len(), usize::from(area.height.saturating_sub(2)));
    let inside = super::open(state, Pane::Changes, area, Some(&window), look, pen);
    if lines.is_empty() {
        let key = |action| look.key(action).unwrap_or_default();
        let values = [("key", key(Action::ToggleBinding)), ("apply", key(Action::Apply))];
        let words = fill(look.bindings.no_changes, &values.each_ref().map(|(name, value)| (*name, value.as_str())));
        return paragraph(&words, inside, look.theme.quiet, pen);
    }
    for (y, index) in (inside.top()..inside.bottom()).zip(window.rows) {
        let (text, style) = &lines[index];
        pen.text(inside.x, y, inside.width, text, *style);
    }
}

/// Its lines with `+`, `-` or a blank before each.
pub fn lines(changes: &ChangeSet, look: &Look) -> Vec<(String, Style)> {
    let theme = &look.theme;
    let line = |line: DiffLine| match line {
        DiffLine::Kept(text) => (format!(" {text}"), theme.quiet),
        DiffLine::Gone(text) => (format!("-{text}"), theme.bad),
        DiffLine::New(text) => (format!("+{text}"), theme.good),
        DiffLine::Gap => (" ...".to_owned(), theme.quiet),
    };
    changes.diff().into_iter().map(line).collect()
}
