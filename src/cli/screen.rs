//! The screen: on a workspace, or on the sample in a temporary directory.

use std::path::Path;
use std::process::ExitCode;

use super::args::Globals;
use super::init;
use super::out::Failure;
use super::session::{Session, source_args};
use crate::diag::{Code, Diagnostic};
use crate::tui::{self, Options};

/// Opens the screen on the workspace that the command line names.
///
/// # Errors
/// `not-a-terminal`, and what keeps the workspace from opening.
pub fn open(dir: Option<&Path>, globals: &Globals) -> Result<ExitCode, Failure> {
    if let Err(no_terminal) = require_terminal() {
        let workspace = Session::open(dir, globals).err().unwrap_or_default();
        return Err([vec![no_terminal], workspace].concat().into());
    }
    run(dir, globals, false)
}

/// Opens the screen on the sample workspace, in a directory that goes away with it.
///
/// # Errors
/// As [`open`]; `write-failed` when there is no room for the sample.
pub fn demo(globals: &Globals) -> Result<ExitCode, Failure> {
    require_terminal()?;
    let place = tempfile::Builder::new().prefix("skillstage-demo-").tempdir().map_err(|error| {
        Diagnostic::error(Code::WriteFailed, format!("no temporary directory for the sample: {error}"))
    })?;
    init::write(place.path())?;
    run(Some(place.path()), globals, true)
}

fn run(dir: Option<&Path>, globals: &Globals, temporary: bool) -> Result<ExitCode, Failure> {
    let session = Session::open(dir, globals)?;
    let roots = session.workspace.roots().clone();
    let shown = roots.base.canonicalize().unwrap_or_else(|_| roots.base.clone());
    let place = shown.display().to_string();
    let options = Options {
        title: if temporary { "demo".to_owned() } else { place.clone() },
        source_args: source_args(dir, globals),
        temporary: temporary.then_some(place),
        roots,
        settings_faults: session.settings_faults,
        settings: session.settings,
        log: globals.log.clone(),
    };
    Ok(tui::run(options)?.into())
}

fn require_terminal() -> Result<(), Diagnostic> {
    if tui::is_terminal() {
        return Ok(());
    }
    Err(Diagnostic::error(Code::NotATerminal, "the screen needs a terminal for both input and output")
        .help("the same without a screen: skillstage prompt --scene SCENE --message TEXT; see skillstage --help"))
}
