//! A move that came to nothing is told on standard error in every format; the exit stays 0.

use super::disk::Disk;
use super::{err, run, sample};

const FORMATS: [&str; 3] = ["text", "json", "messages"];

/// What a prompt with these arguments says on standard error, the same in every format.
fn told(disk: &Disk, scene: &str, args: &[&str]) -> Vec<String> {
    let tellings = FORMATS.map(|format| {
        let fixed = ["prompt", "--message", "m", "--scene", scene, "--format", format];
        let output = run(disk.root(), fixed.iter().chain(args));
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let lines = err(&output).lines().filter(|line| line.starts_with("warning") || line.starts_with("  help"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    });
    // The summary of a degraded turn repeats the advice beside the text.
    assert!(tellings[0].starts_with(&tellings[1]) && tellings[1] == tellings[2], "{tellings:?}");
    tellings[1].clone()
}

fn disk() -> Disk {
    let disk = Disk::allowing(&["tone-guard", "other"]);
    for name in ["tone-guard", "other", "secret"] {
        disk.skill(name, "A skill.", "body");
    }
    disk.write("skills/tone-guard/references/words.txt", "text\n");
    disk
}

#[test]
fn an_error_result_is_told_with_the_nearest_name() {
    let disk = disk();
    let first = |args: &[&str]| told(&disk, "help", args);
    assert_eq!(
        first(&["--load", "tone-gard,secret"]),
        [
            "warning[skill-unknown]: response 1, load tone-gard: `tone-gard` is no skill of the catalog",
            "  help: did you mean `tone-guard`?",
            "warning[skill-not-allowed]: response 1, load secret: `secret` is not on the allowlist",
            "  help: add `secret` to `allowlist` in the config",
        ]
    );
    let unread = first(&["--read", "tone-guard/references/words.txt"]);
    assert!(unread[0].starts_with("warning[body-not-loaded]: response 1, read tone-guard/references/words.txt: "));
    assert_eq!(unread[1], "  help: put --load tone-guard before it");
    let missed = first(&["--load", "tone-guard", "--read", "tone-guard/words.txt,tone-guard/references/word.txt"]);
    assert_eq!(missed.len(), 4);
    for help in [&missed[1], &missed[3]] {
        assert_eq!(help, "  help: did you mean `tone-guard/references/words.txt`?");
    }
    assert!(first(&["--load", "tone-guard", "--read", "tone-guard/references/words.txt"]).is_empty());
}

#[test]
fn u22_a_request_after_the_last_chance_is_told() {
    let loads = ["--load", "other"].repeat(4);
    let lines = told(&disk(), "help", &loads);
    assert!(lines.iter().any(|line| line.starts_with("warning[max-rounds]: response 3, load other: ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("warning[budget-rounds]: response 4, load other: not served")));
}

#[test]
fn u23_a_request_to_a_turn_that_has_degraded_is_told_with_what_helps() {
    let disk = disk();
    for number in 0..400 {
        disk.skill(&format!("skill-{number}"), &"A long description of what it does. ".repeat(8), "body");
    }
    let skills = disk.path("skills");
    let args = ["--skills", skills.to_str().unwrap(), "--load", "other"];
    let lines = told(&disk, "private_chat", &args);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("warning[budget-tokens]: response 1, load other: not served, the turn had degraded"));
    assert!(lines[1].contains("the catalog has") && lines[1].contains("--config FILE"), "{}", lines[1]);
    let more = ["prompt", "--scene", "help", "--message", "m", "--load", "other"];
    let output = run(disk.root(), more.iter().chain(&args));
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("response 1, load other: not served") && err(&output).contains("error[turn-ended]"));
}

#[test]
fn u14_a_request_where_skills_do_not_apply_is_told() {
    let lines = told(&disk(), "command", &["--load", "other"]);
    assert_eq!(
        lines,
        [
            "warning[skill-not-offered]: response 1, load other: not served, the scene has no skills; the response is the reply"
        ]
    );
    let summary = run(sample(), ["prompt", "--scene", "help", "--message", "m", "--load", "tone-guard"]);
    assert_eq!(err(&summary), "");
}
