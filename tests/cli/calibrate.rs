//! `skillstage calibrate`, and the factor beside a count.

use serde_json::Value;

use super::disk::Disk;
use super::{err, json, out, skillstage};

fn run(disk: &Disk, args: &[&str]) -> std::process::Output {
    skillstage(disk.root()).args(args).output().unwrap()
}

#[test]
fn t1_a_factor_is_measured_and_then_shown_beside_counts_that_stay_what_they_were() {
    let disk = Disk::new();
    let lines: Vec<String> = [(10, 30), (20, 60)]
        .map(|(words, billed)| format!(r#"{{"text": "{}", "billed": {billed}}}"#, "word ".repeat(words)))
        .into();
    disk.write("billed.jsonl", lines.join("\n"));
    let file = disk.path("billed.jsonl");
    let report = json(&run(&disk, &["calibrate", file.to_str().unwrap(), "--format", "json"]));
    let o200k = report["estimators"].as_array().unwrap().iter().find(|row| row["estimator"] == "o200k").unwrap();
    let factor = o200k["factor"].as_f64().unwrap();
    assert!((2.7..3.0).contains(&factor) && o200k["error"].as_f64().unwrap() < 10.0, "{report}");
    let told = run(&disk, &["calibrate", file.to_str().unwrap()]);
    assert!(out(&told).contains("\ncalibration:\n  "), "{}", out(&told));

    let prompt = ["prompt", "--scene", "help", "--message", "m", "--estimator", "o200k", "--format", "json"];
    let before = json(&run(&disk, &prompt));
    disk.write("skillstage.yml", "calibration:\n  o200k: 2.5\n");
    let after = json(&run(&disk, &prompt));
    assert_eq!((&before["tokens"]["total"], &before["tokens"]["billed"]), (&after["tokens"]["total"], &Value::Null));
    let total = after["tokens"]["total"].as_f64().unwrap();
    assert_eq!(after["tokens"]["billed"].as_f64().unwrap(), (total * 2.5).round());
}

#[test]
fn what_is_wrong_with_a_calibration_has_a_place() {
    let disk = Disk::new();
    disk.write("billed.jsonl", "{\"text\": \"a\", \"billed\": 1}\nhello, 2\n");
    let wrong = run(&disk, &["calibrate", disk.path("billed.jsonl").to_str().unwrap()]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(err(&wrong).contains("billed.jsonl:2: error[calibration-file]"), "{}", err(&wrong));
    disk.write("skillstage.yml", "calibration:\n  o200: 1\n  o200k: none\n");
    let settings = run(&disk, &["settings"]);
    assert_eq!(settings.status.code(), Some(2));
    assert!(err(&settings).contains("skillstage.yml:2:9: error[settings-value]") && err(&settings).contains("o200k"));
    assert!(err(&settings).contains("skillstage.yml:3:10: error[settings-value]"), "{}", err(&settings));
}
