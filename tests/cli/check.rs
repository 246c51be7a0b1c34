//! `check`: what an admin gets for a pull request of a new skill (SPEC sections 1, 2, 7).

use std::process::Output;

use serde_json::Value;

use super::disk::Disk;
use super::{err, out, run, run_with, sample};

const HIDDEN: &str = "---\nname: evening\ndescription: Use when the user says good night.\n---\n# Evening\n\nSee [words](references/Words.md).\nPay\u{202e}lated\u{202c} here.\n";

/// A workspace with one good skill that is bound, and a new one with faults in its body.
fn with_a_new_skill() -> Disk {
    let disk = Disk::new();
    disk.write(
        "skills_config.yml",
        "# Reviewed in May.\nenabled: true\nallowlist: [tone]\nscenes:\n  private_chat: [tone]\n",
    );
    disk.skill("tone", "Use when the tone matters.", "# Tone\n\nBe kind.\n");
    disk.write("skills/evening/SKILL.md", HIDDEN);
    disk.write("skills/evening/references/words.md", "Words.\n");
    disk
}

fn json(disk: &Disk, args: &[&str]) -> (Option<i32>, Value) {
    let output = run(disk.root(), ["check", "--format", "json"].iter().chain(args));
    (output.status.code(), parsed(&output))
}

/// The JSON that a run printed, whatever its exit.
fn parsed(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", err(output)))
}

fn codes(report: &Value) -> Vec<(String, String)> {
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap_or_default().to_owned();
    let findings = report["findings"].as_array().expect("findings");
    findings.iter().map(|finding| (text(finding, "code"), text(finding, "file"))).collect()
}

#[test]
fn a_new_skill_is_judged_in_its_workspace_with_what_the_scenes_cost_with_it() {
    let disk = with_a_new_skill();
    let output = run(disk.root(), ["check", "skills/evening"]);
    assert_eq!(output.status.code(), Some(0), "warnings alone: {}", err(&output));
    for told in ["hidden-text", "U+202E", "link-case", "skills/evening/SKILL.md:7:13", "not on the allowlist: evening"]
    {
        assert!(out(&output).contains(told), "{told}: {}", out(&output));
    }
    assert!(!out(&output).contains('\u{202e}'), "nothing raw reaches the terminal");

    let (_, alone) = json(&disk, &["skills/evening"]);
    let (_, all) = json(&disk, &[]);
    assert_eq!((&alone["skills"], &all["skills"]), (&1.into(), &2.into()));
    assert_eq!(alone["as_if_allowed"], serde_json::json!(["evening"]));
    let worst = |report: &Value| report["scenes"][0]["worst"].as_u64().expect("tokens");
    assert!(worst(&alone) > worst(&all), "the new skill and its reference count");
    assert_eq!(alone["scenes"][0]["loads"], serde_json::json!(["evening"]));
}

#[test]
fn exit_codes_follow_the_worst_finding_and_deny() {
    let disk = with_a_new_skill();
    let exit = |args: &[&str]| run(disk.root(), ["check"].iter().chain(args)).status.code();
    assert_eq!(exit(&[]), Some(0));
    assert_eq!(exit(&["--deny", "warnings"]), Some(1));
    assert_eq!(exit(&["--deny", "warnings", "--ignore", "hidden-text,link-case"]), Some(0));
    assert_eq!(exit(&["--deny", "warnings", "--select", "front-matter-missing"]), Some(0));
    disk.write("skills/broken/SKILL.md", "# no front matter\n");
    assert_eq!(exit(&[]), Some(1), "an error");
    assert_eq!(exit(&["--select", "no-such-code"]), Some(2));
    assert_eq!(exit(&["nowhere"]), Some(2));
}

#[test]
fn a_folder_of_skills_and_a_skill_outside_a_workspace_are_judged_as_well() {
    let disk = with_a_new_skill();
    let other = tempfile::tempdir().expect("a directory");
    std::fs::rename(disk.path("skills/evening"), other.path().join("evening")).expect("moved");
    for dir in [other.path().to_owned(), other.path().join("evening")] {
        let output = run(disk.root(), ["check", "--format", "json", dir.to_str().expect("a path")]);
        let report = parsed(&output);
        assert_eq!((&report["skills"], report["scenes"].as_array().map(Vec::len)), (&1.into(), Some(0)), "{dir:?}");
        assert!(codes(&report).iter().any(|(code, _)| code == "hidden-text"), "{report}");
    }
}

/// `--fix` shows, asks, writes, and has nothing left to do the second time.
#[test]
fn fixes_are_written_once_they_are_consented_to_and_mend_what_they_say() {
    let disk = with_a_new_skill();
    let file = disk.path("skills/evening/SKILL.md");
    let text = || std::fs::read_to_string(&file).expect("the skill");
    let unasked = run_with(disk.root(), &["check", "--fix"], "y\n");
    assert_eq!(unasked.status.code(), Some(2), "no terminal to ask at");
    assert!(err(&unasked).contains("--yes"), "{}", err(&unasked));
    assert_eq!(text(), HIDDEN, "nothing is written unasked");
    assert_eq!(run(disk.root(), ["check", "--fix", "--yes", "--read-only"]).status.code(), Some(2));

    let fixed = run(disk.root(), ["check", "--fix", "--yes"]);
    assert_eq!(fixed.status.code(), Some(0), "{}", err(&fixed));
    assert!(err(&fixed).contains("+See [words](references/words.md)."), "{}", err(&fixed));
    assert!(text().contains("](references/words.md)"));
    assert!(!out(&fixed).contains("link-case"), "a fixed file passes its rule");
    let (before, again) = (text(), run(disk.root(), ["check", "--fix", "--yes"]));
    assert_eq!((text(), err(&again)), (before, ""), "a second run finds nothing to mend");
}

