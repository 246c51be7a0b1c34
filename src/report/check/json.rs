//! `--format json`: findings as data. The same types print the JSON and its schema.

use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;

use super::count;
use crate::check::{Checked, Excerpt, Finding, Worst, rule};
use crate::diag::{Edit, Severity};
use crate::report;

/// What a check found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "skillstage check")]
struct CheckReport<'a> {
    /// The version of this format.
    version: u32,
    /// Skill directories looked at, refused ones among them.
    skills: usize,
    /// How many errors there are.
    errors: usize,
    /// How many warnings there are.
    warnings: usize,
    /// How many notes there are.
    notes: usize,
    /// By file, line, column and code.
    findings: Vec<FindingReport<'a>>,
    /// Skills that were asked for by name and that the allowlist lacks: `scenes` are costed as if they stood there.
    as_if_allowed: &'a [String],
    /// What each scene can come to; empty without a config.
    scenes: Vec<SceneReport<'a>>,
}

/// One finding.
#[derive(Debug, Serialize, JsonSchema)]
struct FindingReport<'a> {
    /// The stable code.
    code: &'static str,
    /// `format`, `references`, `config`, `safety`, `catalog` or `budget`.
    family: Option<&'static str>,
    /// `error`, `warning` or `info`.
    severity: &'static str,
    /// What is wrong.
    message: &'a str,
    /// The file, relative to where the command ran.
    file: Option<&'a str>,
    /// The line, from 1.
    line: Option<usize>,
    /// The column, from 1, in characters.
    column: Option<usize>,
    /// The last line of what is to blame.
    end_line: Option<usize>,
    /// The column behind what is to blame.
    end_column: Option<usize>,
    /// What to do about it.
    help: Option<&'a str>,
    /// A certain mend.
    fix: Option<FixReport<'a>>,
}

/// A certain mend of a finding's file.
#[derive(Debug, Serialize, JsonSchema)]
struct FixReport<'a> {
    /// What it does.
    title: &'a str,
    /// The replacements, in file order.
    edits: Vec<EditReport<'a>>,
}

/// One replacement.
#[derive(Debug, Serialize, JsonSchema)]
struct EditReport<'a> {
    /// The first byte of the stored file that goes.
    start: usize,
    /// The first byte that stays.
    end: usize,
    /// What stands there instead.
    text: &'a str,
}

/// The worst case of a scene.
#[derive(Debug, Serialize, JsonSchema)]
struct SceneReport<'a> {
    /// Its id.
    scene: &'a str,
    /// Estimated tokens of the first prompt.
    at_rest: usize,
    /// The most that a turn can come to, in estimated tokens.
    worst: usize,
    /// `max_tokens`.
    limit: usize,
    /// How many tokens the worst case is over it; 0 when it fits.
    over: usize,
    /// Where the true number may still lie, above `worst` where the estimator is not exact.
    high: usize,
    /// `fits`, `may_not_fit` where only `high` is over the limit, or `over`.
    fit: &'static str,
    /// The skills that the worst case loads, in order.
    loads: Vec<&'a str>,
    /// The references that it reads, in order.
    reads: Vec<&'a str>,
}

/// The report.
pub fn json(checked: &Checked) -> String {
    let Checked { findings, skills, worst, as_if_allowed } = checked;
    report::json::json(&CheckReport {
        version: 1,
        skills: *skills,
        as_if_allowed,
        errors: count(findings, Severity::Error),
        warnings: count(findings, Severity::Warning),
        notes: count(findings, Severity::Info),
        findings: findings.iter().map(finding).collect(),
        scenes: worst.iter().map(scene).collect(),
    })
}

/// Its JSON Schema.
pub fn schema() -> Schema {
    schema_for!(CheckReport)
}

fn finding(Finding { diagnostic, excerpt }: &Finding) -> FindingReport<'_> {
    let place = diagnostic.place.as_ref();
    FindingReport {
        code: diagnostic.code.as_str(),
        family: rule(diagnostic.code).map(|rule| rule.family.as_str()),
        severity: diagnostic.severity.as_str(),
        message: &diagnostic.message,
        file: place.map(|place| place.file.as_str()),
        line: place.and_then(|place| place.line),
        column: place.and_then(|place| place.column),
        end_line: excerpt.as_ref().map(|excerpt: &Excerpt| excerpt.end_line),
        end_column: excerpt.as_ref().map(|excerpt| excerpt.end_column),
        help: diagnostic.help.as_deref(),
        fix: diagnostic
            .fix
            .as_ref()
            .map(|fix| FixReport { title: &fix.title, edits: fix.edits.iter().map(edit).collect() }),
    }
}

fn edit(Edit { start, end, text }: &Edit) -> EditReport<'_> {
    EditReport { start: *start, end: *end, text }
}

fn scene(worst: &Worst) -> SceneReport<'_> {
    SceneReport {
        scene: worst.scene.as_str(),
        at_rest: worst.at_rest,
        worst: worst.total,
        limit: worst.limit,
        over: worst.over(),
        high: worst.band.high,
        fit: worst.fit().as_str(),
        loads: worst.loads(),
        reads: worst.reads(),
    }
}
