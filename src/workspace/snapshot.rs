//! The immutable, validated state of config and skills that one turn uses (U12, U15).

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::config::{self, Judge, ReadConfig, Source};
use super::sandbox::{self, EntryKind, Folder, Listing, Refusal};
use super::{CEILING, Config, Digest, Roots, Skill, UNCAPPED_BODY_BYTES, Workspace, skill};
use crate::diag::{Code, Diagnostic, Place};
use crate::text::sha256;

/// Most directories of a skills root that are looked at.
const MAX_SKILL_DIRECTORIES: usize = 20_000;
/// Largest `skills_config.yml`, in bytes.
pub const MAX_CONFIG: u64 = 1024 * 1024;

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
    pub id: Digest,
    /// The config in force.
    pub config: Config,
    /// Every valid skill, on the allowlist or not, sorted by name by code point (U7).
    pub skills: Vec<Arc<Skill>>,
    /// Every refused directory, sorted by name.
    pub refused: Vec<Refused>,
    /// What is wrong with the config (U9, U11) and the skills root, in file order. Skills' own findings are with them.
    pub diagnostics: Vec<Diagnostic>,
}

impl Snapshot {
    /// The skill of that name.
    pub fn skill(&self, name: &str) -> Option<&Arc<Skill>> {
        self.skills.binary_search_by(|skill| skill.name.as_str().cmp(name)).ok().map(|index| &self.skills[index])
    }

    /// Whether `name` is on the allowlist.
    pub fn is_allowed(&self, name: &str) -> bool {
        self.config.allowlist.contains(name)
    }

    /// Everything found in config and skills: the config's own findings, then refused skills, then warnings, each by name.
    pub fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        let refused = self.refused.iter().flat_map(|refused| &refused.diagnostics);
        let warnings = self.skills.iter().flat_map(|skill| &skill.warnings);
        self.diagnostics.iter().chain(refused).chain(warnings)
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
    /// none before, the behaviour is that of `enabled: false` (U12). A config file that is missing or empty while there
    /// is a `previous` snapshot that came from a file is broken as well (U8).
    pub fn load(&self, previous: Option<&Arc<Snapshot>>) -> Loaded {
        let previous = previous.filter(|snapshot| snapshot.config.source != Source::Broken);
        let broken = match self.read_config(previous) {
            Ok(read) => return Loaded { snapshot: Arc::new(self.snapshot(read, Bodies::All)), broken: None },
            Err(broken) => broken,
        };
        let snapshot = previous.cloned();
        let snapshot = snapshot.unwrap_or_else(|| Arc::new(self.snapshot(without_config(Source::Broken), Bodies::All)));
        Loaded { snapshot, broken: Some(broken) }
    }

    /// As [`Workspace::load`] with nothing before, for who shows what stands in a prompt from the start and goes: every
    /// skill is read and judged alike, but of the bodies only those that the config binds are kept
    /// ([`Body::LetGo`](super::Body)). Its fingerprints and id do not tell the others apart.
    pub fn load_catalog(&self) -> Loaded {
        let (read, broken) = match self.read_config(None) {
            Ok(read) => (read, None),
            Err(broken) => (without_config(Source::Broken), Some(broken)),
        };
        Loaded { snapshot: Arc::new(self.snapshot(read, Bodies::Bound)), broken }
    }

    pub(super) fn read_config(&self, previous: Option<&Arc<Snapshot>>) -> Result<ReadConfig, Diagnostic> {
        let Some(path) = &self.roots.config else { return Ok(without_config(Source::None)) };
        let label = self.shown(path);
        let text = sandbox::stored_text(path, MAX_CONFIG).map_err(|refusal| refusal.diagnostic(&label))?;
        let ran_with_file = previous.is_some_and(|snapshot| snapshot.config.source == Source::File);
        let read = match &text {
            Some(text) => config::read(text, &label)?,
            None => ReadConfig { findings: self.missed(path, &label), ..without_config(Source::Missing) },
        };
        if ran_with_file && matches!(read.config.source, Source::Missing | Source::Nothing) {
            let what = if text.is_some() { "is empty now" } else { "is gone" };
            let message = format!("the config {what}; the last valid one stays in force");
            let help = "write `enabled: false` to turn skills off";
            return Err(Diagnostic::error(Code::ConfigVanished, message).at(Place::file(label)).help(help));
        }
        Ok(read)
    }

    /// The config file as diagnostics name it; where none is asked for, as a workspace names its own.
    pub fn config_name(&self) -> String {
        self.roots.config.as_ref().map_or_else(|| super::CONFIG_FILE.to_owned(), |path| self.shown(path))
    }

    /// The config file as diagnostics name it, and its text as stored; `None` where there is none that can be read.
    pub fn stored_config(&self) -> Option<(String, String)> {
        let path = self.roots.config.as_ref()?;
        Some((self.shown(path), sandbox::stored_text(path, MAX_CONFIG).ok()??))
    }

    /// A config that is not there is as an empty one (U8); where somebody named it, that is likely a slip.
    fn missed(&self, path: &Path, label: &str) -> Vec<Diagnostic> {
        if Roots::workspace(&self.roots.base).config.as_deref() == Some(path) {
            return Vec::new();
        }
        let warning = Diagnostic::warning(Code::FileUnreadable, "there is no such config; it is taken as an empty one");
        vec![warning.at(Place::file(label)).help("check the path: with an empty config skills are off")]
    }

