//! Terminal modes: set up, and taken back on every way out.
//!
//! There is one terminal, and a panic on any line must be able to restore it, so what is set lives in statics and
//! [`leave`] needs no value, takes no lock that a panicking writer may hold, never fails and may be called twice.
//!
//! Keyboard enhancement flags are not pushed: no binding needs them (UI.md), and one mode less is one less to undo.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, OnceLock, PoisonError};

use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::style::{Print, ResetColor};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{Command, cursor, queue};
use ratatui::Frame;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
use rustix::termios::{QueueSelector, tcflush};

use super::wide::Wide;

/// Reports clicks and the wheel, with cells beyond 223. Not crossterm's own command: that reports every move of the
/// mouse too, which nothing uses and which floods a slow line.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1006h";
/// Takes [`MOUSE_ON`] back.
const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1000l";

/// Whether our modes are set.
static ACTIVE: AtomicBool = AtomicBool::new(false);
/// Standard output once more, unbuffered and without the lock of `std::io::Stdout`.
static TTY: OnceLock<File> = OnceLock::new();
/// What panics on worker threads said while the screen was up; printed once it is down.
static WORKER_PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

thread_local! {
    /// Whether this thread is the one that draws: only its panic ends the screen.
    static DRAWS: Cell<bool> = const { Cell::new(false) };
}

/// The terminal, set up for drawing. Dropping it restores the terminal.
#[derive(Debug)]
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Output>>,
    mouse: bool,
    wide: Wide,
}

impl Screen {
    /// Sets up raw mode, the alternate screen, bracketed paste and, where wanted, the mouse; installs the panic hook.
    ///
    /// # Errors
    /// When the terminal refuses; it is then as it was.
    pub fn open(mouse: bool) -> io::Result<Screen> {
        install_panic_hook();
        DRAWS.set(true);
        if TTY.get().is_none() {
            let _ = TTY.set(File::from(io::stdout().as_fd().try_clone_to_owned()?));
        }
        enter(mouse)?;
        match Terminal::new(CrosstermBackend::new(Output::default())) {
            Ok(terminal) => Ok(Screen { terminal, mouse, wide: Wide::default() }),
            Err(error) => {
                leave();
                Err(error)
            }
        }
    }

    /// Draws one frame, inside a synchronized update so that a terminal shows it whole. Does nothing while the terminal
    /// is handed out.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn draw(&mut self, render: impl FnOnce(&mut Frame)) -> io::Result<()> {
        if !is_active() {
            return Ok(());
        }
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        let wide = &mut self.wide;
        self.terminal.draw(|frame| {
            render(frame);
            wide.clear_behind(frame.buffer_mut());
        })?;
        queue!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        self.terminal.backend_mut().flush()
    }

    /// Hands the terminal to another program, or to the shell before a stop.
    pub fn hand_out(&mut self) {
        leave();
    }

    /// Takes the terminal back, drops the keys that were typed meanwhile and makes the next frame a whole one.
    ///
    /// # Errors
    /// When the terminal refuses.
    pub fn take_back(&mut self) -> io::Result<()> {
        leave(); // after a stop that could not be caught the shell has changed modes that we still think are set
        enter(self.mouse)?;
        drop_typed();
        self.terminal.clear()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// Whether our modes are set.
pub fn is_active() -> bool {
    ACTIVE.load(Ordering::SeqCst)
}

/// Writes commands to the terminal at once.
///
/// # Errors
/// When the terminal cannot be written to.
pub fn send(command: impl Command) -> io::Result<()> {
    let mut bytes = Vec::new();
    queue!(bytes, command)?;
    write_tty(&bytes)
}

fn write_tty(bytes: &[u8]) -> io::Result<()> {
    match TTY.get() {
        Some(mut tty) => tty.write_all(bytes),
        None => Ok(()),
    }
}

fn enter(mouse: bool) -> io::Result<()> {
    terminal::enable_raw_mode()?;
    ACTIVE.store(true, Ordering::SeqCst);
    let mut bytes = Vec::new();
    queue!(bytes, EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
    if mouse {
        queue!(bytes, Print(MOUSE_ON))?;
    }
    write_tty(&bytes).inspect_err(|_| leave())
}

/// Takes every mode back. Never fails: where the terminal is gone there is nothing left to restore.
pub fn leave() {
    if !ACTIVE.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut bytes = Vec::new();
    let _ = queue!(
        bytes,
        EndSynchronizedUpdate, // the way out may start in the middle of a frame
        Print(MOUSE_OFF),
        DisableBracketedPaste,
        ResetColor,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = write_tty(&bytes);
    let _ = terminal::disable_raw_mode();
}

/// What worker threads said when they panicked, oldest first; a panic on the drawing thread has printed itself.
pub fn take_worker_panics() -> Vec<String> {
    std::mem::take(&mut WORKER_PANICS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Makes a panic on the drawing thread restore the terminal before its message is printed by whoever printed it
/// before. A panic on a worker is kept for later: its job answers with an error and the screen goes on.
fn install_panic_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if is_active() && !DRAWS.get() {
                WORKER_PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(info.to_string());
                return;
            }
            leave();
            previous(info);
        }));
    });
}

/// Whether a shell with job control started us, so that someone can continue us after a stop: it puts each job in a
/// process group of its own. Without one a stop would be for ever.
pub fn can_stop() -> bool {
    getsid(None).is_ok_and(|session| session != getpgrp())
}

/// Stops this program and what started it in the same job, such as `cargo run`, which must stop as well for the shell
/// to get its prompt. Returns when continued; the terminal is then still handed out until SIGCONT is answered by
/// [`Screen::take_back`].
///
/// # Errors
/// When the signal cannot be sent.
pub fn stop() -> io::Result<()> {
    Ok(kill_current_process_group(Signal::STOP)?)
}

/// Drops what was typed and not read: it was meant for another program.
fn drop_typed() {
    let _ = tcflush(io::stdin(), QueueSelector::IFlush);
}

/// Collects a frame and writes it in one go. What is pending when the terminal has been handed back is dropped, where
/// `BufWriter` would write it over the shell's screen while unwinding.
#[derive(Debug, Default)]
struct Output {
    pending: Vec<u8>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let written = if is_active() { write_tty(&self.pending) } else { Ok(()) };
        self.pending.clear();
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restoring_what_was_never_set_up_does_nothing() {
        leave();
        leave();
        assert!(!is_active());
    }

    #[test]
    fn a_frame_left_over_after_restoring_is_dropped() {
        let mut output = Output::default();
        output.write_all(b"half a frame").unwrap();
        output.flush().unwrap();
        assert!(output.pending.is_empty());
    }
}
