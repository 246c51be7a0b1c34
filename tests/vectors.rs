//! Runs the vectors: files of cases with their verdicts. The folder is the one that `SKILLSTAGE_VECTORS` names, else
//! `../shared/vectors`, else our own smaller set. Each file that the folder holds is a test.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use skillstage::diag::{Code, Diagnostic};
use skillstage::dialect::utility::parse;
use skillstage::dialect::{Action, Ask};
use skillstage::workspace::Body;

#[path = "support/disk.rs"]
mod disk;
#[path = "vectors/dsh.rs"]
mod dsh;

use disk::Disk;

fn folder() -> PathBuf {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    if let Some(named) = std::env::var_os("SKILLSTAGE_VECTORS") {
        return named.into();
    }
    let shared = project.join("../shared/vectors");
    if shared.is_dir() { shared } else { project.join("tests/vectors") }
}

/// The cases of a file; `None`, said aloud, where the folder does not hold it.
fn read(file: &str) -> Option<Value> {
    let path = folder().join(file);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(serde_json::from_str(&text).unwrap()),
        Err(error) => {
            eprintln!("no vectors in {}: {error}", path.display());
            None
        }
    }
}

fn base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let sixes = text.bytes().filter(|byte| *byte != b'=').map(|byte| ALPHABET.iter().position(|a| *a == byte).unwrap());
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0, 0);
    for six in sixes {
        held = (held << 6 | six) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes
}

/// The vectors' class of one of our codes.
fn class(code: Code) -> &'static str {
    match code.as_str() {
        "file-binary" => "binary",
        "file-not-utf8" => "encoding",
        code if code.starts_with("yaml-") => "yaml",
        code if code.starts_with("front-matter-") => "frontmatter",
        code if code.starts_with("name-") => "name",
        code if code.starts_with("description-") => "description",
        code => panic!("no class for {code}"),
    }
}

/// The hint that a case's note asks for, if it asks for one.
fn assert_hint(id: &str, first: &Diagnostic) {
    let help = first.help.as_deref().unwrap_or_default();
    let wanted = match id {
        "colon-space" => "quote the value",
        "glued-close" => "alone on its line",
        "wrapped-in-fence" => "remove the code fence",
        "name-case-key" => "did you mean `name`",
        "name-number" => "quote it",
        _ => return,
    };
    assert!(help.contains(wanted), "{id}: {help:?}");
}

#[test]
fn frontmatter() {
    let Some(cases) = read("frontmatter.json") else { return };
    for case in cases.as_array().unwrap() {
        let text = |key: &str| case[key].as_str();
        let (id, dir) = (text("id").unwrap(), text("dir").unwrap());
        let bytes = match text("skill_md") {
            Some(text) => text.as_bytes().to_vec(),
            None => base64(text("skill_md_base64").unwrap()),
        };
        let disk = Disk::new();
        disk.write(&format!("skills/{dir}/SKILL.md"), bytes);
        let snapshot = disk.snapshot();
        if text("verdict") == Some("refuse") {
            assert!(snapshot.skills.is_empty(), "{id}");
            let first = &snapshot.refused[0].diagnostics[0];
            if let Some(wanted) = text("code") {
                assert_eq!(class(first.code), wanted, "{id}: {first}");
            }
            if let Some(line) = case["line"].as_u64() {
                assert_eq!(first.place.as_ref().unwrap().line, Some(line as usize), "{id}: {first}");
            }
            assert_hint(id, first);
            continue;
        }
        let skill = snapshot.skills.first().unwrap_or_else(|| panic!("{id}: {:?}", snapshot.refused));
        assert_eq!(skill.warnings.is_empty(), text("verdict") == Some("load"), "{id}: {:?}", skill.warnings);
        for (key, found) in [("name", &skill.name), ("description", &skill.description)] {
            if let Some(wanted) = text(key) {
                assert_eq!(found, wanted, "{id}: {key}");
            }
        }
        if let Some(wanted) = text("body") {
            let Body::Text(content) = &skill.body else { panic!("{id}: the body is too large") };
            assert_eq!(&*content.text, wanted, "{id}");
        }
    }
}

#[test]
fn paths() {
    let Some(cases) = read("paths.json") else { return };
    let disk = Disk::allowing(&["reply-style"]);
    disk.skill("reply-style", "How to reply.", "# Replies\n");
    for file in cases["files"].as_array().unwrap() {
        disk.write(&format!("skills/reply-style/{}", file.as_str().unwrap()), "text\n");
    }
    let library = disk.library();
    for path in cases["accepted"].as_array().unwrap() {
        let path = path.as_str().unwrap();
        let reference = library.reference("reply-style", path).unwrap_or_else(|fault| panic!("{path:?}: {fault:?}"));
        assert_eq!(&*reference.content.as_ref().unwrap().text, "text\n", "{path:?}");
    }
    for (path, class) in cases["refused"].as_object().unwrap() {
        let code = library.reference("reply-style", path).unwrap_err().code;
        let wanted = match class.as_str().unwrap() {
            "empty" => Code::PathEmpty,
            "nul" => Code::PathNul,
            "drive" => Code::PathDrive,
            "backslash" => Code::PathBackslash,
            "absolute" => Code::PathAbsolute,
            "traversal" => Code::PathTraversal,
            "not_a_reference" => Code::PathNotReference,
            "not_found" => Code::ReferenceNotFound,
            other => panic!("unknown class {other}"),
        };
        assert_eq!(code, wanted, "{path:?}");
    }
}

#[test]
fn requests() {
    let Some(cases) = read("requests.json") else { return };
    for case in cases.as_array().unwrap() {
        let id = &case["id"];
        let parsed = parse(case["response"].as_str().unwrap());
        let (mut requests, mut errors) = (Vec::new(), Vec::new());
        for ask in &parsed.asks {
            match ask {
                Ask::Skill { action: Ok(Action::Load { name }), .. } => {
                    requests.push(json!({ "action": "load", "name": name }));
                }
                Ask::Skill { action: Ok(Action::Read { name, path }), .. } => {
                    requests.push(json!({ "action": "read", "name": name, "path": path }));
                }
                Ask::Skill { action: Ok(Action::List), .. } => requests.push(json!({ "action": "list" })),
                Ask::Skill { action: Err(malformed), .. } => errors.push(malformed.field),
                Ask::Tool { .. } => {}
            }
        }
        let calls: Vec<&str> = parsed.tool_calls().map(|(name, _)| name).collect();
        assert_eq!(json!(requests), case["requests"], "{id}");
        assert_eq!(json!(errors), case["request_errors"], "{id}");
        assert_eq!(json!(calls), case["tool_calls"], "{id}");
        for wanted in case["chat_contains"].as_array().unwrap() {
            let chat = parsed.chat_text();
            assert!(chat.contains(wanted.as_str().unwrap()), "{id}: {chat:?} lacks {wanted}");
        }
    }
}
