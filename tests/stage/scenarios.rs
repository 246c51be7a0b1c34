//! The list of scenarios (F4): keys in, state out.

use std::sync::Arc;

use skillstage::app::rows::TextSource;
use skillstage::app::{Effect, Msg, Overlay, Panel};

use crate::disk::Disk;
use crate::harness::Stage;
use crate::support::World;

#[test]
fn s4_the_list_of_scenarios_puts_one_on_the_stage_and_says_what_came_of_it() {
    let disk = Disk::new();
    disk.write("skills_config.yml", "enabled: true\nallowlist: [tone]\n");
    disk.write("skills/tone/SKILL.md", "---\nname: tone\ndescription: When.\n---\nTone.\n");
    disk.write("scenarios/base.yml", "version: 1\n");
    let steps =
        "steps:\n  - user: Hi\n    say: It opens.\n  - load: tone\n    expect: {loaded: [tone], outcome: replied}\n";
    disk.write("scenarios/one.yml", format!("version: 1\ntitle: One\nscene: help\n{steps}"));
    disk.write("scenarios/two.yml", "version: 7\n");
    let mut stage = Stage::new(World::default());
    stage.keys("<f4>");
    assert!(matches!(stage.asked.pop(), Some(Effect::ListScenarios { .. })));
    let listed = skillstage::scenario::listed(disk.open().roots(), &Arc::default(), 10);
    let statuses: Vec<_> = listed.iter().map(|item| item.verdict.status().as_str()).collect();
    assert_eq!(statuses, ["failed", "broken"]);
    stage.send(Msg::ScenariosListed(listed.into())).keys("<down><enter>");
    assert!(stage.state.walk.is_none() && matches!(stage.state.overlays.last(), Some(Overlay::Scenarios(_))));
    stage.keys("<up>r");
    assert!(stage.state.walk.is_none(), "it is no recording");
    stage.keys("<enter><right>");
    let checks = &stage.state.walk.as_ref().unwrap().checks;
    let met: Vec<bool> = checks.iter().map(|(_, result)| result.is_ok()).collect();
    assert_eq!((met, stage.state.scene.as_str()), (vec![true, false], "help"));
    let told: Vec<_> = skillstage::app::notice_lines(&stage.state).into_iter().map(|line| line.text).collect();
    assert!(told[1].contains("outcome replied: it is pending") && told[2].contains("loaded tone"), "{told:?}");
}

#[test]
fn u5_o_opens_no_file_that_a_scenario_names_as_a_provider() {
    let disk = Disk::new();
    disk.write("skills_config.yml", "enabled: true\nallowlist: [tone]\n");
    disk.write("skills/tone/SKILL.md", "---\nname: tone\ndescription: When.\n---\nTone.\n");
    let root = "dsh: {roots: [{label: r, provider: ../../x, skills: [{name: far, description: Far., text: Far.}]}]}\n";
    let steps = "steps: [{user: Hi}, {load: far}, {load: tone}]\n";
    disk.write("scenarios/one.yml", format!("version: 1\nscene: help\ndialect: dsh\n{root}{steps}"));
    let listed = skillstage::scenario::listed(disk.open().roots(), &Arc::default(), 10);
    let mut stage = Stage::new(World::default());
    stage.keys("<f4>").send(Msg::ScenariosListed(listed.into())).keys("<enter>");
    for (result, opens) in [("result.1.1", false), ("result.2.1", true)] {
        stage.asked.clear();
        stage.keys("<right>");
        let prompt = stage.state.turn.as_ref().unwrap().prompt();
        assert!(prompt.segments.iter().any(|segment| segment.id == result));
        while stage.state.focus != Panel::Prompt {
            stage.keys("<tab>");
        }
        stage.keys("<end>");
        assert_eq!(stage.state.rows.text.as_ref().map(|text| &text.source), Some(&TextSource::Segment(result.into())));
        stage.keys("o");
        assert_eq!(stage.asked.iter().any(|effect| matches!(effect, Effect::OpenEditor { .. })), opens, "{result}");
    }
}
