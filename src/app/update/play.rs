//! What changes the turn: starting, asking, answering, taking back, playing again.

use std::sync::Arc;

use crate::app::rows::session::safe_name;
use crate::app::rows::skills::{behind_key, reference_key, skill_key};
use crate::app::rows::{ReferenceState, SkillRow, SkillState};
use crate::app::state::{FOLLOW, Stale};
use crate::app::{Effect, Field, Notice, Panel, RowKey, State};
use crate::check::Worst;
use crate::dialect::{self, Action as Request};
use crate::driver::Move;
use crate::lang::{Strings, TokensWords, fill};
use crate::prompt::{HostContext, Kind};
use crate::scene::Scene;
use crate::settings::{Binding, Choice, DialectId, Origin, Setting};
use crate::text;
use crate::tokens;
use crate::tokens::Fit;
use crate::turn::{Change, Degraded, Event, Next, Outcome, Setup, Turn, usage_line};

impl State {
    /// Starts a turn on the newest content; the moves of the one before can be played again.
    pub(super) fn new_turn(&mut self) {
        self.leave_turn();
        self.leave_walk();
        self.start_turn();
    }

    /// The next turn, on the newest content.
    pub(super) fn start_turn(&mut self) {
        let Some(setup) = self.next_setup() else {
            return self.hint(self.strings().why_loading);
        };
        let turn = self.first_of(setup);
        self.stage_turn(turn);
        self.turn_number += 1;
        self.count_if_newer();
    }

    /// Starts a turn on the newest content and plays the same moves.
    pub(super) fn replay(&mut self) {
        let matched = self.matched_to_replay();
        // Today's files hold what changed on disk meanwhile.
        let is_of_then = |event: &&Event| matches!(event, Event::Change(Change::Files(_)));
        let moves: Vec<Event> = self.moves_to_replay().iter().filter(|event| !is_of_then(event)).cloned().collect();
        if moves.is_empty() {
            return self.hint(self.strings().nothing_replay);
        }
        let Some(setup) = self.next_setup() else {
            return self.hint(self.strings().why_loading);
        };
        self.leave_turn();
        self.turn_number += 1;
        self.matched = matched;
        self.play(setup, &moves);
        self.count_if_newer();
    }

    /// Nothing that was counted holds any more.
    pub(super) fn forget_counts(&mut self) {
        self.counts = Arc::default();
        self.pending.count = None;
        self.stale.scenes = true;
    }

    /// A turn on other content than the one before has other skills to count.
    pub(super) fn count_if_newer(&mut self) {
        if self.pending.count.is_none() && self.turn_counts().is_none() {
            self.count();
        }
    }

    /// Starts a turn and plays the response that costs most of all that the model can give.
    pub(super) fn play_worst(&mut self) {
        let strings = self.strings();
        let Some(worst) = self.worst_case() else {
            let counting = self.pending.count.is_some() && !self.is_session();
            return self.hint(if counting { strings.why_counting } else { strings.why_no_worst });
        };
        self.new_turn();
        if !worst.asks.is_empty() {
            self.make_move(Event::Response(Move::Ask(worst.asks.clone()).response(&*self.dialect)));
        }
        let told = worst_words(&worst, strings, crate::lang::TokensWords::of(self.lang()));
        self.tell(Notice::Done(told));
    }

    /// Takes the last move back: the moves before it give the same bytes again.
    pub(super) fn take_back(&mut self) {
        let Some(turn) = self.turn.as_ref().filter(|_| !self.moves.is_empty()) else {
            return self.hint(self.strings().nothing_back);
        };
        let setup = turn.opening();
        let moves = self.moves[..self.moves.len() - 1].to_vec();
        self.play(setup, &moves);
        self.count_if_newer();
    }

    /// Takes a scene and starts a turn in it.
    pub(super) fn choose_scene(&mut self, scene: Scene) {
        self.leave_turn();
        self.leave_walk();
        self.scene = scene;
        self.stale.scenes = true;
        self.start_turn();
        self.focus_panel(Panel::Turn);
    }

    /// Gives the turn what happens next. `false` when it does not take it.
    pub(super) fn make_move(&mut self, event: Event) -> bool {
        let Some(turn) = &mut self.turn else { return false };
        if turn.play(&event).is_err() {
            self.hint(self.why_ended());
            return false;
        }
        self.moves.push(event);
        self.marked.clear();
        self.show_last_request();
        true
    }

    /// Sends the marked requests, or the one on the selected row, as one response.
    pub(super) fn ask_selected(&mut self) {
        let Some(row) = self.rows.skills.get(self.list(Panel::Skills).index).map(|row| row.data.clone()) else {
            return;
        };
        if let Some(why) = self.why_nothing_is_asked() {
            return self.hint(why);
        }
        let requests = match self.marked.is_empty() {
            true => match request_of(&row, self) {
                Ok(request) => vec![request],
                Err(why) => return self.hint(why),
            },
            false => self.marked_requests(),
        };
        let response = Move::Ask(requests).response(&*self.dialect);
        self.make_move(Event::Response(response));
    }

