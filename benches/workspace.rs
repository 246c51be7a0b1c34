//! Opening a workspace of 1,000 skills, and capturing their references.

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use skillstage::workspace::{Roots, Workspace};

const SKILLS: usize = 1_000;

/// A workspace of skills like real ones: front matter of a few keys, bodies of 1 to 20 KiB, two references each.
fn workspace() -> (tempfile::TempDir, Workspace) {
    let dir = tempfile::tempdir().unwrap();
    let mut config = String::from("enabled: true\nallowlist:\n");
    for index in 0..SKILLS {
        let name = format!("skill-{index:04}");
        let _ = writeln!(config, "  - {name}");
        let folder = dir.path().join("skills").join(&name);
        fs::create_dir_all(folder.join("references")).unwrap();
        let body = "A line of rules, 也有中文, of ordinary length.\n".repeat(20 + index * 37 % 400);
        let front =
            format!("name: {name}\ndescription: When to use number {index}, and how.\nlicense: MIT\ntags: [a, b]");
        fs::write(folder.join("SKILL.md"), format!("---\n{front}\n---\n{body}")).unwrap();
        for file in ["a.md", "b.txt"] {
            fs::write(folder.join("references").join(file), body.lines().take(20).collect::<String>()).unwrap();
        }
    }
    fs::write(dir.path().join("skills_config.yml"), config).unwrap();
    let workspace = Workspace::open(Roots::workspace(dir.path())).unwrap();
    (dir, workspace)
}

fn open(criterion: &mut Criterion) {
    let (_dir, workspace) = workspace();
    let snapshot = workspace.load(None).snapshot;
    assert_eq!(snapshot.skills.len(), SKILLS);
    criterion.bench_function("open a workspace of 1,000 skills", |bencher| {
        bencher.iter(|| black_box(workspace.load(None)));
    });
    criterion.bench_function("capture the references of 1,000 skills", |bencher| {
        bencher.iter(|| black_box(workspace.capture(snapshot.clone())));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = open
}
criterion_main!(benches);
