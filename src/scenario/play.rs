//! Playing a scenario, step by step, on some skills.
//!
//! A session is one turn that goes on. Any other host starts a new turn for each message: what was said joins the
//! history, what was read for the turn before is gone (U16), and skills and config count as they are by then (U15).

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::{Act, Check, Expect, Scenario, Standing, Step, Unmet};
use crate::diag::{Code, Diagnostic, Place};
use crate::dialect::dsh::Places;
use crate::dialect::{self, Dialect};
use crate::driver::Move;
use crate::prompt::{HistoryItem, HostContext, Message, Prompt, Speaker};
use crate::scene::Scene;
use crate::settings::{Binding, Settings};
use crate::tokens::{Estimator, PREFIX};
use crate::turn::{Change, Event, Next, Noted, Setup, Turn};
use crate::workspace::{Library, SkillEdit, Snapshot, Workspace};

/// What a scenario is played on.
#[derive(Clone)]
pub struct Ground {
    /// The skills and config.
    pub library: Arc<Library>,
    /// Reads the references of a snapshot whose config a step changed.
    pub capture: Arc<dyn Fn(Arc<Snapshot>) -> Library + Send + Sync>,
    /// What the scenario leaves open: binding, estimator, and the texts of the dsh host.
    pub settings: Arc<Settings>,
    /// Who can count; shared, since they remember what they have counted.
    pub estimators: Arc<[Arc<dyn Estimator>]>,
    /// The declared roots as a recording bundled them (D8); none: as the scenario declares them.
    pub places: Option<Arc<Places>>,
}

impl Ground {
    /// Content that is at hand: references are read from nowhere else.
    pub fn of(library: Arc<Library>, settings: Arc<Settings>, estimators: Arc<[Arc<dyn Estimator>]>) -> Ground {
        let kept = Arc::clone(&library);
        let capture = move |snapshot| Library { snapshot, references: kept.references.clone() };
        Ground { library, capture: Arc::new(capture), settings, estimators, places: None }
    }

    /// What `workspace` held when `library` was captured; references that a changed config allows are read from it.
    pub fn in_workspace(workspace: Workspace, library: Arc<Library>, settings: Arc<Settings>) -> Ground {
        let capture = Arc::new(move |snapshot| workspace.capture(snapshot));
        let estimators = settings.estimators.all();
        Ground { library, capture, settings, estimators, places: None }
    }
}

impl fmt::Debug for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ground").field("snapshot", &self.library.snapshot.short_id()).finish_non_exhaustive()
    }
}

/// A scenario being played. Its first request is composed, and so many steps are played.
#[derive(Clone)]
pub struct Play {
    scenario: Arc<Scenario>,
    ground: Ground,
    dialect: Arc<dyn Dialect>,
    estimator: Arc<dyn Estimator>,
    scene: Scene,
    /// As the steps have changed it.
    library: Arc<Library>,
    turns: Vec<Turn>,
    /// The events of the last turn.
    events: Vec<Event>,
    played: usize,
    last: Happened,
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Play").field("file", &self.scenario.file).field("played", &self.played).finish_non_exhaustive()
    }
}

/// What the last step added to the last turn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Happened {
    responses: Range<usize>,
    notes: Range<usize>,
}

impl Play {
    /// Opens a scenario on a ground.
    ///
    /// # Errors
    /// `scenario-value` where it names no scene, or an estimator that does not exist.
    pub fn open(scenario: Arc<Scenario>, ground: Ground) -> Result<Play, Diagnostic> {
        let base = &scenario.base;
        let wrong = |message: String| Diagnostic::error(Code::ScenarioValue, message).at(Place::file(&scenario.file));
        let name = base.estimator.clone().unwrap_or_else(|| ground.settings.estimator.value.clone());
        let estimator = ground.estimators.iter().find(|estimator| estimator.name() == name).cloned();
        let estimator = estimator.ok_or_else(|| {
            let fault = wrong(format!("there is no estimator `{name}`"));
            if name.starts_with(PREFIX) { fault.help(format!("name it: --estimator {name}")) } else { fault }
        })?;
        let scene = base.scene.clone();
        let scene = scene.ok_or_else(|| wrong("the scenario names no scene; write `scene: …`".to_owned()))?;
        let places = ground.places.as_ref().unwrap_or(&base.places);
        let dialect = dialect::by_id(base.dialect(), &ground.settings, places);
        let library = Arc::clone(&ground.library);
        let (turns, events) = (Vec::new(), Vec::new());
        let last = Happened::default();
        let opening = (base.message.clone(), base.host.clone());
        let mut play = Play { dialect, estimator, scene, library, turns, events, played: 0, last, ground, scenario };
        play.start(opening.0, opening.1);
        Ok(play)
    }

