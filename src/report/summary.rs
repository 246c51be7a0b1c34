//! A turn in a few lines, for the person who ran `skillstage prompt`.

use std::fmt::Write as _;

use super::prompt::reason;
use super::unserved::what_fits;
use crate::prompt::reuse;
use crate::text::{printable_line, thousands};
use crate::turn::Turn;

/// Outcome, numbers and what the model asked for, one line each.
pub fn summary(turn: &Turn) -> String {
    let mut out = if turn.setup().dialect.is_session() { session_head(turn) } else { head(turn) };
    if let Some(reason) = reason(turn) {
        let _ = writeln!(out, "{}", printable_line(&reason));
    }
    if let Some(help) = what_fits(turn) {
        let _ = writeln!(out, "  help: {}", printable_line(&help));
    }
    if turn.attempted().is_some() {
        out.push_str("the prompt without skills is used\n");
    }
    for answered in turn.steps().iter().flat_map(|step| &step.answers) {
        let result = answered.answer.error.map_or("ok", |code| code.as_str());
        let _ = writeln!(out, "  {}  {result}  {} tokens", printable_line(&answered.answer.label), answered.tokens);
    }
    out
}

fn head(turn: &Turn) -> String {
    let (setup, limits) = (turn.setup(), turn.plan().limits);
    format!(
        "{} in {}: {} of {} tokens ({}{}), {} of {} round trips, {} of {} skills\n",
        turn.outcome().as_str(),
        printable_line(setup.scene.as_str()),
        thousands(turn.prompt().tokens()),
        thousands(limits.max_tokens),
        setup.estimator.name(),
        sure(turn),
        turn.rounds(),
        limits.max_rounds,
        turn.ledger().bodies.len(),
        limits.max_skills,
    )
}

/// Where an estimated total probably lies, whether it fits, and what is billed for it.
fn sure(turn: &Turn) -> String {
    let (estimator, limit) = (&turn.setup().estimator, turn.plan().limits.max_tokens);
    let band = estimator.band(turn.prompt().tokens());
    let mut out = String::new();
    if !estimator.is_exact() {
        let fit = band.fit(limit).as_str().replace('_', " ");
        let _ = write!(out, ": {} to {}, {fit}", thousands(band.low), thousands(band.high));
    }
    if let Some(factor) = estimator.factor() {
        let _ = write!(out, "; billed about {}, × {factor}", thousands(factor.of(band.likely)));
    }
    out
}

/// A session has no limits, and what counts is how much of it is sent again.
fn session_head(turn: &Turn) -> String {
    let setup = turn.setup();
    let (requests, appended) = (turn.requests(), turn.notes().iter().filter(|note| note.is_catalog()).count());
    let reused = match requests {
        [.., before, last] => format!("{}% of it reusable", reuse(before, last).percent()),
        _ => "all of it new".to_owned(),
    };
    format!(
        "{} in {}: request {}, {} tokens ({}), {reused}; {} skills loaded, {appended} catalogs appended\n",
        turn.outcome().as_str(),
        printable_line(setup.scene.as_str()),
        requests.len(),
        thousands(turn.prompt().tokens()),
        setup.estimator.name(),
        turn.ledger().bodies.len(),
    )
}
