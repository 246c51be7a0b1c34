//! TEXT: inputs, filters, the palette, pastes.

use std::sync::Arc;

use skillstage::app::rows::{TurnRow, Way};
use skillstage::app::{Effect, Field, Key, Mode, Msg, Notice, Overlay, Panel, TextBox};
use skillstage::diag::{Code, Diagnostic};
use skillstage::settings::Settings;

use crate::harness::Stage;
use crate::support::World;

#[test]
fn in_text_every_printable_key_is_text() {
    let mut stage = Stage::new(World::default());
    stage.keys("iq?1nu：:<ctrl-j>中文");
    assert_eq!(stage.state.mode(), Mode::Text(Field::Response));
    let Some(Overlay::Input(input)) = stage.state.overlays.last() else { panic!("an input") };
    assert_eq!(input.text.text(), "q?1nu：:\n中文");
}

#[test]
fn esc_and_tab_leave_and_keep_the_text() {
    for leave in ["<esc>", "<tab>"] {
        let mut stage = Stage::new(World::default());
        stage.keys("rabc").keys(leave);
        assert_eq!(stage.state.mode(), Mode::Command);
        assert!(stage.state.moves.is_empty());
        stage.keys("r");
        let Some(Overlay::Input(input)) = stage.state.overlays.last() else { panic!("an input") };
        assert_eq!(input.text.text(), "abc");
    }
}

#[test]
fn a_paste_in_command_opens_the_message_box_and_runs_nothing() {
    let mut stage = Stage::new(World::default());
    stage.send(Msg::Paste("q\r\nn".into()));
    assert!(!stage.state.quit);
    assert_eq!(stage.state.mode(), Mode::Text(Field::Message));
    let Some(Overlay::Input(input)) = stage.state.overlays.last() else { panic!("an input") };
    assert!(input.text.text().ends_with("q\nn"));
}

#[test]
fn deletion_takes_a_whole_grapheme() {
    let mut text = TextBox::new("a👩\u{200d}👩\u{200d}👧e\u{301}中", true);
    let backspace = Key::parse("backspace").expect("a key");
    for left in ["a👩\u{200d}👩\u{200d}👧e\u{301}", "a👩\u{200d}👩\u{200d}👧", "a", ""] {
        text.key(backspace);
        assert_eq!(text.text(), left);
    }
    let mut text = TextBox::new("👩\u{200d}👩\u{200d}👧b", true);
    text.line_start();
    text.key(Key::parse("right").expect("a key"));
    text.key(Key::parse("delete").expect("a key"));
    assert_eq!(text.text(), "👩\u{200d}👩\u{200d}👧");
    text.undo();
    assert_eq!(text.text(), "👩\u{200d}👩\u{200d}👧b", "undo");
}

#[test]
fn lines_join_and_a_single_line_takes_no_newline() {
    let mut text = TextBox::new("one\ntwo", true);
    text.line_start();
    text.key(Key::parse("backspace").expect("a key"));
    assert_eq!(text.text(), "onetwo");
    let mut text = TextBox::new("", false);
    text.insert("a\r\nb\rc");
    text.newline();
    assert_eq!(text.text(), "a b c");
}

#[test]
fn a_new_message_starts_a_new_turn_with_it() {
    let mut stage = Stage::new(World::default());
    stage.keys("e 你好<enter>");
    let turn = stage.state.turn.as_ref().expect("a turn");
    assert_eq!(turn.setup().message.text, "今天好累，想早点睡。 你好");
    assert_eq!(stage.state.turn_number, 2);
    stage.keys("t<backspace><backspace><backspace><backspace><backspace><enter>");
    assert_eq!(stage.state.message.time, None);
    stage.keys("g<backspace>x<enter>");
    let Some(Overlay::Input(input)) = stage.state.overlays.last() else { panic!("the input stays") };
    assert!(input.error.is_some());
    stage.keys("<backspace>3<enter>");
    assert_eq!(stage.state.message.images, 3);
    assert_eq!(stage.state.rows.prompt_head.as_ref().map(|head| head.images), Some(3), "U26");
}

#[test]
fn f1_shows_the_keys_above_an_input_and_esc_leads_back() {
    let mut stage = Stage::new(World::default());
    stage.keys("rab?<f1>");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Help { .. })));
    stage.keys("<esc>c");
    let Some(Overlay::Input(input)) = stage.state.overlays.last() else { panic!("an input") };
    assert_eq!(input.text.text(), "ab?c");
}

