//! The turn's transitions: what each response does.

use std::sync::Arc;

use super::session::{Event, Note};
use super::{Answered, Degraded, Next, Outcome, Setup, Step, StepKind};
use crate::diag::{Code, Diagnostic};
use crate::dialect::{Ask, Ledger, Parsed, ScenePlan, World};
use crate::prompt::{Kind, Prompt, Role, Segment, compose};
use crate::scene::SceneKind;
use crate::tokens::Estimator;
use crate::workspace::Library;

/// A turn: see the module's docs.
#[derive(Debug, Clone)]
pub struct Turn {
    pub(super) setup: Setup,
    /// What `setup` held before a session's skills changed.
    opened: Arc<Library>,
    pub(super) plan: ScenePlan,
    pub(super) ledger: Ledger,
    pub(super) requests: Vec<Prompt>,
    attempted: Option<Prompt>,
    pub(super) steps: Vec<Step>,
    pub(super) notes: Vec<Note>,
    /// A compaction is due before the next request.
    pub(super) compacted: bool,
    /// Messages that compactions took so far.
    pub(super) gone: usize,
    pub(super) outcome: Outcome,
    pub(super) reply: Option<String>,
    pub(super) over: bool,
}

impl Turn {
    /// Composes the first request and checks the budget (U23).
    pub fn start(setup: Setup) -> Turn {
        let plan = first_plan(&setup);
        let prompt = compose_first(&setup, &plan, &*setup.estimator);
        Turn::open(setup, plan, prompt)
    }

    /// A turn at its start, its first prompt composed but not yet checked (U23).
    pub(super) fn open(setup: Setup, plan: ScenePlan, prompt: Prompt) -> Turn {
        let ledger = setup.dialect.begin(&plan);
        let mut turn = Turn {
            opened: Arc::clone(&setup.library),
            setup,
            plan,
            ledger,
            requests: Vec::new(),
            attempted: None,
            steps: Vec::new(),
            notes: Vec::new(),
            compacted: false,
            gone: 0,
            outcome: Outcome::Pending,
            reply: None,
            over: false,
        };
        turn.send(prompt);
        turn
    }

