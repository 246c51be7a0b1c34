//! The lines below the panels: notices, and the key bar, which is generated from the table of bindings.
//!
//! ```text
//!  tone-guard/SKILL.md changed on disk. This turn keeps its snapshot; n starts a turn with the new text.
//!  Enter ask/open  i type  r reply  n new turn  u back  / filter  q quit                                COMMAND
//! ```

use ratatui::layout::Rect;

use super::look::{Look, key_name};
use super::pen::{Pen, Piece};
use crate::app::{Action, Binding, Mode, State, contexts, notice_lines};
use crate::text::width;

/// Draws the notices.
pub fn notices(state: &State, area: Rect, look: &Look, pen: &mut Pen) {
    for (y, line) in (area.top()..area.bottom()).zip(notice_lines(state)) {
        pen.text(area.x + 1, y, area.width.saturating_sub(2), &line.text, look.severity(line.severity));
    }
}

/// Draws the key bar: whole entries only, the state of the keys at the right end.
pub fn key_bar(state: &State, area: Rect, look: &Look, pen: &mut Pen) {
    if area.width < 4 {
        return;
    }
    let (theme, s) = (&look.theme, look.strings);
    let (word, style) = match state.mode() {
        Mode::Command => (s.command_mode, theme.quiet),
        Mode::Text(_) => (s.text_mode, theme.text_state),
    };
    let word = format!(" {word} ");
    let start = pen.right(area.right(), area.y, area.width, &word, style);
    let room = usize::from(start.saturating_sub(area.x + 1));
    let mut pieces: Vec<Piece> = Vec::new();
    for (key, label) in entries(state, look, room) {
        pieces.extend([
            (key.into(), theme.key),
            (" ".into(), theme.text),
            (label.into(), theme.text),
            ("  ".into(), theme.text),
        ]);
    }
    pieces.pop();
    pen.pieces(area.x + 1, area.y, room as u16, pieces);
}

/// Keys and words that fit into `room` cells, in the order of the table; what cannot be missed is given room first.
fn entries(state: &State, look: &Look, room: usize) -> Vec<(String, &'static str)> {
    let contexts = contexts(state);
    let shown = |binding: &&Binding| binding.bar.is_some() && state.is_useful(binding.action);
    let mut bindings: Vec<&Binding> = look.keymap.bindings(&contexts).filter(shown).collect();
    bindings.sort_by_key(|binding| binding.bar.map(|bar| bar.place));
    let entry = |binding: &Binding| {
        let key = look.keymap.keys(binding).first().copied().map(key_name).unwrap_or_default();
        (key, binding.bar_words(look.strings, look.session))
    };
    let cells = |binding: &Binding| {
        let (key, label) = entry(binding);
        width(&key) + 1 + width(label) + 2
    };
    let mut left = room + 2;
    let mut chosen = vec![false; bindings.len()];
    // While a scenario plays, the next step is what one came for.
    let pass_of = |binding: &Binding| match binding.action {
        Action::NextStep => 0,
        Action::Open | Action::ToggleBinding | Action::Help | Action::Quit | Action::Accept | Action::LeaveText => 1,
        _ => 2,
    };
    for pass in 0..=2 {
        for (index, binding) in bindings.iter().enumerate().filter(|(_, binding)| pass_of(binding) == pass) {
            let cells = cells(binding);
            if cells <= left {
                left -= cells;
                chosen[index] = true;
            } else if pass == 2 {
                break;
            }
        }
    }
    bindings.iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(binding, _)| entry(binding)).collect()
}
