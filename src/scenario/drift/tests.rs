use super::super::file::parse;
use super::super::record::tests::{FILE, ground, library, opening, played, responses};
use super::*;
use crate::settings::DialectId;
use crate::workspace::{Content, Library, Skill};

/// The recorded turn of `record`'s tests, and what is different on other skills, as `kind what step segment`.
fn drifts(text: &str, now: Library) -> Vec<(String, Vec<String>)> {
    let scenario = Arc::new(parse(FILE, text, |_, _| Ok(None)).unwrap());
    let now = Arc::new(now);
    let kept = Arc::clone(&now);
    let capture = Arc::new(move |snapshot| Library { snapshot, references: kept.references.clone() });
    let ground = Ground { library: now, capture, ..ground() };
    let run = Run::of(&scenario, ground.clone()).unwrap();
    let short = |drift: Drift| {
        let Drift { kind, what, step, segment, lines } = drift;
        (format!("{} {what} {step} {segment}", kind.as_str()), lines)
    };
    drift(&scenario, &run, Some(&ground)).unwrap().into_iter().map(short).collect()
}

fn recorded() -> String {
    played(&opening(DialectId::Utility), &responses()).unwrap()
}

fn edited(name: &str, description: Option<&str>, body: Option<&str>) -> Library {
    let library = library();
    let skill = library.snapshot.skill(name).unwrap().edited(description, body);
    library.with_skill(skill)
}

#[test]
fn s4_nothing_drifts_where_nothing_that_was_seen_changed() {
    assert_eq!(drifts(&recorded(), Library::clone(&library())), []);
    assert_eq!(drifts(&recorded(), edited("c", None, Some("Nobody saw it.\n"))), [], "a body that was not used");
}

#[test]
fn s4_an_edited_skill_is_named_with_its_changed_lines() {
    let body = "# a\n\nAnother body of a.\n";
    let found = drifts(&recorded(), edited("a", None, Some(body)));
    let lines = ["- Body of a.".to_owned(), "+ Another body of a.".to_owned()].to_vec();
    assert_eq!(found, [("skill-edited a 1 result.1.1".to_owned(), lines)]);
    let found = drifts(&recorded(), edited("c", Some("Later."), None));
    let lines = ["- description: When: now.".to_owned(), "+ description: Later.".to_owned()].to_vec();
    assert_eq!(found, [("skill-edited c 0 catalog".to_owned(), lines)]);
}

#[test]
fn s4_an_edited_reference_is_named() {
    let mut now = Library::clone(&library());
    now.references.get_mut("a").unwrap()[0].content = Ok(Content::new("Better examples.\n", 17));
    let lines = ["- Examples.".to_owned(), "+ Better examples.".to_owned()].to_vec();
    assert_eq!(drifts(&recorded(), now), [("skill-edited a/references/x.md 2 result.2.1".to_owned(), lines)]);
}

#[test]
fn s4_an_added_and_a_removed_skill_are_told_apart() {
    let added = library().with_skill(Skill::written("d", "New.", "x").unwrap());
    let config = "enabled: true\nallowlist: [a, b, c, d]\nalways: [b]\nscenes: {help: [c]}\n";
    let snapshot = Arc::new(added.snapshot.with_config(config).unwrap());
    let kinds: Vec<String> =
        drifts(&recorded(), Library { snapshot, ..added }).into_iter().map(|(drift, _)| drift).collect();
    assert_eq!(kinds, ["skill-added d 0 catalog", "config-changed skills_config.yml 0 catalog"]);
    let removed = drifts(&recorded(), library().without_skill("c"));
    assert_eq!(removed, [("skill-removed c 0 catalog".to_owned(), vec!["- c: When: now.".to_owned()])]);
}

#[test]
fn s4_a_changed_config_is_named_with_its_lines() {
    let now = library();
    let config = "enabled: true\nallowlist: [a, b, c]\nalways: [b]\nscenes: {help: [c]}\nlimits: {max_rounds: 1}\n";
    let snapshot = Arc::new(now.snapshot.with_config(config).unwrap());
    let found = drifts(&recorded(), Library { snapshot, references: now.references.clone() });
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].1, ["-   max_rounds: 2", "+   max_rounds: 1"]);
}

#[test]
fn s4_a_changed_renderer_and_a_changed_estimator_are_told_by_the_bundle() {
    let with = |change: fn(&mut Recorded)| {
        let mut scenario = parse(FILE, &recorded(), |_, _| Ok(None)).unwrap();
        change(scenario.recorded.as_mut().unwrap());
        drifts(&scenario.to_file_text(), Library::clone(&library()))
    };
    let counted = with(|recorded| recorded.requests.iter_mut().for_each(|request| request.segments[0].tokens += 1));
    assert_eq!(counted.len(), 1, "{counted:?}");
    assert_eq!(counted[0].0, "estimator-changed heuristic 0 prompt:persona");
    let catalog = with(|recorded| {
        for request in &mut recorded.requests {
            let catalog = request.segments.iter_mut().find(|segment| segment.id == "catalog").unwrap();
            catalog.sha256 = "0".repeat(64);
        }
    });
    assert_eq!(catalog, [("renderer-changed catalog 0 catalog".to_owned(), Vec::new())]);
}
