//! Sessions of the dsh dialect without a screen (D2–D7, T3).

use serde_json::Value;

use super::disk::Disk;
use super::{err, json, out, run, sample};

const SESSION: [&str; 5] = ["prompt", "--dialect", "dsh", "--scenario", "scenarios/dsh-session.yml"];

fn session(args: &[&str]) -> Value {
    json(&run(sample(), SESSION.iter().chain(args)))
}

fn entries<'a>(report: &'a Value, kind: &str) -> Vec<&'a Value> {
    report["timeline"].as_array().unwrap().iter().filter(|entry| entry["kind"] == kind).collect()
}

#[test]
fn d3_the_prepared_session_shows_every_fate_of_a_catalog() {
    let report = session(&["--format", "json"]);
    let catalogs = entries(&report, "catalog");
    let statuses: Vec<&str> = catalogs.iter().map(|entry| entry["status"].as_str().unwrap()).collect();
    let mut expected = vec!["initial", "replacement", "replacement", "replacement", "retired"];
    expected.extend(["replacement"; 3]);
    assert_eq!(statuses, expected, "added, described anew, removed, hidden; shown again, described, compacted");
    assert_eq!(catalogs[0]["metadata"], Value::Null, "the prefix is no message of the history");
    assert_eq!(catalogs[1]["metadata"]["kind"], "skill-catalog");
    assert_eq!(catalogs[1]["metadata"]["digest"], catalogs[1]["digest"]);
    assert_eq!(
        catalogs[0]["digest"], catalogs[3]["digest"],
        "without the added skill the catalog is the first one again"
    );
    assert_ne!(catalogs[0]["digest"], catalogs[1]["digest"]);
    assert_eq!(catalogs[6]["digest"], catalogs[7]["digest"], "the same catalog anew: compaction had hidden it");
}

#[test]
fn t3_each_request_says_what_of_it_is_reusable() {
    let report = session(&["--format", "json"]);
    let requests = entries(&report, "request");
    assert_eq!((&requests[0]["prefix_survives"], &requests[0]["reusable_tokens"]), (&Value::Null, &0.into()));
    for pair in requests.windows(2) {
        let added: u64 = pair[1]["added"].as_array().unwrap().iter().map(|part| part["tokens"].as_u64().unwrap()).sum();
        if pair[1]["prefix_survives"] == true {
            assert_eq!(pair[1]["reusable_tokens"], pair[0]["tokens"], "D7: all of the request before");
            assert_eq!(pair[1]["tokens"].as_u64().unwrap(), pair[0]["tokens"].as_u64().unwrap() + added);
        } else {
            assert!(pair[1]["reusable_tokens"].as_u64() < pair[0]["tokens"].as_u64(), "D7: less than that");
        }
    }
    let broken = requests.iter().filter(|request| request["prefix_survives"] == false).count();
    assert_eq!(broken, 4, "the tool's going, its coming, and two compactions");
    assert_eq!(requests.last().unwrap()["tokens"], report["tokens"]["total"]);
}

#[test]
fn a_host_without_limits_has_null_limits() {
    let report = session(&["--format", "json"]);
    assert_eq!(report["tokens"]["limit"], Value::Null);
    let scenes = json(&run(sample(), ["scenes", "--dialect", "dsh", "--format", "json"]));
    assert!(scenes["scenes"].as_array().unwrap().iter().all(|scene| scene["limit"].is_null()));
    let schema = json(&run(sample(), ["schema", "prompt"]));
    assert!(schema["$defs"]["Tokens"]["properties"]["limit"]["type"].as_array().unwrap().contains(&"null".into()));
}

#[test]
fn s1_steps_of_a_session_can_be_continued_by_hand() {
    let report = session(&["--until", "1", "--load", "time-words", "--format", "json"]);
    let responses = entries(&report, "response");
    let names: Vec<&Value> = responses.iter().map(|response| &response["calls"][0]["name"]).collect();
    assert_eq!(names, ["tone-guard", "time-words"]);
}

#[test]
fn d4_messages_are_native_and_hold_no_schema() {
    let messages = session(&["--until", "3", "--format", "messages"]);
    let messages = messages.as_array().unwrap();
    assert!(messages.iter().all(|message| !message["content"].to_string().contains("\"parameters\"")));
    let calls: Vec<&Value> = messages.iter().filter(|message| message["tool_calls"].is_array()).collect();
    let results: Vec<&Value> = messages.iter().filter(|message| message["role"] == "tool").collect();
    assert_eq!((calls.len(), results.len()), (2, 2));
    for (call, result) in calls.iter().zip(&results) {
        assert_eq!((&call["role"], &call["content"]), (&"assistant".into(), &Value::Null));
        assert_eq!(call["tool_calls"][0]["id"], result["tool_call_id"]);
    }
    assert_eq!(results[0]["tool_call_id"], "call_1_1");
    assert_eq!(calls[1]["tool_calls"][0]["function"]["arguments"], r#"{"name":"hospital-visit"}"#);
    let last = messages.last().unwrap();
    assert!(last["role"] == "user" && last["content"].as_str().unwrap().contains("<available_skills>"));
}

#[test]
fn only_a_session_takes_changes() {
    for args in [["--change", "hide"], ["--then", "x"], ["--without", "tone-guard"]] {
        let output = run(sample(), ["prompt", "--scene", "help", "--message", "m"].iter().chain(&args));
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains(args[0]) && err(&output).contains("--dialect dsh"), "{}", err(&output));
    }
}

