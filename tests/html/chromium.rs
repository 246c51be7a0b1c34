//! A headless Chromium that opens one page and says what went on in it: console, exceptions, requests.
//!
//! It speaks the DevTools protocol over a pipe: JSON messages with a NUL behind each, requests on the browser's
//! descriptor 3, answers and events on its 4. Nothing sleeps: each wait is for a message, and fails the test when none
//! comes within [`DEADLINE`]. The browser is killed with its helpers when it is dropped.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, geteuid, kill_process_group};
use serde_json::{Value, json};

/// How long the browser may take for anything; far longer than it does.
const DEADLINE: Duration = Duration::from_secs(60);

/// The names under which systems install it.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// No question to the person, no visits elsewhere on the browser's own account, and no name that resolves: a page's
/// request is seen and goes nowhere.
const ARGUMENTS: [&str; 14] = [
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--password-store=basic",
    "--use-mock-keychain",
];

/// What a page did so far.
#[derive(Debug, Default)]
pub struct Seen {
    /// What it wrote to the console, and what the browser wrote there about it, as `level: text`.
    pub console: Vec<String>,
    /// What it threw and did not catch.
    pub exceptions: Vec<String>,
    /// The addresses it asked for, its own among them; those of frames, workers and sockets too.
    pub requests: Vec<String>,
}

impl Seen {
    /// Messages on the console that are errors.
    pub fn errors(&self) -> Vec<&str> {
        self.console.iter().map(String::as_str).filter(|line| line.starts_with("error: ")).collect()
    }

    /// Requests for anything but the page at `page` and what it holds itself (`data:`).
    pub fn requests_elsewhere(&self, page: &Path) -> Vec<&str> {
        let own = address(page);
        let elsewhere = |request: &&str| *request != own && !request.starts_with("data:");
        self.requests.iter().map(String::as_str).filter(elsewhere).collect()
    }
}

/// A key of the keyboard.
#[derive(Debug, Clone, Copy)]
pub enum Key {
    ArrowLeft,
    ArrowRight,
    Home,
    End,
}

/// What a page is told of the person's wish.
#[derive(Debug, Clone, Copy)]
pub enum ColorScheme {
    Light,
    Dark,
}

/// A running browser with one page.
pub struct Chromium {
    child: Child,
    requests: ChildStdin,
    messages: Receiver<Value>,
    last_id: u64,
    session: Option<String>,
    seen: Seen,
    /// The navigation whose page was loaded last.
    loaded: Value,
    profile: tempfile::TempDir,
}

