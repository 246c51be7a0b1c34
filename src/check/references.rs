//! References: what a skill's texts point to, and whether a model can read it (U4, U5).
//!
//! A link in Markdown is a promise. A path in prose or in a code span is one too, where it starts at `references/`; what
//! stands in a code block is an example. Addresses, anchors and placeholders (`<name>.md`, `*.md`, `{x}`) point to no
//! file. Each path is reported once in a text, where it stands first; a fix mends it everywhere.

mod context;
mod mentions;
mod named;
mod target;

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::Spotted;
use super::markdown::Outline;
use crate::diag::{Code, Diagnostic, Edit, Fix};
use crate::text::echo;
use crate::workspace::{is_skill_name, reference_path};

pub use named::unmentioned;
use target::{Target, is_example, is_placeholder, resolve};

/// A text of a skill.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// Its path in the skill's directory: `SKILL.md` or `references/x.md`.
    pub path: &'a str,
    /// The text as stored.
    pub text: &'a str,
    /// The outline of its Markdown.
    pub outline: &'a Outline<'a>,
}

impl Document<'_> {
    fn directory(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(directory, _)| directory)
    }
}

/// The files of a skill's directory.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    files: BTreeSet<String>,
    /// By the path in lower case; `None` where two differ in case alone.
    folded: HashMap<String, Option<String>>,
    /// The references that can be read, by their file names in lower case.
    readable: HashMap<String, String>,
}

impl Tree {
    /// The tree of these files, each as its path relative to the skill's directory, with `/` between components.
    pub fn new(files: impl IntoIterator<Item = String>) -> Tree {
        let mut tree = Tree { files: files.into_iter().collect(), ..Tree::default() };
        for file in &tree.files {
            let same = tree.folded.entry(file.to_lowercase());
            same.and_modify(|one| *one = None).or_insert_with(|| Some(file.clone()));
            if reference_path(file).is_ok() {
                tree.readable.insert(file_name(file).to_lowercase(), file.clone());
            }
        }
        tree
    }

    fn has(&self, path: &str) -> bool {
        self.files.contains(path)
    }

    /// The one file whose path differs in case alone.
    fn in_another_case(&self, path: &str) -> Option<&str> {
        self.folded.get(&path.to_lowercase())?.as_deref()
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// What is wrong with the links and paths of a text.
pub fn links(document: &Document<'_>, tree: &Tree) -> Vec<Spotted> {
    let mut found: Vec<Spotted> = Vec::new();
    let mut first: HashMap<String, usize> = HashMap::new();
    for pointer in pointers(document, tree) {
        // Code is asked for last: few paths have a fault, and for the others no Markdown needs to be read.
        let Some(diagnostic) = judge(document, tree, &pointer).filter(|_| !is_example_code(document, &pointer)) else {
            continue;
        };
        let key = format!("{} {}", diagnostic.code, pointer.target);
        match first.get(&key).and_then(|index| found.get_mut(*index)) {
            Some(earlier) => add_edits(&mut earlier.diagnostic, diagnostic.fix),
            None => {
                first.insert(key, found.len());
                found.push(Spotted { diagnostic, bytes: pointer.bytes });
            }
        }
    }
    found
}

/// The edits of a later place join those of the first.
fn add_edits(diagnostic: &mut Diagnostic, more: Option<Fix>) {
    if let (Some(fix), Some(more)) = (&mut diagnostic.fix, more) {
        fix.edits.extend(more.edits);
    }
}

/// A place that points to a path.
struct Pointer {
    target: String,
    bytes: Range<usize>,
    /// Whether the bytes are the target letter by letter.
    is_literal: bool,
    /// A link says so; else it is a path in prose.
    is_link: bool,
}

/// Whether the path stands in a code block, where no link says that it leads anywhere.
fn is_example_code(document: &Document<'_>, pointer: &Pointer) -> bool {
    !pointer.is_link && document.outline.in_code_block(pointer.bytes.start)
}

/// Links, and paths that start at `references/` outside links, in order. No links where each is sound at a glance.
fn pointers(document: &Document<'_>, tree: &Tree) -> Vec<Pointer> {
    let outline = document.outline;
    let mut pointers: Vec<Pointer> = Vec::new();
    let links = if outline.every_target(|target| is_sound(document, tree, target)) { &[] } else { outline.links() };
    for link in links {
        let target = link.target.split(['#', '?']).next().unwrap_or_default();
        let literal = link.bytes.start..link.bytes.start + target.len();
        let bytes = if link.is_literal { literal } else { link.bytes.clone() };
        pointers.push(Pointer { target: target.to_owned(), bytes, is_literal: link.is_literal, is_link: true });
    }
    let links = pointers.len();
    let (start, searched) = (outline.part.start, outline.markdown());
    for range in mentions::paths(searched) {
        let path = &searched[range.clone()];
        let Some(from) = start_of_reference(path) else { continue };
        let bytes = start + range.start + from..start + range.end;
        let at = pointers[..links].partition_point(|link| link.bytes.start <= bytes.start);
        let in_link = pointers[..at].last().is_some_and(|link| bytes.start < link.bytes.end);
        if !in_link && !context::is_link_text(document.text, bytes.end) {
            let target = path[from..].to_owned();
            pointers.push(Pointer { target, bytes, is_literal: true, is_link: false });
        }
    }
    pointers.sort_by_key(|pointer| pointer.bytes.start);
    pointers
}

/// Whether a link to this target has no fault.
fn is_sound(document: &Document<'_>, tree: &Tree, target: &str) -> bool {
    match resolve(target, document.directory()) {
        Target::NoFile => true,
        Target::Outside => false,
        Target::Inside { path, .. } => reference_path(&path).is_ok() && tree.has(&path),
    }
}

/// Where in a run of a path's characters `references/` starts, if nothing but prose without spaces stands before it.
fn start_of_reference(path: &str) -> Option<usize> {
    let at = path.find("references/")?;
    let before = path[..at].strip_suffix("./").unwrap_or(&path[..at]);
    let is_start = before.chars().next_back().is_none_or(|c| !c.is_ascii() && c.is_alphanumeric());
    is_start.then_some(before.len())
}

fn judge(document: &Document<'_>, tree: &Tree, pointer: &Pointer) -> Option<Diagnostic> {
    let (path, from_root) = match resolve(&pointer.target, document.directory()) {
        Target::NoFile => return None,
        Target::Outside => return pointer.is_link.then(|| outside(&pointer.target, document.directory())),
        Target::Inside { path, from_root } if pointer.is_link => (path, from_root),
        // Prose names paths as a request does, from the skill's directory.
        Target::Inside { path, from_root } => (from_root, path),
    };
    let paths = [path.as_str(), from_root.as_str()];
    if let Some(existing) = paths.into_iter().find(|path| tree.has(path)) {
        let readable = reference_path(existing).is_ok() || existing == SKILL_FILE;
        return (!readable).then(|| unreadable(existing));
    }
    if let Some(existing) = paths.into_iter().find_map(|path| tree.in_another_case(path)) {
        return Some(in_another_case(pointer, existing));
    }
    let is_promised = pointer.is_link || !context::says_otherwise(document.text, &pointer.bytes);
    if is_promised { missing(document, tree, pointer, &path) } else { None }
}

const SKILL_FILE: &str = "SKILL.md";

fn outside(target: &str, directory: &str) -> Diagnostic {
    if let Some(skill) = other_skill(target, directory) {
        let message = format!("`{}` is the file of another skill: a model gets it by name, not by path", echo(target));
        let help = format!("name `{skill}` for the model to load; people may follow the link");
        return Diagnostic::info(Code::LinkOutside, message).help(help);
    }
    let message = format!("`{}` leaves the skill's directory, so no model can read it", echo(target));
    let help = "name the other skill for the model to load, or copy the file to `references/`";
    Diagnostic::warning(Code::LinkOutside, message).help(help)
}

/// The skill beside this one whose `SKILL.md` a link from a file in `directory` leads to.
fn other_skill<'t>(target: &'t str, directory: &str) -> Option<&'t str> {
    let depth = directory.split('/').filter(|part| !part.is_empty()).count();
    let up = "../".repeat(depth + 1);
    let name = target.trim_start_matches("./").strip_prefix(&up)?.strip_suffix("/SKILL.md")?;
    is_skill_name(name).then_some(name)
}

