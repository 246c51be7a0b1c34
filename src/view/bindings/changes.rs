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
use crate::text::{printable, wrap};

pub fn draw(state: &State, area: Rect, look: &Look, pen: &mut Pen) {
    let lines = lines(&state.bindings.changes, usize::from(area.width.saturating_sub(2)), look);
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

/// Its lines with `+`, `-` or a blank before each. What goes or comes is wrapped to `cells`, so that all of it is seen.
pub fn lines(changes: &ChangeSet, cells: usize, look: &Look) -> Vec<(String, Style)> {
    let theme = &look.theme;
    let line = |line: DiffLine| match line {
        DiffLine::Kept(text) => vec![(format!(" {text}"), theme.quiet)],
        DiffLine::Gone(text) => wrapped('-', &text, cells, theme.bad),
        DiffLine::New(text) => wrapped('+', &text, cells, theme.good),
        DiffLine::File(file) => vec![(printable(&file).into_owned(), theme.strong)],
        DiffLine::Gap => vec![(" ...".to_owned(), theme.quiet)],
    };
    changes.diff().into_iter().flat_map(line).collect()
}

/// A line behind its sign; what does not fit goes on below, farther in.
fn wrapped(sign: char, text: &str, cells: usize, style: Style) -> Vec<(String, Style)> {
    let content = text.trim_start_matches(' ');
    let indent = " ".repeat((text.len() - content.len()).min(cells / 2));
    let room = cells.saturating_sub(indent.len() + 3).max(8);
    let parts = wrap(&printable(content), room);
    let part = |(at, part): (usize, String)| {
        let farther = if at == 0 { "" } else { "  " };
        (format!("{sign}{indent}{farther}{part}"), style)
    };
    parts.into_iter().enumerate().map(part).collect()
}
