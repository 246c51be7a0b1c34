//! The lines above the panels: where one is and under which rules, and the screens.
//!
//! ```text
//!  /srv/bot  READ-ONLY   dialect utility   binding = resident   estimate heuristic, err 7%       snapshot 7f3a9c2
//!  F2 Stage                                                                              F1 keys  : commands
//! ```
//!
//! In a narrow terminal the parts of least weight go, each as a whole.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::look::Look;
use super::pen::{Pen, Piece};
use crate::app::{Action, Columns, Screen, State};
use crate::lang::fill;
use crate::settings::Choice;
use crate::text::width;

/// A part of the header.
struct Part {
    text: String,
    style: Style,
    /// The part with the highest rank goes first where there is no room; rank 0 stays.
    rank: u8,
}

/// Cells of the title that stay, however narrow the screen.
const TITLE: usize = 5;

/// Draws the first line.
pub fn draw(state: &State, area: Rect, look: &Look, pen: &mut Pen) {
    if area.width < 3 {
        return;
    }
    let narrow = Columns::at(state.width, state.height) < Columns::Three;
    let gap = if narrow { "  " } else { "   " };
    let room = usize::from(area.width) - 2;
    let right = snapshot(state, look);
    let mut left = parts(state, look, narrow);
    let shows_right = leave_out(&mut left, &right, gap.len(), room);
    // The title takes what the others leave.
    let behind: usize = left.iter().skip(1).map(|part| width(&part.text) + gap.len()).sum();
    let behind = behind + if shows_right { width(&right) + gap.len() } else { 0 };
    if let Some(title) = left.first_mut() {
        title.text = pen.fit(&title.text, room.saturating_sub(behind) as u16).into_owned();
    }
    let pieces = left.iter().enumerate().flat_map(|(index, part)| -> [Piece; 2] {
        let before = if index == 0 { "" } else { gap };
        [(before.into(), look.theme.text), (part.text.as_str().into(), part.style)]
    });
    pen.pieces(area.x + 1, area.y, area.width - 2, pieces);
    if shows_right {
        let style = if state.is_loading() { look.theme.warning } else { look.theme.quiet };
        pen.right(area.right() - 1, area.y, area.width / 2, &right, style);
    }
}

/// Leaves out whole parts until the rest fits, the title cut to [`TITLE`] cells if need be; gives whether `right` stays.
fn leave_out(left: &mut Vec<Part>, right: &str, gap: usize, room: usize) -> bool {
    let mut shows_right = !right.is_empty();
    loop {
        let title = left.first().map_or(0, |title| width(&title.text).min(TITLE));
        let others: usize = left.iter().skip(1).map(|part| width(&part.text) + gap).sum();
        let needed = title + others + if shows_right { width(right) + gap } else { 0 };
        let rank = left.iter().map(|part| part.rank).max().unwrap_or(0);
        match (needed <= room, shows_right && rank < 2, rank) {
            (true, ..) => return shows_right,
            (_, true, _) => shows_right = false,
            (_, _, 0) => return false,
            _ => left.retain(|part| part.rank != rank),
        }
    }
}

