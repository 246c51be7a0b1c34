//! One skill: front matter and body (U2, U3, U6).

use std::sync::Arc;

use super::library::Content;
use crate::diag::Diagnostic;

/// A body, or why there is none to load (U6: never cut).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// The text, line ends as LF; `bytes` in it is the stored size after the front matter.
    Text(Content),
    /// Over the host's ceiling; not read further.
    TooLarge {
        /// The stored size in bytes.
        bytes: u64,
    },
}

impl Body {
    /// The stored size in bytes, which `body_bytes` limits.
    pub fn bytes(&self) -> u64 {
        match self {
            Body::Text(content) => content.bytes,
            Body::TooLarge { bytes } => *bytes,
        }
    }
}

/// A valid skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skill {
    /// Its name, which is also its directory's.
    pub name: String,
    /// Its description, as YAML gives it (white space kept).
    pub description: String,
    /// Its body.
    pub body: Body,
    /// `SKILL.md`, relative to the workspace, for display.
    pub file: String,
    /// The line of `SKILL.md` on which the body starts (from 1).
    pub body_line: usize,
    /// Front matter keys kept for display only (`license`, `allowed-tools`, unknown ones …), in file order, the value
    /// as compact YAML or JSON text. They have no effect (U2).
    pub extra: Vec<(String, String)>,
    /// SHA-256 (hex) of name, description and body (U7).
    pub fingerprint: String,
    /// Warnings found while loading.
    pub warnings: Vec<Diagnostic>,
}

/// A shared skill.
pub type SharedSkill = Arc<Skill>;
