use super::super::steps::MAX_STEPS;
use super::*;
use crate::scene::Scene;
use crate::workspace::Skill;

const FILE: &str = "scenarios/s.yml";

fn read(text: &str) -> Result<Scenario, Vec<Diagnostic>> {
    let base = "version: 1\ntitle: Base\nscene: help\nprompts: [{id: p, text: P}]\nmessage: {text: hi}\n";
    parse(FILE, text, move |file, _| Ok((file == "scenarios/base.yml").then(|| base.to_owned())))
}

fn steps(steps: &str) -> Vec<Act> {
    let text = format!("version: 1\ndialect: dsh\nsteps:\n{steps}");
    read(&text).unwrap().steps.into_iter().map(|step| step.act).collect()
}

fn faults(text: &str) -> Vec<String> {
    let short = |fault: Diagnostic| {
        let place = fault.place.expect("a place");
        format!("{}:{} {}", place.line.unwrap(), place.column.unwrap(), fault.message)
    };
    read(text).expect_err("the session should be refused").into_iter().map(short).collect()
}

fn step_fault(step: &str) -> String {
    let mut faults = faults(&format!("version: 1\ndialect: dsh\nsteps:\n  - {step}"));
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults.remove(0)
}

#[test]
fn s1_a_session_extends_its_base_and_overrides_parts() {
    let session = read("version: 1\ntitle: Own\nextends: base.yml\ndialect: dsh\n").unwrap();
    assert_eq!(session.base.title.as_deref(), Some("Own"));
    assert_eq!(session.base.scene, Some(Scene::new("help")));
    assert_eq!(session.base.host.prompts[0].text, "P");
    assert_eq!(session.base.message.text, "hi");
    let session = read("version: 1\nextends: base.yml\ndialect: dsh\nprompts: [{id: q, text: Q}]\n").unwrap();
    assert_eq!(session.base.host.prompts[0].id, "q");
}

#[test]
fn s1_a_first_message_opens_the_session_with_its_caption() {
    let text = "version: 1\ndialect: dsh\nextends: base.yml\nsteps:\n  - {user: Hello, say: See}\n  - user: Again\n";
    let session = read(text).unwrap();
    assert_eq!((session.base.message.text.as_str(), session.say.as_deref()), ("Hello", Some("See")));
    let again = Message { text: "Again".into(), ..Message::default() };
    assert_eq!(session.steps.len(), 1);
    assert_eq!(session.steps[0].act, Act::User(again));
    assert_eq!(session.steps[0].place, Place::at(FILE, 6, 5));
}

#[test]
fn s1_every_kind_of_step_is_read() {
    let acts = steps(
        "  - load: a
  - load: [a, b]
  - read: a/references/x.md
  - list: true
  - model: Done.
  - user: {text: More, time: '10:00', images: 1}
  - change: {add: {skill: new, description: When., body: Text.}}
  - change: {edit: {skill: a, body: Other.}}
  - change: {remove: a}
  - change: {config: 'enabled: true'}
  - change: {tool: shadowed}
  - change: {provider: incomplete}
  - change: {provider: failed}
  - change: {provider: {name: filesystem, state: failed, message: It is down.}}
  - change: {compact: true}
",
    );
    let provider = |state| Act::Provider { name: "filesystem".into(), state };
    let load = |name: &str| Action::Load { name: name.into() };
    let expected = [
        Act::Ask(vec![load("a")]),
        Act::Ask(vec![load("a"), load("b")]),
        Act::Ask(vec![Action::Read { name: "a".into(), path: "references/x.md".into() }]),
        Act::Ask(vec![Action::List]),
        Act::Model("Done.".into()),
        Act::User(Message { text: "More".into(), time: Some("10:00".into()), images: 1 }),
        Act::Skill(SkillEdit::Put(Arc::new(Skill::written("new", "When.", "Text.").unwrap()))),
        Act::Skill(SkillEdit::Edit { skill: "a".into(), description: None, body: Some("Other.".into()) }),
        Act::Skill(SkillEdit::Remove("a".into())),
        Act::Config("enabled: true".into()),
        Act::Tool(ToolView::Shadowed),
        provider(RootState::Incomplete),
        provider(RootState::failing("filesystem")),
        provider(RootState::Failing("It is down.".into())),
        Act::Compact,
    ];
    assert_eq!(acts, expected);
}

