//! F1: every key and what it does, from the table of bindings.
//!
//! ```text
//! ┌[Keys]──────────────────────────────────────┐
//! │ Enter           ask/open                   │
//! │ Up, k           up                         │
//! │ Everything in : too; rebind under keys: …  │
//! └────────────────────────────────────────────┘
//! ```

use ratatui::layout::Position;

use super::super::list::Window;
use super::super::look::key_name;
use super::super::pen::Pen;
use super::super::row::Line;
use super::Sheet;
use crate::app::{Binding, HELP_TAIL, Key, State};
use crate::text::{width, wrap};

/// Columns of the box, border included.
const WIDTH: u16 = 64;

pub(super) fn draw(state: &State, offset: usize, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    let (look, s) = (sheet.look, sheet.look.strings);
    let bindings: Vec<&Binding> = state.help_bindings().collect();
    let keys: Vec<String> = bindings.iter().map(|binding| names(look.keymap.keys(binding))).collect();
    let column = keys.iter().map(|keys| width(keys)).max().unwrap_or(0) + 2;
    let inside = sheet.inside(WIDTH, u16::MAX);
    let more = wrap(s.help_more, usize::from(inside.width.saturating_sub(2)));
    let window = Window::from(offset, keys.len() + HELP_TAIL, usize::from(inside.height));
    let inside = sheet.open(s.title_help, WIDTH, u16::MAX, Some(&window), pen);
    for (y, index) in (inside.y..).zip(window.rows.clone()) {
        let line = match (bindings.get(index), keys.get(index)) {
            (Some(binding), Some(keys)) => {
                Line::at(1).left(keys, look.theme.key).tab(column).left((binding.label)(s), look.theme.text)
            }
            // One line of words stands below a blank one, two stand on both.
            _ => match (index + more.len()).checked_sub(keys.len() + HELP_TAIL).and_then(|line| more.get(line)) {
                Some(text) => Line::at(1).left(text, look.theme.quiet),
                None => Line::at(1),
            },
        };
        line.draw(inside, y, pen);
    }
    None
}

fn names(keys: Vec<Key>) -> String {
    keys.into_iter().map(key_name).collect::<Vec<_>>().join(", ")
}
