//! The one place where the state changes.
//!
//! | file | takes |
//! |---|---|
//! | `command` | keys in COMMAND: actions on the Stage |
//! | `play` | what changes the turn |
//! | `matcher` | the matcher's part in a turn |
//! | `world` | what changes the world around a session |
//! | `record` | the turn as a scenario |
//! | `walk` | the list of scenarios, and one step by step |
//! | `moves` | moving in lists and panels, opening rows |
//! | `text` | keys in TEXT: inputs, filters, the palette |
//! | `overlays` | keys while an overlay is open |
//! | `answers` | what the runtime answers |
//! | `bindings` | the Bindings screen and its change set |
//! | `follow` | what the cursor of a list brings to the other panels |
//! | `refresh` | rows, selections and scrolling after a change |

mod answers;
mod baseline;
mod bindings;
mod check;
mod command;
mod follow;
mod matcher;
mod moves;
mod overlays;
mod play;
mod record;
mod refresh;
mod text;
mod walk;
mod what_if;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::state::Stale;
use super::{
    BindingsScreen, CheckScreen, Counts, Effect, JobId, Keymap, Mode, Msg, Notice, Panel, Pending, Pointer, Rows,
    Screen, Start, State,
};
use crate::prompt::Message;
use crate::scenario::Base;
use crate::scene::{SCENES, Scene};
use crate::tokens;

impl State {
    /// The first state, with the effects that fill it. Draw it before running them: nothing was read yet.
    pub fn new(start: Start) -> (State, Vec<Effect>) {
        let (keymap, of_keys) = Keymap::new(&start.settings.keys.value);
        let faults: Vec<_> = start.settings_faults.into_iter().chain(of_keys).collect();
        let place = start.temporary.iter().cloned().map(Notice::Temporary);
        let notices = place.chain(faults.iter().cloned().map(Notice::Fault)).collect();
        let mut state = State {
            keymap,
            title: start.title,
            source_args: start.source_args,
            temporary: start.temporary,
            personal_config: start.personal_config,
            settings_faults: faults,
            read_only: start.read_only,
            width: start.size.0,
            height: start.size.1,
            clock: start.clock,
            dialect: start.dialect,
            estimator: Arc::new(tokens::Heuristic::DEEPSEEK),
            library: None,
            changed: BTreeSet::new(),
            base: Arc::new(Base::default()),
            broken: None,
            baseline: None,
            what_if: None,
            scene: Scene::new(SCENES[0]),
            message: Message::default(),
            turn: None,
            turn_number: 0,
            moves: Vec::new(),
            last_moves: BTreeMap::new(),
            matched: BTreeMap::new(),
            last_matched: BTreeMap::new(),
            prepared: Ok(None),
            scenarios: 0,
            walk: None,
            opens: start.opens,
            editing: None,
            request: 0,
            screen: Screen::default(),
            bindings: BindingsScreen::default(),
            check: CheckScreen::default(),
            focus: Panel::Turn,
            left: Panel::Turn,
            right: Panel::Prompt,
            lists: Default::default(),
            filters: BTreeMap::new(),
            open_skills: BTreeMap::new(),
            open_groups: BTreeSet::new(),
            marked: Vec::new(),
            followed: Panel::Turn,
            text_source: None,
            rows: Rows::default(),
            counts: Arc::new(Counts::default()),
            highlights: Vec::new(),
            overlays: Vec::new(),
            drafts: BTreeMap::new(),
            notices,
            pending: Pending::default(),
            quit_armed: false,
            quit: false,
            next_job: 0,
            outbox: Vec::new(),
            stale: Stale::ALL,
            settings: start.settings,
        };
        let estimator = state.settings.estimator.value.clone();
        state.pending.estimator = (estimator != state.estimator.name()).then_some(estimator);
        state.load();
        state.refresh();
        let effects = std::mem::take(&mut state.outbox);
        (state, effects)
    }

    /// An id that was never used before in this session.
    pub(super) fn new_job(&mut self) -> JobId {
        self.next_job += 1;
        JobId(self.next_job)
    }

    /// Asks the runtime for something.
    pub(super) fn ask(&mut self, effect: Effect) {
        self.outbox.push(effect);
    }

    /// Tells something that stays until read. The same thing is told once.
    pub(super) fn tell(&mut self, notice: Notice) {
        self.notices.retain(|told| *told != notice);
        self.notices.push(notice);
    }

    /// Answers a key that cannot do what it stands for; gone with the next key.
    pub(super) fn hint(&mut self, words: impl Into<String>) {
        self.tell(Notice::Hint(words.into()));
    }

    /// Tells that something failed, in the screen's words.
    pub(super) fn tell_error(&mut self, words: impl Into<String>) {
        self.tell(Notice::Error(words.into()));
    }
}

/// Takes one message; returns what the runtime has to do. Never panics, never blocks.
pub fn update(state: &mut State, msg: Msg) -> Vec<Effect> {
    if state.quit {
        return Vec::new();
    }
    match msg {
        Msg::Key(key) => match state.mode() {
            Mode::Command => state.command_key(key),
            Mode::Text(field) => state.text_key(field, key),
        },
        Msg::Paste(text) => state.paste(&text),
        Msg::Pointer(pointer) => state.pointer(pointer),
        Msg::Resize { width, height } => state.resize(width, height),
        Msg::Clock(clock) => state.clock = clock,
        Msg::FilesChanged => state.load(),
        Msg::Loaded(loaded) => state.loaded(*loaded),
        Msg::LoadFailed { id, diagnostics } => state.load_failed(id, diagnostics),
        Msg::ScenesCounted { id, costs } => state.scenes_counted(id, costs),
        Msg::ConfigWritten(result) => state.config_written(result),
        Msg::Checked { id, result } => state.checked(id, result),
        Msg::ScenariosTried { id, broken } => state.scenarios_tried(id, broken),
        Msg::RevisionRead { id, revision, result } => state.revision_read(id, revision, result),
        Msg::SkillRead { name, result } => state.skill_read(name, result),
        Msg::FixPrepared(result) => state.fix_prepared(result),
        Msg::FixWritten(result) => state.fix_written(result),
        Msg::Counted { id, counts } => state.counted(id, counts),
        Msg::EstimatorReady { estimator, texts } => state.estimator_ready(estimator, &texts),
        Msg::Highlighted { id, highlight } => state.highlighted(id, highlight),
        Msg::Copied(result) => state.copied(result),
        Msg::Saved(result) => state.saved(result),
        Msg::ScenariosListed(listed) => state.scenarios_listed(listed),
        Msg::Woke(id) => state.woke(id),
        Msg::Recorded(result) => state.recorded(result),
        Msg::SaveExists { path, text, old } => state.save_exists(path, text, old),
        Msg::Edited { field, result } => state.edited(field, result),
        Msg::EditorClosed(result) => state.editor_closed(result),
    }
    state.refresh();
    std::mem::take(&mut state.outbox)
}

impl State {
    fn resize(&mut self, width: u16, height: u16) {
        (self.width, self.height) = (width, height);
        self.stale = Stale { turn: true, text: true, ..self.stale };
        self.break_full_text();
    }

    fn pointer(&mut self, pointer: Pointer) {
        self.stop_playing();
        match (pointer, self.overlays.is_empty()) {
            (Pointer::Click { panel, row }, true) if matches!(self.mode(), Mode::Command) => self.click(panel, row),
            (Pointer::Click { .. }, _) => {}
            (Pointer::Scroll { panel, lines }, true) => self.scroll(panel, isize::from(lines)),
            (Pointer::Scroll { lines, .. }, false) => self.move_overlay(isize::from(lines)),
        }
    }
}
