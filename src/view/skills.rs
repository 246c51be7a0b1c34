//! Panel 2: skills with their references, each with its state or the reason why it cannot be asked for.
//!
//! ```text
//! ┌2 Skills ─────── Enter asks─┐
//! │- reply-style    bound   812│
//! │   examples.md  no round 300│
//! │>+safety-notes*no round 1204│
//! └────────────────────────────┘
//! ```

use std::borrow::Cow;

use ratatui::style::Style;

use super::look::Look;
use super::numbers::tight;
use super::row::Line;
use crate::app::rows::session::safe_name;
use crate::app::rows::{ReferenceState, SkillRow, SkillState};
use crate::diag::Code;
use crate::dialect::dsh::RootState;
use crate::lang::{Strings, fill};

/// Cells of the column of numbers, the gap before it included.
const NUMBER: u16 = 5;
/// Stands behind what changed on disk since the turn started.
pub const CHANGED: &str = "*";

/// The line of one row.
pub fn line<'t>(row: &'t SkillRow, look: &Look) -> Line<'t> {
    let theme = look.theme;
    match row {
        SkillRow::Root { label, state, serves } => {
            let (word, style) = root_state(state, *serves, look);
            Line::at(1).left(safe_name(label), theme.heading).right(word, style, 0)
        }
        SkillRow::Skill { name, state, tokens, open, marked, changed, .. } => {
            let (word, style) = skill_state(state, look);
            let (word, style) = if *marked { (look.strings.marked.into(), theme.strong) } else { (word, style) };
            let mark = match open {
                Some(true) => Some("-"),
                Some(false) => Some("+"),
                None => None,
            };
            let line = Line { tree: mark, ..Line::at(2) };
            columns(
                mark_changed(line.left(name, name_style(state, look)), *changed, look),
                word,
                style,
                tokens.filter(|_| is_usable(state)),
                look,
            )
        }
        SkillRow::Reference { state, tokens, marked, changed, .. } => {
            let (word, style) = reference_state(state, look);
            let (word, style) = if *marked { (look.strings.marked, theme.strong) } else { (word, style) };
            columns(
                mark_changed(Line::at(3).left(row.short_name(), theme.text), *changed, look),
                word.into(),
                style,
                *tokens,
                look,
            )
        }
    }
}

/// The mark of what changed on disk, behind the name; the panel's border says what it means.
fn mark_changed<'t>(line: Line<'t>, changed: bool, look: &Look) -> Line<'t> {
    if changed { line.left(CHANGED, look.theme.warning) } else { line }
}

/// The state and the tokens; a state without tokens stands at the edge.
fn columns<'t>(line: Line<'t>, word: Cow<'static, str>, style: Style, tokens: Option<usize>, look: &Look) -> Line<'t> {
    let line = line.right(word, style, 0);
    match tokens {
        Some(tokens) => line.right(tight(tokens), look.theme.text, NUMBER),
        None => line,
    }
}

/// Whether what a skill costs matters here: one that cannot be used at all gives its room to the reason.
fn is_usable(state: &SkillState) -> bool {
    !is_out(state)
}

/// Whether it cannot be used at all.
fn is_out(state: &SkillState) -> bool {
    use SkillState::{Behind, Elsewhere, Lost, NotAllowed, NotOffered, Off, Refused};
    matches!(state, Refused | NotAllowed | NotOffered | Off | Lost(_) | Behind(_) | Elsewhere)
}

/// What there is to say of a root: that it does not serve this directory, or how its provider answers.
fn root_state(state: &RootState, serves: bool, look: &Look) -> (&'static str, Style) {
    let (theme, s) = (look.theme, look.strings);
    match state {
        _ if !serves => (s.root_elsewhere, theme.quiet),
        RootState::Ready => ("", theme.quiet),
        RootState::Incomplete => (s.root_incomplete, theme.warning),
        RootState::Failing(_) => (s.root_failing, theme.bad),
    }
}

fn name_style(state: &SkillState, look: &Look) -> Style {
    match state {
        state if is_out(state) => look.theme.quiet,
        _ => look.theme.text,
    }
}

/// The word for a skill's state and its look.
fn skill_state(state: &SkillState, look: &Look) -> (Cow<'static, str>, Style) {
    let (theme, s) = (look.theme, look.strings);
    let (word, style) = match state {
        SkillState::Lost(root) => return (fill(s.skill_lost, &[("root", &safe_name(root))]).into(), theme.warning),
        SkillState::Behind(root) => return (fill(s.skill_behind, &[("root", &safe_name(root))]).into(), theme.bad),
        SkillState::Elsewhere => (s.skill_elsewhere, theme.quiet),
        SkillState::Refused => (s.skill_refused, theme.bad),
        SkillState::NotAllowed => (s.skill_not_allowed, theme.quiet),
        SkillState::Always => (s.skill_always, theme.stable),
        SkillState::Bound => (s.skill_bound, theme.stable),
        SkillState::Inherited(_) => (s.skill_inherited_short, theme.stable),
        SkillState::Loaded => (s.skill_loaded, theme.good),
        SkillState::Tried => (s.skill_tried, theme.warning),
        SkillState::Off => (s.skill_off, theme.quiet),
        SkillState::NotOffered => (s.skill_not_offered, theme.quiet),
        SkillState::TooLarge { .. } => (s.skill_too_large, theme.bad),
        SkillState::Offered => (s.skill_offered, theme.text),
        SkillState::Large(_) => (s.skill_large, theme.warning),
        SkillState::NotForModel => (s.skill_not_for_model, theme.warning),
        SkillState::NoTool => (s.skill_no_tool, theme.warning),
        SkillState::Cannot(code) => (reason(*code, s), theme.warning),
    };
    (word.into(), style)
}

fn reference_state(state: &ReferenceState, look: &Look) -> (&'static str, Style) {
    let (theme, s) = (look.theme, look.strings);
    match state {
        ReferenceState::Read => (s.reference_read, theme.good),
        ReferenceState::Tried => (s.skill_tried, theme.warning),
        ReferenceState::NotServed => (s.reference_not_served, theme.quiet),
        ReferenceState::Unread => (s.reference_unread, theme.text),
        ReferenceState::Cannot(code) => (reason(*code, s), theme.warning),
    }
}

/// Two words for why asking would be answered with an error; the code itself where there are none.
fn reason(code: Code, s: &Strings) -> &'static str {
    match code {
        Code::MaxSkills => s.cannot_max_skills,
        Code::MaxRounds => s.cannot_max_rounds,
        Code::TurnEnded => s.cannot_ended,
        Code::BodyNotLoaded => s.reference_not_loaded,
        Code::BodyTooLarge | Code::ReferenceTooLarge => s.skill_too_large,
        other => other.as_str(),
    }
}
