//! The disk, read safely: where a workspace lies, its config, its skills, and the immutable snapshot one turn uses.
//!
//! ```text
//! Roots ──▶ Workspace::open ──▶ load ──▶ Snapshot (config + skills, Arc) ──▶ capture ──▶ Library (+ references)
//! ```
//!
//! A [`Snapshot`] holds what the catalog and the resident bodies need; a [`Library`] adds the references, captured when
//! a turn starts, so that the turn keeps its content to its end (U15). Reading goes through the sandbox alone (U5).
//!
//! | file | holds |
//! |---|---|
//! | `sandbox` | bytes: no link on the way, a regular file, at most so many |
//! | `path` | relative paths, and which refusal comes first |
//! | `yaml` | text → tree with places; also read by settings and scenarios |
//! | `front_matter`, `skill` | one `SKILL.md`: its fences, its fields, its body |
//! | `config` | `skills_config.yml`, and its names held against the skills |
//! | `digest` | fingerprints, computed when looked at |
//! | `source` | a skill's files as stored, for who judges texts and not only meanings |
//! | `snapshot`, `capture`, `library` | loading everything; the references of a turn; what the model may ask for |
//! | `edit` | skills changed in memory |
//! | `watch`, `write` | changes on disk; files written and replaced whole |
//! | `temporary` | the file beside it that a write begins with, and those that a killed write left |

mod capture;
mod config;
mod digest;
mod edit;
mod front_matter;
mod library;
mod path;
mod revision;
mod sandbox;
mod skill;
mod snapshot;
mod source;
mod temporary;
mod watch;
mod write;
pub(crate) mod yaml;

pub use config::{CEILING, Config, ConfigEdit, Limit, Limits, Source, Where, config_schema, edited};
pub use digest::Digest;
pub use edit::SkillEdit;
pub use library::{Content, Fault, Library, REFERENCES, Reference};
pub use path::reference as reference_path;
pub use revision::checkout;
pub use skill::{Body, SKILL_FILE, Skill, fingerprint, is_skill_name};
pub use snapshot::{Loaded, MAX_CONFIG, Refused, Snapshot};
pub use source::{ReferenceSource, SkillSource};
pub use watch::Watch;
pub use write::{open_to_append, overwrite_file, read_stored_file, replace_file, write_new_file};

use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::diag::{Code, Diagnostic, Place};
use sandbox::{EntryKind, Folder, Refusal, RegularFile};

/// Where the parts of a workspace lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roots {
    /// The workspace itself; scenarios and `skillstage.yml` lie here, and places are shown relative to it.
    pub base: PathBuf,
    /// The skills root; may itself be a link (U1).
    pub skills: PathBuf,
    /// The config file. `None` (from `--skills` alone): every valid skill is on the allowlist, nothing is bound.
    pub config: Option<PathBuf>,
    /// The host has no cap on bodies (D6): they are read up to [`UNCAPPED_BODY_BYTES`], whatever the config says.
    pub uncapped: bool,
}

/// Most bytes that are read of a body whose host has no cap. It bounds memory alone: a body over it loads as an error
/// that names both numbers.
pub const UNCAPPED_BODY_BYTES: u64 = 8 << 20;

/// Most files of a directory that are listed.
const MAX_LISTED: usize = 20_000;

/// Where a workspace holds its config.
pub const CONFIG_FILE: &str = "skills_config.yml";

impl Roots {
    /// The roots of a workspace directory.
    pub fn workspace(base: impl Into<PathBuf>) -> Roots {
        let base = base.into();
        Roots { skills: base.join("skills"), config: Some(base.join(CONFIG_FILE)), base, uncapped: false }
    }
}

/// A workspace whose roots are open.
#[derive(Debug)]
pub struct Workspace {
    roots: Roots,
}

/// Reads a text file that belongs to the person and to no workspace, such as their settings. Here links are followed:
/// people keep such files elsewhere. At most `max_bytes`; the text comes without BOM, line ends as LF. `None` where there
/// is no such file.
///
/// # Errors
/// `file-not-regular`, `file-unreadable`, `file-too-large`, `file-binary` or `file-not-utf8`.
pub fn read_personal_file(path: &Path, max_bytes: u64) -> Result<Option<String>, Diagnostic> {
    let read = || {
        let Some(mut file) = RegularFile::ambient(path)? else { return Ok(None) };
        sandbox::text(&file.read_all(max_bytes)?).map(|text| Some(sandbox::normal(text).into_owned()))
    };
    read().map_err(|refusal: Refusal| refusal.diagnostic(&path.display().to_string()))
}

