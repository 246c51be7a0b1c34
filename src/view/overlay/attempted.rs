//! A degraded turn: what was tried beside what was sent instead (U23).
//!
//! ```text
//! ┌[Tried, and sent instead]────────────────────────────────────┐
//! │ DEGRADED: 13,204 tokens, the limit is 12,000                │
//! │                                            tried      sent  │
//! │ persona                                      320       320  │
//! │ body of tone-guard                           640            │
//! │ total                                     13,204     2,110  │
//! └ COMMAND ─────────────────────────────────────────────────────┘
//! ```

use ratatui::layout::{Position, Rect};

use super::super::list::Window;
use super::super::look::Look;
use super::super::pen::Pen;
use super::super::row::Line;
use super::Sheet;
use crate::app::rows::compare::{Pair, pairs};
use crate::app::rows::turn::degraded;
use crate::app::{ATTEMPTED_FRAME, State};
use crate::text::thousands;
use crate::turn::Outcome;

const WIDTH: u16 = 72;
/// Cells of each column of numbers, the gap before it included.
const NUMBER: u16 = 10;

pub(super) fn draw(state: &State, offset: usize, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    let (look, s) = (sheet.look, sheet.look.strings);
    let turn = state.turn.as_ref()?;
    let tried = turn.attempted()?;
    let rows = pairs(tried, turn.prompt());
    // Above the rows stand the reason and the heads of the columns, below them the totals; around all, the border.
    let height = u16::try_from(rows.len() + ATTEMPTED_FRAME + 2).unwrap_or(u16::MAX);
    let list_height = sheet.inside(WIDTH, height).height.saturating_sub(ATTEMPTED_FRAME as u16);
    let window = Window::from(offset, rows.len(), usize::from(list_height));
    let inside = sheet.open(s.title_attempted, WIDTH, height, Some(&window), pen);
    if let Outcome::Degraded(why) = turn.outcome() {
        Line::at(1).left(degraded(why, s), look.theme.bad).draw(inside, inside.y, pen);
    }
    numbers(Line::at(1), s.tried.to_owned(), s.sent.to_owned(), look).draw(inside, inside.y + 1, pen);
    let list = Rect { y: (inside.y + 2).min(inside.bottom()), height: list_height, ..inside };
    for (y, index) in (list.y..).zip(window.rows) {
        line(&rows[index], look).draw(list, y, pen);
    }
    let total = Line::at(1).left(s.total, look.theme.strong);
    let sums = [tried, turn.prompt()].map(|prompt| thousands(prompt.tokens()));
    let [tried, sent] = sums;
    numbers(total, tried, sent, look).draw(inside, inside.bottom().saturating_sub(1), pen);
    None
}

/// The row of a segment; one that only the first prompt has stands out.
pub(super) fn line<'t>(pair: &Pair<'t>, look: &Look) -> Line<'t> {
    let style = if pair.other.is_none() { look.theme.warning } else { look.theme.text };
    let number = |tokens: Option<usize>| tokens.map(thousands).unwrap_or_default();
    let name = look.segment(pair.kind, pair.label);
    numbers(Line::at(1).left(name, style), number(pair.one), number(pair.other), look)
}

/// A line with the numbers, or the heads, of two columns.
pub(super) fn numbers<'t>(line: Line<'t>, one: String, other: String, look: &Look) -> Line<'t> {
    line.right(one, look.theme.text, NUMBER).right(other, look.theme.text, NUMBER)
}
