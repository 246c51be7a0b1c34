//! The Stage at 120×36: with 10,000 skills one frame, and one key press with its frame; with a message of 1 MB the key
//! press that edits it and the one that takes it, each with its frame and its new numbers.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use skillstage::app::{Effect, Key, LoadedWorkspace, Msg, Start, State, update};
use skillstage::dialect::utility::Utility;
use skillstage::prompt::Message;
use skillstage::scenario::Base;
use skillstage::settings::Settings;
use skillstage::text::sha256;
use skillstage::view;
use skillstage::workspace::{Body, Config, Content, Library, Reference, Skill, Snapshot};

const SKILLS: usize = 10_000;
const SIZE: (u16, u16) = (120, 36);

fn content(text: String) -> Content {
    let bytes = text.len() as u64;
    Content::new(text, bytes)
}

fn skill(name: String) -> Skill {
    Skill {
        description: format!("用于第 {name} 种场合的语言表达规范。When to use {name}."),
        body: Body::Text(content(format!("# {name}\n\n这里填写语言规则，不改变事实、权限、用户称呼或 JSON 协议。\n"))),
        file: format!("skills/{name}/SKILL.md"),
        body_line: 5,
        extra: Vec::new(),
        fingerprint: sha256(name.as_bytes()).into(),
        warnings: Vec::new(),
        name,
    }
}

fn library(skills: usize) -> Library {
    let names: Vec<String> = (0..skills).map(|number| format!("skill-{number:05}")).collect();
    let reference = Reference { path: "references/examples.md".into(), content: Ok(content("例子\n".into())) };
    let references: BTreeMap<String, Vec<Reference>> =
        names.iter().map(|name| (name.clone(), vec![reference.clone()])).collect();
    let snapshot = Snapshot {
        id: "7f3a9c2".to_owned().into(),
        config: Config { enabled: true, allowlist: names.iter().cloned().collect(), ..Config::default() },
        skills: names.into_iter().map(|name| Arc::new(skill(name))).collect(),
        refused: Vec::new(),
        diagnostics: Vec::new(),
    };
    Library { snapshot: Arc::new(snapshot), references }
}

/// A stage whose workspace is read and counted, the focus in the list of skills.
fn stage(skills: usize, message: String) -> State {
    let (mut state, effects) = State::new(Start {
        settings: Settings::default(),
        dialect: Arc::new(Utility),
        title: "/srv/bot".into(),
        source_args: Vec::new(),
        temporary: None,
        personal_config: None,
        settings_faults: Vec::new(),
        read_only: false,
        opens: None,
        size: SIZE,
        clock: "09:30".into(),
    });
    let library = Arc::new(library(skills));
    let message = Message { text: message, ..Message::default() };
    let base = Arc::new(Base { message, ..Base::default() });
    let mut effects = effects;
    while let Some(effect) = effects.pop() {
        let answer = match effect {
            Effect::Load { id, .. } => {
                let (library, base, at) = (library.clone(), Ok(base.clone()), "09:30:00".into());
                Msg::Loaded(Box::new(LoadedWorkspace {
                    id,
                    library,
                    broken: None,
                    config_file: "skills_config.yml".into(),
                    config: None,
                    base,
                    prepared: Ok(None),
                    scenarios: 0,
                    at,
                }))
            }
            Effect::Count { id, job } => Msg::Counted { id, counts: Arc::new(job.run()) },
            _ => continue,
        };
        effects.extend(update(&mut state, answer));
    }
    update(&mut state, Msg::Key(Key::char('2')));
    assert!(state.rows.skills.len() >= skills);
    state
}

fn draw(criterion: &mut Criterion) {
    let mut state = stage(SKILLS, "今天好累，想早点睡。".into());
    let area = Rect::new(0, 0, SIZE.0, SIZE.1);
    criterion.bench_function("draw 120x36, 10,000 skills", |bencher| {
        bencher.iter(|| {
            let mut buffer = Buffer::empty(area);
            view::paint(black_box(&state), &mut buffer);
            buffer
        });
    });
    let mut keys = ["down", "down", "pgdn", "up"].iter().filter_map(|name| Key::parse(name)).cycle();
    criterion.bench_function("key press and frame, 10,000 skills", |bencher| {
        bencher.iter(|| {
            if let Some(key) = keys.next() {
                update(&mut state, Msg::Key(key));
            }
            let mut buffer = Buffer::empty(area);
            view::paint(&state, &mut buffer);
            buffer
        });
    });
}

/// The time that keys take, with the frame after them.
fn press(state: &mut State, keys: &[Key]) -> Duration {
    let start = Instant::now();
    for key in keys {
        update(state, Msg::Key(*key));
    }
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    view::paint(state, &mut buffer);
    black_box(&buffer);
    start.elapsed()
}

fn long_message(criterion: &mut Criterion) {
    let unit = concat!(include_str!("../README.md"), include_str!("../README.zh.md"));
    let mut state = stage(20, unit.repeat(1 + 1024 * 1024 / unit.len()));
    let enter: Vec<Key> = Key::parse("enter").into_iter().collect();
    for (name, typed) in [("typing in a message of 1 MB", true), ("taking a message of 1 MB into the prompt", false)] {
        criterion.bench_function(name, |bencher| {
            bencher.iter_custom(|times| {
                let run = |_| {
                    let before = state.rows.prompt_head.as_ref().map(|head| head.total);
                    press(&mut state, &[Key::char('e')]);
                    let typing = press(&mut state, &[Key::char('x')]);
                    let taking = press(&mut state, &enter);
                    assert!(before.is_some() && state.overlays.is_empty());
                    if typed { typing } else { taking }
                };
                (0..times).map(run).sum()
            });
        });
    }
}

criterion_group!(benches, draw, long_message);
criterion_main!(benches);
