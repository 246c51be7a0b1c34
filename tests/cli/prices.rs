//! `prices` of `skillstage.yml`: what requests cost, exactly.

use std::fs;

use super::{err, out, run};

/// The sample workspace in a directory of its own, with these settings.
fn workspace(settings: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    assert!(run(dir.path(), ["init", "."]).status.success());
    fs::write(dir.path().join("skillstage.yml"), settings).unwrap();
    dir
}

#[test]
fn prices_turn_reuse_into_cost_per_turn_and_per_thousand() {
    let dir = workspace("prices: {input: 2, cached_input: 0.5, output: 8, currency: CNY}\n");
    let output = run(dir.path(), ["reuse", "scenarios/load-and-read.yml", "--format", "json"]);
    assert!(output.status.success());
    let data: serde_json::Value = serde_json::from_str(out(&output)).unwrap();
    let number = |value: &serde_json::Value| value.as_u64().unwrap();
    // Recomputed from the counts, in millionths.
    let cost = |request: &serde_json::Value| {
        let (total, cached) = (number(&request["reuse"]["total"]), number(&request["reuse"]["tokens"]));
        (total - cached) * 2_000_000 + cached * 500_000 + number(&request["output"]) * 8_000_000
    };
    let turn: u64 = data["requests"].as_array().unwrap().iter().map(cost).sum();
    let thousand: f64 = data["turns"][0]["thousand"].as_str().unwrap().parse().unwrap();
    assert!((thousand - turn as f64 / 1e9).abs() < 1e-6, "{thousand} of {turn}");
    assert_eq!(data["currency"], "CNY");
}

#[test]
fn a_price_that_is_none_is_told_with_its_place() {
    let dir = workspace("prices:\n  input: cheap\n  cached: 1\n");
    let output = run(dir.path(), ["reuse", "scenarios/load-and-read.yml"]);
    assert_eq!(output.status.code(), Some(2));
    let err = err(&output);
    assert!(err.contains("skillstage.yml:2:10: error[settings-value]") && err.contains("`cached`"), "{err}");
}
