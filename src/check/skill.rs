//! One skill's files through the families that judge texts: format, references, safety.

use super::finding::{Finding, Lined};
use super::markdown::Outline;
use super::references::{Document, Tree, links, unmentioned};
use super::{safety, spec};
use crate::diag::{Code, Diagnostic, Place};
use crate::workspace::{REFERENCES, ReferenceSource, SKILL_FILE, SkillSource};

/// What was made of one skill's files.
#[derive(Debug)]
pub struct Judged {
    /// The findings in its files.
    pub findings: Vec<Finding>,
    /// What a catalog says of it, where it is valid.
    pub listed: Option<Entry>,
}

/// A valid skill as a catalog has it, and where its description stands.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its description, as YAML gives it.
    pub description: String,
    /// Its description's line; findings about it get their words later.
    at: Finding,
}

impl Entry {
    /// A finding on the description.
    pub fn finding(&self, diagnostic: Diagnostic) -> Finding {
        let place = self.at.diagnostic.place.clone();
        Finding { diagnostic: Diagnostic { place, ..diagnostic }, excerpt: self.at.excerpt.clone() }
    }
}

/// Judges a skill's files, with `with_spec` by the open specification, too.
pub fn judge(source: &SkillSource<'_>, with_spec: bool) -> Judged {
    let loader: Vec<Diagnostic> = match source.skill {
        Ok(skill) => skill.warnings.clone(),
        Err(refused) => refused.diagnostics.clone(),
    };
    let Some(text) = source.text else {
        let findings = loader.into_iter().map(|diagnostic| Finding { diagnostic, excerpt: None }).collect();
        return Judged { findings, listed: None };
    };
    let lined = Lined::new(text);
    let listed = source.skill.as_ref().ok().map(|skill| Entry {
        name: skill.name.clone(),
        description: skill.description.clone(),
        at: lined.at_place(description(source, text)),
    });
    let mut findings = files(source, text, &lined);
    let hidden = findings.iter().any(|finding| finding.diagnostic.code == Code::HiddenText);
    // Of hidden characters in a value the safety family says more than the loader.
    let loader = loader.into_iter().filter(|diagnostic| !(hidden && diagnostic.code == Code::ControlCharacters));
    findings.extend(loader.map(|diagnostic| lined.at_place(diagnostic)));
    if with_spec {
        let mut spotted = spec::spec(text, source.dir, source.skill.is_ok());
        if spotted.is_empty() && source.skill.is_err() {
            spotted.push(spec::laxer());
        }
        findings.extend(spotted.into_iter().map(|one| lined.at_bytes(one.diagnostic, &one.bytes, &source.file)));
    }
    Judged { findings, listed }
}

/// A diagnostic without words at the line of the description, or at the first where no line starts with its key.
fn description(source: &SkillSource<'_>, text: &str) -> Diagnostic {
    let is_key = |line: &str| line.trim_start_matches(['"', '\'']).starts_with("description");
    let line = text.lines().position(is_key).map_or(1, |index| index + 1);
    Diagnostic::info(Code::DescriptionVague, "").at(Place::at(&source.file, line, 1))
}

/// What the texts of a skill hold and point to. A skill whose fences are broken has no body to judge.
fn files(source: &SkillSource<'_>, text: &str, lined: &Lined<'_>) -> Vec<Finding> {
    let Some((front, body)) = source.parts.clone() else { return Vec::new() };
    let readable: Vec<(&ReferenceSource, &str)> =
        source.references.iter().filter_map(|one| Some((one, one.text.as_deref().ok()?))).collect();
    let files = source.references.iter().filter(|reference| reference.path != REFERENCES);
    let references = files.map(|reference| reference.path.clone());
    let tree = Tree::new(references.chain(source.others.iter().cloned()).chain([SKILL_FILE.to_owned()]));
    let outline = Outline::of(text, body);
    let outlines: Vec<Outline<'_>> = readable.iter().map(|(_, text)| Outline::of(text, 0..text.len())).collect();
    let own = Document { path: SKILL_FILE, text, outline: &outline };
    let others = readable.iter().zip(&outlines);
    let others = others.map(|((reference, text), outline)| Document { path: &reference.path, text, outline });
    let documents: Vec<Document<'_>> = std::iter::once(own).chain(others).collect();

    let mut findings = Vec::new();
    let spotted = safety::front_matter(text, front);
    findings.extend(spotted.into_iter().map(|one| lined.at_bytes(one.diagnostic, &one.bytes, &source.file)));
    for document in &documents {
        let mut spotted = safety::content(document.text, document.outline);
        spotted.extend(links(document, &tree));
        if spotted.is_empty() {
            continue;
        }
        let (file, lines) = (source.sibling(document.path), Lined::new(document.text));
        findings.extend(spotted.into_iter().map(|one| lines.at_bytes(one.diagnostic, &one.bytes, &file)));
    }
    findings.extend(unread(source));
    findings.extend(unmentioned(&documents, &tree).into_iter().map(|(path, diagnostic)| Finding {
        diagnostic: diagnostic.at(Place::file(source.sibling(path))),
        excerpt: None,
    }));
    findings
}

/// References that cannot be read, whoever asks for them (U5, U6).
fn unread<'s>(source: &'s SkillSource<'_>) -> impl Iterator<Item = Finding> + 's {
    source.references.iter().filter_map(|reference| {
        let fault = reference.text.as_ref().err()?;
        let message = match reference.path.as_str() {
            REFERENCES => fault.message.clone(),
            _ => format!("this reference can never be read: {}", fault.message),
        };
        let diagnostic = Diagnostic::warning(fault.code, message).at(Place::file(source.sibling(&reference.path)));
        Some(Finding { diagnostic, excerpt: None })
    })
}
