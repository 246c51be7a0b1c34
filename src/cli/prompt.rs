//! `skillstage prompt`: the prompt as the next request would send it.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::Arc;

use super::args::{Globals, PromptArgs, PromptFormat};
use super::moves::Given;
use super::out::{self, Exit, Failure, Run, print};
use super::session::{self, Session};
use crate::driver::{Script, play};
use crate::prompt::Message;
use crate::report::json::json;
use crate::report::unserved::unserved;
use crate::report::{compare, findings, messages, prompt as report, summary};
use crate::text::{printable, shell_word};
use crate::tui::UsageLog;
use crate::turn::{Outcome, Turn, usage_line};

/// Plays the responses and prints the prompt. Findings of config and skills go to standard error; with a broken config, whose
/// turn is one without skills, the exit says so.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &PromptArgs, given: &[Given]) -> Run {
    let session = Session::open(dir, globals)?;
    let loaded = session.load();
    let scene = session::scene(&args.scene, &loaded.snapshot)?;
    let library = Arc::new(session.workspace.capture(Arc::clone(&loaded.snapshot)));
    let message = Message { text: args.message.clone(), time: args.at.clone(), images: args.images };
    let mut turn = Turn::start(session.setup(library, scene, Some(message))?);
    let responses: Vec<String> = given.iter().map(|one| one.response(&*session.dialect)).collect::<Result<_, _>>()?;
    let played = play(&mut turn, &mut Script::new(responses));
    out::note(&findings::of_turn(&loaded, turn.plan(), &catalog_command(dir, globals, &args.scene)));
    out::complain(&unserved(&turn));
    played?;
    if let Some(log) = &globals.log {
        let log = UsageLog::open(log)?;
        log.line(usage_line(&turn));
        log.close()?;
    }
    let exit = if args.compare_without_skills { compared(&turn, args.format)? } else { printed(&turn, args.format)? };
    Ok(if loaded.broken.is_some() { Exit::Findings } else { exit })
}

/// The command that prints the catalog of the same workspace and scene, as it is typed.
fn catalog_command(dir: Option<&Path>, globals: &Globals, scene: &str) -> String {
    let fixed = ["skillstage", "catalog"].map(str::to_owned).into_iter();
    let words = fixed.chain(session::source_args(dir, globals)).chain(["--scene".to_owned(), scene.to_owned()]);
    words.map(|word| shell_word(&word)).collect::<Vec<_>>().join(" ")
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
    let equality = turn.equality();
    match format {
        PromptFormat::Text => print(&compare::human(&equality))?,
        PromptFormat::Json | PromptFormat::Messages => print(&json(&equality))?,
    }
    Ok(if equality.equal { Exit::Fine } else { Exit::Findings })
}
