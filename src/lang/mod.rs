//! The words of the screen: one table per language. A missing word cannot compile; a test checks that none is empty
//! and that both languages have the same placeholders.

/// A table of words for one screen, English and Chinese side by side; the big tables have a file per language.
macro_rules! side_by_side {
    ($(#[$meta:meta])* $table:ident; $($name:ident: $en:literal, $zh:literal;)*) => {
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $table {
            $(#[doc = $en] pub $name: &'static str,)*
        }

        pub(super) const EN: $table = $table { $($name: $en,)* };
        pub(super) const ZH: $table = $table { $($name: $zh,)* };

        impl $table {
            /// The words of a language.
            pub fn of(lang: super::Lang) -> &'static $table {
                match lang {
                    super::Lang::En => &EN,
                    super::Lang::Zh => &ZH,
                }
            }

            /// All words with their names, for the tests of the tables.
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($name), self.$name),)*]
            }
        }
    };
}

mod actions;
mod bindings;
mod check;
mod compare;
mod en;
mod tokens;
mod what_if;
mod words;
mod zh;

pub use actions::ActionWords;
pub use bindings::BindingsWords;
pub use check::CheckWords;
pub use compare::CompareWords;
pub use tokens::TokensWords;
pub use what_if::WhatIfWords;
pub use words::Strings;

/// The language of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// 简体中文.
    Zh,
}

/// The table of a language.
pub fn strings(lang: Lang) -> &'static Strings {
    match lang {
        Lang::En => &en::STRINGS,
        Lang::Zh => &zh::STRINGS,
    }
}

/// `template` with each `{name}` replaced by its value. A placeholder without a value stays as it is.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(start) = rest.find('{') {
        let (before, from) = rest.split_at(start);
        filled.push_str(before);
        rest = from;
        let Some(end) = from.find('}') else { break };
        match values.iter().find(|(name, _)| *name == &from[1..end]) {
            Some((_, value)) => filled.push_str(value),
            None => filled.push_str(&from[..=end]),
        }
        rest = &from[end + 1..];
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placeholders(word: &str) -> Vec<&str> {
        let mut names: Vec<&str> =
            word.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn no_word_is_empty_and_both_languages_have_the_same_placeholders() {
        let all = |lang| {
            [
                strings(lang).all(),
                BindingsWords::of(lang).all(),
                CheckWords::of(lang).all(),
                TokensWords::of(lang).all(),
                WhatIfWords::of(lang).all(),
                CompareWords::of(lang).all(),
            ]
            .concat()
        };
        for ((name, en), (_, zh)) in all(Lang::En).into_iter().zip(all(Lang::Zh)) {
            assert!(!en.trim().is_empty() && !zh.trim().is_empty(), "{name} is empty");
            assert_eq!(placeholders(en), placeholders(zh), "{name}");
        }
    }

    #[test]
    fn fill_replaces_what_is_named_and_leaves_the_rest() {
        assert_eq!(fill("{a} of {b}, {c}", &[("a", "1"), ("b", "{a}")]), "1 of {a}, {c}");
        assert_eq!(fill("open {", &[]), "open {");
    }
}
