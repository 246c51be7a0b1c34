//! Keys of the Bindings screen, and what becomes of the change set.

use std::sync::Arc;

use crate::app::bindings_screen::{Applied, BothCosts, CostJob, Pane, Place, Screen};
use crate::app::{Action, Effect, Field, InputBox, JobId, Mending, Notice, Overlay, Question, State, TextBox};
use crate::bindings::{ChangeSet, DiffLine, Matrix, SkillDraft};
use crate::diag::Diagnostic;
use crate::lang::fill;
use crate::workspace::{ConfigEdit, Limit, Snapshot, Source, Where};

impl State {
    /// F3.
    pub(super) fn open_bindings(&mut self) {
        if self.is_session() {
            let key = self.keymap.shown(Action::Dialect).map(|key| key.to_string()).unwrap_or_default();
            return self.hint(fill(self.bindings_words().only_utility, &[("key", &key)]));
        }
        self.show_screen(Screen::Bindings);
        self.derive_bindings();
    }

    /// Another screen: what was open above the one before is closed, a filter that was being typed too.
    pub(super) fn show_screen(&mut self, screen: Screen) {
        self.overlays.clear();
        self.filters.values_mut().chain([&mut self.check.filter]).for_each(|filter| filter.input = None);
        self.screen = screen;
    }

    /// F2: the Stage, whatever was open.
    pub(super) fn open_stage_screen(&mut self) {
        self.show_screen(Screen::Stage);
        self.stale = crate::app::state::Stale::ALL;
    }

    pub(super) fn act_on_bindings(&mut self, action: Action) {
        match action {
            Action::ToggleBinding => self.toggle_cell(),
            Action::SetLimit => self.ask_limit(),
            Action::Switch => {
                let enabled = self.edited_config().is_some_and(|config| config.enabled);
                self.make_edit(ConfigEdit::Enabled(!enabled));
            }
            Action::Apply => self.ask_apply(),
            Action::Export => self.export_patch(),
            Action::TakeBack => self.take_edit_back(),
            Action::NextPane => self.cycle_pane(1),
            Action::PreviousPane => self.cycle_pane(Pane::ALL.len() - 1),
            Action::Language => self.switch_language(),
            Action::Theme => self.switch_theme(),
            Action::Up => self.move_in_pane(-1),
            Action::Down => self.move_in_pane(1),
            Action::PageUp => self.move_in_pane(-10),
            Action::PageDown => self.move_in_pane(10),
            Action::Top => self.move_in_pane(isize::MIN / 2),
            Action::Bottom => self.move_in_pane(isize::MAX / 2),
            Action::Collapse => self.move_column(-1),
            Action::Expand => self.move_column(1),
            _ => {}
        }
    }

    fn cycle_pane(&mut self, by: usize) {
        let at = Pane::ALL.iter().position(|pane| *pane == self.bindings.pane).unwrap_or(0);
        self.bindings.pane = Pane::ALL[(at + by) % Pane::ALL.len()];
    }

    fn move_in_pane(&mut self, by: isize) {
        let moved = |at: usize, count: usize| at.saturating_add_signed(by).min(count.saturating_sub(1));
        match self.bindings.pane {
            Pane::Matrix => {
                let rows = self.bindings.after().map_or(0, |matrix| matrix.rows.len());
                self.bindings.row = moved(self.bindings.row, rows);
            }
            Pane::Scenes => self.move_column(by.clamp(-100, 100)),
            Pane::Changes => {
                self.bindings.offset = moved(self.bindings.offset, most_lines(&self.bindings.changes));
            }
        }
    }

    fn move_column(&mut self, by: isize) {
        let last = self.bindings.places().len().saturating_sub(1);
        // The list of scenes begins behind the two columns that are no scenes.
        let first = if self.bindings.pane == Pane::Scenes { 2.min(last) } else { 0 };
        self.bindings.column = self.bindings.column.saturating_add_signed(by).clamp(first, last);
    }

    fn toggle_cell(&mut self) {
        let Some(edit) = self.toggled() else { return };
        let forbidden = match (&edit, self.bindings.selected()) {
            (ConfigEdit::Name { stands: true, .. }, Some((row, place))) if place != Place::Allow => {
                let config = self.edited_config();
                config.filter(|config| !config.allowlist.contains(&row.skill)).map(|_| row.skill.clone())
            }
            _ => None,
        };
        self.make_edit(edit);
        if let Some(skill) = forbidden {
            self.hint(fill(self.bindings_words().allow_first, &[("skill", &skill)]));
        }
    }

