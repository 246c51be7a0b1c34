//! Waits for keys, signals and workers; draws when something changed, at most 60 times a second.
//!
//! Whatever is queued is taken in before a frame is drawn, so that a held key or a burst of answers costs one frame.
//! Nothing here blocks: slow work is in `effects`, and the first frame stands before any of it is asked for.

use std::future::pending;
use std::io;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

use crossterm::event::{
    Event, EventStream, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use futures::StreamExt;
use rustix::process::Signal;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};

use super::effects::{Effects, Foreground};
use super::probe::Findings;
use super::signals::{Asked, Signals};
use super::terminal::{self, Screen};
use super::{Ended, clock, editor};
use crate::app::{Effect, Layout, Msg, Pointer, State, update};
use crate::view;

/// The shortest time between two frames.
const FRAME: Duration = Duration::from_micros(16_667);
/// Lines that one notch of the wheel scrolls.
const WHEEL_LINES: i16 = 3;

/// The screen while it is up. Fields in the order in which they matter: state, what changes it, what shows it.
pub struct EventLoop<'a> {
    state: State,
    effects: &'a mut Effects,
    foreground: Vec<Foreground>,
    messages: UnboundedReceiver<Msg>,
    signals: Signals,
    /// `None` while the terminal is handed out: nobody reads keys then.
    events: Option<EventStream>,
    found: Findings,
    screen: Screen,
    dirty: bool,
    next_frame: Instant,
}

