//! What a page shows at each step, as data. Texts that stand in several prompts are kept once.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::diag::{Code, Diagnostic};
use crate::dialect::dsh::{CatalogKind, ToolView};
use crate::dialect::{Action, Ask};
use crate::prompt::{Prompt, Segment, reuse};
use crate::report::names;
use crate::scenario::{Act, Ground, Play, Scenario};
use crate::text::{printable, thousands};
use crate::turn::Answered;
use crate::workspace::SkillEdit;

/// Everything a page shows.
#[derive(Debug, Serialize)]
pub struct Page {
    /// The opening, then each step.
    pub steps: Vec<Shown>,
    /// The texts of segments, by hash.
    pub texts: BTreeMap<String, String>,
}

/// One step.
#[derive(Debug, Serialize)]
pub struct Shown {
    say: Option<String>,
    events: Vec<Event>,
    outcome: &'static str,
    tokens: usize,
    limit: Option<usize>,
    /// The reusable share in percent; none for the first request.
    reuse: Option<usize>,
    segments: Vec<Part>,
    checks: Vec<Checked>,
}

/// Something that happened.
#[derive(Debug, Serialize)]
struct Event {
    who: &'static str,
    text: String,
}

/// A segment of the prompt.
#[derive(Debug, Serialize)]
struct Part {
    id: String,
    kind: String,
    label: String,
    tokens: usize,
    stable: bool,
    withheld: bool,
    new: bool,
    /// The hash of its text.
    text: String,
}

/// An expectation, and whether it holds.
#[derive(Debug, Serialize)]
struct Checked {
    text: String,
    ok: bool,
}

impl Page {
    /// Plays a scenario to its end.
    ///
    /// # Errors
    /// Those of [`Play::open`] and [`Play::advance`].
    pub fn of(scenario: &Arc<Scenario>, ground: Ground) -> Result<Page, Diagnostic> {
        let mut play = Play::open(Arc::clone(scenario), ground)?;
        let mut page = Page { steps: Vec::new(), texts: BTreeMap::new() };
        let mut before = Prompt::default();
        loop {
            page.show(&play, &before);
            before = play.turn().prompt().clone();
            if !play.advance()? {
                return Ok(page);
            }
        }
    }

    fn show(&mut self, play: &Play, before: &Prompt) {
        let (turn, prompt) = (play.turn(), play.turn().prompt());
        let is_new = |segment: &Arc<Segment>| !before.segments.iter().any(|old| old.text == segment.text);
        let opening = before.segments.is_empty();
        let part = |segment: &Arc<Segment>| Part {
            id: segment.id.clone(),
            kind: segment.kind.as_str().replace('_', " "),
            label: safe(&segment.label),
            tokens: segment.tokens,
            stable: segment.stable,
            withheld: segment.withheld,
            new: !opening && is_new(segment),
            text: segment.sha256(),
        };
        let segments: Vec<Part> = prompt.segments.iter().map(part).collect();
        for (segment, part) in prompt.segments.iter().zip(&segments) {
            self.texts.entry(part.text.clone()).or_insert_with(|| printable(&segment.text).into_owned());
        }
        self.steps.push(Shown {
            say: play.step().map_or(&play.scenario().say, |step| &step.say).as_deref().map(safe),
            events: events(play),
            outcome: turn.outcome().as_str(),
            tokens: prompt.tokens(),
            limit: names::limit(turn.plan().limits.max_tokens),
            reuse: play.standing().before.map(|before| reuse(before, prompt).percent()),
            segments,
            checks: play
                .judge()
                .into_iter()
                .map(|(check, result)| Checked {
                    text: safe(&format!("{}: {}", check.wanted.key(), check.wanted.lines().join(", "))),
                    ok: result.is_ok(),
                })
                .collect(),
        });
    }
}

fn safe(text: &str) -> String {
    printable(text).into_owned()
}

/// What happened in the last step.
fn events(play: &Play) -> Vec<Event> {
    let event = |who, text: &str| Event { who, text: safe(text) };
    let (turn, standing) = (play.turn(), play.standing());
    let mut events = Vec::new();
    match play.step().map(|step| &step.act) {
        None => events.push(event("user", &play.scenario().base.message.text)),
        Some(Act::User(message)) => events.push(event("user", &message.text)),
        Some(Act::Model(_) | Act::Ask(_)) => {
            let response = turn.steps().last().map_or("", |step| &step.response);
            events.push(event("model", response));
            events.extend(standing.answers.iter().map(|answered| event("host", &answer(answered))));
        }
        Some(act) => events.push(event("world", &change(act))),
    }
    if let Some(kind) = standing.appended {
        let kind = match kind {
            CatalogKind::Initial => "initial",
            CatalogKind::Replacement => "a replacement",
            CatalogKind::Retired => "retired",
        };
        events.push(event("host", &format!("appended a catalog message: {kind}")));
    }
    if let Some(reason) = crate::report::prompt::reason(turn) {
        events.push(event("host", &reason));
    }
    events
}

fn answer(answered: &Answered) -> String {
    let what = match &answered.ask {
        Ask::Skill { action: Ok(Action::Load { name }), .. } => format!("load {name}"),
        Ask::Skill { action: Ok(Action::Read { name, path }), .. } => format!("read {name} {path}"),
        Ask::Skill { action: Ok(Action::List), .. } => "list".to_owned(),
        Ask::Skill { action: Err(malformed), .. } => format!("malformed request, `{}` is wrong", malformed.field),
        Ask::Tool { name, .. } => format!("tool call {name}"),
    };
    let result = answered.answer.error.map_or("ok", Code::as_str);
    let repeat = if answered.answer.repeat { ", already in the prompt" } else { "" };
    format!("{what}: {result}{repeat}, +{} tokens", thousands(answered.tokens))
}

fn change(act: &Act) -> String {
    match act {
        Act::Skill(SkillEdit::Put(skill)) => format!("the skill {} is added", skill.name),
        Act::Skill(SkillEdit::Edit { skill, description, body }) => {
            let parts: Vec<&str> = [(description, "description"), (body, "body")]
                .into_iter()
                .filter_map(|(part, name)| part.as_ref().map(|_| name))
                .collect();
            format!("the {} of {skill} is edited", parts.join(" and "))
        }
        Act::Skill(SkillEdit::Remove(skill)) => format!("the skill {skill} is removed"),
        Act::Config(_) => "skills_config.yml is edited".to_owned(),
        Act::Tool(ToolView::Visible) => "the tool is shown".to_owned(),
        Act::Tool(ToolView::Hidden) => "the tool is hidden".to_owned(),
        Act::Tool(ToolView::Shadowed) => "the tool is shadowed".to_owned(),
        Act::Provider { name, state } => format!("the provider {name} is {}", state.word()),
        Act::Compact => "earlier messages are compacted".to_owned(),
        Act::User(_) | Act::Model(_) | Act::Ask(_) => String::new(),
    }
}
