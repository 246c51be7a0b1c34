//! What the model asked for and did not get, so that a slip in a script is seen whatever format is printed.

use crate::diag::{Code, Diagnostic};
use crate::dialect::{Action, Ask};
use crate::text::{nearest, thousands};
use crate::turn::{Answered, Degraded, Outcome, Step, StepKind, Turn};

/// One warning for each request that got an error result, and one for each response whose requests were not served at
/// all, in the order of the responses.
pub fn unserved(turn: &Turn) -> Vec<Diagnostic> {
    let of_step = |(index, step): (usize, &Step)| match step.kind {
        StepKind::Refused => vec![past_last_chance(index + 1, step, turn)],
        StepKind::Final if step.answers.is_empty() => not_served(index + 1, step, turn).into_iter().collect(),
        _ => step.answers.iter().filter_map(|answered| error_result(index + 1, answered, turn)).collect(),
    };
    turn.steps().iter().enumerate().flat_map(of_step).collect()
}

/// What makes a prompt with skills fit again, where the limit of tokens degraded the turn (U23).
pub fn what_fits(turn: &Turn) -> Option<String> {
    let Outcome::Degraded(Degraded::Tokens { .. }) = turn.outcome() else { return None };
    let tried = &turn.attempted()?.segments;
    let largest = tried.iter().max_by_key(|segment| segment.tokens)?;
    let tokens = thousands(largest.tokens);
    Some(match largest.id.as_str() {
        "catalog" => format!(
            "the catalog has {tokens} of them: let a config allow fewer skills (`enabled: true` and an `allowlist`, \
             named with --config FILE)"
        ),
        id => format!("the largest row is {id} with {tokens}; --format json has all of them in `attempted`"),
    })
}

fn error_result(number: usize, answered: &Answered, turn: &Turn) -> Option<Diagnostic> {
    let code = answered.answer.error?;
    let why = answered.answer.why.as_deref().unwrap_or("an error result");
    let message = format!("response {number}, {}: {why}", asked(&answered.ask));
    Some(Diagnostic { help: advice(code, &answered.ask, turn), ..Diagnostic::warning(code, message) })
}

/// The name or path that was probably meant.
fn advice(code: Code, ask: &Ask, turn: &Turn) -> Option<String> {
    let Ask::Skill { action: Ok(Action::Load { name } | Action::Read { name, .. }), .. } = ask else { return None };
    match (code, ask) {
        (Code::SkillUnknown, _) => {
            let near = nearest(name, turn.plan().catalog.iter().map(|skill| skill.name.as_str()))?;
            Some(format!("did you mean `{near}`?"))
        }
        (Code::SkillNotAllowed, _) => Some(format!("add `{name}` to `allowlist` in the config")),
        (Code::BodyNotLoaded, _) => Some(format!("put --load {name} before it")),
        (
            Code::ReferenceNotFound | Code::PathNotReference,
            Ask::Skill { action: Ok(Action::Read { path, .. }), .. },
        ) => {
            let references = turn.setup().library.references.get(name)?;
            let paths = || references.iter().map(|reference| reference.path.as_str());
            let near = nearest(path, paths()).or_else(|| paths().find(|known| known.ends_with(path.as_str())));
            near.map(|near| format!("did you mean `{name}/{near}`?"))
        }
        _ => None,
    }
}

/// A response to a prompt without skills: the caller takes it as the reply, whatever it asks for (U13, U23).
fn not_served(number: usize, step: &Step, turn: &Turn) -> Option<Diagnostic> {
    let asks = asks(step)?;
    let unserved = format!("response {number}, {asks}: not served");
    Some(match turn.outcome() {
        Outcome::Degraded(Degraded::Tokens { total, limit }) => {
            let (total, limit) = (thousands(*total), thousands(*limit));
            let message =
                format!("{unserved}, the turn had degraded before it: {total} estimated tokens, max_tokens is {limit}");
            Diagnostic { help: what_fits(turn), ..Diagnostic::warning(Code::BudgetTokens, message) }
        }
        Outcome::Degraded(Degraded::Rounds { .. }) => {
            Diagnostic::warning(Code::BudgetRounds, format!("{unserved}, the turn had degraded before it"))
        }
        _ => {
            let message = format!("{unserved}, the scene has no skills; the response is the reply");
            Diagnostic::warning(Code::SkillNotOffered, message)
        }
    })
}

fn past_last_chance(number: usize, step: &Step, turn: &Turn) -> Diagnostic {
    let limit = turn.plan().limits.max_rounds;
    let asks = asks(step).unwrap_or_default();
    let message =
        format!("response {number}, {asks}: not served, it asks after the last chance; max_rounds is {limit}");
    Diagnostic::warning(Code::BudgetRounds, message).help("join requests in one response with a comma")
}

/// The skill requests of a response; `None` where it holds none.
fn asks(step: &Step) -> Option<String> {
    let requests = step.parsed.asks.iter().filter(|ask| matches!(ask, Ask::Skill { .. }));
    let asked: Vec<String> = requests.map(asked).collect();
    (!asked.is_empty()).then(|| asked.join(", "))
}

fn asked(ask: &Ask) -> String {
    match ask {
        Ask::Skill { action: Ok(Action::Load { name }), .. } => format!("load {name}"),
        Ask::Skill { action: Ok(Action::Read { name, path }), .. } => format!("read {name}/{path}"),
        Ask::Skill { action: Ok(Action::List), .. } => "list".to_owned(),
        Ask::Skill { action: Err(malformed), .. } => format!("malformed `{}`", malformed.field),
        Ask::Tool { name, .. } => format!("tool call {name}"),
    }
}
