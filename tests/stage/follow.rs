//! What follows the cursor.

use skillstage::app::rows::TurnRow;
use skillstage::app::{Action, Layout, Panel};
use skillstage::settings::Settings;

use crate::harness::Stage;
use crate::support::World;

#[test]
fn d7_what_was_appended_stands_in_view_beside_the_request_that_holds_it() {
    for size in [(80, 24), (40, 12)] {
        let mut stage = Stage::with(World::default(), Settings::default(), size, false);
        stage.keys("H2").on_skill_row("skill:brief");
        stage.change(Action::RemoveSkill);
        stage.on_skill_row("skill:tone").keys("<enter>3");
        let rows = stage.turn_rows();
        let first = stage.state.list(Panel::Turn).offset;
        let shown = &rows[first..(first + Layout::of(&stage.state).list_rows(Panel::Turn)).min(rows.len())];
        let has = |wanted: &dyn Fn(&TurnRow) -> bool| shown.iter().any(wanted);
        assert!(rows.len() > shown.len(), "it does not all fit at {size:?}");
        assert!(has(&|row| matches!(row, TurnRow::Catalog { .. })), "what was appended, at {size:?}: {shown:?}");
        assert!(has(&|row| matches!(row, TurnRow::Prefix { .. })), "what it did to the prefix, at {size:?}: {shown:?}");
    }
}

/// The name of the text in panel 5, and that of the row under the cursor of panel 2.
fn text_and_skill(stage: &Stage) -> (String, String) {
    let label = stage.state.rows.text.as_ref().map(|document| document.label.clone());
    (label.unwrap_or_default(), stage.selected(Panel::Skills).trim_start_matches("skill:").to_owned())
}

#[test]
fn the_text_follows_the_cursor_that_a_filter_moves() {
    let mut stage = Stage::with(World::default(), Settings::default(), (80, 24), false);
    for keys in ["2/saf<enter>", "<esc>/ton<enter><enter>5", "2<home>", "/brief<enter>n5", "2<esc><end>3<esc>2"] {
        let (text, skill) = text_and_skill(stage.keys(keys));
        assert_eq!(text, skill, "{keys}");
    }
    stage.keys("2/zzz<enter>");
    assert!(stage.state.rows.text.is_none(), "no row, no text");
    let (text, skill) = text_and_skill(stage.keys("<esc>"));
    assert_eq!(text, skill);
}

#[test]
fn a_row_of_the_turn_without_a_text_shows_what_the_cursor_of_its_prompt_is_on() {
    let mut world = World::default();
    world.bind("private_chat", &["safety"]);
    let mut stage = Stage::new(world);
    assert_eq!(stage.selected(Panel::Prompt), "segment:body:safety");
    assert_eq!(text_and_skill(&stage).0, "safety");
    stage.on_skill_row("skill:tone").keys("1<enter>");
    assert_eq!(text_and_skill(&stage).0, "safety", "a new turn stands on its request");
    stage.keys("4<home>");
    assert_eq!(text_and_skill(&stage).0, "persona");
    stage.keys("3r好<enter>");
    stage.keys("3<home>");
    assert_eq!(stage.state.rows.text.as_ref().map(|document| &*document.raw), Some("今天好累，想早点睡。"));
}

#[test]
fn a_filter_in_the_turn_brings_the_request_of_its_row() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter>").on_skill_row("skill:safety").keys("<enter>3");
    assert_eq!(stage.state.request, 2);
    stage.keys("/tone<enter>");
    assert_eq!((stage.selected(Panel::Turn), stage.state.request), ("host:1.1", 1), "where the result stands");
    stage.keys("<up>");
    assert_eq!((stage.selected(Panel::Turn), stage.state.request), ("ask:1.1", 0));
}
