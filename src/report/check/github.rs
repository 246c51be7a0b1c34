//! For GitHub Actions: an annotation for each finding, on its line of the pull request.

use std::fmt::Write as _;

use crate::check::Finding;
use crate::diag::Severity;
use crate::report::github::{data, property};
use crate::text::printable_line;

/// The workflow commands.
pub fn github(findings: &[Finding]) -> String {
    let mut out = String::new();
    for Finding { diagnostic, excerpt } in findings {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let mut properties = Vec::new();
        if let Some(place) = &diagnostic.place {
            properties.push(format!("file={}", property(&printable_line(&place.file))));
            properties.extend(place.line.map(|line| format!("line={line}")));
            properties.extend(place.column.map(|column| format!("col={column}")));
        }
        if let Some(excerpt) = excerpt {
            properties.push(format!("endLine={}", excerpt.end_line));
            // GitHub takes columns only where both are on one line.
            properties.extend((excerpt.end_line == excerpt.line).then(|| format!("endColumn={}", excerpt.end_column)));
        }
        properties.push(format!("title={}", property(diagnostic.code.as_str())));
        let help = diagnostic.help.as_ref().map(|help| format!("\nhelp: {}", printable_line(help))).unwrap_or_default();
        let message = format!("{}{help}", printable_line(&diagnostic.message));
        let _ = writeln!(out, "::{command} {}::{}", properties.join(","), data(&message));
    }
    out
}
