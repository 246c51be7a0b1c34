//! Panel 4: the prompt of the chosen request, row by row, with what changed since the request before.
//!
//! ```text
//! ┌4 Prompt of request 3 ── change since request 2┐
//! │ 3,123 of 12,000  ####.........   band 2.9-3.3k│
//! │ worst case of private_chat         9,874  fits│
//! │ SAME EVERY TURN               1,460  47%      │
//! │  persona                             320      │
//! │> reply-style    bound to this scene  812      │
//! │ ─── boundary ─────────────────────────────────│
//! │  2 ex.md                             310  +310│
//! │ total                              3,123  +334│
//! └───────────────────────────────────────────────┘
//! ```

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::look::Look;
use super::numbers::{change, short};
use super::pen::Pen;
use super::row::Line;
use super::turn::catalog_kind;
use crate::app::rows::{PromptHead, PromptRow, SegmentRow};
use crate::dialect::Why;
use crate::lang::fill;
use crate::text::{thousands, width};
use crate::tokens::{Band, Fit};

/// Cells of the column of changes, the gap before it included.
const CHANGE: u16 = 6;
/// Cells of a share, the gap before it included.
const SHARE: u16 = 5;
/// From so many cells on names and notes have room.
const WIDE: u16 = 47;
/// Cells of the widest bar.
const BAR: u16 = 13;

/// What the width of the panel decides.
#[derive(Debug, Clone, Copy)]
struct Widths {
    /// Cells up to which names are filled, so that the notes behind them stand in a column.
    name: usize,
    /// Cells of the column of tokens, the gap before it included.
    tokens: u16,
}

impl Widths {
    fn at(cells: u16) -> Widths {
        if cells < WIDE { Widths { name: 10, tokens: 6 } } else { Widths { name: 15, tokens: 7 } }
    }
}

/// Draws the line above the rows: the total, the limit, a bar, and where the true number probably lies.
pub fn head(head: &PromptHead, area: Rect, look: &Look, pen: &mut Pen) {
    let (theme, s) = (look.theme, look.strings);
    if area.width < 2 {
        return;
    }
    let over = head.limit.map_or(0, |limit| head.total.saturating_sub(limit));
    let fit = head.limit.map(|limit| head.band.fit(limit));
    let style = match fit {
        Some(Fit::Over) => theme.bad,
        Some(Fit::MayNotFit) => theme.warning,
        Some(Fit::Fits) | None => theme.strong,
    };
    let mut total = match head.limit {
        Some(limit) => fill(s.of_limit, &[("n", &thousands(head.total)), ("limit", &thousands(limit))]),
        None => fill(s.no_limit, &[("n", &thousands(head.total))]),
    };
    if over > 0 {
        total = format!("{total}  {}", fill(s.over_limit, &[("n", &thousands(over))]));
    }
    let mut notes = Vec::new();
    if fit == Some(Fit::MayNotFit) {
        notes.push(look.sure.may_not_fit.to_owned());
    }
    if head.images > 0 {
        notes.push(fill(s.images_beside, &[("n", &head.images.to_string())]));
    }
    if let Some(billed) = head.billed {
        notes.push(fill(look.sure.billed, &[("n", &short(billed))]));
    }
    let Band { low, high, .. } = head.band;
    if low != high {
        notes.push(fill(s.band, &[("low", &short(low)), ("high", &short(high))]));
    }
    let x = area.x + 1;
    let room = area.width - 1;
    let used = pen.text(x, area.y, room, &total, style);
    let left = room.saturating_sub(used);
    let mut note = notes.join("  ");
    while width(&note) + 2 > usize::from(left) && notes.pop().is_some() {
        note = notes.join("  "); // the last one has the least weight
    }
    let cells = width(&note) as u16;
    let bar = left.saturating_sub(if cells > 0 { cells + 4 } else { 2 }).min(BAR);
    if let Some(limit) = head.limit.filter(|_| bar >= 4) {
        let style = if fit == Some(Fit::Fits) { theme.good } else { style };
        let drawn = pen.glyphs.bar(head.total, limit, usize::from(bar));
        pen.text(x + used + 2, area.y, bar, &drawn, style);
    }
    if left > 2 {
        pen.right(area.right(), area.y, left - 2, &note, theme.quiet);
    }
}

