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

use std::sync::Arc;

use ratatui::layout::{Position, Rect};

use super::super::list::Window;
use super::super::look::Look;
use super::super::pen::Pen;
use super::super::row::Line;
use super::Sheet;
use crate::app::State;
use crate::app::rows::turn::degraded;
use crate::prompt::{Prompt, Segment};
use crate::text::thousands;
use crate::turn::Outcome;

const WIDTH: u16 = 72;
/// Cells of each column of numbers, the gap before it included.
const NUMBER: u16 = 10;

pub(super) fn draw(state: &State, offset: usize, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    let (look, s) = (sheet.look, sheet.look.strings);
    let turn = state.turn.as_ref()?;
    let tried = turn.attempted()?;
    let rows = rows(tried, turn.prompt());
    // Above the rows stand the reason and the heads of the columns, below them the totals.
    let height = u16::try_from(rows.len()).unwrap_or(u16::MAX).saturating_add(5);
    let list_height = sheet.inside(WIDTH, height).height.saturating_sub(3);
    let window = Window::from(offset, rows.len(), usize::from(list_height));
    let inside = sheet.open(s.title_attempted, WIDTH, height, Some(&window), pen);
    if let Outcome::Degraded(why) = turn.outcome() {
        Line::at(1).left(degraded(why, s), look.theme.bad).draw(inside, inside.y, pen);
    }
    numbers(Line::at(1), s.tried.to_owned(), s.sent.to_owned(), look).draw(inside, inside.y + 1, pen);
    let list = Rect { y: (inside.y + 2).min(inside.bottom()), height: list_height, ..inside };
    for (y, index) in (list.y..).zip(window.rows) {
        rows[index].line(look).draw(list, y, pen);
    }
    let total = Line::at(1).left(s.total, look.theme.strong);
    let sums = [tried, turn.prompt()].map(|prompt| thousands(prompt.tokens()));
    let [tried, sent] = sums;
    numbers(total, tried, sent, look).draw(inside, inside.bottom().saturating_sub(1), pen);
    None
}

/// A segment of either prompt.
struct Pair<'p> {
    label: &'p str,
    tried: Option<usize>,
    sent: Option<usize>,
}

impl Pair<'_> {
    fn line(&self, look: &Look) -> Line<'_> {
        let style = if self.sent.is_none() { look.theme.warning } else { look.theme.text };
        let number = |tokens: Option<usize>| tokens.map(thousands).unwrap_or_default();
        numbers(Line::at(1).left(self.label, style), number(self.tried), number(self.sent), look)
    }
}

fn numbers<'t>(line: Line<'t>, tried: String, sent: String, look: &Look) -> Line<'t> {
    line.right(tried, look.theme.text, NUMBER).right(sent, look.theme.text, NUMBER)
}

/// The segments of both in order: those of the prompt that was tried, then those that only the other one has.
fn rows<'p>(tried: &'p Prompt, sent: &'p Prompt) -> Vec<Pair<'p>> {
    let find = |prompt: &'p Prompt, id: &str| prompt.segments.iter().find(|segment| segment.id == id);
    let both = tried.segments.iter().map(|segment: &Arc<Segment>| Pair {
        label: &segment.label,
        tried: Some(segment.tokens),
        sent: find(sent, &segment.id).map(|segment| segment.tokens),
    });
    let added = sent.segments.iter().filter(|segment| find(tried, &segment.id).is_none()).map(|segment| Pair {
        label: &segment.label,
        tried: None,
        sent: Some(segment.tokens),
    });
    both.chain(added).collect()
}