#[test]
fn a_filter_hides_rows_and_esc_brings_them_back() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("/to");
    assert_eq!(stage.state.mode(), Mode::Text(Field::Filter(Panel::Skills)));
    assert_eq!(stage.state.rows.skills.len(), 1);
    stage.keys("<enter>");
    assert_eq!(stage.state.mode(), Mode::Command);
    assert_eq!((stage.state.rows.skills.len(), stage.selected(Panel::Skills)), (1, "skill:tone"));
    stage.keys("<esc>");
    assert_eq!((stage.state.rows.skills.len(), stage.selected(Panel::Skills)), (3, "skill:tone"));
}

#[test]
fn the_palette_finds_an_action_by_its_letters_and_does_it() {
    let mut stage = Stage::new(World::default());
    stage.keys("：newtu");
    let Some(Overlay::Palette(palette)) = stage.state.overlays.last() else { panic!("the palette") };
    assert_eq!(palette.matches.first().map(|item| item.label), Some("new turn"));
    stage.keys("<enter>");
    assert_eq!((stage.state.turn_number, stage.state.overlays.len()), (2, 0));
}

#[test]
fn the_preview_shows_the_errors_that_would_go_back() {
    let mut stage = Stage::new(World::default());
    stage.keys("i");
    stage.send(Msg::Paste(crate::support::read("tone", "references/a.md")));
    let Some(Overlay::Input(input)) = stage.state.overlays.last() else { panic!("an input") };
    let preview = input.preview.as_ref().expect("a preview");
    assert_eq!(preview.asks.first().and_then(|ask| ask.error).map(|code| code.as_str()), Some("body-not-loaded"));
    assert_eq!(preview.asks[0].message.as_deref(), Some("load `tone` before its references"));
    assert!(preview.next_tokens.is_some());
    assert!(stage.state.moves.is_empty(), "a preview plays nothing");
}

#[test]
fn ctrl_g_hands_the_text_to_the_editor_and_takes_it_back() {
    let mut stage = Stage::new(World::default());
    stage.keys("rabc<ctrl-g>");
    assert!(matches!(stage.asked.last(), Some(Effect::EditText { field: Field::Reply, text }) if text == "abc"));
    stage.send(Msg::Edited { field: Field::Reply, result: Ok("from the editor\n".into()) }).keys("<enter>");
    assert_eq!(stage.state.turn.as_ref().and_then(|turn| turn.reply()), Some("from the editor"));
}

#[test]
fn y_copies_or_saves_to_a_file() {
    let mut stage = Stage::new(World::default());
    let prompt = stage.state.turn.as_ref().map(|turn| turn.prompt().text()).unwrap_or_default();
    stage.keys("y<enter>");
    assert!(matches!(stage.asked.last(), Some(Effect::Copy { text }) if **text == *prompt));
    stage.send(Msg::Copied(Ok(())));
    assert!(matches!(stage.state.notices.last(), Some(Notice::Done(_))));
    stage.keys("y<down><down>oout.txt<enter>");
    let Some(Effect::SaveFile { path, text }) = stage.asked.last() else { panic!("a save") };
    assert!(path.ends_with("out.txt") && text.starts_with("skillstage prompt "));
}

#[test]
fn the_full_screen_text_is_searched() {
    let mut stage = Stage::new(World::default());
    stage.world.skills.insert("tone".into(), ("T.".into(), (1..200).map(|n| format!("line {n}\n")).collect()));
    stage.send(Msg::FilesChanged).keys("n").on_skill_row("skill:tone").keys("f/line 15<enter>");
    let Some(Overlay::FullText(full)) = stage.state.overlays.last() else { panic!("the text") };
    assert_eq!((full.matches.len(), full.matches.first()), (11, Some(&14)));
    stage.keys("n");
    let Some(Overlay::FullText(full)) = stage.state.overlays.last() else { panic!("the text") };
    assert_eq!(full.current, 1);
    assert!(full.offset <= 149 && 149 < full.offset + 34, "the match is on the screen");
}

#[test]
fn read_only_offers_nothing_that_writes() {
    let mut stage = Stage::with(World::default(), Default::default(), (120, 36), true);
    stage.on_skill_row("skill:tone").keys("o");
    stage.keys("yo");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Copy(_))));
    assert!(stage.asked.is_empty());
}

/// The text of the open input.
fn written(stage: &Stage) -> String {
    match stage.state.overlays.last() {
        Some(Overlay::Input(input)) => input.text.text(),
        other => panic!("an input, not {other:?}"),
    }
}

