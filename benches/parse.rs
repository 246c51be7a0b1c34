//! Taking a 1 MB model response apart (U19): an ordinary one, and two made to hurt.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skillstage::dialect::utility::parse;

const MEGABYTE: usize = 1 << 20;

fn filled(text: &str) -> String {
    text.repeat(MEGABYTE / text.len())
}

fn responses(criterion: &mut Criterion) {
    let request = r#"{"name":"skill","args":{"action":"load","params":{"name":"reply-style"}}}"#;
    let plan = format!("先看看规范，再回答。\n```json\n{{\"reply\":\"好的\",\"tools\":[{request}]}}\n```\n");
    let mut group = criterion.benchmark_group("parse 1 MB");
    group.throughput(Throughput::Bytes(MEGABYTE as u64)).sample_size(20);
    for (name, response) in [
        ("plans in prose", filled(&plan)),
        ("opening brackets", filled("{")),
        ("values that break off", filled("{\"a\":[1,{\"b\":\"c\"} ")),
    ] {
        group.bench_function(name, |bencher| bencher.iter(|| parse(black_box(&response))));
    }
    group.finish();
}

criterion_group!(benches, responses);
criterion_main!(benches);
