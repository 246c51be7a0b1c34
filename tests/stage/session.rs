//! A session of the dsh dialect on the Stage: keys in, state out.

use std::sync::Arc;

use skillstage::app::rows::{AskLabel, Changed, HostResult, ReferenceState, SkillRow, SkillState, TurnRow, Way};
use skillstage::app::{Action, CopyItem, Effect, Field, Mode, Msg, Notice, Overlay, Panel, Row};
use skillstage::diag::Code;
use skillstage::dialect::dsh::{CatalogKind, RootState, ToolView};
use skillstage::settings::DialectId;
use skillstage::turn::{Event, Outcome, SkillChangeKind};
use skillstage::workspace::Workspace;

use crate::disk::Disk;
use crate::harness::Stage;
use crate::support::World;

/// A stage on a session.
pub fn session() -> Stage {
    session_of(World::default())
}

pub fn session_of(world: World) -> Stage {
    let mut stage = Stage::new(world);
    stage.keys("H");
    stage
}

fn catalogs(stage: &Stage) -> Vec<CatalogKind> {
    let kinds = stage.turn_rows().into_iter().filter_map(|row| match row {
        TurnRow::Catalog { kind, .. } => Some(kind),
        _ => None,
    });
    kinds.collect()
}

fn skill_changes(stage: &Stage) -> Vec<(String, SkillChangeKind)> {
    let changed = stage.turn_rows().into_iter().filter_map(|row| match row {
        TurnRow::Changed(Changed::Skills(skills)) => Some(skills),
        _ => None,
    });
    changed.flatten().map(|skill| (skill.name, skill.kind)).collect()
}

pub fn state_of(stage: &Stage, wanted: &str) -> SkillState {
    let found = stage.state.rows.skills.iter().find_map(|row| match &row.data {
        SkillRow::Skill { name, state, .. } if name == wanted => Some(state.clone()),
        _ => None,
    });
    found.expect("a row")
}

pub fn prompt_text(stage: &Stage) -> String {
    stage.state.turn.as_ref().expect("a turn").prompt().text()
}

#[test]
fn the_dialect_is_switched_and_each_has_its_own_moves() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter>H");
    assert_eq!(stage.state.settings.dialect.value, DialectId::Dsh);
    assert!(stage.state.moves.is_empty() && stage.state.moves_to_replay().is_empty());
    assert_eq!(catalogs(&stage), [CatalogKind::Initial]);
    assert_eq!(stage.state.rows.prompt_head.as_ref().map(|head| head.limit), Some(None));
    let rows = stage.turn_rows();
    assert!(!rows.iter().any(|row| matches!(row, TurnRow::Budget { .. } | TurnRow::Next(_))), "no limits apply");
    stage.on_skill_row("skill:tone").keys("<enter>HN");
    assert_eq!(stage.state.moves.len(), 1);
    assert_eq!(state_of(&stage, "tone"), SkillState::Loaded);
    assert!(stage.turn_rows().iter().any(|row| matches!(row, TurnRow::Budget { .. })));
}

#[test]
fn enter_calls_the_tool_any_number_of_times_and_references_are_not_for_it() {
    let mut stage = session();
    stage.on_skill_row("skill:tone").keys("<enter><enter><enter>");
    let rows = stage.turn_rows();
    let given = rows.iter().filter(|row| matches!(row, TurnRow::Host { result: HostResult::Given, .. }));
    assert_eq!(given.count(), 3);
    stage.on_skill_row("reference:tone/references/a.md").keys("<enter> ");
    assert_eq!(stage.state.moves.len(), 3);
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(why)) if why.contains("reads no files")));
    let is_served = |row: &Row<SkillRow>| matches!(&row.data, SkillRow::Reference { state, .. } if *state != ReferenceState::NotServed);
    assert!(!stage.state.rows.skills.iter().any(is_served));
}

