//! What one turn may still ask for, captured when it starts (U15): a snapshot and the references of its skills.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Body, Digest, Skill, Snapshot, path};
use crate::diag::Code;
use crate::text::{echo, sha256};

/// A text read from the disk, ready for the prompt.
#[derive(Debug, Clone, Eq)]
pub struct Content {
    /// The text, without BOM, line ends as LF.
    pub text: Arc<str>,
    /// Its size as stored, in bytes.
    pub bytes: u64,
    /// SHA-256 (hex) of `text`.
    pub sha256: Digest,
}

impl Content {
    /// A content whose text is ready and took `bytes` on disk.
    pub fn new(text: impl Into<Arc<str>>, bytes: u64) -> Content {
        let text: Arc<str> = text.into();
        let hashed = Arc::clone(&text);
        Content { sha256: Digest::lazy(move || sha256(hashed.as_bytes())), text, bytes }
    }
}

/// Equal by size and digest: two libraries are compared on the screen's loop, and their texts are megabytes.
impl PartialEq for Content {
    fn eq(&self, other: &Content) -> bool {
        (self.bytes, &self.sha256) == (other.bytes, &other.sha256)
    }
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
    /// Relative to the skill's directory: `references/examples.md`. [`REFERENCES`] alone stands for the directory, where
    /// it is a link, cannot be listed, or holds more files than are taken in.
    pub path: String,
    /// Its content, or why not.
    pub content: Result<Content, Fault>,
}

/// The directory of a skill's references.
pub const REFERENCES: &str = "references";

/// A snapshot with its references.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Library {
    /// The config and skills.
    pub snapshot: Arc<Snapshot>,
    /// Per skill name its references (`*.md`, `*.txt`), readable or not, sorted by path by code point (U7).
    pub references: BTreeMap<String, Vec<Reference>>,
}

impl Library {
    /// A library that captured no references: enough for a catalog.
    pub fn without_references(snapshot: Arc<Snapshot>) -> Library {
        Library { snapshot, references: BTreeMap::new() }
    }

    /// The skill of that name. A directory that was refused is told apart from none only where the allowlist names it.
    ///
    /// # Errors
    /// `skill-unknown` or `skill-refused`.
    pub fn skill(&self, name: &str) -> Result<&Arc<Skill>, Fault> {
        let snapshot = &self.snapshot;
        let is_refused = || snapshot.is_allowed(name) && snapshot.refused.iter().any(|refused| refused.dir == name);
        match snapshot.skill(name) {
            Some(skill) => Ok(skill),
            None if is_refused() => Err(Fault {
                code: Code::SkillRefused,
                message: format!("`{}` is not available: its files were refused", echo(name)),
            }),
            None => {
                Err(Fault { code: Code::SkillUnknown, message: format!("`{}` is no skill of the catalog", echo(name)) })
            }
        }
    }

    /// The body of a skill that the snapshot holds, under the config's `body_bytes` (U6).
    ///
    /// # Errors
    /// `skill-unknown`, `skill-refused` or `body-too-large`.
    pub fn body(&self, name: &str) -> Result<&Content, Fault> {
        let limit = self.snapshot.config.limits.body_bytes;
        match &self.skill(name)?.body {
            Body::Text(content) if content.bytes <= limit => Ok(content),
            Body::LetGo { .. } => Err(Fault {
                code: Code::SkillRefused,
                message: format!("the body of `{name}` is not part of the recording"),
            }),
            body => Err(Fault {
                code: Code::BodyTooLarge,
                message: format!("the body of `{name}` has {} bytes; the limit is {limit}", body.bytes()),
            }),
        }
    }

    /// The reference at `path` as the model wrote it, under the rules of U5 and the config's `reference_bytes`; its
    /// `path` is the normal form (`./references/x.md` is `references/x.md`, U21).
    ///
    /// # Errors
    /// `skill-unknown` or `skill-refused`; then the first class that fits of empty, nul, drive, backslash, absolute,
    /// traversal, not-a-reference, not-found; or what made the file unreadable.
    pub fn reference(&self, skill: &str, path: &str) -> Result<&Reference, Fault> {
        self.skill(skill)?;
        let path = path::reference(path)?;
        let references = self.references.get(skill).map_or(&[][..], Vec::as_slice);
        let named = |wanted: &str| references.iter().find(|reference| reference.path == wanted);
        match named(&path).or_else(|| named(REFERENCES)) {
            Some(reference) => reference.content.as_ref().map(|_| reference).map_err(Fault::clone),
            None => Err(Fault {
                code: Code::ReferenceNotFound,
                message: format!("the skill `{skill}` has no file `{}`", echo(&path)),
            }),
        }
    }
}
