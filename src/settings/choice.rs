//! Values that are one of a few words.

use super::{Binding, DialectId, Lang, ThemeId};
use crate::text::nearest;

/// A value that is one of a few words, in files and flags alike.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every word with its value, default first.
    const WORDS: &'static [(&'static str, Self)];

    /// The word for it.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }

    /// The value of a word.
    fn parse(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
    }
}

impl Choice for DialectId {
    const WORDS: &'static [(&'static str, Self)] = &[("utility", DialectId::Utility), ("dsh", DialectId::Dsh)];
}

impl Choice for Binding {
    const WORDS: &'static [(&'static str, Self)] = &[("resident", Binding::Resident), ("offered", Binding::Offered)];
}

impl Choice for Lang {
    const WORDS: &'static [(&'static str, Self)] = &[("en", Lang::En), ("zh", Lang::Zh)];
}

impl Choice for ThemeId {
    const WORDS: &'static [(&'static str, Self)] =
        &[("dark", ThemeId::Dark), ("light", ThemeId::Light), ("plain", ThemeId::Plain)];
}

/// `auto` asks the terminal.
impl Choice for Option<ThemeId> {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("auto", None),
        ("dark", Some(ThemeId::Dark)),
        ("light", Some(ThemeId::Light)),
        ("plain", Some(ThemeId::Plain)),
    ];
}

/// Why a word is none of `known`, and which one was probably meant.
pub(super) fn wrong_word(what: &str, word: &str, known: &[&str]) -> (String, Option<String>) {
    let message = format!("{what} is `{word}`; it must be one of {}", known.join(", "));
    (message, nearest(word, known.iter().copied()).map(|near| format!("did you mean `{near}`?")))
}
