//! `skillstage catalog`: what the model sees of a scene's skills, for people and for programs.

use serde::Serialize;

use super::findings::{Finding, findings, not_allowed};
use super::names;
use crate::diag::Diagnostic;
use crate::dialect::dsh::{Offer, Reach};
use crate::dialect::{Dialect, ScenePlan};
use crate::prompt::Kind;
use crate::settings::Choice;
use crate::text::{printable, printable_line};
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
    /// For a session the SHA-256 (hex) of what the catalog shows; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'a str>,
    skills: Vec<Entry<'a>>,
    /// For a session the skills that another root keeps from it; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<Vec<LostEntry<'a>>>,
    refused: Vec<RefusedEntry<'a>>,
    diagnostics: Vec<Finding>,
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    name: &'a str,
    description: &'a str,
    /// For a session who provides it, and from which root; else absent.
    #[serde(flatten)]
    origin: Option<Provided<'a>>,
    /// Null where it does not lie in the workspace, as `fingerprint`.
    file: Option<&'a str>,
    fingerprint: Option<&'a str>,
    /// Null where its provider does not give the body.
    body_bytes: Option<u64>,
    /// Why its body is in the prompt from the start; null where it has to be loaded.
    resident: Option<&'static str>,
    warnings: Vec<Finding>,
}

#[derive(Debug, Serialize)]
struct Provided<'a> {
    provider: &'a str,
    root: &'a str,
}

#[derive(Debug, Serialize)]
struct LostEntry<'a> {
    name: &'a str,
    provider: &'a str,
    root: &'a str,
    /// The root that stands before it.
    to: &'a str,
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
    let reach = plan.reach.as_deref();
    let skills = match reach {
        Some(reach) => reachable(reach),
        None => plan.catalog.iter().map(|skill| entry(skill, plan)).collect(),
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
        digest: reach.map(|reach| reach.view.digest()),
        skills,
        lost: reach.map(lost_entries),
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

fn entry<'a>(skill: &'a Skill, plan: &ScenePlan) -> Entry<'a> {
    Entry {
        name: &skill.name,
        description: &skill.description,
        origin: None,
        file: Some(&skill.file),
        fingerprint: Some(&skill.fingerprint),
        body_bytes: Some(skill.body.bytes()),
        resident: plan.resident(&skill.name).map(|resident| names::why(Some(&resident.why))),
        warnings: findings(&skill.warnings),
    }
}

/// The skills that the model of a session is shown, whoever provides them.
fn reachable<'a>(reach: &'a Reach) -> Vec<Entry<'a>> {
    let listed = reach.resolved.offers().filter(|offer| offer.skill.is_model_invocable());
    let one = |offer: &'a Offer| {
        let skill = &offer.skill;
        let stored = skill.stored.as_deref();
        let given = skill.content.as_ref().ok().map(|content| content.len() as u64);
        Entry {
            name: skill.name.as_str(),
            description: &skill.description,
            origin: Some(Provided { provider: &skill.provider, root: reach.label(offer.root) }),
            file: stored.map(|skill| skill.file.as_str()),
            fingerprint: stored.map(|skill| &*skill.fingerprint),
            body_bytes: stored.map(|skill| skill.body.bytes()).or(given),
            resident: None,
            warnings: stored.map(|skill| findings(&skill.warnings)).unwrap_or_default(),
        }
    };
    listed.map(one).collect()
}

fn lost_entries(reach: &Reach) -> Vec<LostEntry<'_>> {
    let lost = reach.resolved.lost().iter();
    lost.map(|lost| LostEntry {
        name: lost.skill.name.as_str(),
        provider: &lost.skill.provider,
        root: reach.label(lost.root),
        to: reach.label(lost.to),
    })
    .collect()
}

/// One line for each skill that another root keeps from a session (D8); nothing for a turn that is none.
pub fn lost(plan: &ScenePlan) -> String {
    let line = |LostEntry { name, root, to, .. }: LostEntry<'_>| {
        printable_line(&format!("`{name}` of the root {root} loses to the one of the root {to}")).into_owned() + "\n"
    };
    plan.reach.iter().flat_map(|reach| lost_entries(reach)).map(line).collect()
}

/// The catalog exactly as the model sees it, safe to print; empty where the scene has no skills.
pub fn human(dialect: &dyn Dialect, plan: &ScenePlan) -> String {
    let segments = dialect.opening(plan);
    match segments.iter().find(|segment| segment.kind == Kind::Catalog) {
        Some(catalog) => printable(&catalog.text).into_owned() + "\n",
        None => String::new(),
    }
}
