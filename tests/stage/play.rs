//! Playing a turn.

use skillstage::app::rows::{HostResult, ReferenceState, Since, SkillRow, SkillState, TurnRow, Way};
use skillstage::app::{AskLabel, Effect, Key, Msg, Notice, Overlay, Panel, Start, State, update};
use skillstage::dialect::Off;
use skillstage::dialect::utility::Utility;
use skillstage::settings::{Binding, Settings};
use skillstage::turn::{Degraded, Next, Outcome};

use crate::harness::Stage;
use crate::support::World;

fn skill_state(stage: &Stage, wanted: &str) -> SkillState {
    let row = stage.state.rows.skills.iter().find_map(|row| match &row.data {
        SkillRow::Skill { name, state, .. } if name == wanted => Some(state.clone()),
        _ => None,
    });
    row.expect("a row")
}

fn reference_state(stage: &Stage, wanted: &str) -> ReferenceState {
    let row = stage.state.rows.skills.iter().find_map(|row| match &row.data {
        SkillRow::Reference { path, state, .. } if path == wanted => Some(state.clone()),
        _ => None,
    });
    row.expect("a row")
}

#[test]
fn a_turn_is_played_with_letters() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter>");
    assert_eq!(skill_state(&stage, "tone"), SkillState::Loaded);
    assert_eq!(reference_state(&stage, "references/a.md"), ReferenceState::Unread);
    stage.on_skill_row("reference:tone/references/a.md").keys("<enter>");
    assert_eq!(reference_state(&stage, "references/a.md"), ReferenceState::Read);
    stage.keys("r好的，晚安。<enter>");
    let turn = stage.state.turn.as_ref().expect("a turn");
    assert_eq!(turn.outcome(), &Outcome::Replied);
    assert_eq!(turn.reply(), Some("好的，晚安。"));
    assert_eq!(stage.state.moves.len(), 3);
    let rows = stage.turn_rows();
    assert!(rows.contains(&TurnRow::Ask(AskLabel::Load("tone".into()))));
    assert!(rows.contains(&TurnRow::Next(Next::Over)));
    let usage = rows.iter().find_map(|row| if let TurnRow::Usage(line) = row { Some(line.clone()) } else { None });
    let usage = usage.expect("U27: a usage line at the end");
    assert!(usage.contains("\"tone\"") && !usage.contains("晚安") && !usage.contains("好累"));
}

/// UI: arrows, Enter, Tab, digits and F-keys suffice for the whole main path.
#[test]
fn a_turn_is_played_without_a_letter() {
    let mut stage = Stage::new(World::default());
    let go = |stage: &mut Stage, row: &str| {
        stage.keys("3<home>");
        while stage.selected(Panel::Turn) != row {
            let before = stage.state.list(Panel::Turn).index;
            stage.keys("<down>");
            assert_ne!(stage.state.list(Panel::Turn).index, before, "there is a row {row}");
        }
        stage.keys("<enter>");
    };
    go(&mut stage, "user:");
    stage.send(skillstage::app::Msg::Paste("！".into())).keys("<enter>");
    assert_eq!(stage.state.message.text, "今天好累，想早点睡。！");
    stage.keys("1<home><down><enter>");
    assert_eq!(stage.state.scene.as_str(), "group_chat");
    go(&mut stage, "way:Ask");
    assert_eq!(stage.state.focus, Panel::Skills);
    stage.keys("<home><enter>");
    assert_eq!(stage.state.moves.len(), 1);
    go(&mut stage, "way:Back");
    assert_eq!(stage.state.moves.len(), 0);
    go(&mut stage, "way:Type");
    stage.send(skillstage::app::Msg::Paste(crate::support::load("tone"))).keys("<enter>");
    assert_eq!(skill_state(&stage, "tone"), SkillState::Loaded);
    go(&mut stage, "way:Reply");
    stage.send(skillstage::app::Msg::Paste("ok".into())).keys("<enter>");
    assert_eq!(stage.state.turn.as_ref().map(|turn| turn.outcome().clone()), Some(Outcome::Replied));
    go(&mut stage, "way:Replay");
    assert_eq!((stage.state.turn_number, stage.state.moves.len()), (4, 2));
    go(&mut stage, "way:NewTurn");
    assert!(stage.state.moves.is_empty());
    stage.keys("<f1>");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Help { .. })));
    stage.keys("<f2>");
    assert!(stage.state.overlays.is_empty());
}

