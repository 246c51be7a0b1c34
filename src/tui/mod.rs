//! The terminal: the only room that reads keys and writes escapes.
//!
//! ```text
//! crossterm event ─▶ Msg ─▶ app::update ─▶ State ─▶ view::draw ─▶ one frame
//!                     ▲          └▶ Effect ─▶ a worker thread ─┐
//!                     └────────────────────────────────────────┘
//! ```
//!
//! `terminal` sets the modes and takes them back on every way out; `probe` asks the terminal two questions before the
//! first frame; `event_loop` waits; `effects` does what `app` asks for, slow work in a `lane`.

mod clipboard;
mod clock;
mod editor;
mod effects;
mod event_loop;
mod lane;
mod probe;
mod signals;
mod terminal;
mod usage_log;
mod wide;

pub use usage_log::UsageLog;

use std::env;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use rustix::fs::{Access, access};
use rustix::process::Signal;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::mpsc::unbounded_channel;

use crate::app::{Start, State};
use crate::diag::{Code, Diagnostic};
use crate::dialect;
use crate::scenario::{Ground, Scenario};
use crate::settings::{Origin, Settings, person_path};
use crate::text::printable;
use crate::workspace::Roots;
use effects::Effects;
use event_loop::EventLoop;
use probe::{Findings, Questions};
use signals::Signals;
use terminal::Screen;

/// What the screen opens with.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where the workspace lies.
    pub roots: Roots,
    /// The directory as the header shows it.
    pub title: String,
    /// The arguments that say where the workspace lies, for the command lines that the screen copies:
    /// `["/srv/bot"]`, `["--skills", "x"]`.
    pub source_args: Vec<String>,
    /// Where the workspace lies, if it goes away when the screen is left.
    pub temporary: Option<String>,
    /// What is wrong with the settings.
    pub settings_faults: Vec<Diagnostic>,
    /// The settings, resolved by the caller. Theme and ASCII drawing that nobody set are asked of the terminal.
    pub settings: Settings,
    /// A scenario to open on, what it is played on, and whether that is its bundle.
    pub opens: Option<(Arc<Scenario>, Ground, bool)>,
    /// The file that takes one usage line a turn (U27).
    pub log: Option<PathBuf>,
}

/// How the screen ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The user quit.
    Quit,
    /// A signal asked for it.
    Signal(Signal),
}

impl Ended {
    /// Whether a key sends this signal to the program that has the terminal (Ctrl-C, Ctrl-\).
    fn is_from_keyboard(self) -> bool {
        matches!(self, Ended::Signal(Signal::INT | Signal::QUIT))
    }
}

impl From<Ended> for ExitCode {
    /// 0 for a quit; 128 and the signal's number, as a shell reports it.
    fn from(ended: Ended) -> ExitCode {
        match ended {
            Ended::Quit => ExitCode::SUCCESS,
            Ended::Signal(signal) => ExitCode::from(u8::try_from(128 + signal.as_raw()).unwrap_or(u8::MAX)),
        }
    }
}

/// Whether a person can use the screen: keys come from a terminal and the picture goes to one.
pub fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Shows the screen until the user quits or a signal ends it. The terminal is as it was before when this returns, fails
/// or panics.
///
/// # Errors
/// `write-failed` when the usage log cannot be opened or written; `not-a-terminal` when the terminal cannot be set up,
/// read or written.
pub fn run(options: Options) -> Result<Ended, Diagnostic> {
    let log = options.log.as_deref().map(UsageLog::open).transpose()?;
    let (ended, finished) = show(options, log).unwrap_or_else(|error| (Err(error), Ok(())));
    let no_screen = |error| Diagnostic::error(Code::NotATerminal, format!("the screen cannot be shown: {error}"));
    ended.map_err(no_screen).and_then(|ended| finished.map(|()| ended))
}

/// How the loop ended, and whether the usage log was written; an error when the screen was never shown.
fn show(mut options: Options, log: Option<UsageLog>) -> io::Result<(io::Result<Ended>, Result<(), Diagnostic>)> {
    let workers = Workers::new()?;
    let _inside = workers.handle.enter();
    let signals = Signals::listen()?;
    let screen = Screen::open(options.settings.mouse.value)?;
    let found = ask_terminal(&mut options.settings)?;
    let (state, first) = State::new(start(&options)?);
    let (answers, messages) = unbounded_channel();
    let mut effects = Effects::new(options.roots, log, answers);
    let event_loop = EventLoop::new(state, &mut effects, messages, signals, screen, found);
    let ended = workers.handle.block_on(event_loop.run(first));
    // The terminal is restored from here on.
    for panic in terminal::take_worker_panics() {
        eprintln!("{}", printable(&panic)); // it may quote a file
    }
    Ok((ended, workers.handle.block_on(effects.finish())))
}

fn start(options: &Options) -> io::Result<Start> {
    let writable = access(&options.roots.base, Access::WRITE_OK).is_ok();
    Ok(Start {
        opens: options.opens.clone(),
        dialect: dialect::by_id(options.settings.dialect.value, &options.settings, &std::sync::Arc::default()),
        settings: options.settings.clone(),
        title: options.title.clone(),
        source_args: options.source_args.clone(),
        temporary: options.temporary.clone(),
        personal_config: person_path(|name| env::var(name).ok()).map(|path| path.display().to_string()),
        settings_faults: options.settings_faults.clone(),
        read_only: options.settings.read_only.value || !writable,
        size: crossterm::terminal::size()?,
        clock: clock::minute(),
    })
}

/// Asks the terminal for what nobody set: the theme, and whether box characters are narrow.
fn ask_terminal(settings: &mut Settings) -> io::Result<Findings> {
    let mut background = settings.theme.origin == Origin::Default;
    let told = env::var("COLORFGBG").ok().and_then(|value| probe::theme_from_colorfgbg(&value));
    if background && let Some(theme) = told {
        settings.theme.value = theme;
        background = false;
    }
    let found = probe::ask(Questions { width: settings.ascii.origin == Origin::Default, background })?;
    if let Some(theme) = found.theme {
        settings.theme.value = theme;
    }
    if let Some(wide) = found.wide_boxes {
        settings.ascii.value = wide;
    }
    Ok(found)
}

/// The runtime: the loop on this thread, slow work on threads of its own. Leaving does not wait for them, neither at
/// the end nor in a panic: a scan of a huge folder would hold the shell's prompt.
struct Workers {
    runtime: Option<Runtime>,
    handle: Handle,
}

impl Workers {
    fn new() -> io::Result<Workers> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        Ok(Workers { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Lets the test of the panic hook provoke one: with `SKILLSTAGE_TEST_PANIC` set, drawing panics once an overlay is
/// open.
#[cfg(debug_assertions)]
fn provoked_panic(state: &State) {
    assert!(
        state.overlays.is_empty() || env::var_os("SKILLSTAGE_TEST_PANIC").is_none(),
        "provoked by SKILLSTAGE_TEST_PANIC"
    );
}
