//! F4: the scenarios of the workspace with what came of each; the selected one with what is wrong.
//!
//! ```text
//! ┌[Scenarios 3]─────────────────────────── filter: quiet ┐
//! │>ok     A load and a read              utility  3 steps│
//! │ drift  A quiet evening                    dsh  2 steps│
//! │──────────────────────────────────────────────────────│
//! │ scenarios/load-and-read.yml                          │
//! │ skill-edited: tone-guard, result.1.1                 │
//! └ COMMAND ─────────────────────────────────────────────┘
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::super::input::Input;
use super::super::list::Window;
use super::super::look::Look;
use super::super::pen::Pen;
use super::super::row::{Line, Selected};
use super::super::stage::paragraph;
use super::Sheet;
use crate::app::ScenarioList;
use crate::lang::fill;
use crate::scenario::{Listed, Status, Verdict};
use crate::settings::Choice as _;
use crate::text::{printable, width, wrap};

const WIDTH: u16 = 110;
/// Cells of a row from which on it has room for the dialect.
const WITH_DIALECT: u16 = 70;

pub(super) fn draw(list: &ScenarioList, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    let (look, s) = (sheet.look, sheet.look.strings);
    let inner = sheet.inside(WIDTH, u16::MAX);
    let cells = usize::from(inner.width.saturating_sub(2)).max(1);
    let items = list.shown();
    let detail = items.get(list.selected).map(|item| details(&item.verdict, cells, look)).unwrap_or_default();
    let detail_height = (detail.len() as u16 + 1).min(inner.height / 2);
    let window = Window::around(list.selected, items.len(), inner.height - detail_height);
    let title = fill(s.title_scenarios, &[("n", &items.len().to_string())]);
    let inside = sheet.open(&title, WIDTH, u16::MAX, Some(&window), pen);
    let caret = filter(list, sheet, inside, &title, pen);
    if items.is_empty() {
        let words = match &list.items {
            None => s.scenarios_loading.to_owned(),
            Some(_) if list.filter.is_empty() => s.scenarios_none.to_owned(),
            Some(_) => fill(s.empty_filter, &[("text", &printable(&list.filter))]),
        };
        paragraph(&words, inside, look.theme.quiet, pen);
        return caret;
    }
    let rows = Rect { height: inside.height.saturating_sub(detail_height), ..inside };
    for (y, index) in (rows.y..).zip(window.rows) {
        let mut line = row(items[index], rows.width, look);
        line.selected = Selected::of(Some(list.selected), index, sheet.top);
        line.draw(rows, y, pen);
    }
    sheet.below(rows, inside, &detail, pen);
    caret
}

/// The filter stands in the top border, behind the title; gives the caret while it is being typed.
fn filter(list: &ScenarioList, sheet: &Sheet, inside: Rect, title: &str, pen: &mut Pen) -> Option<Position> {
    let (theme, s) = (&sheet.look.theme, sheet.look.strings);
    let border = Rect { y: inside.y.saturating_sub(1), height: 1, ..inside };
    let room = (usize::from(border.width)).saturating_sub(width(title) + 4).min(40) as u16;
    let Some(input) = &list.input else {
        if !list.filter.is_empty() {
            let words = format!(" {} ", fill(s.filter_label, &[("text", &printable(&list.filter))]));
            pen.right(border.right(), border.y, room, &words, theme.warning);
        }
        return None;
    };
    let area = Rect { x: border.right() - room, width: room, ..border };
    pen.clear(area);
    let label = format!(" {} ", fill(s.filter_label, &[("text", "")]).trim_end());
    let used = pen.text(area.x, area.y, room, &label, theme.text_state);
    Input::of(input).draw_line(Rect { x: area.x + used, width: room.saturating_sub(used), ..area }, pen)
}

fn row<'t>(item: &'t Listed, cells: u16, look: &Look) -> Line<'t> {
    let (theme, s, verdict) = (&look.theme, look.strings, &item.verdict);
    let (word, style) = match verdict.status() {
        Status::Passed => (s.scenario_passed, theme.good),
        Status::Drifted => (s.scenario_drifted, theme.warning),
        Status::Failed => (s.scenario_failed, theme.bad),
        Status::Broken => (s.scenario_unread, theme.bad),
    };
    let title = printable(verdict.title.as_deref().unwrap_or(&verdict.file));
    let dialect = item.scenario.as_ref().filter(|_| cells >= WITH_DIALECT);
    let dialect = dialect.map(|(scenario, _)| format!("{}  ", scenario.base.dialect().word())).unwrap_or_default();
    let came = match verdict.failed.first() {
        Some(first) => {
            let counts = [verdict.failed.len(), verdict.checked, first.step].map(|count| count.to_string());
            let [n, of, step] = counts.each_ref().map(String::as_str);
            fill(s.scenario_unmet, &[("n", n), ("of", of), ("step", step)])
        }
        None => fill(s.scenario_steps, &[("n", &verdict.steps.to_string())]),
    };
    Line::at(1).left(word, style).tab(9).left(title, theme.text).right(format!("{dialect}{came}"), theme.quiet, 0)
}

/// The file, and everything that is wrong, wrapped.
fn details(verdict: &Verdict, cells: usize, look: &Look) -> Vec<(String, Style)> {
    let theme = &look.theme;
    let mut parts = vec![(verdict.file.clone(), theme.quiet)];
    parts.extend(verdict.broken.iter().chain(&verdict.fault).map(|fault| (fault.to_string(), theme.bad)));
    for failed in &verdict.failed {
        let step = fill(look.strings.walk_step, &[("n", &failed.step.to_string()), ("of", &verdict.steps.to_string())]);
        let what = format!("{} {}", failed.unmet.check.wanted.key(), failed.unmet.expected.join(", "));
        let values = [("what", what), ("is", failed.unmet.actual.join(", "))];
        let words = fill(look.strings.walk_unmet, &values.each_ref().map(|(name, value)| (*name, value.as_str())));
        parts.push((format!("{step}: {words}"), theme.bad));
    }
    for drift in &verdict.drift {
        parts.push((format!("{}: {}, {}", drift.kind.as_str(), drift.what, drift.segment), theme.warning));
        parts.extend(drift.lines.iter().map(|line| (format!("  {line}"), theme.text)));
    }
    let wrapped = |(text, style): (String, Style)| {
        wrap(&printable(&text), cells).into_iter().map(move |line| (line, style)).collect::<Vec<_>>()
    };
    parts.into_iter().flat_map(wrapped).collect()
}
