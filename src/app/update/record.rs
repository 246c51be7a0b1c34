//! `s`: the turn on the stage as a scenario (S3).

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::{Effect, Field, InputBox, Notice, Overlay, Question, State, TextBox};
use crate::diag::Diagnostic;
use crate::lang::fill;
use crate::scenario::{Ground, Played};
use crate::turn::Event;

impl State {
    /// Plays the turn once more off the loop, to see that a recording shows what was seen.
    pub(super) fn record(&mut self) {
        let Some(turn) = &self.turn else { return self.hint(self.strings().no_text) };
        if self.what_if_changes() > 0 {
            return self.hint(self.what_if_words().not_with_what_if);
        }
        let opening = turn.opening();
        let walk = self.walk.as_ref();
        let base = walk.map_or(&*self.base, |walk| &walk.play.scenario().base);
        let captions = self.captions();
        let title = &opening.message.text;
        let played = Played {
            title: title.lines().next().unwrap_or_default(),
            opening: &opening,
            places: &base.places,
            events: &self.moves,
            captions: &captions,
        };
        let scenario = Box::new(played.scenario(&self.recording_name()));
        let library = Arc::clone(&opening.library);
        let estimators = Arc::from([Arc::clone(&opening.estimator)]);
        let ground = Ground::of(library, Arc::new(self.settings.clone()), estimators);
        self.ask(Effect::Record { scenario, ground });
    }

    /// What was recorded is shown before it is written; the person says where.
    pub(super) fn recorded(&mut self, result: Result<Arc<str>, Vec<Diagnostic>>) {
        match result {
            Ok(text) => {
                let field = Field::SaveScenario;
                let name = self.drafts.remove(&field).unwrap_or_else(|| TextBox::new(&self.recording_name(), false));
                let input = InputBox { field, text: name, preview: None, error: None, saves: Some(text) };
                self.overlays.push(Overlay::Input(Box::new(input)));
            }
            Err(faults) => faults.into_iter().for_each(|fault| self.tell(Notice::Fault(fault))),
        }
    }

    /// Another file stands there: the person is asked whether it goes.
    pub(super) fn save_exists(&mut self, path: PathBuf, text: Arc<str>, old: Arc<str>) {
        if *old == *text {
            let told = fill(self.strings().saved, &[("path", &path.to_string_lossy())]);
            return self.tell(Notice::Done(told));
        }
        self.overlays.push(Overlay::Confirm(Question::Replace { path, text, old }));
    }

    /// Enter under the question.
    pub(super) fn replace_file(&mut self, path: PathBuf, text: Arc<str>, old: Arc<str>) {
        self.overlays.pop();
        self.ask(Effect::SaveScenario { path, text, over: Some(old) });
    }

    /// The name that a recording is offered: the scene, the dialect's turn and the clock.
    fn recording_name(&self) -> String {
        let clock: String = self.clock.chars().filter(char::is_ascii_digit).collect();
        format!("scenarios/{}-{clock}.yml", self.scene.as_str())
    }

    /// What a recording says beside each event: whose move it was, where no person made it.
    fn captions(&self) -> Vec<Option<String>> {
        let label = self.strings().matcher_label;
        let mut responses = 0;
        let by_matcher = |event: &Event| {
            let at = responses;
            responses += usize::from(matches!(event, Event::Response(_)));
            (responses > at && self.matched.contains_key(&at)).then(|| label.to_owned())
        };
        [None].into_iter().chain(self.moves.iter().map(by_matcher)).collect()
    }
}