    /// Opens a scenario and plays its first steps.
    ///
    /// # Errors
    /// Those of [`Play::open`] and [`Play::advance`].
    pub fn until(scenario: Arc<Scenario>, ground: Ground, steps: usize) -> Result<Play, Diagnostic> {
        Play::open(scenario, ground)?.on_to(steps)
    }

    /// The same, played on until so many steps are played.
    ///
    /// # Errors
    /// Those of [`Play::advance`].
    pub fn on_to(mut self, steps: usize) -> Result<Play, Diagnostic> {
        while self.played < steps && self.advance()? {}
        Ok(self)
    }

    /// Plays the next step; `false` where there is none.
    ///
    /// # Errors
    /// With the step's place: `turn-ended` for a response after the end, `scenario-value` for a step that cannot be,
    /// such as the edit of a skill that is not there. Nothing is played then.
    pub fn advance(&mut self) -> Result<bool, Diagnostic> {
        let scenario = Arc::clone(&self.scenario);
        let Some(step) = scenario.steps.get(self.played) else { return Ok(false) };
        let before = self.turns.len();
        let (responses, notes) = (self.turn().steps().len(), self.turn().notes().len());
        self.act(step).map_err(|fault| Diagnostic { place: Some(step.place.clone()), ..fault })?;
        let (responses, notes) = if self.turns.len() > before { (0, 0) } else { (responses, notes) };
        self.last =
            Happened { responses: responses..self.turn().steps().len(), notes: notes..self.turn().notes().len() };
        self.played += 1;
        Ok(true)
    }

    fn act(&mut self, step: &Step) -> Result<(), Diagnostic> {
        let is_session = self.dialect.is_session();
        match &step.act {
            Act::User(message) if !is_session => return self.next_turn(message),
            Act::Config(text) => {
                // A broken config leaves the last valid one in force (U12).
                if let Ok(snapshot) = self.library.snapshot.with_config(text) {
                    self.library = Arc::new((self.ground.capture)(Arc::new(snapshot)));
                }
            }
            Act::Skill(edit) => self.library = edited(&self.library, edit)?,
            _ => {}
        }
        match step.act.event(&*self.dialect, &self.library) {
            Event::Change(Change::Skill(_) | Change::Files(_)) if !is_session => Ok(()), // the next turn has the change (U15)
            event => self.play(event),
        }
    }

    fn play(&mut self, event: Event) -> Result<(), Diagnostic> {
        let Some(turn) = self.turns.last_mut() else { return Ok(()) };
        turn.play(&event)?;
        self.events.push(event);
        Ok(())
    }

    fn next_turn(&mut self, message: &Message) -> Result<(), Diagnostic> {
        let turn = self.turn();
        if turn.next() != Next::Over {
            let fault = Diagnostic::error(Code::TurnEnded, "a message comes before the turn has its reply");
            return Err(fault.help("let the model reply first"));
        }
        let mut host = HostContext::clone(&turn.setup().host);
        let said = &turn.setup().message;
        let item = |speaker, text: &str, time: Option<&String>| HistoryItem {
            speaker,
            text: text.to_owned(),
            time: time.cloned(),
            private: false,
            source: self.scenario.file.clone(),
        };
        host.history.push(item(Speaker::User, &said.text, said.time.as_ref()));
        host.history.extend(turn.reply().map(|reply| item(Speaker::Assistant, reply, None)));
        self.start(message.clone(), host);
        Ok(())
    }

