//! A prepared session, step by step.

use std::sync::Arc;

use crate::app::{Notice, State, Walk};
use crate::scenario::Scenario;

impl State {
    /// `p`: the next step of the prepared session. The first one opens it.
    pub(super) fn play_step(&mut self) {
        let Some(walk) = &self.walk else { return self.open_prepared() };
        let (Some(step), Some(turn)) = (walk.session.steps.get(walk.played.len()).cloned(), &self.turn) else {
            return self.hint(self.strings().walk_over);
        };
        let before = self.moves.len();
        match step.event(turn) {
            Ok(event) if self.make_move(event.clone()) => self.count_if_newer(),
            Ok(_) => return self.hint(self.strings().walk_waits),
            // Another move took away what the step is about: the session goes on without the step.
            Err(fault) => self.tell(Notice::Fault(fault)),
        }
        if let Some(walk) = &mut self.walk {
            walk.played.push(before);
        }
        self.turn_changed();
    }

    fn open_prepared(&mut self) {
        match self.prepared.clone() {
            Ok(Some(session)) => self.open_walk(session),
            Ok(None) => self.hint(self.strings().walk_none),
            Err(faults) => faults.into_iter().for_each(|fault| self.tell(Notice::Fault(fault))),
        }
    }

    /// Starts the session with its own scene and message.
    fn open_walk(&mut self, session: Arc<Scenario>) {
        self.scene = session.base.scene.clone().unwrap_or_else(|| self.scene.clone());
        self.message = session.base.message.clone();
        self.leave_turn();
        self.walk = Some(Walk { session, played: Vec::new() });
        self.start_turn();
    }

    /// After a move was taken back: the step that made it can be played again.
    pub(super) fn step_back(&mut self) {
        let moves = self.moves.len();
        if let Some(walk) = &mut self.walk {
            while walk.played.last().is_some_and(|before| *before >= moves) {
                walk.played.pop();
            }
        }
    }
}
