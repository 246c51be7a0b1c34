//! Making untrusted text safe to print: nothing that a terminal would obey or that hides leaves here raw.

use std::borrow::Cow;

/// `text` with everything a terminal could obey, or that hides, made visible: control characters except `\n` and `\t`,
/// DEL, C1, bidi controls, zero-width and tag characters as `<U+202E>`. Text without any is borrowed.
pub fn printable(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text) // skeleton
}

/// As [`printable`], for one line: newlines and tabs are made visible too.
pub fn printable_line(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text) // skeleton
}