#[test]
fn a_session_goes_on_with_the_next_message() {
    let mut stage = session();
    stage.keys("rFine.<enter>");
    assert!(stage.turn_rows().contains(&TurnRow::SessionNext { over: true }));
    stage.on_skill_row("skill:tone").keys("<enter>");
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(why)) if why.contains("next message")));
    stage.keys("3<end>");
    while stage.selected(Panel::Turn) != "way:Message" {
        stage.keys("<up>");
    }
    stage.keys("<enter>");
    assert_eq!(stage.state.mode(), Mode::Text(Field::NextMessage));
    stage.keys("And now?<enter>");
    let turn = stage.state.turn.as_ref().expect("a turn");
    assert_eq!((turn.outcome(), turn.requests().len(), stage.state.turn_number), (&Outcome::Pending, 2, 2));
    let rows = stage.turn_rows();
    let replied = rows.iter().position(|row| *row == TurnRow::Replied).expect("the reply stays");
    assert_eq!(rows[replied + 1], TurnRow::ReplyText("Fine.".into()));
    assert!(rows[replied..].contains(&TurnRow::UserText("And now?".into())));
    stage.keys("3").send(Msg::Paste("pasted".into()));
    assert_eq!(stage.state.mode(), Mode::Text(Field::Message), "it waits for the model: that is the first message");
    stage.keys("<esc>uu");
    assert_eq!((stage.state.moves.len(), prompt_text(&stage).contains("Fine.")), (0, false));
}

#[test]
fn d3_d7_a_removed_skill_waits_for_the_next_request_and_the_prefix_survives() {
    let mut stage = session();
    let before = prompt_text(&stage);
    stage.on_skill_row("skill:brief");
    stage.change(Action::RemoveSkill);
    assert_eq!(skill_changes(&stage), [("brief".into(), SkillChangeKind::Removed)]);
    assert!(stage.turn_rows().contains(&TurnRow::Waits));
    assert_eq!(prompt_text(&stage), before, "nothing is sent yet");
    stage.on_skill_row("skill:tone").keys("<enter>");
    assert_eq!(catalogs(&stage), [CatalogKind::Initial, CatalogKind::Replacement]);
    let rows = stage.turn_rows();
    assert!(!rows.contains(&TurnRow::Waits));
    assert!(rows.iter().any(|row| matches!(row, TurnRow::Prefix { survives: true, .. })));
    let changed = rows.iter().position(|row| matches!(row, TurnRow::Changed(_)));
    let asked = rows.iter().position(|row| *row == TurnRow::Ask(AskLabel::Load("tone".into())));
    assert!(changed < asked, "in the order in which it happened");
    stage.keys("uu");
    assert_eq!(prompt_text(&stage), before);
    assert_eq!(state_of(&stage, "brief"), SkillState::Offered, "the skill is back");
}

#[test]
fn d4_a_hidden_tool_breaks_the_prefix_and_dispatches_nothing() {
    let mut stage = session();
    stage.change(Action::HideTool);
    assert_eq!(state_of(&stage, "tone"), SkillState::NoTool);
    stage.on_skill_row("skill:tone").keys("<enter>");
    assert_eq!(catalogs(&stage), [CatalogKind::Initial, CatalogKind::Retired]);
    let rows = stage.turn_rows();
    assert!(rows.iter().any(|row| matches!(row, TurnRow::Host { result: HostResult::Error(_), .. })));
    assert!(rows.iter().any(|row| matches!(row, TurnRow::Prefix { survives: false, .. })));
    assert!(rows.contains(&TurnRow::Changed(Changed::Tool(ToolView::Hidden))));
    stage.keys("c");
    let Some(Overlay::World(menu)) = stage.state.overlays.last() else { panic!("the menu") };
    assert!(
        menu.items.iter().any(|item| item.action == Action::ShowTool)
            && menu.items.iter().all(|item| item.action != Action::HideTool)
    );
}

