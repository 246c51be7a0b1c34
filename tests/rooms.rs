//! DESIGN: a room may use what stands above it, never what stands below. Reads the `use` lines and the paths.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, top to bottom. `live` comes later and has its place already.
const ROOMS: [&str; 21] = [
    "text",
    "lang",
    "diag",
    "scene",
    "tokens",
    "workspace",
    "settings",
    "prompt",
    "dialect",
    "turn",
    "driver",
    "scenario",
    "check",
    "bindings",
    "compare",
    "live",
    "app",
    "view",
    "report",
    "tui",
    "cli",
];

fn place(room: &str) -> Option<usize> {
    ROOMS.iter().position(|known| *known == room)
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The rooms that a source text names through `crate::`, with the line.
fn named_rooms(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for (at, _) in code.match_indices("crate::") {
            let rest = &code[at + "crate::".len()..];
            let room: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            found.push((index + 1, room));
        }
    }
    found
}

#[test]
fn no_room_uses_one_below_it() {
    let mut files = Vec::new();
    rust_files(&source(), &mut files);
    assert!(files.len() > 20, "the walk found the sources");
    let mut wrong = Vec::new();
    for file in files {
        let relative = file.strip_prefix(source()).expect("below src").to_path_buf();
        let first = relative.iter().next().expect("a name").to_string_lossy().into_owned();
        let Some(own) = place(first.trim_end_matches(".rs")) else { continue };
        let text = fs::read_to_string(&file).expect("a source file");
        for (line, room) in named_rooms(&text) {
            if place(&room).is_some_and(|used| used > own) {
                wrong.push(format!("{}:{line} uses `{room}`, which stands below it", relative.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_is_a_room() {
    for entry in fs::read_dir(source()).expect("src").flatten() {
        let name = entry.file_name().to_string_lossy().trim_end_matches(".rs").to_owned();
        let known = place(&name).is_some() || ["lib", "main"].contains(&name.as_str());
        assert!(known, "src/{name} has no place in the order of the rooms");
    }
}
