//! The screen: on a workspace, or on the sample in a temporary directory.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::args::{Globals, PlayArgs};
use super::init;
use super::out::Failure;
use super::session::{Session, source_args};
use crate::diag::{Code, Diagnostic, Place};
use crate::scenario::{Ground, Scenario};
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
    run(dir, globals, false, None)
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
    run(Some(place.path()), globals, true, None)
}

/// Opens the screen on a scenario.
///
/// # Errors
/// As [`open`], and what is wrong with the scenario.
pub fn play(dir: Option<&Path>, globals: &Globals, args: &PlayArgs) -> Result<ExitCode, Failure> {
    let session = Session::open(dir, globals)?;
    let (scenario, ground) = session.grounds().scenario(&session.workspace, &args.file)?;
    if args.as_recorded && scenario.bundle.is_none() {
        let fault = Diagnostic::error(Code::Usage, "this scenario is no recording: it bundles nothing");
        return Err(fault.at(Place::file(&args.file)).into());
    }
    require_terminal()?;
    run(dir, globals, false, Some((scenario, ground, args.as_recorded)))
}

type Opens = Option<(Arc<Scenario>, Ground, bool)>;

fn run(dir: Option<&Path>, globals: &Globals, temporary: bool, opens: Opens) -> Result<ExitCode, Failure> {
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
        opens,
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
