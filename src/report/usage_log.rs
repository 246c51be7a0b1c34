//! The usage log (U27): one line a turn, see [`usage_line`].

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use crate::diag::{Code, Diagnostic, Place};
use crate::turn::{Turn, usage_line};

/// Appends the line of a turn to `file`, which is created if missing.
///
/// # Errors
/// `write-failed`, with what the system says.
pub fn append(file: &Path, turn: &Turn) -> Result<(), Diagnostic> {
    let text = usage_line(turn) + "\n";
    let written =
        OpenOptions::new().create(true).append(true).open(file).and_then(|mut log| log.write_all(text.as_bytes()));
    written.map_err(|error| {
        Diagnostic::error(Code::WriteFailed, format!("the usage line cannot be appended: {error}"))
            .at(Place::file(file.display().to_string()))
            .help("name a file in a directory that exists and that you may write")
    })
}
