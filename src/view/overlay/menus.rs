//! Short lists to choose from: the palette, the copy menu, and the question before leaving.
//!
//! ```text
//! ┌[Commands]─────────────────────┐   ┌[Copy: Enter sends it to the terminal]┐
//! │ : new_                        │   │> the prompt                 4,210 B  │
//! │>new turn                     n│   │  the text shown               812 B  │
//! │ same moves again             N│   │  the command line …           120 B  │
//! └ TEXT ─────────────── 1-8 of 14┘   └ COMMAND ─────────────────────────────┘
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use similar::{ChangeTag, TextDiff};

use super::super::bindings::diff_lines;
use super::super::input::Input;
use super::super::list::Window;
use super::super::pen::Pen;
use super::super::row::{Line, Selected};
use super::super::stage::paragraph;
use super::Sheet;
use crate::app::bindings::binding;
use crate::app::{CopyItem, CopyMenu, Mending, Palette, Question, WorldChange, WorldMenu};
use crate::bindings::ChangeSet;
use crate::lang::fill;
use crate::text::{printable, printable_line, thousands, width, wrap};

pub(super) fn palette(palette: &Palette, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    const WIDTH: u16 = 60;
    const HEIGHT: u16 = 20;
    let look = sheet.look;
    let rows = sheet.inside(WIDTH, HEIGHT).height.saturating_sub(1);
    let window = Window::around(palette.selected, palette.matches.len(), rows);
    let inside = sheet.open(look.strings.title_palette, WIDTH, HEIGHT, Some(&window), pen);
    if inside.is_empty() {
        return None;
    }
    pen.text(inside.x + 1, inside.y, 1, ":", look.theme.key);
    let query = Rect { x: inside.x + 2, width: inside.width.saturating_sub(2), height: 1, ..inside };
    let caret = Input::of(&palette.query).draw_line(query, pen);
    let list = Rect { y: inside.y + 1, height: rows, ..inside };
    if palette.matches.is_empty() {
        paragraph(look.strings.search_none, list, look.theme.quiet, pen);
    }
    for (y, index) in (list.y..).zip(window.rows) {
        let item = &palette.matches[index];
        let key = look.key(item.action).unwrap_or_default();
        let mut line = Line::at(2).left(item.label, look.theme.text).right(key, look.theme.key, 0);
        line.selected = Selected::of(Some(palette.selected), index, sheet.top);
        line.draw(list, y, pen);
    }
    caret
}

pub(super) fn copy(menu: &CopyMenu, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    let (look, s) = (sheet.look, sheet.look.strings);
    let height = menu.items.len() as u16 + 2;
    let inside = sheet.open(s.title_copy, 64, height, None, pen);
    for (y, (index, (item, text))) in (inside.top()..inside.bottom()).zip(menu.items.iter().enumerate()) {
        let label = match item {
            CopyItem::Prompt => s.copy_prompt,
            CopyItem::Segment => s.copy_segment,
            CopyItem::Comparison => look.compare.copy,
            CopyItem::Command if menu.temporary => s.copy_command_temporary,
            CopyItem::Command => s.copy_command,
        };
        let bytes = format!("{} B ", thousands(text.len()));
        let mut line = Line::at(2).left(label, look.theme.text).right(bytes, look.theme.quiet, 0);
        line.selected = Selected::of(Some(menu.selected), index, sheet.top);
        line.draw(inside, y, pen);
    }
    None
}

pub(super) fn world(menu: &WorldMenu, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    const WIDTH: u16 = 60;
    let (look, s) = (sheet.look, sheet.look.strings);
    let height = menu.items.len() as u16 + 2;
    let window = Window::around(menu.selected, menu.items.len(), sheet.inside(WIDTH, height).height);
    let inside = sheet.open(s.title_world, WIDTH, height, Some(&window), pen);
    for (y, index) in (inside.top()..inside.bottom()).zip(window.rows) {
        let WorldChange { action, about } = &menu.items[index];
        let label = binding(*action).map_or("", |binding| (binding.label)(s));
        let about = about.as_ref().map(|name| format!("{} ", printable(name))).unwrap_or_default();
        let mut line = Line::at(2).left(label, look.theme.text).right(about, look.theme.quiet, 0);
        line.selected = Selected::of(Some(menu.selected), index, sheet.top);
        line.draw(inside, y, pen);
    }
    None
}