    fn make_edit(&mut self, edit: ConfigEdit) {
        if self.disk_library().is_none_or(|library| library.snapshot.config.source == Source::None) {
            return self.hint(self.bindings_words().no_config);
        }
        match self.bindings.changes.set(edit) {
            Ok(()) => self.derive_bindings(),
            Err(fault) => self.tell(Notice::Fault(fault)),
        }
    }

    fn ask_limit(&mut self) {
        let text = match self.bindings.selected().and(self.edited_config()) {
            Some(config) => format!("{} {}", Limit::MaxTokens.key(), config.limits.max_tokens),
            None => return self.hint(self.strings().why_loading),
        };
        self.open_box(Field::Limit, &text, None);
    }

    /// Takes `max_tokens 8000`.
    pub(super) fn take_limit(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split([' ', ':', '=']).filter(|word| !word.is_empty());
        let limit = words.next().and_then(|name| Limit::ALL.into_iter().find(|limit| limit.key() == name));
        let value = words.next().and_then(|number| number.replace(',', "").parse::<u64>().ok());
        let fits = |limit: Limit, value: u64| value <= limit.of(&crate::workspace::CEILING);
        match (limit, value, words.next()) {
            (Some(limit), Some(value), None) if fits(limit, value) => {
                self.make_edit(ConfigEdit::Limit(limit, value));
                Ok(())
            }
            _ => {
                let names = Limit::ALL.map(Limit::key).join(", ");
                Err(fill(self.bindings_words().bad_limit, &[("names", &names)]))
            }
        }
    }

    fn open_box(&mut self, field: Field, text: &str, saves: Option<Arc<str>>) {
        let text = self.drafts.remove(&field).unwrap_or_else(|| TextBox::new(text, false));
        self.overlays.push(Overlay::Input(Box::new(InputBox { field, text, preview: None, error: None, saves })));
    }

    /// What would be written is shown first.
    fn ask_apply(&mut self) {
        if self.bindings.changes.is_empty() {
            return self.hint(self.bindings_words().nothing_to_apply);
        }
        self.overlays.push(Overlay::Confirm(Question::Apply {
            changes: Box::new(self.bindings.changes.clone()),
            undo: false,
            offset: 0,
        }));
    }

    /// Enter under the question.
    pub(super) fn apply(&mut self, changes: &ChangeSet) {
        self.overlays.pop();
        let (before, after) = (changes.base().cloned(), Arc::clone(changes.text()));
        let applied = Applied { before: before.clone(), after: Arc::clone(&after), drafts: changes.drafts().clone() };
        self.bindings.writing = Some(applied);
        match changes.changes_config() {
            true => self.ask(Effect::WriteConfig { text: after, over: before }),
            false => self.config_written(Ok(())),
        }
    }

    pub(super) fn config_written(&mut self, result: Result<(), Diagnostic>) {
        let Some(written) = self.bindings.writing.take() else { return };
        if let Err(fault) = result {
            return self.tell(Notice::Fault(fault));
        }
        // Each is written only over what the person has seen, and says so itself where it is not.
        for draft in written.drafts.values() {
            let SkillDraft { file, before, after, .. } = draft.clone();
            self.ask(Effect::WriteFix(Box::new(Mending { file, titles: Vec::new(), before, after })));
        }
        let words = self.bindings_words();
        let is_undone = self.bindings.applied.as_ref().is_some_and(|applied| {
            applied.before.as_deref().unwrap_or_default() == &*written.after && applied.reversed() == written.drafts
        });
        let key = self.keymap.shown(Action::TakeBack).map(|key| key.to_string()).unwrap_or_default();
        let told = if is_undone { words.undone } else { words.applied };
        let file = self.bindings.changes.file().to_owned();
        let files = ChangeSet::between(&*file, written.before.clone(), written.after.clone(), written.drafts.clone());
        let told = fill(told, &[("file", &files.files().join(self.strings().list_separator)), ("key", &key)]);
        let holds = files.changes_config().then(|| Arc::clone(&written.after)).or(written.before.clone());
        self.bindings.changes = ChangeSet::new(file, holds);
        self.bindings.applied = (!is_undone).then_some(written);
        self.tell(Notice::Done(told));
        self.load();
    }

    /// A patch: into a file, or to the clipboard where nothing may be written.
    fn export_patch(&mut self) {
        let patch: Arc<str> = self.bindings.changes.patch().into();
        match (patch.is_empty(), self.read_only) {
            (true, _) => self.hint(self.bindings_words().nothing_to_apply),
            (false, true) => self.ask(Effect::Copy { text: patch }),
            (false, false) => self.open_box(Field::ExportPatch, "bindings.patch", Some(patch)),
        }
    }

