//! F1: the keys under their headings, first those of where one was, and how to have others.

use super::bindings::{BINDINGS, Binding, Group};
use super::{Action, Context, Key, Layout, State};
use crate::lang::fill;
use crate::text::wrap;

/// Columns of the help, border included.
pub const HELP_WIDTH: u16 = 76;
/// In fewer columns the name of an action stands on a line of its own.
const WIDE: u16 = 60;

/// A line of the help.
#[derive(Debug, Clone)]
pub enum HelpLine {
    /// Keys of one kind follow.
    Heading(Group),
    /// The keys of an action and what it does.
    Keys {
        /// The action.
        binding: &'static Binding,
        /// Its name in the personal config stands beside it.
        named: bool,
    },
    /// The name of the action above, by which the personal config rebinds it.
    Name(&'static str),
    /// Words, wrapped.
    Words(String),
    /// Nothing.
    Blank,
}

/// The lines of the help for somebody who was in `from`.
pub fn help_lines(state: &State, from: &[Context]) -> Vec<HelpLine> {
    let width = Layout::of(state).body.width.min(HELP_WIDTH);
    let mut lines = Vec::new();
    for group in order(from) {
        let listed = |binding: &&Binding| binding.group == group && state.is_available(binding.action);
        let mut bindings = BINDINGS.iter().filter(listed).peekable();
        if bindings.peek().is_none() {
            continue;
        }
        lines.push(HelpLine::Heading(group));
        for binding in bindings {
            let named = width >= WIDE;
            lines.push(HelpLine::Keys { binding, named });
            lines.extend((!named).then_some(HelpLine::Name(binding.id)));
        }
        lines.push(HelpLine::Blank);
    }
    let cells = usize::from(width.saturating_sub(4)).max(1);
    lines.extend(how_to_rebind(state).iter().flat_map(|words| wrap(words, cells)).map(HelpLine::Words));
    lines
}

/// The group of where one was, then those that count there too, then the rest.
fn order(from: &[Context]) -> Vec<Group> {
    let own = match from.first() {
        Some(Context::Text) => Some(Group::Text),
        Some(Context::Bindings) => Some(Group::Bindings),
        Some(Context::WhatIf) => Some(Group::WhatIf),
        Some(Context::FullText | Context::CopyMenu) => Some(Group::Overlays),
        _ => None,
    };
    let counts = |group: Group| {
        let mut bindings = BINDINGS.iter().filter(|binding| binding.group == group);
        bindings.any(|binding| binding.contexts.iter().any(|context| from.contains(context)))
    };
    let mut groups = Group::ALL.to_vec();
    groups.sort_by_key(|group| (own != Some(*group), !counts(*group)));
    groups
}

/// Where the personal config lies, what stands in it, and how keys are written.
fn how_to_rebind(state: &State) -> [String; 2] {
    let s = state.strings();
    let path = state.personal_config.as_deref().unwrap_or("$XDG_CONFIG_HOME/skillstage/config.yml");
    let palette = state.keymap.shown(Action::Palette).map(|key| key.to_string()).unwrap_or_default();
    let names = Key::names().join(", ");
    [fill(s.help_rebind, &[("palette", &palette), ("path", path)]), fill(s.help_syntax, &[("names", &names)])]
}
