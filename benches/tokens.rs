//! Estimators in MB/s on the repository's own texts.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skillstage::tokens::{Bpe, Estimator, FileBpe, Heuristic};

const MEGABYTE: usize = 1024 * 1024;

/// Some 1 MB of English, Chinese, code, JSON and tables, as they stand in prompts.
fn text() -> String {
    let unit = [
        include_str!("../README.md"),
        include_str!("../README.zh.md"),
        include_str!("../src/tokens/heuristic.rs"),
        include_str!("../skills/time-words/SKILL.md"),
        include_str!("../tests/data/tokens/kinds.jsonl"),
    ];
    unit.concat().repeat(1 + MEGABYTE / unit.iter().map(|text| text.len()).sum::<usize>())
}

fn throughput(criterion: &mut Criterion) {
    let text = text();
    let path = "tests/data/tokens/files/deepseek.json";
    let file = FileBpe::read(path, include_str!("../tests/data/tokens/files/deepseek.json")).expect("a tokenizer");
    let (o200k, cl100k) = (Bpe::o200k(), Bpe::cl100k());
    let estimators: [&dyn Estimator; 5] = [&Heuristic::DEEPSEEK, &Heuristic::O200K, &o200k, &cl100k, &file];
    let mut group = criterion.benchmark_group("tokens");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(10);
    for estimator in estimators {
        group.bench_function(estimator.name(), |bencher| bencher.iter(|| estimator.count(black_box(&text))));
    }
}

criterion_group!(benches, throughput);
criterion_main!(benches);
