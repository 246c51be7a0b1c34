//! `skillstage catalog`: what the model sees of a scene's skills, for people and for programs.

use std::sync::Arc;

use serde::Serialize;

use super::human::diagnostics;
use super::names;
use crate::diag::Diagnostic;
use crate::dialect::{Dialect, ScenePlan};
use crate::prompt::Kind;
use crate::settings::Choice;
use crate::text::printable;
use crate::workspace::{Refused, Skill, Snapshot};

/// A scene's catalog as data.
#[derive(Debug, Serialize)]
pub struct CatalogReport<'a> {
    version: u32,
    scene: &'a str,
    dialect: &'static str,
    binding: &'static str,
    snapshot: &'a str,
    /// Why there are no skills; null where there are.
    off: Option<&'static str>,
    skills: Vec<Entry<'a>>,
    refused: Vec<RefusedEntry<'a>>,
    diagnostics: Vec<Finding>,
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    name: &'a str,
    description: &'a str,
    file: &'a str,
    fingerprint: &'a str,
    body_bytes: u64,
    /// Why its body is in the prompt from the start; null where it has to be loaded.
    resident: Option<&'static str>,
    warnings: Vec<Finding>,
}

#[derive(Debug, Serialize)]
struct RefusedEntry<'a> {
    directory: &'a str,
    diagnostics: Vec<Finding>,
}

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

fn findings<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<Finding> {
    diagnostics.into_iter().map(Finding::from).collect()
}

/// The catalog of `plan` as data.
pub fn report<'a>(
    dialect: &dyn Dialect,
    plan: &'a ScenePlan,
    snapshot: &'a Snapshot,
    broken: Option<&Diagnostic>,
) -> CatalogReport<'a> {
    let entry = |skill: &'a Arc<Skill>| Entry {
        name: &skill.name,
        description: &skill.description,
        file: &skill.file,
        fingerprint: &skill.fingerprint,
        body_bytes: skill.body.bytes(),
        resident: plan.resident(&skill.name).map(|resident| names::why(Some(&resident.why))),
        warnings: findings(&skill.warnings),
    };
    let refused =
        |refused: &'a Refused| RefusedEntry { directory: &refused.dir, diagnostics: findings(&refused.diagnostics) };
    CatalogReport {
        version: 1,
        scene: plan.scene.as_str(),
        dialect: dialect.id().word(),
        binding: plan.binding.word(),
        snapshot: &snapshot.id,
        off: plan.off.map(names::off),
        skills: plan.catalog.iter().map(entry).collect(),
        refused: snapshot.refused.iter().map(refused).collect(),
        diagnostics: findings(broken.into_iter().chain(&snapshot.diagnostics).chain(&plan.left_out)),
    }
}

/// The catalog exactly as the model sees it, safe to print; empty where the scene has no skills.
pub fn human(dialect: &dyn Dialect, plan: &ScenePlan) -> String {
    let segments = dialect.opening(plan);
    match segments.iter().find(|segment| segment.kind == Kind::Catalog) {
        Some(catalog) => printable(&catalog.text).into_owned() + "\n",
        None => String::new(),
    }
}

/// Everything found wrong with config and skills, for people.
pub fn human_findings(snapshot: &Snapshot, plan: &ScenePlan, broken: Option<&Diagnostic>) -> String {
    let config = broken.into_iter().chain(&snapshot.diagnostics).chain(&plan.left_out);
    let refused = snapshot.refused.iter().flat_map(|refused| &refused.diagnostics);
    let warnings = plan.catalog.iter().flat_map(|skill| &skill.warnings);
    let all: Vec<Diagnostic> = config.chain(refused).chain(warnings).cloned().collect();
    diagnostics(&all)
}
