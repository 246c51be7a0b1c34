//! A skill's files as they are stored: what `check` judges. They are read once, handed to whoever judges them, and go,
//! so that memory holds the texts of as many skills as there are cores.

use std::ffi::OsStr;
use std::ops::Range;
use std::sync::Mutex;

use super::capture::{MAX_REFERENCES, about_the_directory, stored, too_many};
use super::library::{Fault, REFERENCES};
use super::sandbox::{EntryKind, Folder};
use super::skill::{self, Opened, SKILL_FILE, Stored};
use super::snapshot::without_config;
use super::{CEILING, Loaded, Refused, Skill, Source, Workspace, path};
use crate::diag::Diagnostic;
use std::sync::Arc;

/// Deepest directory of a skill whose files are listed.
const MAX_DEPTH: usize = 6;
/// Most files of a skill that are listed besides its references.
const MAX_FILES: usize = 2_000;

/// One skill directory as it is stored.
#[derive(Debug)]
pub struct SkillSource<'a> {
    /// The directory's name.
    pub dir: &'a str,
    /// Its `SKILL.md`, relative to the workspace.
    pub file: String,
    /// The text of `SKILL.md`, BOM and line ends as stored; only the start where the body is larger than the host's
    /// ceiling. `None` where it was refused unread.
    pub text: Option<&'a str>,
    /// The bytes between the fences and those of the body, where there are fences.
    pub parts: Option<(Range<usize>, Range<usize>)>,
    /// Its references, by path (U7).
    pub references: Vec<ReferenceSource>,
    /// Its other files, relative to the directory, with `/`; a bounded number of them.
    pub others: Vec<String>,
    /// The skill, or why it is refused.
    pub skill: &'a Result<Skill, Refused>,
}

impl SkillSource<'_> {
    /// A file of the directory, by its path in it, relative to the workspace.
    pub fn sibling(&self, path: &str) -> String {
        super::joined(self.file.strip_suffix(SKILL_FILE).unwrap_or_default().trim_end_matches('/'), path)
    }
}

/// One reference as it is stored.
#[derive(Debug)]
pub struct ReferenceSource {
    /// Relative to the skill's directory: `references/x.md`; [`REFERENCES`] alone stands for the directory.
    pub path: String,
    /// Its text as stored, or why it cannot be read.
    pub text: Result<String, Fault>,
}

