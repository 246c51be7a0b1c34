//! The renderer for programs: JSON in which no character can act on a terminal that it is printed to.

use std::fmt::Write as _;

use serde::Serialize;

use crate::text::printable_line;

/// `value` as indented JSON with a newline at its end. Characters that a terminal would obey or that hide stand as
/// `\uXXXX`; a parser reads the same text.
pub fn json(value: &impl Serialize) -> String {
    escape(serde_json::to_string_pretty(value).unwrap_or_default()) + "\n"
}

fn escape(json: String) -> String {
    let harmless = |c: char| c == '\n' || matches!(c, ' '..='~') || !hides(c);
    if json.chars().all(harmless) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 64);
    for c in json.chars() {
        if harmless(c) {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}

fn hides(c: char) -> bool {
    let mut buffer = [0; 4];
    let text: &str = c.encode_utf8(&mut buffer);
    printable_line(text) != text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_stand_as_escapes_and_read_back_the_same() {
        let text = "a\u{1b}[2J\u{9b}31m\u{202e}\u{e0041}\u{7f}é中👩\u{200d}👧\n";
        let shown = json(&text);
        assert!(shown.trim_end().chars().all(|c| !hides(c)), "{shown}");
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
        assert!(shown.contains("é中"));
    }
}