    /// Marks the selected row for the next response, or takes the mark away.
    pub(super) fn mark_selected(&mut self) {
        let Some(row) = self.rows.skills.get(self.list(Panel::Skills).index) else { return };
        let Some(key) = row.key.clone() else { return };
        if let Some(at) = self.marked.iter().position(|marked| *marked == key) {
            self.marked.remove(at);
        } else if let Some(why) = self.why_nothing_is_asked() {
            return self.hint(why);
        } else if let SkillRow::Skill { state: SkillState::Refused | SkillState::NotAllowed, name, .. } = &row.data {
            let why = fill(self.strings().why_not_allowed, &[("name", name)]);
            return self.hint(why);
        } else if let SkillRow::Reference { state: ReferenceState::NotServed, .. } = &row.data {
            return self.hint(self.strings().why_not_served);
        } else if let (SkillRow::Skill { state: SkillState::Lost(_) | SkillState::Elsewhere, .. }, Err(why)) =
            (&row.data, request_of(&row.data, self))
        {
            return self.hint(why);
        } else {
            self.marked.push(key);
        }
        self.stale = Stale { skills: true, turn: true, ..self.stale };
    }

    /// The same turn with the other reading of bindings (U18).
    pub(super) fn switch_binding(&mut self) {
        let binding = match self.settings.binding.value {
            Binding::Resident => Binding::Offered,
            Binding::Offered => Binding::Resident,
        };
        self.settings.binding.value = binding;
        self.settings.binding.origin = Origin::Flag("--binding");
        self.play_same(|setup| setup.binding = binding);
        self.count();
        let told = fill(self.strings().binding_now, &[("binding", binding.word())]);
        self.tell(Notice::Done(told));
    }

    /// A turn under the rules of the other host. The moves of this one wait for the way back.
    pub(super) fn switch_dialect(&mut self) {
        if self.what_if_changes() > 0 {
            return self.hint(self.what_if_words().no_switch);
        }
        self.what_if = None;
        self.leave_turn();
        self.leave_walk();
        let id = match self.dialect.id() {
            DialectId::Utility => DialectId::Dsh,
            DialectId::Dsh => DialectId::Utility,
        };
        self.dialect = dialect::by_id(id, &self.settings, &self.base.places);
        self.settings.dialect.value = id;
        self.settings.dialect.origin = Origin::Flag("--dialect");
        self.forget_counts();
        self.new_turn();
        self.load(); // the other host has another cap on bodies (D6)
        let told = fill(self.strings().dialect_now, &[("dialect", id.word())]);
        self.tell(Notice::Done(told));
    }

    /// The next estimator of the list.
    pub(super) fn next_estimator(&mut self) {
        let name = self.pending.estimator.as_deref().unwrap_or(self.estimator.name());
        let names: Vec<&str> = self.settings.estimators.names().collect();
        let at = names.iter().position(|known| *known == name).unwrap_or(0);
        let next = names[(at + 1) % names.len()].to_owned();
        self.use_estimator(&next);
        self.settings.estimator = Setting { value: next, origin: Origin::Flag("--estimator") };
    }

    /// Takes an estimator into use: at once when it is a heuristic; once it has counted the turn, off the loop, when it is
    /// exact. Until there is a turn, that waits for the first.
    pub(super) fn use_estimator(&mut self, name: &str) {
        let Some(estimator) = self.settings.estimators.by_name(name) else { return };
        if !estimator.is_exact() {
            self.pending.estimator = None;
            return self.count_with(estimator);
        }
        self.pending.estimator = Some(estimator.name().to_owned());
        if self.turn.is_some() {
            let texts = self.texts_on_stage();
            self.ask(Effect::WarmEstimator { estimator, texts });
        }
    }

    /// Every text of the prompts of the turn on the stage.
    pub(super) fn texts_on_stage(&self) -> Vec<Arc<str>> {
        let prompts = self.turn.iter().flat_map(|turn| turn.requests().iter().chain(turn.attempted()));
        prompts.flat_map(|prompt| &prompt.segments).map(|segment| segment.text.clone()).collect()
    }

    /// Counts everything on the screen with `estimator` from now on.
    pub(super) fn count_with(&mut self, estimator: Arc<dyn tokens::Estimator>) {
        self.estimator = estimator.clone();
        if let Some(walk) = &mut self.walk {
            walk.estimator = Some(estimator.clone());
        }
        self.play_same(|setup| setup.estimator = estimator);
        self.stale = Stale::ALL;
        self.count();
    }

