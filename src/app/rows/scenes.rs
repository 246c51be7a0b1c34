//! Panel 1: the seven scenes, custom ones of the config, and the four where skills do not apply (U10, U14).
//!
//! ```text
//! > private_chat   2.1k
//!   reminder       1.5k
//!     inherits notification
//!   proactive      2.1k
//!     OVER the limit by 0.4k
//!   command        skills do not apply
//! ```

use super::{Row, RowKey, contains};
use crate::app::{Panel, State};
use crate::scene::{Scene, SceneKind};
use crate::workspace::Config;

/// A line of the scene list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SceneRow {
    /// A scene; Enter starts a turn in it.
    Scene {
        /// Its id.
        scene: Scene,
        /// What the host does there. `NoSkills` rows say "skills do not apply" instead of a number.
        kind: SceneKind,
        /// The turn on the stage is in this scene.
        current: bool,
        /// Tokens of a first request at rest: the base's host prompts, context, history and message. `None` while
        /// they are being counted.
        at_rest: Option<usize>,
    },
    /// Under a scene: it takes over the bindings of another (U10).
    Inherits(Scene),
    /// Under a scene: its first request is over the limit by so many tokens (U23).
    Over(usize),
}

/// The scenes that the list shows; before the workspace is read those of an empty config.
pub fn scenes(state: &State) -> Vec<Scene> {
    match &state.library {
        Some(library) => library.snapshot.config.listed_scenes(),
        None => Config::default().listed_scenes(),
    }
}

/// The rows of panel 1.
pub fn build(state: &State) -> Vec<Row<SceneRow>> {
    let mut rows = Vec::new();
    for scene in scenes(state) {
        if !contains(scene.as_str(), state.filter_text(Panel::Scenes)) {
            continue;
        }
        let at_rest = state.fresh_counts().and_then(|counts| counts.scenes.get(&scene));
        let (kind, inherits) = (scene.kind(), scene.inherits());
        let data = SceneRow::Scene {
            kind,
            current: scene == state.scene,
            at_rest: at_rest
                .filter(|_| kind != SceneKind::NoSkills || state.is_session())
                .map(|at_rest| at_rest.tokens),
            scene: scene.clone(),
        };
        rows.push(Row::selectable(RowKey::new("scene", scene), data));
        rows.extend(inherits.filter(|_| !state.is_session()).map(|from| Row::plain(SceneRow::Inherits(from))));
        rows.extend(at_rest.filter(|at_rest| at_rest.over > 0).map(|at_rest| Row::plain(SceneRow::Over(at_rest.over))));
    }
    rows
}