#[test]
fn d6_an_edited_body_appends_nothing_and_the_next_call_reads_it() {
    let mut stage = session();
    stage.on_skill_row("skill:tone").keys("<enter>");
    stage.change(Action::EditSkill);
    assert_eq!(stage.state.mode(), Mode::Text(Field::EditSkill));
    stage.keys("<ctrl-g>");
    let Some(Effect::EditText { field, text }) = stage.asked.last().cloned() else { panic!("the editor") };
    let edited = text.replace("Body of tone.", "A NEW BODY");
    stage.send(Msg::Edited { field, result: Ok(edited) }).keys("<enter>");
    assert_eq!(skill_changes(&stage), [("tone".into(), SkillChangeKind::BodyOnly)]);
    stage.on_skill_row("skill:tone").keys("<enter>");
    assert_eq!(catalogs(&stage), [CatalogKind::Initial]);
    let prompt = prompt_text(&stage);
    assert!(prompt.contains("A NEW BODY") && prompt.contains("Body of tone."), "the earlier result stays");
    assert!(
        stage
            .state
            .library
            .as_ref()
            .is_some_and(|library| { library.body("tone").is_ok_and(|body| body.text.contains("Body of tone.")) }),
        "nothing is written"
    );
}

#[test]
fn a_skill_that_is_added_is_judged_as_one_on_disk() {
    let mut stage = session();
    stage.change(Action::AddSkill);
    stage.keys("<enter>");
    let Some(Overlay::Input(input)) = stage.state.overlays.last() else { panic!("it stays open") };
    assert!(input.error.as_ref().is_some_and(|error| error.contains("description")), "{:?}", input.error);
    for (name, fault) in [("tone", Some("already")), ("hospital-visit", None)] {
        let text = format!("---\nname: {name}\ndescription: When someone is ill.\n---\nAsk first.\n");
        stage.send(Msg::Edited { field: Field::AddSkill, result: Ok(text) }).keys("<enter>");
        let error = stage.state.overlays.last().and_then(|overlay| match overlay {
            Overlay::Input(input) => input.error.clone(),
            _ => None,
        });
        assert_eq!(
            error.is_some(),
            fault.is_some_and(|fault| error.as_ref().is_some_and(|error| error.contains(fault)))
        );
    }
    assert_eq!(skill_changes(&stage), [("hospital-visit".into(), SkillChangeKind::Added)]);
    stage.on_skill_row("skill:hospital-visit").keys("<enter>");
    assert!(prompt_text(&stage).contains("Ask first."));
    stage.keys("n");
    assert!(stage.state.rows.skills.iter().all(|row| row.data.short_name() != "hospital-visit"), "this session only");
}

#[test]
fn what_is_left_of_an_edit_is_kept_for_its_own_skill() {
    let mut stage = session();
    stage.on_skill_row("skill:tone");
    stage.change(Action::EditSkill);
    stage.keys("BEGUN<esc>");
    let text = |stage: &Stage| match stage.state.overlays.last() {
        Some(Overlay::Input(input)) => input.text.text(),
        _ => String::new(),
    };
    stage.change(Action::EditSkill);
    assert!(text(&stage).contains("BEGUN"));
    stage.keys("<esc>").on_skill_row("skill:brief");
    stage.change(Action::EditSkill);
    assert!(text(&stage).contains("name: brief") && !text(&stage).contains("BEGUN"));
}

#[test]
fn d6_a_file_that_changes_on_disk_is_part_of_the_session_from_there_on() {
    let mut stage = session();
    stage.on_skill_row("skill:brief");
    stage.change(Action::RemoveSkill);
    stage.world.skills.insert("tone".into(), ("Another description.".into(), "new body\n".into()));
    stage.send(Msg::FilesChanged);
    assert_eq!(stage.state.notices.last(), Some(&Notice::Taken(vec!["skills/tone/SKILL.md".into()])));
    assert!(matches!(stage.state.moves.last(), Some(Event::Change(_))));
    stage.on_skill_row("skill:tone").keys("<enter>");
    let prompt = prompt_text(&stage);
    assert!(prompt.contains("Another description.") && prompt.contains("new body"));
    assert!(stage.state.rows.skills.iter().all(|row| row.data.short_name() != "brief"), "what it changed itself stays");
    stage.world.config.enabled = false;
    let moves = stage.state.moves.len();
    stage.send(Msg::FilesChanged);
    assert_eq!(stage.state.moves.len(), moves, "the config is the other host's");
}

