//! What the panels show.

use skillstage::app::rows::{PromptRow, SceneRow, SkillRow, SkillState, TurnRow};
use skillstage::app::{Msg, Notice, Panel, TextSource};
use skillstage::prompt::Kind;
use skillstage::scene::{Scene, SceneKind};
use skillstage::tokens::Fit;

use crate::harness::Stage;
use crate::support::World;

fn groups(stage: &Stage) -> Vec<(String, usize, usize, usize)> {
    let groups = stage.state.rows.prompt.iter().filter_map(|row| match &row.data {
        PromptRow::Group { row, public, private, withheld, .. } => Some((row.id.clone(), *public, *private, *withheld)),
        _ => None,
    });
    groups.collect()
}

/// Tokens and changes of the rows that count towards the total: closed groups and segments.
pub fn sums(stage: &Stage) -> (usize, i64) {
    let (mut tokens, mut change) = (0, 0);
    for row in &stage.state.rows.prompt {
        match &row.data {
            PromptRow::Segment { row, nested: false, .. } | PromptRow::Group { row, .. } => {
                tokens += row.tokens;
                change += row.change.unwrap_or(0);
            }
            PromptRow::Removed { change: minus, .. } => change += minus,
            _ => {}
        }
    }
    (tokens, change)
}

#[test]
fn u14_the_four_without_skills_stand_in_the_list_and_custom_scenes_too() {
    let mut world = World::default();
    world.bind("birthday", &["tone"]);
    let stage = Stage::new(world);
    let scenes: Vec<(Scene, SceneKind)> = stage
        .state
        .rows
        .scenes
        .iter()
        .filter_map(|row| match &row.data {
            SceneRow::Scene { scene, kind, .. } => Some((scene.clone(), *kind)),
            _ => None,
        })
        .collect();
    assert_eq!(scenes.len(), 12);
    assert_eq!(scenes[7], (Scene::new("birthday"), SceneKind::Custom));
    assert_eq!(scenes.iter().filter(|(_, kind)| *kind == SceneKind::NoSkills).count(), 4);
}

#[test]
fn scenes_show_what_they_cost_at_rest_and_what_they_inherit() {
    let mut world = World::default();
    world.config.limits.max_tokens = 200;
    world.bind("notification", &["tone"]);
    let stage = Stage::new(world);
    let rows: Vec<&SceneRow> = stage.state.rows.scenes.iter().map(|row| &row.data).collect();
    let reminder =
        rows.iter().position(|row| matches!(row, SceneRow::Scene { scene, .. } if scene.as_str() == "reminder"));
    let reminder = reminder.expect("a row");
    assert_eq!(rows[reminder + 1], &SceneRow::Inherits(Scene::new("notification")));
    assert!(rows.iter().any(|row| matches!(row, SceneRow::Over(over) if *over > 0)), "{rows:?}");
    let at_rest = rows.iter().find_map(|row| match row {
        SceneRow::Scene { scene, at_rest, .. } if scene.as_str() == "private_chat" => *at_rest,
        _ => None,
    });
    assert!(at_rest.expect("counted") > 200);
}

#[test]
fn t1_a_limit_is_safe_only_if_the_high_end_fits() {
    let total = Stage::new(World::default()).state.rows.prompt_head.as_ref().expect("a header").total;
    for (limit, fit) in [(2 * total, Fit::Fits), (total, Fit::MayNotFit), (total - 1, Fit::Over)] {
        let mut world = World::default();
        world.config.limits.max_tokens = limit;
        let stage = Stage::new(world);
        let turn = stage.state.turn.as_ref().expect("a turn");
        let tried = turn.attempted().unwrap_or(turn.prompt()).tokens();
        assert_eq!((tried, turn.setup().estimator.band(tried).fit(limit)), (total, fit));
        assert_eq!(turn.attempted().is_some(), fit == Fit::Over, "the host goes by the likely count (U23)");
        if fit == Fit::MayNotFit {
            let head = stage.state.rows.prompt_head.as_ref().expect("a header");
            assert!(head.band.low < total && head.band.high > limit);
        }
    }
}

