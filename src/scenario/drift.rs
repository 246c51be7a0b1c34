//! What a recorded scenario shows differently now, and why (S4).
//!
//! Three runs are compared: what was recorded, the bundle played now, and today's skills played now. Where the bundle
//! gives another text than was recorded, the renderer changed; where only counts differ, the estimator. Where today's skills
//! give another text than the bundle, a skill, its references or the config changed, and the bundle tells which.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use similar::{ChangeTag, TextDiff};

use super::recorded::{Recorded, Run};
use super::{Ground, Scenario};
use crate::diag::Diagnostic;
use crate::dialect::dsh::Places;
use crate::prompt::{Kind, Segment};
use crate::turn::{SkillChangeKind, skill_changes};
use crate::workspace::yaml::Emitter;
use crate::workspace::{Config, Library, Reference, Skill};

/// Most lines of one piece.
const MAX_LINES: usize = 40;

/// The kinds of S4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DriftKind {
    /// A skill's description, body or reference is another.
    SkillEdited,
    /// A skill is there that was not.
    SkillAdded,
    /// A skill is gone.
    SkillRemoved,
    /// The config says something else.
    ConfigChanged,
    /// The catalog lists the same in another order.
    CatalogOrder,
    /// The same skills make another text.
    RendererChanged,
    /// The same texts are counted otherwise.
    EstimatorChanged,
    /// The host's own prompts, context, history or message are others.
    HostChanged,
    /// Something of the skills is different, and no bundle tells what.
    Unexplained,
}

/// One cause of a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// Which kind.
    pub kind: DriftKind,
    /// The skill, or what else is different.
    pub what: String,
    /// The step of the first request that shows it.
    pub step: usize,
    /// The first segment that shows it.
    pub segment: String,
    /// The smallest piece that explains it: changed lines, each with `-` (as recorded) or `+` (now) before it.
    pub lines: Vec<String>,
}

impl DriftKind {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            DriftKind::SkillEdited => "skill-edited",
            DriftKind::SkillAdded => "skill-added",
            DriftKind::SkillRemoved => "skill-removed",
            DriftKind::ConfigChanged => "config-changed",
            DriftKind::CatalogOrder => "catalog-order",
            DriftKind::RendererChanged => "renderer-changed",
            DriftKind::EstimatorChanged => "estimator-changed",
            DriftKind::HostChanged => "host-changed",
            DriftKind::Unexplained => "unexplained",
        }
    }
}

/// A segment that is not as it was: where, how it was, how it is.
struct Difference<'a> {
    step: usize,
    segment: &'a Segment,
    before: Option<&'a str>,
    now: Option<&'a str>,
}

/// What is different in `run`, which played `scenario`, from what was recorded. `ground` is today's; none where the run was
/// on the bundle, so that only renderer and estimator can differ.
///
/// # Errors
/// What keeps the bundle from being played.
pub fn drift(scenario: &Arc<Scenario>, run: &Run, ground: Option<&Ground>) -> Result<Vec<Drift>, Diagnostic> {
    let Some(recorded) = &scenario.recorded else { return Ok(Vec::new()) };
    let now = Recorded::of(run);
    if now.requests == recorded.requests {
        return Ok(Vec::new());
    }
    let (Some(ground), Some(_)) = (ground, &scenario.bundle) else {
        let same_skills = scenario.bundle.is_some();
        return Ok(against_recorded(recorded, &now, same_skills));
    };
    let bundled = Run::of(scenario, scenario.ground(ground))?;
    let shown = Recorded::of(&bundled);
    let mut found = against_recorded(recorded, &shown, true);
    found.extend(causes(&bundled, run));
    if let Some(difference) = first_difference(&bundled, run).filter(|_| found.is_empty()) {
        found.push(difference.as_drift(DriftKind::Unexplained, "another step of the turn"));
    }
    found.sort_by_key(|drift| (drift.step, drift.kind));
    Ok(found)
}

