//! Replaying many scenarios in one process: the cost of one must not grow with their number.

use std::fs;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skillstage::scenario::{Status, listed};
use skillstage::workspace::Roots;

/// A workspace with so many scenarios of four steps.
fn workspace(scenarios: usize) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    fs::create_dir_all(root.join("skills/tone/references")).unwrap();
    fs::create_dir(root.join("scenarios")).unwrap();
    let body = "A line of rules, 也有中文, of ordinary length.\n".repeat(40);
    fs::write(root.join("skills/tone/SKILL.md"), format!("---\nname: tone\ndescription: When.\n---\n{body}")).unwrap();
    fs::write(root.join("skills/tone/references/a.md"), "Examples.\n").unwrap();
    fs::write(root.join("skills_config.yml"), "enabled: true\nallowlist: [tone]\n").unwrap();
    fs::write(root.join("scenarios/base.yml"), "version: 1\nprompts: [{id: p, text: Persona}]\n").unwrap();
    for index in 0..scenarios {
        let text = format!(
            "version: 1\ntitle: Number {index}\nextends: base.yml\nscene: help\nsteps:\n  - user: Question {index}?\n  \
             - load: tone\n    expect: {{loaded: [tone], errors: []}}\n  - read: tone/references/a.md\n    \
             expect: {{holds: [Examples.], tokens_at_most: 12000}}\n  - model: Answer {index}.\n    \
             expect: {{outcome: replied}}\n"
        );
        fs::write(root.join(format!("scenarios/s{index:05}.yml")), text).unwrap();
    }
    dir
}

fn run(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("replay scenarios of four steps");
    group.sample_size(10);
    for scenarios in [1_000, 10_000] {
        let dir = workspace(scenarios);
        let (roots, settings) = (Roots::workspace(dir.path()), Arc::default());
        let verdicts = listed(&roots, &settings, usize::MAX);
        assert!(verdicts.len() == scenarios && verdicts.iter().all(|one| one.verdict.status() == Status::Passed));
        group.throughput(Throughput::Elements(scenarios as u64));
        group.bench_function(scenarios.to_string(), |bencher| {
            bencher.iter(|| black_box(listed(&roots, &settings, usize::MAX)));
        });
    }
    group.finish();
}

criterion_group!(benches, run);
criterion_main!(benches);
