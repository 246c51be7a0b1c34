//! Skills changed in memory, so that a session can show what a change does. Nothing on disk changes (U28).

use std::sync::Arc;

use super::config::{self, Judge, ReadConfig};
use super::skill::{self, SKILL_FILE};
use super::snapshot::id_of;
use super::yaml::{self, Node, Origin};
use super::{Body, CONFIG_FILE, Config, Content, Library, Refused, Skill, Snapshot, front_matter};
use crate::diag::Diagnostic;

impl Skill {
    /// A skill of these parts, judged as one on disk is (U2). It stands where the skills root of a workspace would hold
    /// it.
    ///
    /// # Errors
    /// Every error of `name` and `description`. Their places count in the file that the parts would make.
    pub fn written(name: &str, description: &str, body: &str) -> Result<Skill, Vec<Diagnostic>> {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let text = format!("---\nname: {}\ndescription: {}\n---\n{body}", quoted(name), quoted(description));
        skill::from_text(&text, name, format!("skills/{name}/SKILL.md"))
    }

    /// A skill of these parts, judged as one on disk is (U2), its body as given; `file` is shown for it.
    ///
    /// # Errors
    /// As [`Skill::written`].
    pub fn of_parts(
        name: &str,
        description: &str,
        extra: Vec<(String, String)>,
        body: Body,
        file: String,
    ) -> Result<Skill, Vec<Diagnostic>> {
        let judged = Skill::written(name, description, "")?;
        let fingerprint = skill::fingerprint(name, description, &body);
        Ok(Skill { extra, body, file, fingerprint, ..judged })
    }

    /// The same skill, its body let go.
    pub fn without_body(&self) -> Skill {
        let body = Body::LetGo { bytes: self.body.bytes() };
        Skill { fingerprint: skill::fingerprint(&self.name, &self.description, &body), body, ..self.clone() }
    }

    /// The skill that `text` makes as a `SKILL.md`, judged as one on disk is (U2, U3): in the directory `dir`, else in one
    /// of its own name.
    ///
    /// # Errors
    /// As for a file on disk.
    pub fn from_file_text(text: &str, dir: Option<&str>) -> Result<Skill, Vec<Diagnostic>> {
        let dir = match dir {
            Some(dir) => dir.to_owned(),
            None => named(text).map_err(|error| vec![error])?,
        };
        skill::from_text(text, &dir, format!("skills/{dir}/SKILL.md"))
    }

    /// A `SKILL.md` that makes this skill, for editing; `None` where its body was too large to read.
    pub fn to_file_text(&self) -> Option<String> {
        let Body::Text(body) = &self.body else { return None };
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let mut text = format!("---\nname: {}\ndescription: {}\n", self.name, quoted(&self.description));
        for (key, value) in &self.extra {
            // Lists, mappings, numbers and the like stand there as JSON already.
            let is_json = serde_json::from_str(value).is_ok_and(|json: serde_json::Value| !json.is_string());
            let value = if is_json { value.clone() } else { quoted(value) };
            text.push_str(&format!("{}: {value}\n", quoted(key)));
        }
        Some(format!("{text}---\n{}", body.text))
    }

    /// The same skill with another description or body.
    pub fn edited(&self, description: Option<&str>, body: Option<&str>) -> Skill {
        let mut edited = self.clone();
        if let Some(description) = description {
            description.clone_into(&mut edited.description);
        }
        if let Some(body) = body {
            edited.body = Body::Text(Content::new(body, body.len() as u64));
        }
        edited.fingerprint = skill::fingerprint(&edited.name, &edited.description, &edited.body);
        edited
    }
}

/// A change of one skill in memory. It says the change itself, so that it can be made to other content than the one it was
/// first made to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkillEdit {
    /// It is there from here on, in place of the one of its name.
    Put(Arc<Skill>),
    /// It has this description or body from here on.
    Edit {
        /// Its name.
        skill: String,
        /// The new description, if it changes.
        description: Option<String>,
        /// The new body, if it changes.
        body: Option<String>,
    },
    /// It is gone from here on.
    Remove(String),
}

impl SkillEdit {
    /// What makes `now` of `before`, both of one name: no more than what differs.
    pub fn between(before: &Skill, now: &Skill) -> SkillEdit {
        match now.body.text() {
            Some(body) if before.extra == now.extra => SkillEdit::Edit {
                skill: now.name.clone(),
                description: (before.description != now.description).then(|| now.description.clone()),
                body: (before.body != now.body).then(|| body.text.to_string()),
            },
            _ => SkillEdit::Put(Arc::new(now.clone())),
        }
    }

