//! The real binary on real files: what it prints, where, and how it exits.

mod calibrate;
mod cast;
mod check;
#[path = "../support/disk.rs"]
mod disk;
mod dsh;
mod files;
mod fixes;
mod hostile;
mod order;
mod prices;
mod process;
mod prompt;
mod settings;
mod unserved;
mod untouched;
mod without_skills;

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The sample workspace.
fn sample() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The binary in `workspace`, with nothing of the person who runs the tests.
fn skillstage(workspace: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skillstage"));
    command.current_dir(workspace).env_clear().env("XDG_CONFIG_HOME", "/nonexistent").env("HOME", "/nonexistent");
    command.stdin(Stdio::null());
    command
}

/// Runs the binary and waits.
fn run<A: AsRef<OsStr>>(workspace: &Path, args: impl IntoIterator<Item = A>) -> Output {
    skillstage(workspace).args(args).output().unwrap()
}

/// As [`run`], with `input` on standard input.
fn run_with(workspace: &Path, args: &[&str], input: &str) -> Output {
    let mut command = skillstage(workspace);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// `skillstage prompt … --format json`, which must exit 0.
fn prompt(workspace: &Path, args: &[&str]) -> Value {
    let fixed = ["prompt", "--format", "json", "--message", "今天好累"];
    json(&run(workspace, fixed.iter().chain(args)))
}

/// The JSON that a run printed; it must exit 0.
fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", err(output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}