#[test]
fn u25_private_rows_stay_visible_as_withheld_with_no_tokens() {
    let mut stage = Stage::new(World::default());
    let (memory, history) = ("context:memory".to_owned(), "history".to_owned());
    assert_eq!(groups(&stage), [(memory.clone(), 1, 1, 0), (history.clone(), 2, 1, 0)]);
    stage.keys("1<home><down><enter>");
    assert_eq!(groups(&stage), [(memory, 1, 0, 1), (history, 2, 0, 1)]);
    stage.keys("4<home>");
    while !stage.selected(Panel::Prompt).starts_with("group:") {
        stage.keys("<down>");
    }
    stage.keys("<enter>");
    let withheld = stage.state.rows.prompt.iter().find_map(|row| match &row.data {
        PromptRow::Segment { row, withheld: true, private: true, nested: true } => Some(row.tokens),
        _ => None,
    });
    assert_eq!(withheld, Some(0));
    stage.keys("<left>");
    assert!(stage.state.open_groups.is_empty());
}

#[test]
fn t2_rows_add_up_to_the_total_and_changes_to_the_change() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter><enter><enter><enter>");
    for request in 0..stage.state.turn.as_ref().map_or(0, |turn| turn.requests().len()) {
        stage.keys("3<home>");
        while stage.selected(Panel::Turn) != format!("request:{}", request + 1) {
            stage.keys("<down>");
        }
        let head = stage.state.rows.prompt_head.clone().expect("a header");
        let (tokens, change) = sums(&stage);
        let Some(PromptRow::Total { tokens: total, change: total_change }) =
            stage.state.rows.prompt.last().map(|row| row.data.clone())
        else {
            panic!("a total")
        };
        assert_eq!((tokens, tokens), (total, head.total));
        assert_eq!(total_change.unwrap_or(0), change, "request {}", request + 1);
    }
}

#[test]
fn t3_a_request_names_how_much_of_it_repeats() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter>");
    let shares: Vec<Option<u8>> = stage
        .turn_rows()
        .into_iter()
        .filter_map(|row| match row {
            TurnRow::Request { reused, .. } => Some(reused),
            _ => None,
        })
        .collect();
    assert_eq!(shares.len(), 2);
    assert_eq!(shares[0], None);
    assert!(shares[1].is_some_and(|share| share > 50 && share < 100));
}

#[test]
fn the_text_follows_what_was_chosen() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone");
    let text = |stage: &Stage| stage.state.rows.text.clone().expect("a text");
    assert_eq!(text(&stage).source, TextSource::Skill("tone".into()));
    assert_eq!((text(&stage).file.as_str(), text(&stage).file_line), ("skills/tone/SKILL.md", Some(5)));
    stage.keys("4<home>");
    assert_eq!(text(&stage).kind, Some(Kind::HostPrompt));
    stage.keys("3<home>");
    assert_eq!(text(&stage).source, TextSource::Message);
}

#[test]
fn choosing_a_scene_from_far_down_a_long_turn_shows_its_first_request() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter><enter>3<end>1<home><down><enter>");
    assert_eq!((stage.state.scene.as_str(), stage.state.request), ("group_chat", 0));
    assert!(!stage.state.rows.prompt.is_empty());
}

#[test]
fn the_consequence_is_in_view_after_a_move_also_on_a_small_screen() {
    let mut stage = Stage::with(World::default(), Default::default(), (80, 17), false);
    stage.on_skill_row("skill:tone").keys("<enter><enter>3");
    let shown = skillstage::app::Layout::of(&stage.state).list_rows(Panel::Turn);
    let list = stage.state.list(Panel::Turn);
    assert_eq!(list.offset + shown, stage.state.rows.turn.len(), "{list:?}");
}

