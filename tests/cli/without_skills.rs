//! U13 on demand: byte for byte what it is without skills.

use super::disk::Disk;
use super::{json, out, run, sample};

const EQUALITY: [&str; 4] = ["prompt", "--message", "m", "--compare-without-skills"];

fn compare(disk: &Disk, scene: &str) -> Option<i32> {
    run(disk.root(), EQUALITY.iter().chain(&["--scene", scene])).status.code()
}

fn disk(config: &str) -> Disk {
    let disk = Disk::new();
    disk.skill("a", "A skill.", "body");
    disk.write("skills_config.yml", config);
    disk.write(
        "scenarios/base.yml",
        "version: 1\nprompts: [{id: persona, text: Hello}]\ncontext: [{id: m, text: c}]\n",
    );
    disk
}

#[test]
fn u13_off_empty_and_excluded_are_equal_to_the_byte() {
    let on = disk("enabled: true\nallowlist: [a]\nalways: [a]\n");
    assert_eq!(compare(&on, "private_chat"), Some(1));
    for scene in ["command", "api_fault", "memory_compression", "sticker_review"] {
        assert_eq!(compare(&on, scene), Some(0), "{scene}");
    }
    for config in ["enabled: false\nallowlist: [a]\nalways: [a]\n", "enabled: true\nallowlist: []\n", ""] {
        assert_eq!(compare(&disk(config), "private_chat"), Some(0), "{config:?}");
    }
}

#[test]
fn u13_the_prompt_of_an_off_turn_is_the_same_text_as_without_any_skill_on_disk() {
    let prompt = ["prompt", "--message", "m", "--scene", "private_chat"];
    let off = disk("enabled: false\nallowlist: [a]\nalways: [a]\n");
    let bare = disk("");
    std::fs::remove_dir_all(bare.path("skills/a")).unwrap();
    assert_eq!(out(&run(off.root(), prompt)), "Hello\n\nc\n\nm\n");
    assert_eq!(run(off.root(), prompt).stdout, run(bare.root(), prompt).stdout);
}

#[test]
fn u13_the_comparison_says_where_two_prompts_part() {
    let args = ["--scene", "private_chat", "--format", "json"];
    let output = run(sample(), EQUALITY.iter().chain(&args));
    assert_eq!(output.status.code(), Some(1));
    let comparison: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(comparison["equal"], false);
    assert_eq!(comparison["first_difference"]["segment"], "skill-rules");

    let equal = json(&run(sample(), EQUALITY.iter().chain(&["--scene", "command", "--format", "json"])));
    assert_eq!(equal["equal"], true);
    assert_eq!(equal["prompt"], equal["without_skills"]);
}
