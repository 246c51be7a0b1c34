//! What must not be lost where there is little room.

use skillstage::lang::Lang;
use skillstage::settings::{Setting, Settings};

use crate::drawn;
use crate::harness::Stage;
use crate::support::World;

/// A stage of that size, in that language.
fn stage(world: World, size: (u16, u16), lang: Lang) -> Stage {
    let settings = Settings { lang: Setting { value: lang, ..Setting::default() }, ..Settings::default() };
    Stage::with(world, settings, size, false)
}

#[test]
fn the_text_has_its_name_in_the_border() {
    for size in [(40, 12), (80, 24), (120, 36)] {
        let mut stage = stage(World::default(), size, Lang::En);
        let picture = drawn(&stage.on_skill_row("skill:tone").keys("5").state);
        assert!(picture.contains("[5 Text of tone]"), "{picture}");
    }
}
