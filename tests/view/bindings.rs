//! Pictures of the Bindings screen.

use skillstage::lang::Lang;
use skillstage::settings::{Setting, Settings};

use crate::drawn;
use crate::harness::Stage;
use crate::support::World;

const CONFIG: &str = "enabled: true\nallowlist: [brief, tone, ghost] # reviewed\nalways: [ghost]\n\nscenes:\n  help: [tone]\n  notification: [safety, brief]\n  night_shift: []\nlimits:\n  max_skills: 1\n";

/// Two edits on a screen of that size: one that counts, one of a skill that is not allowed.
fn edited(width: u16, height: u16, lang: Lang) -> Stage {
    let settings = Settings { lang: Setting { value: lang, ..Setting::default() }, ..Settings::default() };
    let mut stage = Stage::with(World::default(), settings, (width, height), false);
    stage.write_config(CONFIG).keys("<f3><enter><down><down>l ");
    stage
}

#[test]
fn bindings_at_every_size() {
    for (width, height, lang) in
        [(40, 12, Lang::En), (80, 24, Lang::En), (120, 36, Lang::En), (80, 24, Lang::Zh), (40, 12, Lang::Zh)]
    {
        let zh = if lang == Lang::Zh { "_zh" } else { "" };
        insta::assert_snapshot!(format!("bindings{zh}_{width}x{height}"), drawn(&edited(width, height, lang).state));
    }
}

#[test]
fn the_other_parts_in_a_narrow_screen() {
    let mut stage = edited(40, 12, Lang::En);
    stage.keys("<tab>");
    insta::assert_snapshot!("bindings_scenes_40x12", drawn(&stage.state));
    stage.keys("<tab>");
    insta::assert_snapshot!("bindings_changes_40x12", drawn(&stage.state));
}

#[test]
fn apply_shows_what_it_writes() {
    for (width, height) in [(40, 12), (80, 24)] {
        let mut stage = edited(width, height, Lang::En);
        stage.keys("s");
        insta::assert_snapshot!(format!("bindings_apply_{width}x{height}"), drawn(&stage.state));
    }
}

#[test]
fn nothing_is_changed_yet() {
    let mut stage = edited(80, 24, Lang::En);
    stage.keys("uu");
    insta::assert_snapshot!("bindings_unchanged_80x24", drawn(&stage.state));
}
