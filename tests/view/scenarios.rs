//! Pictures of the list of scenarios and of one that plays.

use std::sync::Arc;

use skillstage::app::Msg;
use skillstage::lang::Lang;
use skillstage::scenario::listed;
use skillstage::settings::{Setting, Settings};
use skillstage::workspace::Roots;

use crate::drawn;
use crate::harness::Stage;
use crate::support::World;

/// The scenarios of the sample workspace, listed on a stage of that size.
fn list(width: u16, height: u16, lang: Lang) -> Stage {
    let settings = Settings { lang: Setting { value: lang, ..Setting::default() }, ..Settings::default() };
    let mut stage = Stage::with(World::default(), settings, (width, height), false);
    let found = listed(&Roots::workspace(env!("CARGO_MANIFEST_DIR")), &Arc::default(), 100);
    stage.keys("<f4>").send(Msg::ScenariosListed(found.into()));
    stage
}

#[test]
fn the_list_of_scenarios() {
    for (width, height, lang) in [(40, 12, Lang::En), (80, 24, Lang::Zh)] {
        insta::assert_snapshot!(format!("scenarios_{width}x{height}"), drawn(&list(width, height, lang).state));
    }
}

#[test]
fn a_scenario_plays_with_its_caption_and_its_expectations() {
    for (width, height, lang) in [(40, 12, Lang::En), (80, 24, Lang::En), (120, 36, Lang::Zh)] {
        let mut stage = list(width, height, lang);
        stage.keys("<down><down><down><down><down><enter><right><right>");
        insta::assert_snapshot!(format!("playing_{width}x{height}"), drawn(&stage.state));
    }
}
