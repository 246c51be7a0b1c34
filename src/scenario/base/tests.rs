use std::fs;

use super::*;
use crate::workspace::Roots;

fn no_files(_: &str, _: u64) -> Result<Option<String>, Diagnostic> {
    Ok(None)
}

/// What is wrong with a base, as `line:column code message`.
fn faults(text: &str) -> Vec<String> {
    let faults = parse(FILE, text, None, no_files).expect_err("the base should be refused");
    let short = |fault: Diagnostic| {
        let place = fault.place.expect("a place");
        format!("{}:{} {} {}", place.line.unwrap(), place.column.unwrap(), fault.code, fault.message)
    };
    faults.into_iter().map(short).collect()
}

#[test]
fn s1_a_base_is_read_in_order() {
    let text = "\
version: 1
title: T
dialect: utility
scene: group_chat
prompts:
  - {id: persona, text: P}
context:
  - {id: memory, text: one}
  - {id: memory, file: notes/m.md, private: true}
history:
  - {speaker: user, text: hi, time: 09:02, private: true}
  - {speaker: assistant, text: hello}
message: {text: 今天好累, time: '09:30', images: 2}
";
    let base = parse(FILE, text, None, |file, _| Ok(Some(format!("<{file}>")))).unwrap();
    assert_eq!((base.title.as_deref(), base.scene), (Some("T"), Some(Scene::new("group_chat"))));
    assert_eq!(base.host.prompts, [HostPrompt { id: "persona".into(), text: "P".into(), source: FILE.into() }]);
    let memory = |text: &str, private, source: &str| ContextItem {
        id: "memory".into(),
        text: text.into(),
        private,
        source: source.into(),
    };
    assert_eq!(base.host.context, [memory("one", false, FILE), memory("<notes/m.md>", true, "notes/m.md")]);
    assert_eq!(base.host.history[0].time.as_deref(), Some("09:02"));
    assert!(base.host.history[0].private && base.host.history[1].speaker == Speaker::Assistant);
    assert_eq!(base.message, Message { text: "今天好累".into(), time: Some("09:30".into()), images: 2 });
}

#[test]
fn s1_wrong_keys_and_values_have_places() {
    assert_eq!(faults("title: x"), ["1:1 scenario-value `version` is missing; write `version: 1`"]);
    assert_eq!(faults("version: 2"), ["1:10 scenario-value `version` must be 1, it is the number 2"]);
    assert_eq!(faults("[1]"), ["1:1 scenario-value the file must be a mapping of keys, it is a list"]);
    assert_eq!(
        faults("version: 1\npromts: []"),
        ["2:1 scenario-unknown-key the key `promts` does not exist here and has no effect"]
    );
    assert_eq!(
        faults("version: 1\nhistory:\n  - {speaker: bot, text: a}\n  - {speaker: user}\n  - text"),
        [
            "3:15 scenario-value `speaker` is `bot`; it can be `user` or `assistant`",
            "4:5 scenario-value `text` is missing",
            "5:5 scenario-value an item of `history` must be a mapping of keys, it is text",
        ]
    );
    assert_eq!(
        faults("version: 1\nprompts:\n  - {id: a, text: x}\n  - {id: a, text: y}\n  - {id: b}\n  - {id: '', text: z}"),
        [
            "4:5 scenario-value another prompt has the id `a`",
            "5:5 scenario-value an item needs `text` or `file`",
            "6:10 scenario-value `id` is empty",
        ]
    );
    assert_eq!(
        faults("version: 1\ndialect: other\nmessage: {text: 7, images: -1}\ncontext: {}"),
        [
            "2:10 scenario-value `dialect` is `other`; it can be `utility` or `dsh`",
            "3:17 scenario-value `text` must be text, it is the number 7",
            "3:28 scenario-value `images` must be a whole number from 0, it is the number -1",
            "4:10 scenario-value `context` must be a list, it is a mapping",
        ]
    );
    assert!(faults("version: [")[0].contains(" scenario-yaml "));
}

#[test]
fn s1_a_scenario_is_no_base() {
    let faults = faults("version: 1\nextends: other.yml\nsteps: []");
    assert_eq!(faults.len(), 2);
    assert!(faults[0].starts_with("2:1 scenario-value `extends` makes a scenario"), "{faults:?}");
    assert!(faults[1].starts_with("3:1 scenario-value `steps` makes a scenario"), "{faults:?}");
}

#[test]
fn a_missing_or_empty_base_is_empty() {
    assert_eq!(parse(FILE, "", None, no_files), Ok(Base::default()));
    assert_eq!(parse(FILE, "# only a comment\n", None, no_files), Ok(Base::default()));
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("skills")).unwrap();
    let workspace = Workspace::open(Roots::workspace(folder.path())).unwrap();
    assert_eq!(load_base(&workspace), Ok(Base::default()));
}

#[test]
fn u5_files_of_a_base_stay_in_the_workspace_and_within_bounds() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("skills")).unwrap();
    fs::create_dir_all(folder.path().join("scenarios")).unwrap();
    fs::write(folder.path().join("big.md"), "x".repeat(1 << 20)).unwrap();
    let base = |items: &str| {
        let workspace = Workspace::open(Roots::workspace(folder.path())).unwrap();
        fs::write(folder.path().join(FILE), format!("version: 1\ncontext:\n{items}")).unwrap();
        load_base(&workspace)
    };
    let item = |file: &str| format!("  - {{id: m, file: \"{file}\"}}\n");
    assert_eq!(base(&item("big.md")).unwrap().host.context[0].text.len(), 1 << 20);
    for (file, code) in
        [("../x.md", Code::PathTraversal), ("/etc/passwd", Code::PathAbsolute), ("none.md", Code::ScenarioValue)]
    {
        let faults = base(&item(file)).unwrap_err();
        assert_eq!(faults[0].code, code);
        assert_eq!(faults[0].place.as_ref().unwrap().line, Some(3), "the place is where the base names the file");
    }
    let faults = base(&item("big.md").repeat(10)).unwrap_err();
    assert_eq!(faults.len(), 2, "eight fit");
    assert_eq!(faults[0].code, Code::FileTooLarge);
}

#[test]
fn s1_the_sample_base_reads_whole() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let workspace = Workspace::open(Roots::workspace(folder)).unwrap();
    let base = load_base(&workspace).unwrap();
    assert!(!base.host.prompts.is_empty() && !base.message.text.is_empty());
    assert!(base.host.context.iter().any(|item| item.private) && base.host.context.iter().any(|item| !item.private));
}