    /// What fixes the next turn: the newest content, the scene and the message.
    fn next_setup(&self) -> Option<Setup> {
        Some(Setup {
            dialect: self.dialect.clone(),
            library: self.library.clone()?,
            scene: self.scene.clone(),
            binding: self.settings.binding.value,
            host: Arc::new(self.host().clone()),
            message: self.message.clone(),
            estimator: self.estimator.clone(),
        })
    }

    /// What the host brings: what all scenes share, or the scenario's own.
    fn host(&self) -> &HostContext {
        self.walk.as_ref().map_or(&self.base.host, |walk| &walk.scenario().base.host)
    }

    /// Plays the turn on the stage again with a changed setup.
    pub(super) fn play_same(&mut self, change: impl FnOnce(&mut Setup)) {
        let Some(turn) = &self.turn else { return };
        let mut setup = turn.opening();
        change(&mut setup);
        let (moves, request) = (self.moves.clone(), self.request);
        self.play(setup, &moves);
        self.request = request.min(self.request);
        self.lists[Panel::Turn.index()].selected = Some(RowKey::new("request", self.request + 1));
    }

    /// A turn at its start; it takes over from the one on the stage what is the same.
    fn first_of(&self, setup: Setup) -> Turn {
        match &self.turn {
            Some(before) => before.start_again(setup),
            None => Turn::start(setup),
        }
    }

    /// Starts a turn and plays `moves`. A turn that ends before the last of them says which were not played.
    pub(super) fn play(&mut self, setup: Setup, moves: &[Event]) {
        let mut turn = self.first_of(setup);
        let played = moves.iter().take_while(|event| turn.play(event).is_ok()).count();
        self.stage_played(turn, moves[..played].to_vec());
        if played < moves.len() {
            let told = fill(self.strings().replay_short, &[("n", &(played + 1).to_string())]);
            self.hint(told);
        }
    }

    /// Puts a turn on the stage in which `moves` are played.
    pub(super) fn stage_played(&mut self, turn: Turn, moves: Vec<Event>) {
        self.stage_turn(turn);
        self.moves = moves;
        self.forget_unplayed_reasons();
    }

    fn stage_turn(&mut self, turn: Turn) {
        self.turn = Some(turn);
        self.moves.clear();
        self.marked.clear();
        if !self.has_newer_library() {
            self.notices.retain(|notice| !matches!(notice, Notice::Changed(_) | Notice::Taken(_)));
            self.changed.clear();
        }
        self.stale = Stale::ALL;
        self.show_last_request();
    }

    /// Hands the usage line of an ended turn to the runtime, which knows whether a log is asked for (U27).
    pub(super) fn log_usage(&mut self) {
        let ended = self.turn.as_ref().filter(|turn| turn.next() == Next::Over);
        if let Some(line) = ended.map(usage_line) {
            self.ask(Effect::LogUsage(line));
        }
    }

    /// Another turn takes the stage: this one's moves can be played again, its usage is logged.
    pub(super) fn leave_turn(&mut self) {
        self.log_usage();
        // What was begun belongs to the turn that it would have gone into.
        self.drafts.retain(|field, _| {
            !matches!(field, Field::Response | Field::Reply | Field::NextMessage | Field::EditSkill)
        });
        if !self.moves.is_empty() {
            self.last_moves.insert(self.dialect.id(), std::mem::take(&mut self.moves));
            self.last_matched.insert(self.dialect.id(), std::mem::take(&mut self.matched));
        }
    }

    /// Shows the newest request and stands on its row.
    fn show_last_request(&mut self) {
        self.request = self.turn.as_ref().map_or(0, |turn| turn.requests().len().saturating_sub(1));
        let list = &mut self.lists[Panel::Turn.index()];
        list.selected = Some(RowKey::new("request", self.request + 1));
        list.offset = FOLLOW;
        self.turn_changed();
    }

    /// Why no request at all can be made now.
    fn why_nothing_is_asked(&self) -> Option<String> {
        let strings = self.strings();
        let Some(turn) = &self.turn else { return Some(strings.why_loading.to_owned()) };
        if turn.plan().off.is_some() {
            return Some(strings.why_off.to_owned());
        }
        let ended = matches!(turn.next(), Next::LastReply | Next::Over);
        ended.then(|| self.why_over_at_rest(turn).unwrap_or_else(|| self.why_ended().to_owned()))
    }

