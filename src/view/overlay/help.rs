//! F1: every key and what it does, from the table of bindings.
//!
//! ```text
//! ┌[Keys]────────────────────────────────────────────┐
//! │ Playing a turn                                   │
//! │   Enter      ask/open                        open│
//! │   n          new turn                    new-turn│
//! │                                                  │
//! │ For another key write, under keys: in …          │
//! └ COMMAND ────────────────────────────── 1-20 of 80┘
//! ```

use ratatui::layout::Position;

use super::super::list::Window;
use super::super::look::{Look, key_name};
use super::super::pen::Pen;
use super::super::row::Line;
use super::Sheet;
use crate::app::{BINDINGS, Context, Group, HELP_WIDTH, HelpLine, Key, State, help_lines};
use crate::text::width;

pub(super) fn draw(state: &State, offset: usize, from: &[Context], sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    let look = sheet.look;
    let lines = help_lines(state, from);
    let window = Window::from(offset, lines.len(), usize::from(sheet.inside(HELP_WIDTH, u16::MAX).height));
    let inside = sheet.open(look.strings.title_help, HELP_WIDTH, u16::MAX, Some(&window), pen);
    let widest = BINDINGS.iter().map(|binding| width(&names(look.keymap.keys(binding)))).max().unwrap_or(0);
    for (y, index) in (inside.y..).zip(window.rows) {
        line(&lines[index], widest + 2, look).draw(inside, y, pen);
    }
    None
}

/// One line; what keys do stands behind a column of `column` cells.
fn line<'t>(line: &'t HelpLine, column: usize, look: &Look) -> Line<'t> {
    let theme = &look.theme;
    match line {
        HelpLine::Heading(group) => Line::at(1).left(heading(*group, look), theme.strong),
        HelpLine::Keys { binding, named } => {
            let keys = names(look.keymap.keys(binding));
            let line = Line::at(2)
                .left(keys, theme.key)
                .tab(column)
                .left(binding.words(look.strings, look.session), theme.text);
            if *named { line.right(binding.id, theme.quiet, 0) } else { line }
        }
        HelpLine::Name(id) => Line::at(2).left("", theme.text).tab(column).left(*id, theme.quiet),
        HelpLine::Words(words) => Line::at(1).left(words, theme.quiet),
        HelpLine::Blank => Line::at(1),
    }
}

fn heading(group: Group, look: &Look) -> &'static str {
    let s = look.strings;
    match group {
        Group::Play => s.group_play,
        Group::Scenario => s.group_scenario,
        Group::World => s.group_world,
        Group::Bindings => s.group_bindings,
        Group::Check => look.check.group,
        Group::WhatIf => s.actions.do_what_if,
        Group::Look => s.group_look,
        Group::Session => s.group_session,
        Group::Move => s.group_move,
        Group::Overlays => s.group_overlays,
        Group::Everywhere => s.group_everywhere,
        Group::Text => s.group_text,
    }
}

fn names(keys: Vec<Key>) -> String {
    keys.into_iter().map(key_name).collect::<Vec<_>>().join(", ")
}
