//! `skillstage settings`: the personal file and the keys in it.

use std::fs;

use super::disk::Disk;
use super::{err, out, sample, skillstage};

/// What `settings` says with this personal file: exit code, standard output, standard error.
fn settings(personal: &str) -> (Option<i32>, String, String) {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("skillstage")).unwrap();
    let file = home.path().join("skillstage/config.yml");
    fs::write(&file, personal).unwrap();
    let output = skillstage(sample()).arg("settings").env("XDG_CONFIG_HOME", home.path()).output().unwrap();
    let told = err(&output).replace(file.to_str().unwrap(), "config.yml");
    (output.status.code(), out(&output).to_owned(), told)
}

#[test]
fn personal_keys_are_shown_and_may_be_written_as_the_screen_shows_them() {
    let (code, shown, told) = settings("keys:\n  new-turn: x\n  palette: F6\n  full-text: Ctrl-T\n");
    assert_eq!((code, told.as_str()), (Some(0), ""));
    assert!(shown.contains("full-text: Ctrl-T, new-turn: x, palette: F6"), "{shown}");
}

#[test]
fn personal_keys_that_cannot_be_are_errors_with_a_place() {
    for (line, told) in [
        (
            "new-trun: x",
            "3:13: error[settings-value]: keys.new-trun: there is no action `new-trun`\n  help: did you mean `new-turn`?",
        ),
        (
            "new-turn: hyper",
            "3:13: error[settings-value]: keys.new-turn: `hyper` is not a key\n  help: write one character, ",
        ),
        ("new-turn: u", "3:13: error[settings-value]: keys.new-turn: `u` is taken by `back`"),
        ("new-turn: ctrl-s", "3:13: error[settings-value]: keys.new-turn: `ctrl-s` cannot be bound: "),
    ] {
        let (code, _, found) = settings(&format!("lang: en\nkeys:\n  {line}\n"));
        assert_eq!(code, Some(1), "{line}: {found}");
        assert!(found.starts_with(&format!("config.yml:{told}")), "{line}: {found}");
    }
    let (code, _, twice) = settings("keys: {new-turn: x, reply: x}\n");
    assert_eq!(
        (code, twice.contains("config.yml:1:18: error[settings-value]: keys.new-turn: `x` is taken by `reply`")),
        (Some(1), true),
        "{twice}"
    );
}

#[test]
fn t1_the_estimator_is_named_at_length_with_the_model_that_it_stands_for() {
    let told =
        |name: &str| out(&skillstage(sample()).args(["settings", "--estimator", name]).output().unwrap()).to_owned();
    assert!(
        told("heuristic")
            .contains("tokens of DeepSeek with a mean error of 5.0 % over 13 kinds of text; another model's")
    );
    assert!(told("o200k").contains("counts exactly as GPT-4o; another model's"));
}

#[test]
fn t1_a_tokenizer_file_counts_by_flag_from_anywhere_and_by_the_workspace_from_within() {
    let file = sample().join("tests/data/tokens/files/deepseek.json");
    let told = |disk: &Disk, args: &[&str]| skillstage(disk.root()).arg("settings").args(args).output().unwrap();
    let disk = Disk::new();
    let flag = format!("file:{}", file.display());
    let by_flag = told(&disk, &["--estimator", &flag]);
    assert!(out(&by_flag).contains(&format!("{flag} counts exactly as the tokenizer in ")), "{}", out(&by_flag));

    disk.write("texts/tokenizer.json", fs::read(&file).unwrap());
    disk.write("skillstage.yml", "estimator: file:texts/tokenizer.json\n");
    assert!(out(&told(&disk, &[])).contains("file:texts/tokenizer.json counts exactly"));

    disk.write("skillstage.yml", format!("estimator: {flag}\n"));
    let outside = told(&disk, &[]);
    assert_eq!(outside.status.code(), Some(2));
    assert!(err(&outside).contains("error[path-absolute]"), "{}", err(&outside));
    disk.write("skillstage.yml", "estimator: file:skillstage.yml\n");
    let no_tokenizer = told(&disk, &[]);
    assert!(
        err(&no_tokenizer).contains("error[tokenizer-file]: skillstage.yml cannot count tokens: it is no tokenizer")
    );
    assert!(err(&told(&disk, &["--estimator", "file:nowhere"])).contains("error[tokenizer-file]: there is no file"));
}

#[test]
fn both_readmes_show_personal_keys_that_work_and_actions_that_exist() {
    for readme in ["README.md", "README.zh.md"] {
        let text = fs::read_to_string(sample().join(readme)).unwrap();
        let example = text.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        let (code, shown, told) = settings(example);
        assert_eq!((code, told.as_str()), (Some(0), ""), "{readme}");
        assert!(shown.contains("filter: %, full-text: Ctrl-T, new-turn: x, palette: F6"), "{readme}: {shown}");
        let list = text.split("`open`").nth(1).unwrap().split("`quit`").next().unwrap();
        let (_, _, unknown) = settings("keys: {xyzzy: x}\n");
        for action in list.split('`').skip(1).step_by(2) {
            assert!(unknown.contains(&format!(" {action},")), "{readme}: {action} is no action: {unknown}");
        }
    }
}

#[test]
fn s4_a_replay_does_not_depend_on_the_personal_settings() {
    let (good, bad, wrong) = (Disk::new(), Disk::new(), Disk::new());
    bad.write("skillstage/config.yml", "lang: [\n");
    wrong.write("skillstage/config.yml", "theme: purple\n");
    good.write("skillstage/config.yml", "lang: zh\ntheme: light\nascii: true\nkeys: {new-turn: x}\n");
    let workspace = Disk::new();
    workspace.write("scenarios/one.yml", "version: 1\nscene: help\nsteps:\n  - user: Hi\n  - model: Bye.\n");
    let record = ["record", "--scene", "help", "--message", "Hi", "--reply", "Bye.", "--force", "-o", "new.yml"];
    let commands: [&[&str]; 4] = [
        &["run", "--format", "json"],
        &["export", "scenarios/one.yml", "--format", "html"],
        &["export", "scenarios/one.yml", "--format", "cast"],
        &record,
    ];
    for arguments in commands {
        let with = |home: &Disk| {
            let mut command = skillstage(workspace.root());
            let output = command.args(arguments).env("XDG_CONFIG_HOME", home.root()).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", err(&output));
            output
        };
        let plain = with(&workspace);
        assert_eq!(with(&good).stdout, plain.stdout, "{arguments:?}");
        for (home, code) in [(&bad, "settings-yaml"), (&wrong, "settings-value")] {
            let output = with(home);
            assert_eq!(output.stdout, plain.stdout, "{arguments:?}");
            assert!(err(&output).contains(&format!("warning[{code}]")), "it is told: {}", err(&output));
        }
    }
    workspace.write("skillstage.yml", "estimator: guess\n");
    let output = skillstage(workspace.root()).arg("run").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "those of the workspace count");
}