#[test]
fn the_same_moves_again_are_made_on_the_files_of_today() {
    let mut stage = session();
    stage.on_skill_row("skill:tone");
    stage.change(Action::EditSkill);
    stage.keys("<ctrl-g>");
    let Some(Effect::EditText { field, text }) = stage.asked.last().cloned() else { panic!("the editor") };
    let edited = text.replace("When to use tone.", "EDITED HERE");
    stage.send(Msg::Edited { field, result: Ok(edited) }).keys("<enter>").on_skill_row("skill:tone").keys("<enter>");
    stage.world.skills.insert("tone".into(), ("Then.".into(), "BODY OF THEN\n".into()));
    stage.world.skills.remove("brief");
    stage.send(Msg::FilesChanged);
    stage.world.skills.insert("tone".into(), ("Today.".into(), "BODY OF TODAY\n".into()));
    stage.send(Msg::FilesChanged).keys("N");
    let turn = stage.state.turn.as_ref().expect("a turn");
    let names: Vec<&str> = turn.setup().library.snapshot.skills.iter().map(|skill| skill.name.as_str()).collect();
    assert!(!names.contains(&"brief"), "{names:?}: it is gone from the start");
    assert_eq!(skill_changes(&stage), [("tone".into(), SkillChangeKind::Described)], "the change itself, once");
    let prompt = prompt_text(&stage);
    assert!(prompt.contains("BODY OF TODAY") && prompt.contains("EDITED HERE"), "{prompt}");
    assert!(!prompt.contains("BODY OF THEN") && !prompt.contains("Body of tone."), "no file of that time comes back");
    stage.keys("u");
    assert!(prompt_text(&stage).contains("Today."), "taking back goes on from today's files");
}

#[test]
fn d3_a_provider_can_be_made_to_fail_and_to_answer_again() {
    let mut stage = session();
    stage.change(Action::MakeFailing);
    stage.on_skill_row("skill:tone").keys("<enter>");
    let failing = RootState::failing("filesystem");
    assert!(stage.turn_rows().contains(&TurnRow::Changed(Changed::Provider("filesystem".into(), failing))));
    let answered = stage.turn_rows().into_iter().find_map(|row| match row {
        TurnRow::Host { result, .. } => Some(result),
        _ => None,
    });
    assert_eq!(answered, Some(HostResult::Error(Code::ProviderFault)));
    assert!(command(&mut stage).is_some_and(|line| line.ends_with("--dialect dsh --change fail --load tone")));
    stage.change(Action::MakeComplete);
    stage.on_skill_row("skill:tone").keys("<enter>");
    assert_eq!(state_of(&stage, "tone"), SkillState::Loaded);
}

#[test]
fn d3_a_catalog_message_shows_the_start_of_its_digest() {
    let mut stage = session();
    stage.on_skill_row("skill:brief");
    stage.change(Action::RemoveSkill);
    stage.on_skill_row("skill:tone").keys("<enter>");
    let digests: Vec<String> = stage
        .turn_rows()
        .into_iter()
        .filter_map(|row| match row {
            TurnRow::Digest(digest) => Some(digest),
            _ => None,
        })
        .collect();
    let turn = stage.state.turn.as_ref().expect("a turn");
    let catalogs = &turn.ledger().catalogs;
    let recorded =
        [catalogs.baseline(), catalogs.known()].map(|digest| digest.expect("it is recorded")[..16].to_owned());
    assert_eq!(digests, recorded);
    assert_ne!(digests[0], digests[1]);
}

