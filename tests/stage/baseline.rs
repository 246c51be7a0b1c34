//! Comparing (`=`): keys in, state out.

use std::sync::Arc;

use skillstage::app::rows::{PromptRow, Since};
use skillstage::app::{CopyItem, Effect, Field, Mode, Msg, Notice, Overlay, Panel};
use skillstage::diag::{Code, Diagnostic};
use skillstage::workspace::Where;

use crate::harness::Stage;
use crate::support::World;

const CONFIG: &str = "enabled: true\nallowlist: [brief, tone]\nscenes:\n  private_chat: [tone]\n  help: [brief]\n";

fn stage() -> Stage {
    let mut stage = Stage::new(World::default());
    stage.write_config(CONFIG).keys("n");
    stage
}

/// The change of the total, and the sum of those of the rows.
fn changes(stage: &Stage) -> (Option<i64>, i64) {
    let mut total = None;
    let mut sum = 0;
    for row in &stage.state.rows.prompt {
        match &row.data {
            PromptRow::Segment { row, nested: false, .. } | PromptRow::Group { row, .. } => {
                sum += row.change.unwrap_or(0)
            }
            PromptRow::Removed { change, .. } => sum += change,
            PromptRow::Total { change, .. } => total = *change,
            _ => {}
        }
    }
    (total, sum)
}

fn since(stage: &Stage) -> Option<Since> {
    stage.state.rows.prompt_head.as_ref().and_then(|head| head.since.clone())
}

#[test]
fn t2_what_is_pinned_stands_behind_every_number_and_the_rows_sum_to_the_total() {
    let mut stage = stage();
    assert_eq!((since(&stage), changes(&stage)), (None, (None, 0)));
    stage.keys("=");
    assert!(matches!(since(&stage), Some(Since::Pinned(label)) if label.contains("private_chat")));
    assert_eq!(changes(&stage), (Some(0), 0));
    let before = stage.state.shown_prompt().unwrap().tokens();
    // Another scene, and a what-if: both are told against what is pinned.
    stage.keys("1<down><down><enter>");
    assert_eq!(stage.state.scene.as_str(), "help");
    let now = stage.state.shown_prompt().unwrap().tokens();
    let wanted = now as i64 - before as i64;
    assert_eq!(changes(&stage), (Some(wanted), wanted));
    stage.keys("w").keys("<down><down><down><down><down><down> ");
    assert!(stage.state.is_asked_by(&Where::Scene("help".into()), "brief"));
    let (total, sum) = changes(&stage);
    assert_eq!(total, Some(sum));
    assert_ne!(sum, wanted);
    stage.keys("x=");
    assert_eq!((since(&stage), stage.state.baseline.is_none()), (None, true));
}

#[test]
fn enter_shows_what_changed_with_its_words_marked() {
    let mut stage = stage();
    stage.keys("=1<down><down><enter>4");
    let key = stage.state.rows.prompt.iter().find_map(|row| {
        row.key.as_ref().filter(|key| key.0.starts_with("segment:body:brief")).map(|key| key.0.clone())
    });
    let key = key.expect("brief is bound in help");
    stage.keys("<home>");
    while stage.selected(Panel::Prompt) != key {
        stage.keys("<down>");
    }
    stage.keys("<enter>");
    let Some(Overlay::FullText(full)) = stage.state.overlays.last() else { panic!("{:?}", stage.state.overlays) };
    assert!(full.document.text.contains("+ Body of brief."), "{}", full.document.text);
}

#[test]
fn a_sentence_for_a_pull_request_is_copied_with_its_command() {
    let mut stage = stage();
    stage.keys("y");
    let has = |stage: &Stage| match stage.state.overlays.last() {
        Some(Overlay::Copy(menu)) => menu.items.iter().find(|(item, _)| *item == CopyItem::Comparison).cloned(),
        other => panic!("{other:?}"),
    };
    assert_eq!(has(&stage), None, "nothing is pinned");
    stage.keys("<esc>=1<down><down><enter>y");
    let (_, text) = has(&stage).expect("the comparison");
    assert!(text.starts_with("this change ") && text.contains("help (counted by heuristic)"), "{text}");
    assert!(text.ends_with("`skillstage /srv/bot compare private_chat help`"), "{text}");
}

#[test]
fn a_revision_is_read_off_the_loop_and_a_late_or_failed_one_pins_nothing() {
    let mut stage = stage();
    stage.keys(":revision<enter>");
    assert_eq!(stage.state.mode(), Mode::Text(Field::Revision));
    stage.keys("~1<enter>");
    let Some(Effect::ReadRevision { id, job }) = stage.asked.pop() else { panic!("{:?}", stage.asked) };
    assert_eq!(job.revision, "HEAD~1");
    let prompt = stage.state.shown_prompt().unwrap().clone();
    let fault = Diagnostic::error(Code::GitFailed, "git knows no revision");
    stage.send(Msg::RevisionRead { id, revision: "HEAD~1".into(), result: Err(fault) });
    assert!(stage.state.baseline.is_none());
    assert!(matches!(stage.state.notices.last(), Some(Notice::Fault(fault)) if fault.code == Code::GitFailed));
    stage.send(Msg::RevisionRead { id, revision: "HEAD~1".into(), result: Ok(prompt.clone()) });
    assert!(stage.state.baseline.is_none(), "nobody asks for it any more");

    stage.keys(":revision<enter><enter>");
    let Some(Effect::ReadRevision { id, job }) = stage.asked.pop() else { panic!("{:?}", stage.asked) };
    stage.send(Msg::RevisionRead { id, revision: job.revision.clone(), result: Ok(prompt) });
    assert_eq!(since(&stage), Some(Since::Pinned("revision HEAD".into())));
    let text = stage.state.comparison_text().unwrap();
    assert!(text.ends_with("`skillstage /srv/bot compare --rev HEAD --scene private_chat`"), "{text}");
    assert!(Arc::strong_count(&job) >= 1);
}
