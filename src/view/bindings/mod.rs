//! F3, the Bindings screen: skills × scenes, what the scenes cost before and after, and the change set.
//!
//! ```text
//! ┌[Bindings]───────────────────┐┌Scenes ─────── at rest ── worst─┐
//! │ skill     allow all  1  2  3││ 1 private_chat   965 8%  19,522│
//! │>tone       yes   -   B* I  o││    > 1,204 10%   19,761  OVER  │
//! │─────────────────────────────│└────────────────────────────────┘
//! │ tone in private_chat: bound ││┌Change set 1────────────────────┐
//! │ A always  B bound  …        │││-  private_chat: [reply-style]  │
//! └ COMMAND ────────────────────┘└└────────────────────────────────┘
//! ```
//!
//! Below 120 columns the two right boxes take the other half; below 80 one box at a time.

mod changes;
mod matrix;
mod scenes;

use ratatui::layout::Rect;

use super::frame::{Frame, Tab};
use super::list::Window;
use super::look::Look;
use super::pen::Pen;
use crate::app::{Columns, Pane, State};
use crate::lang::fill;

pub(super) use changes::lines as diff_lines;

/// Draws the screen.
pub fn draw(state: &State, area: Rect, look: &Look, pen: &mut Pen) {
    for (pane, area) in places(state, area) {
        match pane {
            Pane::Matrix => matrix::draw(state, area, look, pen),
            Pane::Scenes => scenes::draw(state, area, look, pen),
            Pane::Changes => changes::draw(state, area, look, pen),
        }
    }
}

/// Where each part stands; parts without a place are reached with Tab.
fn places(state: &State, area: Rect) -> Vec<(Pane, Rect)> {
    if Columns::at(state.width, state.height) == Columns::One {
        return vec![(state.bindings.pane, area)];
    }
    let left = Rect { width: area.width / 2, ..area };
    let right = Rect { x: area.x + left.width, width: area.width - left.width, ..area };
    let scenes = (scenes::height(state) + 2).min(area.height * 3 / 5);
    vec![
        (Pane::Matrix, left),
        (Pane::Scenes, Rect { height: scenes, ..right }),
        (Pane::Changes, Rect { y: right.y + scenes, height: right.height - scenes, ..right }),
    ]
}

/// The box of a part; gives its inside.
fn open(state: &State, pane: Pane, area: Rect, window: Option<&Window>, look: &Look, pen: &mut Pen) -> Rect {
    let s = look.strings;
    let focused = state.bindings.pane == pane && state.overlays.is_empty();
    let range = window.and_then(Window::range).map(|(from, to, of)| {
        fill(s.lines_of, &[("from", &from.to_string()), ("to", &to.to_string()), ("n", &of.to_string())])
    });
    let shared = Columns::at(state.width, state.height) == Columns::One;
    let panes = if shared { &Pane::ALL[..] } else { std::slice::from_ref(&pane) };
    let tab = |one: &Pane| {
        let text = title(state, *one, look);
        Tab { short: text.clone(), text, shown: *one == pane }
    };
    let frame = Frame {
        tabs: panes.iter().map(tab).collect(),
        captions: Vec::new(),
        state: focused.then(|| (s.command_mode.to_owned(), look.theme.quiet)),
        range,
        focused,
    };
    frame.draw(area, pen)
}

fn title(state: &State, pane: Pane, look: &Look) -> String {
    let words = look.bindings;
    match pane {
        Pane::Matrix => words.title_matrix.to_owned(),
        Pane::Scenes => words.title_scenes.to_owned(),
        Pane::Changes => fill(words.title_changes, &[("n", &state.bindings.changes.len().to_string())]),
    }
}
