//! Checking a workspace of 200 skills with 20 references each: the whole run, and the worst case of its scenes.

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use skillstage::check::{Costs, Wants, check, worst};
use skillstage::dialect::utility::Utility;
use skillstage::prompt::Message;
use skillstage::scene::Scene;
use skillstage::settings::Binding;
use skillstage::tokens::Heuristic;
use skillstage::turn::{Setup, Turn};
use skillstage::workspace::{Library, Roots, Workspace};

const SKILLS: usize = 200;
const REFERENCES: usize = 20;

fn workspace() -> (tempfile::TempDir, Workspace) {
    let dir = tempfile::tempdir().unwrap();
    let mut config = String::from("enabled: true\nallowlist:\n");
    for index in 0..SKILLS {
        let name = format!("skill-{index:04}");
        let _ = writeln!(config, "  - {name}");
        let folder = dir.path().join("skills").join(&name);
        fs::create_dir_all(folder.join("references")).unwrap();
        let body = "A line of rules, 也有中文, of ordinary length.\n".repeat(20 + index * 37 % 400);
        let front = format!("name: {name}\ndescription: Use when number {index} is asked for, and how.");
        fs::write(folder.join("SKILL.md"), format!("---\n{front}\n---\nSee [a](references/0.md).\n{body}")).unwrap();
        for file in 0..REFERENCES {
            let text: String = body.lines().take(20 + file * 7).collect();
            fs::write(folder.join(format!("references/{file}.md")), text).unwrap();
        }
    }
    fs::write(dir.path().join("skills_config.yml"), config).unwrap();
    let workspace = Workspace::open(Roots::workspace(dir.path())).unwrap();
    (dir, workspace)
}

fn setup(library: Arc<Library>) -> Setup {
    Setup {
        dialect: Arc::new(Utility),
        library,
        scene: Scene::new("private_chat"),
        binding: Binding::Resident,
        host: Arc::default(),
        message: Message::default(),
        estimator: Arc::new(Heuristic::DEEPSEEK),
    }
}

fn checking(criterion: &mut Criterion) {
    let (_dir, workspace) = workspace();
    let library = Arc::new(workspace.capture(workspace.load(None).snapshot));
    let costs = || Costs::count(&Utility, &library, &Heuristic::DEEPSEEK);
    criterion.bench_function("count what 200 skills with 20 references cost", |bencher| {
        bencher.iter(|| black_box(costs()));
    });
    let (turn, costs) = (Turn::start(setup(Arc::clone(&library))), costs());
    criterion.bench_function("the worst case of a scene with 200 skills", |bencher| {
        bencher.iter(|| black_box(worst(&turn, &costs)));
    });
    criterion.bench_function("check a workspace of 200 skills", |bencher| {
        bencher.iter(|| black_box(check(&workspace, Wants::default(), |library| Ok(setup(library)))));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = checking
}
criterion_main!(benches);
