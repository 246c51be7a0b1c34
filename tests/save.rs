//! S3: a kill at any point of a save leaves the old file or the new one, whole.
//!
//! The test runs itself as a child that saves two long texts in turn over one file, for ever, and says so after each
//! save. It is killed 200 times, each time a little later in a save than the time before.

use std::env;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use skillstage::workspace::{read_stored_file, replace_file};

const TEST: &str = "s3_a_kill_at_any_point_of_a_save_leaves_the_old_file_or_the_new_one";
const FILE: &str = "SKILLSTAGE_TEST_SAVES_OVER";
const KILLS: u32 = 200;
const BYTES: usize = 512 << 10;

/// The two versions: as long as each other, and different in every byte.
fn versions() -> [String; 2] {
    ["a", "b"].map(|letter| letter.repeat(BYTES))
}

/// The child: saves until it is killed, with one byte on standard error for each save.
fn save_for_ever(path: &Path) -> ! {
    let versions = versions();
    loop {
        let stored = read_stored_file(path, BYTES as u64).unwrap().unwrap();
        let next = versions.iter().find(|version| **version != stored).unwrap();
        replace_file(path, next, &stored).unwrap();
        io::stderr().write_all(b".").unwrap();
    }
}

fn start(path: &Path) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", TEST, "--nocapture"]).env(FILE, path);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until the child has saved `count` times more.
fn wait_for_saves(child: &mut Child, count: usize) {
    let mut said = vec![0; count];
    child.stderr.as_mut().unwrap().read_exact(&mut said).expect("the child saves");
    assert!(said.iter().all(|byte| *byte == b'.'), "the child failed: {}", String::from_utf8_lossy(&said));
}

/// How long a save takes here.
fn save_takes(path: &Path) -> Duration {
    let mut child = start(path);
    wait_for_saves(&mut child, 2);
    let began = Instant::now();
    wait_for_saves(&mut child, 20);
    let one = began.elapsed() / 20;
    child.kill().unwrap();
    child.wait().unwrap();
    one
}

/// Removes what the killed saves left beside the file, and says how many there were.
fn leftovers(directory: &Path) -> usize {
    let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let left: Vec<_> = names.filter(|path| path.file_name().is_some_and(|name| name != "turn.yml")).collect();
    for path in &left {
        assert!(path.file_name().unwrap().to_string_lossy().starts_with(".skillstage-"), "{path:?}");
        fs::remove_file(path).unwrap();
    }
    left.len()
}

#[test]
fn s3_a_kill_at_any_point_of_a_save_leaves_the_old_file_or_the_new_one() {
    if let Some(path) = env::var_os(FILE) {
        save_for_ever(Path::new(&path));
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("turn.yml");
    let versions = versions();
    fs::write(&path, &versions[0]).unwrap();
    let one = save_takes(&path);
    leftovers(dir.path());

    let (mut amid, mut found) = (0, [0, 0]);
    for kill in 0..KILLS {
        let mut child = start(&path);
        wait_for_saves(&mut child, 1 + kill as usize % 2);
        // A spin and no sleep: a save takes less time than a sleeper needs to wake up.
        let (began, wait) = (Instant::now(), one * kill / KILLS);
        while began.elapsed() < wait {
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(9), "killed while it saved");
        let stored = fs::read_to_string(&path).unwrap();
        let version = versions.iter().position(|version| *version == stored);
        found[version.unwrap_or_else(|| panic!("kill {kill} left {} bytes of neither", stored.len()))] += 1;
        amid += leftovers(dir.path());
    }
    // Otherwise the kills missed the saves and show nothing.
    assert!(amid >= KILLS as usize / 10, "only {amid} of {KILLS} kills came between the first byte and the new name");
    assert!(found.iter().all(|count| *count > 0), "{found:?}");
    eprintln!("{amid} of {KILLS} kills left a file unfinished; a save takes {one:?}");
}