impl Workspace {
    /// As [`Workspace::load`] with nothing before; `judge` sees the files of every skill on the way, from many threads,
    /// and what it gives comes by the directory's name. Of the bodies only those of the allowlist are kept. With `only`
    /// it sees the files of these directories, whose bodies are kept, too.
    pub fn load_judged<T: Send>(
        &self,
        only: &[String],
        judge: impl Fn(&SkillSource<'_>) -> T + Sync,
    ) -> (Loaded, Vec<T>) {
        let (read, broken) = match self.read_config(None) {
            Ok(read) => (read, None),
            Err(broken) => (without_config(Source::Broken), Some(broken)),
        };
        let limit = read.config.limits.reference_bytes;
        let judged = Mutex::new(Vec::new());
        let shelf = self.shelf_of(&read.config, |root, dir, label, buffer| {
            let name = dir.to_string_lossy();
            let keeps = |name: &str| read.config.allowlist.contains(name);
            if !only.is_empty() && !only.iter().any(|only| *only == name) {
                return skill::read(root, dir, label, keeps, CEILING.body_bytes, buffer);
            }
            let keep = !only.is_empty() || keeps(&name);
            let (skill, verdict) = source(root, dir, label, keep, limit, buffer, &judge)?;
            // A poisoned lock means that another judge panicked, which this run ends on anyway.
            judged.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((name.into_owned(), verdict));
            Some(skill)
        });
        let mut judged = judged.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        judged.sort_by(|a, b| a.0.cmp(&b.0));
        let snapshot = Arc::new(self.snapshot_of(read, shelf));
        (Loaded { snapshot, broken }, judged.into_iter().map(|(_, verdict)| verdict).collect())
    }
}

/// Reads one directory and has it judged. `None` where it holds no `SKILL.md` and so is no skill (U1).
fn source<T>(
    root: &Folder,
    dir: &OsStr,
    label: &str,
    keep: bool,
    limit: u64,
    buffer: &mut Vec<u8>,
    judge: &impl Fn(&SkillSource<'_>) -> T,
) -> Option<(Result<Skill, Refused>, T)> {
    let name = dir.to_string_lossy();
    let refused = |diagnostics: Vec<Diagnostic>| Err(Refused { dir: name.to_string(), diagnostics });
    let file = format!("{label}/{name}/{SKILL_FILE}");
    let unread = |error: Diagnostic| {
        let skill = refused(vec![error]);
        let source = SkillSource {
            dir: &name,
            file: file.clone(),
            text: None,
            parts: None,
            references: Vec::new(),
            others: Vec::new(),
            skill: &skill,
        };
        let verdict = judge(&source);
        (skill, verdict)
    };
    let Opened { folder, mut file, label } = match skill::open(root, dir, label)? {
        Ok(opened) => opened,
        Err(error) => return Some(unread(error)),
    };
    let (text, size) = match skill::stored_text(&mut file, &label, CEILING.body_bytes, buffer) {
        Ok(read) => read,
        Err(error) => return Some(unread(error)),
    };
    let (parts, skill) = match Stored::of(text, size, &label, CEILING.body_bytes) {
        Ok(stored) => (Some(stored.parts()), stored.skill(&name, label.clone(), keep).or_else(refused)),
        Err(error) => (None, refused(vec![error])),
    };
    let (references, others) = (references(&folder, limit), others(&folder));
    let source = SkillSource { dir: &name, file: label, text: Some(text), parts, references, others, skill: &skill };
    let verdict = judge(&source);
    Some((skill, verdict))
}

/// The references of a skill. Where the directory is refused, or holds more than are taken in, an entry for it says so.
fn references(folder: &Folder, limit: u64) -> Vec<ReferenceSource> {
    let of_directory = |fault: Fault| ReferenceSource { path: REFERENCES.to_owned(), text: Err(fault) };
    let is_reference =
        |name: &OsStr, kind| kind != EntryKind::Folder && path::is_reference_name(&name.to_string_lossy());
    let opened = folder.folder(OsStr::new(REFERENCES));
    let listed = opened.and_then(|folder| {
        let listing = folder.as_ref().map(|folder| folder.list(MAX_REFERENCES, is_reference)).transpose()?;
        Ok(folder.zip(listing))
    });
    let (folder, listing) = match listed {
        Ok(Some(listed)) => listed,
        Ok(None) => return Vec::new(),
        Err(refusal) => return vec![of_directory(about_the_directory(refusal))],
    };
    let read = listing.entries.iter().map(|(name, _)| ReferenceSource {
        path: format!("{REFERENCES}/{}", name.to_string_lossy()),
        text: stored(&folder, name, limit),
    });
    too_many(&listing).map(of_directory).into_iter().chain(read).collect()
}

/// The other files of a skill, a bounded number of them, relative to its directory.
fn others(folder: &Folder) -> Vec<String> {
    let mut found = Vec::new();
    list(folder, "", 0, &mut found);
    found
}

fn list(folder: &Folder, path: &str, depth: usize, found: &mut Vec<String>) {
    let left = MAX_FILES.saturating_sub(found.len());
    if left == 0 || depth > MAX_DEPTH {
        return;
    }
    let listing = folder.list(left, |_, _| true).unwrap_or_default();
    for (name, kind) in listing.entries {
        let shown = super::joined(path, &name.to_string_lossy());
        let is_reference = path == REFERENCES && path::is_reference_name(&name.to_string_lossy());
        match kind {
            EntryKind::Folder => {
                if let Ok(Some(inner)) = folder.folder(&name) {
                    list(&inner, &shown, depth + 1, found);
                }
            }
            _ if is_reference || shown == SKILL_FILE => {}
            _ => found.push(shown),
        }
    }
    found.truncate(MAX_FILES);
}
