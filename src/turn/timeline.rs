//! A turn in the order in which it happened.

use super::{Note, Step, Turn};
use crate::prompt::Prompt;

/// One moment of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment<'a> {
    /// The host sent a request.
    Request {
        /// Its index.
        index: usize,
        /// What it sent.
        prompt: &'a Prompt,
        /// The request before.
        before: Option<&'a Prompt>,
    },
    /// The model responded to the request of that index.
    Response {
        /// The index of the request, and of the step.
        index: usize,
        /// The response and what the host made of it.
        step: &'a Step,
    },
    /// Something else happened to the session.
    Note(&'a Note),
}

impl Turn {
    /// All that happened so far. The opening message is part of the first request.
    pub fn timeline(&self) -> Vec<Moment<'_>> {
        let mut moments = Vec::new();
        for index in 0..=self.steps().len().max(self.requests().len()) {
            let notes = |before| {
                let here = self.notes().iter().filter(move |note| (note.answered, note.before) == (index, before));
                here.map(Moment::Note)
            };
            moments.extend(notes(index));
            if let Some(prompt) = self.requests().get(index) {
                let before = index.checked_sub(1).and_then(|before| self.requests().get(before));
                moments.push(Moment::Request { index, prompt, before });
            }
            moments.extend(notes(index + 1));
            moments.extend(self.steps().get(index).map(|step| Moment::Response { index, step }));
        }
        moments
    }
}
