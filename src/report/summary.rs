//! A turn in a few lines, for the person who ran `skillstage prompt`.

use std::fmt::Write as _;

use super::prompt::reason;
use super::unserved::what_fits;
use crate::text::{printable_line, thousands};
use crate::turn::Turn;

/// Outcome, numbers and what the model asked for, one line each.
pub fn summary(turn: &Turn) -> String {
    let mut out = String::new();
    let (setup, limits) = (turn.setup(), turn.plan().limits);
    let _ = writeln!(
        out,
        "{} in {}: {} of {} tokens ({}), {} of {} round trips, {} of {} skills",
        turn.outcome().as_str(),
        printable_line(setup.scene.as_str()),
        thousands(turn.prompt().tokens()),
        thousands(limits.max_tokens),
        setup.estimator.name(),
        turn.rounds(),
        limits.max_rounds,
        turn.ledger().bodies.len(),
        limits.max_skills,
    );
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
