//! A terminal for tests: the real binary behind a pseudo-terminal, its screen, and every byte it wrote. Nothing sleeps:
//! each wait is for a condition, and ends the test when it does not come within [`DEADLINE`].

use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};

/// How long a condition may take; far longer than it does.
const DEADLINE: Duration = Duration::from_secs(30);
/// How often a condition is looked at where nothing is written.
const LOOK: Duration = Duration::from_millis(50);

pub const ENTER: &str = "\r";
pub const ESC: &str = "\x1b";
pub const DOWN: &str = "\x1b[B";
pub const RIGHT: &str = "\x1b[C";

/// How the terminal answers questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answers {
    /// Where the cursor stands, and a light background, as most terminals do.
    Yes,
    /// Nothing at all.
    Nothing,
    /// A box character took two cells.
    WideBoxes,
}

struct Shown {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    /// Bytes up to here were looked at for questions.
    asked: usize,
}

struct Shared {
    shown: Mutex<Shown>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap()
    }
}

/// A running program and its terminal.
pub struct Terminal {
    shared: Arc<Shared>,
    child: Box<dyn Child + Send + Sync>,
    keys: Arc<Mutex<Box<dyn Write + Send>>>,
    master: Box<dyn MasterPty + Send>,
    _slave: Box<dyn SlavePty + Send>,
    before: String,
}

/// A command for the binary, with an environment of its own.
pub fn skillstage(home: &Path) -> CommandBuilder {
    with_environment(CommandBuilder::new(env!("CARGO_BIN_EXE_skillstage")), home)
}

