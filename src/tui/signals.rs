//! Signals, as things the loop waits for. In raw mode no key sends one; they come from outside.

use std::io;

use rustix::process::Signal as Number;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::Ended;

/// What a signal asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Leave.
    End(Ended),
    /// Stop until continued (SIGTSTP).
    Stop,
    /// We were continued (SIGCONT): the shell may have changed the terminal.
    Continue,
}

/// The signals that the screen answers.
#[derive(Debug)]
pub struct Signals {
    terminate: Signal,
    hang_up: Signal,
    interrupt: Signal,
    quit: Signal,
    stop: Signal,
    resume: Signal,
}

impl Signals {
    /// Starts listening; from now on these signals no longer end or stop the program by themselves.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn listen() -> io::Result<Signals> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
            interrupt: signal(SignalKind::interrupt())?,
            quit: signal(SignalKind::quit())?,
            stop: signal(SignalKind::from_raw(Number::TSTP.as_raw()))?,
            resume: signal(SignalKind::from_raw(Number::CONT.as_raw()))?,
        })
    }

    /// The next thing asked.
    pub async fn next(&mut self) -> Asked {
        tokio::select! {
            _ = self.terminate.recv() => Asked::End(Ended::Signal(Number::TERM)),
            _ = self.hang_up.recv() => Asked::End(Ended::Signal(Number::HUP)),
            _ = self.interrupt.recv() => Asked::End(Ended::Signal(Number::INT)),
            _ = self.quit.recv() => Asked::End(Ended::Signal(Number::QUIT)),
            _ = self.stop.recv() => Asked::Stop,
            _ = self.resume.recv() => Asked::Continue,
        }
    }
}
