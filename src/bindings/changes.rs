//! The change set: edits of the config that collect until they are applied or exported, and what they come to as text.

use std::collections::BTreeMap;
use std::sync::Arc;

use similar::{ChangeTag, TextDiff};

use super::SkillDraft;
use crate::diag::Diagnostic;
use crate::workspace::{ConfigEdit, Library, Skill, Snapshot, edited};

/// A line of the difference between the file and what the change set makes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiffLine {
    /// It stays; shown around what changes.
    Kept(String),
    /// It goes.
    Gone(String),
    /// It comes.
    New(String),
    /// Lines that stay are left out here.
    Gap,
    /// The lines of this file follow.
    File(String),
}

/// Edits over one text of the config. Their result is made of that text anew at each edit, so that an edit taken back
/// leaves no trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeSet {
    file: String,
    base: Option<Arc<str>>,
    edits: Vec<ConfigEdit>,
    text: Arc<str>,
    /// Texts of skills, by name.
    drafts: BTreeMap<String, SkillDraft>,
}

impl ChangeSet {
    /// No edits of the file that diagnostics and patches call `file`; `base` is what it holds, as stored, `None` where it
    /// does not exist.
    pub fn new(file: impl Into<String>, base: Option<Arc<str>>) -> ChangeSet {
        let (text, drafts) = (base.clone().unwrap_or_default(), BTreeMap::new());
        ChangeSet { file: file.into(), text, base, edits: Vec::new(), drafts }
    }

    /// What makes `after` of the file that holds `before`, whatever edits that takes, and these texts of skills: to be
    /// shown and applied, not edited.
    pub fn between(
        file: impl Into<String>,
        before: Option<Arc<str>>,
        after: Arc<str>,
        drafts: BTreeMap<String, SkillDraft>,
    ) -> ChangeSet {
        ChangeSet { text: after, drafts, ..ChangeSet::new(file, before) }
    }

