//! Where a session's skills come from: roots by working directory (D8), and bodies as they are weighed (D6).

use std::sync::Arc;

use skillstage::app::rows::{SkillRow, SkillState, TurnRow};
use skillstage::app::{Msg, Notice};
use skillstage::dialect::dsh::{Places, Root, RootState, SessionSkill, SkillName};
use skillstage::scene::Scene;
use skillstage::turn::{heavy, usage_line};

use crate::harness::Stage;
use crate::session::{STEPS, prompt_text, session_of, state_of, walking};
use crate::support::World;

/// Places in which a nearer root offers `tone` and `deploy`, and one that serves another directory offers `far`.
fn places() -> Arc<Places> {
    let skill = |name: &str| {
        Arc::new(SessionSkill {
            name: SkillName::parse(name).expect("a name"),
            description: format!("Declared {name}."),
            provider: "registry".to_owned(),
            resource_base: None,
            content: Ok(format!("Declared body of {name}. {}", "很长的正文。".repeat(100)).into()),
            disable_model_invocation: false,
            stored: None,
        })
    };
    let root = |label: &str, scope: &str, names: &[&str]| Root {
        label: label.to_owned(),
        scope: Some(scope.into()),
        provider: "registry".to_owned(),
        state: RootState::Ready,
        skills: names.iter().map(|name| skill(name)).collect(),
    };
    let roots = vec![root("near", "/repo", &["tone", "deploy"]), root("other", "/else", &["far"])];
    Arc::new(Places { cwd: "/repo/app".into(), roots })
}

/// A stage on a session in these places.
fn session_in_places() -> Stage {
    let mut stage = Stage::new(World::default());
    stage.places = places();
    stage.send(Msg::FilesChanged);
    stage.keys("H");
    stage
}

#[test]
fn d8_every_root_is_listed_the_nearest_first_and_the_screen_says_which_lost() {
    let stage = session_in_places();
    let rows = stage.state.rows.skills.iter().filter_map(|row| match &row.data {
        SkillRow::Root { label, serves, .. } => Some(format!("{label} {serves}")),
        SkillRow::Skill { name, state, .. } => Some(format!("{name} {state:?}")),
        SkillRow::Reference { .. } => None,
    });
    let expected = [
        "near true",
        "deploy Offered",
        "tone Offered",
        "workspace true",
        "brief Offered",
        "safety Offered",
        "tone Lost(\"near\")",
        "other false",
        "far Elsewhere",
    ];
    assert_eq!(rows.collect::<Vec<_>>(), expected);
}

#[test]
fn d8_enter_calls_a_skill_of_a_declared_root_and_explains_one_that_lost_its_name() {
    let mut stage = session_in_places();
    stage.on_skill_row("behind:0/tone").keys("<enter>");
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(why)) if why.contains("near")));
    stage.keys(" ");
    assert!(stage.state.marked.is_empty() && stage.state.moves.is_empty());
    stage.on_skill_row("skill:tone").keys("<enter>");
    stage.on_skill_row("skill:deploy").keys(" <enter>");
    assert!(prompt_text(&stage).contains("Declared body of tone.") && prompt_text(&stage).contains("body of deploy."));
    let text = stage.state.rows.text.as_ref().expect("a text");
    assert_eq!((text.label.as_str(), text.file.as_str()), ("deploy", "near"));
}

#[test]
fn d6_the_body_that_won_its_name_is_weighed() {
    let mut stage = session_in_places();
    stage.on_skill_row("skill:tone").keys("<enter>");
    let turn = stage.state.turn.as_ref().expect("a turn");
    let used = turn.used("tone").expect("it is there");
    assert!(used.file.is_none() && used.body.is_some_and(|body| body.starts_with("Declared body of tone.")));
    let stored = &turn.setup().library.snapshot.skill("tone").expect("it lost").fingerprint;
    assert!(!usage_line(turn).contains(&**stored) && usage_line(turn).contains(&*used.fingerprint));
    let mut world = World::default();
    world.config.limits.max_tokens = 400;
    let mut stage = session_of(world);
    stage.places = places();
    stage.send(Msg::FilesChanged);
    stage.keys("n").on_skill_row("skill:tone").keys("<enter>");
    let heavy = heavy(stage.state.turn.as_ref().expect("a turn"));
    assert_eq!(heavy.iter().map(|heavy| heavy.skill.as_str()).collect::<Vec<_>>(), ["tone"]);
    assert_eq!(heavy[0].warning().place, None, "it does not lie in the workspace");
}

#[test]
fn d8_roots_that_change_while_a_scenario_plays_are_the_persons_own_and_the_numbers_are_the_scenarios() {
    let mut stage = walking(STEPS);
    let at_rest = |stage: &Stage| stage.state.counts.scenes.get(&Scene::new("group_chat")).map(|one| one.tokens);
    let before = at_rest(&stage).expect("it is counted");
    stage.keys("p");
    let opening = stage.state.turn.as_ref().expect("a turn").requests()[0].tokens();
    let now = at_rest(&stage).expect("it is counted");
    assert_eq!(now, opening, "at rest stands what the scenario opens with");
    assert_ne!(now, before);
    let has_roots = |stage: &Stage| stage.state.rows.skills.iter().any(|row| matches!(row.data, SkillRow::Root { .. }));
    stage.places = places();
    stage.send(Msg::FilesChanged).keys("p");
    assert!(stage.state.walk.is_some() && !has_roots(&stage), "the scenario keeps its own");
    stage.keys("<esc>n");
    assert!(stage.state.walk.is_none() && has_roots(&stage));
}

#[test]
fn d6_a_large_body_is_marked_before_and_after_it_is_loaded() {
    let mut world = World::default();
    world.config.limits.max_tokens = 400;
    world.add_skill("long", "Long.", &"很长的正文。".repeat(100));
    let mut stage = session_of(world);
    assert!(matches!(state_of(&stage, "long"), SkillState::Large(percent) if percent > 25));
    stage.on_skill_row("skill:long").keys("<enter>");
    assert!(stage.turn_rows().iter().any(|row| matches!(row, TurnRow::Large(percent) if *percent > 25)));
    stage.on_skill_row("skill:tone").keys("<enter>");
    assert_eq!(stage.turn_rows().iter().filter(|row| matches!(row, TurnRow::Large(_))).count(), 1);
}
