//! `skillstage prompt --format json`: a turn as data. The same types print the JSON and its schema.

use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use serde_json::Value;

use super::matcher::{self, DriverReport};
use super::names;
use super::timeline::{self, Entry};
use crate::diag::Code;
use crate::dialect::{Action, Ask};
use crate::driver::matcher::Reasons;
use crate::prompt::{Prompt, Segment};
use crate::settings::Choice;
use crate::text::thousands;
use crate::turn::{Answered, Degraded, Heavy, Noted, Outcome, Step, StepKind, Turn, heavy};

/// A turn, with the prompt as the next request would send it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "skillstage prompt")]
pub struct PromptReport<'a> {
    /// The version of this format.
    version: u32,
    /// The scene's id.
    scene: &'a str,
    /// The rules by which the host shows skills.
    dialect: &'static str,
    /// SHA-256 (hex) over the meaning of the config and the fingerprints of the skills that this turn uses.
    snapshot: &'a str,
    /// `pending` (waits for the model), `replied`, `degraded` (handed back to the caller: the prompt without skills is
    /// used) or `blocked` (the final response in a text wrapper is nothing but a tool call).
    outcome: &'static str,
    /// For `degraded` and `blocked` a code, a colon and a sentence with the numbers; else null.
    reason: Option<String>,
    /// Who counted every `tokens` in this document.
    estimator: &'a str,
    /// The estimate of the prompt in `segments`, and what it may be.
    tokens: Tokens,
    /// Images that come with the message. They are billed by the model's service and not part of any estimate.
    images: u32,
    /// The skills whose body is in the prompt, by name. Empty for a degraded turn, whose prompt is without skills.
    skills: Vec<SkillUse>,
    /// Round trips used: responses that asked and were served.
    rounds: usize,
    /// The index in `segments` of the first dynamic one. What stands before it is the same in every turn of one scene
    /// and snapshot.
    boundary: usize,
    /// The prompt in order. The whole text is the segments that are not empty, joined by one blank line.
    segments: Vec<SegmentReport<'a>>,
    /// The responses that asked for something, in order.
    round_trips: Vec<RoundTrip<'a>>,
    /// What the user gets, once the model replied; else null.
    reply: Option<&'a str>,
    /// The business tool calls of the reply, in order, as the host would run them now; empty in a text wrapper, which
    /// runs none. To a caller without skills a skill request is one more tool call.
    tool_calls: Vec<Value>,
    /// For a degraded turn the prompt that was tried instead of the one in `segments`; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    attempted: Option<Attempted<'a>>,
    /// For a session of the dsh dialect what happened so far, in order; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    timeline: Option<Vec<Entry<'a>>>,
    /// For a session the loaded bodies that alone have over a quarter of `max_tokens`; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    heavy: Option<Vec<HeavyBody>>,
    /// Who played the model, and why it answered as it did; absent where the responses were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    driver: Option<DriverReport<'a>>,
}

/// A body that takes a large share of the budget.
#[derive(Debug, Serialize, JsonSchema)]
struct HeavyBody {
    /// The skill.
    skill: String,
    /// The estimate of its body.
    tokens: usize,
    /// The config's `max_tokens`.
    max_tokens: usize,
}

/// An estimate and its limit.
#[derive(Debug, Serialize, JsonSchema)]
struct Tokens {
    /// The sum of the segments' `tokens`.
    total: usize,
    /// `max_tokens` in force; null where the host has no limit.
    limit: Option<usize>,
    /// With `high` where the true total probably lies; both are `total` where the estimator is exact.
    low: usize,
    /// See `low`.
    high: usize,
    /// `fits`, `may_not_fit` where only `high` is over the limit, or `over`; null where the host has no limit.
    fit: Option<&'static str>,
    /// What a service bills for `total`, by the factor that `calibration` sets for this estimator; else null.
    billed: Option<usize>,
}

/// A prompt that was over a limit.
#[derive(Debug, Serialize, JsonSchema)]
struct Attempted<'a> {
    /// The sum of the segments' `tokens`.
    total: usize,
    /// `max_tokens` in force; null where the host has no limit.
    limit: Option<usize>,
    /// What was tried, in order.
    segments: Vec<SegmentReport<'a>>,
}

/// A skill whose body is in the prompt.
#[derive(Debug, Serialize, JsonSchema)]
struct SkillUse {
    /// Its name.
    name: String,
    /// SHA-256 (hex) of its name, description and body.
    fingerprint: String,
    /// `always`, `bound`, `inherited` (bound to the scene that this one inherits) or `loaded` (by the model).
    why: &'static str,
}

