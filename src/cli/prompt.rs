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
use crate::report::{
    equality as equality_report, findings, matcher as matcher_report, messages, prompt as report, summary, timeline,
};
use crate::scenario::{Base, Ground, Play, Scenario, load_base, load_scenario};
use crate::scene::Scene;
use crate::settings::Choice as _;
use crate::text::{printable, shell_word};
use crate::tui::UsageLog;
use crate::turn::{Event, Heavy, Outcome, Turn, heavy, usage_line};
use crate::workspace::Snapshot;

/// Plays the responses and prints the prompt. Findings of config and skills go to standard error; with a broken config, whose
/// turn is one without skills, the exit says so.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &PromptArgs, given: &[Given]) -> Run {
    let session = Session::open(dir, globals)?;
    let (session, opened) = opened(session, dir, globals, args)?;
    let loaded = session.load();
    let scene = scene_of(args, &opened.base, &loaded.snapshot)?;
    let library = Arc::new(session.workspace.capture(Arc::clone(&loaded.snapshot)));
    let captions = opened.captions();
    let catalog = catalog_command(dir, globals, scene.as_str());
    let (mut turn, played) = match args.scenario {
        Some(_) => played(opened, scene, session.ground(library)?, args.until)?,
        None => (Turn::start(session.setup(library, scene, opened.base)?), Ok(())),
    };
    let mut matcher = args.driver.map(|DriverName::Matcher| Matcher::default());
    let played = played.and_then(|()| play_given(&mut turn, given, matcher.as_mut()));
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

/// Plays the events of the command line. The matcher, if it plays the model, answers each
/// message that waits: before the next one, and at the end.
fn play_given(turn: &mut Turn, given: &[Given], mut matcher: Option<&mut Matcher>) -> Result<(), Diagnostic> {
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

/// What is played before the events of the command line: a scenario, or the base alone with the message as typed. A
/// scenario decides by whose rules.
fn opened(
    session: Session,
    dir: Option<&Path>,
    globals: &Globals,
    args: &PromptArgs,
) -> Result<(Session, Scenario), Vec<Diagnostic>> {
    let Some(file) = &args.scenario else {
        let mut base = load_base(&session.workspace)?;
        let text = args.message.clone().unwrap_or_default();
        base.message = Message { text, time: args.at.clone(), images: args.images };
        return Ok((session, Scenario { base, ..Scenario::default() }));
    };
    let scenario = load_scenario(&session.workspace, file)?;
    let (steps, until) = (scenario.steps.len(), args.until);
    if until.is_some_and(|until| until > steps) {
        let message = format!("the scenario has {steps} steps behind its opening message");
        return Err(vec![Diagnostic::error(Code::Usage, message).help("give --until a number up to that")]);
    }
    let dialect = scenario.base.dialect();
    if session.dialect.id() == dialect {
        return Ok((session, scenario));
    }
    if globals.dialect.is_some() {
        let message = format!("{file} is a scenario of the {} dialect", dialect.word());
        return Err(vec![Diagnostic::error(Code::Usage, message).help("leave --dialect out")]);
    }
    let session = Session::open(dir, &Globals { dialect: Some(dialect.word().to_owned()), ..globals.clone() })?;
    Ok((session, scenario))
}

/// The turn of a scenario after its first steps, and what kept it from going on.
fn played(
    mut scenario: Scenario,
    scene: Scene,
    ground: Ground,
    until: Option<usize>,
) -> Result<(Turn, Result<(), Diagnostic>), Diagnostic> {
    scenario.base.scene = Some(scene);
    let mut play = Play::open(Arc::new(scenario), ground)?;
    let mut played = Ok(true);
    while until.is_none_or(|until| play.played() < until) && played == Ok(true) {
        played = play.advance();
    }
    Ok((play.turn().clone(), played.map(drop)))
}

/// The scene as typed, or the session's own.
fn scene_of(args: &PromptArgs, base: &Base, snapshot: &Snapshot) -> Result<Scene, Diagnostic> {
    match (&args.scene, &base.scene) {
        (Some(id), _) => session::scene(id, snapshot),
        (None, Some(scene)) => session::scene(scene.as_str(), snapshot),
        (None, None) => Err(Diagnostic::error(Code::Usage, "the scenario names no scene").help("add --scene SCENE")),
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
        PromptFormat::Text | PromptFormat::Timeline => print(&equality_report::human(&equality))?,
        PromptFormat::Json | PromptFormat::Messages => print(&json(&equality))?,
    }
    Ok(if equality.equal { Exit::Fine } else { Exit::Findings })
}