impl Chromium {
    /// Starts the browser that `CHROMIUM` names, else the first that is installed, with a profile of its own. `None`, and
    /// a line on standard error, where there is none; one that `CHROMIUM` names has to start.
    pub fn start() -> Option<Chromium> {
        let Some(program) = find() else {
            // Not `eprintln!`, which the test runner keeps to itself.
            let names = NAMES.join(", ");
            let told = format!(
                "\nSKIPPED: no Chromium, so no HTML page is tested (set CHROMIUM, or install one of {names})\n"
            );
            io::stderr().write_all(told.as_bytes()).unwrap();
            return None;
        };
        let mut browser = Chromium::spawn(&program);
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", attach);
        browser.session = Some(attached["sessionId"].as_str().expect("a session").to_owned());
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser.call("Page.setLifecycleEventsEnabled", json!({ "enabled": true }));
        // Frames from elsewhere and workers are told too.
        let attach = json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true });
        browser.call("Target.setAutoAttach", attach);
        browser.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        Some(browser)
    }

    fn spawn(program: &Path) -> Chromium {
        let profile = tempfile::tempdir().unwrap();
        let mut command = Command::new("sh");
        // The shell gives the browser its descriptors 3 and 4.
        command.args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >&2", "sh"]).arg(program).args(ARGUMENTS);
        command.arg(format!("--user-data-dir={}", profile.path().join("profile").display()));
        if geteuid().is_root() {
            command.arg("--no-sandbox");
        }
        command.env("HOME", profile.path()).env("TMPDIR", profile.path()).process_group(0);
        let log = File::create(profile.path().join("log")).unwrap();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().expect("a shell");
        let requests = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            for message in answers.split(0).map_while(Result::ok) {
                let message = serde_json::from_slice(&message).expect("the browser speaks JSON");
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let seen = Seen::default();
        Chromium { child, requests, messages, last_id: 0, session: None, seen, loaded: Value::Null, profile }
    }

    /// Opens the file `page` and waits until it is loaded and drawn. What was seen before is forgotten.
    pub fn open(&mut self, page: &Path) {
        self.seen = Seen::default();
        let answer = self.call("Page.navigate", json!({ "url": address(page) }));
        assert!(answer["errorText"].is_null(), "{}: {}", page.display(), answer["errorText"]);
        let navigation = &answer["loaderId"];
        self.wait("the page to load", |browser| browser.loaded == *navigation);
        self.drawn();
    }

    /// Presses and releases a key, and waits until the page is drawn again.
    pub fn press(&mut self, key: Key) {
        let code = match key {
            Key::ArrowLeft => 37,
            Key::ArrowRight => 39,
            Key::Home => 36,
            Key::End => 35,
        };
        let name = format!("{key:?}");
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", event);
        }
        self.drawn();
    }

    /// Gives the page a screen of `width` and `height` in CSS pixels, and waits until it is drawn again.
    pub fn resize(&mut self, width: u32, height: u32) {
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", screen);
        self.drawn();
    }

    /// Tells the page that the person prefers `scheme`, and waits until it is drawn again.
    pub fn prefer(&mut self, scheme: ColorScheme) {
        let value = format!("{scheme:?}").to_lowercase();
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
        self.call("Emulation.setEmulatedMedia", media);
        self.drawn();
    }

    /// The value of a JavaScript expression in the page; a promise is awaited.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.call("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", thrown(&answer["exceptionDetails"]));
        answer["result"]["value"].take()
    }

    /// What the page did since it was opened.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Waits until what was seen fulfils `condition`.
    pub fn wait_seen(&mut self, what: &str, condition: impl Fn(&Seen) -> bool) {
        self.wait(what, |browser| condition(&browser.seen));
    }

    /// Waits until the page was drawn twice: what a key or an event changed stands by then.
    fn drawn(&mut self) {
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
    }

    /// Sends a request and waits for its answer.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        let mut request = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        let mut message = request.to_string().into_bytes();
        message.push(0);
        if let Err(error) = self.requests.write_all(&message) {
            self.give_up(&format!("{method}: {error}"));
        }
        let until = Instant::now() + DEADLINE;
        loop {
            let mut message = self.next(method, until);
            if message["id"] == json!(id) {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].take();
            }
            self.take_in(&message);
        }
    }

    fn wait(&mut self, what: &str, condition: impl Fn(&Chromium) -> bool) {
        let until = Instant::now() + DEADLINE;
        while !condition(self) {
            let message = self.next(what, until);
            self.take_in(&message);
        }
    }

    fn next(&self, what: &str, until: Instant) -> Value {
        match self.messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => self.give_up(&format!("{what}: nothing within {DEADLINE:?}")),
            Err(RecvTimeoutError::Disconnected) => self.give_up(&format!("{what}: the browser has ended")),
        }
    }

    fn give_up(&self, why: &str) -> ! {
        let log = fs::read(self.profile.path().join("log")).unwrap_or_default();
        panic!("{why}\n{:?}\nthe browser's log:\n{}", self.seen, String::from_utf8_lossy(&log));
    }

    /// Notes an event.
    fn take_in(&mut self, message: &Value) {
        let event = &message["params"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match message["method"].as_str().unwrap_or_default() {
            "Page.lifecycleEvent" if event["name"] == "load" => self.loaded = event["loaderId"].clone(),
            "Runtime.consoleAPICalled" => {
                let arguments = event["args"].as_array().into_iter().flatten();
                let words: Vec<String> = arguments.map(shown).collect();
                self.seen.console.push(format!("{}: {}", text(&event["type"]), words.join(" ")));
            }
            "Log.entryAdded" => {
                let entry = &event["entry"];
                self.seen.console.push(format!("{}: {}", text(&entry["level"]), text(&entry["text"])));
            }
            "Runtime.exceptionThrown" => self.seen.exceptions.push(thrown(&event["exceptionDetails"])),
            "Network.requestWillBeSent" => self.seen.requests.push(text(&event["request"]["url"])),
            "Network.webSocketCreated" | "Network.webTransportCreated" => self.seen.requests.push(text(&event["url"])),
            "Target.attachedToTarget" => self.seen.requests.push(text(&event["targetInfo"]["url"])),
            _ => {}
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // The group is the browser's own: it was started as the first of it.
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

/// The browser that `CHROMIUM` names, else the first of [`NAMES`] on the path.
fn find() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM").filter(|named| !named.is_empty()) {
        return Some(named.into());
    }
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let mut candidates = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.find(|candidate| candidate.is_file())
}

/// The address of a file whose path needs no escapes, such as one in a temporary directory.
fn address(page: &Path) -> String {
    format!("file://{}", page.display())
}

/// A value that a page wrote to the console.
fn shown(value: &Value) -> String {
    match (&value["value"], &value["description"]) {
        (Value::String(text), _) | (Value::Null, Value::String(text)) => text.clone(),
        (value, _) => value.to_string(),
    }
}

/// What an exception says.
fn thrown(details: &Value) -> String {
    let described = &details["exception"]["description"];
    described.as_str().or(details["text"].as_str()).unwrap_or_default().to_owned()
}
