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

use crate::scene::{Scene, SceneKind};

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
