//! Lines for spreadsheets, as RFC 4180 has them.

use crate::text::printable_line;

/// A line of these fields.
pub fn row(fields: &[&str]) -> String {
    let fields: Vec<String> = fields.iter().map(|text| field(text)).collect();
    format!("{}\r\n", fields.join(","))
}

/// A field, quoted where it must be. What a spreadsheet would take for a formula gets a quote before it: the name of a
/// refused directory can be anything.
fn field(text: &str) -> String {
    let text = printable_line(text);
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.into_owned() };
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn a_field_is_quoted_and_is_no_formula() {
        assert_eq!(field("reply-style"), "reply-style");
        assert_eq!(field("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(field("=cmd()"), "'=cmd()");
        assert!(!field("a\u{1b}[2J\n").contains(['\u{1b}', '\n']));
    }
}
