//! `D`: what is wrong with config and skills; the selected one with its help and fix in full.
//!
//! ```text
//! ┌[Diagnostics 2]───────────────────────────────────────┐
//! │>error   skills/x/SKILL.md:3:14  yaml-invalid         │
//! │ warning skills_config.yml:9     limit-clamped        │
//! │──────────────────────────────────────────────────────│
//! │ an unquoted colon ends the value …                   │
//! │ help: quote the value                                │
//! └ COMMAND ─────────────────────────────────────────────┘
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::super::list::Window;
use super::super::look::Look;
use super::super::pen::Pen;
use super::super::row::{Line, Selected};
use super::super::stage::paragraph;
use super::Sheet;
use crate::app::DiagnosticList;
use crate::diag::{Diagnostic, Severity};
use crate::lang::fill;
use crate::text::{printable, wrap};

const WIDTH: u16 = 110;

pub(super) fn draw(list: &DiagnosticList, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    let (look, s) = (sheet.look, sheet.look.strings);
    let inner = sheet.inside(WIDTH, u16::MAX);
    let cells = usize::from(inner.width.saturating_sub(2)).max(1);
    let detail = list.items.get(list.selected).map(|item| details(item, cells, look)).unwrap_or_default();
    let detail_height = (detail.len() as u16 + 1).min(inner.height / 2);
    let window = Window::around(list.selected, list.items.len(), inner.height - detail_height);
    let title = fill(s.title_diagnostics, &[("n", &list.items.len().to_string())]);
    let inside = sheet.open(&title, WIDTH, u16::MAX, Some(&window), pen);
    if list.items.is_empty() {
        paragraph(s.empty_diagnostics, inside, look.theme.quiet, pen);
        return None;
    }
    let rows = Rect { height: inside.height.saturating_sub(detail_height), ..inside };
    for (y, index) in (rows.y..).zip(window.rows) {
        let mut line = row(&list.items[index], look);
        line.selected = Selected::of(Some(list.selected), index, sheet.top);
        line.draw(rows, y, pen);
    }
    sheet.below(rows, inside, &detail, pen);
    None
}

fn row<'t>(item: &'t Diagnostic, look: &Look) -> Line<'t> {
    let (theme, word) = (&look.theme, item.severity.as_str());
    let style = match item.severity {
        Severity::Error => theme.bad,
        Severity::Warning => theme.warning,
        Severity::Info => theme.quiet,
    };
    let place = item.place.as_ref().map(ToString::to_string).unwrap_or_default();
    Line::at(1).left(word, style).tab(9).left(place, theme.text).right(item.code.as_str(), theme.quiet, 0)
}

/// The message, the help and the fix of one diagnostic, wrapped.
fn details(item: &Diagnostic, cells: usize, look: &Look) -> Vec<(String, Style)> {
    let (theme, s) = (&look.theme, look.strings);
    let mut parts = vec![(item.message.clone(), theme.text)];
    parts.extend(item.help.iter().map(|help| (help.clone(), theme.good)));
    parts.extend(item.fix.iter().map(|fix| (fill(s.fix_title, &[("text", &fix.title)]), theme.good)));
    let wrapped = |(text, style): (String, Style)| {
        wrap(&printable(&text), cells).into_iter().map(move |line| (line, style)).collect::<Vec<_>>()
    };
    parts.into_iter().flat_map(wrapped).collect()
}
