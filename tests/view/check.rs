//! Pictures of the Check screen.

use std::sync::Arc;

use skillstage::app::{Mending, Msg};
use skillstage::lang::Lang;
use skillstage::settings::{Setting, Settings};

use crate::drawn;
use crate::findings::findings;
use crate::harness::Stage;
use crate::support::World;

fn checked(width: u16, height: u16, lang: Lang) -> Stage {
    let settings = Settings { lang: Setting { value: lang, ..Setting::default() }, ..Settings::default() };
    let mut stage = Stage::with(World::default(), settings, (width, height), false);
    stage.checked = findings();
    stage.send(Msg::FilesChanged).keys("<f5>");
    stage
}

#[test]
fn check_at_every_size() {
    for (width, height, lang) in [(40, 12, Lang::En), (80, 24, Lang::En), (120, 36, Lang::En), (80, 24, Lang::Zh)] {
        let zh = if lang == Lang::Zh { "_zh" } else { "" };
        insta::assert_snapshot!(format!("check{zh}_{width}x{height}"), drawn(&checked(width, height, lang).state));
    }
}

#[test]
fn a_finding_in_a_narrow_screen_and_the_fix_before_it_is_written() {
    let mut stage = checked(40, 12, Lang::En);
    stage.keys("<enter>");
    insta::assert_snapshot!("check_finding_40x12", drawn(&stage.state));
    let (before, after): (Arc<str>, Arc<str>) =
        ("name: a\ndescription: b: c\n".into(), "name: a\ndescription: \"b: c\"\n".into());
    stage.send(Msg::FixPrepared(Ok(Mending {
        file: "skills/late/SKILL.md".into(),
        titles: Vec::new(),
        before,
        after,
    })));
    insta::assert_snapshot!("check_fix_40x12", drawn(&stage.state));
}

#[test]
fn nothing_found_says_what_was_looked_at() {
    let mut stage = Stage::new(World::default());
    stage.keys("<f5>");
    insta::assert_snapshot!("check_nothing_120x36", drawn(&stage.state));
}
