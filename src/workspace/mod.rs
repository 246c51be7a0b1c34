//! The disk, read safely: where a workspace lies, its config, its skills, and the immutable snapshot one turn uses.
//!
//! ```text
//! Roots ──▶ Workspace::open ──▶ load ──▶ Snapshot (config + skills, Arc) ──▶ capture ──▶ Library (+ references)
//! ```
//!
//! A [`Snapshot`] holds what the catalog and the resident bodies need; a [`Library`] adds the references, captured when
//! a turn starts, so that the turn keeps its content to its end (U15). Reading goes through the sandbox alone (U5).

mod config;
mod library;
mod sandbox;
mod skill;
mod snapshot;
pub(crate) mod yaml;

pub use config::{CEILING, Config, Limits};
pub use library::{Content, Fault, Library, Reference};
pub use skill::{Body, Skill};
pub use snapshot::{Loaded, Refused, Snapshot};

use std::path::PathBuf;

use crate::diag::Diagnostic;

/// Where the parts of a workspace lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roots {
    /// The workspace itself; scenarios and `skillstage.yml` lie here, and places are shown relative to it.
    pub base: PathBuf,
    /// The skills root; may itself be a link (U1).
    pub skills: PathBuf,
    /// The config file. `None` (from `--skills` alone): every valid skill is on the allowlist, nothing is bound.
    pub config: Option<PathBuf>,
}

impl Roots {
    /// The roots of a workspace directory.
    pub fn workspace(base: impl Into<PathBuf>) -> Roots {
        let base = base.into();
        Roots { skills: base.join("skills"), config: Some(base.join("skills_config.yml")), base }
    }
}

/// A workspace whose roots are open.
#[derive(Debug)]
pub struct Workspace {
    roots: Roots,
}

impl Workspace {
    /// Opens the roots. Reads no skill yet.
    ///
    /// # Errors
    /// `not-a-workspace` when the skills root is no directory and there is no config file either.
    pub fn open(roots: Roots) -> Result<Workspace, Diagnostic> {
        Ok(Workspace { roots })
    }

    /// Where its parts lie.
    pub fn roots(&self) -> &Roots {
        &self.roots
    }
}
