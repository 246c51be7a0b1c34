//! One skill: front matter and body (U2, U3, U6).

use std::ffi::OsStr;
use std::ops::Range;

use super::front_matter::{self, FRONT_MATTER_BYTES, Split};
use super::library::Content;
use super::sandbox::{self, Folder, RegularFile};
use super::yaml::{self, Map, Node, Origin};
use super::{Digest, Refused, UNCAPPED_BODY_BYTES, joined};
use crate::diag::{Code, Diagnostic, Place};
use crate::text::sha256;

mod fields;

pub use fields::is_name as is_skill_name;

/// The file that makes a directory a skill.
pub const SKILL_FILE: &str = "SKILL.md";

/// Most bytes of one `SKILL.md` besides its body: the front matter at its ceiling, and room for fences.
const HEAD_BYTES: u64 = FRONT_MATTER_BYTES as u64 + 1024;

/// A body, or why there is none to load (U6: never cut).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// The text, line ends as LF; `bytes` in it is the stored size after the front matter.
    Text(Content),
    /// Over the host's ceiling, or over what is read at all; not read further.
    TooLarge {
        /// The stored size in bytes.
        bytes: u64,
    },
    /// Read and found valid, then let go ([`Workspace::load_catalog`](super::Workspace::load_catalog)).
    LetGo {
        /// The stored size in bytes.
        bytes: u64,
    },
}

impl Body {
    /// The stored size in bytes, which `body_bytes` limits.
    pub fn bytes(&self) -> u64 {
        match self {
            Body::Text(content) => content.bytes,
            Body::TooLarge { bytes } | Body::LetGo { bytes } => *bytes,
        }
    }

    /// The text, where there is one.
    pub fn text(&self) -> Option<&Content> {
        match self {
            Body::Text(content) => Some(content),
            Body::TooLarge { .. } | Body::LetGo { .. } => None,
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
    pub fingerprint: Digest,
    /// Warnings found while loading.
    pub warnings: Vec<Diagnostic>,
}

impl Skill {
    /// Its reference at `path` (`references/x.md`), relative to the workspace as [`Skill::file`] is.
    pub fn reference_file(&self, path: &str) -> String {
        joined(self.file.strip_suffix(SKILL_FILE).unwrap_or_default().trim_end_matches('/'), path)
    }

    /// Adds a warning where the body is over the limit: the skill stays in the catalog, its load is an error (U6).
    pub(super) fn warn_if_body_over(&mut self, limit: u64) {
        let bytes = self.body.bytes();
        if bytes <= limit {
            return;
        }
        let message = format!("the body has {bytes} bytes; the limit is {limit}, so its load is an error");
        let help = "move parts of it into `references/`; nothing is ever cut";
        let place = Place::at(&self.file, self.body_line, 1);
        self.warnings.push(Diagnostic::warning(Code::BodyTooLarge, message).at(place).help(help));
    }
}

/// Reads the skill in the directory `dir` of the skills root; `label` is the root as diagnostics show it, `keeps` says
/// by its name whether its body is kept, `most` is the largest body in bytes that is read, `buffer` is one that serves
/// many skills. `None` where the directory holds no `SKILL.md` and so is no skill (U1).
pub fn read(
    root: &Folder,
    dir: &OsStr,
    label: &str,
    keeps: impl Fn(&str) -> bool,
    most: u64,
    buffer: &mut Vec<u8>,
) -> Option<Result<Skill, Refused>> {
    let shown = dir.to_string_lossy();
    let skill = open(root, dir, label)?.and_then(|mut opened| {
        let stored = Stored::read(&mut opened.file, &opened.label, most, buffer)?;
        Ok((stored, opened.label))
    });
    let skill = skill.map_err(|error| vec![error]);
    let skill = skill.and_then(|(stored, label)| stored.skill(&shown, label, keeps(&shown)));
    Some(skill.map_err(|diagnostics| Refused { dir: shown.to_string(), diagnostics }))
}

/// A `SKILL.md`, open, and the directory that it makes a skill.
pub struct Opened {
    /// The directory.
    pub folder: Folder,
    /// The file.
    pub file: RegularFile,
    /// The file as diagnostics name it.
    pub label: String,
}

/// Opens the `SKILL.md` of the directory `dir` of the skills root. `None` where it holds none and so is no skill (U1).
pub fn open(root: &Folder, dir: &OsStr, label: &str) -> Option<Result<Opened, Diagnostic>> {
    let folder_label = joined(label, &dir.to_string_lossy());
    let folder = match root.folder(dir) {
        Ok(folder) => folder?,
        Err(refusal) => return Some(Err(refusal.diagnostic(&folder_label))),
    };
    let label = joined(&folder_label, SKILL_FILE);
    match folder.file(OsStr::new(SKILL_FILE)) {
        Ok(file) => Some(Ok(Opened { file: file?, folder, label })),
        Err(refusal) => Some(Err(refusal.diagnostic(&label))),
    }
}

/// The skill that `text` makes as the `SKILL.md` of the directory `dir`, shown as `file`.
///
/// # Errors
/// As for a file on disk.
pub fn from_text(text: &str, dir: &str, file: String) -> Result<Skill, Vec<Diagnostic>> {
    let stored = Stored::of(text, text.len() as u64, &file, UNCAPPED_BODY_BYTES).map_err(|error| vec![error])?;
    stored.skill(dir, file, true)
}

/// What was read of a `SKILL.md`, and how large it is as stored.
pub struct Stored<'b> {
    /// Its text, BOM included; only the start where the body is larger than is read.
    pub text: &'b str,
    size: u64,
    split: Split,
    /// The largest body in bytes that is read.
    most: u64,
}

/// The text of a `SKILL.md` with the largest body in bytes that is read, and the file's whole size in bytes.
///
/// # Errors
/// A `file-…` code for what is no text.
pub fn stored_text<'b>(
    file: &mut RegularFile,
    label: &str,
    most: u64,
    buffer: &'b mut Vec<u8>,
) -> Result<(&'b str, u64), Diagnostic> {
    let bytes = file.read(HEAD_BYTES + most, buffer).map_err(|refusal| refusal.diagnostic(label))?;
    let size = file.size().max(bytes.len() as u64);
    let whole = size == bytes.len() as u64;
    let bytes = if whole { bytes } else { without_split_character(bytes) };
    Ok((sandbox::text(bytes).map_err(|refusal| refusal.diagnostic(label))?, size))
}

