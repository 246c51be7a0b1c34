//! Writing YAML that [`super::parse`] reads back as the same texts.

/// Lines of YAML, written in order.
#[derive(Debug, Default)]
pub struct Emitter {
    text: String,
}

impl Emitter {
    /// A line as it stands, at a depth of so many levels of two spaces.
    pub fn line(&mut self, depth: usize, line: &str) {
        self.indent(depth);
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// `head: text`, where `head` is a key, or `- key` for the first one of a list's item. A text of several lines stands
    /// as a block below.
    pub fn text(&mut self, depth: usize, head: &str, text: &str) {
        let Some(chomp) = block(text) else { return self.line(depth, &format!("{head}: {}", scalar(text))) };
        self.line(depth, &format!("{head}: |{chomp}"));
        // The keys of a list's item stand one level deeper than its dash.
        let depth = depth + if head.starts_with("- ") { 2 } else { 1 };
        for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
            if !line.is_empty() {
                self.indent(depth);
            }
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    /// All of it.
    pub fn finish(self) -> String {
        self.text
    }

    fn indent(&mut self, depth: usize) {
        (0..depth).for_each(|_| self.text.push_str("  "));
    }
}

/// A text on one line: plain where it is safe to be, else quoted.
pub fn scalar(text: &str) -> String {
    let is_word = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._/-".contains(&byte));
    let starts_well = text.starts_with(|first: char| first.is_ascii_alphabetic());
    let means_something = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let plain = starts_well && is_word(text) && !means_something.contains(&text.to_ascii_lowercase().as_str());
    match () {
        () if plain => text.to_owned(),
        // JSON inside a text stays readable.
        () if text.contains(['"', '\\']) && text.chars().all(is_printable) => format!("'{}'", text.replace('\'', "''")),
        () => quoted(text),
    }
}

/// As JSON writes it, with every character that YAML does not print escaped as well.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    for character in serde_json::Value::from(text).to_string().chars() {
        match is_printable(character) {
            true => quoted.push(character),
            false => quoted.push_str(&format!("\\U{:08x}", u32::from(character))),
        }
    }
    quoted
}

/// How a block of this text ends, where a block can hold it: `|` keeps one line end, `|-` none, `|+` all.
fn block(text: &str) -> Option<&'static str> {
    let is_plain = |character: char| character == '\n' || character == '\t' || is_printable(character);
    if !text.contains('\n') || text.starts_with([' ', '\t', '\n']) || !text.chars().all(is_plain) {
        return None;
    }
    // A last line of white space alone would be taken for part of the end.
    let last = text.trim_end_matches('\n').rsplit('\n').next().unwrap_or_default();
    if last.trim_matches([' ', '\t']).is_empty() {
        return None;
    }
    match text.len() - text.trim_end_matches('\n').len() {
        0 => Some("-"),
        1 => Some(""),
        _ => Some("+"),
    }
}

/// Whether YAML takes it as it stands and no reader mistakes it for a line end or a mark.
fn is_printable(character: char) -> bool {
    !character.is_control() && !matches!(character, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Origin, parse};
    use super::*;

    fn read_back(text: &str) -> (String, String) {
        let mut emitter = Emitter::default();
        emitter.line(0, "list:");
        emitter.text(1, "- first", text);
        emitter.text(2, "second", text);
        emitter.line(0, "end: x");
        let yaml = emitter.finish();
        let root = parse(&yaml, Origin::file("x")).unwrap_or_else(|fault| panic!("{fault:?}\n{yaml}"));
        let item = &root.as_map().unwrap().get("list").unwrap().as_list().unwrap()[0];
        let of =
            |key| item.as_map().unwrap().get(key).unwrap().as_text().unwrap_or_else(|| panic!("{yaml}")).to_owned();
        (of("first"), of("second"))
    }

    #[test]
    fn s3_texts_are_read_back_as_they_were() {
        for text in [
            "",
            "yes",
            "8004",
            "~",
            "a: b",
            "- x",
            "one\ntwo",
            "one\ntwo\n",
            "one\n\n  two\n\n\n",
            " lead\nx",
            "\nlead",
            "x\n ",
            "tab\tx\ny",
            "# no comment\nx # none",
            "\u{7f}\u{85}\u{2028}\u{feff}",
            "cr\r\nlf",
            "\u{1f600}\n中文：“引号”\n",
            "---\na\n---\n",
            "x\n\t\n",
            "trailing  \nspace",
            "%x\n%y",
            "\u{fffe}",
        ] {
            assert_eq!(read_back(text), (text.to_owned(), text.to_owned()));
        }
    }

    proptest! {
        #[test]
        fn s3_any_text_is_read_back_as_it_was(text in "(\\PC|[ \\n\\t:#'\"|>%@`{}\\[\\]&*!?-]|[\\x00-\\x1f]|[\u{80}-\u{a0}]|\u{2028}|\u{feff}){0,40}") {
            prop_assert_eq!(read_back(&text), (text.clone(), text));
        }
    }
}