/// What differs between what was recorded and the same scenario now, by segment alone. With the same skills it can only
/// be the host, the renderer or the estimator.
fn against_recorded(recorded: &Recorded, now: &Recorded, same_skills: bool) -> Vec<Drift> {
    let mut found: Vec<Drift> = Vec::new();
    for (was, is) in recorded.requests.iter().zip(&now.requests) {
        let longest = was.segments.len().max(is.segments.len());
        for index in 0..longest {
            let (old, new) = (was.segments.get(index), is.segments.get(index));
            if old == new {
                continue;
            }
            let Some(segment) = old.or(new) else { continue };
            let same_text = old.zip(new).is_some_and(|(old, new)| old.sha256 == new.sha256 && old.id == new.id);
            let kind = match () {
                () if same_text => DriftKind::EstimatorChanged,
                () if segment.is_of_host() => DriftKind::HostChanged,
                () if same_skills => DriftKind::RendererChanged,
                () => DriftKind::Unexplained,
            };
            if found.iter().any(|drift| drift.kind == kind) {
                continue;
            }
            let lines = match (same_text, old, new) {
                (true, Some(old), Some(new)) => {
                    vec![format!("- {} tokens", old.tokens), format!("+ {} tokens", new.tokens)]
                }
                _ => Vec::new(),
            };
            let what = if kind == DriftKind::EstimatorChanged { now.estimator.clone() } else { segment.id.clone() };
            found.push(Drift { kind, what, step: was.step, segment: segment.id.clone(), lines });
        }
    }
    if found.is_empty() && recorded.requests.len() != now.requests.len() {
        let common = recorded.requests.len().min(now.requests.len());
        let step = recorded.requests.get(common).or(now.requests.get(common)).map_or(0, |request| request.step);
        let lines =
            vec![format!("- {} requests", recorded.requests.len()), format!("+ {} requests", now.requests.len())];
        let (what, segment) = ("the number of requests".to_owned(), "request".to_owned());
        found.push(Drift { kind: DriftKind::Unexplained, what, step, segment, lines });
    }
    found
}

/// Why today's run is not as the bundled one: each skill that changed, the config, the catalog's order.
fn causes(bundled: &Run, today: &Run) -> Vec<Drift> {
    let (old, new) = (&bundled.play.ground().library, &today.play.ground().library);
    let mut found = Vec::new();
    for change in skill_changes(&old.snapshot, &new.snapshot) {
        let name = change.name.as_str();
        let (before, now) = (old.snapshot.skill(name), new.snapshot.skill(name));
        let (kind, lines) = match change.kind {
            SkillChangeKind::Added => (DriftKind::SkillAdded, now.map(|skill| listed('+', skill))),
            SkillChangeKind::Removed => (DriftKind::SkillRemoved, before.map(|skill| listed('-', skill))),
            _ => (DriftKind::SkillEdited, before.zip(now).map(|(before, now)| changed_skill(before, now))),
        };
        let lines = lines.unwrap_or_default();
        // A body that nobody was given is not in the bundle and was not seen.
        let difference = differences(bundled, today).find(|difference| difference.tells_of(name, change.kind));
        if let (false, Some(difference)) = (lines.is_empty(), difference) {
            found.push(Drift { lines, ..difference.as_drift(kind, name) });
        }
    }
    found.extend(changed_references(old, new, bundled, today));
    found.extend(changed_declared(bundled, today));
    let (before, now) = (&old.snapshot.config, &new.snapshot.config);
    if before.meaning() != now.meaning()
        && let Some(difference) = first_difference(bundled, today)
    {
        let lines = changed_lines(&config_text(before), &config_text(now));
        found.push(Drift { lines, ..difference.as_drift(DriftKind::ConfigChanged, "skills_config.yml") });
    }
    found.extend(reordered(bundled, today));
    found
}

/// Skills of declared roots that are not as they were (D8).
fn changed_declared(bundled: &Run, today: &Run) -> Vec<Drift> {
    let (old, new) = (declared(bundled.play.places()), declared(today.play.places()));
    let names: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    let drift = |name: &str| {
        let (kind, change) = match (old.get(name), new.get(name)) {
            (before, now) if before == now => return None,
            (None, _) => (DriftKind::SkillAdded, SkillChangeKind::Added),
            (_, None) => (DriftKind::SkillRemoved, SkillChangeKind::Removed),
            _ => (DriftKind::SkillEdited, SkillChangeKind::Described),
        };
        let text = |all: &BTreeMap<&str, String>| all.get(name).cloned().unwrap_or_default();
        let difference = differences(bundled, today).find(|difference| difference.tells_of(name, change))?;
        Some(Drift { lines: changed_lines(&text(&old), &text(&new)), ..difference.as_drift(kind, name) })
    };
    names.into_iter().filter_map(drift).collect()
}

/// The texts of each declared name, in all roots.
fn declared(places: &Places) -> BTreeMap<&str, String> {
    let mut all = BTreeMap::<&str, String>::new();
    for skill in places.roots.iter().flat_map(|root| &root.skills) {
        let body = skill.content.as_deref().unwrap_or_default();
        let text = format!("description: {}\n{body}\n", skill.description);
        all.entry(skill.name.as_str()).or_default().push_str(&text);
    }
    all
}