/// `command` without this machine's language, colours, editor and settings.
pub fn with_environment(mut command: CommandBuilder, home: &Path) -> CommandBuilder {
    let path = std::env::var("PATH").unwrap_or_default();
    command.env_clear();
    for (name, value) in [("PATH", path.as_str()), ("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("TZ", "UTC")] {
        command.env(name, value);
    }
    command.env("HOME", home);
    command.env("XDG_CONFIG_HOME", home.join("config"));
    command.cwd(home);
    command
}

impl Terminal {
    /// Starts `command` at 120×36.
    pub fn start(command: CommandBuilder, answers: Answers) -> Terminal {
        let size = PtySize { rows: 36, cols: 120, ..PtySize::default() };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let before = modes(&*pair.master);
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let parser = vt100::Parser::new(size.rows, size.cols, 0);
        let shared = Arc::new(Shared {
            shown: Mutex::new(Shown { parser, bytes: Vec::new(), asked: 0 }),
            changed: Condvar::new(),
        });
        let keys = Arc::new(Mutex::new(pair.master.take_writer().expect("a writer")));
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let (for_reader, for_answers) = (Arc::clone(&shared), Arc::clone(&keys));
        thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                let reply = take_in(&mut for_reader.lock(), &buffer[..read], answers);
                for_reader.changed.notify_all();
                if !reply.is_empty() {
                    let _ = for_answers.lock().unwrap().write_all(&reply);
                }
            }
        });
        Terminal { shared, child, keys, master: pair.master, _slave: pair.slave, before }
    }

    /// Types keys as a keyboard would.
    pub fn keys(&self, keys: &str) {
        let mut writer = self.keys.lock().unwrap();
        writer.write_all(keys.as_bytes()).expect("the terminal takes keys");
        writer.flush().expect("the terminal takes keys");
    }

    /// Changes the size of the window.
    pub fn resize(&self, cols: u16, rows: u16) {
        self.shared.lock().parser.screen_mut().set_size(rows, cols);
        self.master.resize(PtySize { rows, cols, ..PtySize::default() }).expect("a new size");
    }

    /// Waits until the screen satisfies `condition`; `what` names it where it does not come.
    pub fn wait(&mut self, what: &str, condition: impl Fn(&vt100::Screen) -> bool) {
        self.wait_shown(what, |shown| condition(shown.parser.screen()));
    }

    /// Waits until the screen shows `text`.
    pub fn wait_text(&mut self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Waits until the program wrote `bytes` at or behind the place `from` of its output; gives the place behind them.
    pub fn wait_bytes(&mut self, from: usize, bytes: &str) -> usize {
        let find = |shown: &Shown| position(&shown.bytes[from..], bytes.as_bytes());
        self.wait_shown(bytes, |shown| find(shown).is_some());
        from + find(&self.shared.lock()).expect("just found") + bytes.len()
    }

    fn wait_shown(&mut self, what: &str, condition: impl Fn(&Shown) -> bool) {
        self.wait_until(what, |terminal| condition(&terminal.shared.lock()).then_some(()));
    }

    /// Looks again whenever the program wrote something, and now and then, until `look` gives something.
    fn wait_until<T>(&mut self, what: &str, mut look: impl FnMut(&mut Terminal) -> Option<T>) -> T {
        let end = Instant::now() + DEADLINE;
        loop {
            let seen = self.shared.lock().bytes.len();
            if let Some(found) = look(self) {
                return found;
            }
            assert!(Instant::now() < end, "{what:?} did not come; the screen:\n{}", self.text());
            let shown = self.shared.lock();
            let _ = self.shared.changed.wait_timeout_while(shown, LOOK, |shown| shown.bytes.len() == seen).unwrap();
        }
    }

    /// The screen as text.
    pub fn text(&self) -> String {
        self.shared.lock().parser.screen().contents()
    }

    /// The screen's rows.
    pub fn rows(&self) -> Vec<String> {
        let shown = self.shared.lock();
        let screen = shown.parser.screen();
        screen.rows(0, screen.size().1).collect()
    }

    /// The colour in which `text`, of ASCII characters, is written.
    pub fn colour_of(&self, text: &str) -> vt100::Color {
        let shown = self.shared.lock();
        let screen = shown.parser.screen();
        let (_, columns) = screen.size();
        let spells = |row: u16, column: u16| {
            text.chars().zip(column..).all(|(c, column)| {
                screen.cell(row, column).is_some_and(|cell| cell.contents() == c.to_string().as_str())
            })
        };
        let row = (0..).zip(screen.rows(0, columns)).find(|(_, row)| row.contains(text)).expect("a row with it").0;
        let column = (0..columns).find(|column| spells(row, *column)).expect("a column with it");
        screen.cell(row, column).expect("a cell").fgcolor()
    }

    /// Quits by keys, also where the screen asks first, and asserts that it ended well.
    pub fn quit(&mut self) {
        self.keys("q");
        let asks = self.wait_until("the end, or a question", |terminal| {
            let ended = terminal.child.try_wait().expect("a status").is_some();
            let asks = terminal.text().contains("Enter quits");
            (ended || asks).then_some(asks)
        });
        if asks {
            self.keys(ENTER);
        }
        assert_eq!(self.exit_code(), 0);
        self.assert_restored();
    }

    /// Everything the program wrote so far.
    pub fn bytes(&self) -> Vec<u8> {
        self.shared.lock().bytes.clone()
    }

    /// Sends a signal by its name (`TERM`).
    pub fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status().expect("kill runs");
        assert!(sent.success());
    }

    /// Waits until the program ended; gives its exit code.
    pub fn exit_code(&mut self) -> u32 {
        let status = self.wait_until("the end", |terminal| terminal.child.try_wait().expect("a status"));
        status.exit_code()
    }

    /// Asserts that the terminal is as it was before the program started: every mode that was set is taken back, in the
    /// bytes and in the line discipline.
    pub fn assert_restored(&mut self) {
        self.wait_bytes(0, "\x1b[?1049l");
        self.wait_bytes(0, "\x1b[?25h");
        let written = String::from_utf8_lossy(&self.bytes()).into_owned();
        for mode in ["?1000", "?1002", "?1003", "?1006", "?1049", "?2004", "?2026"] {
            let (set, unset) = (written.rfind(&format!("\x1b[{mode}h")), written.rfind(&format!("\x1b[{mode}l")));
            assert!(set <= unset, "mode {mode} is still set");
        }
        assert!(written.rfind("\x1b[?25l") < written.rfind("\x1b[?25h"), "the cursor is still hidden");
        assert_eq!(modes(&*self.master), self.before, "the line discipline is as it was");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Takes in output; gives what a terminal would answer to the questions in it.
fn take_in(shown: &mut Shown, output: &[u8], answers: Answers) -> Vec<u8> {
    shown.parser.process(output);
    shown.bytes.extend_from_slice(output);
    let mut reply = Vec::new();
    if answers == Answers::Nothing {
        return reply;
    }
    for (question, is_cursor) in [("\x1b]11;?\x1b\\", false), ("\x1b[6n", true)] {
        let mut from = shown.asked;
        while let Some(at) = position(&shown.bytes[from..], question.as_bytes()) {
            from += at + question.len();
            let (row, column) = shown.parser.screen().cursor_position();
            let wider = u16::from(answers == Answers::WideBoxes);
            if is_cursor {
                reply.extend_from_slice(format!("\x1b[{};{}R", row + 1, column + 1 + wider).as_bytes());
            } else {
                reply.extend_from_slice(b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\");
            }
        }
    }
    // A question may be split over two reads; none is longer than this.
    shown.asked = shown.bytes.len().saturating_sub(7).max(last_question_end(&shown.bytes));
    reply
}

fn last_question_end(bytes: &[u8]) -> usize {
    let end = |question: &[u8]| {
        bytes.windows(question.len()).rposition(|window| window == question).map_or(0, |at| at + question.len())
    };
    end(b"\x1b[6n").max(end(b"\x1b]11;?\x1b\\"))
}

fn position(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

/// The line discipline's modes.
fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("modes of the terminal"))
}
