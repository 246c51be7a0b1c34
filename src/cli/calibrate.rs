//! `skillstage calibrate`: a factor for each estimator, from texts and what a service billed for them.

use std::path::Path;

use serde::Deserialize;

use super::args::{CalibrateArgs, Format, Globals};
use super::out::{Exit, Run, print};
use super::session::roots;
use super::settings;
use crate::diag::{Code, Diagnostic, Place};
use crate::report::calibrate::{human, json, row};
use crate::tokens::{Billed, Calibration};
use crate::workspace::read_personal_file;

/// The most bytes of the file.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// A line of the file.
#[derive(Deserialize)]
struct Sample {
    text: String,
    /// Tokens, as the service says.
    billed: usize,
}

/// Counts every text with every estimator and prints the factors.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &CalibrateArgs) -> Run {
    let settings = settings::resolve(globals, &roots(dir, globals))?.settings;
    let samples = read(&args.file)?;
    let estimators = settings.estimators.all();
    let rows = estimators.iter().filter_map(|estimator| {
        let pairs = samples.iter().map(|Sample { text, billed }| (estimator.count(text), *billed));
        let pairs: Vec<Billed> = pairs.map(|(counted, billed)| Billed { counted, billed }).collect();
        Some(row(&**estimator, Calibration::of(&pairs)?, pairs.len()))
    });
    let rows: Vec<_> = rows.collect();
    print(&match args.format {
        Format::Json => json(&rows),
        Format::Text => human(&rows),
    })?;
    Ok(Exit::Fine)
}

/// The lines of the file.
fn read(path: &Path) -> Result<Vec<Sample>, Diagnostic> {
    let name = path.display().to_string();
    let missing = || Diagnostic::error(Code::FileUnreadable, format!("there is no file {name}"));
    let text = read_personal_file(path, MAX_BYTES)?.ok_or_else(missing)?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let samples = lines.map(|(number, line)| {
        serde_json::from_str(line).map_err(|error| {
            Diagnostic::error(Code::CalibrationFile, format!("the line is no text with its billed tokens: {error}"))
                .at(Place { line: Some(number), ..Place::file(&name) })
                .help(r#"write {"text": "…", "billed": 123} on each line"#)
        })
    });
    let samples = samples.collect::<Result<Vec<Sample>, _>>()?;
    if !samples.iter().any(|sample| sample.billed > 0 && !sample.text.is_empty()) {
        let fault = Diagnostic::error(Code::CalibrationFile, "no line has a text and billed tokens");
        return Err(fault.at(Place::file(&name)));
    }
    Ok(samples)
}
