//! Keys of the what-if, and what becomes of its changes.

use std::sync::Arc;

use crate::app::state::Stale;
use crate::app::what_if::{TrialJob, WhatIfItem, WhatIfStage};
use crate::app::{Action, Effect, Field, InputBox, JobId, Notice, Overlay, State, TextBox};
use crate::bindings::SkillDraft;
use crate::diag::Diagnostic;
use crate::lang::fill;
use crate::scenario::Broken;
use crate::workspace::{ConfigEdit, Source, Where};

impl State {
    /// `w`: what can be changed, and what breaks.
    pub(super) fn open_what_if(&mut self) {
        let words = self.what_if_words();
        let Some(disk) = self.disk_library().cloned().filter(|_| self.turn.is_some()) else {
            return self.hint(self.strings().why_loading);
        };
        if self.is_session() {
            return self.hint(words.only_utility);
        }
        if self.walk.is_some() {
            return self.hint(words.not_in_scenario);
        }
        if self.what_if.is_none() {
            self.what_if = Some(Box::new(WhatIfStage {
                what: Default::default(),
                disk,
                settings: Arc::new(self.settings.clone()),
                before: self.counts.clone(),
                broken: None,
                trying: None,
                editing: None,
            }));
        }
        self.overlays.push(Overlay::WhatIf { selected: 0 });
    }

    pub(super) fn act_on_what_if(&mut self, action: Action) {
        match action {
            Action::LowerLimit => self.step_limit(false),
            Action::RaiseLimit => self.step_limit(true),
            Action::BindHere => self.bind_here(),
            Action::KeepWhatIf => self.keep_what_if(),
            Action::DropWhatIf => {
                self.overlays.pop();
                self.drop_what_if();
            }
            _ => {}
        }
    }

    fn what_if_item(&self) -> Option<WhatIfItem> {
        let Some(Overlay::WhatIf { selected }) = self.overlays.last() else { return None };
        self.what_if_items().into_iter().nth(*selected)
    }

    /// Enter on a line: types the limit, takes the next estimator, or opens the skill's text.
    pub(super) fn open_what_if_item(&mut self) {
        match self.what_if_item() {
            Some(WhatIfItem::Limit(limit)) => {
                let Some(library) = &self.library else { return };
                let value = limit.of(&library.snapshot.config.limits).to_string();
                self.open_what_if_input(Field::WhatIfLimit, &value);
            }
            Some(WhatIfItem::Estimator) => self.next_what_if_estimator(),
            Some(WhatIfItem::Skill(name)) => {
                let Some(skill) = self.disk_library().and_then(|disk| disk.snapshot.skill(&name).cloned()) else {
                    return;
                };
                self.ask(Effect::ReadSkill { name, file: skill.file.clone() });
            }
            None => {}
        }
    }

    fn open_what_if_input(&mut self, field: Field, text: &str) {
        let text = TextBox::new(text, field.is_multi_line());
        self.overlays.push(Overlay::Input(Box::new(InputBox { field, text, preview: None, error: None, saves: None })));
    }

    fn next_what_if_estimator(&mut self) {
        self.next_estimator();
        self.try_scenarios();
    }

    /// One key lowers or raises the limit: by a size that a person would think of.
    fn step_limit(&mut self, raise: bool) {
        let (Some(WhatIfItem::Limit(limit)), Some(library)) = (self.what_if_item(), &self.library) else {
            return self.hint(self.what_if_words().only_limits);
        };
        let step = limit.step();
        let value = limit.of(&library.snapshot.config.limits);
        let value = if raise { value.saturating_add(step) } else { value.saturating_sub(step).max(1) };
        self.suppose(ConfigEdit::Limit(limit, value));
    }

    /// Takes the number that was typed for the selected limit.
    pub(super) fn take_what_if_limit(&mut self, text: &str) -> Result<(), String> {
        let value = text.trim().replace([',', '_'], "").parse::<u64>().ok().filter(|value| *value > 0);
        match (self.what_if_item(), value) {
            (Some(WhatIfItem::Limit(limit)), Some(value)) => {
                self.suppose(ConfigEdit::Limit(limit, value));
                Ok(())
            }
            _ => Err(self.what_if_words().bad_number.to_owned()),
        }
    }

    /// The scene on the stage binds the selected skill, or no longer does.
    fn bind_here(&mut self) {
        let (Some(WhatIfItem::Skill(name)), Some(library)) = (self.what_if_item(), &self.library) else {
            return self.hint(self.what_if_words().only_skills);
        };
        let scene = self.scene.as_str().to_owned();
        let bound = library.snapshot.config.scenes.get(&scene).is_some_and(|names| names.contains(&name));
        self.suppose(ConfigEdit::Name { list: Where::Scene(scene), name, stands: !bound });
    }

    fn suppose(&mut self, edit: ConfigEdit) {
        if let Some(stage) = &mut self.what_if {
            stage.what.set(edit, &stage.disk.snapshot.config);
            self.follow_what_if();
        }
    }

