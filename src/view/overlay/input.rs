//! A text being written; for a response, how it would be taken, live.
//!
//! ```text
//! ┌[What the model says]────────────────────────────┐
//! │ 好的，我先看看。                                │
//! │ {"name":"skill","args":{"action":"load",…       │
//! │─────────────────────────────────────────────────│
//! │ it asks: chat and plans are withheld            │
//! │   load tone-guard                       ok, +640│
//! │   withheld: 8 characters                        │
//! │ then: waits for the model     next request 2,789│
//! └ TEXT ───────────────────────────────────────────┘
//! ```

use ratatui::layout::{Position, Rect};

use super::super::input::Input;
use super::super::look::Look;
use super::super::pen::Pen;
use super::super::row::Line;
use super::super::turn::{asked, chat_and_plans};
use super::Sheet;
use crate::app::{Field, InputBox, Preview, PreviewAsk};
use crate::lang::fill;
use crate::text::{printable, thousands};
use crate::turn::Outcome;

/// Rows of the preview at most, its rule included.
const PREVIEW: u16 = 12;

pub(super) fn draw(input: &InputBox, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    let look = sheet.look;
    let (width, height) = match input.field {
        Field::Response | Field::EditSkill | Field::AddSkill | Field::WhatIfSkill => (100, 28),
        Field::Message | Field::NextMessage | Field::Reply => (90, 14),
        Field::SaveScenario | Field::ExportPatch => (100, 28),
        _ => (64, 4),
    };
    let inside = sheet.open(title(input.field, look), width, height, None, pen);
    let error = u16::from(input.error.is_some());
    let below = match input.field {
        Field::Response => (inside.height * 3 / 5).min(PREVIEW),
        Field::SaveScenario | Field::ExportPatch => inside.height.saturating_sub(1),
        _ => error,
    };
    let text = Rect {
        x: inside.x + 1,
        width: inside.width.saturating_sub(2),
        height: inside.height - below.min(inside.height),
        ..inside
    };
    let foot = Rect { y: text.bottom(), height: inside.height - text.height, ..inside };
    let caret = if input.field.is_multi_line() {
        Input::of(&input.text).draw(text, pen)
    } else {
        Input::of(&input.text).draw_line(Rect { x: inside.x, width: inside.width, ..text }, pen)
    };
    if let (Field::SaveScenario | Field::ExportPatch, Some(text)) = (input.field, &input.saves) {
        written(text, foot, look, pen);
    }
    if let Some(error) = &input.error {
        Line::at(1).left(error, look.theme.bad).draw(foot, foot.bottom().saturating_sub(1), pen);
    }
    if input.field == Field::Response {
        preview(input.preview.as_ref(), foot, look, pen);
    }
    caret
}

fn title(field: Field, look: &Look) -> &'static str {
    let s = look.strings;
    match field {
        Field::Message if look.session => s.title_message_session,
        Field::Message => s.title_message,
        Field::Response => s.title_response,
        Field::NextMessage => s.title_next_message,
        Field::EditSkill => s.title_edit_skill,
        Field::AddSkill => s.title_add_skill,
        Field::Reply if look.session => s.title_reply_session,
        Field::Reply => s.title_reply,
        Field::Time => s.title_time,
        Field::Images => s.title_images,
        Field::SavePath => s.title_save,
        Field::SaveScenario => s.title_save_scenario,
        Field::ExportPatch => look.bindings.title_export,
        Field::Limit => look.bindings.title_limit,
        Field::Revision => look.compare.title_revision,
        Field::WhatIfLimit => look.what_if.title_limit,
        Field::WhatIfSkill => look.what_if.title_skill,
        Field::Filter(_) | Field::FilterFindings => s.actions.do_filter,
        Field::Palette => s.title_palette,
        Field::FilterScenarios => s.actions.do_filter,
        Field::Search => s.actions.do_search,
    }
}

/// The head of what is going to be written.
fn written(text: &str, area: Rect, look: &Look, pen: &mut Pen) {
    if area.height < 2 {
        return;
    }
    let counts = [("lines", &*thousands(text.lines().count())), ("bytes", &*thousands(text.len()))];
    let head = Line::at(1).left(fill(look.strings.save_shows, &counts), look.theme.quiet);
    head.draw(area, area.y, pen);
    for (y, line) in (area.y + 1..area.bottom()).zip(text.lines()) {
        Line::at(1).left(printable(line), look.theme.text).draw(area, y, pen);
    }
}

