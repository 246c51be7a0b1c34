//! F5, the Check screen: findings by file, and the chosen one whole.
//!
//! ```text
//! ┌[Findings 3]──────────────────┐┌Finding──────────────────────────────────┐
//! │ skills/late-talk/SKILL.md    ││ the value of `description` holds a colon│
//! │> error    3 yaml-invalid     ││ skills/late-talk/SKILL.md:3:22          │
//! │  warning  6 link-missing     ││   3 description: Use when: it is late   │
//! │ skills_config.yml            ││                      ^^^^^^^^^^^^^^^    │
//! │  warning    budget-never     ││ help: quote the value                   │
//! └ COMMAND ─────────────────────┘└─────────────────────────────────────────┘
//! ```
//!
//! Below 80 columns one of the two, chosen with Enter and Esc.

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::filter;
use super::frame::Frame;
use super::list::Window;
use super::look::Look;
use super::pen::Pen;
use super::row::{Line, Selected};
use super::stage::paragraph;
use crate::app::{Action, Columns, State};
use crate::check::{Excerpt, Finding};
use crate::diag::{Page, Severity};
use crate::lang::fill;
use crate::text::{printable_line, width, wrap};

/// Draws the screen; gives the place of the caret while the filter is being typed.
pub fn draw(state: &State, area: Rect, look: &Look, pen: &mut Pen) -> Option<Position> {
    if Columns::at(state.width, state.height) == Columns::One {
        if state.check.in_finding {
            finding(state, area, look, pen);
            return None;
        }
        return list(state, area, look, pen);
    }
    let left = Rect { width: area.width / 2, ..area };
    let caret = list(state, left, look, pen);
    finding(state, Rect { x: area.x + left.width, width: area.width - left.width, ..area }, look, pen);
    caret
}

/// A line of the list.
enum Row<'f> {
    File(String),
    Finding(usize, &'f Finding),
}

/// The findings under their files, and the line of the chosen one.
fn rows<'s>(state: &'s State, look: &Look) -> (Vec<Row<'s>>, usize) {
    let (mut rows, mut selected, mut file) = (Vec::new(), 0, None);
    let findings = state.check.findings();
    for (index, finding) in state.check.shown().into_iter().filter_map(|index| Some((index, findings.get(index)?))) {
        let own = finding.diagnostic.place.as_ref().map(|place| place.file.as_str());
        if rows.is_empty() || file != own {
            rows.push(Row::File(printable_line(own.unwrap_or(look.check.workspace)).into_owned()));
            file = own;
        }
        if index == state.check.selected {
            selected = rows.len();
        }
        rows.push(Row::Finding(index, finding));
    }
    (rows, selected)
}

fn list(state: &State, area: Rect, look: &Look, pen: &mut Pen) -> Option<Position> {
    let (theme, words) = (&look.theme, look.check);
    let (rows, selected) = rows(state, look);
    let focused = state.overlays.is_empty() && !state.check.in_finding;
    let window = Window::around(selected, rows.len(), area.height.saturating_sub(2));
    let title = fill(words.title_list, &[("n", &state.check.findings().len().to_string())]);
    let inside = open(&title, focused, Some(&window), area, look, pen);
    if rows.is_empty() {
        let told = match &state.check.checked {
            Some(_) if !state.check.findings().is_empty() => {
                fill(look.strings.empty_filter, &[("text", &printable_line(&state.check.filter.text))])
            }
            Some(checked) => fill(words.nothing, &[("n", &checked.skills.to_string())]),
            None => words.checking.to_owned(),
        };
        paragraph(&told, inside, theme.quiet, pen);
    }
    for (y, index) in (inside.top()..inside.bottom()).zip(window.rows) {
        match &rows[index] {
            Row::File(file) => Line::at(1).left(file.as_str(), theme.strong).draw(inside, y, pen),
            Row::Finding(at, finding) => {
                let mut line = entry(finding, look);
                line.selected = Selected::of(Some(state.check.selected), *at, focused);
                line.draw(inside, y, pen);
            }
        }
    }
    filter::draw(&state.check.filter, focused, area, look, pen)
}

/// A finding in one line: how bad, its line in the file, its code, and as much of what it says as there is room for.
fn entry<'t>(finding: &Finding, look: &Look) -> Line<'t> {
    let words = look.check;
    let severity = match finding.diagnostic.severity {
        Severity::Error => words.error,
        Severity::Warning => words.warning,
        Severity::Info => words.info,
    };
    let line = finding.diagnostic.place.as_ref().and_then(|place| place.line);
    Line::at(2)
        .left(severity, look.severity(finding.diagnostic.severity))
        .tab(8)
        .left(format!("{:>4} ", line.map(|line| line.to_string()).unwrap_or_default()), look.theme.quiet)
        .left(finding.diagnostic.code.as_str(), look.theme.text)
        .left(format!("  {}", printable_line(&finding.diagnostic.message)), look.theme.quiet)
}

