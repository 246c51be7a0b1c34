//! The renderer for people: diagnostics and tables as plain text. Everything that leaves here is safe to print.

use std::fmt::Write as _;

use crate::diag::Diagnostic;
use crate::text::{pad, printable_line, width};

/// Diagnostics as `file:line:col: error[code]: message`, each with its help below. A fix does what the help says, so it
/// has a line of its own only where there is no help.
pub fn diagnostics<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let _ = writeln!(out, "{}", printable_line(&diagnostic.to_string()));
        if let Some(help) = &diagnostic.help {
            let _ = writeln!(out, "  help: {}", printable_line(help));
        } else if let Some(fix) = &diagnostic.fix {
            let _ = writeln!(out, "  fix: {}", printable_line(&fix.title));
        }
    }
    out
}

/// Rows in aligned columns, two spaces apart, no space at the end of a line. `numbers` names the columns that are
/// aligned to the right.
pub fn table(rows: &[Vec<String>], numbers: &[usize]) -> String {
    let rows: Vec<Vec<_>> = rows.iter().map(|row| row.iter().map(|cell| printable_line(cell)).collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max();
    let widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            if column > 0 {
                line.push_str("  ");
            }
            if numbers.contains(&column) {
                line.push_str(&" ".repeat(widths[column] - width(cell)));
                line.push_str(cell);
            } else {
                line.push_str(&pad(cell, widths[column]));
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Code, Fix, Place};

    #[test]
    fn a_diagnostic_says_what_where_why_and_what_to_do() {
        let diagnostic = Diagnostic::error(Code::YamlInvalid, "a colon")
            .at(Place::at("skills/x/SKILL.md", 3, 14))
            .fix(Fix { title: "quote it".to_owned(), edits: Vec::new() });
        let line = "skills/x/SKILL.md:3:14: error[yaml-invalid]: a colon\n";
        assert_eq!(diagnostics([&diagnostic]), format!("{line}  fix: quote it\n"));
        let diagnostic = diagnostic.help("quote the value: a: \"b: c\"");
        assert_eq!(diagnostics([&diagnostic]), format!("{line}  help: quote the value: a: \"b: c\"\n"));
    }

    #[test]
    fn untrusted_text_cannot_reach_the_terminal_raw_or_forge_a_line() {
        let shown = diagnostics([&Diagnostic::error(Code::NameInvalid, "\u{1b}[2J\nerror[forged]: \u{202e}")]);
        assert!(!shown.contains('\u{1b}') && !shown.contains('\u{202e}'), "{shown:?}");
        assert_eq!(shown.lines().count(), 1);
    }

    #[test]
    fn columns_align_by_cells() {
        let rows = [vec!["技能".to_owned(), "1".to_owned()], vec!["skill".to_owned(), "200".to_owned()]];
        assert_eq!(table(&rows, &[1]), "技能     1\nskill  200\n");
    }
}
