//! Keys to actions: the table of bindings with the person's own keys over it.

use std::collections::BTreeMap;

use super::bindings::{BINDINGS, Binding};
use super::{Action, Context, Key, Mode, Overlay, Screen, State};
use crate::diag::{Code, Diagnostic};
use crate::settings::WrittenKey;
use crate::text;

/// Which key does what where.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keymap {
    /// Action id to the person's key.
    personal: BTreeMap<&'static str, Key>,
}

impl Keymap {
    /// The table with personal keys (`keys:` of the personal config, action id to key). What cannot be used is left
    /// out and told: an unknown action, a key that cannot be read or may not be bound, a key taken in the same place.
    pub fn new(keys: &BTreeMap<String, WrittenKey>) -> (Keymap, Vec<Diagnostic>) {
        let mut keymap = Keymap::default();
        let mut faults = Vec::new();
        let place = |id: &str| keys.get(id).and_then(|written| written.place.clone());
        for (id, written) in keys {
            match read(id, &written.text) {
                Ok((binding, key)) => {
                    keymap.personal.insert(binding.id, key);
                }
                Err(fault) => faults.push((id.as_str(), fault)),
            }
        }
        while let Some((id, fault)) = keymap.first_clash() {
            keymap.personal.remove(id);
            faults.push((id, fault));
        }
        (keymap, faults.into_iter().map(|(id, fault)| Diagnostic { place: place(id), ..fault }).collect())
    }

    /// The keys of an action, the one to show first.
    pub fn keys(&self, binding: &Binding) -> Vec<Key> {
        match self.personal.get(binding.id) {
            // A personal key goes first; keys that type nothing (arrows, Enter, F-keys) stay beside it, so that the
            // main path never needs a letter.
            Some(key) => {
                let kept = binding.keys.iter().filter(|known| !types_text(**known) && *known != key);
                std::iter::once(*key).chain(kept.copied()).collect()
            }
            None => binding.keys.to_vec(),
        }
    }

    /// The key that bar and palette show for an action.
    pub fn shown(&self, action: Action) -> Option<Key> {
        let binding = super::bindings::binding(action)?;
        self.keys(binding).first().copied()
    }

    /// What `key` does where the keyboard stands in `contexts`, the nearest first.
    pub fn action(&self, contexts: &[Context], key: Key) -> Option<Action> {
        contexts.iter().find_map(|context| {
            if *context == Context::Text && types_text(key) {
                return None;
            }
            let mut bindings = BINDINGS.iter().filter(|binding| binding.contexts.contains(context));
            bindings.find(|binding| self.keys(binding).contains(&key)).map(|binding| binding.action)
        })
    }

    /// Every binding that counts in `contexts`, in the order of the table.
    pub fn bindings<'a>(&self, contexts: &'a [Context]) -> impl Iterator<Item = &'static Binding> + 'a {
        BINDINGS.iter().filter(|binding| binding.contexts.iter().any(|context| contexts.contains(context)))
    }

    fn first_clash(&self) -> Option<(&'static str, Diagnostic)> {
        for (id, key) in &self.personal {
            let mine = BINDINGS.iter().find(|binding| binding.id == *id)?;
            let taken = BINDINGS.iter().find(|other| {
                other.id != *id
                    && self.keys(other).contains(key)
                    && other.contexts.iter().any(|one| mine.contexts.iter().any(|two| meet(*one, *two)))
            });
            if let Some(other) = taken {
                let message = format!("keys.{id}: `{key}` is taken by `{}`", other.id);
                let help = format!("bind `{}` to another key as well, or choose another key", other.id);
                return Some((id, Diagnostic::error(Code::SettingsValue, message).help(help)));
            }
        }
        None
    }
}

/// Where the keyboard of `state` stands, the nearest context first.
pub fn contexts(state: &State) -> Vec<Context> {
    match (state.mode(), state.overlays.last()) {
        (Mode::Text(_), _) => vec![Context::Text],
        (Mode::Command, None) if state.screen == Screen::Bindings => vec![Context::Bindings, Context::Command],
        (Mode::Command, None) if state.screen == Screen::Check => vec![Context::Check, Context::Command],
        (Mode::Command, None) if state.walk.is_some() => {
            vec![Context::Playing, Context::Panel(state.focus), Context::Stage, Context::Command]
        }
        (Mode::Command, None) => vec![Context::Panel(state.focus), Context::Stage, Context::Command],
        (Mode::Command, Some(Overlay::FullText(_))) => vec![Context::FullText, Context::Command],
        (Mode::Command, Some(Overlay::Copy(_))) => vec![Context::CopyMenu, Context::Command],
        (Mode::Command, Some(Overlay::Scenarios(_))) => vec![Context::Scenarios, Context::Command],
        (Mode::Command, Some(Overlay::WhatIf { .. })) => vec![Context::WhatIf, Context::Command],
        (Mode::Command, Some(_)) => vec![Context::Command],
    }
}

/// Whether two contexts can count at the same time.
fn meet(one: Context, two: Context) -> bool {
    use Context::{Command, Panel, Stage, Text};
    match (one, two) {
        (Text, Text) => true,
        (Text, _) | (_, Text) => false,
        (Command, _) | (_, Command) => true,
        (Panel(one), Panel(two)) => one == two,
        (Panel(_) | Stage, Panel(_) | Stage) => true,
        (one, two) => one == two,
    }
}

fn types_text(key: Key) -> bool {
    matches!(key.code, crossterm::event::KeyCode::Char(_)) && !key.ctrl
}

fn read(id: &str, text: &str) -> Result<(&'static Binding, Key), Diagnostic> {
    let fault = |message: String| Diagnostic::error(Code::SettingsValue, message);
    let Some(binding) = BINDINGS.iter().find(|binding| binding.id == id) else {
        let fault = fault(format!("keys.{id}: there is no action `{id}`"));
        return Err(match text::nearest(id, BINDINGS.iter().map(|binding| binding.id)) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => {
                let ids: Vec<&str> = BINDINGS.iter().map(|binding| binding.id).collect();
                fault.help(format!("the actions are {}", ids.join(", ")))
            }
        });
    };
    let Some(key) = Key::parse(text) else {
        let help =
            format!("write one character, ctrl- and a character, F1 to F12, or one of {}", Key::names().join(", "));
        return Err(fault(format!("keys.{id}: `{text}` is not a key")).help(help));
    };
    if let Some(why) = forbidden(binding, key) {
        return Err(fault(format!("keys.{id}: `{key}` cannot be bound: {why}")));
    }
    Ok((binding, key))
}

/// Keys that terminals or multiplexers take, that TEXT needs, or that must keep their meaning.
fn forbidden(binding: &Binding, key: Key) -> Option<&'static str> {
    let code = key.code;
    if key.ctrl && matches!(code, crossterm::event::KeyCode::Char('a' | 'b' | 'c' | 'h' | 'i' | 'm' | 'q' | 's' | ' '))
    {
        return Some("terminals keep this key for themselves");
    }
    if matches!(code, crossterm::event::KeyCode::Esc) && !binding.keys.contains(&key) {
        return Some("Esc takes one layer away, nothing else");
    }
    if binding.contexts == [Context::Text] && types_text(key) {
        return Some("in TEXT every printable key is text");
    }
    if key.as_command() != key || key.is_from_input_method() {
        return Some("an input method types it");
    }
    None
}