    /// Starts a turn and plays `events`.
    ///
    /// # Errors
    /// `turn-ended` for an event after the end; it names the response's number.
    pub fn replay<'a>(setup: Setup, events: impl IntoIterator<Item = &'a Event>) -> Result<Turn, Diagnostic> {
        let mut turn = Turn::start(setup);
        for event in events {
            turn.play(event)?;
        }
        Ok(turn)
    }

    /// Takes the model's next response.
    ///
    /// # Errors
    /// `turn-ended` when the turn takes no more responses; the turn stays as it was.
    pub fn respond(&mut self, response: &str) -> Result<(), Diagnostic> {
        let parsed = self.setup.dialect.parse(response);
        let asks = parsed.has_request() || (self.setup.dialect.is_session() && !parsed.asks.is_empty());
        match self.next() {
            Next::Over => return Err(self.ended()),
            Next::LastReply => self.finish_without_skills(response, parsed),
            _ if !asks => self.finish(response, parsed),
            Next::Served { .. } => self.serve(response, parsed, StepKind::RoundTrip(self.rounds() + 1)),
            Next::Errors => self.serve(response, parsed, StepKind::PastRounds),
            Next::Degrades => self.degrade_for_rounds(response, parsed),
        }
        Ok(())
    }

    /// What would happen to the next response.
    pub fn next(&self) -> Next {
        let limit = self.plan.limits.max_rounds;
        if self.over {
            Next::Over
        } else if self.plan.off.is_some() || matches!(self.outcome, Outcome::Degraded(_)) {
            Next::LastReply
        } else if self.rounds() < limit {
            Next::Served { left: limit - self.rounds() }
        } else if self.steps.iter().any(|step| step.kind == StepKind::PastRounds) {
            Next::Degrades
        } else {
            Next::Errors
        }
    }

    /// Answers every ask of a response and appends the request and its results to the prompt (U16, U20).
    fn serve(&mut self, response: &str, parsed: Parsed, kind: StepKind) {
        let number = self.steps.len() + 1;
        let mut segments = vec![self.request_segment(number, &parsed)];
        let mut answers = Vec::new();
        for ask in &parsed.asks {
            if matches!(ask, Ask::Tool { .. }) && !self.setup.dialect.answers_tool_calls(&self.plan.scene) {
                continue; // withheld without an answer (U20)
            }
            let (answered, segment) = self.answer(ask, kind, number, answers.len() + 1);
            answers.push(answered);
            segments.push(segment);
        }
        self.steps.push(Step { response: response.to_owned(), parsed, kind, answers });
        self.send_next(segments);
    }

    fn answer(&mut self, ask: &Ask, kind: StepKind, number: usize, place: usize) -> (Answered, Segment) {
        let answer = match kind {
            StepKind::PastRounds => self.setup.dialect.answer_past_rounds(ask, &self.plan.limits),
            _ => self.setup.dialect.answer(ask, &self.plan, &self.setup.library, &mut self.ledger),
        };
        let segment = Segment {
            id: format!("result.{number}.{place}"),
            kind: Kind::Result,
            label: answer.label.clone(),
            source: answer.source.clone(),
            role: Role::User,
            text: answer.text.as_str().into(),
            ..Segment::default()
        }
        .counted(&*self.setup.estimator);
        let answered = Answered { ask: ask.clone(), answer, segment: Some(segment.id.clone()), tokens: segment.tokens };
        (answered, segment)
    }

    fn request_segment(&self, number: usize, parsed: &Parsed) -> Segment {
        Segment {
            id: format!("request.{number}"),
            kind: Kind::Request,
            label: "request".to_owned(),
            source: "model".to_owned(),
            role: Role::Assistant,
            text: self.setup.dialect.request_text(parsed).into(),
            ..Segment::default()
        }
        .counted(&*self.setup.estimator)
    }

    /// Sends a prompt, or hands the turn back to the caller when it is over the budget (U23).
    pub(super) fn send(&mut self, prompt: Prompt) {
        let (total, limit) = (prompt.tokens(), self.plan.limits.max_tokens);
        if self.plan.off.is_none() && total > limit {
            self.degrade(prompt, Degraded::Tokens { total, limit });
        } else {
            self.requests.push(prompt);
        }
    }

    /// The caller's own prompt takes over: the one without skills.
    fn degrade(&mut self, attempted: Prompt, why: Degraded) {
        self.requests.push(without_skills(&self.setup));
        self.attempted = Some(attempted);
        self.outcome = Outcome::Degraded(why);
    }

    /// The model asked again after its last chance: the turn ends here, with `max_rounds` + 2 responses (U22).
    fn degrade_for_rounds(&mut self, response: &str, parsed: Parsed) {
        self.steps.push(Step { response: response.to_owned(), parsed, kind: StepKind::Refused, answers: Vec::new() });
        let attempted = self.prompt().clone();
        self.degrade(attempted, Degraded::Rounds { limit: self.plan.limits.max_rounds });
        self.over = true;
    }

    /// A response without a request ends the turn: a reply, or blocked in a text wrapper (U24).
    fn finish(&mut self, response: &str, parsed: Parsed) {
        let wrapper = self.plan.scene.kind() == SceneKind::TextWrapper;
        let mut answers = Vec::new();
        if wrapper {
            for ask in &parsed.asks {
                let answer = self.setup.dialect.answer(ask, &self.plan, &self.setup.library, &mut self.ledger);
                answers.push(Answered { ask: ask.clone(), answer, segment: None, tokens: 0 });
            }
        }
        let only_call = parsed.tool_calls().next().filter(|_| parsed.chat.is_empty() && parsed.text_value.is_none());
        match only_call {
            Some((_, call)) if wrapper => self.outcome = Outcome::Blocked { call: call.to_owned() },
            _ => {
                self.outcome = Outcome::Replied;
                self.reply = Some(match &parsed.text_value {
                    Some(text) if wrapper => text.clone(),
                    _ if wrapper => response.to_owned(),
                    _ => chat_reply(response, &parsed),
                });
            }
        }
        self.steps.push(Step { response: response.to_owned(), parsed, kind: StepKind::Final, answers });
        self.over = true;
    }

    /// The response to a prompt without skills: the caller knows neither requests nor the wrapper, so a skill request is
    /// to it one more tool call (U13, U23). A degraded turn stays degraded.
    fn finish_without_skills(&mut self, response: &str, parsed: Parsed) {
        let wrapper = self.plan.scene.kind() == SceneKind::TextWrapper;
        self.reply = Some(if wrapper { response.to_owned() } else { chat_reply(response, &parsed) });
        if self.outcome == Outcome::Pending {
            self.outcome = Outcome::Replied;
        }
        let (response, kind) = (response.to_owned(), StepKind::Final);
        self.steps.push(Step { response, parsed, kind, answers: Vec::new() });
        self.over = true;
    }

    pub(super) fn ended(&self) -> Diagnostic {
        let (outcome, taken) = (self.outcome.as_str(), self.steps.len());
        let message = format!("response {} comes after the end: the turn {outcome} at response {taken}", taken + 1);
        Diagnostic::error(Code::TurnEnded, message).help("leave the later responses out, or start a new turn")
    }
}

