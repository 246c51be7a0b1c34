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
use crate::app::BINDINGS;
use crate::text::{width, wrap};

/// Columns of the box, border included.
const WIDTH: u16 = 64;

pub(super) fn draw(offset: usize, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    let look = sheet.look;
    let inside = sheet.inside(WIDTH, u16::MAX);
    let keys: Vec<String> = BINDINGS.iter().map(|binding| names(look.keymap.keys(binding))).collect();
    let column = keys.iter().map(|keys| width(keys)).max().unwrap_or(0) + 2;
    let more = wrap(look.strings.help_more, usize::from(inside.width.saturating_sub(2)));
    let window = Window::from(offset, keys.len() + 1 + more.len(), usize::from(inside.height));
    let inside = sheet.open(look.strings.title_help, WIDTH, u16::MAX, Some(&window), pen);
    for (y, index) in (inside.y..).zip(window.rows.clone()) {
        let line = match (BINDINGS.get(index), keys.get(index)) {
            (Some(binding), Some(keys)) => {
                Line::at(1).left(keys, look.theme.key).tab(column).left((binding.label)(look.strings), look.theme.text)
            }
            _ => match index.checked_sub(keys.len() + 1).and_then(|line| more.get(line)) {
                Some(text) => Line::at(1).left(text, look.theme.quiet),
                None => Line::at(1),
            },
        };
        line.draw(inside, y, pen);
    }
    None
}

fn names(keys: Vec<crate::app::Key>) -> String {
    keys.into_iter().map(key_name).collect::<Vec<_>>().join(", ")
}
