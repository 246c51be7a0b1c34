//! The lines between the panels and the key bar: a broken config first, then that the turn degraded or is blocked where
//! its panel is not on the screen, then the newest notice. They are part of the layout, since panels end where they begin.

use std::borrow::Cow;

use super::{Action, Layout, Notice, Panel, State, Walk};
use crate::diag::{Diagnostic, Severity};
use crate::lang::{Strings, fill};
use crate::scenario::Check;
use crate::text::{cut, printable_line, thousands, wrap};
use crate::turn::{Degraded, Outcome};

/// Lines that one notice takes at most; the last one is marked where more was cut, the diagnostics (`D`) have it all.
const MOST_LINES: usize = 3;
/// Characters of a notice that are looked at: more than fill its lines on the widest screen.
const MOST_CHARACTERS: usize = 4_096;

/// A line of a notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeLine {
    /// How it is meant.
    pub severity: Severity,
    /// Its text, safe to print.
    pub text: String,
}

/// The lines to show, wrapped to the width of the screen less a cell at either end: no more than a quarter of its
/// height. What a scenario says gives way to what is told; the key of the notices shows it all.
pub fn notice_lines(state: &State) -> Vec<NoticeLine> {
    let cells = usize::from(state.width.saturating_sub(2));
    let most = usize::from(state.height / 4);
    let told = told_lines(state, cells);
    let room = most.saturating_sub(told.len()).max(1);
    let playing = state.walk.as_ref().map(|walk| playing(state, walk, room, cells)).unwrap_or_default();
    first(most, playing.into_iter().chain(told).collect(), cells)
}

/// The first `most` lines, marked where there are more.
fn first(most: usize, mut lines: Vec<NoticeLine>, cells: usize) -> Vec<NoticeLine> {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut().filter(|last| !last.text.ends_with('…')) {
            last.text = cut(&format!("{}…", last.text), cells).into_owned();
        }
    }
    lines
}

fn told_lines(state: &State, cells: usize) -> Vec<NoticeLine> {
    let s = state.strings();
    let mut lines = Vec::new();
    if let Some(broken) = &state.broken {
        let why = told(&broken.diagnostic);
        let text = fill(s.config_broken, &[("time", &broken.since), ("why", &why)]);
        lines.extend(wrapped(Severity::Error, &text, cells));
    }
    if let Some(text) = fallen(state) {
        lines.extend(wrapped(Severity::Error, &text, cells));
    }
    if let Some(newest) = state.notices.last() {
        let (severity, mut text) = words(newest, state);
        if state.notices.len() > 1 {
            let more = (state.notices.len() - 1).to_string();
            let key = state.keymap.shown(Action::Notices).map(|key| key.to_string()).unwrap_or_default();
            text = format!("{}  {text}", fill(s.notices_more, &[("n", &more), ("key", &key)]));
        }
        lines.extend(wrapped(severity, &text, cells));
    }
    lines
}

/// What stands below the panels while a scenario plays, in at most `room` lines.
fn playing(state: &State, walk: &Walk, room: usize, cells: usize) -> Vec<NoticeLine> {
    let below = match state.taken_over_line() {
        Some(text) => vec![(Severity::Warning, text)],
        None => ticked_off(state, walk),
    };
    let below: Vec<NoticeLine> = below.iter().flat_map(|(severity, text)| wrapped(*severity, text, cells)).collect();
    // Half of the room is the caption's, and what its expectations leave.
    let most = room.saturating_sub(below.len()).max(room.div_ceil(2)).clamp(1, MOST_LINES);
    let caption = wrapped_to(most, Severity::Info, &caption(state, walk), cells);
    first(room, caption.into_iter().chain(below).collect(), cells)
}

/// The place in the scenario and what its step shows.
fn caption(state: &State, walk: &Walk) -> String {
    let s = state.strings();
    let (step, steps) = walk.place();
    let place = fill(s.walk_step, &[("n", &step.to_string()), ("of", &steps.to_string())]);
    let recorded = if walk.as_recorded { format!("  {}", s.walk_as_recorded) } else { String::new() };
    let caption = format!("{place}{recorded}  {}", walk.say().unwrap_or_default());
    caption.trim_end().to_owned()
}

/// The expectations of the step: each that does not hold with what is instead, then those that hold.
fn ticked_off(state: &State, walk: &Walk) -> Vec<(Severity, String)> {
    let (yes, no) = if state.settings.ascii.value { ("ok", "NO") } else { ("✓", "✗") };
    let checks = &walk.checks;
    let unmet = checks.iter().filter_map(|(_, result)| result.as_ref().err()).map(|unmet| {
        let values = [("what", expected(&unmet.check)), ("is", unmet.actual.join(", "))];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        (Severity::Error, format!("{no} {}", fill(state.strings().walk_unmet, &values)))
    });
    let met = checks.iter().filter(|(_, result)| result.is_ok());
    let met: Vec<String> = met.map(|(check, _)| expected(check)).collect();
    let met = (!met.is_empty()).then(|| (Severity::Info, format!("{yes} {}", met.join("; "))));
    unmet.chain(met).collect()
}

