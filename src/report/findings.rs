//! What is wrong with config and skills, as text and as data.

use serde::Serialize;

use super::human::diagnostics;
use crate::diag::Diagnostic;
use crate::dialect::ScenePlan;
use crate::workspace::Loaded;

/// A diagnostic as data.
#[derive(Debug, Serialize)]
pub struct Finding {
    code: &'static str,
    severity: &'static str,
    message: String,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    help: Option<String>,
}

impl From<&Diagnostic> for Finding {
    fn from(diagnostic: &Diagnostic) -> Finding {
        let place = diagnostic.place.as_ref();
        Finding {
            code: diagnostic.code.as_str(),
            severity: diagnostic.severity.as_str(),
            message: diagnostic.message.clone(),
            file: place.map(|place| place.file.clone()),
            line: place.and_then(|place| place.line),
            column: place.and_then(|place| place.column),
            help: diagnostic.help.clone(),
        }
    }
}

/// Diagnostics as data.
pub fn findings<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<Finding> {
    diagnostics.into_iter().map(Finding::from).collect()
}

/// Everything that was found, for people: config and skills, then what scenes leave out.
pub fn all<'a>(loaded: &'a Loaded, plans: impl IntoIterator<Item = &'a ScenePlan>) -> String {
    let left_out = plans.into_iter().flat_map(|plan| &plan.left_out);
    diagnostics(loaded.broken.iter().chain(loaded.snapshot.findings()).chain(left_out))
}

/// What concerns one turn: the config and what its scene leaves out. Refused skills are only counted; a name that the
/// config asks for and that was refused is among the config's findings.
pub fn of_turn(loaded: &Loaded, plan: &ScenePlan) -> String {
    let snapshot = &loaded.snapshot;
    let mut text = diagnostics(loaded.broken.iter().chain(&snapshot.diagnostics).chain(&plan.left_out));
    match snapshot.refused.len() {
        0 => {}
        1 => text.push_str("1 skill was refused; `skillstage catalog` says why\n"),
        count => text.push_str(&format!("{count} skills were refused; `skillstage catalog` says why\n")),
    }
    text
}