    /// The name of the skill that changes.
    pub fn name(&self) -> &str {
        match self {
            SkillEdit::Put(skill) => &skill.name,
            SkillEdit::Edit { skill: name, .. } | SkillEdit::Remove(name) => name,
        }
    }
}

impl Library {
    /// This library after `edit`; `None` where the skill that it changes or removes is not there.
    pub fn edited(&self, edit: &SkillEdit) -> Option<Library> {
        match edit {
            SkillEdit::Put(skill) => Some(self.with_skill(Skill::clone(skill))),
            SkillEdit::Edit { skill, description, body } => {
                let skill = self.snapshot.skill(skill)?;
                Some(self.with_skill(skill.edited(description.as_deref(), body.as_deref())))
            }
            SkillEdit::Remove(name) => {
                self.snapshot.skill(name)?;
                Some(self.without_skill(name))
            }
        }
    }

    /// This library under another config, of which nothing is judged. It holds references of the skills that the config
    /// before allowed.
    pub fn with_config(&self, config: Config) -> Library {
        let mut snapshot = Snapshot::clone(&self.snapshot);
        snapshot.id = id_of(&config, &snapshot.skills);
        snapshot.config = config;
        Library { snapshot: Arc::new(snapshot), references: self.references.clone() }
    }

    /// This library with `skill` added, or in the place of the one of its name.
    pub fn with_skill(&self, skill: Skill) -> Library {
        self.changed(|skills| {
            match skills.binary_search_by(|known| known.name.cmp(&skill.name)) {
                Ok(index) => skills[index] = Arc::new(skill),
                Err(index) => skills.insert(index, Arc::new(skill)),
            };
        })
    }

    /// This library without the skill of that name.
    pub fn without_skill(&self, name: &str) -> Library {
        self.changed(|skills| skills.retain(|skill| skill.name != name))
    }

    /// This library, which was changed in memory since it was `before` on disk, now that it is `now` there: what changed
    /// on disk is as on disk, the rest stays as it is here.
    pub fn following(&self, before: &Library, now: &Arc<Library>) -> Arc<Library> {
        let same_on_disk = |name: &str| before.snapshot.skill(name) == now.snapshot.skill(name);
        let is_as_here = |skill: &&Arc<Skill>| same_on_disk(&skill.name);
        let here = self.snapshot.skills.iter().filter(is_as_here);
        let there = now.snapshot.skills.iter().filter(|skill| !is_as_here(skill));
        let mut skills: Vec<Arc<Skill>> = here.chain(there).cloned().collect();
        skills.sort_by(|one, other| one.name.cmp(&other.name));
        if skills == now.snapshot.skills {
            return Arc::clone(now);
        }
        Arc::new(now.changed(|known| *known = skills))
    }

    fn changed(&self, change: impl FnOnce(&mut Vec<Arc<Skill>>)) -> Library {
        let mut snapshot = Snapshot::clone(&self.snapshot);
        change(&mut snapshot.skills);
        snapshot.id = id_of(&snapshot.config, &snapshot.skills);
        Library { snapshot: Arc::new(snapshot), references: self.references.clone() }
    }
}

impl Snapshot {
    /// A snapshot of these parts, of which nothing is judged; `skills` are sorted by name.
    pub fn of(config: Config, skills: Vec<Arc<Skill>>, refused: Vec<Refused>) -> Snapshot {
        Snapshot { id: id_of(&config, &skills), config, skills, refused, diagnostics: Vec::new() }
    }

    /// This snapshot as it is once `skills_config.yml` holds `text`.
    ///
    /// # Errors
    /// What breaks the config (U12).
    pub fn with_config(&self, text: &str) -> Result<Snapshot, Diagnostic> {
        let ReadConfig { config, findings, mentions } = config::read(text, CONFIG_FILE)?;
        let judged = Judge::new(&config, &self.skills, &self.refused).mentions(&mentions, CONFIG_FILE);
        let diagnostics = findings.into_iter().chain(judged).collect();
        Ok(Snapshot { id: id_of(&config, &self.skills), config, diagnostics, ..self.clone() })
    }
}