#[test]
fn every_format_names_the_same_findings() {
    let disk = with_a_new_skill();
    disk.write("skills/b,r:oken/SKILL.md", "---\nname: x\n");
    let (_, report) = json(&disk, &[]);
    let output = run(disk.root(), ["check", "--format", "github"]);
    let lines: Vec<&str> = out(&output).lines().collect();
    assert_eq!(lines.len(), codes(&report).len(), "{lines:?}");
    assert!(
        lines.iter().any(|line| line.starts_with("::error file=skills/b%2Cr%3Aoken/SKILL.md,line=1,")),
        "{lines:?}"
    );
    assert!(
        lines.iter().any(|line| line.starts_with("::warning file=skills/evening/SKILL.md,line=7,col=13,endLine=7,"))
    );

    let output = run(disk.root(), ["check", "--format", "sarif"]);
    let sarif: Value = serde_json::from_slice(&output.stdout).expect("SARIF");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), codes(&report).len());
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().expect("an index") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
    }
    let uri = |result: &Value| result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone();
    assert!(results.iter().any(|result| uri(result) == "skills/b%2Cr%3Aoken/SKILL.md"));
    let fix = results.iter().find(|result| result["ruleId"] == "link-case").expect("the link");
    assert_eq!(
        fix["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"],
        "references/words.md"
    );
}

#[test]
fn u6_a_reference_of_100_megabytes_is_refused_unread_and_told() {
    let disk = with_a_new_skill();
    let large = std::fs::File::create(disk.path("skills/evening/references/large.md")).expect("a file");
    large.set_len(100 << 20).expect("a hole");
    let (_, report) = json(&disk, &["skills/evening"]);
    let told = ("reference-too-large".to_owned(), "skills/evening/references/large.md".to_owned());
    assert!(codes(&report).contains(&told), "{report}");
}

#[test]
fn references_beyond_those_that_are_taken_in_are_told_and_never_left_out_in_silence() {
    let disk = with_a_new_skill();
    for index in 0..1_001 {
        disk.write(&format!("skills/evening/references/{index:04}.md"), "text");
    }
    let (_, report) = json(&disk, &["skills/evening"]);
    assert!(codes(&report).contains(&("too-many".to_owned(), "skills/evening/references".to_owned())));
    disk.write("skills/linked/SKILL.md", "---\nname: linked\ndescription: Use when it is linked.\n---\nBody.\n");
    std::os::unix::fs::symlink(disk.path("skills/evening/references"), disk.path("skills/linked/references"))
        .expect("a link");
    let (_, report) = json(&disk, &["skills/linked"]);
    assert!(codes(&report).contains(&("file-symlink".to_owned(), "skills/linked/references".to_owned())));
}

/// The config's own families: what cannot be resident, what can never be loaded, and an `always` that is too large.
#[test]
fn the_config_and_what_scenes_can_cost_are_judged() {
    let disk = Disk::new();
    disk.write(
        "skills_config.yml",
        "enabled: true\nallowlist: [a, b, c, d]\nalways: [a, a]\nscenes:\n  privat_chat: [b]\n  help: [b, c, d]\nlimits:\n  max_tokens: 1300\n",
    );
    for name in ["a", "b", "c", "d"] {
        disk.skill(
            name,
            &format!("Use when {name} matters."),
            &format!("word {name} ").repeat(if name == "a" { 400 } else { 60 }),
        );
    }
    let (exit, report) = json(&disk, &[]);
    let found: Vec<String> = codes(&report).into_iter().map(|(code, _)| code).collect();
    for code in ["config-duplicate", "config-custom-scene", "resident-max-skills", "always-heavy", "budget-worst-case"]
    {
        assert!(found.iter().any(|one| one == code), "{code}: {found:?}");
    }
    assert_eq!(exit, Some(0), "{found:?}");
    let messages = report["findings"].as_array().expect("findings").iter().filter(|one| one["code"] == "budget-never");
    let messages: Vec<&str> = messages.filter_map(|one| one["message"].as_str()).collect();
    let wanted = "`d` can never be loaded in help: resident skills use up `max_skills`";
    assert!(messages.contains(&wanted), "{messages:?}");

    // The sample is what people see first: nothing in it is an error.
    assert_eq!(run(sample(), ["check"]).status.code(), Some(0));
}

#[test]
fn rules_lists_every_code_that_check_can_give_with_its_family() {
    let output = run(sample(), ["rules", "--format", "json"]);
    let rules: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let codes: Vec<&str> = rules.as_array().expect("rules").iter().filter_map(|rule| rule["code"].as_str()).collect();
    for code in
        ["yaml-invalid", "link-missing", "hidden-text", "config-not-allowed", "catalog-duplicate", "budget-never"]
    {
        assert!(codes.contains(&code), "{code}");
        assert_eq!(run(sample(), ["explain", code]).status.code(), Some(0));
    }
    assert!(out(&run(sample(), ["rules"])).contains("budget-worst-case"));
}
