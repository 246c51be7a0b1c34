//! Scenarios on the stage: the list (F4), and playing one step by step.

use std::sync::Arc;

use crate::app::walk::{Before, Past, ScenarioList, Walk};
use crate::app::{Effect, JobId, Key, Notice, Overlay, Panel, RowKey, State, TextBox};
use crate::lang::fill;
use crate::scenario::{Ground, Listed, Play, Scenario};
use crate::settings::DialectId;
use crate::turn::Setup;
use crate::workspace::Library;

/// Milliseconds between two steps at the slowest speed; at speed N it is one Nth.
const SLOWEST: u64 = 6_000;

impl State {
    /// F4: the scenarios, played once more off the loop.
    pub(super) fn open_scenarios(&mut self) {
        self.overlays.push(Overlay::Scenarios(Box::new(ScenarioList {
            items: None,
            filter: String::new(),
            input: None,
            selected: 0,
        })));
        self.ask(Effect::ListScenarios { settings: Arc::new(self.settings.clone()) });
    }

    pub(super) fn scenarios_listed(&mut self, listed: Arc<[Listed]>) {
        if let Some(Overlay::Scenarios(list)) = self.overlays.last_mut() {
            list.items = Some(listed);
            list.selected = list.selected.min(list.shown().len().saturating_sub(1));
        }
    }

    /// `/`: the filter of the list.
    pub(super) fn open_scenario_filter(&mut self) {
        if let Some(list) = self.overlays.last_mut().and_then(Overlay::scenarios_mut) {
            list.input = Some(Box::new(TextBox::new(&list.filter, false)));
        }
    }

    /// The list follows its filter as one types.
    pub(super) fn filter_scenarios(&mut self) {
        let text = self.text_box().map(|text_box| text_box.text()).unwrap_or_default();
        if let Some(list) = self.overlays.last_mut().and_then(Overlay::scenarios_mut) {
            list.filter = text;
            list.selected = 0;
        }
    }

    /// Plays the selected scenario, on today's skills or as it was recorded.
    pub(super) fn play_selected(&mut self, as_recorded: bool) {
        let Some(Overlay::Scenarios(list)) = self.overlays.last() else { return };
        let Some(&item) = list.shown().get(list.selected) else { return };
        let Some((scenario, ground)) = item.scenario.clone() else {
            return self.hint(self.strings().scenario_broken);
        };
        if self.what_if_changes() > 0 {
            return self.hint(self.what_if_words().no_scenario); // it plays on what is on disk
        }
        if as_recorded && scenario.bundle.is_none() {
            return self.hint(self.strings().scenario_no_bundle);
        }
        self.overlays.clear();
        self.open_scenario(scenario, ground, as_recorded);
    }

    /// Puts a scenario on the stage, at its opening.
    pub(super) fn open_scenario(&mut self, scenario: Arc<Scenario>, ground: Ground, as_recorded: bool) {
        let ground = if as_recorded { scenario.ground(&ground) } else { ground };
        let play = match Play::open(scenario, ground) {
            Ok(play) => play,
            Err(fault) => return self.tell(Notice::Fault(fault)),
        };
        self.leave_turn(); // its moves are of the dialect that it was played in
        self.leave_walk();
        let before = Before {
            dialect: Arc::clone(&self.dialect),
            scene: self.scene.clone(),
            message: self.message.clone(),
            binding: self.settings.binding.value,
            estimator: Arc::clone(&self.estimator),
        };
        self.walk = Some(Walk {
            play,
            past: Past::default(),
            checks: Vec::new(),
            as_recorded,
            estimator: None,
            before,
            by_itself: None,
        });
        self.forget_counts();
        self.turn_number += 1;
        let dialect = self.dialect.id();
        self.show_step();
        self.load_under_other_cap(dialect);
    }

    /// Reads the workspace again where the host before was another: it has another cap on bodies (D6).
    fn load_under_other_cap(&mut self, before: DialectId) {
        if self.dialect.id() != before {
            self.load();
        }
    }

    /// The person's own dialect, scene and message are back; the turn on the stage is for the caller to replace.
    pub(super) fn leave_walk(&mut self) {
        let Some(Walk { before, estimator, .. }) = self.walk.take() else { return };
        let dialect = std::mem::replace(&mut self.dialect, before.dialect);
        self.load_under_other_cap(dialect.id());
        self.settings.dialect.value = self.dialect.id();
        self.scene = before.scene;
        self.message = before.message;
        self.settings.binding.value = before.binding;
        self.estimator = estimator.unwrap_or(before.estimator);
        self.forget_counts();
    }

    /// `p`, Space and →: the next step; after moves by hand, back to the step. Where no scenario is on the stage `p` opens
    /// the prepared session.
    pub(super) fn play_step(&mut self) {
        if self.walk.is_none() {
            return self.open_prepared();
        }
        if self.is_taken_over() {
            self.tell(Notice::Done(self.strings().walk_returned.to_owned()));
            return self.show_step();
        }
        let Some(walk) = &mut self.walk else { return };
        match walk.play.advance() {
            Ok(true) => self.show_step(),
            Ok(false) => self.hint(self.strings().walk_over),
            Err(fault) => self.tell(Notice::Fault(fault)),
        }
    }