#[test]
fn rows_of_a_session_show_their_texts() {
    let mut stage = session();
    stage.on_skill_row("skill:brief");
    stage.change(Action::RemoveSkill);
    stage.keys("rFine.<enter>eAnd now?<enter>");
    for (row, wanted, request) in [
        ("schema:1", "\"name\"", 0),
        ("catalog:1", "- `brief`", 0),
        ("reply:1", "Fine.", 0),
        ("message:2", "And now?", 1),
        ("catalog:2", "- `tone`", 1),
    ] {
        stage.keys("3<home>");
        while stage.selected(Panel::Turn) != row {
            let before = stage.state.list(Panel::Turn).index;
            stage.keys("<down>");
            assert_ne!(stage.state.list(Panel::Turn).index, before, "there is a row {row}");
        }
        let text = stage.state.rows.text.as_ref().map(|document| document.raw.to_string()).unwrap_or_default();
        assert!(text.contains(wanted) && stage.state.request == request, "{row}: {text}");
    }
}

/// The command line that the copy menu offers.
fn command(stage: &mut Stage) -> Option<String> {
    stage.keys("y");
    let Some(Overlay::Copy(menu)) = stage.state.overlays.last() else { panic!("the menu") };
    let found = menu.items.iter().find(|(item, _)| *item == CopyItem::Command).map(|(_, text)| text.to_string());
    stage.keys("<esc>");
    found
}

#[test]
fn the_command_line_gives_the_session_where_flags_can() {
    let mut stage = session();
    stage.on_skill_row("skill:brief");
    stage.change(Action::RemoveSkill);
    stage.on_skill_row("skill:tone").keys("<enter>rFine.<enter>eAnd now?<enter>");
    let line = command(&mut stage).expect("a command line");
    assert!(line.ends_with("--dialect dsh --without brief --load tone --respond - --then 'And now?'"), "{line}");
    stage.keys("3<home>");
    assert!(!command(&mut stage).expect("one of the first request").contains("--load"));
    stage.change(Action::AddSkill);
    stage
        .keys("<ctrl-g>")
        .send(Msg::Edited { field: Field::AddSkill, result: Ok("---\nname: new\ndescription: New.\n---\nx\n".into()) });
    stage.keys("<enter>3<end>");
    assert_eq!(command(&mut stage), None, "no flag adds a skill");
}

#[test]
fn the_command_line_of_a_walk_names_its_session() {
    let mut stage = walking(STEPS);
    stage.keys("ppp");
    assert!(command(&mut stage).is_some_and(|line| line.contains(" --scenario scenarios/dsh-session.yml --until 2")));
    stage.on_skill_row("skill:safety").keys("<enter>");
    let line = command(&mut stage).expect("a command line");
    assert!(line.contains(" --until 2 ") && line.ends_with(" --load safety"), "{line}");
    assert!(!line.contains("--message"));
}

/// A stage whose workspace has a prepared session of these steps.
pub fn walking(steps: &str) -> Stage {
    let disk = Disk::new();
    let head = "version: 1\ndialect: dsh\nscene: group_chat\nprompts: [{id: own, text: Own prompt.}]\nsteps:\n";
    disk.write("scenarios/dsh-session.yml", format!("{head}{steps}"));
    let workspace: Workspace = disk.open();
    let mut stage = Stage::new(World::default());
    stage.prepared = skillstage::scenario::prepared_session(&workspace).map(|session| session.map(Arc::new));
    stage.send(Msg::FilesChanged).keys("H");
    stage
}

/// The steps of a short session.
pub const STEPS: &str = "
  - {user: Hello, say: Opens.}
  - {load: tone, say: Loads.}
  - {change: {remove: brief}, say: Removes.}
  - {model: Done., say: Replies.}
  - {user: Again, say: Goes on.}
";

