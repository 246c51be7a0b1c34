//! The usage log (U27): one line a turn with names, fingerprints, the scene, estimates and counts. Never a text: no
//! message, no body, no key, and of what the model asked for only names of skills that the snapshot knows.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use serde::Serialize;

use super::json::json_line;
use crate::diag::{Code, Diagnostic, Place};
use crate::turn::Turn;

#[derive(Debug, Serialize)]
struct Line<'a> {
    scene: &'a str,
    skills: Vec<Used<'a>>,
    estimator: &'a str,
    tokens: usize,
    loads: usize,
    reads: usize,
}

#[derive(Debug, Serialize)]
struct Used<'a> {
    name: &'a str,
    fingerprint: &'a str,
}

/// The line of a turn, without a newline. `tokens` is the estimate of the last prompt; for a degraded turn that is the
/// prompt without skills. `skills` are those whose body the turn has had, resident or loaded.
pub fn line(turn: &Turn) -> String {
    let (setup, ledger) = (turn.setup(), turn.ledger());
    let snapshot = &setup.library.snapshot;
    let used = ledger.bodies.iter().filter_map(|name| snapshot.skill(name));
    let residents = turn.plan().residents.len();
    json_line(&Line {
        scene: setup.scene.as_str(),
        skills: used.map(|skill| Used { name: &skill.name, fingerprint: &skill.fingerprint }).collect(),
        estimator: setup.estimator.name(),
        tokens: turn.prompt().tokens(),
        loads: ledger.bodies.len().saturating_sub(residents),
        reads: ledger.references.len(),
    })
}

/// Appends the line of a turn to `file`, which is created if missing.
///
/// # Errors
/// `write-failed`, with what the system says.
pub fn append(file: &Path, turn: &Turn) -> Result<(), Diagnostic> {
    let text = line(turn) + "\n";
    let written =
        OpenOptions::new().create(true).append(true).open(file).and_then(|mut log| log.write_all(text.as_bytes()));
    written.map_err(|error| {
        Diagnostic::error(Code::WriteFailed, format!("the usage line cannot be appended: {error}"))
            .at(Place::file(file.display().to_string()))
            .help("name a file in a directory that exists and that you may write")
    })
}
