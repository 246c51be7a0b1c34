//! `skillstage prompt`: the prompt as the next request would send it.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::Arc;

use super::args::{Globals, PromptArgs, PromptFormat};
use super::moves::Move;
use super::out::{self, Exit, Failure, Run, print};
use super::session::{self, Session};
use crate::prompt::Message;
use crate::report::json::json;
use crate::report::{catalog, compare, messages, prompt as report, summary, usage_log};
use crate::text::printable;
use crate::turn::{Outcome, Turn};

/// Plays the moves and prints the prompt. Findings of config and skills go to standard error; with a broken config, whose
/// turn is one without skills, the exit says so.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &PromptArgs, moves: &[Move]) -> Run {
    let session = Session::open(dir, globals)?;
    let loaded = session.load();
    let scene = session::scene(&args.scene, &loaded.snapshot)?;
    let library = Arc::new(session.workspace.capture(Arc::clone(&loaded.snapshot)));
    let message = Message { text: args.message.clone(), time: args.at.clone(), images: args.images };
    let mut turn = Turn::start(session.setup(library, scene, message)?);
    for given in moves {
        turn.respond(&given.response()?)?;
    }
    out::note(&catalog::human_findings(&loaded.snapshot, turn.plan(), loaded.broken.as_ref()));
    if let Some(log) = &globals.log {
        usage_log::append(log, &turn)?;
    }
    let exit = if args.compare_without_skills { compared(&turn, args.format)? } else { printed(&turn, args.format)? };
    Ok(if loaded.broken.is_some() { Exit::Findings } else { exit })
}

fn printed(turn: &Turn, format: PromptFormat) -> Result<Exit, Failure> {
    match format {
        PromptFormat::Json => print(&json(&report::report(turn)))?,
        PromptFormat::Messages => print(&json(&messages::messages(turn.prompt())))?,
        PromptFormat::Text => {
            print(&(printable(&turn.prompt().text()).into_owned() + "\n"))?;
            let degraded = matches!(turn.outcome(), Outcome::Degraded(_) | Outcome::Blocked { .. });
            if degraded || io::stderr().is_terminal() {
                out::note(&summary::summary(turn));
            }
        }
    }
    Ok(Exit::Fine)
}

fn compared(turn: &Turn, format: PromptFormat) -> Result<Exit, Failure> {
    let comparison = compare::compare(turn);
    match format {
        PromptFormat::Text => print(&compare::human(&comparison))?,
        PromptFormat::Json | PromptFormat::Messages => print(&json(&comparison))?,
    }
    Ok(if comparison.equal { Exit::Fine } else { Exit::Findings })
}
