//! `skillstage prompt`: the prompt as the next request would send it.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::Arc;

use super::args::{DriverName, Globals, PromptArgs, PromptFormat};
use super::moves::Given;
use super::out::{self, Exit, Failure, Run, print};
use super::session::{self, Session};
use crate::diag::{Code, Diagnostic};
use crate::driver::matcher::Reasons;
use crate::driver::{self, Matcher};
use crate::prompt::Message;
use crate::report::json::json;
use crate::report::unserved::unserved;
use crate::report::{compare, findings, matcher as matcher_report, messages, prompt as report, summary, timeline};
use crate::scenario::{self, Base, SessionStep, load_base, load_session};
use crate::scene::Scene;
use crate::text::{printable, shell_word};
use crate::tui::UsageLog;
use crate::turn::{Event, Heavy, Outcome, Turn, heavy, usage_line};
use crate::workspace::Snapshot;

/// Plays the responses and prints the prompt. Findings of config and skills go to standard error; with a broken config, whose
/// turn is one without skills, the exit says so.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &PromptArgs, given: &[Given]) -> Run {
    let session = Session::open(dir, globals)?;
    let loaded = session.load();
    let play = play_of(&session, args)?;
    let scene = scene_of(args, &play.base, &loaded.snapshot)?;
    let library = Arc::new(session.workspace.capture(Arc::clone(&loaded.snapshot)));
    let captions = play.captions();
    let catalog = catalog_command(dir, globals, scene.as_str());
    let mut turn = Turn::start(session.setup(library, scene, play.base)?);
    let mut matcher = args.driver.map(|DriverName::Matcher| Matcher::default());
    let played = play_all(&mut turn, &play.steps, given, matcher.as_mut());
    out::note(&findings::of_turn(&loaded, turn.plan(), &catalog));
    out::complain(&unserved(&turn));
    out::complain(&heavy(&turn).iter().map(Heavy::warning).collect::<Vec<_>>());
    played?;
    if let Some(log) = &globals.log {
        let log = UsageLog::open(log)?;
        log.line(usage_line(&turn));
        log.close()?;
    }
    let reasons = matcher.map(Matcher::into_reasons).unwrap_or_default();
    let exit = if args.compare_without_skills {
        out::note(&matcher_report::human(&reasons));
        compared(&turn, args.format)?
    } else {
        printed(&turn, &captions, &reasons, args.format)?
    };
    Ok(if loaded.broken.is_some() { Exit::Findings } else { exit })
}

/// The command that prints the catalog of the same workspace and scene, as it is typed.
fn catalog_command(dir: Option<&Path>, globals: &Globals, scene: &str) -> String {
    let fixed = ["skillstage", "catalog"].map(str::to_owned).into_iter();
    let words = fixed.chain(session::source_args(dir, globals)).chain(["--scene".to_owned(), scene.to_owned()]);
    words.map(|word| shell_word(&word)).collect::<Vec<_>>().join(" ")
}

/// Plays the steps of a session, then the events of the command line. The matcher, if it plays the model, answers each
/// message that waits: before the next one, and at the end.
fn play_all(
    turn: &mut Turn,
    steps: &[SessionStep],
    given: &[Given],
    mut matcher: Option<&mut Matcher>,
) -> Result<(), Diagnostic> {
    for step in steps {
        let event = step.event(turn)?;
        turn.play(&event).map_err(|fault| fault.at(step.place.clone()))?;
    }
    for one in given {
        let event = one.event(turn)?;
        if let (Some(matcher), Event::Message(_)) = (&mut matcher, &event) {
            driver::play(turn, *matcher)?;
        }
        turn.play(&event)?;
    }
    let Some(matcher) = matcher else { return Ok(()) };
    driver::play(turn, matcher)?;
    if matcher.reasons().is_empty() {
        let message = "the session ends with its reply, so there is nothing left for --driver to answer";
        return Err(Diagnostic::error(Code::Usage, message).help("add --until N, or --then TEXT"));
    }
    Ok(())
}

/// What is played before the events of the command line: a session, or the base alone with the message as typed.
fn play_of(session: &Session, args: &PromptArgs) -> Result<scenario::Session, Vec<Diagnostic>> {
    let Some(file) = &args.session else {
        let mut base = load_base(&session.workspace)?;
        let text = args.message.clone().unwrap_or_default();
        base.message = Message { text, time: args.at.clone(), images: args.images };
        return Ok(scenario::Session { base, ..scenario::Session::default() });
    };
    if !session.dialect.is_session() {
        let fault = Diagnostic::error(Code::Usage, "a session is played by the rules of the dsh host");
        return Err(vec![fault.help("add `--dialect dsh`")]);
    }
    let mut play = load_session(&session.workspace, file)?;
    let (steps, until) = (play.steps.len(), args.until);
    if until.is_some_and(|until| until > steps) {
        let message = format!("the session has {steps} steps behind its opening message");
        return Err(vec![Diagnostic::error(Code::Usage, message).help("give --until a number up to that")]);
    }
    play.steps.truncate(until.unwrap_or(steps));
    Ok(play)
}

/// The scene as typed, or the session's own.
fn scene_of(args: &PromptArgs, base: &Base, snapshot: &Snapshot) -> Result<Scene, Diagnostic> {
    match (&args.scene, &base.scene) {
        (Some(id), _) => session::scene(id, snapshot),
        (None, Some(scene)) => session::scene(scene.as_str(), snapshot),
        (None, None) => Err(Diagnostic::error(Code::Usage, "the session names no scene").help("add --scene SCENE")),
    }
}

fn printed(turn: &Turn, captions: &[Option<String>], reasons: &Reasons, format: PromptFormat) -> Result<Exit, Failure> {
    if format != PromptFormat::Json {
        out::note(&matcher_report::human(reasons));
    }
    match format {
        PromptFormat::Json => print(&json(&report::report(turn, captions, reasons)))?,
        PromptFormat::Messages => print(&json(&messages::messages(turn)))?,
        PromptFormat::Timeline if turn.setup().dialect.is_session() => {
            print(&timeline::human(turn, captions, reasons))?
        }
        PromptFormat::Timeline => {
            let fault = Diagnostic::error(Code::Usage, "--format timeline needs a session");
            return Err(fault.help("add `--dialect dsh`, or take --format json").into());
        }
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
        PromptFormat::Text | PromptFormat::Timeline => print(&compare::human(&equality))?,
        PromptFormat::Json | PromptFormat::Messages => print(&json(&equality))?,
    }
    Ok(if equality.equal { Exit::Fine } else { Exit::Findings })
}
