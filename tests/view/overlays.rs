//! What stands above the panels, played by keys on a workspace in memory.

use skillstage::app::Msg;
use skillstage::diag::{Code, Diagnostic, Fix, Place};
use skillstage::lang::Lang;
use skillstage::prompt::ContextItem;
use skillstage::settings::{Setting, Settings};

use crate::drawn;
use crate::harness::Stage;
use crate::support::{World, load};

fn stage(width: u16, height: u16, lang: Lang) -> Stage {
    stage_of(World::default(), width, height, lang)
}

fn stage_of(world: World, width: u16, height: u16, lang: Lang) -> Stage {
    let settings = Settings { lang: Setting { value: lang, ..Setting::default() }, ..Settings::default() };
    Stage::with(world, settings, (width, height), false)
}

fn english() -> Stage {
    stage(80, 24, Lang::En)
}

#[test]
fn help() {
    insta::assert_snapshot!("help", drawn(&english().keys("<f1>").state));
    insta::assert_snapshot!("help_end_40x12", drawn(&stage(40, 12, Lang::En).keys("<f1><end>").state));
    insta::assert_snapshot!("help_zh", drawn(&stage(80, 24, Lang::Zh).keys("<f1>").state));
}

#[test]
fn palette_filters_as_one_types() {
    insta::assert_snapshot!("palette", drawn(&english().keys(":mes").state));
}

#[test]
fn response_shows_how_it_would_be_taken() {
    let response = format!("好的，我先看看。\n{}\n{}", load("tone"), load("nobody"));
    let mut typed = english();
    typed.keys("i").send(Msg::Paste(response.clone()));
    insta::assert_snapshot!("response", drawn(&typed.state));
    let mut small = stage(40, 12, Lang::Zh);
    small.keys("i").send(Msg::Paste(response));
    insta::assert_snapshot!("response_zh_40x12", drawn(&small.state));
}

#[test]
fn message_has_its_caret_behind_wide_characters() {
    insta::assert_snapshot!("message", drawn(&english().keys("e<ctrl-j>早点睡").state));
}

#[test]
fn number_that_is_none_says_so() {
    insta::assert_snapshot!("images_error", drawn(&english().keys("g12x<enter>").state));
}

#[test]
fn whole_text_with_search() {
    let mut stage = english();
    stage.on_skill_row("skill:tone").keys("f");
    insta::assert_snapshot!("full_text", drawn(&stage.keys("/body").state));
    insta::assert_snapshot!("full_text_found", drawn(&stage.keys("<enter>").state));
}

#[test]
fn filter_stands_in_the_border() {
    insta::assert_snapshot!("filter", drawn(&english().keys("2/sa").state));
    insta::assert_snapshot!("filter_nothing", drawn(&english().keys("2/zzz<enter>").state));
}

#[test]
fn questions_and_menus() {
    let mut stage = english();
    stage.on_skill_row("skill:tone").keys("<enter>");
    insta::assert_snapshot!("copy_menu", drawn(&stage.keys("y").state));
    insta::assert_snapshot!("quit", drawn(&stage.keys("<esc>q").state));
}

#[test]
fn u13_equality_on_demand() {
    insta::assert_snapshot!("equality_differs", drawn(&english().keys("v").state));
    let mut world = World::default();
    world.config.enabled = false;
    let mut stage = Stage::with(world, Settings::default(), (80, 24), false);
    insta::assert_snapshot!("equality_same", drawn(&stage.keys("v").state));
}

#[test]
fn u23_degraded_turn_shows_what_was_tried() {
    let mut world = World::default();
    world.add_skill("long", "Over the limit.", &"很长的规则。\n".repeat(200));
    world.config.limits.max_tokens = 700;
    let mut stage = Stage::with(world, Settings::default(), (120, 36), false);
    stage.on_skill_row("skill:long").keys("<enter>");
    insta::assert_snapshot!("degraded", drawn(&stage.keys("3<home>").state));
    insta::assert_snapshot!("attempted", drawn(&stage.keys("d").state));
}

#[test]
fn segments_of_ours_have_their_names_in_the_language_of_the_screen() {
    let mut world = World::default();
    world.config.limits.max_tokens = 200;
    world.add_skill("long", "Over the limit.", &"很长的规则。\n".repeat(200));
    let mut stage = stage_of(world, 120, 36, Lang::Zh);
    let attempted = drawn(&stage.keys("d").state);
    let equality = drawn(&stage.keys("<esc>v").state);
    let mut loaded = World::default();
    loaded.add_skill("long", "Over the limit.", &"很长的规则。\n".repeat(200));
    loaded.config.limits.max_tokens = 700;
    let mut stage = stage_of(loaded, 120, 36, Lang::Zh);
    let removed = drawn(&stage.on_skill_row("skill:long").keys("<enter>4<end>").state);
    for (picture, ours) in [(attempted, "技能规则"), (equality, "消息"), (removed, "消息 的文本")] {
        assert!(
            picture.contains(ours) && !picture.contains("skill rules") && !picture.contains(" catalog"),
            "{picture}"
        );
    }
}

#[test]
fn u25_private_rows_stay_visible_in_a_group() {
    let mut stage = stage(120, 36, Lang::En);
    stage.keys("1<down><enter>4<end>");
    insta::assert_snapshot!("group_chat", drawn(&stage.state));
    stage.keys("<up><enter><down><down><down>");
    insta::assert_snapshot!("group_chat_withheld", drawn(&stage.state));
}

#[test]
fn u12_broken_config_and_diagnostics() {
    let fault = Diagnostic::error(Code::ConfigYaml, "the sequence is not closed")
        .at(Place::at("skills_config.yml", 4, 12))
        .help("close it with ]")
        .fix(Fix { title: "close the list".into(), edits: Vec::new() });
    let mut stage = english();
    stage.broken = Some(fault);
    stage.send(Msg::FilesChanged);
    insta::assert_snapshot!("broken_config", drawn(&stage.state));
    insta::assert_snapshot!("diagnostics", drawn(&stage.keys("D").state));
}

#[test]
fn untrusted_text_is_never_raw() {
    let mut world = World::default();
    world.add_skill("evil", "\u{1b}[2J", "# \u{1b}]0;title\u{7}\u{202e}evil\n");
    world.message.text = "\u{1b}[31mred".into();
    let mut stage = Stage::with(world, Settings::default(), (120, 36), false);
    let picture = drawn(&stage.on_skill_row("skill:evil").keys("<enter>f").state);
    assert!(picture.contains("<U+001B>") && picture.contains("<U+202E>"), "{picture}");
    assert!(!picture.chars().any(|c| c.is_control() && c != '\n'), "{picture}");
}

#[test]
fn every_row_of_a_long_comparison_can_be_reached() {
    let mut world = World::default();
    for number in 0..40 {
        let text = format!("Note {number}.");
        let source = "scenarios/base.yml".to_owned();
        world.host.context.push(ContextItem { id: format!("note-{number:02}"), text, private: false, source });
    }
    world.config.limits.max_tokens = 10;
    let mut stage = Stage::with(world, Settings::default(), (80, 24), false);
    let picture = drawn(&stage.keys("d<end>").state);
    assert!(picture.contains("note-39") && picture.contains("message") && picture.contains("total"), "{picture}");
}