#[test]
fn d6_a_body_has_no_cap_and_a_heavy_one_is_told_with_the_numbers() {
    let disk = Disk::new();
    let body = "word ".repeat(20_000);
    disk.write("skills/large/SKILL.md", format!("---\nname: large\ndescription: d\n---\n{body}"));
    disk.write("skills/small/SKILL.md", "---\nname: small\ndescription: d\n---\nText.\n");
    let args = ["prompt", "--dialect", "dsh", "--scene", "help", "--message", "m", "--load", "large,small"];
    let output = run(disk.root(), args.iter().chain(&["--format", "json"]));
    let report = json(&output);
    assert_eq!(report["round_trips"][0]["requests"][0]["result"], "ok");
    let heavy = report["heavy"].as_array().unwrap();
    assert_eq!((heavy.len(), &heavy[0]["skill"], &heavy[0]["max_tokens"]), (1, &"large".into(), &12_000.into()));
    assert!(heavy[0]["tokens"].as_u64().unwrap() > 3_000);
    assert!(err(&output).contains("skills/large/SKILL.md: warning[body-heavy]"), "{}", err(&output));
}

#[test]
fn d6_the_bound_of_memory_is_told() {
    let disk = Disk::new();
    let body = "x".repeat((8 << 20) + 1);
    disk.write("skills/huge/SKILL.md", format!("---\nname: huge\ndescription: d\n---\n{body}"));
    let output = run(disk.root(), ["catalog", "--dialect", "dsh", "--scene", "help"]);
    assert!(err(&output).contains("8388609 bytes; the limit is 8388608"), "{}", err(&output));
}

#[test]
fn settings_cap_descriptions_and_replace_templates() {
    let disk = Disk::new();
    disk.write("skills/a/SKILL.md", "---\nname: a\ndescription: long enough\n---\nText.\n");
    disk.write("texts/initial.md", "SKILLS\n{{entries}}\nEND\n");
    disk.write(
        "skillstage.yml",
        "dialect: dsh\ndsh:\n  catalog_description_max_length: 7\n  templates: {initial: texts/initial.md}\n",
    );
    let output = run(disk.root(), ["catalog", "--scene", "help"]);
    assert_eq!((out(&output), err(&output)), ("SKILLS\n- `a`: long...\nEND\n", ""));
    let rows = json(&run(disk.root(), ["settings", "--format", "json"]));
    let row = |name: &str| rows.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone();
    let max = row("dsh.catalog_description_max_length");
    assert_eq!((&max["value"], &max["origin"]), (&7.into(), &"workspace".into()));
    assert_eq!(row("dsh.templates")["value"]["initial"], "texts/initial.md");
}

#[test]
fn wrong_settings_of_the_host_have_their_place() {
    let disk = Disk::new();
    disk.write("texts/initial.md", "SKILLS\n{{entrys}}\n");
    for (dsh, expected) in [
        ("catalog_description_max_length: 2", "skillstage.yml:2:35: error[settings-value]"),
        ("catalog_description_max_length: many", "skillstage.yml:2:35: error[settings-value]"),
        ("catalog_description_max_length: 500.0", "skillstage.yml:2:35: error[settings-value]"),
        ("templates: {initial: none.md}", "skillstage.yml:2:24: error[settings-value]: the workspace has no file"),
        ("templates: {initial: ../x.md}", "skillstage.yml:2:24: error[path-traversal]"),
        ("templates: {initail: texts/initial.md}", "did you mean `initial`?"),
        ("templates: {initial: texts/initial.md}", "texts/initial.md:2:1: error[template-invalid]"),
        ("template: {}", "skillstage.yml:2:3: warning[settings-unknown-key]"),
    ] {
        disk.write("skillstage.yml", format!("dsh:\n  {dsh}\n"));
        let output = run(disk.root(), ["settings"]);
        assert!(err(&output).contains(expected), "{dsh}: {}", err(&output));
        assert_eq!(output.status.code(), Some(if expected.contains("warning") { 0 } else { 2 }), "{dsh}");
    }
}

