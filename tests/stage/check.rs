//! The Check screen (F5): keys in, state out.

use std::sync::Arc;

use skillstage::app::{Action, Effect, Mending, Mode, Msg, Notice, Overlay, Question, Screen};
use skillstage::check::Checked;
use skillstage::diag::{Code, Diagnostic, Severity};
use skillstage::settings::Settings;

use crate::findings::{FILE, LINE, findings};
use crate::harness::Stage;
use crate::support::World;

fn stage(read_only: bool) -> Stage {
    let mut stage = Stage::with(World::default(), Settings::default(), (120, 36), read_only);
    stage.checked = findings();
    stage.send(Msg::FilesChanged).keys("<f5>");
    stage
}

fn mending() -> Mending {
    let before = format!("---\nname: late\n{LINE}\n---\n");
    let after = before.replace("Use when: it is late", "\"Use when: it is late\"");
    Mending { file: FILE.into(), titles: vec!["quote the value".into()], before: before.into(), after: after.into() }
}

#[test]
fn f5_lists_what_was_found_and_the_keys_walk_it() {
    let mut stage = stage(false);
    assert_eq!((stage.state.screen, stage.state.check.counts()), (Screen::Check, (1, 1)));
    assert_eq!(stage.state.check.selected, 0);
    stage.keys("j");
    assert_eq!(stage.state.check.selected, 1);
    stage.keys("<down><enter>");
    assert_eq!((stage.state.check.selected, stage.state.check.in_finding), (1, true), "the last one");
    stage.keys("<esc>");
    assert!(!stage.state.check.in_finding && stage.state.screen == Screen::Check, "one layer");
    stage.keys("<esc>");
    assert_eq!(stage.state.screen, Screen::Stage);
}

#[test]
fn the_findings_are_filtered_as_one_types_and_the_keys_walk_what_is_left() {
    let mut stage = stage(false);
    stage.keys("/");
    assert_eq!(stage.state.mode(), Mode::Text(skillstage::app::Field::FilterFindings));
    let warning = stage.state.check.findings().iter().position(|one| one.diagnostic.severity == Severity::Warning);
    stage.keys("WARNING");
    assert_eq!(stage.state.check.shown(), Vec::from_iter(warning));
    assert_eq!(Some(stage.state.check.selected), warning, "the selection goes to what is left");
    stage.keys("<enter>kk");
    assert_eq!((stage.state.mode(), Some(stage.state.check.selected)), (Mode::Command, warning));
    stage.keys("/q<esc>");
    assert!(stage.state.check.shown().is_empty() && stage.state.check.finding().is_none());
    stage.keys("f");
    assert!(stage.asked.is_empty(), "no fix of what is not shown");
    stage.keys(&format!("/{}<enter><f2>", "<backspace>".repeat(8)));
    assert_eq!((stage.state.screen, stage.state.mode()), (Screen::Stage, Mode::Command));
    assert_eq!(stage.state.check.shown().len(), stage.state.check.findings().len());
}

#[test]
fn a_fix_is_shown_before_it_is_written_and_the_files_are_read_again() {
    let mut stage = stage(false);
    stage.keys("f");
    assert!(
        matches!(stage.asked.pop(), Some(Effect::PrepareFix { finding }) if finding.diagnostic.code == Code::YamlInvalid)
    );
    stage.send(Msg::FixPrepared(Ok(mending())));
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Confirm(Question::Fix { .. }))));
    stage.keys("<esc>");
    assert!(stage.asked.is_empty(), "nothing is written unasked");

    stage.keys("f").send(Msg::FixPrepared(Ok(mending()))).keys("<enter>");
    assert!(matches!(stage.asked.pop(), Some(Effect::WriteFix(written)) if *written == mending()));
    stage.checked = Arc::new(Checked { skills: 2, ..Checked::default() });
    stage.send(Msg::FixWritten(Ok(FILE.into())));
    assert_eq!(stage.state.check.counts(), (0, 0), "it was checked again");
    assert!(stage.state.notices.iter().any(|notice| matches!(notice, Notice::Done(text) if text.contains(FILE))));
}

#[test]
fn a_finding_without_a_fix_says_so_and_a_file_that_changed_is_not_written() {
    let mut stage = stage(false);
    stage.keys("<down>f");
    assert!(stage.asked.is_empty());
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(_))));
    let same = Mending { after: mending().before, ..mending() };
    stage.send(Msg::FixPrepared(Ok(same)));
    assert!(stage.state.overlays.is_empty());
    let Some(Notice::Hint(words)) = stage.state.notices.last() else { panic!("a hint") };
    assert!(words.contains("checked again"));
    stage.send(Msg::FixWritten(Err(Diagnostic::error(Code::FileChanged, "changed"))));
    assert!(matches!(stage.state.notices.last(), Some(Notice::Fault(fault)) if fault.code == Code::FileChanged));
}

#[test]
fn a_fix_that_became_stale_is_checked_again() {
    let mut stage = stage(false);
    stage.checked = Arc::new(Checked { skills: 2, ..Checked::default() });
    stage.send(Msg::FixPrepared(Ok(Mending { after: mending().before, ..mending() })));
    assert_eq!(stage.state.check.counts(), (0, 0));
}

#[test]
fn a_fix_that_comes_late_asks_nothing_elsewhere() {
    let mut stage = stage(false);
    stage.keys("f<f2>").send(Msg::FixPrepared(Ok(mending())));
    assert!(stage.state.overlays.is_empty());
}

#[test]
fn the_way_back_from_the_end_of_a_finding_is_short() {
    let mut stage = stage(false);
    stage.keys("<enter><end>");
    assert!((1..100).contains(&stage.state.check.offset), "{}", stage.state.check.offset);
}

/// A filter that was being typed on the Stage does not take the keys of another screen.
#[test]
fn another_screen_closes_a_filter_that_was_being_typed() {
    for screen in ["<f3>", "<f5>"] {
        let mut stage = stage(false);
        stage.keys("<f2>/<f1>").keys(screen);
        assert_eq!(stage.state.mode(), Mode::Command, "{screen}");
    }
}

#[test]
fn the_editor_opens_at_the_place() {
    let mut stage = stage(false);
    stage.keys("e");
    assert!(matches!(stage.asked.pop(), Some(Effect::OpenEditor { file, line: 3 }) if file == FILE));
}

#[test]
fn read_only_offers_neither_fix_nor_editor() {
    let mut stage = stage(true);
    stage.keys("fe");
    assert!(stage.asked.is_empty());
    assert!(!stage.state.is_available(Action::Fix) && !stage.state.is_available(Action::EditFinding));
}

#[test]
fn the_selection_stays_on_its_finding_over_a_new_check() {
    let mut stage = stage(false);
    stage.keys("<down>");
    let mut fewer = Checked { skills: 2, ..Checked::default() };
    fewer.findings = findings().findings[1..].to_vec();
    stage.checked = Arc::new(fewer);
    stage.send(Msg::FilesChanged);
    assert_eq!(stage.state.check.finding().map(|one| one.diagnostic.code), Some(Code::BudgetNever));
}
