//! `skillstage scenes`: the scenes and what each one shows.

use std::path::Path;
use std::sync::Arc;

use super::args::{Format, FormatArgs, Globals};
use super::out::{self, Exit, Run, print};
use super::session::Session;
use crate::check::Costs;
use crate::dialect::{Off, ScenePlan};
use crate::report::findings;
use crate::report::json::json;
use crate::report::scenes::{human, report, row};
use crate::scenario::load_base;
use crate::scene::{SCENES, Scene};
use crate::turn::Turn;

/// Prints one row a scene, with the tokens of its first prompt.
pub fn run(dir: Option<&Path>, globals: &Globals, args: FormatArgs) -> Run {
    let session = Session::open(dir, globals)?;
    let loaded = session.load();
    let library = Arc::new(session.workspace.capture(Arc::clone(&loaded.snapshot)));
    let mut setup = session.setup(library, Scene::new(SCENES[0]), load_base(&session.workspace)?)?;
    let turns: Vec<Turn> = loaded
        .snapshot
        .config
        .listed_scenes()
        .into_iter()
        .map(|scene| {
            setup.scene = scene;
            Turn::start(setup.clone())
        })
        .collect();
    let costs = Costs::count(&*setup.dialect, &setup.library, &*setup.estimator);
    let rows: Vec<_> = turns.iter().map(|turn| row(turn, &costs)).collect();
    match args.format {
        Format::Json => print(&json(&report(&loaded.snapshot, &rows)))?,
        Format::Text => {
            print(&human(&rows))?;
            out::note(&findings::all(&loaded, turns.iter().map(Turn::plan)));
            let off_everywhere = |plan: &&ScenePlan| matches!(plan.off, Some(Off::Disabled | Off::EmptyAllowlist));
            if let Some(plan) = turns.iter().map(Turn::plan).find(off_everywhere) {
                out::note(&findings::off(&loaded, plan));
            }
        }
    }
    Ok(if loaded.broken.is_some() { Exit::Findings } else { Exit::Fine })
}
