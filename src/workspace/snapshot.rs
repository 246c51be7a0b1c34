//! The immutable, validated state of config and skills that one turn uses (U12, U15).

use std::sync::Arc;

use super::{Config, Library, Skill, Workspace};
use crate::diag::Diagnostic;

/// A directory that looks like a skill and was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The directory's name, for display (lossy where it is not UTF-8).
    pub dir: String,
    /// Why; at least one error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Config and skills, validated; never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// SHA-256 (hex) over the config's meaning and the skills' fingerprints; no times, no paths (U7).
    pub id: String,
    /// The config in force.
    pub config: Config,
    /// Every valid skill, on the allowlist or not, sorted by name by code point (U7).
    pub skills: Vec<Arc<Skill>>,
    /// Every refused directory, sorted by name.
    pub refused: Vec<Refused>,
    /// What is wrong with the config (U9, U11), in file order. Skills' own findings are with them.
    pub diagnostics: Vec<Diagnostic>,
}

impl Snapshot {
    /// The skill of that name.
    pub fn skill(&self, name: &str) -> Option<&Arc<Skill>> {
        self.skills.binary_search_by(|skill| skill.name.as_str().cmp(name)).ok().map(|index| &self.skills[index])
    }

    /// Whether `name` is on the allowlist.
    pub fn is_allowed(&self, name: &str) -> bool {
        self.config.allowlist.iter().any(|allowed| allowed == name)
    }

    /// The first seven hex digits of the id, as the header shows them.
    pub fn short_id(&self) -> &str {
        self.id.get(..7).unwrap_or(&self.id)
    }
}

/// What a load gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// The snapshot in force: the new one, or the previous where the config is broken (U12).
    pub snapshot: Arc<Snapshot>,
    /// Why the config on disk is not in force.
    pub broken: Option<Diagnostic>,
}

impl Workspace {
    /// Reads config and skills, spread over the cores. With a broken config the `previous` snapshot stays in force; with
    /// none before, the behaviour is that of `enabled: false` (U12). A config file that is missing while there is a
    /// `previous` snapshot that came from a file is broken as well (U8).
    pub fn load(&self, previous: Option<&Arc<Snapshot>>) -> Loaded {
        let _ = previous;
        todo!("workspace room")
    }

    /// Reads the references of every allowed skill of `snapshot`, so that a turn can start (U15).
    pub fn capture(&self, snapshot: Arc<Snapshot>) -> Library {
        let _ = snapshot;
        todo!("workspace room")
    }
}
