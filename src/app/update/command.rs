//! Keys in COMMAND, and every action.

use std::sync::Arc;

use crate::app::bindings::binding;
use crate::app::state::Stale;
use crate::app::{
    Action, Context, Document, Effect, Field, Key, Mode, Notice, Overlay, Panel, Screen, State, contexts,
};
use crate::lang::fill;
use crate::prompt::Kind;
use crate::settings::{Lang, Origin, ThemeId};
use crate::workspace::Skill;

impl State {
    pub(super) fn command_key(&mut self, key: Key) {
        let action = self.keymap.action(&contexts(self), key.as_command());
        self.stop_playing();
        if action != Some(Action::Cancel) {
            self.quit_armed = false;
        }
        if !matches!(action, Some(Action::Cancel | Action::Leave)) {
            self.notices.retain(|notice| !matches!(notice, Notice::Done(_) | Notice::Hint(_) | Notice::InputMethod));
        }
        match action {
            Some(Action::PlayByItself) => self.play_by_itself(key),
            Some(action) if self.is_available(action) => self.act(action),
            Some(action) => self.hint(self.why_not(action)),
            None if key.is_from_input_method() => self.tell(Notice::InputMethod),
            None => self.say_what_is_covered(key),
        }
    }

    /// Why an action that is bound here is not offered.
    fn why_not(&self, action: Action) -> String {
        let s = self.strings();
        let words = self.bindings_words();
        match action {
            Action::Apply => {
                let key = self.keymap.shown(Action::Export).map(|key| key.to_string()).unwrap_or_default();
                fill(words.read_only, &[("key", &key)])
            }
            Action::OpenEditor | Action::SaveCopy | Action::Record | Action::Fix | Action::EditFinding => {
                s.read_only_refuses.to_owned()
            }
            Action::Binding | Action::Attempted if self.is_session() => s.why_not_in_session.to_owned(),
            Action::Step if self.walk.is_some() => s.walk_over.to_owned(),
            Action::Step | Action::World if !self.is_session() => s.why_only_in_session.to_owned(),
            Action::Step => s.walk_none.to_owned(),
            _ => self.named(self.strings().not_here, action),
        }
    }

    /// A key of the Stage while an overlay is open: it does nothing, and says so.
    fn say_what_is_covered(&mut self, key: Key) {
        let stage = [Context::Panel(self.focus), Context::Stage];
        let covered = self.keymap.action(&stage, key.as_command()).filter(|_| !self.overlays.is_empty());
        if let Some(action) = covered.filter(|action| !self.closes_with(*action)) {
            self.hint(self.named(self.strings().not_over, action));
        }
    }

    /// An overlay closes with the key that opened it, too.
    fn closes_with(&mut self, action: Action) -> bool {
        let own = self.overlays.last().and_then(Overlay::opened_by) == Some(action);
        if own {
            self.overlays.pop();
        }
        own
    }

    /// Words about an action.
    fn named(&self, template: &str, action: Action) -> String {
        let strings = self.strings();
        fill(template, &[("what", binding(action).map_or("", |binding| (binding.label)(strings)))])
    }

    /// Whether an action is offered at all: key bar, help and palette leave out the others.
    pub fn is_available(&self, action: Action) -> bool {
        match action {
            // They lead to something written on disk.
            Action::OpenEditor
            | Action::SaveCopy
            | Action::Record
            | Action::Apply
            | Action::Fix
            | Action::EditFinding => !self.read_only,
            // Bindings are the utility host's.
            Action::Binding | Action::Attempted | Action::PlayWorst => !self.is_session(),
            Action::Step => self.has_step(),
            Action::NextStep | Action::StepBefore | Action::PlayByItself => self.walk.is_some(),
            Action::World => self.is_session(),
            _ if super::world::CHANGES.contains(&action) => self.can_change(action),
            _ => true,
        }
    }

    /// Whether an action does anything just now: the key bar leaves out the others.
    pub fn is_useful(&self, action: Action) -> bool {
        match (action, self.mode()) {
            (Action::Open, Mode::Command) if self.overlays.is_empty() => self.screen != Screen::Bindings,
            (Action::Fix, _) if !self.read_only => {
                self.check.finding().is_some_and(|finding| finding.diagnostic.fix.is_some())
            }
            (Action::Back, _) => !self.moves.is_empty(),
            (Action::Replay, _) => !self.moves_to_replay().is_empty(),
            (Action::Leave, _) => {
                let filtered = !self.filter_text(self.focus).is_empty();
                let layers = !self.overlays.is_empty() || !self.notices.is_empty() || !self.marked.is_empty();
                filtered || layers || self.walk.is_some() || self.screen != Screen::Stage
            }
            (Action::NextMatch | Action::PreviousMatch, _) => {
                self.overlays.last().and_then(Overlay::full_text).is_some_and(|full| !full.matches.is_empty())
            }
            (Action::ExternalEditor | Action::Newline, Mode::Text(field)) => field.is_multi_line(),
            _ => self.is_available(action),
        }
    }

