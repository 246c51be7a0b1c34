//! The one place where the state changes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Counts, Effect, JobId, Keymap, Msg, Notice, Panel, Pending, Rows, Start, State};
use crate::prompt::Message;
use crate::scenario::Base;
use crate::scene::{SCENES, Scene};
use crate::tokens;

impl State {
    /// The first state, with the effects that fill it. Draw it before running them: nothing was read yet.
    pub fn new(start: Start) -> (State, Vec<Effect>) {
        let (keymap, faults) = Keymap::new(&start.settings.keys.value);
        let estimator = tokens::by_name(&start.settings.estimator.value);
        let mut state = State {
            keymap,
            title: start.title,
            source_args: start.source_args,
            read_only: start.read_only,
            width: start.size.0,
            height: start.size.1,
            clock: start.clock,
            dialect: start.dialect,
            estimator: estimator.unwrap_or_else(|| Arc::new(tokens::Heuristic)),
            library: None,
            base: Arc::new(Base::default()),
            broken: None,
            scene: Scene::new(SCENES[0]),
            message: Message::default(),
            turn: None,
            turn_number: 0,
            moves: Vec::new(),
            last_moves: Vec::new(),
            request: 0,
            focus: Panel::Turn,
            left: Panel::Turn,
            right: Panel::Prompt,
            lists: Default::default(),
            filters: BTreeMap::new(),
            toggled_skills: BTreeSet::new(),
            open_groups: BTreeSet::new(),
            marked: Vec::new(),
            text_source: None,
            rows: Rows::default(),
            counts: Arc::new(Counts::default()),
            highlights: Vec::new(),
            overlays: Vec::new(),
            drafts: BTreeMap::new(),
            notices: faults.into_iter().map(Notice::Fault).collect(),
            pending: Pending::default(),
            quit_armed: false,
            quit: false,
            next_job: 0,
            settings: start.settings,
        };
        let id = state.new_job();
        state.pending.load = Some(id);
        (state, vec![Effect::Load { id, previous: None }])
    }

    /// An id that was never used before in this session.
    pub(super) fn new_job(&mut self) -> JobId {
        self.next_job += 1;
        JobId(self.next_job)
    }
}

/// Takes one message; returns what the runtime has to do. Never panics, never blocks.
pub fn update(state: &mut State, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Resize { width, height } => {
            state.width = width;
            state.height = height;
        }
        Msg::Clock(clock) => state.clock = clock,
        _ => {}
    }
    Vec::new()
}
