//! Escaping for markup, white space, digests and nearest names.

use std::fmt::Write as _;

use super::every_byte;
use sha2::{Digest, Sha256};

/// `&`, `<` and `>` as entities, so that a text cannot open or close markup.
pub fn escape_markup(text: &str) -> String {
    if every_byte(text, |byte| !matches!(byte, b'&' | b'<' | b'>')) {
        return text.to_owned();
    }
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// As [`escape_markup`], and `"` too, for a value between double quotes.
pub fn escape_attribute(text: &str) -> String {
    escape_markup(text).replace('"', "&quot;")
}

/// Runs of Unicode white space become one space; none at either end.
pub fn collapse_white_space(text: &str) -> String {
    if is_collapsed(text) {
        return text.to_owned();
    }
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// Whether the text is ASCII, has no white space but single spaces, and none at either end: most texts, told apart
/// without decoding them.
fn is_collapsed(text: &str) -> bool {
    let bytes = text.as_bytes();
    let pairs = bytes.iter().zip(bytes.iter().skip(1));
    let is_single = pairs.fold(true, |all, (one, next)| all & !(*one == b' ' && *next == b' '));
    is_single && every_byte(text, |byte| matches!(byte, b' '..=b'~')) && !text.starts_with(' ') && !text.ends_with(' ')
}

/// SHA-256 in lower-case hex.
pub fn sha256(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// The candidate nearest to `name`, if any is near enough to be what was meant (a third of its length, at most 3 edits).
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let most = length.div_ceil(3).clamp(1, 3);
    candidates
        .into_iter()
        // Cheap, so that a name of a megabyte costs nothing.
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= most)
        .map(|candidate| (strsim::osa_distance(name, candidate), candidate))
        // A name of one letter is one step away from every other.
        .filter(|(distance, _)| *distance <= most && *distance < length)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn u17_markup_cannot_be_opened_or_closed() {
        assert_eq!(escape_markup("a</b> & \"c\""), "a&lt;/b&gt; &amp; \"c\"");
        assert_eq!(escape_attribute("\"><x"), "&quot;&gt;&lt;x");
    }

    #[test]
    fn u17_white_space_collapses() {
        assert_eq!(collapse_white_space(" a\r\n\tb\u{3000}\u{2028}c "), "a b c");
        assert_eq!(collapse_white_space(" \n "), "");
    }

    #[test]
    fn digests_are_lower_case_hex() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    #[test]
    fn the_nearest_name_is_near() {
        let names = ["group_chat", "private_chat", "help"];
        assert_eq!(nearest("gruop_chat", names), Some("group_chat"));
        assert_eq!(nearest("halp", names), Some("help"));
        assert_eq!(nearest("weather", names), None);
        assert_eq!(nearest("b", ["a"]), None);
    }

    proptest::proptest! {
        #[test]
        fn u17_every_run_of_white_space_becomes_one_space(text in "[ a\\t\\n!~\u{3000}字]{0,12}") {
            let words: Vec<&str> = text.split_whitespace().collect();
            proptest::prop_assert_eq!(collapse_white_space(&text), words.join(" "));
        }
    }
}