#[test]
fn u19_marked_rows_are_one_response_and_a_load_serves_the_read_behind_it() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<right> ");
    stage.on_skill_row("reference:tone/references/a.md").keys(" <enter>");
    assert_eq!(stage.state.moves.len(), 1);
    assert_eq!(skill_state(&stage, "tone"), SkillState::Loaded);
    assert_eq!(reference_state(&stage, "references/a.md"), ReferenceState::Read);
    assert!(stage.state.marked.is_empty());
}

#[test]
fn u20_what_a_response_that_asks_also_says_is_shown_as_withheld() {
    let mut stage = Stage::new(World::default());
    let response = format!("{} 先看看 {}", crate::support::load("tone"), r#"{"name":"send","args":{}}"#);
    stage.keys("i");
    stage.send(skillstage::app::Msg::Paste(response));
    let Some(Overlay::Input(input)) = stage.state.overlays.last() else { panic!("an input") };
    let preview = input.preview.as_ref().expect("a preview");
    assert!(preview.asks_skills);
    assert_eq!((preview.chat_characters, preview.plans, &preview.outcome), (3, 1, &Outcome::Pending));
    stage.keys("<enter>");
    assert!(stage.turn_rows().contains(&TurnRow::Withheld { characters: 3, plans: 1 }));
}

#[test]
fn u21_a_second_load_is_shown_as_already_there() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter><enter>");
    let again = |row: &TurnRow| matches!(row, TurnRow::Host { result: HostResult::Repeat, .. });
    assert_eq!(stage.turn_rows().iter().filter(|row| again(row)).count(), 1);
    assert_eq!(stage.state.turn.as_ref().map(|turn| turn.rounds()), Some(2));
}

#[test]
fn u21_a_reference_before_its_body_says_what_to_do_and_costs_nothing() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<right><down><enter>");
    assert!(stage.state.moves.is_empty());
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(why)) if why.contains("tone")));
}

#[test]
fn u22_the_consequence_stands_there_before_the_key_is_pressed() {
    let mut stage = Stage::new(World::default());
    let next = |stage: &Stage| {
        stage.turn_rows().into_iter().rev().find_map(|row| match row {
            TurnRow::Next(next) => Some(next),
            _ => None,
        })
    };
    assert_eq!(next(&stage), Some(Next::Served { left: 2 }));
    stage.on_skill_row("skill:tone").keys("<enter><enter>");
    assert_eq!(next(&stage), Some(Next::Errors));
    stage.keys("<enter>");
    assert_eq!(next(&stage), Some(Next::Degrades));
    stage.keys("<enter>");
    assert!(stage.turn_rows().contains(&TurnRow::Degraded(Degraded::Rounds { limit: 2 })));
    assert_eq!(stage.state.rows.prompt_head.as_ref().map(|head| head.fallback), Some(true));
    assert_eq!(skill_state(&stage, "tone"), SkillState::Tried, "the prompt that was sent has no skills");
    assert!(stage.turn_rows().contains(&TurnRow::Tried { skills: 1, rounds: 2 }));
    assert!(!stage.turn_rows().iter().any(|row| matches!(row, TurnRow::Budget { .. })));
    stage.keys("d");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Attempted { .. })));
}

#[test]
fn u23_a_body_over_the_budget_degrades_with_the_numbers() {
    let mut world = World::default();
    world.config.limits.max_tokens = 1500;
    world.add_skill("long", "Long.", &"很长的正文。".repeat(600));
    let mut stage = Stage::new(world);
    stage.on_skill_row("skill:long").keys("<enter>");
    let degraded = stage.turn_rows().into_iter().find_map(|row| match row {
        TurnRow::Degraded(Degraded::Tokens { total, limit }) => Some((total, limit)),
        _ => None,
    });
    let (total, limit) = degraded.expect("degraded");
    assert!(total > limit && limit == 1500);
    assert!(stage.turn_rows().contains(&TurnRow::Way(Way::Compare)));
    stage.keys("2<enter>");
    assert_eq!(stage.state.moves.len(), 1, "nothing is asked of a turn that waits for its last response");
    stage.keys("rfine<enter>");
    assert_eq!(stage.state.turn.as_ref().and_then(|turn| turn.reply()), Some("fine"));
}

#[test]
fn a_move_taken_back_gives_the_same_bytes_as_before() {
    let mut stage = Stage::new(World::default());
    let text = |stage: &Stage| stage.state.turn.as_ref().map(|turn| turn.prompt().text());
    let before = text(&stage);
    stage.on_skill_row("skill:tone").keys("<enter>");
    let after = text(&stage);
    assert_ne!(after, before);
    stage.keys("u");
    assert_eq!(text(&stage), before);
    stage.on_skill_row("skill:tone").keys("<enter>");
    assert_eq!(text(&stage), after);
    stage.keys("uu");
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(_))), "there is no move before the first");
}

