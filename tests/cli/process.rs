//! The process itself: exit codes, pipes, no terminal, files written.

use std::fs;
use std::io;

use super::disk::Disk;
use super::{err, json, out, run, run_with, sample, skillstage};

#[test]
fn without_a_terminal_the_screen_says_so_and_exits_2() {
    for args in [&[][..], &["."], &["demo"]] {
        let output = run(sample(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        assert!(err(&output).contains("error[not-a-terminal]"), "{}", err(&output));
    }
}

#[test]
fn a_broken_pipe_exits_0_in_silence() {
    let commands: [&[&str]; 10] = [
        &["prompt", "--scene", "help", "--message", "m"],
        &["prompt", "--scene", "help", "--message", "m", "--format", "json"],
        &["catalog", "--scene", "help"],
        &["scenes"],
        &["settings"],
        &["explain"],
        &["man"],
        &["completions", "bash"],
        &["schema", "prompt"],
        &["--help"],
    ];
    for args in commands {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = skillstage(sample()).args(args).stdout(writer).output().unwrap();
        assert_eq!((output.status.code(), err(&output)), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_exits_2() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = skillstage(sample()).arg("scenes").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).starts_with("error: standard output cannot be written"), "{}", err(&output));
}

#[test]
fn a_directory_that_is_no_workspace_is_told_the_ways_in() {
    let place = tempfile::tempdir().unwrap();
    let output = run(place.path(), ["scenes"]);
    assert_eq!(output.status.code(), Some(2));
    for way in ["error[not-a-workspace]", "skillstage demo", "skillstage init", "--skills DIR"] {
        assert!(err(&output).contains(way), "{way}: {}", err(&output));
    }
}

#[test]
fn init_writes_a_workspace_once_and_never_over_a_file() {
    let place = tempfile::tempdir().unwrap();
    let read_only = run(place.path(), ["init", "bot", "--read-only"]);
    assert_eq!(read_only.status.code(), Some(2));
    assert!(!place.path().join("bot").exists());
    let first = run(place.path(), ["init", "bot"]);
    assert_eq!(first.status.code(), Some(0), "{}", err(&first));
    let bot = place.path().join("bot");
    fs::write(bot.join("skills_config.yml"), "enabled: false\n").unwrap();
    let second = run(place.path(), ["init", "bot"]);
    assert_eq!(second.status.code(), Some(2));
    assert!(err(&second).contains("error[file-exists]"));
    assert_eq!(fs::read_to_string(bot.join("skills_config.yml")).unwrap(), "enabled: false\n");
    assert_eq!(out(&run(place.path(), ["catalog", "--scene", "help", "--workspace", "bot"])), "");
}

#[test]
fn the_workspace_can_be_named_before_or_after_the_subcommand() {
    let place = tempfile::tempdir().unwrap();
    let root = sample().to_str().unwrap();
    let before = run(place.path(), [root, "scenes"]);
    let after = run(place.path(), ["scenes", "--workspace", root]);
    assert_eq!(before.status.code(), Some(0), "{}", err(&before));
    assert_eq!(before.stdout, after.stdout);
}

#[test]
fn u12_a_broken_config_is_told_with_its_place_and_exits_1() {
    let disk = Disk::allowing(&["a"]);
    disk.skill("a", "A skill.", "body");
    disk.write("skills_config.yml", "enabled: true\nallowlist: [a\n");
    for args in [&["catalog", "--scene", "help"][..], &["scenes"], &["prompt", "--scene", "help", "--message", "m"]] {
        let output = run(disk.root(), args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(err(&output).contains("skills_config.yml:"), "{}", err(&output));
        assert!(err(&output).contains("error[config-yaml]"), "{}", err(&output));
        assert!(!err(&output).contains("does not say"), "the config does say it is enabled: {}", err(&output));
    }
}

#[test]
fn a_folder_of_skills_opens_without_a_config() {
    let disk = Disk::new();
    disk.skill("one", "First.", "body");
    disk.skill("two", "Second.", "body");
    let place = tempfile::tempdir().unwrap();
    let skills = disk.path("skills");
    let catalog = json(&run(
        place.path(),
        ["catalog", "--scene", "help", "--format", "json", "--skills", skills.to_str().unwrap()],
    ));
    let names: Vec<&str> = catalog["skills"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["one", "two"]);
}

#[test]
fn a_config_that_lies_elsewhere_is_used() {
    let disk = Disk::allowing(&["one", "two"]);
    disk.skill("one", "First.", "body");
    disk.skill("two", "Second.", "body");
    let elsewhere = tempfile::tempdir().unwrap();
    let config = elsewhere.path().join("deployed.yml");
    fs::write(&config, "enabled: true\nallowlist: [two]\n").unwrap();
    let output = run(disk.root(), ["catalog", "--scene", "help", "--config", config.to_str().unwrap()]);
    assert!(out(&output).contains("- two: Second.") && !out(&output).contains("- one:"), "{}", out(&output));
}

#[test]
fn generated_texts_hold_every_subcommand() {
    let manual = run(sample(), ["man"]);
    let bash = run(sample(), ["completions", "bash"]);
    for name in ["demo", "init", "prompt", "scenes", "catalog", "settings", "explain", "completions", "man", "schema"] {
        assert!(out(&manual).contains(&format!("skillstage\\-{name}")), "{name} in the manual");
        assert!(out(&bash).contains(name), "{name} in the completions");
    }
}

#[test]
fn u27_the_usage_log_gets_one_line_a_turn_and_no_text() {
    let place = tempfile::tempdir().unwrap();
    let log = place.path().join("usage.log");
    let secret = "zebra-message";
    for reply in ["giraffe-reply", "second"] {
        let args = [
            "prompt",
            "--scene",
            "group_chat",
            "--message",
            secret,
            "--load",
            "tone-guard",
            "--read",
            "tone-guard/references/words.txt",
            "--respond",
            "-",
            "--log",
            log.to_str().unwrap(),
        ];
        assert_eq!(run_with(sample(), &args, reply).status.code(), Some(0));
    }
    let text = fs::read_to_string(&log).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["scene"], "group_chat");
    let skills = lines[0]["skills"].as_array().unwrap();
    assert_eq!(skills.iter().map(|s| s["name"].as_str().unwrap()).collect::<Vec<_>>(), ["reply-style", "tone-guard"]);
    assert!(skills.iter().all(|skill| skill["fingerprint"].as_str().unwrap().len() == 64));
    assert!(lines[0]["tokens"].as_u64().unwrap() > 0);
    for leak in [secret, "giraffe-reply", "替换词表", "语气守护", "小栈"] {
        assert!(!text.contains(leak), "{leak} is in the log");
    }
}

#[test]
fn a_log_that_cannot_be_written_exits_2() {
    let output = run(sample(), ["prompt", "--scene", "help", "--message", "m", "--log", "/nonexistent/dir/log"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("error[write-failed]"), "{}", err(&output));
}

#[test]
fn a_hint_to_run_a_command_names_one_that_works_as_it_stands() {
    let disk = Disk::new();
    disk.skill("good", "A skill.", "body");
    disk.write("skills/bad name/SKILL.md", "no front matter");
    let skills = disk.path("skills");
    let place = tempfile::tempdir().unwrap();
    let link = place.path().join("it's here");
    std::os::unix::fs::symlink(&skills, &link).unwrap();
    let fixed = ["prompt", "--scene", "group_chat", "--message", "m", "--skills"];
    let hinted = run(place.path(), fixed.iter().chain(&["it's here"]));
    let command = err(&hinted).lines().find_map(|line| line.strip_prefix("1 skill was refused; this says why: "));
    let words = command.unwrap_or_else(|| panic!("{}", err(&hinted)));
    assert_eq!(words, r"skillstage catalog --skills 'it'\''s here' --scene group_chat");
    let typed = run(place.path(), ["catalog", "--skills", "it's here", "--scene", "group_chat"]);
    assert_eq!(typed.status.code(), Some(0));
    assert!(err(&typed).contains("error[front-matter-missing]"), "{}", err(&typed));
}

#[test]
fn a_valid_skill_that_is_not_on_the_allowlist_is_named() {
    let disk = Disk::allowing(&["a"]);
    for name in ["a", "b", "c"] {
        disk.skill(name, "A skill.", "body");
    }
    let catalog = ["catalog", "--scene", "help"];
    let note = "info[skill-not-allowed]: 2 valid skills are not on the allowlist: b, c\n";
    assert_eq!(err(&run(disk.root(), catalog)), note);
    let report = json(&run(disk.root(), catalog.iter().chain(&["--format", "json"])));
    assert_eq!(report["diagnostics"][0]["code"], "skill-not-allowed");
    assert_eq!(err(&run(disk.root(), catalog.iter().chain(&["--dialect", "dsh"]))), "");
    disk.write("skills_config.yml", "enabled: false\n");
    assert!(!err(&run(disk.root(), catalog)).contains("allowlist"), "the allowlist is not why");
}

#[test]
fn why_skills_are_off_is_a_sentence_with_what_to_do() {
    let disk = Disk::new();
    disk.skill("a", "A skill.", "body");
    let told = |config: Option<&str>, args: &[&str]| {
        match config {
            Some(text) => disk.write("skills_config.yml", text),
            None => drop(fs::remove_file(disk.path("skills_config.yml"))),
        }
        let output = run(disk.root(), args);
        assert_eq!(output.status.code(), Some(0));
        err(&output).to_owned()
    };
    for args in [&["catalog", "--scene", "help"][..], &["scenes"], &["prompt", "--scene", "help", "--message", "m"]] {
        for (config, expected) in [
            (None, "there is no config file\n  help: write one with `enabled: true` and an `allowlist`"),
            (Some(""), "the config file is empty\n  help: write one"),
            (Some("enabled: false\n"), "the config does not say `enabled: true`\n  help: write `enabled: true`"),
            (Some("enabled: true\n"), "the allowlist is empty\n  help: put the names of reviewed skills"),
            (Some("enabled: true\nallowlist: [z]\n"), "no name on the allowlist has a valid skill here\n  help: allow"),
        ] {
            let told = told(config, args);
            assert!(told.contains(&format!("skills are off: {expected}")), "{args:?} {config:?}: {told}");
        }
    }
    let scenes = run(disk.root(), ["scenes"]);
    assert!(out(&scenes).contains("skills are off: no name on the allowlist"), "{}", out(&scenes));
    let offered =
        told(Some("enabled: true\nallowlist: [a]\n"), &["catalog", "--scene", "help", "--binding", "offered"]);
    assert!(offered.contains("this scene offers none\n  help: bind skills to it"), "{offered}");
}

#[test]
fn a_wrong_argument_is_told_with_what_is_right() {
    let disk = Disk::allowing(&["a"]);
    disk.skill("a", "A skill.", "body");
    let told = |args: &[&str]| {
        let output = run(disk.root(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        err(&output).to_owned()
    };
    let prompt = ["prompt", "--message", "m", "--scene"];
    for images in ["-1", "1000"] {
        let images = told(&[&prompt[..], &["help", "--images", images]].concat());
        assert!(images.contains("is not in 0..=999"), "{images}");
    }
    let scene = told(&[&prompt[..], &["xyzzy"]].concat());
    for known in ["private_chat", "tool_result", "command", "api_fault", "memory_compression", "sticker_review"] {
        assert!(scene.contains(known), "{known}: {scene}");
    }
    for more in [&[][..], &["--config", "none.yml"]] {
        let skills = told(&[&["scenes", "--skills", "/nonexistent/skills"], more].concat());
        assert!(skills.starts_with("/nonexistent/skills: error[not-a-workspace]"), "{skills}");
    }
}
