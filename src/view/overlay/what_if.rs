//! What if: what can be changed, with what it was, and below it what breaks.
//!
//! ```text
//! ┌[What if ... (this session only)]────────────────────────────────┐
//! │> max_tokens                                 9,000    was 12,000 │
//! │  estimator                              heuristic               │
//! │  tone-guard            bound here        640 tokens    was 812  │
//! │ ─────────────────────────────────────────────────────────────── │
//! │ private_chat breaks at worst: 9,874 tokens, over by 874         │
//! │ scenarios/quiet.yml breaks at step 3: the turn degrades ...     │
//! └ COMMAND ────────────────────────────────────────────────────────┘
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::super::list::Window;
use super::super::look::Look;
use super::super::pen::Pen;
use super::super::row::{Line, Selected};
use super::Sheet;
use crate::app::{Counts, State, WhatIfItem};
use crate::lang::fill;
use crate::scenario::{Break, WhyBroken};
use crate::text::{printable_line, thousands, width, wrap};
use crate::turn::Degraded;
use crate::workspace::{CEILING, Library};

const WIDTH: u16 = 86;

pub(super) fn draw(state: &State, selected: usize, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    let look = sheet.look;
    let items = state.what_if_items();
    let cells = usize::from(sheet.inside(WIDTH, u16::MAX).width.saturating_sub(2)).max(8);
    let mut told = told(state, cells, look);
    let full = sheet.inside(WIDTH, u16::MAX).height;
    // What breaks has half of the box at most: the list is what one moves in.
    let below = (told.len() as u16).min((full.saturating_sub(1) / 2).max(1));
    if let Some(more) = told.len().checked_sub(usize::from(below)).filter(|more| *more > 0) {
        told.truncate(usize::from(below).saturating_sub(1));
        told.push((fill(look.what_if.more, &[("n", &(more + 1).to_string())]), look.theme.quiet));
    }
    let height = (items.len() as u16).saturating_add(below + 3);
    let rows = sheet.inside(WIDTH, height).height.saturating_sub(below + 1).max(1);
    let window = Window::around(selected, items.len(), rows);
    let inside = sheet.open(look.what_if.title, WIDTH, height, Some(&window), pen);
    let list = Rect { height: rows.min(inside.height), ..inside };
    let entries: Vec<Entry> = items[window.rows.clone()].iter().map(|item| entry(state, item, look)).collect();
    let columns = Columns::of(&entries);
    for (y, (index, entry)) in (list.top()..list.bottom()).zip(window.rows.zip(&entries)) {
        let mut line = entry.line(&columns, look);
        line.selected = Selected::of(Some(selected), index, sheet.top);
        line.draw(list, y, pen);
    }
    sheet.below(list, inside, &told, pen);
    None
}

/// What a line says, in columns.
struct Entry {
    label: String,
    /// What is to be known of it besides.
    mark: String,
    value: String,
    /// What it was, where it is another.
    before: Option<String>,
}

/// The cells that the columns behind the labels need.
struct Columns {
    mark: u16,
    value: u16,
    before: u16,
}

impl Columns {
    fn of(entries: &[Entry]) -> Columns {
        let widest = |column: fn(&Entry) -> &str| {
            let cells = entries.iter().map(|entry| width(column(entry))).max().unwrap_or(0);
            if cells == 0 { 0 } else { cells as u16 + 2 }
        };
        Columns {
            mark: widest(|entry| &entry.mark),
            value: widest(|entry| &entry.value),
            before: widest(|entry| entry.before.as_deref().unwrap_or_default()),
        }
    }
}

impl Entry {
    fn line(&self, columns: &Columns, look: &Look) -> Line<'_> {
        let theme = &look.theme;
        let changed = if self.before.is_some() { theme.warning } else { theme.text };
        let before = self.before.as_deref().unwrap_or_default();
        Line::at(2)
            .left(self.label.as_str(), theme.text)
            .right(self.mark.as_str(), theme.warning, columns.mark)
            .right(self.value.as_str(), changed, columns.value)
            .right(before, theme.quiet, columns.before)
            .right("", theme.text, 1)
    }
}

/// One thing that can be changed: its value, and what it was.
fn entry(state: &State, item: &WhatIfItem, look: &Look) -> Entry {
    let words = look.what_if;
    let was = |text: String| fill(words.was, &[("n", &text)]);
    let none = Entry { label: String::new(), mark: String::new(), value: String::new(), before: None };
    let (Some(stage), Some(now)) = (&state.what_if, &state.library) else { return none };
    match item {
        WhatIfItem::Limit(limit) => {
            let of = |library: &Library| limit.of(&library.snapshot.config.limits);
            let (value, before, ceiling) = (of(now), of(&stage.disk), limit.of(&CEILING));
            let number = |value: u64| thousands(usize::try_from(value).unwrap_or(usize::MAX));
            let over = (value > ceiling).then(|| fill(words.ceiling, &[("n", &number(ceiling))]));
            let before = (value != before).then(|| was(number(before)));
            Entry { label: limit.key().to_owned(), mark: over.unwrap_or_default(), value: number(value), before }
        }
        WhatIfItem::Estimator => {
            let (value, before) = (&state.settings.estimator.value, &stage.settings.estimator.value);
            let before = (value != before).then(|| was(before.clone()));
            Entry { label: words.estimator.to_owned(), value: value.clone(), before, ..none }
        }
        WhatIfItem::Skill(name) => skill(state, name, look, was).unwrap_or(none),
    }
}

