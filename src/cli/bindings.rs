//! `skillstage bindings`: scenes × skills, with the reason of each cell and what each scene costs.

use std::path::Path;
use std::sync::Arc;

use super::args::{BindingsArgs, BindingsFormat, Globals};
use super::out::{self, Exit, Run, print};
use super::session::Session;
use crate::bindings::{Matrix, scene_costs};
use crate::diag::{Code, Diagnostic};
use crate::report::bindings::{Report, csv, human, json, markdown};
use crate::report::findings;
use crate::scenario::load_base;
use crate::scene::{SCENES, Scene};

/// Prints the matrix.
pub fn run(dir: Option<&Path>, globals: &Globals, args: BindingsArgs) -> Run {
    let session = Session::open(dir, globals)?;
    if session.dialect.is_session() {
        let message = "a dsh host has no bindings: it offers every valid skill";
        return Err(Diagnostic::error(Code::Usage, message).help("use --dialect utility").into());
    }
    let loaded = session.load();
    let library = Arc::new(session.workspace.capture(Arc::clone(&loaded.snapshot)));
    let setup = session.setup(library, Scene::new(SCENES[0]), load_base(&session.workspace)?)?;
    let snapshot = &*loaded.snapshot;
    let report = Report {
        snapshot: &snapshot.id,
        estimator: setup.estimator.name(),
        matrix: &Matrix::of(snapshot, &*setup.dialect, setup.binding),
        costs: &scene_costs(&setup),
    };
    print(&match args.format {
        BindingsFormat::Human => human(&report),
        BindingsFormat::Json => json(&report),
        BindingsFormat::Csv => csv(&report),
        BindingsFormat::Md => markdown(&report),
    })?;
    if args.format == BindingsFormat::Human {
        out::note(&findings::all(&loaded, []));
    }
    Ok(if loaded.broken.is_some() { Exit::Findings } else { Exit::Fine })
}