fn unreadable(path: &str) -> Diagnostic {
    let why = match path.strip_prefix("references/") {
        Some(rest) if rest.contains('/') => "lies deeper than one level",
        Some(_) => "is neither `.md` nor `.txt`",
        None => "lies outside `references/`",
    };
    let message = format!("`{}` exists, but {why}: the host never reads it", echo(path));
    let help = "only `references/*.md` and `references/*.txt` can be read";
    Diagnostic::info(Code::LinkUnreadable, message).help(help)
}

fn in_another_case(pointer: &Pointer, existing: &str) -> Diagnostic {
    let message =
        format!("`{}` is named `{}`: paths are compared letter by letter", echo(&pointer.target), echo(existing));
    let diagnostic = Diagnostic::warning(Code::LinkCase, message);
    // Only the letters differ where the end of the path as written is the end of the path as stored.
    let written = pointer.target.trim_start_matches("./");
    let cased = existing.len().checked_sub(written.len()).and_then(|from| existing.get(from..));
    match cased.filter(|cased| pointer.is_literal && cased.to_lowercase() == written.to_lowercase()) {
        Some(cased) => {
            let start = pointer.bytes.end - written.len();
            let edit = Edit { start, end: pointer.bytes.end, text: cased.to_owned() };
            diagnostic.fix(Fix { title: format!("write `{}`", echo(cased)), edits: vec![edit] })
        }
        None => diagnostic.help(format!("write `{}`", echo(existing))),
    }
}

/// A path that no file has. Only what should be a reference is one: what else a skill ships is not the model's to read.
fn missing(document: &Document<'_>, tree: &Tree, pointer: &Pointer, path: &str) -> Option<Diagnostic> {
    if is_placeholder(path) || is_example(path) {
        return None;
    }
    let near = tree.readable.get(&file_name(path).to_lowercase()).filter(|near| *near != document.path);
    let is_text = path.ends_with(".md") || path.ends_with(".txt");
    if !is_text || near.is_none() && !path.starts_with("references/") {
        return None;
    }
    let message = format!("`{}` does not exist in this skill", echo(&pointer.target));
    let help = match near {
        Some(near) => format!("did you mean `{}`?", echo(near)),
        None => "add the file, correct the path, or take the mention out".to_owned(),
    };
    Some(Diagnostic::warning(Code::LinkMissing, message).help(help))
}

#[cfg(test)]
mod tests;
