//! The text of the skills and references that a recording used, so that it can be shown as it was (S3).
//!
//! A bundle holds every skill that the model could be told of, with name and description; the bodies of those that it was
//! given, and the references that it asked for, or why it did not get them.
//!
//! ```yaml
//! bundle:
//!   config: {enabled: true, allowlist: [tone-guard], …}   # what skills_config.yml says, or said by default
//!   skills:
//!     - name: tone-guard
//!       description: When.
//!       extra: {license: MIT}            # other front matter
//!       file: skills/tone-guard/SKILL.md
//!       bytes: 812                       # of the body as stored
//!       body: Text.                      # missing where nobody was given it
//!       references:
//!         - {path: references/ex.md, bytes: 9, text: Examples.}
//!         - {path: references/big.md, code: reference-too-large, message: Why.}
//!   refused: [broken-skill]              # directories that were asked for and had been refused
//!   dsh: {cwd: /repo, roots: […]}        # declared roots with their bodies, where the scenario names files for them (D8)
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::base::{ReadFile, Reader};
use super::fields::given;
use super::recorded::Run;
use super::write;
use crate::diag::{Code, Diagnostic};
use crate::dialect::dsh::Places;
use crate::dialect::{Action, Ask};
use crate::prompt::Kind;
use crate::workspace::yaml::{Emitter, Map, Node, scalar};
use crate::workspace::{Body, Content, Fault, Library, Reference, Refused, Skill, Snapshot};

const KEYS: [&str; 4] = ["config", "skills", "refused", "dsh"];
const SKILL_KEYS: [&str; 7] = ["name", "description", "extra", "file", "bytes", "body", "references"];
const REFERENCE_KEYS: [&str; 5] = ["path", "bytes", "text", "code", "message"];

/// The content of a recording, as a library of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// The config, the skills and what was read of them.
    pub library: Arc<Library>,
    /// The declared roots as they were, each body with them; none where the scenario itself holds them.
    pub places: Option<Arc<Places>>,
}

impl Bundle {
    /// What a run used of the library that it started on.
    pub fn of(run: &Run) -> Bundle {
        let library = &run.play.ground().library;
        let used = Used::of(run);
        let snapshot = &library.snapshot;
        let skills = snapshot.skills.iter().filter(|skill| used.shown.contains(&skill.name));
        let skills = skills.map(|skill| match used.bodies.contains(&skill.name) {
            true => Arc::clone(skill),
            false => Arc::new(skill.without_body()),
        });
        let named = |name: &String| {
            let known = library.references.get(name).map_or(&[][..], Vec::as_slice);
            let read =
                known.iter().filter(|reference| used.references.contains(&(name.clone(), reference.path.clone())));
            (name.clone(), read.cloned().collect::<Vec<_>>())
        };
        let references = library.references.keys().map(named).filter(|(_, read)| !read.is_empty()).collect();
        let refused = snapshot.refused.iter().filter(|refused| used.shown.contains(&refused.dir)).map(without_findings);
        let snapshot = Snapshot::of(snapshot.config.clone(), skills.collect(), refused.collect());
        Bundle { library: Arc::new(Library { snapshot: Arc::new(snapshot), references }), places: None }
    }

    /// This bundle with the declared roots of the run, for a scenario whose file does not hold them all itself.
    pub fn with_places(self, run: &Run) -> Bundle {
        let places = run.play.places();
        Bundle { places: (!places.roots.is_empty()).then(|| Arc::clone(places)), ..self }
    }

    /// Writes it as the key `bundle`.
    pub fn emit(&self, out: &mut Emitter) {
        let Library { snapshot, references } = &*self.library;
        out.line(0, "bundle:");
        out.line(1, "config:");
        snapshot.config.emit(out, 2);
        out.line(1, if snapshot.skills.is_empty() { "skills: []" } else { "skills:" });
        for skill in &snapshot.skills {
            emit_skill(out, skill, references.get(&skill.name).map_or(&[][..], Vec::as_slice));
        }
        if !snapshot.refused.is_empty() {
            let names: Vec<String> = snapshot.refused.iter().map(|refused| scalar(&refused.dir)).collect();
            out.line(1, &format!("refused: [{}]", names.join(", ")));
        }
        if let Some(places) = &self.places {
            write::places(out, 1, places);
        }
    }
}

