//! Scenes: the places where the host generates text that a user sees, which of them inherit bindings (U10), which
//! use the text wrapper (U24), and where skills never apply (U14).

use std::fmt;

use serde::Serialize;

/// The seven scenes of the host, in the order the screen lists them.
pub const SCENES: [&str; 7] =
    ["private_chat", "group_chat", "help", "notification", "reminder", "proactive", "tool_result"];

/// Places where skills never apply (U14): fixed output, verbatim fault text, compression, sticker review.
pub const NO_SKILLS: [&str; 4] = ["command", "api_fault", "memory_compression", "sticker_review"];

/// What the host does in a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SceneKind {
    /// An ordinary scene: chat text and business tool calls.
    Chat,
    /// `help`, `notification`, `reminder`: only skill reads are allowed, a plain string comes out (U24).
    TextWrapper,
    /// Skills do not apply (U14).
    NoSkills,
    /// None of the host's own (U11).
    Custom,
}

/// The id of a scene. Any text is one; [`Scene::kind`] says what the host does there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scene(String);

impl Scene {
    /// The scene of that id.
    pub fn new(id: impl Into<String>) -> Scene {
        Scene(id.into())
    }

    /// Its id, as the config spells it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What the host does in it.
    pub fn kind(&self) -> SceneKind {
        match self.0.as_str() {
            "help" | "notification" | "reminder" => SceneKind::TextWrapper,
            id if SCENES.contains(&id) => SceneKind::Chat,
            id if NO_SKILLS.contains(&id) => SceneKind::NoSkills,
            _ => SceneKind::Custom,
        }
    }

    /// The scene whose bindings it takes over besides its own (U10).
    pub fn inherits(&self) -> Option<Scene> {
        (self.0 == "reminder").then(|| Scene::new("notification"))
    }

    /// Whether private context and history stay out (U25).
    pub fn withholds_private(&self) -> bool {
        self.0 == "group_chat"
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