/// What a turn tells.
impl Turn {
    /// What fixed it; the library of a session is the one in force now.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What fixed it when it started: the same events on it give the same turn again.
    pub fn opening(&self) -> Setup {
        Setup { library: Arc::clone(&self.opened), ..self.setup.clone() }
    }

    /// What the scene shows, with the limits in force.
    pub fn plan(&self) -> &ScenePlan {
        &self.plan
    }

    /// What is in the prompt so far.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The skills whose body is in the prompt, by name; none in a degraded turn, whose prompt is without skills.
    pub fn loaded(&self) -> impl Iterator<Item = &str> {
        let bodies = self.attempted.is_none().then_some(&self.ledger.bodies);
        bodies.into_iter().flatten().map(String::as_str)
    }

    /// The prompts of the requests so far, the next one last. Never empty.
    pub fn requests(&self) -> &[Prompt] {
        &self.requests
    }

    /// The prompt as the next request would send it; after the end, as the last one was sent. For a turn that degraded
    /// it is the prompt without skills.
    pub fn prompt(&self) -> &Prompt {
        self.requests.last().unwrap_or(const { &Prompt { segments: Vec::new() } })
    }

    /// The prompt that the first request sent, or tried where it was over the budget (U23).
    pub fn at_rest(&self) -> &Prompt {
        let tried = self.attempted.as_ref().filter(|_| self.requests.len() == 1);
        tried.or(self.requests.first()).unwrap_or(self.prompt())
    }

    /// What was tried, where the turn degraded.
    pub fn attempted(&self) -> Option<&Prompt> {
        self.attempted.as_ref()
    }

    /// The responses so far and what the host made of them.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What happened between the requests of a session, each with the index of the request it comes before.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// How it stands.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// What the user gets, once the model replied. In a text wrapper a plain string (U24).
    pub fn reply(&self) -> Option<&str> {
        self.reply.as_deref()
    }

    /// The plan of the final reply, in order, as the host runs it now (U20). None in a text wrapper, which runs no call
    /// (U24). To a caller without skills a skill request is one more call.
    pub fn planned_calls(&self) -> &[Ask] {
        let last = self.steps.last().filter(|step| step.kind == StepKind::Final);
        let runs_calls = self.setup.scene.kind() != SceneKind::TextWrapper;
        last.filter(|_| runs_calls).map_or(&[], |step| &step.parsed.asks)
    }

    /// Round trips used so far.
    pub fn rounds(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step.kind, StepKind::RoundTrip(_))).count()
    }
}

/// The prompt of the first request, its segments counted by `estimator`.
pub(super) fn compose_first(setup: &Setup, plan: &ScenePlan, estimator: &dyn Estimator) -> Prompt {
    compose(&setup.host, setup.dialect.opening(plan), &setup.message, setup.scene.withholds_private(), estimator)
}

/// What the scene shows before anything has happened.
pub(super) fn first_plan(setup: &Setup) -> ScenePlan {
    setup.dialect.plan(&setup.library.snapshot, &setup.scene, setup.binding, World::default())
}

/// The prompt of this turn's first request as it would be without skills (U13).
pub fn without_skills(setup: &Setup) -> Prompt {
    compose(&setup.host, Vec::new(), &setup.message, setup.scene.withholds_private(), &*setup.estimator)
}

/// The text that goes to the user: the response as it stands, or its chat parts when it also plans tool calls.
fn chat_reply(response: &str, parsed: &Parsed) -> String {
    if parsed.asks.is_empty() { response.to_owned() } else { parsed.chat_text() }
}
