//! Pictures of the what-if.

use std::sync::Arc;

use skillstage::app::{Effect, Msg};
use skillstage::lang::Lang;
use skillstage::scenario::{Break, Broken, WhyBroken};
use skillstage::settings::{Setting, Settings};
use skillstage::turn::Degraded;

use crate::drawn;
use crate::harness::Stage;
use crate::support::World;

const CONFIG: &str = "enabled: true\nallowlist: [brief, tone]\nscenes:\n  private_chat: [tone]\n";

/// A lower limit that one scenario does not keep.
fn lowered(width: u16, height: u16, lang: Lang) -> Stage {
    let settings = Settings { lang: Setting { value: lang, ..Setting::default() }, ..Settings::default() };
    let mut stage = Stage::with(World::default(), settings, (width, height), false);
    stage.write_config(CONFIG).keys("nw<left>");
    let id = stage.asked.iter().find_map(|effect| match effect {
        Effect::TryScenarios { id, .. } => Some(*id),
        _ => None,
    });
    let why = WhyBroken::Degraded(Degraded::Tokens { total: 11_911, limit: 11_500 });
    let at = Break { step: 3, why };
    let broken: Arc<[Broken]> = [Broken { file: "scenarios/quiet.yml".into(), title: None, at }].into();
    stage.send(Msg::ScenariosTried { id: id.expect("scenarios are tried"), broken });
    stage
}

#[test]
fn what_if_at_every_size() {
    for (width, height, lang) in [(40, 12, Lang::En), (80, 24, Lang::En), (120, 36, Lang::En), (80, 24, Lang::Zh)] {
        let zh = if lang == Lang::Zh { "_zh" } else { "" };
        insta::assert_snapshot!(format!("what_if{zh}_{width}x{height}"), drawn(&lowered(width, height, lang).state));
    }
}

#[test]
fn what_is_pinned_heads_the_change_column() {
    for (width, height, lang) in [(80, 24, Lang::Zh), (120, 36, Lang::En)] {
        let settings = Settings { lang: Setting { value: lang, ..Setting::default() }, ..Settings::default() };
        let mut stage = Stage::with(World::default(), settings, (width, height), false);
        stage.write_config(CONFIG).keys("n=1<down><down><enter>");
        insta::assert_snapshot!(format!("pinned_{width}x{height}"), drawn(&stage.state));
    }
}

#[test]
fn the_text_of_a_skill_has_room_to_be_edited() {
    let mut stage = lowered(80, 24, Lang::En);
    stage.keys("<end>");
    let text = (1..9).map(|line| format!("Line {line} 中文\n")).collect::<String>();
    let result = Ok(format!("---\nname: brief\ndescription: When.\n---\n{text}").into());
    stage.send(Msg::SkillRead { name: "brief".into(), result });
    insta::assert_snapshot!("what_if_skill_80x24", drawn(&stage.state));
}
