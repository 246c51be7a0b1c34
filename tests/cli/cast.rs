//! `skillstage export --format cast`: what a player of asciinema v2 would show.

use std::fs;

use serde_json::Value;

use super::disk::Disk;
use super::{err, run};

/// A cast of the workspace's scenario: its header, and the screen after each frame, by the same terminal that tests the
/// binary.
fn screens(disk: &Disk, arguments: &[&str]) -> (Value, Vec<(f64, String)>) {
    let output = run(disk.root(), arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let header = lines.next().unwrap();
    let size = |key: &str| u16::try_from(header[key].as_u64().unwrap()).unwrap();
    let mut terminal = vt100::Parser::new(size("height"), size("width"), 0);
    let mut screens = Vec::new();
    for event in lines {
        assert_eq!(event[1], "o");
        terminal.process(event[2].as_str().unwrap().as_bytes());
        screens.push((event[0].as_f64().unwrap(), terminal.screen().contents()));
    }
    (header, screens)
}

#[test]
fn s4_a_cast_shows_the_stage_step_by_step_and_is_the_same_each_time() {
    let disk = Disk::new();
    disk.skill("tone", "When to use it. 何时使用。", "Rules.\n");
    disk.write("skills_config.yml", "enabled: true\nallowlist: [tone]\n");
    let steps =
        "steps:\n  - user: 你好\n    say: It opens. 开场。\n  - load: tone\n    say: It loads.\n  - model: Bye.\n";
    disk.write("scenarios/one.yml", format!("version: 1\ntitle: One\nscene: help\n{steps}"));
    let arguments = ["export", "scenarios/one.yml", "--format", "cast", "--size", "100x30"];
    let (header, frames) = screens(&disk, &arguments);
    assert_eq!((&header["version"], &header["width"], &header["height"]), (&2.into(), &100.into(), &30.into()));
    assert_eq!(frames.len(), 4, "the opening, two steps, and the end");
    assert!(frames.windows(2).all(|pair| pair[0].0 < pair[1].0), "time goes on");
    assert!(frames[0].1.contains("你好") && frames[0].1.contains("It opens. 开场。"), "{}", frames[0].1);
    assert!(frames[1].1.contains("It loads.") && frames[1].1.contains("body of tone"), "{}", frames[1].1);
    assert!(frames[2].1.contains("Bye."), "{}", frames[2].1);
    assert_eq!(run(disk.root(), arguments).stdout, run(disk.root(), arguments).stdout);

    let chinese = [&["--lang", "zh", "--theme", "plain"], &arguments[..]].concat();
    let (_, frames) = screens(&disk, &chinese);
    assert!(frames[0].1.contains("提示词"), "a flag says the language: {}", frames[0].1);
    assert!(!String::from_utf8(run(disk.root(), chinese).stdout).unwrap().contains("[38;"), "and the theme");
    assert!(String::from_utf8(run(disk.root(), arguments).stdout).unwrap().contains("[38;"));
}

#[test]
fn s3_an_export_replaces_a_file_with_consent_alone() {
    let disk = Disk::new();
    disk.write("scenarios/one.yml", "version: 1\nscene: help\nsteps:\n  - user: Hi\n");
    disk.write("out.cast", "mine");
    let read = || fs::read_to_string(disk.path("out.cast")).unwrap();
    let arguments = ["export", "scenarios/one.yml", "--format", "cast", "-o", "out.cast"];
    let refused = run(disk.root(), arguments);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("file-exists"), "{}", err(&refused));
    assert_eq!(read(), "mine");
    assert!(run(disk.root(), [&arguments[..], &["--force"]].concat()).status.success());
    assert_eq!(read(), String::from_utf8(run(disk.root(), &arguments[..4]).stdout).unwrap());
}

#[test]
fn a_page_has_its_words_in_the_language_of_the_flag_alone() {
    let disk = Disk::new();
    disk.write("scenarios/one.yml", "version: 1\nscene: help\nsteps:\n  - user: Hi\n");
    let page = |arguments: &[&str]| {
        let command = [&["export", "scenarios/one.yml", "--format", "html"], arguments].concat();
        String::from_utf8(run(disk.root(), command).stdout).unwrap()
    };
    let (english, chinese) = (page(&[]), page(&["--lang", "zh"]));
    assert!(english.contains("<html lang=\"en\">") && english.contains("<span>What happened</span>"));
    assert!(chinese.contains("<html lang=\"zh\">") && chinese.contains("<span>经过</span>"));
    for word in ["What happened", "Expectations", "Step back", "of {of} tokens", "switched off"] {
        assert!(english.contains(word) && !chinese.contains(word), "{word}");
    }
}
