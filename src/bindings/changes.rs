//! The change set: edits of the config that collect until they are applied or exported, and what they come to as text.

use std::sync::Arc;

use similar::{ChangeTag, TextDiff};

use crate::diag::Diagnostic;
use crate::workspace::{ConfigEdit, edited};

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
}

/// Edits over one text of the config. Their result is made of that text anew at each edit, so that an edit taken back
/// leaves no trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeSet {
    file: String,
    base: Option<Arc<str>>,
    edits: Vec<ConfigEdit>,
    text: Arc<str>,
}

impl ChangeSet {
    /// No edits of the file that diagnostics and patches call `file`; `base` is what it holds, as stored, `None` where it
    /// does not exist.
    pub fn new(file: impl Into<String>, base: Option<Arc<str>>) -> ChangeSet {
        ChangeSet { file: file.into(), text: base.clone().unwrap_or_default(), base, edits: Vec::new() }
    }

    /// What makes `after` of `before`, whatever edits that takes: to be shown and applied, not edited.
    pub fn between(file: impl Into<String>, before: Arc<str>, after: Arc<str>) -> ChangeSet {
        ChangeSet { text: after, ..ChangeSet::new(file, Some(before)) }
    }

    /// How many things it changes.
    pub fn len(&self) -> usize {
        self.edits.len()
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
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

    /// Takes the newest edit away; `false` where there is none.
    ///
    /// # Errors
    /// Those of [`edited`].
    pub fn take_back(&mut self) -> Result<bool, Diagnostic> {
        let mut edits = self.edits.clone();
        let taken = edits.pop().is_some();
        *self = self.with(edits)?;
        Ok(taken)
    }

    /// The same edits over what the file holds now.
    ///
    /// # Errors
    /// Those of [`edited`].
    pub fn over(&self, base: Option<Arc<str>>) -> Result<ChangeSet, Diagnostic> {
        ChangeSet::new(self.file.clone(), base).with(self.edits.clone())
    }

    /// This file with these edits; those that change nothing are left out.
    fn with(&self, edits: Vec<ConfigEdit>) -> Result<ChangeSet, Diagnostic> {
        let mut made = ChangeSet::new(self.file.clone(), self.base.clone());
        for edit in edits {
            let text = edited(&made.text, &self.file, &edit)?;
            if *text != *made.text {
                made.text = text.into();
                made.edits.push(edit);
            }
        }
        Ok(made)
    }

    /// The difference, each change with two lines before and after it.
    pub fn diff(&self) -> Vec<DiffLine> {
        let before = self.base.as_deref().unwrap_or_default();
        let diff = TextDiff::from_lines(before, &*self.text);
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

    /// The difference as a patch that `patch -p1` and `git apply` take; empty where nothing changes.
    pub fn patch(&self) -> String {
        let before = self.base.as_deref().unwrap_or_default();
        if *before == *self.text {
            return String::new();
        }
        let new = format!("b/{}", self.file);
        let old = if self.base.is_some() { format!("a/{}", self.file) } else { "/dev/null".to_owned() };
        TextDiff::from_lines(before, &*self.text).unified_diff().context_radius(3).header(&old, &new).to_string()
    }
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
        let now = set.over(Some("enabled: false\nscenes:\n  help: [c]\n".into())).unwrap();
        assert_eq!(&**now.text(), "enabled: false\nscenes:\n  help: [c, b]\n");
        assert_eq!(set.over(Some("enabled: [".into())).unwrap_err().code, Code::ConfigYaml);
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