#[test]
fn n_remembers_the_moves_and_capital_n_plays_them_again() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter>n");
    assert!(stage.state.moves.is_empty());
    stage.keys("N");
    assert_eq!(stage.state.moves.len(), 1);
    assert_eq!(stage.state.turn_number, 3);
    assert_eq!(skill_state(&stage, "tone"), SkillState::Loaded);
}

#[test]
fn u18_b_switches_the_reading_of_bindings_and_keeps_the_moves() {
    let mut world = World::default();
    world.bind("private_chat", &["tone"]);
    let mut stage = Stage::new(world);
    assert_eq!(skill_state(&stage, "tone"), SkillState::Bound);
    stage.keys("b");
    assert_eq!(stage.state.settings.binding.value, Binding::Offered);
    assert_eq!(skill_state(&stage, "tone"), SkillState::Offered);
    assert_eq!(skill_state(&stage, "brief"), SkillState::NotOffered);
    stage.on_skill_row("skill:brief").keys("<enter>");
    assert!(stage.state.moves.is_empty());
    stage.on_skill_row("skill:tone").keys("<enter>b");
    assert_eq!(stage.state.moves.len(), 1);
    assert_eq!(skill_state(&stage, "tone"), SkillState::Bound);
}

#[test]
fn u13_the_equality_is_shown_on_demand() {
    let mut world = World::default();
    world.config.enabled = false;
    let mut stage = Stage::new(world);
    assert!(stage.turn_rows().contains(&TurnRow::Off(Off::Disabled)));
    stage.keys("v");
    let Some(Overlay::Equality { equality, .. }) = stage.state.overlays.last() else { panic!("the comparison") };
    assert_eq!((&equality.prompt, equality.equal), (&equality.without_skills, true));
    let mut stage = Stage::new(World::default());
    stage.keys("v");
    let Some(Overlay::Equality { equality, .. }) = stage.state.overlays.last() else { panic!("the comparison") };
    assert!(!equality.equal);
}

#[test]
fn choosing_a_request_shows_its_prompt() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter>");
    assert_eq!(stage.state.request, 1);
    let last = stage.state.rows.prompt_head.clone().expect("a header");
    assert_eq!((last.request, last.since), (2, Some(Since::Request(1))));
    stage.keys("3<home>");
    assert_eq!(stage.state.request, 0);
    let first = stage.state.rows.prompt_head.clone().expect("a header");
    assert_eq!((first.request, first.since), (1, None));
    assert!(first.total < last.total);
}

#[test]
fn an_exact_estimator_counts_once_its_tables_are_there() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter>EE");
    assert_eq!(stage.state.estimator.name(), "o200k");
    assert_eq!(stage.state.moves.len(), 1);
    let head = stage.state.rows.prompt_head.clone().expect("a header");
    assert!(head.exact && head.band.low == head.band.high && head.estimator == "o200k");
    assert_eq!(stage.state.fresh_counts().map(|counts| counts.estimator.as_str()), Some("o200k"));
}

#[test]
fn t1_an_exact_estimator_has_counted_the_prompt_before_it_is_used() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter>E");
    let effects = update(&mut stage.state, Msg::Key(Key::char('E')));
    let Some(Effect::WarmEstimator { estimator, texts }) = effects.first() else { panic!("{effects:?}") };
    assert_eq!((estimator.name(), stage.state.estimator.name()), ("o200k", "heuristic:o200k"));
    for segment in stage.state.turn.iter().flat_map(|turn| &turn.prompt().segments) {
        assert!(texts.contains(&segment.text), "{}", segment.id);
    }
}