/// What is written, before it is.
fn apply(changes: &ChangeSet, undo: bool, offset: usize, sheet: &Sheet, pen: &mut Pen) {
    let (look, words) = (sheet.look, sheet.look.bindings);
    let title = fill(if undo { words.title_undo } else { words.title_apply }, &[("file", &changes.files().join(", "))]);
    const WIDTH: u16 = 90;
    let cells = usize::from(sheet.inside(WIDTH, u16::MAX).width.saturating_sub(2));
    let lines = diff_lines(changes, cells, look);
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(4);
    let room = usize::from(sheet.inside(WIDTH, height).height.saturating_sub(2));
    let window = Window::from(offset, lines.len(), room);
    let inside = sheet.open(&title, WIDTH, height, Some(&window), pen);
    for (y, index) in (inside.y..).zip(window.rows) {
        let (text, style) = &lines[index];
        pen.text(inside.x + 1, y, inside.width.saturating_sub(2), text, *style);
    }
    let last = inside.bottom().saturating_sub(1);
    pen.text(inside.x + 1, last, inside.width.saturating_sub(2), words.apply_answer, look.theme.text);
}

/// A fix as the difference of its file.
fn fix(mending: &Mending, offset: usize, sheet: &Sheet, pen: &mut Pen) {
    const WIDTH: u16 = 100;
    let (look, theme) = (sheet.look, &sheet.look.theme);
    let title = fill(look.check.title_fix, &[("file", &printable_line(&mending.file))]);
    let cells = usize::from(sheet.inside(WIDTH, u16::MAX).width.saturating_sub(2)).max(8);
    let diff = TextDiff::from_lines(&*mending.before, &*mending.after);
    let changes = diff.grouped_ops(1).into_iter().flatten().flat_map(|op| diff.iter_changes(&op).collect::<Vec<_>>());
    let lines: Vec<(String, Style)> = changes
        .flat_map(|change| {
            let (sign, style) = match change.tag() {
                ChangeTag::Delete => ('-', theme.bad),
                ChangeTag::Insert => ('+', theme.good),
                ChangeTag::Equal => (' ', theme.quiet),
            };
            let parts = wrap(&printable_line(change.value().trim_end_matches(['\r', '\n'])), cells - 1);
            parts.into_iter().map(move |part| (format!("{sign}{part}"), style))
        })
        .collect();
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(4);
    let room = usize::from(sheet.inside(WIDTH, height).height.saturating_sub(2));
    let window = Window::from(offset.min(lines.len().saturating_sub(room)), lines.len(), room);
    let inside = sheet.open(&title, WIDTH, height, Some(&window), pen);
    for (y, index) in (inside.y..).zip(window.rows) {
        let (text, style) = &lines[index];
        pen.text(inside.x + 1, y, inside.width.saturating_sub(2), text, *style);
    }
    let last = inside.bottom().saturating_sub(1);
    pen.text(inside.x + 1, last, inside.width.saturating_sub(2), look.check.fix_answer, theme.text);
}

pub(super) fn confirm(question: &Question, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    if let Question::Fix { mending, offset } = question {
        fix(mending, *offset, sheet, pen);
        return None;
    }
    if let Question::Apply { changes, undo, offset } = question {
        apply(changes, *undo, *offset, sheet, pen);
        return None;
    }
    let (look, s) = (sheet.look, sheet.look.strings);
    let count = |count: usize, template| (count > 0).then(|| fill(template, &[("n", &count.to_string())]));
    let (title, lines) = match question {
        Question::Apply { .. } | Question::Fix { .. } => return None,
        Question::Quit { moves, drafts, edits, what_if } => {
            let counts = [
                count(*moves, s.quit_moves),
                count(*drafts, s.quit_drafts),
                count(*edits, look.bindings.quit_edits),
                count(*what_if, look.what_if.quit),
            ];
            (s.title_quit, counts.into_iter().flatten().chain([s.quit_answer.to_owned()]).collect::<Vec<_>>())
        }
        Question::Replace { path, old, .. } => {
            let lost = thousands(old.lines().count());
            let path = path.to_string_lossy();
            let what = fill(s.replace_what, &[("path", &*printable(&path)), ("lines", &lost)]);
            (s.title_replace, vec![what, s.replace_answer.to_owned()])
        }
    };
    let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0) as u16;
    let cells = usize::from(sheet.inside(widest + 4, u16::MAX).width.saturating_sub(2)).max(1);
    let lines: Vec<String> = lines.iter().flat_map(|line| wrap(line, cells)).collect();
    let inside = sheet.open(title, widest + 4, lines.len() as u16 + 2, None, pen);
    for (y, line) in (inside.top()..inside.bottom()).zip(&lines) {
        Line::at(1).left(line, look.theme.text).draw(inside, y, pen);
    }
    None
}