fn without_findings(refused: &Refused) -> Refused {
    Refused { dir: refused.dir.clone(), diagnostics: Vec::new() }
}

fn emit_skill(out: &mut Emitter, skill: &Skill, references: &[Reference]) {
    out.text(2, "- name", &skill.name);
    out.text(3, "description", &skill.description);
    if !skill.extra.is_empty() {
        out.line(3, "extra:");
        skill.extra.iter().for_each(|(key, value)| out.text(4, &scalar(key), value));
    }
    out.text(3, "file", &skill.file);
    out.line(3, &format!("bytes: {}", skill.body.bytes()));
    if let Some(body) = skill.body.text() {
        out.text(3, "body", &body.text);
    }
    if !references.is_empty() {
        out.line(3, "references:");
    }
    for Reference { path, content } in references {
        out.text(4, "- path", path);
        match content {
            Ok(content) => {
                out.line(5, &format!("bytes: {}", content.bytes));
                out.text(5, "text", &content.text);
            }
            Err(fault) => {
                out.text(5, "code", fault.code.as_str());
                out.text(5, "message", &fault.message);
            }
        }
    }
}

/// What a run needs to be shown again.
#[derive(Default)]
struct Used {
    /// Skills that the model was or could be told of.
    shown: BTreeSet<String>,
    /// Skills whose body it was given, or was refused for its size.
    bodies: BTreeSet<String>,
    /// Skill and normal path of the references that it asked for.
    references: BTreeSet<(String, String)>,
}

impl Used {
    fn of(run: &Run) -> Used {
        let mut used = Used::default();
        let library = &run.play.ground().library;
        // A step can change what is allowed, so the config does not tell.
        used.shown.extend(library.snapshot.skills.iter().map(|skill| skill.name.clone()));
        for turn in run.play.turns() {
            used.bodies.extend(turn.plan().residents.iter().map(|resident| resident.skill.name.clone()));
            used.bodies.extend(turn.ledger().bodies.iter().cloned());
            for ask in turn.steps().iter().flat_map(|step| &step.parsed.asks) {
                let Ask::Skill { action: Ok(action), .. } = ask else { continue };
                match action {
                    Action::Load { name } => {
                        used.bodies.insert(name.clone());
                    }
                    Action::Read { name, path } => {
                        used.bodies.insert(name.clone());
                        let known = library.references.get(name).map_or(&[][..], Vec::as_slice);
                        let path = path.strip_prefix("./").unwrap_or(path);
                        let is_meant = |reference: &&Reference| path.starts_with(reference.path.as_str());
                        let meant = known.iter().filter(is_meant);
                        used.references.extend(meant.map(|reference| (name.clone(), reference.path.clone())));
                    }
                    Action::List => {}
                }
            }
        }
        used.shown.extend(used.bodies.iter().cloned());
        used.bodies.retain(|name| !lost(run, name));
        used
    }
}

/// Whether a session gave another root's body under this name, and never the workspace's (D8).
fn lost(run: &Run, name: &str) -> bool {
    let mut declared = run.play.places().roots.iter().flat_map(|root| &root.skills);
    let Some(skill) = run.play.ground().library.snapshot.skill(name) else { return false };
    let mut sent = run.requests().flat_map(|(_, prompt)| &prompt.segments);
    run.play.turn().plan().reach.is_some()
        && declared.any(|declared| declared.name.as_str() == name)
        && !sent.any(|segment| segment.kind == Kind::Result && segment.source == skill.file)
}

