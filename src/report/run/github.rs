//! For GitHub Actions: an annotation for each thing that is wrong.

use std::fmt::Write as _;

use super::problems;
use crate::report::github::{data, property};
use crate::scenario::Verdict;
use crate::text::printable_line;

/// The workflow commands; nothing for what passed.
pub fn github(verdicts: &[Verdict]) -> String {
    let mut out = String::new();
    for verdict in verdicts {
        for problem in problems(verdict) {
            let place = &problem.place;
            let line = place.line.map(|line| format!(",line={line}")).unwrap_or_default();
            let column = place.column.map(|column| format!(",col={column}")).unwrap_or_default();
            let (file, title) = (property(&printable_line(&place.file)), property(&problem.title));
            let message = std::iter::once(&problem.title).chain(&problem.lines).cloned().collect::<Vec<_>>().join("\n");
            let _ = writeln!(out, "::error file={file}{line}{column},title={title}::{}", data(&message));
        }
    }
    out
}