/// References that are in the bundle and are not as they were.
fn changed_references(old: &Library, new: &Library, bundled: &Run, today: &Run) -> Vec<Drift> {
    let mut found = Vec::new();
    for (skill, references) in &old.references {
        let now = new.references.get(skill).map_or(&[][..], Vec::as_slice);
        for before in references {
            let now = now.iter().find(|reference| reference.path == before.path);
            if now.is_some_and(|now| now.content == before.content) {
                continue;
            }
            let text = |reference: &Reference| match &reference.content {
                Ok(content) => content.text.to_string(),
                Err(fault) => fault.message.clone(),
            };
            let what = format!("{skill}/{}", before.path);
            let tells = |difference: &Difference<'_>| difference.segment.source.ends_with(&what);
            let difference = differences(bundled, today).find(tells).or_else(|| first_difference(bundled, today));
            if let Some(difference) = difference {
                let lines = changed_lines(&text(before), &now.map(text).unwrap_or_default());
                found.push(Drift { lines, ..difference.as_drift(DriftKind::SkillEdited, &what) });
            }
        }
    }
    found
}

/// A catalog whose lines are the same in another order.
fn reordered(bundled: &Run, today: &Run) -> Option<Drift> {
    let difference = differences(bundled, today).find(|difference| difference.segment.kind == Kind::Catalog)?;
    let (before, now) = (difference.before?, difference.now?);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let same = sorted(before) == sorted(now);
    same.then(|| Drift {
        lines: changed_lines(before, now),
        ..difference.as_drift(DriftKind::CatalogOrder, "the catalog")
    })
}

impl Difference<'_> {
    /// Whether it can come of such a change of a skill: its own text is another, or a catalog that lists it.
    fn tells_of(&self, skill: &str, change: SkillChangeKind) -> bool {
        let lists = |text: Option<&str>| text.is_some_and(|text| text.contains(skill));
        match (self.segment.kind, change) {
            (Kind::Catalog, SkillChangeKind::Added) => lists(self.now) && !lists(self.before),
            (Kind::Catalog, SkillChangeKind::Removed) => lists(self.before) && !lists(self.now),
            (Kind::Catalog, SkillChangeKind::Described) => lists(self.before) || lists(self.now),
            _ => self.segment.source.contains(&format!("/{skill}/")) || self.segment.label == skill,
        }
    }

    fn as_drift(&self, kind: DriftKind, what: &str) -> Drift {
        let lines = changed_lines(self.before.unwrap_or_default(), self.now.unwrap_or_default());
        Drift { kind, what: what.to_owned(), step: self.step, segment: self.segment.id.clone(), lines }
    }
}

/// Every segment that is not as it was, in order. One that only moved counts where it stands in one run alone.
fn differences<'a>(before: &'a Run, now: &'a Run) -> impl Iterator<Item = Difference<'a>> {
    before.requests().zip(now.requests()).flat_map(|((step, before), (_, now))| {
        let longest = before.segments.len().max(now.segments.len());
        (0..longest).filter_map(move |index| {
            let (old, new) = (before.segments.get(index), now.segments.get(index));
            let is_same = old.zip(new).is_some_and(|(old, new)| old.id == new.id && old.text == new.text);
            let segment = new.or(old).filter(|_| !is_same)?;
            let text = |segment: &'a Arc<Segment>| &*segment.text;
            Some(Difference { step, segment, before: old.map(text), now: new.map(text) })
        })
    })
}

fn first_difference<'a>(before: &'a Run, now: &'a Run) -> Option<Difference<'a>> {
    differences(before, now).next()
}

/// The line of a skill that is there in one run alone.
fn listed(sign: char, skill: &Skill) -> Vec<String> {
    vec![format!("{sign} {}: {}", skill.name, skill.description)]
}

/// The changed lines of a skill: of its description, of its other front matter, and of its body where it was bundled.
fn changed_skill(before: &Skill, now: &Skill) -> Vec<String> {
    let head = |skill: &Skill| {
        let extra: String = skill.extra.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
        format!("description: {}\n{extra}", skill.description)
    };
    let mut lines = changed_lines(&head(before), &head(now));
    if let (Some(before), Some(now)) = (before.body.text(), now.body.text()) {
        lines.extend(changed_lines(&before.text, &now.text));
    }
    lines.truncate(MAX_LINES);
    lines
}

fn config_text(config: &Config) -> String {
    let mut out = Emitter::default();
    config.emit(&mut out, 0);
    out.finish()
}

/// The lines that are not in both, each with its sign; at most so many.
fn changed_lines(before: &str, now: &str) -> Vec<String> {
    let diff = TextDiff::from_lines(before, now);
    let changed = diff.iter_all_changes().filter_map(|change| {
        let sign = match change.tag() {
            ChangeTag::Equal => return None,
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
        };
        Some(format!("{sign} {}", change.value().trim_end_matches(['\n', '\r'])))
    });
    changed.take(MAX_LINES).collect()
}

#[cfg(test)]
mod tests;
