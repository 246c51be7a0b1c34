//! Edits on disk while the Stage is open.

use skillstage::app::rows::SkillRow;
use skillstage::app::{Msg, Notice, Panel};
use skillstage::diag::{Code, Diagnostic};

use crate::harness::Stage;
use crate::support::World;

#[test]
fn u15_a_turn_keeps_its_content_and_n_uses_the_new_one() {
    let mut stage = Stage::new(World::default());
    let body = |stage: &Stage| stage.keys_text();
    stage.world.skills.insert("tone".into(), ("Changed.".into(), "new body\n".into()));
    stage.send(Msg::FilesChanged);
    assert!(stage.state.has_newer_library());
    assert_eq!(stage.state.notices.last(), Some(&Notice::Changed(vec!["skills/tone/SKILL.md".into()])));
    assert!(!body(&stage).contains("Changed."));
    stage.keys("n");
    assert!(body(&stage).contains("Changed."));
    assert!(!stage.state.notices.iter().any(|notice| matches!(notice, Notice::Changed(_))));
}

/// Tokens and mark of the row of panel 2 with that key.
fn tokens_and_mark(stage: &Stage, key: &str) -> (Option<usize>, bool) {
    let mut rows = stage.state.rows.skills.iter();
    let row = rows.find(|row| row.key.as_ref().is_some_and(|known| known.0 == key)).expect("a row");
    match &row.data {
        SkillRow::Skill { tokens, changed, .. } | SkillRow::Reference { tokens, changed, .. } => (*tokens, *changed),
        SkillRow::Root { label, .. } => panic!("{label} is no skill"),
    }
}

#[test]
fn u15_the_skills_keep_the_numbers_of_the_turn_and_mark_what_changed() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("<right>");
    let keys = ["skill:tone", "reference:tone/references/a.md", "skill:safety"];
    let before = keys.map(|key| tokens_and_mark(&stage, key).0);
    let long = "much longer than it was before\n".repeat(9);
    stage.world.skills.insert("tone".into(), ("Changed.".into(), long.clone()));
    stage.world.references.insert("tone".into(), vec![("references/a.md".into(), long)]);
    stage.world.config.allowlist.remove("brief");
    stage.send(Msg::FilesChanged).keys("E");
    assert_ne!(stage.state.fresh_counts(), None);
    stage.keys("EEE");
    assert_eq!(
        keys.map(|key| tokens_and_mark(&stage, key)),
        [(before[0], true), (before[1], true), (before[2], false)]
    );
    assert!(tokens_and_mark(&stage, "skill:brief").1, "the next turn does not allow it");
    stage.keys("n");
    let after = keys.map(|key| tokens_and_mark(&stage, key));
    assert!(after[0].0 > before[0] && after[1].0 > before[1] && after.iter().all(|(_, changed)| !changed), "{after:?}");
}

#[test]
fn u15_a_changed_reference_is_named_by_its_file() {
    let mut stage = Stage::new(World::default());
    stage.world.references.insert("tone".into(), vec![("references/a.md".into(), "new text\n".into())]);
    stage.send(Msg::FilesChanged);
    let files = ["skills/tone/references/a.md", "skills/tone/references/b.txt"].map(str::to_owned);
    assert_eq!(stage.state.notices.last(), Some(&Notice::Changed(files.to_vec())));
}

#[test]
fn an_allowlist_that_loses_a_skill_changes_no_reference() {
    let mut stage = Stage::new(World::default());
    stage.world.config.allowlist.remove("tone");
    stage.world.references.clear();
    stage.send(Msg::FilesChanged);
    assert_eq!(stage.state.notices.last(), Some(&Notice::Changed(vec!["skills_config.yml".into()])));
}

#[test]
fn an_edit_taken_back_on_disk_takes_its_notice_with_it() {
    let mut stage = Stage::new(World::default());
    let old = stage.world.clone();
    stage.world.add_skill("zebra", "New.", "body");
    stage.send(Msg::FilesChanged);
    assert!(stage.state.has_newer_library());
    stage.world = old;
    stage.send(Msg::FilesChanged);
    assert!(!stage.state.has_newer_library());
    assert!(stage.state.notices.is_empty());
}

#[test]
fn u12_the_banner_keeps_the_time_at_which_the_config_broke() {
    let mut stage = Stage::new(World::default());
    stage.broken = Some(Diagnostic::error(Code::ConfigYaml, "broken"));
    stage.at = "10:00:00";
    stage.send(Msg::FilesChanged);
    stage.at = "10:05:00";
    stage.send(Msg::FilesChanged);
    assert_eq!(stage.state.broken.as_ref().map(|broken| broken.since.as_str()), Some("10:00:00"));
    stage.broken = None;
    stage.send(Msg::FilesChanged);
    assert_eq!(stage.state.broken, None);
    assert!(matches!(stage.state.notices.last(), Some(Notice::Done(told)) if told.contains("valid again")));
}

#[test]
fn a_workspace_that_is_back_takes_the_fault_with_it() {
    let mut stage = Stage::new(World::default());
    stage.state.notices.push(Notice::Fault(Diagnostic::error(Code::NotAWorkspace, "gone")));
    stage.state.notices.push(Notice::Fault(Diagnostic::error(Code::WriteFailed, "no room")));
    stage.send(Msg::FilesChanged);
    assert_eq!(stage.state.notices, [Notice::Fault(Diagnostic::error(Code::WriteFailed, "no room"))]);
}

#[test]
fn the_selection_stays_on_its_skill_when_others_come_and_go() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:safety");
    stage.world.add_skill("alpha", "A.", "a");
    stage.send(Msg::FilesChanged).keys("n2");
    assert_eq!(stage.selected(Panel::Skills), "skill:safety");
    stage.world.skills.remove("safety");
    stage.send(Msg::FilesChanged).keys("n2");
    assert_eq!(stage.selected(Panel::Skills), "skill:tone", "the nearest row takes over");
}

#[test]
fn a_late_answer_to_an_older_question_is_dropped() {
    let mut stage = Stage::new(World::default());
    let before = stage.state.counts.clone();
    stage.send(Msg::Counted { id: skillstage::app::JobId(0), counts: std::sync::Arc::default() });
    assert_eq!(stage.state.counts, before);
}

impl Stage {
    fn keys_text(&self) -> String {
        self.state.turn.as_ref().map(|turn| turn.prompt().text()).unwrap_or_default()
    }
}
