//! Panel 1: the seven scenes, custom ones of the config, and the four where skills do not apply (U10, U14).
//!
//! ```text
//! > private_chat   2.1k   9.9k
//!   reminder       1.5k   8.3k
//!     inherits notification
//!   proactive      2.1k  12.4k
//!     OVER the limit by 0.4k
//!   command        skills do not apply
//! ```

use super::{Row, RowKey, contains};
use crate::app::{AtRest, Panel, State};
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
        /// The most that a turn in it can come to; `None` without skills or limits, and while it is being counted.
        worst: Option<usize>,
    },
    /// Under a scene: it takes over the bindings of another (U10).
    Inherits(Scene),
    /// Under a scene: its first request is over the limit by so many tokens (U23).
    Over(usize),
    /// Under a scene: it can come over the limit by so many tokens (U23).
    WorstOver(usize),
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
            worst: at_rest.and_then(|at_rest| at_rest.worst),
            scene: scene.clone(),
        };
        rows.push(Row::selectable(RowKey::new("scene", scene), data));
        rows.extend(inherits.filter(|_| !state.is_session()).map(|from| Row::plain(SceneRow::Inherits(from))));
        rows.extend(at_rest.and_then(over).map(Row::plain));
    }
    rows
}

/// The line that says that a scene is or can come over the limit.
fn over(at_rest: &AtRest) -> Option<SceneRow> {
    match at_rest {
        AtRest { over: 0, worst_over: 0, .. } => None,
        AtRest { over: 0, worst_over, .. } => Some(SceneRow::WorstOver(*worst_over)),
        AtRest { over, .. } => Some(SceneRow::Over(*over)),
    }
}
