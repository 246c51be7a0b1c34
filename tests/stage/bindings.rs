//! The Bindings screen (F3): keys in, state out.

use std::sync::Arc;

use skillstage::app::{Effect, Msg, Notice, Overlay, Question, Screen};
use skillstage::diag::{Code, Diagnostic};
use skillstage::settings::Settings;

use crate::harness::Stage;
use crate::support::World;

const CONFIG: &str = "# ours\nenabled: true\nallowlist: [brief, tone] # reviewed\nscenes:\n  help: [tone]\n";

fn stage() -> Stage {
    let mut stage = Stage::new(World::default());
    stage.write_config(CONFIG).keys("<f3>");
    stage
}

fn text(stage: &Stage) -> &str {
    stage.state.bindings.changes.text()
}

#[test]
fn an_admin_binds_a_skill_in_two_scenes_sees_the_effect_and_exports_a_patch() {
    let mut stage = stage();
    assert_eq!(stage.state.screen, Screen::Bindings);
    // Rows brief, safety, tone; columns allow, always, private_chat, …
    stage.keys("<down><down><enter><right> ");
    assert_eq!(
        text(&stage),
        "# ours\nenabled: true\nallowlist: [brief, tone] # reviewed\nscenes:\n  help: [tone]\n  private_chat: [tone]\n  group_chat: [tone]\n"
    );
    let costs = &stage.state.bindings.costs;
    let grown: Vec<bool> = costs.before.iter().zip(&costs.after).map(|(was, is)| is.at_rest > was.at_rest).collect();
    assert_eq!(grown[..4], [true, true, false, false]);
    assert_eq!(costs.after[0].residents, ["tone"]);
    stage.keys("x<enter>");
    let Some(Effect::SaveFile { path, text: patch }) = stage.asked.pop() else { panic!("a file") };
    assert_eq!(path.to_str(), Some("bindings.patch"));
    assert!(patch.starts_with("--- a/skills_config.yml\n+++ b/skills_config.yml\n"), "{patch}");
    assert!(!stage.asked.iter().any(|effect| matches!(effect, Effect::WriteConfig { .. })), "production is untouched");
}

#[test]
fn apply_asks_writes_what_it_showed_and_is_taken_back() {
    let mut stage = stage();
    stage.keys("s");
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(_))), "there is nothing to apply");
    stage.keys("<enter>s");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Confirm(Question::Apply { undo: false, .. }))));
    stage.keys("<esc>");
    assert!(stage.asked.is_empty(), "Esc writes nothing");
    stage.keys("s<enter>");
    let Some(Effect::WriteConfig { text: written, over }) = stage.asked.pop() else { panic!("a write") };
    assert_eq!((over.as_deref(), written.contains("private_chat: [brief]")), (Some(CONFIG), true));
    stage.write_config(&written).send(Msg::ConfigWritten(Ok(())));
    assert!(stage.state.bindings.changes.is_empty());
    stage.keys("u");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Confirm(Question::Apply { undo: true, .. }))));
    stage.keys("<enter>");
    let Some(Effect::WriteConfig { text: back, over }) = stage.asked.pop() else { panic!("a write") };
    assert_eq!((&*back, over), (CONFIG, Some(written)));
    stage.write_config(CONFIG).send(Msg::ConfigWritten(Ok(())));
    stage.keys("u");
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(_))), "it is undone already");
}

#[test]
fn a_write_that_fails_keeps_the_change_set() {
    let mut stage = stage();
    stage.keys("<enter>s<enter>");
    stage.send(Msg::ConfigWritten(Err(Diagnostic::error(Code::FileChanged, "changed"))));
    assert_eq!(stage.state.bindings.changes.len(), 1);
    assert!(matches!(stage.state.notices.last(), Some(Notice::Fault(fault)) if fault.code == Code::FileChanged));
}

#[test]
fn read_only_takes_apply_away_and_copies_the_patch() {
    let mut stage = Stage::with(World::default(), Settings::default(), (120, 36), true);
    stage.write_config(CONFIG).keys("<f3><enter>s");
    assert!(stage.state.overlays.is_empty() && matches!(stage.state.notices.last(), Some(Notice::Hint(_))));
    stage.keys("x");
    assert!(matches!(stage.asked.last(), Some(Effect::Copy { text }) if text.contains("+  private_chat: [brief]")));
}

#[test]
fn the_first_two_columns_and_the_limits_edit_the_rest_of_the_config() {
    let mut stage = stage();
    stage.keys("<left><left><down><enter>"); // safety is not allowed yet
    stage.keys("<right><enter>e");
    stage.keys("m<ctrl-u>max_rounds 1<enter>");
    let config = stage.state.edited_config().unwrap();
    assert!(config.allowlist.contains("safety") && config.always == ["safety"] && !config.enabled);
    assert_eq!(config.limits.max_rounds, 1);
    stage.keys("m<ctrl-u>max_skills 4<enter>");
    let Some(Overlay::Input(input)) = stage.state.overlays.last() else { panic!("it stays open") };
    assert!(input.error.is_some(), "over the ceiling (U9)");
    stage.keys("<esc>uuuu");
    assert_eq!(text(&stage), CONFIG);
}

#[test]
fn u15_edits_stand_over_a_config_that_changes_on_disk() {
    let mut stage = stage();
    stage.keys("<enter>");
    stage.write_config("enabled: true\nallowlist: [brief]\n");
    assert_eq!(text(&stage), "enabled: true\nallowlist: [brief]\nscenes: {private_chat: [brief]}\n");
    assert_eq!(stage.state.bindings.changes.base().map(Arc::as_ref), Some("enabled: true\nallowlist: [brief]\n"));
}

#[test]
fn quit_asks_while_edits_are_not_applied() {
    let mut stage = stage();
    stage.keys("<enter>q");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Confirm(Question::Quit { edits: 1, .. }))));
    stage.keys("<esc>u<f2>q");
    assert!(stage.state.quit);
}

#[test]
fn tab_arrows_and_esc_move_and_only_the_keys_of_the_screen_act() {
    let mut stage = stage();
    let before = stage.state.turn_number;
    stage.keys("nWb"); // keys of the Stage
    assert_eq!((stage.state.turn_number, stage.state.overlays.len()), (before, 0));
    stage.keys("<tab><down><down>");
    assert_eq!(stage.state.bindings.selected_scene().unwrap().scene.as_str(), "help");
    stage.keys("<tab><tab>llllllllllllllll");
    assert_eq!(stage.state.bindings.selected_scene().unwrap().scene.as_str(), "tool_result");
    while !stage.state.notices.is_empty() {
        stage.keys("<esc>");
    }
    stage.keys("<esc>");
    assert_eq!(stage.state.screen, Screen::Stage);
}

#[test]
fn the_change_set_is_of_the_config_that_was_named() {
    let mut stage = Stage::new(World::default());
    stage.config_file = "/srv/bot/deployed.yml";
    stage.write_config(CONFIG).keys("<f3><down><down><enter>");
    let patch = stage.state.bindings.changes.patch();
    assert!(patch.starts_with("--- a/srv/bot/deployed.yml\n+++ b/srv/bot/deployed.yml\n"), "{patch}");
    stage.keys("s<enter>").send(Msg::ConfigWritten(Ok(())));
    let told = |notice: &Notice| matches!(notice, Notice::Done(text) if text.contains("/srv/bot/deployed.yml"));
    assert!(stage.state.notices.iter().any(told), "{:?}", stage.state.notices);
}