#[test]
fn hostile_text_is_safe_to_draw() {
    let mut world = World::default();
    world.add_skill("tone", "T.", "a\u{1b}]52;c;x\u{7}b\u{202e}c\td\n");
    let mut stage = Stage::new(world);
    stage.on_skill_row("skill:tone");
    let document = stage.state.rows.text.clone().expect("a text");
    assert!(!document.text.contains(['\u{1b}', '\u{7}', '\u{202e}', '\t']));
    assert!(document.raw.contains('\u{1b}'), "what is copied is the text itself");
}

#[test]
fn ten_thousand_skills_are_looked_at_once_per_change_not_per_key() {
    let mut world = World::default();
    for number in 0..10_000 {
        world.add_skill(&format!("s{number:05}"), "D.", "b");
    }
    world.config.allowlist.retain(|name| !name.starts_with("s0"));
    let mut stage = Stage::with(world, Default::default(), (120, 36), false);
    stage.keys("2");
    let rows = stage.state.rows.skills.as_ptr();
    stage.keys("<end>");
    assert_eq!(stage.selected(Panel::Skills), "skill:tone");
    stage.keys("<pgup><up><home>");
    assert_eq!(stage.state.list(Panel::Skills).index, 0);
    assert_eq!(stage.state.rows.skills.as_ptr(), rows, "moving computes no rows");
    let not_allowed = stage
        .state
        .rows
        .skills
        .iter()
        .filter(|row| matches!(&row.data, SkillRow::Skill { state: SkillState::NotAllowed, .. }));
    assert_eq!(not_allowed.count(), 10_000);
}

#[test]
fn the_selection_is_always_on_the_screen() {
    let mut stage = Stage::with(World::default(), Default::default(), (80, 24), false);
    for keys in ["2<end>", "4<end>", "4<home>", "3<pgdn>", "3<pgdn>", "3<pgup>", "1<end>"] {
        stage.keys(keys);
        let panel = stage.state.focus;
        let shown = skillstage::app::Layout::of(&stage.state).list_rows(panel);
        let list = stage.state.list(panel);
        assert!((list.offset..list.offset + shown).contains(&list.index), "{keys}: {list:?}");
    }
    stage.send(Msg::Resize { width: 40, height: 12 });
    let list = stage.state.list(Panel::Scenes);
    let shown = skillstage::app::Layout::of(&stage.state).list_rows(Panel::Scenes);
    assert!((list.offset..list.offset + shown).contains(&list.index));
}

/// The worst case stands beside what a scene costs at rest, at the head of the prompt, and one key plays it (U22, U23).
#[test]
fn the_worst_case_is_shown_and_w_plays_it() {
    let mut world = World::default();
    world.config.limits.max_skills = 2;
    let mut stage = Stage::new(world);
    let worst = stage.state.worst_case().expect("counted");
    let in_list = stage.state.rows.scenes.iter().find_map(|row| match &row.data {
        SceneRow::Scene { scene, worst, .. } if scene.as_str() == "private_chat" => *worst,
        _ => None,
    });
    assert_eq!(in_list, Some(worst.total), "the list and the turn say the same");
    let head = stage.state.rows.prompt.first().map(|row| row.data.clone());
    assert!(matches!(head, Some(PromptRow::Worst { tokens, over: 0, .. }) if tokens == worst.total));

    stage.keys("W");
    let turn = stage.state.turn.as_ref().expect("a turn");
    assert_eq!(turn.prompt().tokens(), worst.total, "what is played costs what was said");
    assert_eq!(turn.ledger().bodies.len(), 2);
    let told = stage.state.notices.iter().any(|notice| matches!(notice, Notice::Done(text) if text.contains("loads")));
    assert!(told, "{:?}", stage.state.notices);
    assert_eq!(stage.state.worst_case(), Some(worst), "it is the turn's, whatever was played");
}