/// The name that the front matter of a `SKILL.md` gives; empty where it gives none.
fn named(text: &str) -> Result<String, Diagnostic> {
    let split = front_matter::split(text, SKILL_FILE)?;
    let origin = Origin { file: SKILL_FILE, line: 2, byte: split.yaml.start };
    let root = yaml::parse(&text[split.yaml], origin)?;
    let name = root.as_map().and_then(|front| front.get("name")).and_then(Node::as_text);
    Ok(name.unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Code;
    use crate::workspace::Digest;

    fn library(names: &[&str]) -> Library {
        let skill = |name: &&str| Arc::new(Skill::written(name, "When.", "Body.\n").unwrap());
        let snapshot = Snapshot {
            id: Digest::from(String::new()),
            config: Config::default(),
            skills: names.iter().map(skill).collect(),
            refused: Vec::new(),
            diagnostics: Vec::new(),
        };
        Library::without_references(Arc::new(snapshot))
    }

    fn names(library: &Library) -> Vec<&str> {
        library.snapshot.skills.iter().map(|skill| skill.name.as_str()).collect()
    }

    #[test]
    fn u2_a_written_skill_is_judged_as_one_on_disk() {
        let skill = Skill::written("tone", "说 \"yes\": \u{1f600}\nnow", "---\nBody.\n").unwrap();
        assert_eq!(skill.description, "说 \"yes\": \u{1f600}\nnow");
        assert_eq!((skill.file.as_str(), skill.body.bytes()), ("skills/tone/SKILL.md", 10));
        assert_eq!(Skill::written("No Name", "x", "").unwrap_err()[0].code, Code::NameInvalid);
        assert_eq!(Skill::written("a", "", "").unwrap_err()[0].code, Code::DescriptionEmpty);
    }

    #[test]
    fn u28_a_change_is_a_new_library_and_the_old_one_stays() {
        let before = library(&["a", "c"]);
        let added = before.with_skill(Skill::written("b", "x", "y").unwrap());
        assert_eq!((names(&before), names(&added)), (vec!["a", "c"], vec!["a", "b", "c"]));
        assert_eq!(names(&added.without_skill("a")), ["b", "c"]);
        let old = &before.snapshot.skills[0];
        let edited = before.with_skill(old.edited(None, Some("Other.\n")));
        let new = edited.snapshot.skill("a").unwrap();
        assert_eq!((new.description.as_str(), new.body.bytes()), ("When.", 7));
        assert_ne!(*new.fingerprint, *old.fingerprint);
        assert_ne!(*edited.snapshot.id, *before.snapshot.id);
    }

    #[test]
    fn u2_a_skill_written_out_and_read_again_is_the_same() {
        let text = "---\nname: a\ndescription: 'x: \"y\" # z'\nlicense: MIT\nmetadata: {k: [1, two]}\n\
                    disable-model-invocation: true\n---\nBody.\n---\nMore.\n";
        let skill = Skill::from_file_text(text, None).unwrap();
        let again = Skill::from_file_text(&skill.to_file_text().unwrap(), Some("a")).unwrap();
        assert_eq!((&again.description, &again.extra, &again.body), (&skill.description, &skill.extra, &skill.body));
        assert_eq!(*again.fingerprint, *skill.fingerprint);
        assert_eq!(Skill::from_file_text(text, Some("b")).unwrap_err()[0].code, Code::NameMismatch);
        assert_eq!(Skill::from_file_text("---\ndescription: x\n---\n", None).unwrap_err()[0].code, Code::NameMissing);
    }

    #[test]
    fn u28_what_changed_on_disk_goes_before_what_changed_in_memory() {
        let before = library(&["a", "b", "c", "d"]);
        let edited = |library: &Library, name: &str, body: &str| {
            library.with_skill(library.snapshot.skill(name).unwrap().edited(None, Some(body)))
        };
        let here = edited(&edited(&before, "a", "here"), "b", "here").without_skill("c");
        let now = Arc::new(edited(&before, "b", "disk").without_skill("d"));
        let followed = here.following(&before, &now);
        assert_eq!(names(&followed), ["a", "b"]);
        let bodies = ["a", "b"].map(|name| followed.body(name).unwrap().text.to_string());
        assert_eq!(bodies, ["here", "disk"]);
        assert!(Arc::ptr_eq(&before.following(&before, &now), &now), "nothing changed in memory: it is the disk's");
    }
}
