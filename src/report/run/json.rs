//! `--format json`: verdicts as data. The same types print the JSON and its schema.

use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;

use super::counts;
use crate::diag::{Diagnostic, Place};
use crate::report;
use crate::scenario::{Drift, Failed, Verdict};

/// What came of scenarios.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "skillstage run")]
struct RunReport<'a> {
    /// The version of this format.
    version: u32,
    /// How many passed.
    passed: usize,
    /// How many hold, but show something else than was recorded.
    drifted: usize,
    /// How many hold an expectation that fails, or a step that cannot be played.
    failed: usize,
    /// How many files are no scenarios.
    broken: usize,
    /// Each scenario, in the order of the files.
    scenarios: Vec<ScenarioReport<'a>>,
}

/// What came of one scenario.
#[derive(Debug, Serialize, JsonSchema)]
struct ScenarioReport<'a> {
    /// The file, relative to the workspace.
    file: &'a str,
    /// Its title.
    title: Option<&'a str>,
    /// `passed`, `drifted`, `failed` or `broken`.
    status: &'static str,
    /// Steps behind the opening.
    steps: usize,
    /// How many expectations were held against what is.
    checked: usize,
    /// Expectations that do not hold.
    unmet: Vec<UnmetReport<'a>>,
    /// What is different from what was recorded.
    drift: Vec<DriftReport<'a>>,
    /// What is wrong with the file or with a step.
    faults: Vec<FaultReport<'a>>,
}

/// An expectation that does not hold.
#[derive(Debug, Serialize, JsonSchema)]
struct UnmetReport<'a> {
    /// The step; 0 is the opening.
    step: usize,
    /// What the step shows.
    say: Option<&'a str>,
    /// The expectation's key.
    key: &'static str,
    /// Its line.
    line: Option<usize>,
    /// Its column.
    column: Option<usize>,
    /// What was expected, in lines.
    expected: &'a [String],
    /// What is, in lines.
    actual: &'a [String],
}

/// One cause of a difference.
#[derive(Debug, Serialize, JsonSchema)]
struct DriftReport<'a> {
    /// `skill-edited`, `skill-added`, `skill-removed`, `config-changed`, `catalog-order`, `renderer-changed`,
    /// `estimator-changed`, `host-changed` or `unexplained`.
    kind: &'static str,
    /// The skill, or what else is different.
    what: &'a str,
    /// The step of the first request that shows it.
    step: usize,
    /// The first segment that shows it.
    segment: &'a str,
    /// Changed lines, with `-` (as recorded) or `+` (now) before each.
    lines: &'a [String],
}

/// Something that keeps a scenario from being played.
#[derive(Debug, Serialize, JsonSchema)]
struct FaultReport<'a> {
    /// Its code.
    code: &'static str,
    /// What is wrong.
    message: &'a str,
    /// The file.
    file: Option<&'a str>,
    /// The line.
    line: Option<usize>,
    /// The column.
    column: Option<usize>,
}

/// The verdicts as JSON.
pub fn json(verdicts: &[Verdict]) -> String {
    let [passed, drifted, failed, broken] = counts(verdicts);
    let scenarios = verdicts.iter().map(scenario).collect();
    report::json::json(&RunReport { version: 1, passed, drifted, failed, broken, scenarios })
}

/// The JSON Schema of it.
pub fn schema() -> Schema {
    schema_for!(RunReport)
}

fn scenario(verdict: &Verdict) -> ScenarioReport<'_> {
    ScenarioReport {
        file: &verdict.file,
        title: verdict.title.as_deref(),
        status: verdict.status().as_str(),
        steps: verdict.steps,
        checked: verdict.checked,
        unmet: verdict.failed.iter().map(unmet).collect(),
        drift: verdict.drift.iter().map(drift).collect(),
        faults: verdict.broken.iter().chain(&verdict.fault).map(fault).collect(),
    }
}

fn unmet(failed: &Failed) -> UnmetReport<'_> {
    let Failed { step, say, unmet } = failed;
    let Place { line, column, .. } = unmet.check.place;
    let (expected, actual) = (&unmet.expected, &unmet.actual);
    UnmetReport { step: *step, say: say.as_deref(), key: unmet.check.wanted.key(), line, column, expected, actual }
}

fn drift(drift: &Drift) -> DriftReport<'_> {
    let Drift { kind, what, step, segment, lines } = drift;
    DriftReport { kind: kind.as_str(), what, step: *step, segment, lines }
}

fn fault(fault: &Diagnostic) -> FaultReport<'_> {
    let place = fault.place.as_ref();
    FaultReport {
        code: fault.code.as_str(),
        message: &fault.message,
        file: place.map(|place| place.file.as_str()),
        line: place.and_then(|place| place.line),
        column: place.and_then(|place| place.column),
    }
}
