//! The references of every skill that a turn may read, captured when it starts (U4, U15).

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::sync::Arc;

use rayon::prelude::*;

use super::library::{Content, Fault, REFERENCES, Reference};
use super::sandbox::{self, EntryKind, Folder, Listing, Refusal};
use super::{Library, Snapshot, Workspace, path};
use crate::diag::Code;

/// Most references of one skill.
pub(super) const MAX_REFERENCES: usize = 1_000;
/// Most references of one capture; with `reference_bytes` at its ceiling they hold at most 256 MiB.
const MAX_CAPTURED: usize = 16_384;

impl Workspace {
    /// Reads the references of every allowed skill of `snapshot`, so that a turn can start (U15). What cannot be read,
    /// or is more than is taken in, stands in the library with its fault; nothing is left out silently.
    pub fn capture(&self, snapshot: Arc<Snapshot>) -> Library {
        // A turn shows it: computed here, off the screen's loop.
        snapshot.id.compute();
        let Ok(Some(root)) = Folder::root(&self.roots.skills) else { return Library::without_references(snapshot) };
        let allowed = allowed_skills(&snapshot);
        let mut listed: Vec<Listed> = allowed.into_par_iter().map(|name| Listed::list(&root, name)).collect();
        bound(&mut listed, MAX_CAPTURED);
        let limit = snapshot.config.limits.reference_bytes;
        let references: BTreeMap<String, Vec<Reference>> =
            listed.into_par_iter().map(|listed| (listed.skill.to_owned(), listed.read(&root, limit))).collect();
        let references = references.into_iter().filter(|(_, references)| !references.is_empty()).collect();
        Library { snapshot, references }
    }
}

/// The names on the allowlist that have a valid skill, sorted.
fn allowed_skills(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.config.allowlist.iter().map(String::as_str).filter(|name| snapshot.skill(name).is_some()).collect()
}

/// Leaves the first `most` files in the order of skills, then of paths.
fn bound(listed: &mut [Listed], most: usize) {
    let mut left = most;
    for listed in listed {
        let kept = listed.listing.entries.len().min(left);
        listed.listing.dropped += listed.listing.entries.len() - kept;
        listed.listing.entries.truncate(kept);
        left -= kept;
    }
}

/// The names in a skill's `references/`. No handle is kept between listing and reading: there may be more skills than
/// handles.
struct Listed<'a> {
    skill: &'a str,
    listing: Listing,
    fault: Option<Fault>,
}

impl<'a> Listed<'a> {
    fn list(root: &Folder, skill: &'a str) -> Listed<'a> {
        let is_reference = |name: &OsStr, _: EntryKind| path::is_reference_name(&name.to_string_lossy());
        let listing = match open(root, skill) {
            Ok(Some(folder)) => folder.list(MAX_REFERENCES, is_reference),
            Ok(None) => Ok(Listing::default()),
            Err(refusal) => Err(refusal),
        };
        match listing {
            Ok(listing) => Listed { skill, fault: None, listing },
            Err(refusal) => Listed { skill, fault: Some(about_the_directory(refusal)), listing: Listing::default() },
        }
    }

    fn read(self, root: &Folder, limit: u64) -> Vec<Reference> {
        let mut references = Vec::with_capacity(self.listing.entries.len());
        let fault = self.fault.or_else(|| too_many(&self.listing));
        references.extend(fault.map(|fault| Reference { path: REFERENCES.to_owned(), content: Err(fault) }));
        if self.listing.entries.is_empty() {
            return references;
        }
        let folder = open(root, self.skill);
        references.extend(self.listing.entries.iter().map(|(name, _)| Reference {
            path: format!("{REFERENCES}/{}", name.to_string_lossy()),
            content: match &folder {
                Ok(Some(folder)) => read(folder, name, limit),
                Ok(None) => Err(gone()),
                Err(refusal) => Err(about_the_directory(refusal.clone())),
            },
        }));
        references
    }
}

fn open(root: &Folder, skill: &str) -> Result<Option<Folder>, Refusal> {
    let Some(folder) = root.folder(OsStr::new(skill))? else { return Ok(None) };
    folder.folder(OsStr::new(REFERENCES))
}

fn read(folder: &Folder, name: &OsStr, limit: u64) -> Result<Content, Fault> {
    let stored = stored(folder, name, limit)?;
    let content = Content::new(sandbox::normal(&stored), stored.len() as u64);
    content.sha256.compute(); // hashed here, on all cores and off the screen's loop
    Ok(content)
}

/// The text of a reference as stored, under a `reference_bytes` of `limit` (U5, U6).
pub(super) fn stored(folder: &Folder, name: &OsStr, limit: u64) -> Result<String, Fault> {
    if name.to_str().is_none() {
        return Err(Fault { code: Code::FileNotUtf8, message: "the file's name is not UTF-8".to_owned() });
    }
    let mut file = match folder.file(name) {
        Ok(Some(file)) => file,
        Ok(None) => return Err(gone()),
        Err(refusal) => return Err(refusal.fault),
    };
    let bytes = file.read_all(limit).map_err(|refusal| too_large(refusal, limit))?;
    sandbox::text(&bytes).map(str::to_owned).map_err(|refusal| refusal.fault)
}

/// The size that the sandbox refused, as the reference's own code.
fn too_large(refusal: Refusal, limit: u64) -> Fault {
    match refusal.fault.code {
        Code::FileTooLarge => Fault {
            code: Code::ReferenceTooLarge,
            message: format!("{} (`reference_bytes` is {limit})", refusal.fault.message),
        },
        _ => refusal.fault,
    }
}

fn gone() -> Fault {
    Fault { code: Code::ReferenceNotFound, message: "the file is gone".to_owned() }
}

pub(super) fn about_the_directory(refusal: Refusal) -> Fault {
    Fault { message: format!("`{REFERENCES}` {}", refusal.fault.message), ..refusal.fault }
}

pub(super) fn too_many(listing: &Listing) -> Option<Fault> {
    (listing.dropped > 0).then(|| Fault {
        code: Code::TooMany,
        message: format!("{} more references than are taken in; the last by name are left out", listing.dropped),
    })
}
