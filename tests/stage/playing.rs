//! Scenarios on the Stage: the list and its filter, what stands below the panels, and what is the person's own again.

use std::sync::Arc;

use skillstage::app::{Effect, Field, Mode, Msg, Notice, Overlay, Panel, Pointer, notice_lines};
use skillstage::scenario::{Listed, listed};
use skillstage::settings::{DialectId, Settings};

use crate::disk::Disk;
use crate::harness::Stage;
use crate::session::{STEPS, walking};
use crate::support::World;

const LONG: &str = "A caption that goes on and on, word by word, until three lines of a narrow screen are not enough";

/// Three scenarios: of the utility host, of the dsh host, and one that cannot be read.
fn found() -> Arc<[Listed]> {
    let disk = Disk::new();
    disk.write("skills_config.yml", "enabled: true\nallowlist: [tone]\n");
    disk.write("skills/tone/SKILL.md", "---\nname: tone\ndescription: When.\n---\nTone.\n");
    let opening = format!("{{user: Hi, say: '{LONG}', expect: {{outcome: pending, reply: Never}}}}");
    let steps = format!("steps:\n  - {opening}\n  - load: tone\n");
    disk.write("scenarios/a.yml", format!("version: 1\ntitle: Évening\nscene: help\n{steps}"));
    disk.write("scenarios/b.yml", format!("version: 1\ntitle: Night\ndialect: dsh\nscene: help\n{steps}"));
    disk.write("scenarios/broken.yml", "version: 7\n");
    listed(disk.open().roots(), &Arc::default(), 10).into()
}

/// Their list on a stage of that size.
fn list(size: (u16, u16)) -> Stage {
    let mut stage = Stage::with(World::default(), Settings::default(), size, false);
    stage.keys("<f4>").send(Msg::ScenariosListed(found()));
    stage
}

fn shown(stage: &Stage) -> Vec<String> {
    let Some(Overlay::Scenarios(list)) = stage.state.overlays.last() else { panic!("the list") };
    list.shown().iter().map(|item| item.verdict.file.clone()).collect()
}

fn told(stage: &Stage) -> Vec<String> {
    notice_lines(&stage.state).into_iter().map(|line| line.text).collect()
}

#[test]
fn the_list_is_filtered_by_title_and_file_and_esc_takes_one_layer() {
    let mut stage = list((80, 24));
    assert_eq!(shown(&stage), ["scenarios/a.yml", "scenarios/b.yml", "scenarios/broken.yml"]);
    stage.keys("<down><down>/éVEN");
    assert_eq!(stage.state.mode(), Mode::Text(Field::FilterScenarios));
    assert_eq!(shown(&stage), ["scenarios/a.yml"]);
    stage.keys("<enter>");
    assert!(stage.state.walk.is_none(), "Enter takes the filter");
    stage.keys("/<ctrl-u>broken.y<esc>");
    assert_eq!((shown(&stage), stage.state.mode()), (vec!["scenarios/broken.yml".to_owned()], Mode::Command));
    stage.keys("<esc>");
    assert_eq!(shown(&stage).len(), 3);
    stage.keys("/night<enter><enter>");
    assert_eq!(stage.state.walk.as_ref().unwrap().scenario().file, "scenarios/b.yml", "what is shown is played");
}

#[test]
fn nothing_below_the_panels_is_cut_without_a_mark_and_a_hint_is_seen() {
    let mut stage = list((40, 12));
    stage.keys("<enter>");
    let lines = told(&stage);
    assert!(lines[0].starts_with("step 0 of 1  A caption") && lines[1].ends_with('…'), "{lines:?}");
    assert!(lines[2].starts_with("✗ reply Never") && lines[2].ends_with('…'), "more stands below: {lines:?}");
    assert_eq!(lines.len(), 3);
    stage.keys("<left>");
    let lines = told(&stage);
    assert!(lines[0].starts_with("step 0 of 1"), "{lines:?}");
    assert!(lines[1].starts_with("✗ reply Never") && lines[1].ends_with('…'), "more stands below: {lines:?}");
    assert!(lines[2].starts_with("This is the opening") && lines.len() == 3, "{lines:?}");
    stage.keys("!");
    let full = stage.state.overlays.last().and_then(Overlay::full_text).expect("all of it");
    let all = &full.document.raw;
    assert!(all.contains(LONG) && all.contains("✓ outcome pending") && all.contains("✗ reply Never"), "{all}");
}

