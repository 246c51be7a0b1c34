//! `State` → buffer.
//!
//! [`draw`] borrows the state and changes nothing: what a size decides (places, wrapped lines, scrolling) comes from
//! [`crate::app::Layout`], which the mouse and the lists ask as well. One file per panel; each begins with a drawing
//! of its layout.
//!
//! ```text
//! header.rs     where one is, under which rules; the screens
//! bindings/     the Bindings screen
//! stage.rs      the five panels ─ scenes.rs, skills.rs, turn.rs, prompt.rs, document.rs
//! overlay/      what stands above the panels
//! footer.rs     notices, key bar
//!
//! frame.rs row.rs input.rs   boxes, lines with columns, inputs with a caret
//! pen.rs                     writes cells: safe to print, cut only with a mark
//! theme.rs glyphs.rs look.rs styles by meaning, lines and bars, words and keys
//! highlight.rs               Markdown, YAML, JSON; runs off the loop
//! ```

mod bindings;
mod check;
mod document;
mod filter;
mod footer;
mod frame;
mod glyphs;
mod header;
pub mod highlight;
mod input;
mod list;
mod look;
mod numbers;
mod overlay;
mod pen;
mod prompt;
mod row;
mod scenes;
mod skills;
mod stage;
pub mod theme;
mod turn;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::app::{Layout, Screen, State, newest_is_passing};
use crate::lang::fill;
use look::Look;
use pen::Pen;

/// Draws the state; puts the hardware cursor on the caret where an input is open, and hides it elsewhere.
pub fn draw(state: &State, frame: &mut Frame) {
    if let Some(caret) = paint(state, frame.buffer_mut()) {
        frame.set_cursor_position(caret);
    }
}

/// Draws the state into a buffer and gives the place of the caret, where an input is open.
pub fn paint(state: &State, buffer: &mut Buffer) -> Option<Position> {
    let look = Look::of(state);
    let layout = Layout::of(state);
    let area = buffer.area;
    let mut pen = Pen { buffer, theme: &look.theme, glyphs: &look.glyphs };
    if layout.too_small {
        too_small(state, area, &look, &mut pen);
        return None;
    }
    header::draw(state, layout.header, &look, &mut pen);
    header::tabs(state, layout.tabs, &look, &mut pen);
    let in_panel = match state.screen {
        Screen::Stage => stage::draw(state, &layout, &look, &mut pen),
        Screen::Check => check::draw(state, layout.main, &look, &mut pen),
        Screen::Bindings => {
            bindings::draw(state, layout.main, &look, &mut pen);
            None
        }
    };
    footer::notices(state, layout.notices, &look, &mut pen);
    let in_overlay = overlay::draw(state, &layout, &look, &mut pen);
    if newest_is_passing(state) && !state.overlays.is_empty() {
        pen.clear(layout.notices);
        footer::notices(state, layout.notices, &look, &mut pen);
    }
    footer::key_bar(state, layout.key_bar, &look, &mut pen);
    let caret = if state.overlays.is_empty() { in_panel } else { in_overlay };
    caret.filter(|caret| area.contains(*caret))
}

/// Below 40×12 nothing but what is needed is said.
fn too_small(state: &State, area: Rect, look: &Look, pen: &mut Pen) {
    let size = [("w", state.width.to_string()), ("h", state.height.to_string())];
    let values = size.each_ref().map(|(name, value)| (*name, value.as_str()));
    let words = fill(look.strings.too_small, &values);
    stage::paragraph(&words, area, look.theme.text, pen);
}
