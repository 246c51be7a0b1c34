//! The scenarios of the sample workspace: the demo is also the regression suite.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use skillstage::scenario::{Listed, Status, listed};
use skillstage::settings::DialectId;
use skillstage::workspace::Roots;

fn sample() -> Vec<Listed> {
    listed(&Roots::workspace(env!("CARGO_MANIFEST_DIR")), &Arc::default(), 1_000)
}

#[test]
fn s2_every_sample_scenario_holds() {
    for Listed { verdict, .. } in sample() {
        assert_eq!(verdict.status(), Status::Passed, "{verdict:#?}");
        assert!(verdict.checked > 0, "{} expects nothing", verdict.file);
    }
}

#[test]
fn every_step_says_what_it_shows_in_both_languages() {
    let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    let is_english = |text: &str| text.split_whitespace().any(|word| word.len() > 2 && word.is_ascii());
    for Listed { scenario, .. } in sample() {
        let (scenario, _) = scenario.expect("a scenario");
        for (step, say) in scenario.captions().iter().enumerate() {
            let say = say.as_deref().unwrap_or_default();
            assert!(
                is_chinese(say) && (is_english(say) || say.starts_with("The end")),
                "{} {step}: {say}",
                scenario.file
            );
        }
    }
}

#[test]
fn the_samples_name_the_rules_they_hold_and_leave_none_out() {
    let (mut rules, mut dialects) = (BTreeSet::new(), [0, 0]);
    let listed = sample();
    for Listed { verdict, scenario } in &listed {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&verdict.file)).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("# Rules: ")).expect("the rules it holds");
        rules.extend(line.split(' ').map(str::to_owned));
        let (scenario, _) = scenario.as_ref().expect("a scenario");
        dialects[usize::from(scenario.base.dialect() == DialectId::Dsh)] += 1;
    }
    let wanted = (16..=26).map(|n| format!("U{n}")).chain((2..=6).map(|n| format!("D{n}")));
    let missing: Vec<String> = wanted.filter(|rule| !rules.contains(rule)).collect();
    assert!(missing.is_empty(), "no sample holds {missing:?}");
    assert!(listed.len() >= 8 && dialects.iter().all(|count| *count > 0), "{dialects:?}");
}