fn preview(preview: Option<&Preview>, area: Rect, look: &Look, pen: &mut Pen) {
    if area.height < 2 {
        return;
    }
    let rule = look.glyphs.horizontal.repeat(usize::from(area.width));
    pen.text(area.x, area.y, area.width, &rule, look.theme.border);
    let lines = match preview {
        Some(preview) => preview_lines(preview, usize::from(area.height - 1), look),
        None => vec![Line::at(1).left(look.strings.preview_empty, look.theme.quiet)],
    };
    for (y, line) in (area.y + 1..area.bottom()).zip(lines) {
        line.draw(area, y, pen);
    }
}

/// The lines of a preview in at most `rows` rows. Where there is little room what was understood goes before all else,
/// then the outcome; asks that do not fit are counted.
fn preview_lines<'t>(preview: &'t Preview, rows: usize, look: &Look) -> Vec<Line<'t>> {
    let (theme, s) = (&look.theme, look.strings);
    let mut lines = vec![if preview.asks_skills {
        Line::at(1).left(if look.session { s.preview_calls } else { s.preview_asks }, theme.strong)
    } else {
        Line::at(1).left(s.preview_final, theme.strong)
    }];
    let mut after = Vec::new();
    let what = chat_and_plans(preview.chat_characters, preview.plans, look);
    if !what.is_empty() {
        let (template, style) = if preview.asks_skills && !look.session {
            (s.preview_withheld, theme.warning)
        } else {
            (s.preview_sent, theme.text)
        };
        after.push(Line::at(3).left(fill(template, &[("what", &what)]), style));
    }
    if let Some(unclosed) = &preview.unclosed {
        after.push(Line::at(3).left(fill(s.unclosed, &[("text", unclosed)]), theme.warning));
    }
    after.push(outcome(preview, look));
    let mut asks: Vec<Line> = preview.asks.iter().flat_map(|ask| ask_lines(ask, look)).collect();
    if !asks.is_empty() && rows < lines.len() + after.len() + 2 {
        lines.clear();
        after.drain(..after.len() - 1);
    }
    let room = rows.saturating_sub(lines.len() + after.len());
    if asks.len() > room {
        let hidden = asks.len() - room.saturating_sub(1);
        asks.truncate(room.saturating_sub(1));
        asks.push(Line::at(3).left(fill(s.more_notices, &[("n", &hidden.to_string())]), theme.quiet));
    }
    lines.extend(asks);
    lines.extend(after);
    lines
}

fn ask_lines<'t>(ask: &'t PreviewAsk, look: &Look) -> Vec<Line<'t>> {
    let (theme, s) = (&look.theme, look.strings);
    let tokens = fill(s.preview_ok, &[("n", &thousands(ask.tokens))]);
    let (answer, style) = match ask.error {
        None => (tokens, theme.good),
        Some(code) => (fill(s.preview_error, &[("code", code.as_str())]), theme.bad),
    };
    let mut lines = vec![Line::at(3).left(asked(&ask.ask, look), theme.text).right(answer, style, 0)];
    if let Some(message) = &ask.message {
        lines.push(Line::at(5).left(message, theme.quiet));
    }
    lines
}

fn outcome<'t>(preview: &'t Preview, look: &Look) -> Line<'t> {
    let (theme, s) = (&look.theme, look.strings);
    let (word, style) = match preview.outcome {
        Outcome::Pending => (s.outcome_pending, theme.text),
        Outcome::Replied => (s.outcome_replied, theme.good),
        Outcome::Degraded(_) => (s.outcome_degraded_short, theme.bad),
        Outcome::Blocked { .. } => (s.outcome_blocked_short, theme.bad),
    };
    let line = Line::at(1).left(fill(s.preview_outcome, &[("outcome", word)]), style);
    match preview.next_tokens {
        Some(tokens) => line.right(fill(s.preview_next, &[("n", &thousands(tokens))]), theme.strong, 0),
        None => line,
    }
}
