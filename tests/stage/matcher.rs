//! `m`: the matcher plays one response, marked wherever it stands.

use skillstage::app::rows::{TextSource, TurnRow, Way};
use skillstage::app::{Msg, Panel};
use skillstage::driver::Driver as _;
use skillstage::driver::Matcher;
use skillstage::turn::Outcome;

use crate::harness::Stage;
use crate::support::World;

fn world() -> World {
    let mut world = World::default();
    world.add_skill("sleep", "晚安与睡眠时的说法。早点睡。", "# sleep\nBody of sleep.\n");
    world
}

fn marked(stage: &Stage) -> Vec<Vec<String>> {
    let rows = stage.turn_rows().into_iter();
    let marks = rows.filter_map(|row| if let TurnRow::Matcher(picks) = row { Some(picks) } else { None });
    marks.map(|picks| picks.into_iter().map(|pick| pick.name).collect()).collect()
}

#[test]
fn m_plays_one_response_and_the_row_says_why() {
    let mut stage = Stage::new(world());
    stage.keys("e").send(Msg::Paste("想早点睡，晚安".into())).keys("<enter>");
    assert!(stage.turn_rows().contains(&TurnRow::Way(Way::Matcher)));
    stage.keys("m");
    assert_eq!((marked(&stage), stage.state.moves.len()), (vec![vec!["sleep".to_owned()]], 1));
    stage.keys("3<home>");
    while stage.selected(Panel::Turn) != "matcher:1" {
        stage.keys("<down>");
    }
    let text = stage.state.rows.text.as_ref().expect("a text");
    assert_eq!(text.source, TextSource::Matcher(0));
    assert!(text.raw.starts_with(Matcher::default().label()), "{}", text.raw);
    assert!(text.raw.contains("sleep") && text.raw.contains("晚安"), "{}", text.raw);
    stage.keys("L");
    let text = stage.state.rows.text.as_ref().map(|document| document.raw.to_string());
    assert!(text.is_some_and(|text| text.starts_with("匹配器：不是模型")), "in the language of the screen");
    stage.keys("Lm");
    assert_eq!(stage.state.turn.as_ref().map(|turn| turn.outcome().clone()), Some(Outcome::Replied));
    assert_eq!(marked(&stage).len(), 2);
}

#[test]
fn a_mark_goes_with_its_move_and_comes_back_with_it() {
    let mut stage = Stage::new(world());
    stage.keys("e").send(Msg::Paste("想早点睡，晚安".into())).keys("<enter>mm");
    stage.keys("u");
    assert_eq!((marked(&stage).len(), stage.state.matched.len()), (1, 1));
    stage.keys("u");
    assert!(marked(&stage).is_empty());
    // The same request by a person is not the matcher's.
    stage.on_skill_row("skill:sleep").keys("<enter>");
    assert!(marked(&stage).is_empty());
    stage.keys("um");
    assert_eq!(marked(&stage).len(), 1);
    stage.keys("n");
    assert!(marked(&stage).is_empty());
    stage.keys("N");
    assert_eq!((marked(&stage).len(), stage.state.moves.len()), (1, 1));
}

#[test]
fn after_the_end_the_matcher_opens_the_next_turn() {
    let mut stage = Stage::new(world());
    stage.keys("r好<enter>");
    let before = stage.state.turn_number;
    stage.keys("m");
    assert_eq!(stage.state.turn_number, before + 1);
    assert_eq!(marked(&stage).len(), 1);
}