    /// Does an action, whatever key or row asked for it.
    pub(super) fn act(&mut self, action: Action) {
        if self.closes_with(action) {
            return;
        }
        let on_screen = self.overlays.is_empty() && !Self::is_everywhere(action);
        if on_screen && self.screen == Screen::Bindings {
            self.act_on_bindings(action);
        } else if on_screen && self.screen == Screen::Check {
            self.act_on_check(action);
        } else if self.overlays.is_empty() || Self::is_everywhere(action) {
            self.act_on_stage(action);
        } else {
            self.act_on_overlay(action);
        }
    }

    /// Actions that mean the same with and without an overlay.
    fn is_everywhere(action: Action) -> bool {
        use Action::{Bindings, Cancel, Check, Diagnostics, Help, Leave, Notices, Palette, Quit, Scenarios, Stage};
        matches!(
            action,
            Bindings | Check | Cancel | Leave | Quit | Help | Palette | Stage | Diagnostics | Notices | Scenarios
        )
    }

    fn act_on_stage(&mut self, action: Action) {
        match action {
            Action::Open => self.open_row(),
            Action::Mark => self.mark_selected(),
            Action::TypeResponse => self.open_input(Field::Response),
            Action::Reply => self.open_input(Field::Reply),
            Action::Matcher => self.play_matcher(),
            Action::NewTurn => self.new_turn(),
            Action::Replay => self.replay(),
            Action::PlayWorst => self.play_worst(),
            Action::Back => self.take_back(),
            Action::EditMessage => self.open_input(self.message_field()),
            Action::EditTime => self.open_input(Field::Time),
            Action::EditImages => self.open_input(Field::Images),
            Action::Filter => self.open_filter(),
            Action::Palette => self.open_palette(),
            Action::Copy => self.open_copy_menu(),
            Action::Record => self.record(),
            Action::FullText => self.open_full_text(),
            Action::OpenEditor => self.open_editor(),
            Action::Attempted => self.open_attempted(),
            Action::Equality => self.open_equality(),
            Action::Compare => self.toggle_baseline(),
            Action::Revision => self.ask_revision(),
            Action::WhatIf => self.open_what_if(),
            Action::Diagnostics => self.open_diagnostics(),
            Action::Notices => self.open_notices(),
            Action::Step | Action::NextStep => self.play_step(),
            Action::StepBefore => self.play_step_before(),
            Action::Scenarios => self.open_scenarios(),
            Action::World => self.open_world(),
            Action::Dialect => self.switch_dialect(),
            Action::Binding => self.switch_binding(),
            Action::Estimator => self.next_estimator(),
            Action::Language => self.switch_language(),
            Action::Theme => self.switch_theme(),
            Action::Help => self.open_help(),
            Action::Leave => self.leave(),
            Action::Stage => self.open_stage_screen(),
            Action::Bindings => self.open_bindings(),
            Action::Check => self.open_check(),
            Action::Quit => self.quit(),
            Action::Cancel => self.cancel(),
            _ if super::world::CHANGES.contains(&action) => self.act_on_world(action),
            _ => self.walk(action),
        }
    }

    fn walk(&mut self, action: Action) {
        match action {
            Action::FocusScenes => self.focus_panel(Panel::Scenes),
            Action::FocusSkills => self.focus_panel(Panel::Skills),
            Action::FocusTurn => self.focus_panel(Panel::Turn),
            Action::FocusPrompt => self.focus_panel(Panel::Prompt),
            Action::FocusText => self.focus_panel(Panel::Text),
            Action::NextPanel => self.cycle_focus(1),
            Action::PreviousPanel => self.cycle_focus(Panel::ALL.len() - 1),
            Action::Up => self.move_by(-1),
            Action::Down => self.move_by(1),
            Action::PageUp => self.page(-1),
            Action::PageDown => self.page(1),
            Action::Top => self.move_to_end(false),
            Action::Bottom => self.move_to_end(true),
            Action::Collapse => self.set_open(false),
            Action::Expand => self.set_open(true),
            _ => {}
        }
    }

