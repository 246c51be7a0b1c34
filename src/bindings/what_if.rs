//! What if: limits, bindings and texts of skills that are other than on disk, for as long as one looks at what that does.
//! Nothing is written; what is kept goes into a [`ChangeSet`](super::ChangeSet).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::workspace::{Config, ConfigEdit, Library, Limit, Skill};

/// A `SKILL.md` with another text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillDraft {
    /// The file, relative to the workspace.
    pub file: String,
    /// What it holds, as stored.
    pub before: Arc<str>,
    /// What it would hold.
    pub after: Arc<str>,
    /// What `after` makes.
    skill: Arc<Skill>,
}

impl SkillDraft {
    /// The text `after` in place of `before` in the file of a skill, whose directory is `dir`.
    ///
    /// # Errors
    /// Why `after` would be refused (U2, U3).
    pub fn new(dir: &str, file: &str, before: Arc<str>, after: Arc<str>) -> Result<SkillDraft, Vec<Diagnostic>> {
        let skill = Skill { file: file.to_owned(), ..Skill::from_file_text(&after, Some(dir))? };
        Ok(SkillDraft { file: file.to_owned(), before, after, skill: Arc::new(skill) })
    }

    /// The skill that the text makes.
    pub fn skill(&self) -> &Arc<Skill> {
        &self.skill
    }

    /// What takes it back once it is written; `None` where what the file held before was no valid skill.
    pub fn reversed(&self) -> Option<SkillDraft> {
        let (before, after) = (Arc::clone(&self.after), Arc::clone(&self.before));
        SkillDraft::new(&self.skill.name, &self.file, before, after).ok()
    }
}

/// The changes. Each is about one thing, so that the later of two about the same decides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WhatIf {
    edits: Vec<ConfigEdit>,
    drafts: BTreeMap<String, SkillDraft>,
}

impl WhatIf {
    /// How many things are other than on disk.
    pub fn len(&self) -> usize {
        self.edits.len() + self.drafts.len()
    }

    /// Whether all is as on disk.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The changes of the config, in the order in which they were made.
    pub fn edits(&self) -> &[ConfigEdit] {
        &self.edits
    }

    /// The texts, by the skills' names.
    pub fn drafts(&self) -> &BTreeMap<String, SkillDraft> {
        &self.drafts
    }

    /// Changes one thing of `config`, which is that on disk; a change that leaves it as it is there goes.
    pub fn set(&mut self, edit: ConfigEdit, config: &Config) {
        self.edits.retain(|known| !known.is_about_the_same(&edit));
        if edit.applied(config) != *config {
            self.edits.push(edit);
        }
    }

    /// Gives a skill another text; one that is as on disk goes.
    pub fn write(&mut self, name: &str, draft: SkillDraft) {
        self.drafts.remove(name);
        if draft.before != draft.after {
            self.drafts.insert(name.to_owned(), draft);
        }
    }

    /// Gives up the text of a skill.
    pub fn forget(&mut self, name: &str) {
        self.drafts.remove(name);
    }

    /// `config` as the changes make it.
    pub fn config(&self, config: &Config) -> Config {
        self.edits.iter().fold(config.clone(), |config, edit| edit.applied(&config))
    }

    /// `library`, which is that on disk, as the changes make it. Drafts of skills that it does not hold are left out.
    pub fn over(&self, library: &Library) -> Library {
        let config = self.config(&library.snapshot.config);
        let drafts = self.drafts.iter().filter(|(name, _)| library.snapshot.skill(name).is_some());
        let drafts = drafts.map(|(_, draft)| Skill::clone(&draft.skill));
        drafts.fold(library.with_config(config), |library, skill| library.with_skill(skill))
    }

    /// The limits over the host's ceiling (U9), which no config can have.
    pub fn over_the_ceiling<'a>(&'a self) -> impl Iterator<Item = Limit> + 'a {
        self.edits.iter().filter_map(|edit| match edit {
            ConfigEdit::Limit(limit, value) if *value > limit.of(&crate::workspace::CEILING) => Some(*limit),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::workspace::{Snapshot, Where};

    fn library() -> Library {
        let skill = |name: &str| Arc::new(Skill::written(name, "What it does.", "A body.\n").unwrap());
        let snapshot = Snapshot::of(Config::default(), vec![skill("a"), skill("b")], Vec::new());
        let snapshot = snapshot.with_config("enabled: true\nallowlist: [a, b]\nscenes: {help: [a]}\n").unwrap();
        Library::without_references(Arc::new(snapshot))
    }

    fn draft(name: &str, body: &str) -> SkillDraft {
        let text = |body: &str| format!("---\nname: {name}\ndescription: What it does.\n---\n{body}").into();
        SkillDraft::new(name, &format!("skills/{name}/SKILL.md"), text("A body.\n"), text(body)).unwrap()
    }

    #[test]
    fn u9_a_limit_may_be_over_the_ceiling_and_is_told_apart() {
        let (library, mut what) = (library(), WhatIf::default());
        what.set(ConfigEdit::Limit(Limit::MaxTokens, 20_000), &library.snapshot.config);
        assert_eq!(what.over(&library).snapshot.config.limits.max_tokens, 20_000);
        assert_eq!(what.over_the_ceiling().collect::<Vec<_>>(), [Limit::MaxTokens]);
        what.set(ConfigEdit::Limit(Limit::MaxTokens, 12_000), &library.snapshot.config);
        assert!(what.is_empty(), "as on disk");
    }

    #[test]
    fn a_text_that_would_be_refused_is_no_draft() {
        let after = "---\nname: b\ndescription: x\n---\n";
        assert!(SkillDraft::new("a", "skills/a/SKILL.md", "".into(), after.into()).is_err());
    }

    #[test]
    fn a_text_in_place_changes_that_skill_alone() {
        let (library, mut what) = (library(), WhatIf::default());
        what.write("a", draft("a", "Short.\n"));
        let changed = what.over(&library);
        assert_eq!(&*changed.body("a").unwrap().text, "Short.\n");
        assert_eq!(changed.body("b"), library.body("b"));
        what.write("a", draft("a", "A body.\n"));
        assert!(what.is_empty());
    }

    proptest! {
        /// Whatever is changed, changing it back leaves the library of before.
        #[test]
        fn taken_back_it_is_as_before(limits in prop::collection::vec((0usize..5, 0u64..40_000), 0..6), binds in prop::collection::vec(("[ab]", any::<bool>()), 0..6)) {
            let (library, mut what) = (library(), WhatIf::default());
            let config = &library.snapshot.config;
            let scene = || Where::Scene("help".to_owned());
            for (index, value) in &limits {
                what.set(ConfigEdit::Limit(Limit::ALL[*index], *value), config);
            }
            for (name, stands) in &binds {
                what.set(ConfigEdit::Name { list: scene(), name: name.clone(), stands: *stands }, config);
            }
            for (index, _) in &limits {
                what.set(ConfigEdit::Limit(Limit::ALL[*index], Limit::ALL[*index].of(&config.limits)), config);
            }
            for (name, _) in &binds {
                what.set(ConfigEdit::Name { list: scene(), name: name.clone(), stands: name == "a" }, config);
            }
            prop_assert!(what.is_empty());
            prop_assert_eq!(what.over(&library), library);
        }
    }
}
