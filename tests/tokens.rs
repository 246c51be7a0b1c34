//! How far the estimates are from exact counts, kind by kind (T1), on texts that the weights were not fitted to.

use std::collections::BTreeMap;

use serde::Deserialize;
use skillstage::tokens::{Bpe, Estimator, Heuristic};

/// A passage and what the reference tokenizers count in it.
#[derive(Deserialize)]
struct Sample {
    kind: String,
    half: String,
    text: String,
    deepseek: usize,
    o200k: usize,
}

fn samples() -> Vec<Sample> {
    let lines = include_str!("data/tokens/kinds.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).expect("a line of the data is a sample")).collect()
}

/// The error of each held-out passage in percent of its true count, below zero where the estimate is too low; by kind.
fn errors(estimator: &dyn Estimator, exact: impl Fn(&Sample) -> usize) -> BTreeMap<String, Vec<f64>> {
    let mut kinds: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for sample in samples().iter().filter(|sample| sample.half == "held out") {
        let (counted, exact) = (estimator.count(&sample.text) as f64, exact(sample) as f64);
        kinds.entry(sample.kind.clone()).or_default().push((counted / exact - 1.0) * 100.0);
    }
    kinds
}

fn mean(errors: &[f64]) -> f64 {
    errors.iter().map(|error| error.abs()).sum::<f64>() / errors.len() as f64
}

/// What the reference counts in a sample.
type Exact = fn(&Sample) -> usize;

fn families() -> [(Heuristic, Exact); 2] {
    [(Heuristic::DEEPSEEK, |sample| sample.deepseek), (Heuristic::O200K, |sample| sample.o200k)]
}

#[test]
fn t1_the_heuristics_hold_the_error_that_is_printed() {
    for (heuristic, exact) in families() {
        let kinds = errors(&heuristic, exact);
        assert_eq!(kinds.len(), 13);
        for (kind, errors) in &kinds {
            println!("{} {kind}: {:.1} %", heuristic.name(), mean(errors)); // the table in the module's docs
            assert!(mean(errors) <= 20.0, "{kind}");
        }
        let all: Vec<f64> = kinds.into_values().flatten().collect();
        let printed = heuristic.deviation().unwrap().mean;
        println!("{}: {:.2} %", heuristic.name(), mean(&all));
        assert!(mean(&all) <= 6.0 && (mean(&all) - printed).abs() < 0.1, "{} is not {printed}", mean(&all));
    }
}

#[test]
fn t1_nine_of_ten_true_counts_lie_in_the_band() {
    for (heuristic, exact) in families() {
        let held: Vec<Sample> = samples().into_iter().filter(|sample| sample.half == "held out").collect();
        let inside = held.iter().filter(|sample| {
            let band = heuristic.band(heuristic.count(&sample.text));
            (band.low..=band.high).contains(&exact(sample))
        });
        let inside = inside.count();
        assert!(inside * 10 >= held.len() * 9, "{}: {inside} of {}", heuristic.name(), held.len());
    }
}

#[test]
fn t1_o200k_counts_as_its_reference() {
    let o200k = Bpe::o200k();
    for sample in samples() {
        assert_eq!(o200k.count(&sample.text), sample.o200k, "{}", sample.text);
    }
}
