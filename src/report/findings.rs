//! What is wrong with config and skills, as text and as data.

use serde::Serialize;

use super::human::diagnostics;
use super::names::off_sentence;
use crate::diag::{Code, Diagnostic};
use crate::dialect::{Dialect, Off, ScenePlan};
use crate::settings::DialectId;
use crate::text::{printable_line, thousands};
use crate::workspace::{Loaded, Snapshot};

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

/// Why a scene has no skills and what to do about it. With a broken config its finding is the reason.
pub fn off(loaded: &Loaded, plan: &ScenePlan) -> String {
    let Some(off) = plan.off.filter(|_| loaded.broken.is_none()) else { return String::new() };
    let (sentence, help) = off_sentence(off, &loaded.snapshot.config);
    help.map_or(format!("{sentence}\n"), |help| format!("{sentence}\n  help: {help}\n"))
}

/// What concerns one turn: the config and what its scene leaves out. Refused skills are only counted, and `catalog` is the
/// command that names them; a name that the config asks for and that was refused is among the config's findings.
pub fn of_turn(loaded: &Loaded, plan: &ScenePlan, catalog: &str) -> String {
    let snapshot = &loaded.snapshot;
    let mut text = diagnostics(loaded.broken.iter().chain(&snapshot.diagnostics).chain(&plan.left_out));
    if plan.off != Some(Off::SceneWithoutSkills) {
        text.push_str(&off(loaded, plan));
    }
    let refused = match snapshot.refused.len() {
        0 => return text,
        1 => "1 skill was".to_owned(),
        count => format!("{} skills were", thousands(count)),
    };
    text.push_str(&printable_line(&format!("{refused} refused; this says why: {catalog}")));
    text + "\n"
}

/// Which valid skills the allowlist keeps from the model, as one note that names the first of them; none where the
/// allowlist is not what decides.
pub fn not_allowed(dialect: &dyn Dialect, snapshot: &Snapshot, plan: &ScenePlan) -> Option<Diagnostic> {
    const NAMED: usize = 10;
    if dialect.id() == DialectId::Dsh || !matches!(plan.off, None | Some(Off::EmptyAllowlist)) {
        return None;
    }
    let missing: Vec<&str> =
        snapshot.skills.iter().map(|skill| skill.name.as_str()).filter(|name| !snapshot.is_allowed(name)).collect();
    let (first, rest) = missing.split_at(missing.len().min(NAMED));
    let more = if rest.is_empty() { String::new() } else { format!(" and {} more", thousands(rest.len())) };
    let count = match missing.len() {
        0 => return None,
        1 => "1 valid skill is".to_owned(),
        count => format!("{} valid skills are", thousands(count)),
    };
    let message = format!("{count} not on the allowlist: {}{more}", first.join(", "));
    Some(Diagnostic::info(Code::SkillNotAllowed, message))
}
