//! `skillstage scenes`: one row a scene, for people and for programs.

use serde::Serialize;

use super::human::table;
use super::names;
use crate::check::{Costs, worst};
use crate::scene::SceneKind;
use crate::text::thousands;
use crate::tokens::Fit;
use crate::turn::Turn;
use crate::workspace::Snapshot;

/// The scenes as data.
#[derive(Debug, Serialize)]
pub struct ScenesReport<'a> {
    version: u32,
    snapshot: &'a str,
    scenes: &'a [SceneRow<'a>],
}

/// One scene.
#[derive(Debug, Serialize)]
pub struct SceneRow<'a> {
    scene: &'a str,
    /// `chat`, `text_wrapper`, `no_skills` or `custom`.
    kind: SceneKind,
    /// The scene whose bindings it takes over; null for most.
    inherits: Option<String>,
    /// Why there are no skills; null where there are.
    off: Option<&'static str>,
    /// The same for people.
    #[serde(skip)]
    off_sentence: Option<&'static str>,
    /// The number of skills in the catalog.
    offered: usize,
    residents: Vec<ResidentRow<'a>>,
    /// Whether private context and history stay out.
    withholds_private: bool,
    estimator: &'a str,
    /// The estimate of its first prompt, with the message of `scenarios/base.yml`.
    tokens: usize,
    /// The most that a turn in it can come to, and by what; null where there are no skills or no limits.
    worst: Option<WorstRow>,
    /// `max_tokens` in force; null where the host has no limit.
    limit: Option<usize>,
}

#[derive(Debug, Serialize)]
struct ResidentRow<'a> {
    name: &'a str,
    why: &'static str,
}

/// The worst case of a scene, see `check::worst`.
#[derive(Debug, Serialize)]
struct WorstRow {
    tokens: usize,
    /// How many that is over the limit; 0 when it fits.
    over: usize,
    /// Where the true number may still lie, above `tokens` where the estimator is not exact.
    high: usize,
    /// `fits`, `may_not_fit` where only `high` is over the limit, or `over`.
    fit: &'static str,
    /// The requests of the response that reaches it, in order, as canonical JSON.
    requests: Vec<String>,
}

/// The row of a turn that has just started, under the costs of its library.
pub fn row<'a>(turn: &'a Turn, costs: &Costs) -> SceneRow<'a> {
    let (setup, plan) = (turn.setup(), turn.plan());
    let resident = |name, why| ResidentRow { name, why: names::why(Some(why)) };
    SceneRow {
        scene: setup.scene.as_str(),
        kind: setup.scene.kind(),
        inherits: setup.scene.inherits().map(|scene| scene.to_string()),
        off: plan.off.map(names::off),
        off_sentence: plan.off.map(|off| names::off_sentence(off, &setup.library.snapshot.config).0),
        offered: plan.reach.as_ref().map_or(plan.catalog.len(), |reach| reach.view.entries().len()),
        residents: plan.residents.iter().map(|r| resident(r.skill.name.as_str(), &r.why)).collect(),
        withholds_private: setup.scene.withholds_private(),
        estimator: setup.estimator.name(),
        tokens: turn.at_rest().tokens(),
        worst: worst(turn, costs).map(|worst| WorstRow {
            tokens: worst.total,
            over: worst.over(),
            high: worst.band.high,
            fit: worst.fit().as_str(),
            requests: worst.asks.iter().map(|action| setup.dialect.request(action)).collect(),
        }),
        limit: names::limit(plan.limits.max_tokens),
    }
}

/// The rows with what they belong to.
pub fn report<'a>(snapshot: &'a Snapshot, rows: &'a [SceneRow<'a>]) -> ScenesReport<'a> {
    ScenesReport { version: 1, snapshot: &snapshot.id, scenes: rows }
}

/// The rows as a table.
pub fn human(rows: &[SceneRow<'_>]) -> String {
    let head = ["scene", "at rest", "worst", "offered", "resident", ""].map(str::to_owned).to_vec();
    let lines = rows.iter().map(|row| {
        let residents: Vec<String> = row.residents.iter().map(|r| format!("{} ({})", r.name, r.why)).collect();
        let offered = if row.off.is_some() { "-".to_owned() } else { row.offered.to_string() };
        let worst = row.worst.as_ref().map_or("-".to_owned(), |worst| thousands(worst.tokens));
        vec![row.scene.to_owned(), thousands(row.tokens), worst, offered, residents.join(", "), remarks(row)]
    });
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(lines).collect();
    table(&lines, &[1, 2, 3])
}

fn remarks(row: &SceneRow<'_>) -> String {
    let mut remarks = Vec::new();
    match row.off_sentence {
        Some(_) if row.kind == SceneKind::NoSkills => remarks.push("skills do not apply".to_owned()),
        Some(sentence) => remarks.push(sentence.to_owned()),
        None => {}
    }
    if let Some(from) = &row.inherits {
        remarks.push(format!("inherits {from}"));
    }
    if row.withholds_private {
        remarks.push("private rows withheld".to_owned());
    }
    if let Some(limit) = row.limit.filter(|limit| row.tokens > *limit && row.off.is_none()) {
        remarks.push(format!("OVER the limit of {}", thousands(limit)));
    } else if let Some(worst) = row.worst.as_ref().filter(|worst| worst.over > 0) {
        remarks.push(format!("can come over the limit by {}", thousands(worst.over)));
    }
    if let Some(worst) = row.worst.as_ref().filter(|worst| worst.fit == Fit::MayNotFit.as_str()) {
        remarks.push(format!("may not fit: up to {}", thousands(worst.high)));
    }
    remarks.join("; ")
}
