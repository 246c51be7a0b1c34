//! What if (`w`): keys in, state out.

use std::sync::Arc;

use skillstage::app::{Effect, Field, Mode, Msg, Notice, Overlay, Question, Screen, WhatIfItem};
use skillstage::scenario::{Break, Broken, WhyBroken};
use skillstage::turn::Degraded;
use skillstage::workspace::{Limit, Source, Where};

use crate::harness::Stage;
use crate::support::World;

const CONFIG: &str = "# ours\nenabled: true\nallowlist: [brief, tone]\nscenes:\n  private_chat: [tone]\n";

fn stage() -> Stage {
    let mut stage = Stage::new(World::default());
    stage.write_config(CONFIG).keys("n");
    stage
}

/// `w`, and down to the line of the skill.
fn on_skill<'s>(stage: &'s mut Stage, name: &str) -> &'s mut Stage {
    stage.keys("w");
    let items = stage.state.what_if_items();
    let at = items.iter().position(|item| *item == WhatIfItem::Skill(name.into())).expect("an allowed skill");
    stage.keys(&"<down>".repeat(at))
}

fn file(stage: &Stage, name: &str) -> Arc<str> {
    stage.state.disk_library().unwrap().snapshot.skill(name).unwrap().to_file_text().unwrap().into()
}

fn max_tokens(stage: &Stage) -> usize {
    stage.state.turn.as_ref().unwrap().plan().limits.max_tokens
}

/// Every text and number of the stage.
fn shown(stage: &Stage) -> (String, usize, usize, String) {
    let turn = stage.state.turn.as_ref().unwrap();
    (turn.prompt().text(), turn.prompt().tokens(), turn.plan().limits.max_tokens, format!("{:?}", stage.state.counts))
}

#[test]
fn one_key_lowers_a_limit_and_every_number_follows() {
    let mut stage = stage();
    assert_eq!(stage.state.what_if_items()[0], WhatIfItem::Limit(Limit::MaxTokens));
    stage.keys("w<left>");
    assert_eq!((max_tokens(&stage), stage.state.what_if_changes()), (11_500, 1));
    stage.keys("<enter>");
    assert_eq!(stage.state.mode(), Mode::Text(Field::WhatIfLimit));
    stage.keys(&format!("{}40<enter>", "<backspace>".repeat(6)));
    assert_eq!(max_tokens(&stage), 40);
    // At rest every scene with skills passes it now, and the turn on the stage is handed back (U23).
    let broken = stage.state.newly_broken_scenes();
    assert!(broken.iter().any(|(scene, at_rest)| scene.as_str() == "private_chat" && at_rest.over > 0), "{broken:?}");
    assert!(stage.state.turn.as_ref().unwrap().attempted().is_some());
    stage.keys("<enter><backspace><backspace>0<enter>");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Input(input)) if input.error.is_some()), "0 is none");
}

#[test]
fn discarded_it_is_as_it_was() {
    let mut stage = stage();
    stage.keys("2<end><enter>").keys("3");
    let before = (shown(&stage), stage.state.moves.clone(), stage.state.settings.estimator.clone());
    let disk = Arc::clone(stage.state.library.as_ref().unwrap());
    stage.keys("w<left><left><down><down><right>x");
    assert!(stage.state.overlays.is_empty() && stage.state.what_if.is_none());
    assert!(Arc::ptr_eq(stage.state.library.as_ref().unwrap(), &disk));
    assert_eq!((shown(&stage), stage.state.moves.clone(), stage.state.settings.estimator.clone()), before);
}

#[test]
fn a_text_edited_in_place_counts_at_once_and_goes_with_its_file() {
    let mut stage = stage();
    let rest = stage.state.turn.as_ref().unwrap().prompt().tokens();
    on_skill(&mut stage, "tone").keys("<enter>");
    let Some(Effect::ReadSkill { name, file: path }) = stage.asked.pop() else { panic!("{:?}", stage.asked) };
    assert_eq!((&*name, &*path), ("tone", "skills/tone/SKILL.md"));
    let text = file(&stage, "tone");
    stage.send(Msg::SkillRead { name, result: Ok(text) });
    assert_eq!(stage.state.mode(), Mode::Text(Field::WhatIfSkill));
    stage.keys("更长的正文").keys("<enter>");
    assert!(stage.state.turn.as_ref().unwrap().prompt().tokens() > rest, "it stands in the prompt");

    // What would be refused on disk is told and not taken (U3); back as it was, nothing is changed any more.
    stage.keys("<enter>");
    stage.send(Msg::SkillRead { name: "tone".into(), result: Ok(file(&stage, "tone")) });
    stage.send(Msg::Edited { field: Field::WhatIfSkill, result: Ok("No front matter.".into()) }).keys("<enter>");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Input(input)) if input.error.is_some()));
    stage.send(Msg::Edited { field: Field::WhatIfSkill, result: Ok(file(&stage, "tone").to_string()) }).keys("<enter>");
    assert_eq!((stage.state.turn.as_ref().unwrap().prompt().tokens(), stage.state.what_if_changes()), (rest, 0));
}

