//! Keys of comparing, and what becomes of a revision.

use std::sync::Arc;

use crate::app::baseline::{Baseline, RevisionJob};
use crate::app::rows::TextSource;
use crate::app::{Document, Effect, Field, InputBox, JobId, Notice, Overlay, Panel, State, TextBox};
use crate::diag::Diagnostic;
use crate::lang::fill;
use crate::prompt::Prompt;

impl State {
    /// `=`: pins the request on the screen; pressed again it goes back to the request before.
    pub(super) fn toggle_baseline(&mut self) {
        let words = self.compare_words();
        if self.baseline.take().is_some() {
            self.stale.prompt = true;
            return self.tell(Notice::Done(words.unpinned.to_owned()));
        }
        let Some(prompt) = self.shown_prompt().cloned() else {
            return self.hint(self.strings().why_loading);
        };
        let label = fill(
            words.pinned_request,
            &[
                ("scene", self.scene.as_str()),
                ("n", &(self.request + 1).to_string()),
                ("estimator", self.estimator.name()),
            ],
        );
        let (scene, at_rest) = (self.scene.to_string(), self.request == 0);
        self.pin(Baseline { label, scene, revision: None, at_rest, prompt });
    }

    fn pin(&mut self, baseline: Baseline) {
        let told = fill(self.compare_words().pinned, &[("what", &baseline.label)]);
        self.baseline = Some(Box::new(baseline));
        self.stale.prompt = true;
        self.tell(Notice::Done(told));
    }

    /// Asks for a git revision to compare with.
    pub(super) fn ask_revision(&mut self) {
        if self.is_session() || self.walk.is_some() {
            return self.hint(self.compare_words().only_own_turns);
        }
        let (field, text) = (Field::Revision, TextBox::new("HEAD", false));
        self.overlays.push(Overlay::Input(Box::new(InputBox { field, text, preview: None, error: None, saves: None })));
    }

    /// Takes the revision that was typed.
    pub(super) fn take_revision(&mut self, text: &str) -> Result<(), String> {
        let Some(turn) = &self.turn else { return Err(self.strings().why_loading.to_owned()) };
        let job = RevisionJob {
            revision: text.trim().to_owned(),
            setup: turn.opening(),
            moves: self.moves.iter().take(self.request).cloned().collect(),
        };
        let id = self.new_job();
        self.pending.revision = Some(id);
        self.ask(Effect::ReadRevision { id, job: Arc::new(job) });
        Ok(())
    }

    pub(super) fn revision_read(&mut self, id: JobId, revision: String, result: Result<Prompt, Diagnostic>) {
        if self.pending.revision != Some(id) {
            return;
        }
        self.pending.revision = None;
        match result {
            Ok(prompt) => {
                let label = fill(self.compare_words().pinned_revision, &[("revision", &revision)]);
                let (scene, at_rest) = (self.scene.to_string(), self.request == 0);
                self.pin(Baseline { label, scene, revision: Some(revision), at_rest, prompt });
            }
            Err(fault) => self.tell(Notice::Fault(fault)),
        }
    }

    /// Enter on a row while something is pinned: what changed in its text; `false` where nothing did.
    pub(super) fn open_changed(&mut self) -> bool {
        let Some(key) = self.list(Panel::Prompt).selected.clone() else { return false };
        let Some((_, id)) = key.0.split_once(':') else { return false };
        if self.changed_text(id).is_none() {
            return false;
        }
        let source = TextSource::Changed(id.to_owned());
        match Document::build(self, &source, self.full_width(), None) {
            Some(document) => {
                self.show_full(document);
                true
            }
            None => false,
        }
    }
}