/// An expectation in a few words, on one line.
fn expected(check: &Check) -> String {
    // The value says "at least" or "at most" itself.
    let key = check.wanted.key().trim_end_matches("_at_least").trim_end_matches("_at_most");
    let parts = check.wanted.lines();
    let value = if parts.is_empty() { "none".to_owned() } else { parts.join(", ") };
    format!("{key} {}", value.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Everything that was told and not yet taken away, the newest first behind what stands above all.
pub(super) fn all_told(state: &State) -> Vec<String> {
    let newest_first = state.notices.iter().rev().map(|notice| words(notice, state).1);
    let playing = state.walk.iter().flat_map(|walk| {
        let expectations = ticked_off(state, walk).into_iter().filter(|_| !state.is_taken_over());
        std::iter::once(caption(state, walk)).chain(expectations.map(|(_, text)| text))
    });
    playing.chain(broken(state)).chain(fallen(state)).chain(newest_first).collect()
}

/// Whether the newest notice goes with the next key: it says what became of the last one, and stands above overlays,
/// too.
pub fn newest_is_passing(state: &State) -> bool {
    matches!(state.notices.last(), Some(Notice::Hint(_) | Notice::Done(_) | Notice::InputMethod))
}

fn broken(state: &State) -> Option<String> {
    let broken = state.broken.as_ref()?;
    Some(fill(state.strings().config_broken, &[("time", &broken.since), ("why", &told(&broken.diagnostic))]))
}

/// How the turn degraded or was blocked, where the panel that shows it is not on the screen.
fn fallen(state: &State) -> Option<String> {
    let turn = state.turn.as_ref().filter(|_| !Layout::shows(state, Panel::Turn))?;
    let s = state.strings();
    let key = |action| state.keymap.shown(action).map(|key| key.to_string()).unwrap_or_default();
    let number = |number: &usize| thousands(*number);
    Some(match turn.outcome() {
        Outcome::Pending | Outcome::Replied => return None,
        Outcome::Degraded(Degraded::Tokens { total, limit }) => {
            let (total, limit, key) = (number(total), number(limit), key(Action::Attempted));
            fill(s.fallen_tokens, &[("total", &total), ("limit", &limit), ("key", &key)])
        }
        Outcome::Degraded(Degraded::Rounds { limit }) => {
            fill(s.fallen_rounds, &[("limit", &number(limit)), ("key", &key(Action::Attempted))])
        }
        Outcome::Blocked { .. } => fill(s.fallen_blocked, &[("key", &key(Action::FocusTurn))]),
    })
}

fn words(notice: &Notice, state: &State) -> (Severity, String) {
    let s = state.strings();
    match notice {
        Notice::Changed(files) => {
            let key = state.keymap.shown(Action::NewTurn).map(|key| key.to_string()).unwrap_or_default();
            (Severity::Warning, fill(s.changed, &[("files", &named(files, s)), ("key", &key)]))
        }
        Notice::Taken(files) => (Severity::Info, fill(s.taken, &[("files", &named(files, s))])),
        Notice::Fault(diagnostic) => (diagnostic.severity, told(diagnostic)),
        Notice::Temporary(path) => (Severity::Info, fill(s.temporary, &[("path", path)])),
        Notice::Error(text) => (Severity::Error, text.clone()),
        Notice::Findings(count) => {
            let key = state.keymap.shown(Action::Diagnostics).map(|key| key.to_string()).unwrap_or_default();
            (Severity::Warning, fill(s.findings, &[("n", &count.to_string()), ("key", &key)]))
        }
        Notice::Hint(text) => (Severity::Warning, text.clone()),
        Notice::Done(text) => (Severity::Info, text.clone()),
        Notice::InputMethod => (Severity::Warning, s.input_method.to_owned()),
    }
}

/// The first of several files, and how many more there are.
fn named(files: &[String], s: &Strings) -> String {
    let first = files.first().map_or("", String::as_str);
    match files.len() {
        0 | 1 => first.to_owned(),
        several => fill(s.changed_more, &[("file", first), ("n", &(several - 1).to_string())]),
    }
}

/// What is wrong, where, and what to do.
fn told(diagnostic: &Diagnostic) -> String {
    match &diagnostic.help {
        Some(help) => format!("{diagnostic}; {help}"),
        None => diagnostic.to_string(),
    }
}

fn wrapped(severity: Severity, text: &str, cells: usize) -> Vec<NoticeLine> {
    wrapped_to(MOST_LINES, severity, text, cells)
}

fn wrapped_to(most: usize, severity: Severity, text: &str, cells: usize) -> Vec<NoticeLine> {
    let mut lines = wrap(&printable_line(&head(text)), cells);
    if let Some(rest) = lines.get(most).cloned() {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = cut(&format!("{last} {rest} {rest}"), cells).into_owned();
        }
    }
    lines.into_iter().map(|text| NoticeLine { severity, text }).collect()
}

/// The start of a text, marked where it is not all: a message may quote a megabyte of a file, and the layout asks for
/// these lines at every key.
fn head(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_notice_is_wrapped_and_what_is_cut_is_marked() {
        let short = wrapped(Severity::Info, "saved a.txt", 38);
        assert_eq!(short.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["saved a.txt"]);
        let long = wrapped(Severity::Error, &"word ".repeat(100), 38);
        assert_eq!(long.len(), MOST_LINES);
        assert!(long[2].text.ends_with('…'), "{long:?}");
        assert_eq!(head(&"字".repeat(1_000_000)).chars().count(), MOST_CHARACTERS + 1);
    }
}
