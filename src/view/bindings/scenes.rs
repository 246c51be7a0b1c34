//! The scenes with their numbers, `!` behind those over the limit; where the change set changes them, the new ones below.
//!
//! ```text
//! >1 private_chat     965   8%  19,522!
//!    *              1,204  10%  19,761!
//!     worst over by 7,761
//!  2 group_chat       898   7%  19,455!
//! ```

use ratatui::layout::Rect;

use super::super::list::Window;
use super::super::look::Look;
use super::super::pen::Pen;
use super::super::row::{Line, Selected};
use crate::app::{Pane, Place, State};
use crate::bindings::SceneCost;
use crate::lang::fill;
use crate::text::thousands;
use crate::tokens::Fit;

/// Lines that the list takes in full.
pub fn height(state: &State) -> u16 {
    let open = state.bindings.after().map_or(0, |matrix| matrix.open_columns().count());
    let changed = changed(state).len();
    u16::try_from(open + 2 * changed + 2).unwrap_or(u16::MAX)
}

/// The scenes whose numbers the change set changes, by their index among the matrix's columns.
fn changed(state: &State) -> Vec<usize> {
    let costs = &state.bindings.costs;
    let differs = |at: &usize| costs.before.get(*at) != costs.after.get(*at);
    let open = state.bindings.places().into_iter().filter_map(|place| match place {
        Place::Scene(at) => Some(at),
        _ => None,
    });
    open.filter(|at| costs.before.len() == costs.after.len() && differs(at)).collect()
}

pub fn draw(state: &State, area: Rect, look: &Look, pen: &mut Pen) {
    let screen = &state.bindings;
    let (theme, words) = (&look.theme, look.bindings);
    let selected = match screen.selected() {
        Some((_, Place::Scene(at))) => Some(at),
        _ => None,
    };
    let mut lines: Vec<(Line, Option<usize>)> = Vec::new();
    let open: Vec<_> = screen.after().into_iter().flat_map(|matrix| matrix.open_columns()).collect();
    let changed = changed(state);
    for (number, (at, column)) in open.iter().enumerate() {
        let name = format!("{} {}", number + 1, column.scene);
        let line = Line::at(1).left(name, theme.text);
        let before = screen.costs.before.iter().find(|cost| cost.scene == column.scene);
        let after = screen.costs.after.iter().find(|cost| cost.scene == column.scene);
        let Some(after) = after else {
            lines.push((line.right(words.counting, theme.quiet, 0), Some(*at)));
            continue;
        };
        let is_changed = changed.contains(at);
        let first = if is_changed { before.unwrap_or(after) } else { after };
        lines.push((numbers(line, first, look), Some(*at)));
        if is_changed {
            let after_line = Line::at(3).left("*", theme.warning);
            lines.push((numbers(after_line, after, look), None));
        }
        if !is_changed && selected != Some(*at) {
            continue;
        }
        let verdict = match (after.over(), after.worst_over()) {
            (0, 0) if after.fit() == Fit::MayNotFit => (look.sure.may_not_fit.to_owned(), theme.warning),
            (0, 0) => (words.fits.to_owned(), theme.good),
            (0, over) => (fill(words.worst_over, &[("n", &thousands(over))]), theme.warning),
            (over, _) => (fill(words.over, &[("n", &thousands(over))]), theme.bad),
        };
        lines.push((Line::at(4).left(verdict.0, verdict.1), None));
    }
    let at = lines.iter().position(|(_, of)| of.is_some() && *of == selected).unwrap_or(0);
    let window = Window::around(at, lines.len(), area.height.saturating_sub(3));
    let inside = super::open(state, Pane::Scenes, area, Some(&window), look, pen);
    let head = Line::at(1).right(words.at_rest, theme.quiet, 9).right(words.share, theme.quiet, 6).right(
        words.worst,
        theme.quiet,
        9,
    );
    head.draw(inside, inside.y, pen);
    let focused = screen.pane == Pane::Scenes && state.overlays.is_empty();
    for (y, index) in (inside.y + 1..inside.bottom()).zip(window.rows) {
        let (line, of) = &mut lines[index];
        if of.is_some() && *of == selected {
            line.selected = Selected::of(Some(index), index, focused);
        }
        line.draw(inside, y, pen);
    }
}

fn numbers<'t>(line: Line<'t>, cost: &SceneCost, look: &Look) -> Line<'t> {
    let theme = &look.theme;
    let share = cost.share().map_or("-".to_owned(), |share| format!("{share}%"));
    let worst = cost.worst.map_or("-".to_owned(), |worst| thousands(worst.likely));
    let marked = |number: String, over: usize| match over {
        0 => (format!("{number} "), theme.text),
        _ => (format!("{number}!"), theme.warning),
    };
    let (at_rest, worst) = (marked(thousands(cost.at_rest), cost.over()), marked(worst, cost.worst_over()));
    line.right(at_rest.0, at_rest.1, 8).right(share, theme.text, 5).right(worst.0, worst.1, 9)
}
