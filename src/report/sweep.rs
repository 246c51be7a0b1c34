//! A sweep: for people the values at which the set of scenarios that fit changes, for spreadsheets and programs all.

use schemars::{JsonSchema, Schema};
use serde::Serialize;

use super::csv::row;
use super::json;
use crate::scenario::{Break, Swept};
use crate::text::{printable_line, thousands};
use crate::workspace::{CEILING, Limit};

/// What is reported.
pub struct Report<'a> {
    /// The limit.
    pub limit: Limit,
    /// Its values, rising.
    pub values: &'a [u64],
    /// What became of each scenario at each value.
    pub scenarios: &'a [Swept],
}

/// The output of `sweep --format json`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Sweep")]
struct Document<'a> {
    version: u32,
    /// The limit that was swept.
    limit: &'static str,
    /// The most that a config can give it.
    ceiling: u64,
    values: Vec<Value<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct Value<'a> {
    value: u64,
    /// How many scenarios fit.
    fits: usize,
    /// How many were played.
    of: usize,
    /// Those that break.
    breaks: Vec<Broken<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct Broken<'a> {
    file: &'a str,
    scene: &'a str,
    /// The step at which it breaks; 0 is the opening.
    step: usize,
    why: String,
}

impl<'a> Report<'a> {
    fn broken(&self, index: usize) -> impl Iterator<Item = (&'a Swept, &'a Break)> {
        self.scenarios.iter().filter_map(move |one| Some((one, one.at.get(index)?.as_ref()?)))
    }
}

/// From the largest value down: how many fit, and what breaks there that did not at the value before.
pub fn human(report: &Report) -> String {
    let of = report.scenarios.len();
    let numbers: Vec<String> =
        report.values.iter().map(|value| thousands(usize::try_from(*value).unwrap_or(usize::MAX))).collect();
    let width = numbers.iter().map(String::len).max().unwrap_or(0).max(report.limit.key().len());
    let mut out = format!("{:>width$}  fits     breaks from here on\n", report.limit.key());
    let mut before: Vec<&str> = Vec::new();
    let mut untold = 0;
    for (index, number) in numbers.iter().enumerate().rev() {
        let broken: Vec<(&Swept, &Break)> = report.broken(index).collect();
        let fresh: Vec<&(&Swept, &Break)> =
            broken.iter().filter(|(one, _)| !before.contains(&one.file.as_str())).collect();
        let is_edge = index + 1 == numbers.len() || index == 0;
        if fresh.is_empty() && !is_edge {
            untold += 1;
            continue;
        }
        if untold > 0 {
            out.push_str(&format!("{:>width$}\n", "..."));
        }
        untold = 0;
        let fits = format!("{}/{of}", of - broken.len());
        let ceiling = if report.values[index] > report.limit.of(&CEILING) { "  (over the ceiling)" } else { "" };
        let told = fresh.iter().map(|(one, at)| format!("{} at step {}", printable_line(&one.file), at.step));
        let told = told.collect::<Vec<_>>().join(", ");
        let line = format!("{number:>width$}  {fits:<8} {told}{ceiling}");
        out.push_str(line.trim_end());
        out.push('\n');
        before = broken.iter().map(|(one, _)| one.file.as_str()).collect();
    }
    out
}

/// A line for each value and scenario.
pub fn csv(report: &Report) -> String {
    let mut out = row(&[report.limit.key(), "file", "scene", "fits", "step", "why"]);
    for (index, value) in report.values.iter().enumerate() {
        for one in report.scenarios {
            let at = one.at.get(index).and_then(Option::as_ref);
            let step = at.map(|at| at.step.to_string()).unwrap_or_default();
            let why = at.map(Break::sentence).unwrap_or_default();
            let fits = if at.is_some() { "no" } else { "yes" };
            out.push_str(&row(&[&value.to_string(), &one.file, &one.scene, fits, &step, &why]));
        }
    }
    out
}

/// The report as JSON.
pub fn json(report: &Report) -> String {
    let of = report.scenarios.len();
    let value = |(index, value): (usize, &u64)| {
        let broken = report.broken(index).map(|(one, at)| Broken {
            file: &one.file,
            scene: &one.scene,
            step: at.step,
            why: at.sentence(),
        });
        let breaks: Vec<Broken> = broken.collect();
        Value { value: *value, fits: of - breaks.len(), of, breaks }
    };
    json::json(&Document {
        version: 1,
        limit: report.limit.key(),
        ceiling: report.limit.of(&CEILING),
        values: report.values.iter().enumerate().map(value).collect(),
    })
}

/// The JSON Schema of the report.
pub fn schema() -> Schema {
    schemars::schema_for!(Document<'_>)
}
