//! The terminal: the only room that reads keys and writes escapes.
//!
//! ```text
//! crossterm event ─▶ Msg ─▶ app::update ─▶ State ─▶ view::draw ─▶ one frame
//!                     ▲          └▶ Effect ─▶ a worker thread ─┐
//!                     └────────────────────────────────────────┘
//! ```
//!
//! `terminal` sets the modes and takes them back on every way out; `probe` asks the terminal two questions before the
//! first frame; `event_loop` waits; `effects` does what `app` asks for.

mod clipboard;
mod editor;
mod event_loop;
mod probe;
mod terminal;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::settings::Settings;
use crate::workspace::Roots;

/// What the screen opens with.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where the workspace lies.
    pub roots: Roots,
    /// The settings, resolved by the caller. Theme and ASCII drawing that nobody set are asked of the terminal.
    pub settings: Settings,
    /// The file that takes one usage line a turn (U27).
    pub log: Option<PathBuf>,
    /// Whether this is the embedded sample workspace, whose directory does not outlive the program.
    pub demo: bool,
}

/// How the screen ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The user quit.
    Quit,
    /// A signal of that number asked for it.
    Signal(u8),
}

impl From<Ended> for ExitCode {
    /// 0 for a quit, 128 and the signal's number as a shell would report it.
    fn from(ended: Ended) -> ExitCode {
        match ended {
            Ended::Quit => ExitCode::SUCCESS,
            Ended::Signal(number) => ExitCode::from(128_u8.saturating_add(number)),
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
/// When the terminal cannot be set up or written to.
pub fn run(options: Options) -> io::Result<Ended> {
    event_loop::run(options)
}
