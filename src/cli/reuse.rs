//! `skillstage reuse`: what of each request a service's prefix cache can serve again, and what that costs.

use std::path::Path;

use super::args::{Format, Globals, ReuseArgs};
use super::out::{Exit, Failure, Run, print};
use super::session::Session;
use crate::prompt::Prompt;
use crate::report::reuse::{Report, Request, human, json};
use crate::scenario::Play;

/// Plays the scenario, or the two, and prints a line for each request.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &ReuseArgs) -> Run {
    let session = Session::for_replay(dir, globals)?;
    let first = played(&session, &args.scenario)?;
    let next = args.next.as_deref().map(|file| played(&session, file)).transpose()?;
    let requests: Vec<Request> = match &next {
        None => requests(&first, None),
        Some(next) => requests(next, first.requests().last()),
    };
    let files: Vec<&str> = std::iter::once(&args.scenario).chain(&args.next).map(String::as_str).collect();
    let report = Report {
        files: &files,
        estimator: next.as_ref().unwrap_or(&first).turn().setup().estimator.name(),
        requests: &requests,
        prices: session.settings.prices.value.as_ref(),
    };
    print(&match args.format {
        Format::Text => human(&report),
        Format::Json => json(&report),
    })?;
    Ok(Exit::Fine)
}

fn played(session: &Session, file: &str) -> Result<Play, Failure> {
    let (scenario, ground) = session.grounds().scenario(&session.workspace, file)?;
    let steps = scenario.steps.len();
    Ok(Play::until(scenario, ground, steps)?)
}

/// Every request of a play against the one before it; `before` stands before the first.
fn requests(play: &Play, before: Option<&Prompt>) -> Vec<Request> {
    let mut before = before;
    let mut requests = Vec::new();
    for (turn, number) in play.turns().iter().zip(1..) {
        let estimator = &turn.setup().estimator;
        let answers = turn.steps().iter().map(|step| estimator.count(&step.response)).chain(std::iter::repeat(0));
        for (prompt, output) in turn.requests().iter().zip(answers) {
            requests.push(Request::new(number, before, prompt, output));
            before = Some(prompt);
        }
    }
    requests
}