    /// Why the turn takes no response any more.
    pub(super) fn why_ended(&self) -> &'static str {
        if self.is_session() { self.strings().why_next_message } else { self.strings().why_ended }
    }

    /// What helps where the first prompt is over the limit already: there is no move to take back.
    fn why_over_at_rest(&self, turn: &Turn) -> Option<String> {
        let Outcome::Degraded(Degraded::Tokens { total, limit }) = turn.outcome() else { return None };
        let tried = turn.attempted().filter(|_| turn.steps().is_empty())?;
        let catalog = tried.segments.iter().filter(|segment| segment.kind == Kind::Catalog);
        let [total, limit, catalog] =
            [*total, *limit, catalog.map(|segment| segment.tokens).sum()].map(text::thousands);
        let values = [("total", total.as_str()), ("limit", limit.as_str()), ("catalog", catalog.as_str())];
        Some(fill(self.strings().why_over_at_rest, &values))
    }

    fn marked_requests(&self) -> Vec<Request> {
        let Some(turn) = &self.turn else { return Vec::new() };
        let library = &turn.setup().library;
        let load = |name: &str| Request::Load { name: name.to_owned() };
        let stored = library.snapshot.skills.iter().map(|skill| (skill_key(&skill.name), load(&skill.name)));
        let reached = turn.plan().reach.iter().flat_map(|reach| {
            let won = reach.resolved.offers().map(|offer| offer.skill.name.as_str());
            let won = won.map(|name| (skill_key(name), load(name)));
            let lost = reach.resolved.lost().iter().map(|lost| (lost.root, lost.skill.name.as_str()));
            won.chain(
                lost.flat_map(|(root, name)| [(skill_key(name), load(name)), (behind_key(root, name), load(name))]),
            )
        });
        let loads = stored.chain(reached);
        let reads = library.references.iter().flat_map(|(name, references)| {
            references.iter().map(move |reference| {
                let request = Request::Read { name: name.clone(), path: reference.path.clone() };
                (reference_key(name, &reference.path), request)
            })
        });
        let known: std::collections::HashMap<RowKey, Request> = loads.chain(reads).collect();
        self.marked.iter().filter_map(|key| known.get(key).cloned()).collect()
    }
}

/// The request that a row stands for, or why the model would not ask for it.
fn request_of(row: &SkillRow, state: &State) -> Result<Request, String> {
    let strings = state.strings();
    match row {
        SkillRow::Root { label, .. } => Err(safe_name(label)),
        SkillRow::Skill { name, state: SkillState::Refused, .. } => Err(fill(strings.why_refused, &[("name", name)])),
        SkillRow::Skill { name, state: SkillState::Lost(to), .. } => {
            Err(fill(strings.why_lost, &[("name", name), ("root", &safe_name(to))]))
        }
        SkillRow::Skill { name, state: SkillState::Elsewhere, .. } => {
            Err(fill(strings.why_elsewhere, &[("name", name)]))
        }
        SkillRow::Skill { name, state: SkillState::NotAllowed, .. } => {
            Err(fill(strings.why_not_allowed, &[("name", name)]))
        }
        SkillRow::Skill { name, state: SkillState::NotOffered, .. } => {
            Err(fill(strings.why_not_offered, &[("name", name)]))
        }
        SkillRow::Skill { name, .. } => Ok(Request::Load { name: name.clone() }),
        SkillRow::Reference { skill, path, state: reference, .. } => match reference {
            ReferenceState::NotServed => Err(strings.why_not_served.to_owned()),
            ReferenceState::Cannot(crate::diag::Code::BodyNotLoaded) => {
                Err(fill(strings.why_body_first, &[("name", skill), ("path", path)]))
            }
            ReferenceState::Cannot(code) if *code != crate::diag::Code::MaxRounds => {
                let values = [("path", path.as_str()), ("code", code.as_str())];
                Err(fill(strings.why_reference, &values))
            }
            _ => Ok(Request::Read { name: skill.clone(), path: path.clone() }),
        },
    }
}

/// The worst case in a sentence: what the model loads and reads, and whether that fits.
fn worst_words(worst: &Worst, strings: &Strings, sure: &TokensWords) -> String {
    let total = text::thousands(worst.total);
    let limit = text::thousands(worst.limit);
    let verdict = match worst.fit() {
        Fit::Fits => fill(strings.worst_fits_in, &[("n", &total), ("limit", &limit)]),
        Fit::MayNotFit => {
            let high = text::thousands(worst.band.high);
            fill(sure.worst_may_not_fit, &[("n", &total), ("limit", &limit), ("high", &high)])
        }
        Fit::Over => fill(strings.worst_over_by, &[("n", &total), ("over", &text::thousands(worst.over()))]),
    };
    let loads = worst.loads();
    let reads = worst.reads().len();
    let parts = [
        (!loads.is_empty()).then(|| fill(strings.worst_loads, &[("names", &loads.join(strings.list_separator))])),
        (reads > 0).then(|| fill(strings.worst_reads, &[("n", &reads.to_string())])),
    ];
    let asked: Vec<String> = parts.into_iter().flatten().collect();
    match asked.is_empty() {
        true => verdict,
        false => format!("{verdict} {}", fill(strings.worst_if, &[("asks", &asked.join(strings.list_separator))])),
    }
}
