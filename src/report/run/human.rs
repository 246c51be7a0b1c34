//! For people: a line for each scenario, and below it what is wrong.

use std::fmt::Write as _;

use super::{counts, problems};
use crate::scenario::{Status, Verdict};
use crate::text::{pad, printable_line, thousands};

/// The report; a scenario that passed has one line.
pub fn human(verdicts: &[Verdict]) -> String {
    let mut out = String::new();
    for verdict in verdicts {
        let word = match verdict.status() {
            Status::Passed => "ok",
            Status::Drifted => "DRIFT",
            Status::Failed => "FAIL",
            Status::Broken => "BROKEN",
        };
        let title = verdict.title.as_ref().map(|title| format!("  {title}")).unwrap_or_default();
        let _ = writeln!(out, "{} {}", pad(word, 6), printable_line(&format!("{}{title}", verdict.file)));
        for problem in problems(verdict) {
            let _ = writeln!(out, "  {}: {}", printable_line(&problem.place.to_string()), problem.title);
            problem.lines.iter().for_each(|line| {
                let _ = writeln!(out, "    {line}");
            });
        }
    }
    let [passed, drifted, failed, broken] = counts(verdicts).map(thousands);
    let all = match verdicts.len() {
        1 => "1 scenario".to_owned(),
        all => format!("{} scenarios", thousands(all)),
    };
    let _ = writeln!(out, "{all}: {passed} passed, {drifted} drifted, {failed} failed, {broken} broken");
    out
}