#[test]
fn what_is_kept_goes_into_the_change_set_and_nothing_is_written_before_it_is_applied() {
    let mut stage = stage();
    on_skill(&mut stage, "tone").keys("<enter>");
    stage.asked.clear();
    let text = file(&stage, "tone");
    stage.send(Msg::SkillRead { name: "tone".into(), result: Ok(text.clone()) });
    stage.keys("Short.<enter>");
    let has = |stage: &Stage| stage.state.what_if.as_ref().map(|one| one.what.drafts().len());
    assert_eq!(has(&stage), Some(1), "{:?}", stage.state.overlays);
    stage.keys("<home><left>s");
    assert_eq!((stage.state.screen, stage.state.what_if.is_none()), (Screen::Bindings, true));
    assert_eq!(max_tokens(&stage), 12_000, "the stage is as on disk again");
    let changes = &stage.state.bindings.changes;
    assert_eq!(changes.len(), 2);
    assert_eq!(changes.files(), ["skills_config.yml", "skills/tone/SKILL.md"]);
    let patch = changes.patch();
    assert!(patch.contains("max_tokens: 11500") && patch.contains("+++ b/skills/tone/SKILL.md"), "{patch}");
    let after = stage.state.bindings.costs.after.iter().find(|cost| cost.scene.as_str() == "private_chat").unwrap();
    assert_eq!(after.limit, 11_500, "its effect stands on every scene");

    stage.asked.retain(|effect| !matches!(effect, Effect::TryScenarios { .. }));
    stage.keys("s<enter>");
    assert!(matches!(&stage.asked[..], [Effect::WriteConfig { .. }]), "{:?}", stage.asked);
    stage.asked.clear();
    stage.send(Msg::ConfigWritten(Ok(())));
    let Some(Effect::WriteFix(written)) = stage.asked.pop() else { panic!("the skill is written, too") };
    assert_eq!((&*written.file, &written.before), ("skills/tone/SKILL.md", &text));
    assert!(written.after.contains("Short."));
    // `u` takes both back, once they are seen.
    stage.keys("u");
    let Some(Overlay::Confirm(Question::Apply { changes, undo: true, .. })) = stage.state.overlays.last() else {
        panic!("{:?}", stage.state.overlays)
    };
    assert_eq!(changes.files(), ["skills_config.yml", "skills/tone/SKILL.md"]);
}

#[test]
fn u9_what_no_config_can_have_is_seen_and_not_kept() {
    let mut stage = stage();
    stage.keys("w<right>");
    assert_eq!(max_tokens(&stage), 12_500, "above the ceiling, for this session");
    stage.keys("s");
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(told)) if told.contains("max_tokens")));
    assert!(stage.state.bindings.changes.is_empty());
}

#[test]
fn a_skill_is_bound_to_the_scene_on_the_stage() {
    let mut stage = stage();
    on_skill(&mut stage, "brief").keys(" ");
    let residents = |stage: &Stage| -> Vec<String> {
        let plan = stage.state.turn.as_ref().unwrap().plan();
        plan.residents.iter().map(|resident| resident.skill.name.clone()).collect()
    };
    assert_eq!(residents(&stage), ["brief", "tone"]);
    assert!(stage.state.is_asked_by(&Where::Scene("private_chat".into()), "tone"));
    // Those that stand in the prompt come first, so that the selection is on another line now.
    stage.keys("<esc>");
    on_skill(&mut stage, "brief").keys(" ");
    assert_eq!((residents(&stage), stage.state.what_if_changes()), (vec!["tone".to_owned()], 0));
}

#[test]
fn files_that_change_meanwhile_are_taken_in_under_the_what_if() {
    let mut stage = stage();
    stage.keys("w<left>");
    stage.write_config(&CONFIG.replace("[tone]", "[brief]"));
    assert_eq!(max_tokens(&stage), 11_500, "it stays");
    assert!(stage.state.turn.as_ref().unwrap().plan().residents.iter().all(|one| one.skill.name == "brief"));
    stage.keys("x");
    assert_eq!(max_tokens(&stage), 12_000);
}

#[test]
fn scenarios_that_break_are_named_with_their_step_and_a_late_answer_is_dropped() {
    let mut stage = stage();
    stage.keys("w<left>");
    let tried = |stage: &Stage| match stage.asked.last() {
        Some(Effect::TryScenarios { id, .. }) => *id,
        other => panic!("{other:?}"),
    };
    let first = tried(&stage);
    stage.keys("<left>");
    let why = WhyBroken::Degraded(Degraded::Tokens { total: 12_000, limit: 11_000 });
    let broken: Arc<[Broken]> =
        [Broken { file: "scenarios/a.yml".into(), title: None, at: Break { step: 3, why } }].into();
    stage.send(Msg::ScenariosTried { id: first, broken: broken.clone() });
    assert_eq!(stage.state.what_if.as_ref().unwrap().broken, None);
    let id = tried(&stage);
    stage.send(Msg::ScenariosTried { id, broken });
    let broken = stage.state.what_if.as_ref().unwrap().broken.clone().unwrap();
    assert_eq!(
        (broken[0].at.step, &*broken[0].at.sentence()),
        (3, "the turn degrades: 12,000 tokens, over 11,000 by 1,000")
    );
}

#[test]
fn leaving_asks_and_what_would_mislead_is_refused() {
    let mut stage = stage();
    stage.keys("w<left><esc>q");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Confirm(Question::Quit { what_if: 1, .. }))));
    stage.keys("<esc>s");
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(_))), "a recording would hold what is not on disk");
    stage.keys("H");
    assert!(!stage.state.is_session());
    stage.keys("wx").keys("Hw");
    assert!(stage.state.is_session() && stage.state.what_if.is_none(), "a dsh host has no limits");
}

#[test]
fn without_a_config_nothing_is_made_up_for_one() {
    let mut stage = stage();
    stage.world.config.source = Source::None;
    stage.send(Msg::FilesChanged).keys("w<left>s");
    assert_eq!(max_tokens(&stage), 11_500, "it is looked at all the same");
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(_))));
    assert!(stage.state.bindings.changes.is_empty());
}