#[test]
fn s1_files_that_extend_each_other_or_themselves_are_a_cycle() {
    let fault = |other: &'static str| {
        let read = move |_: &str, _| Ok(Some(other.to_owned()));
        let mut faults = parse(FILE, "version: 1\nextends: other.yml\n", read).unwrap_err();
        assert_eq!(faults.len(), 1, "{faults:?}");
        let fault = faults.remove(0);
        (fault.code, fault.place.unwrap().file, fault.message)
    };
    let place = || "scenarios/other.yml".to_owned();
    let each_other = "`scenarios/s.yml` and this file extend each other".to_owned();
    assert_eq!(fault("version: 1\nextends: s.yml\n"), (Code::ScenarioCycle, place(), each_other));
    let itself = "the file extends itself".to_owned();
    assert_eq!(fault("version: 1\nextends: other.yml\n"), (Code::ScenarioCycle, place(), itself));
    assert_eq!(fault("version: 1\nextends: third.yml\n").0, Code::ScenarioValue, "a base extends nothing");
}

#[test]
fn s1_what_is_wrong_has_a_place() {
    assert_eq!(faults("version: 1\nextends: s.yml\n"), ["2:10 the file extends itself"]);
    assert_eq!(
        faults("version: 1\nsteps:\n  - change: {tool: hidden}\n"),
        ["3:13 only a session has this change; it needs `dialect: dsh`"]
    );
    assert_eq!(
        faults("version: 1\ndialect: dash\nbinding: bound\nestimator: guess\n"),
        [
            "2:10 `dialect` is `dash`; it can be `utility` or `dsh`",
            "3:10 `binding` is `bound`; it can be `resident` or `offered`",
            "4:12 there is no estimator `guess`; it is one of heuristic, heuristic:o200k, o200k, cl100k, file:PATH",
        ]
    );
    assert_eq!(
        faults("version: 1\ndialect: dsh\nextends: none.yml\n"),
        ["3:10 the workspace has no file `scenarios/none.yml`"]
    );
    assert_eq!(step_fault("say: x"), "4:5 a step has one of user, model, load, read, list, change");
    assert_eq!(
        step_fault("{user: a, model: b}"),
        "4:5 a step has only one of user, model, load, read, list, change, not user and model"
    );
    assert_eq!(step_fault("{model: a, lode: x}"), "4:16 the key `lode` does not exist here and has no effect");
    assert_eq!(step_fault("load: []"), "4:11 `load` must be a name or a list of names, it is a list");
    assert_eq!(step_fault("read: tone"), "4:11 `read` names `tone`; write SKILL/references/FILE");
    assert_eq!(step_fault("list: false"), "4:11 `list` can only be true, it is the truth value false");
    assert_eq!(
        step_fault("change: {tool: gone}"),
        "4:20 `tool` is `gone`; it must be one of visible, hidden, shadowed"
    );
    assert_eq!(
        step_fault("change: {provider: gone}"),
        "4:24 `provider` is `gone`; it must be one of complete, incomplete, failed"
    );
    assert_eq!(
        step_fault("change: {provider: {name: registry, state: failed}}"),
        "4:31 no root has the provider `registry`; there is filesystem"
    );
    assert_eq!(
        step_fault("change: {provider: {name: filesystem, state: complete, message: x}}"),
        "4:69 only a provider that is `failed` has a `message`"
    );
    assert_eq!(step_fault("change: {provider: {name: filesystem}}"), "4:24 `state` is missing");
    assert_eq!(step_fault("change: {compact: false}"), "4:23 `compact` can only be true, it is the truth value false");
    assert_eq!(step_fault("change: {edit: {skill: a}}"), "4:20 `edit` changes a `description` or a `body`, or both");
    let invalid = step_fault("change: {add: {skill: No Name, description: d, body: b}}");
    assert!(invalid.starts_with("4:19 `name` is") || invalid.contains("No Name"), "{invalid}");
}

#[test]
fn steps_are_bounded() {
    let many = "  - model: x\n".repeat(MAX_STEPS + 1);
    let found = faults(&format!("version: 1\ndialect: dsh\nsteps:\n{many}"));
    assert_eq!(found, ["1004:5 a scenario has at most 1000 steps, this one has 1001"]);
}
