//! Composing a prompt: a turn's first request over 1,000 skills, and a round trip with a load and a read.

#[allow(dead_code, reason = "the turn's tests use the rest")]
#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use skillstage::tokens::Heuristic;
use skillstage::turn::{Setup, Turn};
use support::{World, load, read};

const SKILLS: usize = 1_000;

/// A scene over 1,000 allowed skills with two resident bodies of 16 KiB.
fn setup() -> Setup {
    let mut world = World::default();
    world.config.limits.max_tokens = usize::MAX; // so that the catalog alone does not degrade the turn
    for index in 0..SKILLS {
        let description = format!("When to use number {index}, and how. 用于第 {index} 种场合的语言表达规范。");
        world.add_skill(&format!("skill-{index:04}"), &description, &"A line of rules, 也有中文。\n".repeat(450));
    }
    world.bind("private_chat", &["skill-0001", "skill-0002"]);
    Setup { estimator: Arc::new(Heuristic::DEEPSEEK), ..world.setup("private_chat") }
}

fn compose(criterion: &mut Criterion) {
    let setup = setup();
    criterion.bench_function("compose the first request, 1,000 skills", |bencher| {
        bencher.iter(|| black_box(Turn::start(setup.clone())));
    });
    let turn = Turn::start(setup);
    let response = format!("{}\n{}", load("tone"), read("tone", "references/a.md"));
    criterion.bench_function("a round trip with a load and a read", |bencher| {
        bencher.iter(|| {
            let mut turn = turn.clone();
            turn.respond(&response).unwrap();
            black_box(turn)
        });
    });
}

criterion_group!(benches, compose);
criterion_main!(benches);
