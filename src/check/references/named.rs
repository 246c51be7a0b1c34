//! Which references anything names. A load never lists the skill's directory (U4), so the others stay unknown.

use std::collections::HashMap;

use super::target::{is_placeholder, resolve};
use super::{Document, SKILL_FILE, Target, Tree, file_name, mentions};
use crate::diag::{Code, Diagnostic};
use crate::workspace::reference_path;

/// The references that can be read and that no text of the skill names, with the finding on each. A mention in another
/// reference counts, one in itself does not.
pub fn unmentioned<'t>(documents: &[Document<'_>], tree: &'t Tree) -> Vec<(&'t str, Diagnostic)> {
    let mut names = Names::default();
    documents.iter().for_each(|document| names.add(document));
    let readable = tree.files.iter().filter(|file| reference_path(file).is_ok());
    let left = readable.filter(|file| !names.hold(file)).map(|file| {
        let message = "neither the body nor another reference names this file, and a load lists no directory";
        let help = format!("name `{file}` in `{SKILL_FILE}`, with when to read it, or remove the file");
        (file.as_str(), Diagnostic::info(Code::ReferenceUnmentioned, message).help(help))
    });
    left.collect()
}

/// File names and stems that the texts name, in lower case, each with the text that names it.
#[derive(Default)]
struct Names<'d> {
    plain: HashMap<String, Namer<'d>>,
    /// What stands before the first placeholder of a name and behind the last.
    patterns: HashMap<(String, String), Namer<'d>>,
}

/// Who names something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Namer<'d> {
    One(&'d str),
    Several,
}

/// More patterns than any skill writes; each is tried on each file.
const MOST_PATTERNS: usize = 64;

/// More characters than a name has that prose without spaces runs into.
const LONGEST_NAME: usize = 64;

impl<'d> Names<'d> {
    fn add(&mut self, document: &Document<'d>) {
        for link in &document.outline.links {
            if let Target::Inside { path, .. } = resolve(&link.target, document.directory()) {
                self.add_name(file_name(&path), document.path);
            }
        }
        for span in &document.outline.code_spans {
            let code = document.text.get(span.clone()).unwrap_or_default().trim_matches(['`', ' ']);
            if code.len() <= LONGEST_NAME {
                self.add_name(file_name(code), document.path);
            }
        }
        let Some(text) = document.text.get(document.outline.part.clone()) else { return };
        for path in mentions::paths(text) {
            self.add_name(file_name(&text[path]), document.path);
        }
        for name in mentions::names_in_references(text) {
            self.add_name(name, document.path);
        }
    }

    fn add_name(&mut self, name: &str, by: &'d str) {
        let name = name.to_lowercase();
        if is_placeholder(&name) {
            self.add_pattern(&name, by);
            return;
        }
        if !name.is_ascii() && name.chars().count() <= LONGEST_NAME {
            // In a script without spaces the sentence runs into the name.
            for (at, _) in name.char_indices().skip(1) {
                note(&mut self.plain, name[at..].to_owned(), by);
            }
        }
        note(&mut self.plain, name, by);
    }

    fn add_pattern(&mut self, name: &str, by: &'d str) {
        let is_sign = |c: char| matches!(c, '<' | '>' | '{' | '}' | '*' | '$' | '[' | ']' | '…');
        let (Some(first), Some(last)) = (name.find(is_sign), name.rfind(is_sign)) else { return };
        let behind = name[last..].chars().next().map_or(last, |sign| last + sign.len_utf8());
        let pattern = (name[..first].to_owned(), name[behind..].to_owned());
        if self.patterns.len() < MOST_PATTERNS || self.patterns.contains_key(&pattern) {
            note(&mut self.patterns, pattern, by);
        }
    }

    /// Whether a text other than the file itself names it.
    fn hold(&self, file: &str) -> bool {
        let name = file_name(file).to_lowercase();
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        // Of a name with spaces a path in prose is the last word.
        let last_word = name.rsplit(' ').next().unwrap_or_default();
        let by_another = |namer: &Namer| *namer != Namer::One(file);
        [name.as_str(), stem, last_word].iter().any(|key| self.plain.get(*key).is_some_and(by_another))
            || self.patterns.iter().any(|((start, end), namer)| {
                by_another(namer)
                    && name.len() >= start.len() + end.len()
                    && name.starts_with(start.as_str())
                    && name.ends_with(end.as_str())
            })
    }
}

fn note<'d, K: std::hash::Hash + Eq>(names: &mut HashMap<K, Namer<'d>>, name: K, by: &'d str) {
    let namer = names.entry(name).or_insert(Namer::One(by));
    if *namer != Namer::One(by) {
        *namer = Namer::Several;
    }
}