impl Workspace {
    /// Opens the roots. Reads no skill yet.
    ///
    /// # Errors
    /// `not-a-workspace` when the skills root is no directory and there is no config file either.
    pub fn open(roots: Roots) -> Result<Workspace, Diagnostic> {
        let skills = is_there(&roots.skills, Metadata::is_dir);
        let config = roots.config.as_ref().map_or(Ok(false), |config| is_there(config, Metadata::is_file));
        let (place, message) = match (skills, config, &roots.config) {
            (Ok(true), ..) | (_, Ok(true), _) => return Ok(Workspace { roots }),
            (Err(error), ..) => (&roots.skills, format!("cannot be read: {error}")),
            (_, Err(error), Some(config)) => (config, format!("cannot be read: {error}")),
            (_, _, Some(config)) => {
                // The workspace itself is to blame only where its own part was asked for.
                let place = if roots.skills.starts_with(&roots.base) { &roots.base } else { &roots.skills };
                (place, format!("neither {} nor {} exists", roots.skills.display(), config.display()))
            }
            (_, _, None) => (&roots.skills, "is not a directory".to_owned()),
        };
        let help = "`skillstage demo` opens a sample workspace, `skillstage init` writes one out";
        let place = Place::file(place.display().to_string());
        Err(Diagnostic::error(Code::NotAWorkspace, message).at(place).help(help))
    }

    /// Where its parts lie.
    pub fn roots(&self) -> &Roots {
        &self.roots
    }

    /// Reads a text file that lies in the workspace, `relative` to it, under the rules of U5: no link on the way, a
    /// regular file, at most `max_bytes`, UTF-8. The text comes without BOM, line ends as LF. `None` where there is no
    /// such file.
    ///
    /// # Errors
    /// A `path-…` code for a path that leaves the workspace or is odd, a `file-…` code for a file that is refused.
    pub fn read_file(&self, relative: &str, max_bytes: u64) -> Result<Option<String>, Diagnostic> {
        let components = file_components(relative)?;
        self.read_components(&components, max_bytes).map_err(|refusal| refusal.diagnostic(relative))
    }

    /// The names of the files in a directory of the workspace, links among them, sorted by code point (U7); `None` where
    /// there is no such directory. No link on the way is followed (U5).
    ///
    /// # Errors
    /// As [`Workspace::read_file`]; `too-many` for more than 20,000 files.
    pub fn list_files(&self, relative: &str) -> Result<Option<Vec<String>>, Diagnostic> {
        let components = file_components(relative)?;
        let refused = |refusal: Refusal| refusal.diagnostic(relative);
        let Some(mut folder) = Folder::root(&self.roots.base).map_err(refused)? else { return Ok(None) };
        for name in components {
            match folder.folder(OsStr::new(name)) {
                Ok(Some(inner)) => folder = inner,
                Ok(None) => return Ok(None),
                Err(refusal) if refusal.fault.code == Code::FileNotRegular => return Ok(None),
                Err(refusal) => return Err(refused(refusal)),
            }
        }
        let listing = folder.list(MAX_LISTED, |_, kind| kind != EntryKind::Folder).map_err(refused)?;
        if listing.dropped > 0 {
            let message = format!("{} more files than the {MAX_LISTED} that are listed", listing.dropped);
            return Err(Diagnostic::error(Code::TooMany, message).at(Place::file(relative)));
        }
        Ok(Some(listing.entries.into_iter().map(|(name, _)| name.to_string_lossy().into_owned()).collect()))
    }

    fn read_components(&self, components: &[&str], max_bytes: u64) -> Result<Option<String>, Refusal> {
        let Some(root) = Folder::root(&self.roots.base)? else { return Ok(None) };
        let Some(mut file) = root.walk(components)? else { return Ok(None) };
        sandbox::text(&file.read_all(max_bytes)?).map(|text| Some(sandbox::normal(text).into_owned()))
    }

    /// A path as diagnostics show it: relative to the workspace where it lies inside, with `/` on every system.
    fn shown(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.roots.base).unwrap_or(path);
        let components = inside.components().map(|component| component.as_os_str().to_string_lossy());
        components.collect::<Vec<_>>().join("/").replace("//", "/")
    }
}

/// Whether what stands at `path`, links followed, is of the wanted kind.
///
/// # Errors
/// When it cannot be known, such as for a directory on the way that one may not enter.
fn is_there(path: &Path, is_wanted: impl Fn(&Metadata) -> bool) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(is_wanted(&metadata)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(false),
        Err(error) => Err(error),
    }
}

/// A name in a directory as diagnostics show the two; the workspace itself has no label.
fn joined(directory: &str, name: &str) -> String {
    match directory.is_empty() {
        true => name.to_owned(),
        false => format!("{directory}/{name}"),
    }
}

/// The components of a path in the workspace, none empty.
///
/// # Errors
/// Those of [`path::components`]; `path-empty` for an empty component.
fn file_components(relative: &str) -> Result<Vec<&str>, Diagnostic> {
    let refused = |code, message: String| Diagnostic::error(code, message).at(Place::file(relative));
    let components = path::components(relative).map_err(|fault| refused(fault.code, fault.message))?;
    match components.is_empty() || components.contains(&"") {
        true => Err(refused(Code::PathEmpty, "the path has an empty component".to_owned())),
        false => Ok(components),
    }
}