/// One named piece of the prompt.
#[derive(Debug, Serialize, JsonSchema)]
struct SegmentReport<'a> {
    /// Unique in its prompt and stable between turns, such as `body:reply-style` or `result.1.2`.
    id: &'a str,
    /// `host_prompt`, `skill_rules`, `tool_schema`, `catalog`, `skill_body`, `context`, `history`, `message`, `request` or `result`.
    kind: &'static str,
    /// The chat role under which it is sent: `system`, `user` or `assistant`.
    role: &'static str,
    /// Where the text comes from: a file relative to the workspace, or `skillstage`, `user`, `model`.
    source: &'a str,
    /// Whether it stands before the boundary.
    stable: bool,
    /// Private at its source.
    private: bool,
    /// Private and kept out of this scene: the row stays, `text` is empty and `tokens` is 0.
    withheld: bool,
    /// The estimate of `text`.
    tokens: usize,
    /// The size of `text` in UTF-8.
    bytes: usize,
    /// SHA-256 (hex) of `text` in UTF-8.
    sha256: String,
    /// The text, exactly as it is sent.
    text: &'a str,
}

/// A response that asked for something, and what the host made of it.
#[derive(Debug, Serialize, JsonSchema)]
struct RoundTrip<'a> {
    /// `served` (counts as a round trip), `past_rounds` (after the last allowed one: errors and one more chance),
    /// `refused` (it asked once more: the turn degraded on it) or `final` (a text wrapper's last response that held tool
    /// calls, which are not executed).
    kind: &'static str,
    /// What it asked for, in order.
    requests: Vec<RequestReport<'a>>,
    /// What was neither sent nor executed, since the response asked for skills.
    withheld: Withheld,
}

/// One request and the host's answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RequestReport<'a> {
    /// `load`, `read`, `list`, `malformed`, or `tool_call` for a business tool call inside a text wrapper.
    action: &'static str,
    /// The skill or tool as the model wrote it; null where there is none.
    name: Option<&'a str>,
    /// The path of a `read` as the model wrote it, the wrong field of a `malformed` one; else null.
    path: Option<&'a str>,
    /// `ok` or the code of the error result.
    result: &'static str,
    /// The content was already in the prompt: answered so, without a second copy.
    repeat: bool,
    /// The estimate of the result's text; 0 where no request follows that could carry it.
    tokens: usize,
}

/// What a response with requests held besides them.
#[derive(Debug, Serialize, JsonSchema)]
struct Withheld {
    /// Its chat text, parts joined by newlines; empty if it had none.
    chat: String,
    /// Its business tool calls, in order.
    tool_calls: Vec<Value>,
}

/// A turn as data. `captions` say what each event of a session shows; there may be fewer. `reasons` are the matcher's,
/// where it played.
pub fn report<'a>(turn: &'a Turn, captions: &'a [Option<String>], reasons: &'a Reasons) -> PromptReport<'a> {
    let (setup, prompt) = (turn.setup(), turn.prompt());
    let limit = names::limit(turn.plan().limits.max_tokens);
    PromptReport {
        version: 1,
        scene: setup.scene.as_str(),
        dialect: setup.dialect.id().word(),
        snapshot: &setup.library.snapshot.id,
        outcome: turn.outcome().as_str(),
        reason: reason(turn),
        estimator: setup.estimator.name(),
        tokens: tokens(turn, limit),
        images: images(turn),
        skills: skills(turn),
        rounds: turn.rounds(),
        boundary: prompt.boundary(),
        segments: segments(prompt),
        round_trips: turn.steps().iter().filter_map(|step| round_trip(turn, step)).collect(),
        reply: turn.reply(),
        tool_calls: planned_calls(turn),
        attempted: turn.attempted().map(|tried| Attempted { total: tried.tokens(), limit, segments: segments(tried) }),
        heavy: setup.dialect.is_session().then(|| heavy_bodies(turn)),
        timeline: setup.dialect.is_session().then(|| timeline::entries(turn, captions, reasons)),
        driver: matcher::report(reasons),
    }
}

fn tokens(turn: &Turn, limit: Option<usize>) -> Tokens {
    let band = turn.setup().estimator.band(turn.prompt().tokens());
    Tokens {
        total: band.likely,
        limit,
        low: band.low,
        high: band.high,
        fit: limit.map(|limit| band.fit(limit).as_str()),
        billed: turn.setup().estimator.factor().map(|factor| factor.of(band.likely)),
    }
}

fn heavy_bodies(turn: &Turn) -> Vec<HeavyBody> {
    let body = |Heavy { skill, tokens, limit, .. }| HeavyBody { skill, tokens, max_tokens: limit };
    heavy(turn).into_iter().map(body).collect()
}

/// The images of every message that the prompt has had.
fn images(turn: &Turn) -> u32 {
    let later = turn.notes().iter().filter_map(|note| match &note.what {
        Noted::Message(message) => Some(message.images),
        _ => None,
    });
    later.fold(turn.setup().message.images, u32::saturating_add)
}

