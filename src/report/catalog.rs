//! `skillstage catalog`: what the model sees of a scene's skills, for people and for programs.

use std::sync::Arc;

use serde::Serialize;

use super::findings::{Finding, findings, not_allowed};
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
        diagnostics: findings(
            broken
                .into_iter()
                .chain(&snapshot.diagnostics)
                .chain(&plan.left_out)
                .chain(not_allowed(dialect, snapshot, plan).as_ref()),
        ),
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