/// The line of one row in a panel of `cells` cells.
pub fn line<'t>(row: &'t PromptRow, cells: u16, look: &Look) -> Line<'t> {
    let (theme, s, sure) = (look.theme, look.strings, look.sure);
    let widths = Widths::at(cells);
    match row {
        PromptRow::Worst { scene, tokens, over, fit } => {
            let (style, verdict) = match fit {
                Fit::Fits => (theme.quiet, s.worst_fits.to_owned()),
                Fit::MayNotFit => (theme.warning, sure.may_not_fit.to_owned()),
                Fit::Over => (theme.warning, fill(s.over_limit, &[("n", &thousands(*over))])),
            };
            let long = fill(s.worst_of, &[("scene", scene.as_str())]);
            let line = |words: &str| Line::at(1).left(words.to_owned(), style);
            let whole = |words: &str| line(words).right(format!("{}  {verdict}", thousands(*tokens)), style, 2);
            if whole(&long).fits_tight(cells) { whole(&long) } else { whole(s.at_worst) }
        }
        PromptRow::Stable { tokens, percent } => Line::at(1)
            .left(if look.session { s.stable_session } else { s.stable }, theme.stable)
            .right(thousands(*tokens), theme.stable, 0)
            .right(format!("{percent}%"), theme.stable, SHARE)
            .right("", theme.text, CHANGE),
        PromptRow::Segment { row, private, withheld, nested } => {
            let note = match (row.catalog, &row.why, private, withheld) {
                (Some(kind), ..) => catalog_kind(kind, s).to_owned(),
                (_, _, _, true) => s.withheld_row.to_owned(),
                (_, Some(why), ..) => why_resident(why, cells, look),
                (_, None, true, false) => fill(s.private, &[("n", "1")]),
                (_, None, false, false) => String::new(),
            };
            segment(row, if *nested { 3 } else { 2 }, vec![note], *withheld, cells, look)
        }
        PromptRow::Group { row, public, private, withheld, open } => {
            let notes = group_notes(*public, *private, *withheld, look);
            Line { tree: Some(if *open { "-" } else { "+" }), ..segment(row, 2, notes, *withheld > 0, cells, look) }
        }
        PromptRow::Boundary => {
            let line = |cells| look.glyphs.horizontal.repeat(cells);
            let rest = usize::from(cells).saturating_sub(width(s.boundary) + 6);
            Line::at(1).left(format!("{} {} {}", line(3), s.boundary, line(rest)), theme.border)
        }
        PromptRow::Removed { kind, label, change: gone } => Line::at(2)
            .left(look.segment(*kind, label), theme.quiet)
            .tab(widths.name)
            .left(s.removed, theme.quiet)
            .right(change(*gone), theme.change, CHANGE),
        PromptRow::LeftOut(diagnostic) => {
            Line::at(2).left(fill(s.left_out, &[("message", &diagnostic.message)]), theme.warning)
        }
        PromptRow::Total { tokens, change: difference } => columns(
            Line::at(1).left(s.total, theme.strong),
            thousands(*tokens),
            theme.strong,
            *difference,
            widths,
            look,
        ),
    }
}

/// What there is to say about a row, the fullest first.
type Notes = Vec<String>;

/// A segment or group: its name, what there is to say about it, its tokens and their change. Where there is little room
/// shorter words stand in: what is withheld is never cut.
fn segment<'t>(row: &SegmentRow, indent: u16, notes: Notes, warns: bool, cells: u16, look: &Look) -> Line<'t> {
    let (theme, s, widths) = (&look.theme, look.strings, Widths::at(cells));
    let style = if row.tokens == 0 { theme.quiet } else { theme.text };
    let name = label(row, look);
    let tab = widths.name + 2 - usize::from(indent);
    let news = if row.first_new { vec![s.first_new, s.first_new_short] } else { vec![""] };
    let said = |new: &'static str, note: &str| {
        let mut line = Line::at(indent).left(name.clone(), style);
        if !new.is_empty() {
            line = line.tab(tab).left(new, theme.change);
        }
        if !note.is_empty() {
            let tab = if new.is_empty() { tab } else { 0 };
            line = line.tab(tab).left(note.to_owned(), if warns { theme.warning } else { theme.quiet });
        }
        columns(line, thousands(row.tokens), style, row.change, widths, look)
    };
    let all = notes.iter().flat_map(|note| news.iter().map(move |new| said(new, note)));
    let lines: Vec<Line> = all.collect();
    let fitting = lines.iter().position(|line| line.fits_tight(cells));
    let chosen = fitting.unwrap_or(lines.len().saturating_sub(1));
    lines.into_iter().nth(chosen).unwrap_or_default()
}

fn columns<'t>(
    line: Line<'t>,
    tokens: String,
    style: Style,
    difference: Option<i64>,
    widths: Widths,
    look: &Look,
) -> Line<'t> {
    let difference = difference.map(change).unwrap_or_default();
    line.right(tokens, style, widths.tokens).right(difference, look.theme.change, CHANGE)
}

/// What a row is called; requests and results with the number of their round trip.
fn label(row: &SegmentRow, look: &Look) -> String {
    let name = look.segment(row.kind, &row.label);
    match row.round {
        Some(round) => format!("{round} {name}"),
        None => name.to_owned(),
    }
}

/// Why a body stands in the prompt from the start; in a narrow panel in one word.
fn why_resident(why: &Why, cells: u16, look: &Look) -> String {
    let s = look.strings;
    match why {
        Why::Always => s.why_always.to_owned(),
        Why::Bound if cells < WIDE => s.skill_bound.to_owned(),
        Why::Inherited(_) if cells < WIDE => s.skill_inherited_short.to_owned(),
        Why::Bound => s.why_bound.to_owned(),
        Why::Inherited(scene) => fill(s.why_inherited, &[("scene", scene.as_str())]),
    }
}

/// How many items of a group anyone may see, how many are private, how many are withheld; the last is never left out.
fn group_notes(public: usize, private: usize, withheld: usize, look: &Look) -> Notes {
    let s = look.strings;
    let part = |count: usize, template: &str| (count > 0).then(|| fill(template, &[("n", &count.to_string())]));
    let withheld = part(withheld, s.withheld_items);
    let all = [part(public, s.public), part(private, s.private), withheld.clone()];
    let all = all.into_iter().flatten().collect::<Vec<_>>().join(s.list_separator);
    std::iter::once(all).chain(withheld).collect()
}
