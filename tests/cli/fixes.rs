//! `check` on broken skills: what it reports in each format, and what its fixes write.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{out, run};

/// Broken skills, each with the code that it gets; every one of them has a certain fix.
const BROKEN: [(&str, &str, &str); 10] = [
    ("fenced", "```markdown\n---\nname: fenced\ndescription: For tests.\n---\nBody.\n```\n", "front-matter-missing"),
    ("blank", "\n\n---\nname: blank\ndescription: For tests.\n---\nBody.\n", "front-matter-missing"),
    ("titled", "---\nname: titled\ndescription: For tests.\n---# Title\nBody.\n", "front-matter-unclosed"),
    ("upper", "---\nName: upper\ndescription: For tests.\n---\n", "name-missing"),
    ("tone-guard", "---\nname: Tone_Guard\ndescription: For tests.\n---\n", "name-invalid"),
    ("colon", "---\r\nname: colon\r\ndescription: Use when: x\r\n---\r\nBody.\r\n", "yaml-invalid"),
    ("star", "---\nname: star\ndescription: *Use* this.\n---\n", "yaml-invalid"),
    ("tick", "---\nname: tick\ndescription: `code` first.\n---\n", "yaml-invalid"),
    ("behind", "---\nname: behind\ndescription: \"A\" and more.\n---\n", "yaml-invalid"),
    ("list", "---\nname: list\ndescription: [a] and more.\n---\n", "yaml-invalid"),
];

fn broken() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text, _) in BROKEN {
        let folder = dir.path().join("skills").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("SKILL.md"), text).unwrap();
    }
    dir
}

fn report(workspace: &Path, args: &[&str]) -> Value {
    let output = run(workspace, ["check", "--format", "json"].iter().chain(args));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_broken_skill_is_one_error_with_its_place_and_a_fix() {
    let dir = broken();
    let report = report(dir.path(), &[]);
    let errors: Vec<&Value> =
        report["findings"].as_array().unwrap().iter().filter(|finding| finding["severity"] == "error").collect();
    assert_eq!(errors.len(), BROKEN.len());
    for (name, _, code) in BROKEN {
        let file = format!("skills/{name}/SKILL.md");
        let found = errors.iter().find(|finding| finding["file"] == file.as_str()).unwrap();
        assert_eq!(found["code"], code, "{name}");
        assert!(found["line"].is_u64() && found["end_column"].is_u64() && found["fix"].is_object(), "{found:#}");
    }
}

#[test]
fn s3_fixes_are_written_once_and_what_they_mend_passes() {
    let dir = broken();
    assert_eq!(run(dir.path(), ["check"]).status.code(), Some(1));
    let output = run(dir.path(), ["check", "--fix", "--yes"]);
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    let read = |name: &str| fs::read_to_string(dir.path().join("skills").join(name).join("SKILL.md")).unwrap();
    assert_eq!(read("fenced"), "---\nname: fenced\ndescription: For tests.\n---\nBody.\n");
    assert_eq!(read("titled"), "---\nname: titled\ndescription: For tests.\n---\n# Title\nBody.\n");
    assert_eq!(read("colon"), "---\r\nname: colon\r\ndescription: \"Use when: x\"\r\n---\r\nBody.\r\n");
    let before: Vec<String> = BROKEN.iter().map(|(name, ..)| read(name)).collect();
    assert_eq!(run(dir.path(), ["check", "--fix", "--yes"]).status.code(), Some(0));
    let after: Vec<String> = BROKEN.iter().map(|(name, ..)| read(name)).collect();
    assert_eq!(after, before, "a second run has nothing to write");
}

#[test]
fn nothing_is_written_without_consent() {
    let dir = broken();
    let texts = || BROKEN.map(|(name, ..)| fs::read(dir.path().join("skills").join(name).join("SKILL.md")).unwrap());
    let before = texts();
    for args in [&["check", "--fix"][..], &["check", "--fix", "--yes", "--read-only"]] {
        assert_eq!(run(dir.path(), args).status.code(), Some(2), "{args:?}");
        assert_eq!(texts(), before, "{args:?}");
    }
}

#[test]
fn sarif_is_valid_and_names_its_rules() {
    let dir = broken();
    fs::write(dir.path().join("skills_config.yml"), "enabled: true\nallowlist: [no such]\n").unwrap();
    let output = run(dir.path(), ["check", "--format", "sarif", "--spec"]);
    let sarif: Value = serde_json::from_slice(&output.stdout).unwrap();
    let schema: Value = serde_json::from_str(include_str!("../data/sarif-2.1.0-subset.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults: Vec<String> =
        validator.iter_errors(&sarif).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert!(results.len() > BROKEN.len() && results.iter().any(|result| result["fixes"].is_array()));
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    }
}

#[test]
fn json_is_as_its_schema_says() {
    let dir = broken();
    let schema: Value = serde_json::from_slice(&run(dir.path(), ["schema", "check"]).stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&report(dir.path(), &["--spec"])));
    assert!(!validator.is_valid(&serde_json::json!({ "version": 1 })));
}

#[test]
fn annotations_of_github_have_file_line_and_column() {
    let dir = broken();
    let output = run(dir.path(), ["check", "--format", "github"]);
    let text = out(&output);
    assert!(text.contains("::error file=skills/star/SKILL.md,line=3,"), "{text}");
    assert!(text.lines().all(|line| line.starts_with("::")), "one line each: {text}");
}

#[test]
fn one_skill_of_a_pull_request_is_judged_alone() {
    let dir = broken();
    let output = run(dir.path(), ["check", "skills/star", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), report["skills"].as_u64()), (Some(1), Some(1)));
    assert_eq!(report["findings"][0]["file"], "skills/star/SKILL.md");
    let ignored = run(dir.path(), ["check", "skills/star", "--ignore", "yaml-invalid"]);
    assert_eq!(ignored.status.code(), Some(0), "{}", out(&ignored));
}
