//! `skillstage catalog`: the list of names and descriptions that the model sees in a scene.
//!
//! It captures no references and counts no tokens, so that it is nearly as fast as reading the files.

use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::Arc;

use super::args::{CatalogArgs, Format, Globals};
use super::out::{self, Exit, Run, print};
use super::session::{self, Session};
use crate::dialect::World;
use crate::report::catalog::{human, lost, report};
use crate::report::findings;
use crate::report::json::json;
use crate::scenario::load_base;

/// Prints the catalog; findings go to standard error.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &CatalogArgs) -> Run {
    let session = Session::open(dir, globals)?;
    // The process ends when this is printed: taking a thousand skills apart again would only cost time.
    let loaded = ManuallyDrop::new(session.load_catalog(args.format.format));
    let scene = session::scene(&args.scene, &loaded.snapshot)?;
    // Only a session has places, so only for one the scenario is read.
    let places = if session.dialect.is_session() { load_base(&session.workspace)?.places } else { Arc::default() };
    let dialect = session.dialect_in(&places);
    let binding = session.settings.binding.value;
    let plan = dialect.plan(&loaded.snapshot, &scene, binding, World::default());
    match args.format.format {
        Format::Json => print(&json(&report(&*dialect, &plan, &loaded.snapshot, loaded.broken.as_ref())))?,
        Format::Text => {
            print(&human(&*dialect, &plan))?;
            out::note(&findings::all(&loaded, [&plan]));
            out::complain(findings::not_allowed(&*dialect, &loaded.snapshot, &plan).as_slice());
            out::note(&findings::off(&loaded, &plan));
            out::note(&lost(&plan));
        }
    }
    Ok(if loaded.broken.is_some() { Exit::Findings } else { Exit::Fine })
}