fn parts(state: &State, look: &Look, narrow: bool) -> Vec<Part> {
    let (theme, s) = (&look.theme, look.strings);
    let (dialect, binding) = (state.settings.dialect.value.word(), state.settings.binding.value.word());
    let estimator = match (&state.pending.estimator, state.estimator.deviation()) {
        (Some(name), _) => fill(s.loading_estimator, &[("name", name)]),
        (None, Some(deviation)) => {
            // Whose tokens are estimated is said where there is room for it.
            let (name, model) = (state.estimator.name(), state.estimator.model());
            let name = if narrow { name.to_owned() } else { format!("{name} ({model})") };
            format!("{name}, {}", fill(s.error_percent, &[("n", &format!("{:.0}", deviation.mean))]))
        }
        (None, None) => format!("{}, {}", state.estimator.name(), s.exact),
    };
    let mut parts = vec![Part { text: state.title.clone(), style: theme.strong, rank: 0 }];
    if state.read_only {
        parts.push(Part { text: s.read_only.to_owned(), style: theme.warning, rank: 0 });
    }
    if state.what_if_changes() > 0 {
        let text = fill(look.what_if.header, &[("n", &state.what_if_changes().to_string())]);
        parts.push(Part { text, style: theme.warning, rank: 0 });
    }
    if narrow {
        parts.push(Part { text: state.scene.to_string(), style: theme.strong, rank: 1 });
        parts.push(Part { text: dialect.to_owned(), style: theme.text, rank: 4 });
        if !look.session {
            parts.push(Part { text: binding.to_owned(), style: theme.text, rank: 3 });
        }
        parts.push(Part { text: estimator, style: theme.text, rank: 0 }); // T1: every number says who made it
    } else {
        parts.push(Part { text: format!("{} {dialect}", s.dialect), style: theme.text, rank: 4 });
        if !look.session {
            parts.push(Part { text: format!("{} = {binding}", s.binding), style: theme.text, rank: 3 });
        }
        parts.push(Part { text: format!("{} {estimator}", s.estimate), style: theme.text, rank: 0 });
    }
    parts
}

/// The snapshot of the turn on the stage, and the newer one that the next turn will use.
fn snapshot(state: &State, look: &Look) -> String {
    let s = look.strings;
    if state.is_loading() {
        return s.loading.to_owned();
    }
    let newest = state.library.as_ref().map(|library| library.snapshot.short_id());
    let of_turn = state.turn.as_ref().map(|turn| turn.setup().library.snapshot.short_id());
    match (of_turn.or(newest), newest) {
        (Some(turn), Some(newest)) if turn != newest && look.session => {
            format!("{} {turn} {}", s.snapshot, s.snapshot_memory)
        }
        (Some(turn), Some(newest)) if turn != newest => format!("{} {turn} > {newest}", s.snapshot),
        (Some(turn), _) => format!("{} {turn}", s.snapshot),
        (None, _) => String::new(),
    }
}

/// The Check screen with what there is to mend: `Check 3`, with `!` where a skill or the config is refused.
fn check_tab(state: &State, look: &Look) -> String {
    match state.check.counts() {
        (0, 0) => look.check.tab.to_owned(),
        (0, warnings) => format!("{} {warnings}", look.check.tab),
        (errors, warnings) => format!("{} {}!", look.check.tab, errors + warnings),
    }
}

/// Draws the line of screens.
pub fn tabs(state: &State, area: Rect, look: &Look, pen: &mut Pen) {
    if area.is_empty() {
        return;
    }
    let (theme, s) = (&look.theme, look.strings);
    let entry = |action, label: String, style| -> [Piece; 4] {
        [
            (look.key(action).unwrap_or_default().into(), theme.key),
            (" ".into(), style),
            (label.into(), style),
            ("  ".into(), theme.text),
        ]
    };
    let scenarios = match state.scenarios {
        0 => s.tab_scenarios.to_owned(),
        count => format!("{} {count}", s.tab_scenarios),
    };
    let style = |screen| if state.screen == screen { theme.strong } else { theme.text };
    let bindings =
        (!look.session).then(|| entry(Action::Bindings, s.actions.do_bindings.to_owned(), style(Screen::Bindings)));
    let stage = entry(Action::Stage, s.tab_stage.to_owned(), style(Screen::Stage));
    let check = entry(Action::Check, check_tab(state, look), style(Screen::Check));
    let left = [Some(stage), bindings, Some(entry(Action::Scenarios, scenarios, theme.text)), Some(check)];
    pen.pieces(area.x + 1, area.y, area.width - 1, left.into_iter().flatten().flatten());
    let mut right: Vec<Piece> = [(Action::Help, s.tab_keys), (Action::Palette, s.tab_commands)]
        .into_iter()
        .flat_map(|(action, label)| entry(action, label.to_owned(), theme.text))
        .collect();
    right.pop(); // the gap behind the last entry
    let cells: usize = right.iter().map(|(text, _)| width(text)).sum();
    if cells + 40 < usize::from(area.width) {
        pen.pieces((area.right() - 1).saturating_sub(cells as u16), area.y, cells as u16, right);
    }
}
