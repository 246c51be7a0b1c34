//! What stands in the timeline once the model has replied.

use skillstage::app::rows::{HostResult, TurnRow};
use skillstage::app::{AskLabel, Msg};
use skillstage::diag::Code;

use crate::harness::Stage;
use crate::support::World;

const PLAN: &str = r#"{"reply":"Done.","plan":[{"name":"create_reminder","args":{"at":"16:50"}}]}"#;

fn replied(scene: &str, response: &str) -> Stage {
    let mut stage = Stage::new(World::default());
    stage.keys("1<home>");
    while stage.selected(skillstage::app::Panel::Scenes) != format!("scene:{scene}") {
        stage.keys("<down>");
    }
    stage.keys("<enter>i").send(Msg::Paste(response.into())).keys("<enter>");
    stage
}

#[test]
fn u20_calls_sent_with_the_reply_stand_below_its_text() {
    let mut stage = replied("private_chat", PLAN);
    let rows = stage.turn_rows();
    let at = rows.iter().position(|row| *row == TurnRow::Replied).expect("the label");
    let below = [TurnRow::ReplyText("Done.".into()), TurnRow::Call("create_reminder".into())];
    assert_eq!(rows[at + 1..at + 3], below);
    stage.keys("3/create<enter>");
    let text = stage.state.rows.text.as_ref().map(|document| document.raw.to_string());
    assert_eq!(text.as_deref(), Some(r#"{"name":"create_reminder","args":{"at":"16:50"}}"#));
}

#[test]
fn u24_a_blocked_call_is_shown_once_with_the_error_it_got() {
    let call = r#"{"name":"send_mail","args":{}}"#;
    let mut stage = replied("help", call);
    let rows = stage.turn_rows();
    assert!(rows.contains(&TurnRow::Ask(AskLabel::Tool("send_mail".into()))), "{rows:?}");
    let refused =
        |row: &TurnRow| matches!(row, TurnRow::Host { result: HostResult::Error(Code::ToolCallNotAllowed), .. });
    assert!(rows.iter().any(refused), "{rows:?}");
    let holds = |row: &&TurnRow| matches!(row, TurnRow::Blocked(text) | TurnRow::ReplyText(text) if text == call);
    assert_eq!(rows.iter().filter(holds).count(), 1, "{rows:?}");
    assert!(!rows.contains(&TurnRow::Replied));
    stage.keys("3/send_mail<enter><end>");
    assert_eq!(stage.state.rows.text.as_ref().map(|document| &*document.raw), Some(call));
}

#[test]
fn the_reply_to_a_degraded_turn_stands_below_why_it_degraded() {
    let mut world = World::default();
    world.config.limits.max_tokens = 10;
    let mut stage = Stage::new(world);
    stage.keys("r好<enter>");
    let rows = stage.turn_rows();
    let at = |wanted: &dyn Fn(&TurnRow) -> bool| rows.iter().position(wanted).expect("a row");
    let why = at(&|row| matches!(row, TurnRow::Degraded(_)));
    assert!(at(&|row| matches!(row, TurnRow::Request { fallback: true, .. })) < why);
    assert!(why < at(&|row| *row == TurnRow::Replied));
    assert!(at(&|row| *row == TurnRow::Replied) < at(&|row| matches!(row, TurnRow::ReplyText(_))));
}