    fn start(&mut self, message: Message, host: HostContext) {
        self.events.clear();
        self.turns.push(Turn::start(Setup {
            dialect: Arc::clone(&self.dialect),
            library: Arc::clone(&self.library),
            scene: self.scene.clone(),
            binding: self.binding(),
            host: Arc::new(host),
            message,
            estimator: Arc::clone(&self.estimator),
        }));
    }

    fn binding(&self) -> Binding {
        self.scenario.base.binding.unwrap_or(self.ground.settings.binding.value)
    }

    /// What it is played on.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The declared roots in force (D8).
    pub fn places(&self) -> &Arc<Places> {
        self.ground.places.as_ref().unwrap_or(&self.scenario.base.places)
    }

    /// The scenario.
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// How many steps are played.
    pub fn played(&self) -> usize {
        self.played
    }

    /// The step played last; none after the opening alone.
    pub fn step(&self) -> Option<&Step> {
        self.scenario.steps.get(self.played.checked_sub(1)?)
    }

    /// What must hold now.
    pub fn expect(&self) -> &Expect {
        self.step().map_or(&self.scenario.expect, |step| &step.expect)
    }

    /// The turns so far, the last one as it stands. Never empty.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The turn as it stands.
    pub fn turn(&self) -> &Turn {
        &self.turns[self.turns.len() - 1]
    }

    /// The events of the turn as it stands, since its opening.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How things stand after the last step.
    pub fn standing(&self) -> Standing<'_> {
        let turn = self.turn();
        let requests: Vec<&Prompt> = self.requests().collect();
        let appended = turn.notes()[self.last.notes.clone()].iter().rev().find_map(|note| match &note.what {
            Noted::Catalog { kind, .. } => Some(*kind),
            _ => None,
        });
        let answers = turn.steps()[self.last.responses.clone()].last().map_or(&[][..], |step| &step.answers);
        Standing { turn, before: requests.len().checked_sub(2).map(|before| requests[before]), answers, appended }
    }

    /// Every request so far, of all turns, in order.
    pub fn requests(&self) -> impl Iterator<Item = &Prompt> {
        self.turns.iter().flat_map(Turn::requests)
    }

    /// Each expectation of the last step, and whether it holds.
    pub fn judge(&self) -> Vec<(&Check, Result<(), Box<Unmet>>)> {
        let checks = &self.expect().checks;
        if checks.is_empty() {
            return Vec::new();
        }
        let standing = self.standing();
        checks.iter().map(|check| (check, check.judge(&standing))).collect()
    }
}

/// `library` after a change of one skill, which stays in memory (U28).
///
/// # Errors
/// `scenario-value` where the skill that it changes or removes is not there.
fn edited(library: &Library, edit: &SkillEdit) -> Result<Arc<Library>, Diagnostic> {
    let name = edit.name();
    let missing = || Diagnostic::error(Code::ScenarioValue, format!("there is no skill `{name}` at this step"));
    library.edited(edit).map(Arc::new).ok_or_else(missing)
}

impl Act {
    /// What it is to a turn whose skills are `library` from here on.
    fn event(&self, dialect: &dyn Dialect, library: &Arc<Library>) -> Event {
        match self {
            Act::User(message) => Event::Message(message.clone()),
            Act::Model(response) => Event::Response(response.clone()),
            Act::Ask(asks) => Event::Response(Move::Ask(asks.clone()).response(dialect)),
            Act::Tool(tool) => Event::Change(Change::Tool(*tool)),
            Act::Provider { name, state } => {
                Event::Change(Change::Provider { name: name.clone(), state: state.clone() })
            }
            Act::Compact => Event::Change(Change::Compact),
            Act::Skill(edit) => Event::Change(Change::Skill(edit.clone())),
            Act::Config(_) => Event::Change(Change::Files(Arc::clone(library))),
        }
    }
}

#[cfg(test)]
mod tests;
