//! Escaping for markup, white space, digests and nearest names.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// `&`, `<` and `>` as entities, so that a text cannot open or close markup.
pub fn escape_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// As [`escape_markup`], and `"` too, for a value between double quotes.
pub fn escape_attribute(text: &str) -> String {
    escape_markup(text).replace('"', "&quot;")
}

/// Runs of Unicode white space become one space; none at either end.
pub fn collapse_white_space(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
    let most = (name.chars().count().div_ceil(3)).clamp(1, 3);
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