fn finding(state: &State, area: Rect, look: &Look, pen: &mut Pen) {
    let cells = usize::from(area.width.saturating_sub(4)).max(8);
    let lines = state.check.finding().map(|finding| lines(finding, cells, state, look)).unwrap_or_default();
    let room = usize::from(area.height.saturating_sub(2));
    let offset = state.check.offset.min(lines.len().saturating_sub(room));
    let window = Window::from(offset, lines.len(), room);
    let focused = state.overlays.is_empty() && state.check.in_finding;
    let inside = open(look.check.title_finding, focused, Some(&window), area, look, pen);
    for (y, index) in (inside.top()..inside.bottom()).zip(window.rows) {
        let (text, style) = &lines[index];
        pen.text(inside.x + 1, y, inside.width.saturating_sub(2), text, *style);
    }
}

/// The finding whole: what, where, the line, what to do, and its page.
fn lines(finding: &Finding, cells: usize, state: &State, look: &Look) -> Vec<(String, Style)> {
    let (theme, words, diagnostic) = (&look.theme, look.check, &finding.diagnostic);
    let mut lines: Vec<(String, Style)> = Vec::new();
    let mut say = |text: &str, style: Style| {
        lines.extend(wrap(&printable_line(text), cells).into_iter().map(|line| (line, style)));
    };
    say(&diagnostic.message, look.severity(diagnostic.severity));
    if let Some(place) = &diagnostic.place {
        say(&place.to_string(), theme.quiet);
    }
    if let Some(excerpt) = &finding.excerpt {
        lines.extend(marked(excerpt, cells, look));
    }
    let mut say = |text: &str, style: Style| {
        lines.extend(wrap(&printable_line(text), cells).into_iter().map(|line| (line, style)));
    };
    if let Some(help) = &diagnostic.help {
        say(&fill(words.help, &[("text", help)]), theme.text);
    }
    if let Some(fix) = &diagnostic.fix {
        let key = look.key(Action::Fix).unwrap_or_default();
        let template = if state.read_only { words.fix_read_only } else { words.fix };
        say(&fill(template, &[("text", &fix.title), ("key", &key)]), theme.good);
    }
    let page = Page::of(diagnostic.code);
    say("", theme.text);
    say(&format!("{}: {}", diagnostic.code, page.title.in_language(state.lang())), theme.strong);
    for part in [page.meaning, page.why, page.help] {
        say(part.in_language(state.lang()), theme.quiet);
    }
    lines
}

/// The line of the file with the spot marked below it. Of a line that has no room the part from the mark on is shown.
fn marked(excerpt: &Excerpt, cells: usize, look: &Look) -> Vec<(String, Style)> {
    let theme = &look.theme;
    let part = |range: std::ops::Range<usize>| printable_line(excerpt.text.get(range).unwrap_or_default()).into_owned();
    let (before, spot) = (part(0..excerpt.mark.start), part(excerpt.mark.clone()));
    let number = format!("{:>4} ", excerpt.line);
    let room = cells.saturating_sub(number.len());
    let from_mark = width(&before) + width(&spot).min(8) > room;
    let (before, cut) = if from_mark { (String::new(), "...") } else { (before, "") };
    let text = format!("{number}{cut}{before}{spot}{}", part(excerpt.mark.end..excerpt.text.len()));
    let indent = " ".repeat(number.len() + cut.len() + width(&before));
    let carets = "^".repeat(width(&spot).clamp(1, room.saturating_sub(width(&before)).max(1)));
    vec![(text, theme.text), (format!("{indent}{carets}"), theme.warning)]
}

fn open(title: &str, focused: bool, window: Option<&Window>, area: Rect, look: &Look, pen: &mut Pen) -> Rect {
    let s = look.strings;
    let range = window.and_then(Window::range).map(|(from, to, of)| {
        fill(s.lines_of, &[("from", &from.to_string()), ("to", &to.to_string()), ("n", &of.to_string())])
    });
    let state = focused.then(|| (s.command_mode.to_owned(), look.theme.quiet));
    Frame { state, range, focused, ..Frame::titled(title) }.draw(area, pen)
}