impl<R: ReadFile> Reader<'_, R> {
    /// The mapping `bundle`; none without.
    pub(super) fn bundle(&mut self, root: &Map) -> Option<Bundle> {
        let map = self.fields.map(given(root, "bundle")?, "`bundle`", &KEYS)?;
        let config = match map.get("config") {
            Some(node) => self.bundled_config(node)?,
            None => crate::workspace::Config::default(),
        };
        let (mut skills, mut references) = (BTreeMap::new(), BTreeMap::new());
        for node in self.fields.list(map, "skills") {
            let Some((skill, read)) = self.bundled_skill(node) else { continue };
            if !read.is_empty() {
                references.insert(skill.name.clone(), read);
            }
            if let Some(twice) = skills.insert(skill.name.clone(), Arc::new(skill)) {
                self.fields.fault(node, format!("another skill of the bundle is called `{}`", twice.name));
            }
        }
        let refused = self.fields.list(map, "refused").iter().filter_map(Node::as_text);
        let refused = refused.map(|dir| Refused { dir: dir.to_owned(), diagnostics: Vec::new() }).collect();
        let snapshot = Snapshot::of(config, skills.into_values().collect(), refused);
        let places = given(map, "dsh").map(|_| Arc::new(self.places(map)));
        Some(Bundle { library: Arc::new(Library { snapshot: Arc::new(snapshot), references }), places })
    }

    fn bundled_config(&mut self, node: &Node) -> Option<crate::workspace::Config> {
        match crate::workspace::Config::of_node(node, self.fields.file) {
            Ok(config) => Some(config),
            Err(fault) => {
                self.fields.faults.push(Diagnostic { code: Code::ScenarioValue, ..fault });
                None
            }
        }
    }

    fn bundled_skill(&mut self, node: &Node) -> Option<(Skill, Vec<Reference>)> {
        let map = self.fields.map(node, "a skill", &SKILL_KEYS)?;
        let name = self.fields.required_text(node, map, "name")?;
        let description = self.fields.required_text(node, map, "description")?;
        let file = self.fields.required_text(node, map, "file")?.to_owned();
        let bytes = self.bytes(map);
        let body = match given(map, "body").is_some() || map.get("body").is_some_and(|node| !node.is_null()) {
            true => Body::Text(Content::new(self.fields.text(map, "body")?, bytes)),
            false => Body::LetGo { bytes },
        };
        let extra = given(map, "extra").and_then(Node::as_map).map_or(&[][..], |extra| &extra.entries);
        let extra = extra.iter().filter_map(|entry| Some((entry.key.clone(), entry.value.as_text()?.to_owned())));
        let skill = match Skill::of_parts(name, description, extra.collect(), body, file) {
            Ok(skill) => skill,
            Err(faults) => {
                // Their places count in a file that does not exist.
                let at = node.place(self.fields.file);
                let faults = faults.into_iter().map(|fault| Diagnostic { place: Some(at.clone()), fix: None, ..fault });
                self.fields.faults.extend(faults);
                return None;
            }
        };
        let references = self.fields.list(map, "references").iter().filter_map(|node| self.bundled_reference(node));
        let references: Vec<Reference> = references.collect();
        Some((skill, references))
    }

    fn bundled_reference(&mut self, node: &Node) -> Option<Reference> {
        let map = self.fields.map(node, "a reference", &REFERENCE_KEYS)?;
        let path = self.fields.required_text(node, map, "path")?.to_owned();
        let content = match self.fields.text(map, "code") {
            None => Ok(Content::new(self.fields.text(map, "text").unwrap_or_default(), self.bytes(map))),
            Some(code) => {
                let message = self.fields.text(map, "message").unwrap_or_default().to_owned();
                let Some(code) = Code::parse(code) else {
                    self.fields.fault(node, format!("there is no code `{code}`"));
                    return None;
                };
                Err(Fault { code, message })
            }
        };
        Some(Reference { path, content })
    }

    fn bytes(&mut self, map: &Map) -> u64 {
        u64::from(self.fields.count(map, "bytes"))
    }
}