    /// ←: the step before.
    pub(super) fn play_step_before(&mut self) {
        if self.is_taken_over() {
            return self.play_step();
        }
        let Some(walk) = &self.walk else { return };
        match walk.play.played().checked_sub(1) {
            Some(step) => self.play_until(step),
            None => self.hint(self.strings().walk_first),
        }
    }

    fn play_until(&mut self, step: usize) {
        let Some(walk) = &mut self.walk else { return };
        let played = match walk.past.nearest(step) {
            Some(play) => play.clone().on_to(step),
            None => Play::until(Arc::clone(walk.play.scenario()), walk.play.ground().clone(), step),
        };
        match played {
            Ok(play) => walk.play = play,
            Err(fault) => return self.tell(Notice::Fault(fault)),
        }
        self.show_step();
    }

    /// A digit: plays on by itself at that speed.
    pub(super) fn play_by_itself(&mut self, key: Key) {
        let speed = key.digit().unwrap_or(1).max(1);
        if self.is_taken_over() {
            self.show_step();
        }
        self.wake_in(SLOWEST / u64::from(speed));
    }

    fn wake_in(&mut self, milliseconds: u64) {
        let id = self.new_job();
        let Some(walk) = self.walk.as_mut().filter(|walk| !walk.is_over()) else { return };
        walk.by_itself = Some((id, milliseconds));
        self.ask(Effect::Wake { id, milliseconds });
    }

    /// The time to play on by itself has come.
    pub(super) fn woke(&mut self, id: JobId) {
        let asked = self.walk.as_ref().and_then(|walk| walk.by_itself);
        let Some((_, milliseconds)) = asked.filter(|(asked, _)| *asked == id) else { return };
        self.play_step();
        self.wake_in(milliseconds);
    }

    /// A key stops what plays by itself.
    pub(super) fn stop_playing(&mut self) {
        if let Some(walk) = &mut self.walk {
            walk.by_itself = None;
        }
    }

    /// The skills changed on disk: the step is played again on them.
    pub(super) fn walk_follows(&mut self, library: &Arc<Library>) {
        let Some(walk) = self.walk.as_mut().filter(|walk| !walk.as_recorded) else { return };
        let ground = walk.play.ground();
        let ground = Ground::of(Arc::clone(library), Arc::clone(&ground.settings), Arc::clone(&ground.estimators));
        match Play::until(Arc::clone(walk.play.scenario()), ground, walk.play.played()) {
            Ok(play) => (walk.play, walk.past) = (play, Past::default()),
            Err(fault) => return self.tell(Notice::Fault(fault)),
        }
        self.show_step();
        self.tell(Notice::Done(self.strings().walk_anew.to_owned()));
    }

    /// Whether moves by hand stand behind the step, or some of its own were taken back.
    pub fn is_taken_over(&self) -> bool {
        self.walk.as_ref().is_some_and(|walk| walk.play.events() != self.moves)
    }

    fn open_prepared(&mut self) {
        match (self.prepared.clone(), self.library.clone()) {
            (Ok(Some(scenario)), Some(library)) => {
                let ground = Ground::of(library, Arc::new(self.settings.clone()), self.settings.estimators.all());
                self.open_scenario(scenario, ground, false);
            }
            (Err(faults), _) => faults.into_iter().for_each(|fault| self.tell(Notice::Fault(fault))),
            _ => self.hint(self.strings().walk_none),
        }
    }

    /// Puts the turn on the stage as the last step left it.
    fn show_step(&mut self) {
        let Some(walk) = &mut self.walk else { return };
        walk.arrive();
        let chosen = walk.estimator.clone();
        let (turn, events) = (walk.play.turn().clone(), walk.play.events().to_vec());
        let setup = turn.opening();
        self.dialect = Arc::clone(&setup.dialect);
        self.settings.dialect.value = self.dialect.id();
        self.scene = setup.scene.clone();
        self.lists[Panel::Scenes.index()].selected = Some(RowKey::new("scene", &self.scene));
        self.message = setup.message.clone();
        self.settings.binding.value = setup.binding;
        self.estimator = chosen.unwrap_or_else(|| Arc::clone(&setup.estimator));
        self.matched.clear();
        if self.estimator.name() == setup.estimator.name() {
            self.stage_played(turn, events);
        } else {
            self.play(Setup { estimator: Arc::clone(&self.estimator), ..setup }, &events);
        }
        self.count_if_newer();
        self.turn_changed();
    }

    /// What the scenario on the stage says of itself while it is played by hand.
    pub fn taken_over_line(&self) -> Option<String> {
        let walk = self.walk.as_ref().filter(|_| self.is_taken_over())?;
        Some(fill(self.strings().walk_taken_over, &[("n", &walk.play.played().to_string())]))
    }
}
