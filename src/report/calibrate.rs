//! `skillstage calibrate`: the factor of each estimator.

use std::fmt::Write as _;

use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;

use super::human::table;
use super::json;
use crate::text::printable_line;
use crate::tokens::{Calibration, Estimator};

/// What `skillstage calibrate --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "skillstage calibrate")]
struct Document<'a> {
    /// The version of this format.
    version: u32,
    /// One for each estimator, default first.
    estimators: &'a [CalibrationRow],
}

/// The calibration of one estimator.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CalibrationRow {
    /// Its name.
    estimator: String,
    /// How many billed tokens one counted token comes to.
    factor: f64,
    /// The mean error of its counts times the factor, in percent of what was billed.
    error: f64,
    /// The mean error of its counts alone.
    error_before: f64,
    /// Texts that were counted.
    texts: usize,
}

/// The row of an estimator.
pub fn row(estimator: &dyn Estimator, calibration: Calibration, texts: usize) -> CalibrationRow {
    let Calibration { factor, error, error_before } = calibration;
    let tenths = |percent: f64| (percent * 10.0).round() / 10.0;
    CalibrationRow {
        estimator: estimator.name().to_owned(),
        factor: factor.value(),
        error: tenths(error),
        error_before: tenths(error_before),
        texts,
    }
}

/// The rows as data.
pub fn json(rows: &[CalibrationRow]) -> String {
    json::json(&Document { version: 1, estimators: rows })
}

/// The JSON Schema of it.
pub fn schema() -> Schema {
    schema_for!(Document<'_>)
}

/// The rows as a table, and what to write into `skillstage.yml`.
pub fn human(rows: &[CalibrationRow]) -> String {
    let head = ["estimator", "factor", "error", "without", "texts"].map(str::to_owned).to_vec();
    let lines = rows.iter().map(|row| {
        let [error, before] = [row.error, row.error_before].map(|percent| format!("{percent:.1} %"));
        vec![printable_line(&row.estimator).into(), format!("{:.3}", row.factor), error, before, row.texts.to_string()]
    });
    let mut out = table(&std::iter::once(head).chain(lines).collect::<Vec<_>>(), &[1, 2, 3, 4]);
    if let Some(best) = rows.iter().min_by(|a, b| a.error.total_cmp(&b.error)) {
        let _ = write!(
            out,
            "\nthe nearest, for skillstage.yml:\n\ncalibration:\n  {}: {:.3}\n",
            printable_line(&best.estimator),
            best.factor
        );
    }
    out
}
