//! What must not be lost where there is little room.

use skillstage::app::Msg;
use skillstage::lang::Lang;
use skillstage::settings::{Setting, Settings};

use crate::drawn;
use crate::harness::Stage;
use crate::support::{World, load};

/// A stage of that size, in that language.
fn stage(world: World, size: (u16, u16), lang: Lang) -> Stage {
    let settings = Settings { lang: Setting { value: lang, ..Setting::default() }, ..Settings::default() };
    Stage::with(world, settings, size, false)
}

#[test]
fn the_text_has_its_name_in_the_border() {
    for size in [(40, 12), (80, 24), (120, 36)] {
        let mut stage = stage(World::default(), size, Lang::En);
        let picture = drawn(&stage.on_skill_row("skill:tone").keys("5").state);
        assert!(picture.contains("[5 Text of tone]"), "{picture}");
    }
}

/// A world in which loading `long` degrades the turn.
fn tight_world() -> World {
    let mut world = World::default();
    world.add_skill("long", "Over the limit.", &"很长的规则。\n".repeat(200));
    world.config.limits.max_tokens = 700;
    world
}

#[test]
fn u23_a_turn_that_degrades_behind_another_panel_says_so_with_the_numbers() {
    for (size, lang, word) in
        [((80, 24), Lang::En, "DEGRADED: "), ((40, 12), Lang::En, "DEGRADED: "), ((40, 12), Lang::Zh, "已降级：")]
    {
        let mut stage = stage(tight_world(), size, lang);
        let picture = drawn(&stage.on_skill_row("skill:long").keys("<enter>").state);
        let line = picture.lines().find(|line| line.contains(word)).unwrap_or_else(|| panic!("{picture}"));
        assert!(line.contains("> 700") && line.contains(" d ") && !line.contains('…'), "{line}");
        let picture = drawn(&stage.keys("3").state);
        assert!(!picture.contains("> 700"), "the turn itself says it:\n{picture}");
    }
}

#[test]
fn u24_a_blocked_turn_behind_another_panel_says_so() {
    let mut stage = stage(World::default(), (40, 12), Lang::En);
    stage.keys("1<down><down><enter>2i").send(Msg::Paste(r#"{"name":"send","args":{}}"#.into()));
    let picture = drawn(&stage.keys("<enter>").state);
    assert!(picture.contains("BLOCKED: only a tool call; 3 shows it"), "{picture}");
}

#[test]
fn u25_the_count_of_withheld_items_is_never_cut() {
    for size in [(40, 12), (80, 24), (120, 36)] {
        let mut world = World::default();
        world.add_skill("long", "Over the limit.", &"很长的规则。\n".repeat(200));
        world.config.limits.max_tokens = 700;
        let mut stage = stage(world, size, Lang::En);
        stage.keys("1<down><enter>").on_skill_row("skill:long");
        let picture = drawn(&stage.keys("<enter>4<end>").state);
        let rows: Vec<&str> = picture.lines().filter(|line| line.contains("memory")).collect();
        assert!(rows.iter().any(|row| row.contains("new") && row.contains("1 withheld")), "{size:?}\n{picture}");
    }
}

#[test]
fn how_far_a_scene_is_over_its_limit_is_not_cut() {
    let mut world = World::default();
    for number in 0..400 {
        world.add_skill(&format!("skill-{number}"), &"很长的说明。".repeat(20), "body");
    }
    for size in [(80, 24), (120, 36)] {
        let mut stage = stage(world.clone(), size, Lang::En);
        let picture = drawn(&stage.keys("1").state);
        let line =
            picture.lines().find(|line| line.contains("OVER the limit by")).unwrap_or_else(|| panic!("{picture}"));
        assert!(line.contains('k') && !line.contains('…'), "{line}");
    }
}

#[test]
fn the_question_before_leaving_is_read_in_full() {
    for lang in [Lang::En, Lang::Zh] {
        let mut stage = stage(World::default(), (40, 12), lang);
        let picture = drawn(&stage.on_skill_row("skill:tone").keys("<enter>rbegun<esc>q").state);
        let counts = picture.lines().filter(|line| line.contains('│') && line.contains('1')).count();
        assert!(counts >= 2 && !picture.lines().skip(1).take(11).any(|line| line.contains('…')), "{picture}");
    }
}

#[test]
fn what_was_understood_of_a_response_is_seen_first() {
    for lang in [Lang::En, Lang::Zh] {
        let mut stage = stage(World::default(), (40, 12), lang);
        stage.keys("i").send(Msg::Paste(format!("Wait. {}", load("tone"))));
        let picture = drawn(&stage.state);
        let ask = if lang == Lang::En { "load tone" } else { "加载 tone" };
        assert!(picture.lines().any(|line| line.contains(ask) && line.contains('+')), "{picture}");
    }
}

#[test]
fn u13_every_line_of_the_comparison_can_be_reached() {
    for lang in [Lang::En, Lang::Zh] {
        let mut stage = stage(World::default(), (40, 12), lang);
        let top = drawn(&stage.keys("v").state);
        let end = drawn(&stage.keys("<end>").state);
        let total = if lang == Lang::En { "total" } else { "合计" };
        assert!(top.contains("sha256") && end.contains(total), "{top}\n{end}");
        let back = drawn(&stage.keys("<home>").state);
        assert_eq!(top, back);
    }
}

#[test]
fn a_hint_is_seen_below_an_overlay_that_covers_its_place() {
    let mut stage = stage(World::default(), (80, 24), Lang::En);
    let picture = drawn(&stage.on_skill_row("skill:tone").keys("fb").state);
    assert!(picture.contains("Esc closes it"), "{picture}");
}