    /// Esc: takes exactly one layer away, never quits.
    fn leave(&mut self) {
        if let Some(list) = self.overlays.last_mut().and_then(Overlay::scenarios_mut)
            && !list.filter.is_empty()
        {
            (list.filter, list.selected) = (String::new(), 0);
            return;
        }
        if self.overlays.pop().is_some() {
            return;
        }
        if self.screen == Screen::Check && self.check.in_finding {
            self.check.in_finding = false;
        } else if self.screen != Screen::Stage {
            if self.notices.pop().is_none() {
                self.open_stage_screen();
            }
        } else if !self.filter_text(self.focus).is_empty() {
            self.set_filter(self.focus, String::new());
        } else if !self.marked.is_empty() {
            self.marked.clear();
            self.turn_changed();
        } else if self.notices.pop().is_some() {
        } else if self.walk.is_some() {
            self.new_turn();
        } else {
            self.cancel_pending();
        }
    }

    /// `q`: closes an overlay; with none it quits, and asks when something would be lost.
    fn quit(&mut self) {
        if self.overlays.pop().is_some() {
            return;
        }
        let drafts = self.drafts.values().filter(|draft| !draft.is_empty()).count();
        let (moves, edits, what_if) = (self.moves.len(), self.bindings.changes.len(), self.what_if_changes());
        if moves + drafts + edits + what_if == 0 {
            return self.quit_now();
        }
        self.overlays.push(Overlay::Confirm(crate::app::Question::Quit { moves, drafts, edits, what_if }));
    }

    pub(super) fn quit_now(&mut self) {
        self.log_usage();
        self.quit = true;
        self.ask(Effect::Quit);
    }

    /// Ctrl-C: cancels what runs; twice in a row quits.
    pub(super) fn cancel(&mut self) {
        if self.quit_armed {
            return self.quit_now();
        }
        self.quit_armed = true;
        self.cancel_pending();
        self.tell(Notice::Done(self.strings().quit_again.to_owned()));
    }

    /// Drops what is awaited and shown as such. Reading the workspace for the first time goes on: there is nothing to
    /// show without it.
    fn cancel_pending(&mut self) {
        let mut jobs: Vec<_> = self.pending.count.take().into_iter().collect();
        if self.library.is_some() {
            jobs.extend(self.pending.load.take());
            self.pending.load_again = false;
        }
        let estimator = self.pending.estimator.take();
        if estimator.is_some() {
            self.settings.estimator.value = self.estimator.name().to_owned();
        }
        if estimator.is_some() || !jobs.is_empty() {
            self.ask(Effect::Cancel(jobs));
            self.tell(Notice::Done(self.strings().cancelled.to_owned()));
        }
    }

    pub(super) fn switch_language(&mut self) {
        self.stale = Stale { turn: true, text: true, ..self.stale }; // sentences take other lines and words
        self.settings.lang.value = match self.settings.lang.value {
            Lang::En => Lang::Zh,
            Lang::Zh => Lang::En,
        };
        self.settings.lang.origin = Origin::Flag("--lang");
    }

    pub(super) fn switch_theme(&mut self) {
        self.settings.theme.value = match self.settings.theme.value {
            ThemeId::Dark => ThemeId::Light,
            ThemeId::Light => ThemeId::Plain,
            ThemeId::Plain => ThemeId::Dark,
        };
        self.settings.theme.origin = Origin::Flag("--theme");
    }

    /// `o`: the file of the text on the screen, in `$EDITOR`.
    fn open_editor(&mut self) {
        match self.rows.text.as_ref().filter(|document| document.is_file() && self.is_of_workspace(document)) {
            Some(document) => {
                let (file, line) = (document.file.clone(), document.file_line.unwrap_or(1));
                self.ask(Effect::OpenEditor { file, line });
            }
            None => self.hint(self.strings().nothing_file),
        }
    }

    /// Whether what a result came from lies in the workspace: a scenario chooses what a provider is called.
    fn is_of_workspace(&self, document: &Document) -> bool {
        let Some(library) = self.turn.as_ref().map(|turn| &turn.setup().library) else { return false };
        let holds = |skill: &Arc<Skill>| {
            let references = library.references.get(&skill.name).into_iter().flatten();
            let mut files = references.map(|reference| skill.reference_file(&reference.path));
            skill.file == document.file || files.any(|file| file == document.file)
        };
        document.kind != Some(Kind::Result) || library.snapshot.skills.iter().any(holds)
    }

    /// A paste never runs as keys: in COMMAND it opens the message box with the text.
    pub(super) fn paste(&mut self, text: &str) {
        self.quit_armed = false;
        self.stop_playing();
        if self.text_box().is_none() {
            self.open_stage_screen();
            self.open_input(self.message_field());
        }
        if let Some(text_box) = self.text_box() {
            text_box.insert(text);
        }
        self.text_edited();
    }
}
