//! U13 on demand: the prompt on the stage compared, byte for byte, with the prompt without skills.
//!
//! ```text
//! ┌[The prompt, and the prompt without skills]──────┐
//! │ They differ from byte 1,204: …                  │
//! │ sha256 of the prompt                            │
//! │ 9f2c…                                           │
//! │─────────────────────────────────────────────────│
//! │                                   with   without│
//! │ persona                            320       320│
//! │ catalog                             70          │
//! │ total                            2,110     1,530│
//! └ COMMAND ──────────────────────────── 1-9 of 14──┘
//! ```

use ratatui::layout::{Position, Rect};

use super::super::list::Window;
use super::super::pen::Pen;
use super::super::row::Line;
use super::Sheet;
use super::attempted::{line as pair, numbers};
use crate::app::{EQUALITY_WIDTH, EqualityLine, State, equality_lines};
use crate::text::thousands;
use crate::turn::Equality;

pub(super) fn draw(
    state: &State,
    equality: &Equality,
    offset: usize,
    sheet: &Sheet,
    pen: &mut Pen,
) -> Option<Position> {
    let s = sheet.look.strings;
    let lines = equality_lines(state, equality);
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
    let shown = usize::from(sheet.inside(EQUALITY_WIDTH, height).height);
    let window = Window::from(offset, lines.len(), shown);
    let inside = sheet.open(s.title_equality, EQUALITY_WIDTH, height, Some(&window), pen);
    for (y, index) in (inside.y..).zip(window.rows) {
        line(&lines[index], equality.equal, inside, sheet).draw(inside, y, pen);
    }
    None
}

fn line<'t>(line: &'t EqualityLine, equal: bool, inside: Rect, sheet: &Sheet) -> Line<'t> {
    let (look, theme, s) = (sheet.look, &sheet.look.theme, sheet.look.strings);
    match line {
        EqualityLine::Verdict(words) => Line::at(1).left(words, if equal { theme.good } else { theme.warning }),
        EqualityLine::Hash(words) => Line::at(1).left(words, theme.quiet),
        EqualityLine::Rule => Line::at(0).left(look.glyphs.horizontal.repeat(usize::from(inside.width)), theme.border),
        EqualityLine::Heads => numbers(Line::at(1), s.with_skills.to_owned(), s.without_skills.to_owned(), look),
        EqualityLine::Pair(row) => pair(row, look),
        EqualityLine::Total(with, without) => {
            numbers(Line::at(1).left(s.total, theme.strong), thousands(*with), thousands(*without), look)
        }
    }
}