#[test]
fn s1_a_prepared_session_is_walked_step_by_step() {
    let mut stage = walking(STEPS);
    let place = |stage: &Stage| {
        let walk = stage.state.walk.as_ref().expect("a walk");
        (walk.place().0, walk.say().unwrap_or_default().to_owned())
    };
    stage.keys("p");
    assert_eq!(place(&stage), (0, "Opens.".into()));
    assert_eq!((stage.state.message.text.as_str(), stage.state.scene.as_str()), ("Hello", "group_chat"));
    assert!(prompt_text(&stage).contains("Own prompt."));
    stage.keys("p<right><space>");
    assert_eq!(place(&stage), (3, "Replies.".into()));
    assert!(stage.turn_rows().contains(&TurnRow::Way(Way::Step)));
    stage.keys("<left>");
    assert_eq!(place(&stage), (2, "Removes.".into()), "the step before");
    stage.keys("pp");
    assert_eq!(catalogs(&stage), [CatalogKind::Initial, CatalogKind::Replacement]);
    assert!(!stage.turn_rows().contains(&TurnRow::Way(Way::Step)), "it is over");
    let text = prompt_text(&stage);
    stage.keys("E");
    assert_eq!(prompt_text(&stage), text, "counted anew it is the same session");
    stage.keys("<esc><esc>");
    assert!(stage.state.walk.is_none() && stage.state.has_step(), "Esc leaves it");
    assert!(
        stage.state.message.text != "Again" && !prompt_text(&stage).contains("Own prompt."),
        "what was before is back"
    );
}

#[test]
fn s1_the_person_takes_over_in_the_middle_and_returns_to_the_step() {
    let mut stage = walking(STEPS);
    stage.keys("pp");
    let at_step = prompt_text(&stage);
    stage.on_skill_row("skill:brief").keys("<enter>");
    assert!(stage.state.is_taken_over() && prompt_text(&stage) != at_step);
    stage.keys("<right>");
    assert_eq!((stage.state.is_taken_over(), prompt_text(&stage)), (false, at_step.clone()), "back at the step");
    stage.keys("u");
    assert!(stage.state.is_taken_over(), "a step of its own taken back");
    stage.keys("<left>");
    assert_eq!(prompt_text(&stage), at_step);
}

#[test]
fn a_digit_plays_on_by_itself_until_a_key_or_the_end() {
    let mut stage = walking(STEPS);
    stage.keys("p3");
    let woken = |stage: &Stage| match stage.asked.last() {
        Some(Effect::Wake { id, milliseconds }) => (*id, *milliseconds),
        other => panic!("{other:?}"),
    };
    let (id, milliseconds) = woken(&stage);
    assert_eq!(milliseconds, 2_000);
    stage.send(Msg::Woke(id));
    assert_eq!(stage.state.walk.as_ref().unwrap().place(), (1, 4));
    let (id, _) = woken(&stage);
    stage.keys("<down>").send(Msg::Woke(id));
    assert_eq!(stage.state.walk.as_ref().unwrap().place(), (1, 4), "a key stopped it");
    stage.keys("9");
    while let (id, _) = woken(&stage)
        && !stage.state.walk.as_ref().unwrap().is_over()
    {
        stage.send(Msg::Woke(id));
    }
    let asked = stage.asked.len();
    let (id, _) = woken(&stage);
    stage.send(Msg::Woke(id));
    assert_eq!(stage.asked.len(), asked, "at the end it asks no more");
}

#[test]
fn a_key_that_the_host_has_no_use_for_says_so() {
    let hinted = |stage: &Stage| matches!(stage.state.notices.last(), Some(Notice::Hint(_)));
    let mut stage = Stage::new(World::default());
    for key in ["c", "p"] {
        assert!(hinted(stage.keys(key)), "{key} in a turn");
    }
    stage.keys("H");
    for key in ["b", "d", "p"] {
        assert!(hinted(stage.keys(key)), "{key} in a session");
    }
    assert!(stage.state.overlays.is_empty() && stage.state.moves.is_empty());
}

#[test]
fn a_fault_in_the_prepared_session_is_told_when_it_is_asked_for() {
    let mut stage = walking("  - {load: tone, say: 7}\n  - {}\n");
    assert!(stage.state.notices.iter().all(|notice| !matches!(notice, Notice::Fault(_))));
    stage.keys("p");
    assert!(matches!(stage.state.notices.last(), Some(Notice::Fault(_))));
    let mut stage = session();
    stage.keys("p");
    assert!(stage.state.walk.is_none());
}