#[test]
fn lines_are_edited_as_a_shell_edits_them() {
    let mut stage = Stage::new(World::default());
    stage.keys("rone two<ctrl-j>three four");
    assert_eq!(written(stage.keys("<ctrl-a>x<ctrl-e>y")), "one two\nxthree foury");
    assert_eq!(written(stage.keys("<left><ctrl-u>")), "one two\ny");
    assert_eq!(written(stage.keys("<ctrl-u>")), "one two\ny", "at its start there is nothing to delete");
    assert_eq!(written(stage.keys("<ctrl-y>")), "one two\nxthree foury", "undo has a key of its own");
}

#[test]
fn a_text_begun_is_marked_at_its_way_and_belongs_to_its_turn() {
    let mut stage = Stage::new(World::default());
    let begun = |stage: &Stage| -> Vec<TurnRow> {
        stage.turn_rows().into_iter().filter(|row| matches!(row, TurnRow::Begun(_))).collect()
    };
    stage.keys("rsome words<esc>");
    assert_eq!(begun(&stage), [TurnRow::Begun(Way::Reply)]);
    assert_eq!(written(stage.keys("r")), "some words");
    stage.keys("<esc>iother<esc>");
    assert_eq!(begun(&stage), [TurnRow::Begun(Way::Type), TurnRow::Begun(Way::Reply)]);
    stage.keys("n");
    assert_eq!(begun(&stage), []);
    assert_eq!(written(stage.keys("r")), "", "a new turn starts without it");
    stage.keys("<esc>q");
    assert!(stage.state.quit, "nothing is left that could be lost");
}

#[test]
fn what_is_saved_ends_with_a_line_end() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("y<down><down>ocommand.sh<enter>");
    let saved = stage.asked.iter().find_map(|effect| match effect {
        Effect::SaveFile { text, .. } => Some(text.clone()),
        _ => None,
    });
    let saved = saved.expect("a file");
    assert!(saved.starts_with("skillstage prompt") && saved.ends_with('\n') && !saved.ends_with("\n\n"), "{saved}");
}

#[test]
fn read_only_advises_nothing_it_refuses_and_says_why() {
    for read_only in [false, true] {
        let mut stage = Stage::with(World::default(), Settings::default(), (120, 36), read_only);
        stage.send(Msg::Copied(Ok(())));
        let told = |stage: &Stage| match stage.state.notices.last() {
            Some(Notice::Done(text) | Notice::Hint(text) | Notice::Error(text)) => text.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(told(&stage).contains("file"), !read_only);
        stage.send(Msg::Copied(Err("no terminal".into())));
        assert_eq!(told(&stage).contains("saves it"), !read_only);
        if read_only {
            assert!(told(stage.keys("yo")).starts_with("Read-only"));
            assert!(told(stage.keys("<esc>o")).starts_with("Read-only"));
        }
    }
}

#[test]
fn s3_s_shows_what_it_writes_and_asks_before_it_replaces() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<enter>");
    stage.keys("s");
    let Some(Effect::Record { scenario, ground }) = stage.asked.pop() else { panic!("a recording") };
    assert_eq!((scenario.file.as_str(), scenario.steps.len()), ("scenarios/private_chat-0930.yml", 1));
    let text: Arc<str> = skillstage::scenario::record(*scenario, ground).unwrap().into();
    stage.send(Msg::Recorded(Ok(text.clone())));
    assert!(
        matches!(stage.state.overlays.last(), Some(Overlay::Input(input)) if input.saves.as_ref() == Some(&text)),
        "it is shown before it is written"
    );
    stage.keys("<enter>");
    let Some(Effect::SaveScenario { path, over: None, .. }) = stage.asked.pop() else { panic!("a save") };
    assert_eq!(path.to_str(), Some("scenarios/private_chat-0930.yml"));
    stage.send(Msg::SaveExists { path: path.clone(), text: text.clone(), old: "mine\n".into() });
    stage.keys("<esc>");
    assert!(stage.asked.is_empty(), "Esc writes nothing");
    stage.send(Msg::SaveExists { path, text, old: "mine\n".into() }).keys("<enter>");
    assert!(matches!(stage.asked.pop(), Some(Effect::SaveScenario { over: Some(old), .. }) if &*old == "mine\n"));
    stage.send(Msg::Recorded(Err(vec![Diagnostic::error(Code::CredentialFound, "the message holds a key")])));
    assert!(matches!(stage.state.notices.last(), Some(Notice::Fault(fault)) if fault.code == Code::CredentialFound));
}
