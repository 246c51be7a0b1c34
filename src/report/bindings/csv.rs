//! For spreadsheets: one line a cell, as RFC 4180 has it.

use super::{Report, reason, word};
use crate::report::names;
use crate::text::printable_line;

/// The report as CSV; the numbers of a scene stand on each of its lines.
pub fn csv(report: &Report) -> String {
    let mut out = "skill,scene,asked,standing,reason,at_rest,worst,limit\r\n".to_owned();
    for row in &report.matrix.rows {
        for (cell, cost) in row.cells.iter().zip(report.costs) {
            let asked = cell.asked.as_ref().map_or("", |why| names::why(Some(why)));
            let number = |number: Option<usize>| number.map(|number| number.to_string()).unwrap_or_default();
            let (worst, limit) = (number(cost.worst.map(|worst| worst.likely)), number(names::limit(cost.limit)));
            let (reason, at_rest) = (reason(cell), cost.at_rest.to_string());
            let scene = cost.scene.as_str();
            let fields = [&row.skill, scene, asked, word(cell.standing), &reason, &at_rest, &worst, &limit];
            out.push_str(&fields.map(field).join(","));
            out.push_str("\r\n");
        }
    }
    out
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
