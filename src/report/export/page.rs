//! What a page shows at each step, as data. Segments and texts that stand in several prompts are kept once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use serde::Serialize;

use super::words::Words;
use crate::diag::{Code, Diagnostic};
use crate::dialect::dsh::{CatalogKind, ToolView};
use crate::dialect::{Action, Ask};
use crate::prompt::{Prompt, Segment, reuse};
use crate::report::names;
use crate::scenario::{Act, Ground, Play, Scenario, Wanted};
use crate::text::{printable, thousands};
use crate::turn::Answered;
use crate::workspace::SkillEdit;

/// Everything a page shows.
#[derive(Debug, Serialize)]
pub struct Page {
    /// The words of the page's own.
    words: &'static Words,
    /// Whether the turn is a session: what is stable is then its prefix, and the rest is appended to it.
    session: bool,
    /// The opening, then each step.
    steps: Vec<Shown>,
    /// The segments of all prompts.
    parts: Once<Part>,
    /// The texts of segments.
    texts: Once<String>,
}

/// One step.
#[derive(Debug, Serialize)]
struct Shown {
    say: Option<String>,
    events: Vec<Event>,
    outcome: &'static str,
    tokens: usize,
    limit: Option<usize>,
    /// The reusable share in percent; none for the first request.
    reuse: Option<usize>,
    /// The places of the prompt's segments among the parts.
    segments: Vec<usize>,
    /// The places, in `segments`, of those that the step before did not show.
    added: Vec<usize>,
    checks: Vec<Checked>,
}

/// Values in the order in which they came first, each once.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Once<T> {
    values: Vec<T>,
    #[serde(skip)]
    places: HashMap<T, usize>,
}

impl<T> Default for Once<T> {
    fn default() -> Self {
        Once { values: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Once<T> {
    /// The place of `value`, which is put at the end where it is new.
    fn place(&mut self, value: T) -> usize {
        *self.places.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            self.values.len() - 1
        })
    }
}

/// Something that happened.
#[derive(Debug, Serialize)]
struct Event {
    who: &'static str,
    text: String,
}

/// A segment of the prompt.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
struct Part {
    id: String,
    kind: String,
    label: String,
    tokens: usize,
    stable: bool,
    withheld: bool,
    /// The place of its text.
    text: usize,
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
    pub fn of(scenario: &Arc<Scenario>, ground: Ground, words: &'static Words) -> Result<Page, Diagnostic> {
        let mut play = Play::open(Arc::clone(scenario), ground)?;
        let session = play.turn().setup().dialect.is_session();
        let mut page = Page { words, session, steps: Vec::new(), parts: Once::default(), texts: Once::default() };
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
        let segments = prompt.segments.iter().map(|segment| self.part(segment)).collect();
        let added = if before.segments.is_empty() { Vec::new() } else { added(before, prompt) };
        self.steps.push(Shown {
            say: play.step().map_or(&play.scenario().say, |step| &step.say).as_deref().map(safe),
            events: events(play),
            outcome: turn.outcome().as_str(),
            tokens: prompt.tokens(),
            limit: names::limit(turn.plan().limits.max_tokens),
            reuse: play.standing().before.map(|before| reuse(before, prompt).percent()),
            segments,
            added,
            checks: play
                .judge()
                .into_iter()
                .map(|(check, result)| Checked { text: safe(&wanted(&check.wanted)), ok: result.is_ok() })
                .collect(),
        });
    }

    /// The place of a segment.
    fn part(&mut self, segment: &Segment) -> usize {
        let text = self.texts.place(safe(&segment.text));
        self.parts.place(Part {
            id: segment.id.clone(),
            kind: segment.kind.as_str().replace('_', " "),
            label: safe(&segment.label),
            tokens: segment.tokens,
            stable: segment.stable,
            withheld: segment.withheld,
            text,
        })
    }
}

/// The places of the segments whose text `before` does not hold, or not as often.
fn added(before: &Prompt, prompt: &Prompt) -> Vec<usize> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for segment in before.sent() {
        *left.entry(&segment.text).or_default() += 1;
    }
    let mut is_added = |segment: &Segment| match left.get_mut(&*segment.text) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => !segment.withheld,
    };
    let places = prompt.segments.iter().enumerate();
    places.filter(|(_, segment)| is_added(segment)).map(|(place, _)| place).collect()
}

/// An expectation on one line.
fn wanted(wanted: &Wanted) -> String {
    let lines = wanted.lines();
    let value = if lines.is_empty() { "none".to_owned() } else { lines.join(", ") };
    format!("{}: {}", wanted.key(), value.trim_end())
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
        None => events.push(event("user", &turn.setup().message.text)),
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::lang::Lang;
    use crate::scenario::Grounds;
    use crate::workspace::{Roots, Workspace};

    /// A scenario of the sample workspace as a page has it.
    fn page(file: &str) -> Page {
        let roots = Roots::workspace(env!("CARGO_MANIFEST_DIR"));
        let workspace = Workspace::open(roots.clone()).unwrap();
        let grounds = Grounds::new(roots, Arc::default());
        let (scenario, ground) = grounds.scenario(&workspace, file).unwrap();
        Page::of(&scenario, ground, Words::of(Lang::En)).unwrap()
    }

    #[test]
    fn what_stands_in_several_prompts_is_kept_once_and_each_prompt_adds_up() {
        for file in ["scenarios/dsh-session.yml", "scenarios/two-turns.yml", "scenarios/group-photo.yml"] {
            let page = page(file);
            let texts: BTreeSet<&String> = page.texts.values.iter().collect();
            assert_eq!(texts.len(), page.texts.values.len(), "{file}");
            for step in &page.steps {
                let tokens: usize = step.segments.iter().map(|place| page.parts.values[*place].tokens).sum();
                assert_eq!(tokens, step.tokens, "{file}");
            }
        }
    }

    #[test]
    fn what_a_step_adds_is_told_by_text_and_by_how_often_it_stands() {
        let segment = |text: &str| Arc::new(Segment { text: text.into(), ..Segment::default() });
        let prompt = |texts: &[&str]| Prompt { segments: texts.iter().map(|text| segment(text)).collect() };
        assert_eq!(
            added(&prompt(&["a", "b"]), &prompt(&["b", "a", "b", "c"])),
            [2, 3],
            "a second b is new, a moved one not"
        );
        assert_eq!(added(&prompt(&["a"]), &prompt(&["a"])), [0; 0]);
    }

    #[test]
    fn an_expectation_of_nothing_says_so() {
        assert_eq!(wanted(&Wanted::Errors(Vec::new())), "errors: none");
        assert_eq!(wanted(&Wanted::Order(vec!["a".to_owned(), "b".to_owned()])), "order: a, b");
    }

    #[test]
    fn u24_what_a_scene_withholds_is_not_in_the_page() {
        let page = page("scenarios/group-photo.yml");
        assert!(page.parts.values.iter().any(|part| part.withheld));
        let private = ["三月五日", "医生开的药"];
        let holds = |text: &String| private.iter().any(|private| text.contains(private));
        assert!(!page.texts.values.iter().any(holds), "private items of the base");
    }
}
