//! Skills changed in memory, so that a session can show what a change does. Nothing on disk changes (U28).

use std::sync::Arc;

use super::snapshot::id_of;
use super::{Body, Content, Library, Skill, Snapshot, skill};
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

impl Library {
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

    fn changed(&self, change: impl FnOnce(&mut Vec<Arc<Skill>>)) -> Library {
        let mut snapshot = Snapshot::clone(&self.snapshot);
        change(&mut snapshot.skills);
        snapshot.id = id_of(&snapshot.config, &snapshot.skills);
        Library { snapshot: Arc::new(snapshot), references: self.references.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Code;
    use crate::workspace::{Config, Digest};

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
}
