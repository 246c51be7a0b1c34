//! Pictures of a session, played by keys.

use skillstage::app::Action;
use skillstage::lang::Lang;
use skillstage::settings::{Setting, Settings};

use crate::drawn;
use crate::harness::Stage;
use crate::support::World;

/// A session in which a skill was loaded, another removed, a reply given and a message sent; then the tool was hidden.
fn session(width: u16, height: u16, lang: Lang) -> Stage {
    let settings = Settings { lang: Setting { value: lang, ..Setting::default() }, ..Settings::default() };
    let mut stage = Stage::with(World::default(), settings, (width, height), false);
    stage.keys("H").on_skill_row("skill:tone").keys("<enter>").on_skill_row("skill:brief");
    stage.change(Action::RemoveSkill);
    stage.on_skill_row("skill:safety").keys("<enter>3r早点睡吧，明天再说。<enter>e好，晚安。<enter>");
    stage.change(Action::HideTool);
    stage.keys("3");
    stage
}

#[test]
fn session_at_every_size() {
    for (width, height) in [(40, 12), (80, 24), (120, 36)] {
        let stage = session(width, height, Lang::En);
        insta::assert_snapshot!(format!("session_{width}x{height}"), drawn(&stage.state));
    }
}

#[test]
fn session_from_its_start_in_chinese() {
    for (width, height) in [(80, 24), (120, 36)] {
        let mut stage = session(width, height, Lang::Zh);
        insta::assert_snapshot!(format!("session_zh_{width}x{height}"), drawn(&stage.keys("<home>").state));
    }
}

#[test]
fn a_broken_prefix_and_a_retired_catalog() {
    let mut stage = session(120, 36, Lang::En);
    stage.on_skill_row("skill:tone").keys("<enter>3");
    insta::assert_snapshot!("session_broken", drawn(&stage.state));
}

#[test]
fn d3_the_summary_after_a_compaction() {
    let mut stage = session(120, 36, Lang::En);
    stage.change(Action::ShowTool);
    stage.change(Action::Compact);
    stage.on_skill_row("skill:tone").keys("<enter>4<end><up>");
    insta::assert_snapshot!("session_compacted", drawn(&stage.state));
}

#[test]
fn what_can_change_is_a_menu() {
    let mut stage = session(80, 24, Lang::En);
    stage.on_skill_row("skill:tone").keys("c");
    insta::assert_snapshot!("world", drawn(&stage.state));
    stage.keys("<esc>");
    stage.change(Action::EditSkill);
    insta::assert_snapshot!("edit_skill", drawn(&stage.state));
    let mut small = session(40, 12, Lang::Zh);
    small.on_skill_row("skill:tone").keys("c<end>");
    insta::assert_snapshot!("world_zh_40x12", drawn(&small.state));
}
