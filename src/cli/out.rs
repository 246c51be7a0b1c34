//! Output that survives a closed pipe, and how a run can fail.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use crate::diag::Diagnostic;
use crate::report::human;

/// How a run ended (SPEC section 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Nothing to complain about.
    Fine,
    /// It ran, and there are findings or a comparison differs.
    Findings,
    /// It could not run.
    CouldNotRun,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::Findings => 1,
            Exit::CouldNotRun => 2,
        })
    }
}

/// Why a run stopped before its end.
#[derive(Debug)]
pub enum Failure {
    /// Something the user can mend; exit 2.
    Diagnostics(Vec<Diagnostic>),
    /// Standard output could not be written. A broken pipe is no failure: whoever read has read enough.
    Output(io::Error),
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Failure {
        Failure::Diagnostics(vec![diagnostic])
    }
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(diagnostics: Vec<Diagnostic>) -> Failure {
        Failure::Diagnostics(diagnostics)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// The result of a subcommand.
pub type Run = Result<Exit, Failure>;

/// Writes `text` to standard output in one go.
///
/// # Errors
/// What the pipe or file says.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes diagnostics to standard error. Nobody is left to tell when that fails.
pub fn complain(diagnostics: &[Diagnostic]) {
    note(&human::diagnostics(diagnostics));
}

/// Writes `text`, which is safe to print, to standard error.
pub fn note(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// The exit of a run, its failure told on standard error.
pub fn finish(run: Run) -> Exit {
    match run {
        Ok(exit) => exit,
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Fine,
        Err(Failure::Output(error)) => {
            note(&format!("error: standard output cannot be written: {error}\n"));
            Exit::CouldNotRun
        }
        Err(Failure::Diagnostics(diagnostics)) => {
            complain(&diagnostics);
            Exit::CouldNotRun
        }
    }
}