    /// The config file, as diagnostics and patches call it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// How many things it changes.
    pub fn len(&self) -> usize {
        self.edits.len() + self.drafts.len()
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether it changes the config.
    pub fn changes_config(&self) -> bool {
        *self.text != *self.base.as_deref().unwrap_or_default()
    }

    /// The texts of skills, by name.
    pub fn drafts(&self) -> &BTreeMap<String, SkillDraft> {
        &self.drafts
    }

    /// Gives a skill another text, in place of one that was given it before.
    pub fn write(&mut self, name: &str, draft: SkillDraft) {
        self.drafts.insert(name.to_owned(), draft);
    }

    /// The files that it changes.
    pub fn files(&self) -> Vec<&str> {
        let config = self.changes_config().then_some(self.file.as_str());
        config.into_iter().chain(self.drafts.values().map(|draft| draft.file.as_str())).collect()
    }

    /// `snapshot`, which is that on disk, as it is once the change set is applied.
    ///
    /// # Errors
    /// What breaks the config (U12).
    pub fn over_snapshot(&self, snapshot: &Snapshot) -> Result<Snapshot, Diagnostic> {
        let changed = if self.changes_config() { snapshot.with_config(&self.text)? } else { snapshot.clone() };
        let library = Library::without_references(Arc::new(changed));
        let drafts = self.drafts.values().map(|draft| Skill::clone(draft.skill()));
        let library = drafts.fold(library, |library, skill| library.with_skill(skill));
        Ok(Snapshot::clone(&library.snapshot))
    }

    /// The edits, in the order in which they were made.
    pub fn edits(&self) -> &[ConfigEdit] {
        &self.edits
    }

    /// What the file holds, as stored.
    pub fn base(&self) -> Option<&Arc<str>> {
        self.base.as_ref()
    }

    /// What the file holds once it is applied.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Adds an edit; it replaces one about the same thing, and goes where the file says so already.
    ///
    /// # Errors
    /// Those of [`edited`]; the change set stays as it was.
    pub fn set(&mut self, edit: ConfigEdit) -> Result<(), Diagnostic> {
        let others = self.edits.iter().filter(|known| !known.is_about_the_same(&edit)).cloned();
        *self = self.with(others.chain([edit.clone()]).collect())?;
        Ok(())
    }

    /// Takes the newest edit away, texts of skills first; `false` where there is none.
    ///
    /// # Errors
    /// Those of [`edited`].
    pub fn take_back(&mut self) -> Result<bool, Diagnostic> {
        if self.drafts.pop_last().is_some() {
            return Ok(true);
        }
        let mut edits = self.edits.clone();
        let taken = edits.pop().is_some();
        *self = self.with(edits)?;
        Ok(taken)
    }

    /// The same edits over what `file` holds now.
    ///
    /// # Errors
    /// Those of [`edited`].
    pub fn over(&self, file: &str, base: Option<Arc<str>>) -> Result<ChangeSet, Diagnostic> {
        let over = ChangeSet { drafts: self.drafts.clone(), ..ChangeSet::new(file, base) };
        over.with(self.edits.clone())
    }

    /// This file with these edits; those that change nothing are left out.
    fn with(&self, edits: Vec<ConfigEdit>) -> Result<ChangeSet, Diagnostic> {
        let base = self.base.clone();
        let mut made = ChangeSet { drafts: self.drafts.clone(), ..ChangeSet::new(self.file.clone(), base) };
        for edit in edits {
            let text = edited(&made.text, &self.file, &edit)?;
            if *text != *made.text {
                made.text = text.into();
                made.edits.push(edit);
            }
        }
        Ok(made)
    }

    /// The difference, each change with two lines before and after it; more files than one are named.
    pub fn diff(&self) -> Vec<DiffLine> {
        if self.drafts.is_empty() {
            return diff(self.base.as_deref().unwrap_or_default(), &self.text);
        }
        let config = self.changes_config().then_some((self.file.as_str(), self.base.as_deref(), &self.text));
        let drafts = self.drafts.values().map(|draft| (draft.file.as_str(), Some(&*draft.before), &draft.after));
        let files = config.into_iter().chain(drafts);
        let of_file = |(file, before, after): (&str, Option<&str>, &Arc<str>)| {
            [vec![DiffLine::File(file.to_owned())], diff(before.unwrap_or_default(), after)].concat()
        };
        files.flat_map(of_file).collect()
    }

    /// The difference as a patch that `patch -p1` and `git apply` take; empty where nothing changes.
    pub fn patch(&self) -> String {
        let config = self.changes_config().then(|| patch(&self.file, self.base.as_deref(), &self.text));
        let drafts = self.drafts.values().map(|draft| patch(&draft.file, Some(&*draft.before), &draft.after));
        config.into_iter().chain(drafts).collect()
    }
}

/// A patch's paths count from where it is applied: `patch -p1 -d /` for a file that lies outside the workspace.
fn patch(file: &str, before: Option<&str>, after: &str) -> String {
    let file = file.trim_start_matches('/');
    let new = format!("b/{file}");
    let old = if before.is_some() { format!("a/{file}") } else { "/dev/null".to_owned() };
    let diff = TextDiff::from_lines(before.unwrap_or_default(), after);
    diff.unified_diff().context_radius(3).header(&old, &new).to_string()
}

fn diff(before: &str, after: &str) -> Vec<DiffLine> {
    let diff = TextDiff::from_lines(before, after);
    let mut lines = Vec::new();
    for group in diff.grouped_ops(2) {
        if !lines.is_empty() {
            lines.push(DiffLine::Gap);
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let text = change.value().trim_end_matches(['\n', '\r']).to_owned();
            lines.push(match change.tag() {
                ChangeTag::Equal => DiffLine::Kept(text),
                ChangeTag::Delete => DiffLine::Gone(text),
                ChangeTag::Insert => DiffLine::New(text),
            });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;
    use crate::diag::Code;
    use crate::workspace::Where;

    fn bind(scene: &str, name: &str, stands: bool) -> ConfigEdit {
        ConfigEdit::Name { list: Where::Scene(scene.to_owned()), name: name.to_owned(), stands }
    }

    const TEXT: &str =
        "# all\nenabled: true\nallowlist: [a] # one\n\n# scenes\nscenes:\n  help: [a]\n  ops:\n    - a\n# end";

    fn changes() -> ChangeSet {
        ChangeSet::new("skills_config.yml", Some(TEXT.into()))
    }

    #[test]
    fn an_edit_made_and_taken_back_leaves_no_trace() {
        let mut set = changes();
        set.set(bind("help", "b", true)).unwrap();
        set.set(bind("reminder", "b", true)).unwrap();
        assert_eq!(set.len(), 2);
        set.set(bind("reminder", "b", false)).unwrap();
        set.set(bind("help", "b", false)).unwrap();
        assert_eq!(set, changes());
        set.set(bind("ops", "b", true)).unwrap();
        assert!(set.take_back().unwrap() && !set.take_back().unwrap());
        assert_eq!((set.text().as_ref(), set.patch().as_str(), set.diff().len()), (TEXT, "", 0));
    }

    #[test]
    fn u12_edits_go_over_to_what_the_file_holds_now_or_stay() {
        let mut set = changes();
        set.set(bind("help", "b", true)).unwrap();
        let now = set.over("skills_config.yml", Some("enabled: false\nscenes:\n  help: [c]\n".into())).unwrap();
        assert_eq!(&**now.text(), "enabled: false\nscenes:\n  help: [c, b]\n");
        assert_eq!(set.over("skills_config.yml", Some("enabled: [".into())).unwrap_err().code, Code::ConfigYaml);
    }

    #[test]
    fn the_difference_shows_what_goes_and_comes() {
        let mut set = changes();
        set.set(bind("help", "b", true)).unwrap();
        let diff = set.diff();
        assert!(
            diff.contains(&DiffLine::Gone("  help: [a]".into()))
                && diff.contains(&DiffLine::New("  help: [a, b]".into()))
        );
    }

    /// Applies the patch with a program; `None` where it is not installed.
    fn patched(program: &str, arguments: &[&str], set: &ChangeSet) -> Option<String> {
        let dir = tempfile::tempdir().unwrap();
        if let Some(base) = set.base() {
            fs::write(dir.path().join("skills_config.yml"), &**base).unwrap();
        }
        fs::write(dir.path().join("the.patch"), set.patch()).unwrap();
        let run = Command::new(program).args(arguments).arg("the.patch").current_dir(dir.path()).output().ok()?;
        assert!(run.status.success(), "{program}: {run:?}\n{}", set.patch());
        Some(fs::read_to_string(dir.path().join("skills_config.yml")).unwrap())
    }

    #[test]
    fn git_and_patch_take_the_patch() {
        for base in [Some(TEXT.to_owned()), Some(format!("{TEXT}\n")), Some(TEXT.replace('\n', "\r\n")), None] {
            let mut set = ChangeSet::new("skills_config.yml", base.map(Into::into));
            for edit in [bind("ops", "b", true), bind("help", "a", false), bind("reminder", "b", true)] {
                set.set(edit).unwrap();
            }
            for (program, arguments) in [("git", &["apply"][..]), ("patch", &["-p1", "--binary", "-i"])] {
                if let Some(text) = patched(program, arguments, &set) {
                    assert_eq!(text, **set.text(), "{program}\n{}", set.patch());
                }
            }
        }
    }
}