impl<'a> EventLoop<'a> {
    /// A loop around `state`; `messages` are the answers of `effects`.
    pub fn new(
        state: State,
        effects: &'a mut Effects,
        messages: UnboundedReceiver<Msg>,
        signals: Signals,
        screen: Screen,
        found: Findings,
    ) -> EventLoop<'a> {
        EventLoop {
            state,
            effects,
            foreground: Vec::new(),
            messages,
            signals,
            events: None,
            found,
            screen,
            dirty: true,
            next_frame: Instant::now(),
        }
    }

    /// Runs until the user quits or a signal asks to end, and restores the terminal. `first` is what the new state asks
    /// for.
    ///
    /// # Errors
    /// When the terminal cannot be read or written any more.
    pub async fn run(mut self, first: Vec<Effect>) -> io::Result<Ended> {
        self.draw()?;
        self.events = Some(EventStream::new());
        self.start(first);
        for event in std::mem::take(&mut self.found.typed) {
            self.input(event);
        }
        let mut next_minute = Instant::now() + clock::until_next_minute();
        loop {
            if let Break(ended) = self.do_foreground().await? {
                return Ok(ended);
            }
            let may_draw = self.dirty && terminal::is_active();
            tokio::select! {
                biased;
                asked = self.signals.next() => if let Break(ended) = self.answer_signal(asked)? {
                    return Ok(ended);
                },
                event = next_event(&mut self.events) => match event {
                    Some(event) => self.event(event?),
                    None => return Ok(HANG_UP),
                },
                Some(msg) = self.messages.recv() => self.update(msg),
                () = sleep_until(next_minute) => {
                    self.update(Msg::Clock(clock::minute()));
                    next_minute = Instant::now() + clock::until_next_minute();
                }
                () = sleep_until(self.next_frame), if may_draw => {}
            }
            self.drain()?;
            if self.dirty && terminal::is_active() && Instant::now() >= self.next_frame {
                self.draw()?;
            }
        }
    }

    /// Takes in what is queued, for one frame's time at most.
    fn drain(&mut self) -> io::Result<()> {
        let until = Instant::now() + FRAME;
        while self.foreground.is_empty() && Instant::now() < until {
            // Not `EventStream` here: it remembers the first waker it was polled with and would not wake the loop.
            if self.events.is_some() && crossterm::event::poll(Duration::ZERO)? {
                self.event(crossterm::event::read()?);
            } else if let Ok(msg) = self.messages.try_recv() {
                self.update(msg);
            } else {
                break;
            }
        }
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        let (width, height) = crossterm::terminal::size()?;
        if (width, height) != (self.state.width, self.state.height) {
            self.update(Msg::Resize { width, height });
        }
        self.dirty = false;
        let state = &self.state;
        self.screen.draw(|frame| {
            #[cfg(debug_assertions)]
            super::provoked_panic(state);
            // The terminal may have changed its size since: its event follows and draws.
            if (frame.area().width, frame.area().height) == (state.width, state.height) {
                view::draw(state, frame);
            }
        })?;
        self.next_frame = Instant::now() + FRAME;
        Ok(())
    }

    fn update(&mut self, msg: Msg) {
        let effects = update(&mut self.state, msg);
        self.dirty = true;
        self.start(effects);
    }

    fn start(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.foreground.extend(self.effects.start(effect));
        }
    }

    /// One event of the terminal, without what was an answer to the probe.
    fn event(&mut self, event: Event) {
        for event in self.found.answers.sift(event) {
            self.input(event);
        }
    }

    fn input(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => {}
            Event::Key(key) if is_suspend(key) => self.foreground.push(Foreground::Suspend),
            Event::Key(key) => self.update(Msg::Key(key.into())),
            Event::Paste(text) => self.update(Msg::Paste(text)),
            Event::Resize(width, height) => self.update(Msg::Resize { width, height }),
            Event::Mouse(mouse) => {
                if let Some(pointer) = pointer(&Layout::of(&self.state), mouse) {
                    self.update(Msg::Pointer(pointer));
                }
            }
            Event::FocusGained | Event::FocusLost => {}
        }
    }

    /// Does what needs the terminal, in the order asked.
    async fn do_foreground(&mut self) -> io::Result<ControlFlow<Ended>> {
        for task in std::mem::take(&mut self.foreground) {
            match task {
                Foreground::Quit => return Ok(Break(Ended::Quit)),
                Foreground::Suspend => self.suspend()?,
                Foreground::EditText { field, text } => {
                    let edit = move || editor::edit_text(&text, ".md");
                    match self.while_handed_out(edit).await? {
                        Continue(result) => self.update(Msg::Edited { field, result }),
                        Break(ended) => return Ok(Break(ended)),
                    }
                }
                Foreground::OpenEditor { file, line } => {
                    let edit = move || editor::edit_file(&file, Some(line));
                    match self.while_handed_out(edit).await? {
                        Continue(result) => self.update(Msg::EditorClosed(result)),
                        Break(ended) => return Ok(Break(ended)),
                    }
                }
            }
        }
        Ok(Continue(()))
    }

    /// Hands the terminal out and then does `job` with it. Ctrl-C and Ctrl-\ in the other program reach us as signals
    /// too and are its own; its Ctrl-Z stops us with it. Breaks where another signal ends the screen meanwhile.
    async fn while_handed_out<T: Send + 'static>(
        &mut self,
        job: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> io::Result<ControlFlow<Ended, Result<T, String>>> {
        self.hand_out()?;
        let mut job = spawn_blocking(job);
        let done = loop {
            tokio::select! {
                done = &mut job => break done,
                asked = self.signals.next() => match asked {
                    Asked::End(ended) if ended.is_from_keyboard() => {}
                    Asked::End(ended) => return Ok(Break(ended)),
                    Asked::Stop if terminal::can_stop() => terminal::stop()?,
                    Asked::Stop | Asked::Continue => {}
                },
            }
        };
        self.take_back()?;
        let flat = done.map_err(io::Error::other).flatten();
        Ok(Continue(flat.map_err(|error| error.to_string())))
    }

    fn answer_signal(&mut self, asked: Asked) -> io::Result<ControlFlow<Ended>> {
        match asked {
            Asked::End(ended) => return Ok(Break(ended)),
            Asked::Stop => self.suspend()?,
            Asked::Continue => self.take_back()?,
        }
        Ok(Continue(()))
    }

    /// Stops until continued, where a shell is there to continue us. SIGCONT then takes the terminal back.
    fn suspend(&mut self) -> io::Result<()> {
        if !terminal::can_stop() {
            return Ok(());
        }
        self.hand_out()?;
        terminal::stop().or_else(|_| self.take_back())
    }

    /// Stops reading keys and restores the terminal for another program.
    fn hand_out(&mut self) -> io::Result<()> {
        self.events = None;
        // The stream's thread lets go of the terminal when woken; asking for the reader waits until it has.
        crossterm::event::poll(Duration::from_millis(1))?;
        self.screen.hand_out();
        Ok(())
    }

    fn take_back(&mut self) -> io::Result<()> {
        self.events = None;
        self.screen.take_back()?;
        self.events = Some(EventStream::new());
        self.update(Msg::Clock(clock::minute()));
        Ok(())
    }
}

/// The terminal is gone.
const HANG_UP: Ended = Ended::Signal(Signal::HUP);

/// The next event; never comes while nobody reads.
async fn next_event(events: &mut Option<EventStream>) -> Option<io::Result<Event>> {
    match events {
        Some(events) => events.next().await,
        None => pending().await,
    }
}

fn is_suspend(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('z') && key.modifiers == KeyModifiers::CONTROL
}

/// What a mouse event means to the panels; moves, releases and other buttons mean nothing.
fn pointer(layout: &Layout, mouse: MouseEvent) -> Option<Pointer> {
    let (panel, row) = layout.hit(mouse.column, mouse.row)?;
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Pointer::Click { panel, row }),
        MouseEventKind::ScrollDown => Some(Pointer::Scroll { panel, lines: WHEEL_LINES }),
        MouseEventKind::ScrollUp => Some(Pointer::Scroll { panel, lines: -WHEEL_LINES }),
        _ => None,
    }
}
