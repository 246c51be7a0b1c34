//! U13 on demand: the prompt on the stage compared, byte for byte, with the prompt without skills.
//!
//! ```text
//! ┌[The prompt, and the prompt without skills]──────┐
//! │ The same, byte for byte: 4,210 bytes            │
//! │ sha256  9f2c…                                   │
//! │─────────────────────────────────────────────────│
//! │ persona                                      320│
//! │ total                                      2,110│
//! └ COMMAND ────────────────────────────────────────┘
//! ```

use ratatui::layout::Position;

use super::super::pen::Pen;
use super::super::row::Line;
use super::super::stage::paragraph;
use super::Sheet;
use crate::lang::fill;
use crate::text::{thousands, wrap};
use crate::turn::{Difference, Equality, Sum};

/// Columns of the box, border included: a SHA-256 and its label fit.
const WIDTH: u16 = 80;

pub(super) fn draw(equality: &Equality, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    let (look, s) = (sheet.look, sheet.look.strings);
    let (theme, sums) = (&look.theme, [&equality.prompt, &equality.without_skills]);
    let [with, without] = sums.map(|sum| thousands(sum.bytes));
    let (verdict, style) = match &equality.first_difference {
        None => (fill(s.equal_same, &[("n", &with)]), theme.good),
        Some(Difference { byte, .. }) => {
            let values = [("at", thousands(*byte)), ("with", with), ("without", without)];
            (fill(s.equal_differs, &values.each_ref().map(|(name, value)| (*name, value.as_str()))), theme.warning)
        }
    };
    let cells = sheet.inside(WIDTH, u16::MAX).width.saturating_sub(2);
    let verdict_lines = wrap(&verdict, usize::from(cells).max(1)).len() as u16;
    let hashes = if equality.equal { &sums[..1] } else { &sums[..] };
    let segments = &equality.plain.segments;
    let height = 2 + verdict_lines + hashes.len() as u16 + 1 + segments.len() as u16 + 1;
    let inside = sheet.open(s.title_equality, WIDTH, height, None, pen);
    paragraph(&verdict, ratatui::layout::Rect { height: verdict_lines.min(inside.height), ..inside }, style, pen);
    let rule = look.glyphs.horizontal.repeat(usize::from(inside.width));
    let hash = |sum: &&'_ Sum| Line::at(1).left("sha256  ", theme.quiet).left(sum.sha256.clone(), theme.quiet);
    let mut lines: Vec<Line> = hashes.iter().map(hash).collect();
    lines.push(Line::at(0).left(rule, theme.border));
    lines.extend(segments.iter().map(|segment| {
        Line::at(1).left(look.segment(segment.kind, &segment.label), theme.text).right(
            thousands(segment.tokens),
            theme.text,
            0,
        )
    }));
    let total = Line::at(1).left(s.total, theme.strong).right(thousands(equality.plain.tokens()), theme.strong, 0);
    let room = usize::from(inside.height.saturating_sub(verdict_lines));
    if lines.len() + 1 > room {
        let hidden = (lines.len() + 2).saturating_sub(room);
        lines.truncate(room.saturating_sub(2));
        lines.push(Line::at(1).left(fill(s.more_notices, &[("n", &hidden.to_string())]), theme.quiet));
    }
    lines.push(total);
    for (y, line) in (inside.y.saturating_add(verdict_lines)..inside.bottom()).zip(lines) {
        line.draw(inside, y, pen);
    }
    None
}
