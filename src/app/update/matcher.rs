//! `m`: the matcher plays one response, marked as its own wherever it stands.

use crate::app::State;
use crate::driver::matcher::Reasons;
use crate::driver::{Driver as _, Matcher};
use crate::turn::{Event, Next};

impl State {
    /// The matcher answers the request at hand; where the turn is over, the first one of the next turn.
    pub(super) fn play_matcher(&mut self) {
        if self.turn.as_ref().is_some_and(|turn| turn.next() == Next::Over && !turn.takes_message()) {
            self.new_turn();
        }
        let Some(turn) = &self.turn else {
            return self.hint(self.strings().why_loading);
        };
        let mut matcher = Matcher::default();
        // A matcher that has no response plays none: the session waits for the next message.
        let Ok(Some(response)) = matcher.respond(turn) else {
            return self.hint(self.why_ended());
        };
        if self.make_move(Event::Response(response)) {
            self.matched.extend(matcher.into_reasons());
        }
    }

    /// The reasons that belong to [`State::moves_to_replay`].
    pub(super) fn matched_to_replay(&self) -> Reasons {
        let last = || self.last_matched.get(&self.dialect.id()).cloned().unwrap_or_default();
        if self.moves.is_empty() { last() } else { self.matched.clone() }
    }

    /// After moves were taken back or played again: no reason stays for a response that is not there.
    pub(super) fn forget_unplayed_reasons(&mut self) {
        let steps = self.turn.as_ref().map_or(0, |turn| turn.steps().len());
        self.matched.retain(|step, _| *step < steps);
    }
}