/// A skill: whether the scene on the stage binds it, the tokens of its body, and how many these were.
fn skill(state: &State, name: &str, look: &Look, was: impl Fn(String) -> String) -> Option<Entry> {
    let words = look.what_if;
    let (stage, now) = (state.what_if.as_ref()?, state.library.as_ref()?);
    let scene = state.scene.as_str();
    let binds = |library: &Library| {
        library.snapshot.config.scenes.get(scene).is_some_and(|names| names.iter().any(|bound| bound == name))
    };
    let tokens = |library: &Library, counts: Option<&Counts>| {
        let counted = counts.and_then(|counts| counts.bodies.values().find_map(|bodies| bodies.get(name)));
        match (library.body(name), counted) {
            (Err(_), _) => words.over_limit.to_owned(),
            (Ok(_), Some(tokens)) => fill(words.tokens, &[("n", &thousands(*tokens))]),
            (Ok(_), None) => look.bindings.counting.to_owned(),
        }
    };
    let mark = if binds(now) { words.bound.to_owned() } else { String::new() };
    let is_other = stage.what.drafts().contains_key(name);
    let before = (is_other || binds(now) != binds(&stage.disk)).then(|| match is_other {
        true => was(tokens(&stage.disk, Some(&stage.before))),
        false => was(if binds(&stage.disk) { words.bound } else { "-" }.to_owned()),
    });
    let label = printable_line(name).into_owned();
    Some(Entry { label, mark, value: tokens(now, state.turn_counts()), before })
}

/// What breaks, else that nothing does; then the keys.
fn told(state: &State, cells: usize, look: &Look) -> Vec<(String, Style)> {
    let (theme, words) = (&look.theme, look.what_if);
    let mut lines: Vec<(String, Style)> = Vec::new();
    let mut say = |text: &str, style: Style| {
        lines.extend(wrap(&printable_line(text), cells).into_iter().map(|line| (line, style)));
    };
    let broken_scenes = state.newly_broken_scenes();
    for (scene, at_rest) in &broken_scenes {
        let (template, tokens, over) = match at_rest.over {
            0 => (words.breaks_at_worst, at_rest.worst.unwrap_or_default(), at_rest.worst_over),
            over => (words.breaks_at_rest, at_rest.tokens, over),
        };
        let values = [("scene", scene.as_str()), ("n", &thousands(tokens)), ("over", &thousands(over))];
        say(&fill(template, &values), theme.bad);
    }
    let broken = state.what_if.as_ref().and_then(|stage| stage.broken.as_deref());
    for one in broken.unwrap_or_default() {
        let values = [("file", one.file.as_str()), ("step", &one.at.step.to_string()), ("why", &why(&one.at, look))];
        say(&fill(words.breaks_scenario, &values), theme.bad);
    }
    let is_trying = state.pending.count.is_some() || state.what_if.as_ref().is_some_and(|stage| stage.trying.is_some());
    match (state.what_if_changes(), is_trying) {
        (0, _) => say(words.as_on_disk, theme.quiet),
        (_, true) => say(words.trying, theme.quiet),
        (_, false) if broken_scenes.is_empty() && broken.is_some_and(<[_]>::is_empty) => say(words.holds, theme.good),
        _ => {}
    }
    lines
}

/// Why a scenario breaks, in the language of the screen.
fn why(at: &Break, look: &Look) -> String {
    let words = look.what_if;
    match &at.why {
        WhyBroken::Degraded(Degraded::Tokens { total, limit }) => {
            let over = thousands(total.saturating_sub(*limit));
            let values = [("n", &*thousands(*total)), ("limit", &*thousands(*limit)), ("over", &*over)];
            fill(words.degraded_tokens, &values)
        }
        WhyBroken::Degraded(Degraded::Rounds { .. }) => words.degraded_rounds.to_owned(),
        WhyBroken::Unmet(unmet) => {
            let (expected, actual) = (unmet.expected.join(", "), unmet.actual.join(", "));
            let values = [("key", unmet.check.wanted.key()), ("expected", &*expected), ("actual", &*actual)];
            fill(words.unmet, &values)
        }
        WhyBroken::Fault(fault) => fault.message.clone(),
    }
}
