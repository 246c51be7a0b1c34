//! `skillstage scenes`: the scenes and what each one shows.

use std::path::Path;
use std::sync::Arc;

use super::args::{Format, FormatArgs, Globals};
use super::out::{self, Exit, Run, print};
use super::session::Session;
use crate::report::findings;
use crate::report::json::json;
use crate::report::scenes::{human, report, row};
use crate::scene::{NO_SKILLS, SCENES, Scene, SceneKind};
use crate::turn::Turn;
use crate::workspace::{Library, Snapshot};

/// Prints one row a scene, with the tokens of its first prompt.
pub fn run(dir: Option<&Path>, globals: &Globals, args: FormatArgs) -> Run {
    let session = Session::open(dir, globals)?;
    let loaded = session.load();
    // A first prompt holds no reference, so none is read.
    let library = Arc::new(Library::without_references(Arc::clone(&loaded.snapshot)));
    let message = session.base()?.message;
    let mut setup = session.setup(library, Scene::new(SCENES[0]), message)?;
    let turns: Vec<Turn> = scenes(&loaded.snapshot)
        .into_iter()
        .map(|scene| {
            setup.scene = scene;
            Turn::start(setup.clone())
        })
        .collect();
    let rows: Vec<_> = turns.iter().map(row).collect();
    match args.format {
        Format::Json => print(&json(&report(&loaded.snapshot, &rows)))?,
        Format::Text => {
            print(&human(&rows))?;
            out::note(&findings::all(&loaded, turns.iter().map(Turn::plan)));
        }
    }
    Ok(if loaded.broken.is_some() { Exit::Findings } else { Exit::Fine })
}

/// The host's seven, the config's own by name, and those without skills.
fn scenes(snapshot: &Snapshot) -> Vec<Scene> {
    let custom = snapshot.config.scenes.keys().map(Scene::new).filter(|scene| scene.kind() == SceneKind::Custom);
    let ours = SCENES.into_iter().map(Scene::new);
    ours.chain(custom).chain(NO_SKILLS.into_iter().map(Scene::new)).collect()
}
