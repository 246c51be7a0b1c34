//! What one turn may still ask for, captured when it starts (U15): a snapshot and the references of its skills.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Snapshot;
use crate::diag::Code;

/// A text read from the disk, ready for the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The text, without BOM, line ends as LF.
    pub text: Arc<str>,
    /// Its size as stored, in bytes.
    pub bytes: u64,
    /// SHA-256 (hex) of `text`.
    pub sha256: String,
}

/// Why a content cannot be given to the model: the code and one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The error code of the result.
    pub code: Code,
    /// Why, in one sentence that names the numbers.
    pub message: String,
}

/// One file under `references/` that [`Library`] captured, or the reason why it cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Relative to the skill's directory: `references/examples.md`.
    pub path: String,
    /// Its content, or why not.
    pub content: Result<Content, Fault>,
}

/// A snapshot with its references.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Library {
    /// The config and skills.
    pub snapshot: Arc<Snapshot>,
    /// Per skill name its readable references (`*.md`, `*.txt`), sorted by path by code point (U7).
    pub references: BTreeMap<String, Vec<Reference>>,
}

impl Library {
    /// A library that captured no references: enough for a catalog.
    pub fn without_references(snapshot: Arc<Snapshot>) -> Library {
        Library { snapshot, references: BTreeMap::new() }
    }

    /// The body of a skill that the snapshot holds, under the config's `body_bytes` (U6).
    ///
    /// # Errors
    /// `skill-unknown`, `skill-refused` or `body-too-large`.
    pub fn body(&self, name: &str) -> Result<&Content, Fault> {
        let _ = name;
        todo!("workspace room")
    }

    /// The reference at `path` as the model wrote it, under the rules of U5 and the config's `reference_bytes`.
    /// Also gives the normal form of the path (`./references/x.md` is `references/x.md`, U21).
    ///
    /// # Errors
    /// The first class that fits of empty, nul, drive, backslash, absolute, traversal, not-a-reference, not-found; or
    /// what made the file unreadable.
    pub fn reference(&self, skill: &str, path: &str) -> Result<&Reference, Fault> {
        let _ = (skill, path);
        todo!("workspace room")
    }
}
