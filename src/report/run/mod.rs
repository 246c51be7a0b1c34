//! `skillstage run`: what came of scenarios, in one file per format. The same verdicts give the same bytes everywhere (S4).

mod github;
mod human;
mod json;
mod junit;

pub use github::github;
pub use human::human;
pub use json::{json, schema};
pub use junit::junit;

use similar::{ChangeTag, TextDiff};

use crate::diag::Place;
use crate::scenario::{Drift, Failed, Status, Verdict};
use crate::text::printable_line;

/// One thing that is wrong, ready to be said.
struct Problem {
    /// Where.
    place: Place,
    /// What, on one line.
    title: String,
    /// The details, a line each.
    lines: Vec<String>,
}

/// Everything that is wrong with a scenario, in order. All texts are safe to print.
fn problems(verdict: &Verdict) -> Vec<Problem> {
    let broken = verdict.broken.iter().chain(&verdict.fault).map(|fault| Problem {
        place: fault.place.clone().unwrap_or_else(|| Place::file(&verdict.file)),
        title: printable_line(&format!("{}: {}", fault.code, fault.message)).into_owned(),
        lines: fault.help.iter().map(|help| printable_line(&format!("help: {help}")).into_owned()).collect(),
    });
    let failed = verdict.failed.iter().map(failed);
    broken.chain(failed).chain(verdict.drift.iter().map(|drift| drifted(verdict, drift))).collect()
}

fn failed(failed: &Failed) -> Problem {
    let Failed { step, say, unmet } = failed;
    let say = say.as_ref().map(|say| format!(" ({say})")).unwrap_or_default();
    let title = format!("{}{say}: `{}` does not hold", step_name(*step), unmet.check.wanted.key());
    let lines = diff(&unmet.expected, &unmet.actual);
    Problem { place: unmet.check.place.clone(), title: printable_line(&title).into_owned(), lines }
}

fn drifted(verdict: &Verdict, drift: &Drift) -> Problem {
    let Drift { kind, what, step, segment, lines } = drift;
    let title = format!("{}: {what}, first seen in {segment} at {}", kind.as_str(), step_name(*step));
    Problem {
        place: Place::file(&verdict.file),
        title: printable_line(&title).into_owned(),
        lines: lines.iter().map(|line| printable_line(line).into_owned()).collect(),
    }
}

fn step_name(step: usize) -> String {
    if step == 0 { "the opening".to_owned() } else { format!("step {step}") }
}

/// Expected (`-`) and actual (`+`) lines side by side; what both have stands once.
fn diff(expected: &[String], actual: &[String]) -> Vec<String> {
    let slices = |lines: &[String]| lines.iter().map(|line| line.replace('\n', "\\n")).collect::<Vec<_>>();
    let (expected, actual) = (slices(expected), slices(actual));
    let (old, new): (Vec<&str>, Vec<&str>) =
        (expected.iter().map(String::as_str).collect(), actual.iter().map(String::as_str).collect());
    let diff = TextDiff::from_slices(&old, &new);
    let mut lines = vec!["- expected  + actual".to_owned()];
    lines.extend(diff.iter_all_changes().map(|change| {
        let sign = match change.tag() {
            ChangeTag::Equal => ' ',
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
        };
        printable_line(&format!("{sign} {}", change.value())).into_owned()
    }));
    lines
}

/// How many ended each way: passed, drifted, failed, broken.
fn counts(verdicts: &[Verdict]) -> [usize; 4] {
    [Status::Passed, Status::Drifted, Status::Failed, Status::Broken]
        .map(|status| verdicts.iter().filter(|verdict| verdict.status() == status).count())
}
