//! Keys of the Check screen, and what becomes of its fixes.

use std::sync::Arc;

use crate::app::check_screen::{CheckJob, Mending};
use crate::app::{Action, Effect, JobId, Notice, Overlay, Question, Screen, State, TextBox};
use crate::check::{Checked, Finding};
use crate::diag::{Diagnostic, Page};
use crate::dialect::dsh::DescriptionCap;
use crate::lang::{Lang, fill};

impl State {
    /// F5.
    pub(super) fn open_check(&mut self) {
        self.show_screen(Screen::Check);
        self.check.in_finding = false;
    }

    /// Checks the files once more; a run under way is replaced.
    pub(super) fn run_check(&mut self) {
        let id = self.new_job();
        self.check.pending = Some(id);
        let cap = self.settings.description_max.value.as_ref();
        let job = CheckJob {
            base: self.base.clone(),
            binding: self.settings.binding.value,
            estimator: self.estimator.clone(),
            cap: cap.and_then(|max| DescriptionCap::new(max.units).ok()).unwrap_or_default(),
        };
        self.ask(Effect::Check { id, job: Arc::new(job) });
    }

    /// The selection stays on its finding where that is still there.
    pub(super) fn checked(&mut self, id: JobId, result: Result<Arc<Checked>, Diagnostic>) {
        if self.check.pending != Some(id) {
            return;
        }
        self.check.pending = None;
        match result {
            Ok(checked) => {
                let before = self.check.finding().cloned();
                self.check.checked = Some(checked);
                let found = before.and_then(|before| self.check.findings().iter().position(|one| *one == before));
                let last = self.check.findings().len().saturating_sub(1);
                self.check.selected = found.unwrap_or(self.check.selected.min(last));
            }
            Err(fault) => self.tell(Notice::Fault(fault)),
        }
    }

    pub(super) fn act_on_check(&mut self, action: Action) {
        match action {
            Action::Open => self.check.in_finding = !self.check.in_finding,
            Action::Fix => self.ask_fix(),
            Action::Filter => self.check.filter.input = Some(TextBox::new(&self.check.filter.text, false)),
            Action::EditFinding => self.edit_finding(),
            Action::Language => self.switch_language(),
            Action::Theme => self.switch_theme(),
            Action::Up => self.move_in_check(-1),
            Action::Down => self.move_in_check(1),
            Action::PageUp => self.move_in_check(-10),
            Action::PageDown => self.move_in_check(10),
            Action::Top => self.move_in_check(isize::MIN / 2),
            Action::Bottom => self.move_in_check(isize::MAX / 2),
            Action::Collapse => self.check.in_finding = false,
            Action::Expand => self.check.in_finding = true,
            _ => {}
        }
    }

    fn move_in_check(&mut self, by: isize) {
        if self.check.in_finding {
            let last = self.check.finding().map_or(0, most_lines_of);
            self.check.offset = self.check.offset.saturating_add_signed(by).min(last);
            return;
        }
        let shown = self.check.shown();
        let at = shown.partition_point(|index| *index < self.check.selected);
        let last = shown.len().saturating_sub(1);
        if let Some(index) = shown.get(at.saturating_add_signed(by).min(last)) {
            self.check.selected = *index;
        }
        self.check.offset = 0;
    }

    /// What is typed filters at once; the selection goes to the next that is left.
    pub(super) fn filter_findings(&mut self) {
        let filter = &mut self.check.filter;
        filter.text = filter.input.as_ref().map(TextBox::text).unwrap_or_default();
        let shown = self.check.shown();
        let next = shown.iter().find(|index| **index >= self.check.selected);
        if let Some(index) = next.or(shown.last()) {
            self.check.selected = *index;
        }
        self.check.offset = 0;
    }

    fn edit_finding(&mut self) {
        let place = self.check.finding().and_then(|finding| finding.diagnostic.place.clone());
        match place {
            Some(place) => self.ask(Effect::OpenEditor { file: place.file, line: place.line.unwrap_or(1) }),
            None => self.hint(self.check_words().no_place),
        }
    }

    /// What the fixes of the chosen finding's file would write is shown first.
    fn ask_fix(&mut self) {
        let Some(finding) = self.check.finding() else { return };
        match (&finding.diagnostic.fix, &finding.diagnostic.place) {
            (Some(_), Some(_)) => self.ask(Effect::PrepareFix { finding: Box::new(finding.clone()) }),
            _ => self.hint(self.check_words().no_fix),
        }
    }

    pub(super) fn fix_prepared(&mut self, result: Result<Mending, Diagnostic>) {
        if self.screen != Screen::Check || !self.overlays.is_empty() {
            return; // the person went on to something else
        }
        match result {
            Ok(mending) if mending.before == mending.after => {
                self.hint(self.check_words().changed);
                self.run_check();
            }
            Ok(mending) => {
                self.overlays.push(Overlay::Confirm(Question::Fix { mending: Box::new(mending), offset: 0 }))
            }
            Err(fault) => self.tell(Notice::Fault(fault)),
        }
    }

    /// The person has seen what is written.
    pub(super) fn write_fix(&mut self, mending: Mending) {
        self.overlays.pop();
        self.ask(Effect::WriteFix(Box::new(mending)));
    }

    pub(super) fn fix_written(&mut self, result: Result<String, Diagnostic>) {
        match result {
            Ok(file) => {
                let told = fill(self.check_words().written, &[("file", &file)]);
                self.tell(Notice::Done(told));
                self.load();
            }
            Err(fault) => self.tell(Notice::Fault(fault)),
        }
    }
}

/// Lines that a finding takes at most on the narrowest screen, where its sentences are wrapped; the view stops at the last.
fn most_lines_of(finding: &Finding) -> usize {
    const NARROWEST: usize = 24;
    let Diagnostic { code, message, help, fix, .. } = &finding.diagnostic;
    let page = Page::of(*code);
    let page = [page.title, page.meaning, page.why, page.help]
        .map(|text| text.in_language(Lang::En).len().max(text.in_language(Lang::Zh).len()));
    let own = [message.len(), help.as_ref().map_or(0, String::len), fix.as_ref().map_or(0, |fix| fix.title.len())];
    own.into_iter().chain(page).map(|bytes| 2 + bytes / NARROWEST).sum()
}

/// Lines of the difference at most, before long ones are wrapped.
pub(super) fn most_lines(mending: &Mending) -> usize {
    mending.before.lines().count() + mending.after.lines().count()
}