/// Why a turn is degraded or blocked: the code, a colon and a sentence with the numbers.
pub fn reason(turn: &Turn) -> Option<String> {
    let sentence = match turn.outcome() {
        Outcome::Pending | Outcome::Replied => return None,
        Outcome::Degraded(Degraded::Tokens { total, limit }) => {
            format!("the prompt with skills has {total} estimated tokens, max_tokens is {limit}")
        }
        Outcome::Degraded(Degraded::Rounds { limit }) => {
            format!("the model asked again after its last chance, max_rounds is {limit}")
        }
        Outcome::Blocked { call } => format!("the final response is nothing but the tool call {call}"),
    };
    turn.outcome().code().map(|code| format!("{code}: {sentence}"))
}

/// The JSON Schema of [`PromptReport`].
pub fn schema() -> Schema {
    schema_for!(PromptReport)
}

fn skills(turn: &Turn) -> Vec<SkillUse> {
    let bodies = turn.loaded().filter_map(|name| turn.used(name));
    bodies
        .map(|skill| SkillUse {
            why: names::why(turn.plan().resident(&skill.name).map(|resident| &resident.why)),
            fingerprint: skill.fingerprint.to_string(),
            name: skill.name,
        })
        .collect()
}

fn segments(prompt: &Prompt) -> Vec<SegmentReport<'_>> {
    prompt.segments.iter().map(|segment| segment_report(segment)).collect()
}

fn segment_report(segment: &Segment) -> SegmentReport<'_> {
    SegmentReport {
        id: &segment.id,
        kind: segment.kind.as_str(),
        role: segment.role.as_str(),
        source: &segment.source,
        stable: segment.stable,
        private: segment.private,
        withheld: segment.withheld,
        tokens: segment.tokens,
        bytes: segment.bytes(),
        sha256: segment.sha256(),
        text: &segment.text,
    }
}

fn round_trip<'a>(turn: &Turn, step: &'a Step) -> Option<RoundTrip<'a>> {
    let kind = match step.kind {
        StepKind::RoundTrip(_) => "served",
        StepKind::PastRounds => "past_rounds",
        StepKind::Refused => "refused",
        StepKind::Final if step.answers.is_empty() => return None,
        StepKind::Final => "final",
    };
    let requests = match step.kind {
        StepKind::Refused => step.parsed.asks.iter().filter(|ask| is_request(ask)).map(refused).collect(),
        _ => answered(step),
    };
    Some(RoundTrip { kind, requests, withheld: withheld(turn, step) })
}

/// What a response asked for and got.
pub(super) fn answered(step: &Step) -> Vec<RequestReport<'_>> {
    let answers = step.answers.iter();
    answers
        .map(|Answered { ask, answer, tokens, .. }| {
            request(ask, answer.error.map_or("ok", Code::as_str), answer.repeat, *tokens)
        })
        .collect()
}

fn is_request(ask: &Ask) -> bool {
    matches!(ask, Ask::Skill { .. })
}

/// A request on which the turn degraded: it got no answer.
fn refused(ask: &Ask) -> RequestReport<'_> {
    request(ask, Code::BudgetRounds.as_str(), false, 0)
}

impl RequestReport<'_> {
    /// It on one line of a timeline.
    pub(super) fn line(&self) -> String {
        let RequestReport { action, name, result, tokens, .. } = self;
        format!("model     {action} {}: {result}, {} tokens", name.unwrap_or_default(), thousands(*tokens))
    }
}

fn request<'a>(ask: &'a Ask, result: &'static str, repeat: bool, tokens: usize) -> RequestReport<'a> {
    let (action, name, path) = match ask {
        Ask::Skill { action: Ok(Action::Load { name }), .. } => ("load", Some(name.as_str()), None),
        Ask::Skill { action: Ok(Action::Read { name, path }), .. } => {
            ("read", Some(name.as_str()), Some(path.as_str()))
        }
        Ask::Skill { action: Ok(Action::List), .. } => ("list", None, None),
        Ask::Skill { action: Err(malformed), .. } => ("malformed", None, Some(malformed.field)),
        Ask::Tool { name, .. } => ("tool_call", Some(name.as_str()), None),
    };
    RequestReport { action, name, path, result, repeat, tokens }
}

/// Nothing of a final response is withheld, since its chat text is the reply, and nothing in a session, where a call
/// and the text beside it are one message.
fn withheld(turn: &Turn, step: &Step) -> Withheld {
    if step.kind == StepKind::Final || turn.setup().dialect.is_session() {
        return Withheld { chat: String::new(), tool_calls: Vec::new() };
    }
    Withheld {
        chat: step.parsed.chat_text(),
        tool_calls: step.parsed.tool_calls().map(|(_, json)| call(json)).collect(),
    }
}

/// The plan of a final reply. What stood beside a request was withheld and is in `round_trips` (U20).
fn planned_calls(turn: &Turn) -> Vec<Value> {
    let json = |ask: &Ask| match ask {
        Ask::Skill { json, .. } | Ask::Tool { json, .. } => call(json),
    };
    turn.planned_calls().iter().map(json).collect()
}

/// A call as the model wrote it.
fn call(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_else(|_| Value::String(json.to_owned()))
}