impl<'b> Stored<'b> {
    fn read(file: &mut RegularFile, label: &str, most: u64, buffer: &'b mut Vec<u8>) -> Result<Stored<'b>, Diagnostic> {
        let (text, size) = stored_text(file, label, most, buffer)?;
        Stored::of(text, size, label, most)
    }

    /// The fences of a text whose file has `size` bytes.
    pub fn of(text: &'b str, size: u64, label: &str, most: u64) -> Result<Stored<'b>, Diagnostic> {
        Ok(Stored { text, size, split: front_matter::split(text, label)?, most })
    }

    /// The bytes between the fences, and those of the body.
    pub fn parts(&self) -> (Range<usize>, Range<usize>) {
        (self.split.yaml.clone(), self.split.body..self.text.len())
    }

    /// Judges front matter and body. `dir` is the directory's name.
    pub fn skill(&self, dir: &str, file: String, keep: bool) -> Result<Skill, Vec<Diagnostic>> {
        let origin = Origin { file: &file, line: 2, byte: self.split.yaml.start };
        let root = yaml::parse(&self.text[self.split.yaml.clone()], origin).map_err(|error| vec![error])?;
        let front = keys_of(&root, &file).map_err(|error| vec![error])?;
        let fields = fields::judge(front, dir, &file)?;
        let body = self.body(keep);
        let fingerprint = fingerprint(&fields.name, &fields.description, &body);
        Ok(Skill {
            name: fields.name,
            description: fields.description,
            body,
            body_line: self.split.body_line,
            extra: fields.extra,
            fingerprint,
            warnings: fields.warnings,
            file,
        })
    }

    fn body(&self, keep: bool) -> Body {
        let bytes = self.size - self.split.body as u64;
        let whole = self.text.len() as u64 == self.size;
        if !whole || bytes > self.most {
            Body::TooLarge { bytes }
        } else if keep {
            Body::Text(Content::new(sandbox::with_line_feeds(&self.text[self.split.body..]), bytes))
        } else {
            Body::LetGo { bytes }
        }
    }
}

/// The front matter's keys; an empty front matter has none.
fn keys_of<'a>(root: &'a Node, file: &str) -> Result<&'a Map, Diagnostic> {
    static NONE: Map = Map { entries: Vec::new() };
    match root.as_map() {
        Some(map) => Ok(map),
        None if root.is_null() => Ok(&NONE),
        None => {
            let message = format!("the front matter is {}, not keys with values", root.describe());
            let help = "write one `key: value` a line, at least `name` and `description`";
            Err(Diagnostic::error(Code::FrontMatterNotMapping, message).at(root.place(file)).help(help))
        }
    }
}

/// The fingerprint of a skill (U7): of name, description and body, each with its length so that none runs into the next.
pub fn fingerprint(name: &str, description: &str, body: &Body) -> Digest {
    let head = format!("{}:{name}{}:{description}", name.len(), description.len());
    match body {
        Body::Text(content) => {
            let body = content.sha256.clone();
            Digest::lazy(move || sha256(format!("{head}{body}").as_bytes()))
        }
        Body::TooLarge { bytes } | Body::LetGo { bytes } => {
            let bytes = *bytes;
            Digest::lazy(move || sha256(format!("{head}no text: {bytes}").as_bytes()))
        }
    }
}

/// A partial read without the character at its end that was cut in its middle.
fn without_split_character(bytes: &[u8]) -> &[u8] {
    let tail = bytes.iter().rev().take(3).take_while(|byte| **byte & 0b1100_0000 == 0b1000_0000).count();
    let lead = bytes.len().saturating_sub(tail + 1);
    match bytes.get(lead) {
        Some(byte) if *byte >= 0b1100_0000 => &bytes[..lead],
        _ => bytes,
    }
}

/// A file-wide place at the opening fence, for keys that are missing.
fn opening(file: &str) -> Place {
    Place::at(file, 1, 1)
}

#[cfg(test)]
mod tests;