#[test]
fn t1_an_exact_estimator_named_at_the_start_takes_over_once_it_has_counted_the_first_turn() {
    let mut settings = Settings::default();
    settings.estimator.value = "o200k".into();
    let (mut state, effects) = State::new(Start {
        settings: settings.clone(),
        dialect: std::sync::Arc::new(Utility),
        title: "bot".into(),
        source_args: vec!["bot".into()],
        temporary: None,
        personal_config: None,
        settings_faults: Vec::new(),
        read_only: false,
        opens: None,
        size: (120, 36),
        clock: "09:30".into(),
    });
    assert!(matches!(effects.as_slice(), [Effect::Load { .. }]), "there is no text to count yet: {effects:?}");
    assert_eq!(state.pending.estimator.as_deref(), Some("o200k"));
    let estimator = skillstage::tokens::by_name("o200k").expect("an estimator");
    let too_early = Msg::EstimatorReady { estimator: estimator.clone(), texts: Vec::new() };
    assert!(update(&mut state, too_early).is_empty());

    let mut stage = Stage::with(World::default(), settings, (120, 36), false);
    assert_eq!((stage.state.estimator.name(), &stage.state.pending.estimator), ("o200k", &None));
    let turn = stage.state.turn.as_ref().expect("a turn");
    assert_eq!((turn.setup().estimator.name(), stage.state.turn_number), ("o200k", 1));

    stage.keys("EEE");
    let effects = update(&mut stage.state, Msg::Key(Key::char('E')));
    let [Effect::WarmEstimator { texts, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    stage.on_skill_row("skill:tone").keys("<enter>");
    let asked = update(&mut stage.state, Msg::EstimatorReady { estimator, texts: texts.clone() });
    let [Effect::WarmEstimator { texts: more, .. }] = asked.as_slice() else { panic!("{asked:?}") };
    assert!(more.len() > texts.len() && stage.state.estimator.name() == "heuristic:o200k", "a load came meanwhile");
}

#[test]
fn u27_an_ended_turn_is_logged_once_when_it_is_left() {
    let mut stage = Stage::new(World::default());
    stage.keys("rok<enter>");
    let logged = |stage: &Stage| stage.asked.iter().filter(|effect| matches!(effect, Effect::LogUsage(_))).count();
    assert_eq!(logged(&stage), 0);
    stage.keys("nn");
    assert_eq!(logged(&stage), 1);
}

#[test]
fn the_command_line_reproduces_the_prompt() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter>");
    stage.on_skill_row("reference:tone/references/a.md").keys("<enter>");
    let line = skillstage::app::command_line(&stage.state).expect("a line");
    assert_eq!(
        line,
        "skillstage prompt /srv/bot --scene private_chat --message '今天好累，想早点睡。' --at 21:40 --load tone --read tone/references/a.md"
    );
    stage.keys("uib's<enter>");
    let line = skillstage::app::command_line(&stage.state).expect("a line");
    assert!(line.starts_with(r"printf %s 'b'\''s' | skillstage prompt /srv/bot"), "{line}");
    assert!(line.ends_with("--load tone --respond -"), "{line}");
}

#[test]
fn u16_a_turn_that_takes_over_its_opening_is_the_turn_started_afresh() {
    use skillstage::turn::Turn;
    let mut world = World::default();
    world.bind("private_chat", &["tone"]);
    let before = world.turn("private_chat");
    for (limit, scene) in [(12_000, "private_chat"), (10, "private_chat"), (12_000, "group_chat")] {
        world.config.limits.max_tokens = limit;
        let mut first = if scene == "private_chat" { world.turn(scene) } else { before.clone() };
        first.respond(&crate::support::load("brief")).expect("the turn takes a response");
        let mut setup = first.setup().clone();
        setup.scene = skillstage::scene::Scene::new(scene);
        setup.message.text = "another message".into();
        let (again, afresh) = (first.start_again(setup.clone()), Turn::start(setup));
        assert_eq!(again.requests(), afresh.requests());
        assert_eq!((again.attempted(), again.outcome()), (afresh.attempted(), afresh.outcome()));
        assert_eq!((again.plan(), again.ledger()), (afresh.plan(), afresh.ledger()));
        let catalog = |turn: &Turn| {
            let prompt = turn.attempted().unwrap_or(turn.prompt());
            prompt.segments.iter().find(|segment| segment.id == "catalog").cloned().expect("a catalog")
        };
        let old = first.attempted().unwrap_or(&first.requests()[0]);
        let old = old.segments.iter().find(|segment| segment.id == "catalog").expect("a catalog");
        let taken_over = std::sync::Arc::ptr_eq(old, &catalog(&again));
        assert_eq!(taken_over, scene == "private_chat");
    }
}

#[test]
fn u23_where_the_first_prompt_is_over_the_limit_the_answer_says_what_helps() {
    let mut world = World::default();
    for number in 0..80 {
        world.add_skill(&format!("skill-{number}"), &"很长的说明。".repeat(9), "body");
    }
    world.config.limits.max_tokens = 500;
    let mut stage = Stage::new(world);
    stage.on_skill_row("skill:skill-7").keys("<enter>");
    let Some(Notice::Hint(why)) = stage.state.notices.last() else { panic!("{:?}", stage.state.notices) };
    assert!(why.contains("> 500") && why.contains("allowlist") && why.contains("--config"), "{why}");
    let mut world = World::default();
    world.add_skill("long", "Over the limit.", &"很长的规则。\n".repeat(200));
    world.config.limits.max_tokens = 700;
    let mut stage = Stage::new(world);
    stage.on_skill_row("skill:long").keys("<enter><enter>");
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(why)) if why.contains("u takes")));
}