const ROOTS: &str = "\
version: 1
dsh:
  cwd: /repo/app/src
  roots:
    - label: repository
      scope: /repo
      provider: registry
      skills:
        - {name: tone, description: Of the repository., text: FAR, resource_base: {url: 'https://skills.invalid/'}}
        - {name: hidden, description: x, text: y, disable_model_invocation: true}
    - label: application
      scope: /repo/app
      provider: embedded
      skills:
        - {name: tone, description: Of the application., text: NEAR, resource_base: {opaque: ask the host}}
        - {name: deploy, description: d, file: texts/deploy.md}
    - {label: elsewhere, scope: /other, provider: registry, skills: [{name: other, description: d, text: t}]}
";

fn with_roots() -> Disk {
    let disk = Disk::new();
    disk.write("skills/tone/SKILL.md", "---\nname: tone\ndescription: Of the workspace.\n---\nHERE\n");
    disk.write("texts/deploy.md", "DEPLOY\n");
    disk.write("scenarios/base.yml", ROOTS);
    disk
}

#[test]
fn d8_the_nearer_root_wins_and_the_losers_are_listed() {
    let disk = with_roots();
    let output = run(disk.root(), ["catalog", "--dialect", "dsh", "--scene", "help", "--format", "json"]);
    let report = json(&output);
    let skills: Vec<(&str, &str, &str)> = report["skills"].as_array().unwrap().iter().map(named).collect();
    assert_eq!(skills, [("deploy", "embedded", "application"), ("tone", "embedded", "application")]);
    let lost: Vec<(&str, &str, &str)> = report["lost"].as_array().unwrap().iter().map(named).collect();
    assert_eq!(lost, [("tone", "registry", "repository"), ("tone", "filesystem", "workspace")]);
    assert!(report["lost"].as_array().unwrap().iter().all(|lost| lost["to"] == "application"));
    assert_eq!(report["digest"].as_str().unwrap().len(), 64);
    let text = run(disk.root(), ["catalog", "--dialect", "dsh", "--scene", "help"]);
    assert!(out(&text).contains("- `deploy`: d\n- `tone`: Of the application.\n"), "{}", out(&text));
    assert!(err(&text).contains("`tone` of the root workspace loses to the one of the root application"));
}

fn named(entry: &Value) -> (&str, &str, &str) {
    let text = |key: &str| entry[key].as_str().unwrap();
    (text("name"), text("provider"), text("root"))
}

#[test]
fn d4_a_load_gives_the_winner_with_its_resources() {
    let disk = with_roots();
    let args =
        ["prompt", "--dialect", "dsh", "--scene", "help", "--message", "m", "--load", "tone,deploy,hidden,other"];
    let report = json(&run(disk.root(), args.iter().chain(&["--format", "json"])));
    let results: Vec<&Value> =
        report["segments"].as_array().unwrap().iter().filter(|segment| segment["kind"] == "result").collect();
    let text = |index: usize| results[index]["text"].as_str().unwrap();
    assert!(
        text(0).contains("Resources for this skill: ask the host\n") && text(0).contains("\nNEAR\n"),
        "{}",
        text(0)
    );
    assert!(text(1).contains("managed by provider \"embedded\"") && text(1).contains("DEPLOY"), "{}", text(1));
    assert_eq!(results[0]["source"], "embedded");
    assert_eq!(text(2), "Error: skill \"hidden\" is not available for model invocation");
    assert_eq!(text(3), "Error: skill \"other\" is unknown or no longer available");
}

#[test]
fn d3_an_incomplete_root_leaves_no_initial_catalog() {
    let disk = with_roots();
    disk.write("scenarios/base.yml", ROOTS.replace("scope: /repo\n", "scope: /repo\n      complete: false\n"));
    let output = run(disk.root(), ["catalog", "--dialect", "dsh", "--scene", "help"]);
    assert_eq!(out(&output), "");
}

#[test]
fn s1_wrong_roots_have_places() {
    let disk = Disk::new();
    for (dsh, expected) in [
        ("{cdw: x}", "3:4: error[scenario-unknown-key]"),
        ("{roots: [{provider: p}]}", "3:12: error[scenario-value]: `label` is missing"),
        (
            "{roots: [{label: a, provider: p, skills: [{name: No Name, description: d, text: t}]}]}",
            "`No Name` is no skill's name",
        ),
        (
            "{roots: [{label: a, provider: p, skills: [{name: n, description: d, text: t, resource_base: {}}]}]}",
            "`resource_base` has one of directory, url, opaque",
        ),
        ("{roots: [{label: a, provider: p}, {label: a, provider: p}]}", "another root has the label `a`"),
    ] {
        disk.write("scenarios/base.yml", format!("version: 1\ndsh:\n  {dsh}\n"));
        let output = run(disk.root(), ["catalog", "--dialect", "dsh", "--scene", "help"]);
        assert!(output.status.code() == Some(2) && err(&output).contains(expected), "{dsh}: {}", err(&output));
    }
}