#[test]
fn moves_of_a_scenario_stay_with_its_host_when_another_or_a_scene_takes_the_stage() {
    for keys in ["<f4>", "<shift-tab><shift-tab><home><enter>"] {
        let mut stage = list((120, 36));
        stage.keys("<down><enter><right>");
        assert_eq!((stage.state.dialect.id(), stage.state.moves.len()), (DialectId::Dsh, 1));
        stage.keys(keys);
        if keys == "<f4>" {
            stage.send(Msg::ScenariosListed(found())).keys("<enter>");
        }
        assert_eq!(stage.state.dialect.id(), DialectId::Utility);
        assert_eq!(stage.state.last_moves.get(&DialectId::Utility), None, "{keys}");
        assert_eq!(stage.state.last_moves[&DialectId::Dsh].len(), 1, "{keys}");
    }
}

#[test]
fn d6_the_workspace_is_read_under_the_cap_of_the_host_on_the_stage() {
    let mut stage = list((80, 24));
    stage.keys("<down><enter>");
    assert!(stage.uncapped, "a session opens");
    stage.keys("<esc>");
    assert_eq!((stage.state.dialect.id(), stage.uncapped), (DialectId::Utility, false), "and is left");
}

#[test]
fn a_paste_and_the_mouse_stop_what_plays_by_itself() {
    for what in [Msg::Paste("Words".into()), Msg::Pointer(Pointer::Scroll { panel: Panel::Turn, lines: 1 })] {
        let mut stage = list((80, 24));
        stage.keys("<enter>1");
        let Some(Effect::Wake { id, .. }) = stage.asked.pop() else { panic!("it plays by itself") };
        stage.send(what).send(Msg::Woke(id));
        assert_eq!(stage.state.walk.as_ref().unwrap().place(), (0, 1));
    }
}

#[test]
fn t1_an_estimator_chosen_while_a_scenario_plays_counts_its_further_steps_and_stays_with_the_person() {
    let mut stage = list((80, 24));
    stage.keys("<enter>E");
    let chosen = stage.state.settings.estimator.value.clone();
    assert_ne!(chosen, "heuristic");
    for keys in ["<right>", "<left>", "<esc><esc>"] {
        stage.keys(keys);
        let turn = stage.state.turn.as_ref().unwrap();
        assert_eq!((turn.setup().estimator.name(), stage.state.estimator.name()), (&*chosen, &*chosen), "{keys}");
    }
    assert!(stage.state.walk.is_none());
}

#[test]
fn s4_steps_back_through_a_long_session_give_what_was_seen_and_keep_few_states() {
    const STEPS: usize = 100;
    let disk = Disk::new();
    disk.write("skills_config.yml", "enabled: true\n");
    disk.write("skills/tone/SKILL.md", "---\nname: tone\ndescription: When.\n---\nTone.\n");
    let steps: String = (0..STEPS / 2).map(|n| format!("  - model: Reply {n}.\n  - user: Message {n}.\n")).collect();
    let text = format!("version: 1\ndialect: dsh\nscene: help\nsteps:\n  - user: Hi\n{steps}");
    disk.write("scenarios/long.yml", text);
    let mut stage = Stage::new(World::default());
    stage.keys("<f4>").send(Msg::ScenariosListed(listed(disk.open().roots(), &Arc::default(), 10).into()));
    stage.keys("<enter>");
    let prompt = |stage: &Stage| stage.state.turn.as_ref().unwrap().prompt().text();
    let mut seen = vec![prompt(&stage)];
    for _ in 0..STEPS {
        seen.push(prompt(stage.keys("<right>")));
    }
    let walk = stage.state.walk.as_ref().unwrap();
    let mut furthest = 0;
    for step in 0..=STEPS {
        let kept = walk.past.nearest(step).expect("the opening is kept").played();
        furthest = furthest.max(step - kept);
    }
    assert!(furthest < STEPS / 8, "{furthest} steps are played for one step back");
    for step in (0..STEPS).rev() {
        assert_eq!(prompt(stage.keys("<left>")), seen[step], "step {step}");
    }
}

#[test]
fn u15_files_that_change_or_vanish_while_a_session_plays_are_told_and_the_step_is_played_anew() {
    let mut stage = walking(STEPS);
    stage.keys("pp");
    let prompt = |stage: &Stage| stage.state.turn.as_ref().unwrap().prompt().text();
    assert!(prompt(&stage).contains("Body of tone."));
    stage.world.skills.insert("tone".into(), ("Now.".into(), "EDITED ON DISK\n".into()));
    stage.send(Msg::FilesChanged);
    assert!(matches!(stage.state.notices.last(), Some(Notice::Done(told)) if told.contains("changed on disk")));
    assert!(prompt(&stage).contains("EDITED ON DISK") && !prompt(&stage).contains("Body of tone."));
    stage.world.skills.remove("tone");
    stage.send(Msg::FilesChanged);
    assert_eq!(stage.state.walk.as_ref().unwrap().place().0, 1, "it stays on its step");
    assert!(prompt(&stage).contains("is unknown or no longer available"));
    stage.keys("ppp");
    assert!(prompt(&stage).contains("Again"), "and plays on to its end");
}
