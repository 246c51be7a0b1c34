//! For programs: every cell, and the numbers of each scene.

use serde::Serialize;

use super::{Report, word};
use crate::bindings::{Cell, Column, SceneCost, Standing};
use crate::dialect::Why;
use crate::report::{json, names};
use crate::settings::Choice as _;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    snapshot: &'a str,
    /// What a binding means: `resident` or `offered`.
    binding: &'static str,
    estimator: &'a str,
    max_skills: usize,
    scenes: Vec<SceneData<'a>>,
    skills: Vec<SkillData<'a>>,
}

#[derive(Serialize)]
struct SceneData<'a> {
    scene: &'a str,
    off: Option<&'static str>,
    residents: &'a [String],
    /// Tokens of the first prompt.
    at_rest: usize,
    /// Of the limit, in percent.
    share: Option<usize>,
    /// The most that a turn can come to; null without skills.
    worst: Option<usize>,
    limit: Option<usize>,
    /// By how many tokens the first prompt, and by how many the worst case passes the limit.
    over: usize,
    worst_over: usize,
    /// `fits`, `may_not_fit` where only the high end of the worst case's band is over the limit, or `over`.
    fit: &'static str,
    /// The high end of that band; null without skills.
    worst_high: Option<usize>,
}

#[derive(Serialize)]
struct SkillData<'a> {
    skill: &'a str,
    cells: Vec<CellData<'a>>,
}

#[derive(Serialize)]
struct CellData<'a> {
    scene: &'a str,
    /// What the config asks for: `always`, `bound`, `inherited`, or null.
    asked: Option<&'static str>,
    inherited_from: Option<&'a str>,
    /// What comes of it.
    standing: &'static str,
    /// Whether the config asks for it in vain.
    left_out: bool,
    /// Of `body_too_large`: bytes.
    body_bytes: Option<u64>,
}

/// The report as JSON.
pub fn json(report: &Report) -> String {
    let columns = &report.matrix.columns;
    json::json(&Document {
        version: 1,
        snapshot: report.snapshot,
        binding: report.matrix.binding.word(),
        estimator: report.estimator,
        max_skills: report.matrix.limits.max_skills,
        scenes: report.costs.iter().map(scene).collect(),
        skills: report
            .matrix
            .rows
            .iter()
            .map(|row| SkillData {
                skill: &row.skill,
                cells: columns.iter().zip(&row.cells).map(|(column, cell)| data(column, cell)).collect(),
            })
            .collect(),
    })
}

fn scene(cost: &SceneCost) -> SceneData<'_> {
    SceneData {
        scene: cost.scene.as_str(),
        off: cost.off.map(names::off),
        residents: &cost.residents,
        at_rest: cost.at_rest,
        share: cost.share(),
        worst: cost.worst.map(|worst| worst.likely),
        limit: names::limit(cost.limit),
        over: cost.over(),
        worst_over: cost.worst_over(),
        fit: cost.fit().as_str(),
        worst_high: cost.worst.map(|worst| worst.high),
    }
}

fn data<'a>(column: &'a Column, cell: &'a Cell) -> CellData<'a> {
    CellData {
        scene: column.scene.as_str(),
        asked: cell.asked.as_ref().map(|why| names::why(Some(why))),
        inherited_from: match &cell.asked {
            Some(Why::Inherited(from)) => Some(from.as_str()),
            _ => None,
        },
        standing: word(cell.standing),
        left_out: cell.is_left_out(),
        body_bytes: match cell.standing {
            Standing::TooLarge { bytes, .. } => Some(bytes),
            _ => None,
        },
    }
}
