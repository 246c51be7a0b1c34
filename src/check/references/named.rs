//! Which references anything names. A load never lists the skill's directory (U4), so the others stay unknown.

use std::collections::{HashMap, HashSet};

use super::target::{is_placeholder, resolve};
use super::{Document, SKILL_FILE, Target, Tree, file_name, mentions};
use crate::diag::{Code, Diagnostic};
use crate::workspace::reference_path;

/// The references that can be read and that no text of the skill names, with the finding on each. A mention in another
/// reference counts, one in itself does not.
pub fn unmentioned<'t>(documents: &[Document<'_>], tree: &'t Tree) -> Vec<(&'t str, Diagnostic)> {
    let mut wanted = Wanted::new(tree.files.iter().filter(|file| reference_path(file).is_ok()));
    // Cheapest first: paths in prose name nearly all references of nearly all skills, and then no Markdown is read.
    let ways: [fn(&Document<'_>, Found<'_>); 3] = [in_prose, in_links, in_code];
    for (way, document) in ways.iter().flat_map(|way| documents.iter().map(move |document| (way, document))) {
        if wanted.left == 0 {
            return Vec::new();
        }
        way(document, &mut |name| wanted.take(name, document.path));
    }
    let left = wanted.files.iter().filter(|(_, named)| !named).map(|(file, _)| {
        let message = "neither the body nor another reference names this file, and a load lists no directory";
        let help = format!("name `{file}` in `{SKILL_FILE}`, with when to read it, or remove the file");
        (*file, Diagnostic::info(Code::ReferenceUnmentioned, message).help(help))
    });
    left.collect()
}

/// Takes a name that a text holds.
type Found<'f> = &'f mut dyn FnMut(&str);

/// The names of files in paths, and what stands behind `references/`.
fn in_prose(document: &Document<'_>, found: Found<'_>) {
    let text = document.outline.markdown();
    mentions::paths(text).for_each(|path| found(file_name(&text[path])));
    mentions::names_in_references(text).for_each(found);
}

/// The names of files that only a link spells: a path in prose has neither spaces nor escapes.
fn in_links(document: &Document<'_>, found: Found<'_>) {
    let is_prose = |target: &str| {
        let is_path = target.chars().all(|c| mentions::is_of_path(c) && c != '%' && c != '\\');
        is_path || resolve(target, document.directory()) == Target::NoFile
    };
    if document.outline.every_target(is_prose) {
        return;
    }
    for link in document.outline.links() {
        if let Target::Inside { path, .. } = resolve(&link.target, document.directory()) {
            found(file_name(&path));
        }
    }
}

/// The names in code within a line, told by the signs around it alone.
fn in_code(document: &Document<'_>, found: Found<'_>) {
    for line in document.outline.markdown().lines().filter(|line| line.contains('`')) {
        // Several signs open and close as one does.
        let parts = line.split('`').enumerate().filter(|(index, part)| !part.is_empty() || *index == 0);
        for (_, code) in parts.skip(1).step_by(2) {
            let code = code.trim();
            if code.len() <= LONGEST_NAME {
                found(file_name(code));
            }
        }
    }
}

/// The files of which a mention is looked for, and whether one was found.
struct Wanted<'t> {
    files: Vec<(&'t str, bool)>,
    /// How many have none yet.
    left: usize,
    /// Which files a name stands for, by the name in lower case: all of it, without its extension, or its last word,
    /// which of a name with spaces is what a path in prose holds.
    names: HashMap<String, Vec<usize>>,
    /// Names with placeholders, each with the text that holds it.
    patterns: HashSet<(String, String)>,
}

/// More patterns than any skill writes; each is tried on each file.
const MOST_PATTERNS: usize = 64;

/// More characters than a name has that prose without spaces runs into.
const LONGEST_NAME: usize = 64;

impl<'t> Wanted<'t> {
    fn new(files: impl Iterator<Item = &'t String>) -> Wanted<'t> {
        let files: Vec<(&str, bool)> = files.map(|file| (file.as_str(), false)).collect();
        let mut names: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, (file, _)) in files.iter().enumerate() {
            let name = file_name(file).to_lowercase();
            let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_owned();
            let last_word = name.rsplit(' ').next().unwrap_or_default().to_owned();
            for key in [stem, last_word, name] {
                let same = names.entry(key).or_default();
                if same.last() != Some(&index) {
                    same.push(index);
                }
            }
        }
        Wanted { left: files.len(), files, names, patterns: HashSet::new() }
    }

    /// Takes note that the text `by` holds `name`.
    fn take(&mut self, name: &str, by: &str) {
        let name = name.to_lowercase();
        if is_placeholder(&name) {
            self.take_pattern(name, by);
            return;
        }
        self.take_exact(&name, by);
        if !name.is_ascii() && name.chars().count() <= LONGEST_NAME {
            // In a script without spaces the sentence runs into the name.
            name.char_indices().skip(1).for_each(|(at, _)| self.take_exact(&name[at..], by));
        }
    }

    fn take_exact(&mut self, name: &str, by: &str) {
        let Some(indices) = self.names.get_mut(name) else { return };
        // A name is done with the files that it stood for, so that a text full of it is read in one go.
        indices.retain(|index| {
            let (file, named) = &mut self.files[*index];
            let is_own = *file == by;
            if !is_own && !*named {
                *named = true;
                self.left -= 1;
            }
            is_own
        });
    }

    /// A name with placeholders stands for the files that begin and end as it does. One of placeholders alone, such as
    /// `<name>`, stands for no file in particular.
    fn take_pattern(&mut self, name: String, by: &str) {
        let is_sign = |c: char| matches!(c, '<' | '>' | '{' | '}' | '*' | '$' | '[' | ']' | '…');
        let (Some(first), Some(last)) = (name.find(is_sign), name.rfind(is_sign)) else { return };
        let behind = name[last..].chars().next().map_or(last, |sign| last + sign.len_utf8());
        let known = (name, by.to_owned());
        let says_nothing = first == 0 && behind == known.0.len();
        if says_nothing || self.patterns.len() >= MOST_PATTERNS || self.patterns.contains(&known) {
            return;
        }
        let (start, end) = (&known.0[..first], &known.0[behind..]);
        for (file, named) in self.files.iter_mut().filter(|(file, named)| !named && *file != by) {
            let name = file_name(file).to_lowercase();
            if name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end) {
                *named = true;
                self.left -= 1;
            }
        }
        self.patterns.insert(known);
    }
}