    /// `u`: the newest edit; without one what was applied, once the person has seen it.
    fn take_edit_back(&mut self) {
        match (self.bindings.changes.take_back(), self.bindings.applied.clone()) {
            (Ok(true), _) => self.derive_bindings(),
            (Err(fault), _) => self.tell(Notice::Fault(fault)),
            (Ok(false), Some(applied)) if !self.read_only => {
                let file = self.bindings.changes.file();
                let drafts = applied.reversed();
                let before = applied.before.unwrap_or_default();
                let changes = ChangeSet::between(file, Some(applied.after), before, drafts);
                self.overlays.push(Overlay::Confirm(Question::Apply {
                    changes: Box::new(changes),
                    undo: true,
                    offset: 0,
                }));
            }
            (Ok(false), _) => self.hint(self.bindings_words().nothing_to_undo),
        }
    }

    /// The config was read anew: the edits stand over what it holds now.
    pub(super) fn take_config(&mut self, file: &str, config: Option<Arc<str>>) {
        if self.bindings.changes.base() == config.as_ref() && self.bindings.changes.file() == file {
            return self.derive_bindings();
        }
        match self.bindings.changes.over(file, config) {
            Ok(changes) => {
                if !self.bindings.changes.is_empty() {
                    self.tell(Notice::Done(self.bindings_words().rebased.to_owned()));
                }
                self.bindings.changes = changes;
            }
            // They stay as they are, and applying them says that the file changed.
            Err(fault) if !self.bindings.changes.is_empty() => self.tell(Notice::Fault(fault)),
            Err(_) => {}
        }
        self.derive_bindings();
    }

    /// Computes the cells, and asks for the numbers while the screen is up.
    pub(super) fn derive_bindings(&mut self) {
        let Some(library) = self.disk_library().cloned().filter(|_| self.screen == Screen::Bindings) else { return };
        let matrix = |snapshot: &Snapshot| Matrix::of(snapshot, &*self.dialect, self.settings.binding.value);
        let changes = &self.bindings.changes;
        let edited = (!changes.is_empty()).then(|| changes.over_snapshot(&library.snapshot).map(Arc::new));
        let edited = edited.and_then(Result::ok);
        let before = matrix(&library.snapshot);
        let after = edited.as_ref().map_or_else(|| before.clone(), |edited| matrix(edited));
        let selected = self.bindings.selected().map(|(row, _)| row.skill.clone());
        let at = selected.and_then(|skill| after.rows.iter().position(|row| row.skill == skill));
        self.bindings.row = at.unwrap_or(self.bindings.row).min(after.rows.len().saturating_sub(1));
        self.bindings.cells = Some((before, after));
        self.bindings.column = self.bindings.column.min(self.bindings.places().len().saturating_sub(1));
        let id = self.new_job();
        self.bindings.counting = Some(id);
        let job = CostJob {
            dialect: self.dialect.clone(),
            library,
            edited,
            base: self.base.clone(),
            binding: self.settings.binding.value,
            estimator: self.estimator.clone(),
        };
        self.ask(Effect::CountScenes { id, job: Arc::new(job) });
    }

    pub(super) fn scenes_counted(&mut self, id: JobId, costs: Arc<BothCosts>) {
        if self.bindings.counting == Some(id) {
            self.bindings.counting = None;
            self.bindings.costs = costs;
        }
    }

    /// The list that a cell of the matrix stands for is asked for by its name.
    pub fn is_asked_by(&self, list: &Where, skill: &str) -> bool {
        let Some(config) = self.edited_config() else { return false };
        match list {
            Where::Allowlist => config.allowlist.contains(skill),
            Where::Always => config.always.iter().any(|name| name == skill),
            Where::Scene(scene) => config.scenes.get(scene).is_some_and(|names| names.iter().any(|name| name == skill)),
        }
    }
}

/// Lines that a change set takes at most on the narrowest screen, where its lines are wrapped; the view stops at the last.
pub(super) fn most_lines(changes: &ChangeSet) -> usize {
    const NARROWEST: usize = 24;
    let lines = |line: &DiffLine| match line {
        DiffLine::Gone(text) | DiffLine::New(text) => 1 + text.len() / NARROWEST,
        DiffLine::Kept(_) | DiffLine::Gap | DiffLine::File(_) => 1,
    };
    changes.diff().iter().map(lines).sum()
}