    /// The file of the skill came: its text, as it is or as it was changed before, is edited in place.
    pub(super) fn skill_read(&mut self, name: String, result: Result<Arc<str>, Diagnostic>) {
        if !matches!(self.overlays.last(), Some(Overlay::WhatIf { .. })) {
            return; // the person went on to something else
        }
        let (text, stage) = match (result, &mut self.what_if) {
            (Err(fault), _) => return self.tell(Notice::Fault(fault)),
            (Ok(_), None) => return,
            (Ok(text), Some(stage)) => (text, stage),
        };
        let draft = stage.what.drafts().get(&name).map(|draft| Arc::clone(&draft.after));
        let shown = draft.unwrap_or_else(|| Arc::clone(&text));
        stage.editing = Some((name, text));
        self.open_what_if_input(Field::WhatIfSkill, &shown);
    }

    /// Takes the text of the skill.
    pub(super) fn take_what_if_skill(&mut self, text: &str) -> Result<(), String> {
        let Some(stage) = &mut self.what_if else { return Ok(()) };
        let Some((name, before)) = stage.editing.clone() else { return Ok(()) };
        let ends = if before.ends_with('\n') && !text.ends_with('\n') { "\n" } else { "" };
        let after: Arc<str> = format!("{text}{ends}").into();
        let file = stage.disk.snapshot.skill(&name).map(|skill| skill.file.clone()).unwrap_or_default();
        let draft = SkillDraft::new(&name, &file, before, after)
            .map_err(|faults| faults.first().map(|fault| fault.message.clone()).unwrap_or_default())?;
        stage.what.write(&name, draft);
        stage.editing = None;
        self.follow_what_if();
        Ok(())
    }

    /// The stage shows the library as if: the turn plays its moves again, everything is counted, scenarios are tried.
    fn follow_what_if(&mut self) {
        let Some(stage) = &self.what_if else { return };
        let library = match stage.what.is_empty() {
            true => Arc::clone(&stage.disk),
            false => Arc::new(stage.what.over(&stage.disk)),
        };
        self.show_library(library);
        self.try_scenarios();
    }

    fn show_library(&mut self, library: Arc<crate::workspace::Library>) {
        self.library = Some(Arc::clone(&library));
        if self.walk.is_none() {
            self.play_same(|setup| setup.library = library);
        }
        self.stale = Stale::ALL;
        self.count();
    }

    fn try_scenarios(&mut self) {
        let id = self.new_job();
        let (Some(library), settings) = (self.library.clone(), Arc::new(self.settings.clone())) else { return };
        let Some(stage) = &mut self.what_if else { return };
        stage.broken = None;
        stage.trying = Some(id);
        let job = TrialJob { library, settings, before: Arc::clone(&stage.settings) };
        self.ask(Effect::TryScenarios { id, job: Arc::new(job) });
    }

    pub(super) fn scenarios_tried(&mut self, id: JobId, broken: Arc<[Broken]>) {
        if let Some(stage) = self.what_if.as_mut().filter(|stage| stage.trying == Some(id)) {
            stage.trying = None;
            stage.broken = Some(broken);
        }
    }

    /// The files were read anew: the changes are made to what they hold now. A text of a skill whose file changed meanwhile
    /// goes, and that is told.
    pub(super) fn what_if_follows(&mut self) {
        let Some(disk) = self.library.clone() else { return };
        let Some(stage) = &mut self.what_if else { return };
        let before = std::mem::replace(&mut stage.disk, Arc::clone(&disk));
        let drafts: Vec<String> = stage.what.drafts().keys().cloned().collect();
        let is_stale = |name: &&String| before.snapshot.skill(name) != disk.snapshot.skill(name);
        let stale: Vec<String> = drafts.iter().filter(is_stale).cloned().collect();
        stale.iter().for_each(|name| stage.what.forget(name));
        if !stale.is_empty() {
            let told = fill(self.what_if_words().stale, &[("names", &stale.join(self.strings().list_separator))]);
            self.tell(Notice::Error(told));
        }
        self.follow_what_if();
    }

    /// Everything is as on disk again.
    pub(super) fn drop_what_if(&mut self) {
        let Some(stage) = self.what_if.take() else { return };
        let estimator = stage.settings.estimator.clone();
        if self.settings.estimator.value != estimator.value {
            self.use_estimator(&estimator.value);
            self.settings.estimator = estimator;
        }
        self.show_library(stage.disk);
    }

    /// The changes go into the change set, which shows them beside the files before anything is written.
    fn keep_what_if(&mut self) {
        let words = self.what_if_words();
        let Some(stage) = self.what_if.as_deref().filter(|stage| !stage.what.is_empty()) else {
            return self.hint(words.nothing);
        };
        let what = stage.what.clone();
        if !what.edits().is_empty() && stage.disk.snapshot.config.source == Source::None {
            return self.hint(self.bindings_words().no_config);
        }
        if let Some(limit) = what.over_the_ceiling().next() {
            return self.hint(fill(words.over_ceiling, &[("limit", limit.key())]));
        }
        let mut changes = self.bindings.changes.clone();
        for edit in what.edits() {
            if let Err(fault) = changes.set(edit.clone()) {
                return self.tell(Notice::Fault(fault));
            }
        }
        for (name, draft) in what.drafts() {
            changes.write(name, draft.clone());
        }
        self.bindings.changes = changes;
        self.drop_what_if();
        self.open_bindings();
        self.tell(Notice::Done(words.kept.to_owned()));
    }
}
