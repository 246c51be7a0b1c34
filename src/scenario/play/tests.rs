use std::collections::BTreeMap;

use super::super::file::parse;
use super::*;
use crate::workspace::{Config, Digest, Skill};

/// Two skills, both allowed, and no references.
fn ground() -> Ground {
    let snapshot = Snapshot {
        id: Digest::from(String::new()),
        config: Config::default(),
        skills: ["a", "b"].map(|name| Arc::new(Skill::written(name, "When.", "Body.\n").unwrap())).to_vec(),
        refused: Vec::new(),
        diagnostics: Vec::new(),
    };
    let snapshot = Arc::new(snapshot.with_config("enabled: true\nallowlist: [a, b]\n").unwrap());
    Ground {
        library: Arc::new(Library::without_references(snapshot)),
        capture: Arc::new(|snapshot| Library { snapshot, references: BTreeMap::new() }),
        settings: Arc::default(),
        estimators: crate::tokens::Estimators::default().all(),
        places: None,
    }
}

fn play(text: &str) -> Play {
    let scenario = parse("s.yml", text, |_, _| Ok(None)).unwrap();
    Play::open(Arc::new(scenario), ground()).unwrap()
}

/// Plays to the end and gives what does not hold, as `line: actual`.
fn unmet(text: &str) -> Vec<String> {
    let mut play = play(text);
    let mut found = Vec::new();
    loop {
        for (check, result) in play.judge() {
            if let Err(unmet) = result {
                found.push(format!("{}: {}", check.place.line.unwrap(), unmet.actual.join("; ")));
            }
        }
        if !play.advance().unwrap() {
            return found;
        }
    }
}

#[test]
fn s2_expectations_are_held_against_what_is() {
    let text = "version: 1
scene: private_chat
steps:
  - user: Hello
    expect: {outcome: pending, loaded: [], tokens_at_least: 1, order: [catalog, message], lacks: [Body.]}
  - load: a
    expect:
      loaded: [a]
      errors: []
      holds: [Body.]
      reuse_at_least: 50
  - load: [nope, b]
    expect:
      loaded: [a]
      errors: [max-skills]
      tokens_at_most: 1
      lacks: [Body.]
      outcome: replied
  - model: Done.
    expect: {reply: Done., outcome: replied}
";
    let found = unmet(text);
    assert_eq!(found.len(), 5, "{found:#?}");
    assert_eq!(found[0], "14: a; b");
    assert_eq!(found[1], "15: skill-unknown");
    assert!(found[3].starts_with("17: result.1.1, line 2: Body."), "{found:#?}");
    assert_eq!(found[4], "18: pending");
}

#[test]
fn u15_a_change_counts_from_the_next_turn_and_u16_what_was_read_is_gone_then() {
    let text = "version: 1
scene: private_chat
message: {text: First}
steps:
  - load: a
    expect: {loaded: [a]}
  - change: {edit: {skill: b, description: Later.}}
    expect: {lacks: [Later.], loaded: [a]}
  - model: Reply one.
  - user: {text: Second, time: '10:00'}
    expect:
      holds: [Later., First, Reply one., '[10:00] Second']
      lacks: [Body.]
      loaded: []
      order: [catalog, history.1, history.2, message]
  - change: {config: 'enabled: false'}
  - model: Reply two.
  - user: Third
    expect: {lacks: [Later., 'b:'], holds: [Reply two.]}
";
    assert_eq!(unmet(text), [""; 0]);
    assert_eq!(Play::until(Arc::clone(play(text).scenario()), ground(), 9).unwrap().turns().len(), 3);
}

#[test]
fn u12_a_broken_config_leaves_the_last_valid_one_in_force() {
    let text =
        "version: 1\nscene: help\nsteps:\n  - change: {config: 'allowlist: ['}\n  - model: ok\n  - user: again\n";
    let text = format!("{text}    expect: {{holds: ['b: When.']}}\n");
    assert_eq!(unmet(&text), [""; 0]);
}

#[test]
fn a_step_that_cannot_be_is_an_error_with_its_place_and_changes_nothing() {
    let cases = [
        ("change: {remove: nope}", "there is no skill `nope` at this step"),
        ("user: too early", "a message comes before the turn has its reply"),
    ];
    for (step, message) in cases {
        let mut play = play(&format!("version: 1\nscene: help\nsteps:\n  - load: a\n  - {step}\n"));
        assert_eq!(play.advance(), Ok(true));
        let fault = play.advance().unwrap_err();
        assert_eq!((fault.message.as_str(), fault.place), (message, Some(Place::at("s.yml", 5, 5))));
        assert_eq!(play.played(), 1);
    }
    let mut over = play("version: 1\nscene: help\nsteps: [{model: bye}, {model: more}]\n");
    assert_eq!(over.advance(), Ok(true));
    assert_eq!(over.advance().unwrap_err().code, Code::TurnEnded);
}

#[test]
fn d3_a_session_says_what_it_appended() {
    let text = "version: 1
dialect: dsh
scene: private_chat
message: {text: Hi}
steps:
  - load: a
    expect: {appended: none, loaded: [a]}
  - change: {remove: b}
    expect: {appended: none}
  - load: a
    expect: {appended: replacement}
  - change: {tool: hidden}
  - model: Bye.
  - user: More
    expect: {appended: retired, reuse_at_most: 0}
";
    assert_eq!(unmet(text), [""; 0]);
}
