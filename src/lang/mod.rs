//! The words of the screen: one table per language. A missing word cannot compile; a test checks that none is empty
//! and that both languages have the same placeholders.

mod bindings;
mod en;
mod words;
mod zh;

pub use bindings::{BindingsWords, bindings};
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
        for ((name, en), (_, zh)) in strings(Lang::En).all().into_iter().zip(strings(Lang::Zh).all()) {
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
