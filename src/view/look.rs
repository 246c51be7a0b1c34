//! How the screen looks and speaks: theme, glyphs, words, keys.

use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::theme::Theme;
use crate::app::rows::{Document, Way, segment_name, short_path};
use crate::app::{Action, Key, Keymap, State};
use crate::diag::Severity;
use crate::lang::{BindingsWords, CheckWords, CompareWords, Strings, TokensWords, WhatIfWords};
use crate::prompt::Kind;
use crate::text::width;

/// What every panel needs besides what it shows.
pub struct Look<'s> {
    /// Styles by meaning.
    pub theme: Theme,
    /// Lines, bars, marks.
    pub glyphs: Glyphs,
    /// The words of the language.
    pub strings: &'static Strings,
    /// The words of the Bindings screen.
    pub bindings: &'static BindingsWords,
    /// The words of the Check screen.
    pub check: &'static CheckWords,
    /// The words for how sure a count is.
    pub sure: &'static TokensWords,
    /// The words of comparing.
    pub compare: &'static CompareWords,
    /// The words of the what-if.
    pub what_if: &'static WhatIfWords,
    /// Which key does what.
    pub keymap: &'s Keymap,
    /// The turn is a session.
    pub session: bool,
}

impl<'s> Look<'s> {
    /// As the settings of `state` have it.
    pub fn of(state: &'s State) -> Look<'s> {
        Look {
            theme: Theme::of(state.settings.theme.value),
            glyphs: if state.settings.ascii.value { Glyphs::ASCII } else { Glyphs::UNICODE },
            strings: state.strings(),
            bindings: state.bindings_words(),
            check: state.check_words(),
            sure: TokensWords::of(state.lang()),
            compare: state.compare_words(),
            what_if: state.what_if_words(),
            keymap: &state.keymap,
            session: state.is_session(),
        }
    }

    /// The key of an action as the screen writes it: `Enter`, `F1`, `Ctrl-G`, `n`.
    pub fn key(&self, action: Action) -> Option<String> {
        self.keymap.shown(action).map(key_name)
    }

    /// What a segment is called: the host's own names and skills as they are, ours in the language of the screen.
    pub fn segment<'t>(&self, kind: Kind, label: &'t str) -> &'t str {
        segment_name(kind, label, self.strings)
    }

    /// What a text is called: as its segment, where it is one.
    pub fn document<'t>(&self, document: &'t Document) -> &'t str {
        match document.kind {
            Some(kind) => self.segment(kind, &document.label),
            None => short_path(&document.label),
        }
    }

    /// The look of what is told.
    pub fn severity(&self, severity: Severity) -> Style {
        match severity {
            Severity::Info => self.theme.good,
            Severity::Warning => self.theme.warning,
            Severity::Error => self.theme.bad,
        }
    }

    /// The words for a way to go on.
    pub fn way(&self, way: Way) -> &'static str {
        let s = self.strings;
        match way {
            Way::Ask if self.session => s.way_call,
            Way::Ask => s.way_ask,
            Way::Type => s.way_type,
            Way::Reply if self.session => s.way_reply_session,
            Way::Reply => s.way_reply,
            Way::Matcher => s.way_matcher,
            Way::Back => s.way_back,
            Way::NewTurn if self.session => s.way_new_session,
            Way::NewTurn => s.way_new_turn,
            Way::Replay => s.way_replay,
            Way::Compare => s.way_compare,
            Way::Message => s.way_message,
            Way::World => s.way_world,
            Way::Step => s.way_step,
        }
    }

    /// The key that goes a way; `None` where its words name it.
    pub fn way_key(&self, way: Way) -> Option<String> {
        match way {
            Way::Ask => None,
            Way::Type => self.key(Action::TypeResponse),
            Way::Reply => self.key(Action::Reply),
            Way::Matcher => self.key(Action::Matcher),
            Way::Back => self.key(Action::Back),
            Way::NewTurn => self.key(Action::NewTurn),
            Way::Replay => self.key(Action::Replay),
            Way::Compare => self.key(Action::Attempted),
            Way::Message => self.key(Action::EditMessage),
            Way::World => self.key(Action::World),
            Way::Step => self.key(Action::Step),
        }
    }

    /// Cells of the column of keys before the ways.
    pub fn key_column(&self) -> usize {
        let ways = [Way::Type, Way::Reply, Way::Matcher, Way::Back, Way::NewTurn, Way::Replay, Way::Compare];
        ways.iter().filter_map(|way| self.way_key(*way)).map(|key: String| width(&key)).max().unwrap_or(0) + 2
    }
}

/// A key as people write it: settings' `ctrl-g` is `Ctrl-G`, `f1` is `F1`, `enter` is `Enter`, `n` stays `n`.
pub fn key_name(key: Key) -> String {
    let name = key.to_string();
    if name.chars().count() == 1 {
        return name;
    }
    let capital = |part: &str| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    name.split('-').map(capital).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::BINDINGS;

    #[test]
    fn a_key_can_be_written_in_the_settings_as_it_is_shown() {
        for key in BINDINGS.iter().flat_map(|binding| binding.keys) {
            assert_eq!(Key::parse(&key_name(*key)), Some(*key));
        }
    }
}