    fn snapshot(&self, read: ReadConfig, bodies: Bodies) -> Snapshot {
        let shelf = self.shelf(&read.config, bodies);
        self.snapshot_of(read, shelf)
    }

    /// The snapshot of a config and of what the skills root holds.
    pub(super) fn snapshot_of(&self, read: ReadConfig, shelf: Shelf) -> Snapshot {
        let ReadConfig { mut config, findings, mentions } = read;
        let Shelf { skills, refused, findings: shelf_findings } = shelf;
        if config.source == Source::None {
            config.enabled = true;
            config.allowlist = skills.iter().map(|skill| skill.name.clone()).collect();
        }
        let label = self.roots.config.as_deref().map(|path| self.shown(path)).unwrap_or_default();
        let judged = Judge::new(&config, &skills, &refused).mentions(&mentions, &label);
        let mut diagnostics: Vec<Diagnostic> = findings.into_iter().chain(judged).chain(shelf_findings).collect();
        diagnostics.sort_by(|a, b| a.place.cmp(&b.place));
        Snapshot { id: id_of(&config, &skills), config, skills, refused, diagnostics }
    }

    /// Every skill and every refused directory of the skills root; a body over `body_bytes` gets a warning (U6).
    fn shelf(&self, config: &Config, bodies: Bodies) -> Shelf {
        let keeps = |name: &str| bodies == Bodies::All || config.binds(name);
        let most = if self.roots.uncapped { UNCAPPED_BODY_BYTES } else { CEILING.body_bytes };
        self.shelf_of(config, |root, name, label, buffer| skill::read(root, name, label, keeps, most, buffer))
    }

    /// What `read` makes of the directories of the skills root, given the root, the directory's name, the root as
    /// diagnostics show it, and a buffer that serves many skills. Spread over the cores.
    pub(super) fn shelf_of(
        &self,
        config: &Config,
        read: impl Fn(&Folder, &OsStr, &str, &mut Vec<u8>) -> Option<Result<Skill, Refused>> + Sync,
    ) -> Shelf {
        let label = self.shown(&self.roots.skills);
        let (root, listing) = match self.list_skills() {
            Ok(Some(listed)) => listed,
            Ok(None) => {
                let warning = Diagnostic::warning(Code::FileUnreadable, "there is no skills directory");
                return Shelf { findings: vec![warning.at(Place::file(label))], ..Shelf::default() };
            }
            Err(refusal) => return Shelf { findings: vec![refusal.diagnostic(&label)], ..Shelf::default() },
        };
        let limit = if self.roots.uncapped { UNCAPPED_BODY_BYTES } else { config.limits.body_bytes };
        // Names are unique and sorted, so the results are in order whichever core read them.
        let read: Vec<_> = listing
            .entries
            .par_iter()
            .map_init(Vec::new, |buffer, (name, _)| read(&root, name, &label, buffer))
            .flatten()
            .collect();
        let mut shelf = Shelf::default();
        for result in read {
            match result {
                Ok(mut skill) => {
                    skill.warn_if_body_over(limit);
                    shelf.skills.push(Arc::new(skill));
                }
                Err(refused) => shelf.refused.push(refused),
            }
        }
        if listing.dropped > 0 {
            let message = format!(
                "{} more directories than the {MAX_SKILL_DIRECTORIES} that are read; the last by name are left out",
                listing.dropped
            );
            shelf.findings.push(Diagnostic::error(Code::TooMany, message).at(Place::file(label)));
        }
        shelf
    }

    fn list_skills(&self) -> Result<Option<(Folder, Listing)>, Refusal> {
        let Some(root) = Folder::root(&self.roots.skills)? else { return Ok(None) };
        let listing =
            root.list(MAX_SKILL_DIRECTORIES, |_, kind| matches!(kind, EntryKind::Folder | EntryKind::Link))?;
        Ok(Some((root, listing)))
    }
}

/// Which bodies a load keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bodies {
    /// All.
    All,
    /// Those that the config binds.
    Bound,
}

/// What the skills root holds.
#[derive(Default)]
pub(super) struct Shelf {
    skills: Vec<Arc<Skill>>,
    refused: Vec<Refused>,
    findings: Vec<Diagnostic>,
}

pub(super) fn without_config(source: Source) -> ReadConfig {
    ReadConfig { config: Config { source, ..Config::default() }, findings: Vec::new(), mentions: Vec::new() }
}

/// The config's meaning and the skills' fingerprints, hashed on all cores when first looked at.
pub(super) fn id_of(config: &Config, skills: &[Arc<Skill>]) -> Digest {
    let meaning = config.meaning();
    let fingerprints: Vec<Digest> = skills.iter().map(|skill| skill.fingerprint.clone()).collect();
    Digest::lazy(move || {
        let lines: Vec<String> = fingerprints.par_iter().map(|fingerprint| format!("\n{fingerprint}")).collect();
        sha256((meaning + &lines.concat()).as_bytes())
    })
}
