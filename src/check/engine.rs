//! One run of `check`: reads a workspace once, lets every family judge it, and puts the findings in order.
//!
//! ```text
//! skill directories ──▶ SkillSource ─▶ format, references, safety ─┐   on all cores, texts go as soon as judged
//! skills_config.yml ──▶ Snapshot ────▶ config, catalog ────────────┼──▶ findings by file, line, column, code
//! scenes ─────────────▶ Turn ────────▶ budget ─────────────────────┘
//! ```

use std::collections::HashSet;
use std::sync::Arc;

use super::catalog::{Listed, OnSkill};
use super::finding::{Finding, Lined};
use super::skill::Entry;
use super::worst::{Costs, Worst, worst};
use super::{budget, catalog, config, skill};
use crate::diag::{Code, Diagnostic, Place};
use crate::dialect::dsh::DescriptionCap;
use crate::prompt::Kind;
use crate::scene::{Scene, SceneKind};
use crate::turn::{Setup, Turn};
use crate::workspace::{Library, Loaded, Snapshot, Source, Workspace};

/// What a run found.
#[derive(Debug, Default)]
pub struct Checked {
    /// The findings, by file, line, column and code.
    pub findings: Vec<Finding>,
    /// Skill directories looked at, refused ones among them.
    pub skills: usize,
    /// The worst case of each scene; none without a config, whose limits and bindings they follow from.
    pub worst: Vec<Worst>,
    /// Skills that were asked for by name and that the allowlist lacks: scenes are costed as if they stood there.
    pub as_if_allowed: Vec<String>,
}

impl Checked {
    /// What another run found besides.
    pub fn add(&mut self, other: Checked) {
        self.findings.extend(other.findings);
        self.skills += other.skills;
        self.worst.extend(other.worst);
        self.as_if_allowed.extend(other.as_if_allowed);
    }
}

/// What a run is to look at.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wants<'a> {
    /// Of the skills these alone, by their directories' names; all where there are none.
    pub only: &'a [String],
    /// Where the other host cuts descriptions (D1).
    pub cap: DescriptionCap,
    /// Whether to say what the open specification's validator would.
    pub spec: bool,
}

/// Checks a workspace. `setup` gives the turn whose scenes are costed, on the content that was read.
///
/// # Errors
/// Those of `setup`.
pub fn check(
    workspace: &Workspace,
    wants: Wants<'_>,
    setup: impl FnOnce(Arc<Library>) -> Result<Setup, Diagnostic>,
) -> Result<Checked, Diagnostic> {
    let (Loaded { mut snapshot, broken }, judged) =
        workspace.load_judged(wants.only, |source| skill::judge(source, wants.spec));
    let skills = judged.len();
    let (mut findings, mut entries) = (Vec::new(), Vec::new());
    for judged in judged {
        findings.extend(judged.findings);
        entries.extend(judged.listed);
    }
    findings.extend(catalog(&entries, &snapshot, wants.cap));
    let mut about_config: Vec<Diagnostic> = snapshot.diagnostics.iter().chain(&broken).cloned().collect();
    let mut checked = Checked { findings, skills, worst: Vec::new(), as_if_allowed: Vec::new() };
    if snapshot.config.source == Source::File {
        let is_new = |name: &&String| snapshot.skill(name).is_some() && !snapshot.is_allowed(name);
        checked.as_if_allowed = wants.only.iter().filter(is_new).cloned().collect();
        Arc::make_mut(&mut snapshot).config.allowlist.extend(checked.as_if_allowed.iter().cloned());
        let setup = setup(Arc::new(workspace.capture(snapshot)))?;
        let turns = turns(&setup);
        checked.worst = worst_cases(&setup, &turns);
        about_config.extend(config::config(&turns));
        about_config.extend(catalog_cost(&setup, &turns));
        about_config.extend(budget::budget(&checked.worst));
    }
    checked.findings.extend(in_config(workspace, about_config));
    checked.findings.sort_by(|a, b| key(a).cmp(&key(b)));
    checked.findings.dedup();
    Ok(checked)
}

/// By file, line, column, then code; what has no place comes first.
fn key(finding: &Finding) -> (Option<&Place>, Code, &str) {
    let diagnostic = &finding.diagnostic;
    (diagnostic.place.as_ref(), diagnostic.code, &diagnostic.message)
}

/// Names and descriptions side by side: of all valid skills, since a host of the other kind offers all (SPEC section 4).
/// Findings are about the judged ones, `entries`; what they are like may be another.
fn catalog(entries: &[Entry], snapshot: &Snapshot, cap: DescriptionCap) -> Vec<Finding> {
    let judged: HashSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let others = snapshot.skills.iter().filter(|skill| !judged.contains(skill.name.as_str()));
    let others = others.map(|skill| Listed { name: &skill.name, description: &skill.description });
    let mut listed: Vec<Listed<'_>> = others.collect();
    let before = listed.len();
    listed.extend(entries.iter().map(|Entry { name, description, .. }| Listed { name, description }));
    let found = [catalog::vague(&listed), catalog::near(&listed, cap)].concat();
    let on_judged = |OnSkill { skill, diagnostic }: OnSkill| {
        let entry = entries.get(skill.checked_sub(before)?)?;
        Some(entry.finding(diagnostic))
    };
    found.into_iter().filter_map(on_judged).collect()
}

/// What the catalog takes in each scene.
fn catalog_cost(setup: &Setup, turns: &[Turn]) -> Vec<Diagnostic> {
    let catalog = |turn: &Turn| {
        let segments = turn.at_rest().segments.iter().filter(|segment| segment.kind == Kind::Catalog);
        segments.map(|segment| segment.tokens).sum::<usize>()
    };
    let scenes = turns.iter().map(|turn| (turn.plan().scene.as_str(), catalog(turn)));
    let limit = setup.library.snapshot.config.limits.max_tokens;
    catalog::cost(scenes, limit, setup.estimator.name())
}

/// A turn at its start in every scene in which skills can apply.
fn turns(setup: &Setup) -> Vec<Turn> {
    let scenes = setup.library.snapshot.config.listed_scenes();
    let scenes = scenes.into_iter().filter(|scene: &Scene| scene.kind() != SceneKind::NoSkills);
    scenes.map(|scene| Turn::start(Setup { scene, ..setup.clone() })).collect()
}

fn worst_cases(setup: &Setup, turns: &[Turn]) -> Vec<Worst> {
    let costs = Costs::count(&*setup.dialect, &setup.library, &*setup.estimator);
    turns.iter().filter_map(|turn| worst(turn, &costs)).collect()
}

/// Findings about the config: those with a line get it shown, those without any place get the file.
fn in_config(workspace: &Workspace, diagnostics: Vec<Diagnostic>) -> Vec<Finding> {
    let Some((file, text)) = workspace.stored_config() else {
        return diagnostics.into_iter().map(|diagnostic| Finding { diagnostic, excerpt: None }).collect();
    };
    let lined = Lined::new(&text);
    let placed = diagnostics.into_iter().map(|diagnostic| match &diagnostic.place {
        Some(place) if place.file == file => lined.at_place(diagnostic),
        Some(_) => Finding { diagnostic, excerpt: None },
        None => Finding { diagnostic: diagnostic.at(Place::file(&file)), excerpt: None },
    });
    placed.collect()
}
