//! What stands above the panels: the overlays of the stack, the top one last.
//!
//! ```text
//! ┌1 Scenes──┐┌3 Turn 1───────┐
//! │   ┌[Keys]────────────────┐│   a box in the middle; the panels stay visible around it
//! │   │ Enter  ask/open      ││
//! │   └ COMMAND ── 1-20 of 52┘│
//! └──────────┘└───────────────┘
//! ```

mod attempted;
mod diagnostics;
mod equality;
mod full_text;
mod help;
mod input;
mod menus;
mod scenarios;
mod what_if;

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::frame::Frame;
use super::list::Window;
use super::look::Look;
use super::pen::Pen;
use super::row::Line;
use crate::app::{Layout, Overlay, State};
use crate::lang::fill;

/// Draws the stack; gives the caret of the top one.
pub fn draw(state: &State, layout: &Layout, look: &Look, pen: &mut Pen) -> Option<Position> {
    let mut caret = None;
    for (index, overlay) in state.overlays.iter().enumerate() {
        let sheet = Sheet {
            body: layout.body,
            look,
            top: index + 1 == state.overlays.len(),
            typing: overlay.field().is_some(),
        };
        caret = match overlay {
            Overlay::Help { offset, from } => help::draw(state, *offset, from, &sheet, pen),
            Overlay::Palette(palette) => menus::palette(palette, &sheet, pen),
            Overlay::Input(input) => input::draw(input, &sheet, pen),
            Overlay::FullText(full) => full_text::draw(full, &sheet, pen),
            Overlay::Confirm(question) => menus::confirm(question, &sheet, pen),
            Overlay::World(menu) => menus::world(menu, &sheet, pen),
            Overlay::Copy(menu) => menus::copy(menu, &sheet, pen),
            Overlay::Equality { equality, offset } => equality::draw(state, equality, *offset, &sheet, pen),
            Overlay::Attempted { offset } => attempted::draw(state, *offset, &sheet, pen),
            Overlay::WhatIf { selected } => what_if::draw(state, *selected, &sheet, pen),
            Overlay::Scenarios(list) => scenarios::draw(list, &sheet, pen),
            Overlay::Diagnostics(list) => diagnostics::draw(list, &sheet, pen),
        };
    }
    caret
}

/// Where an overlay may stand, and how it looks.
struct Sheet<'a> {
    body: Rect,
    look: &'a Look<'a>,
    /// It is the one that takes the keys.
    top: bool,
    /// A cursor stands in it.
    typing: bool,
}

impl Sheet<'_> {
    /// Draws an empty box of at most `width` by `height` cells in the middle and gives its inside.
    fn open(&self, title: &str, width: u16, height: u16, window: Option<&Window>, pen: &mut Pen) -> Rect {
        let area = self.place(width, height);
        pen.clear(area);
        let (theme, s) = (&self.look.theme, self.look.strings);
        let state = if self.typing {
            (s.text_mode.to_owned(), theme.text_state)
        } else {
            (s.command_mode.to_owned(), theme.quiet)
        };
        let range = window.and_then(Window::range).map(|(from, to, of)| {
            fill(s.lines_of, &[("from", &from.to_string()), ("to", &to.to_string()), ("n", &of.to_string())])
        });
        let frame = Frame { state: self.top.then_some(state), range, focused: self.top, ..Frame::titled(title) };
        frame.draw(area, pen)
    }

    /// Below the rows of a list a rule and what there is to say of the selected one, as far as the box has room.
    fn below(&self, rows: Rect, inside: Rect, detail: &[(String, Style)], pen: &mut Pen) {
        let rule = self.look.glyphs.horizontal.repeat(usize::from(rows.width));
        pen.text(rows.x, rows.bottom(), rows.width, &rule, self.look.theme.border);
        for (y, (text, style)) in (rows.bottom() + 1..inside.bottom()).zip(detail) {
            Line::at(1).left(text, *style).draw(inside, y, pen);
        }
    }

    /// A box of at most `width` by `height` cells in the middle of the body.
    fn place(&self, width: u16, height: u16) -> Rect {
        let (width, height) = (width.min(self.body.width), height.min(self.body.height));
        Rect {
            x: self.body.x + (self.body.width - width) / 2,
            y: self.body.y + (self.body.height - height) / 2,
            width,
            height,
        }
    }

    /// The inside of the box that [`Sheet::open`] would draw.
    fn inside(&self, width: u16, height: u16) -> Rect {
        Frame::inside(self.place(width, height))
    }
}
