//! A state whose rows are written out by hand: the turn that UI.md draws. What the rows of a real workspace are is the
//! business of `app`; here they only have to be every kind there is.

use std::sync::Arc;

use skillstage::app::rows::turn::{words, words_cells};
use skillstage::app::rows::{
    AskLabel, Document, HostResult, PromptHead, PromptRow, ReferenceState, Row, RowKey, SceneRow, SegmentRow, Since,
    SkillRow, SkillState, TextLine, TextSource, TurnRow, Way,
};
use skillstage::app::{Layout, Panel, Start, State, Syntax};
use skillstage::diag::Code;
use skillstage::dialect::Why;
use skillstage::dialect::utility::Utility;
use skillstage::lang::Lang;
use skillstage::prompt::Kind;
use skillstage::scene::{NO_SKILLS, SCENES, Scene, SceneKind};
use skillstage::settings::{Setting, Settings, ThemeId};
use skillstage::text::wrap;
use skillstage::tokens::Band;
use skillstage::turn::Next;

/// The look of one picture.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    pub size: (u16, u16),
    pub lang: Lang,
    pub theme: ThemeId,
    pub ascii: bool,
}

impl Look {
    pub const fn at(width: u16, height: u16) -> Look {
        Look { size: (width, height), lang: Lang::En, theme: ThemeId::Dark, ascii: false }
    }
}

/// An empty stage: the workspace has not been read yet.
pub fn loading(look: Look) -> State {
    let settings = Settings {
        lang: Setting { value: look.lang, ..Setting::default() },
        theme: Setting { value: look.theme, ..Setting::default() },
        ascii: Setting { value: look.ascii, ..Setting::default() },
        ..Settings::default()
    };
    let start = Start {
        settings,
        dialect: Arc::new(Utility),
        title: "/srv/bot".into(),
        source_args: vec!["/srv/bot".into()],
        temporary: None,
        personal_config: None,
        settings_faults: Vec::new(),
        read_only: true,
        opens: None,
        size: look.size,
        clock: "09:30".into(),
    };
    State::new(start).0
}

/// The turn of UI.md: a load, a read, and the model's next move.
pub fn played(look: Look) -> State {
    let mut state = loading(look);
    state.pending.load = None;
    state.turn_number = 1;
    state.rows.scenes = scenes();
    state.rows.skills = skills();
    let cells = words_cells(Layout::of(&state).inner(Panel::Turn).width);
    let lines = words(&TurnRow::Next(Next::Errors), state.strings()).map_or(1, |words| wrap(&words, cells).len());
    state.rows.turn = turn();
    state.rows.turn.extend((1..lines).map(|line| row(TurnRow::Continued(line))));
    state.rows.prompt_head = Some(PromptHead {
        request: 3,
        total: 3_123,
        limit: Some(12_000),
        estimator: "heuristic".into(),
        exact: false,
        band: Band { low: 2_936, likely: 3_123, high: 3_310 },
        billed: None,
        since: Some(Since::Request(2)),
        images: 0,
        stable: 1_460,
        fallback: false,
    });
    state.rows.prompt = prompt();
    state.rows.text = Some(document(
        "reply-style",
        "# 表达规范\n\n这里填写语言规则，不改变事实、权限、用户称呼或 JSON 协议。\n需要时可读取 `references/examples.md`。",
    ));
    select(&mut state, Panel::Scenes, 0);
    select(&mut state, Panel::Skills, 4);
    select(&mut state, Panel::Turn, 9);
    select(&mut state, Panel::Prompt, 5);
    state
}

/// Puts the selection of a panel on a row.
pub fn select(state: &mut State, panel: Panel, index: usize) {
    let list = &mut state.lists[panel.index()];
    list.index = index;
    list.selected = Some(RowKey::new("row", index));
}

fn row<T>(data: T) -> Row<T> {
    Row::plain(data)
}

fn scenes() -> Vec<Row<SceneRow>> {
    let mut rows = Vec::new();
    let numbers = [
        (2_128, 9_874),
        (1_912, 9_658),
        (1_530, 8_204),
        (1_533, 8_207),
        (1_541, 8_215),
        (2_131, 12_431),
        (1_634, 8_308),
    ];
    for (scene, (tokens, worst)) in SCENES.iter().zip(numbers) {
        let scene = Scene::new(*scene);
        let (current, inherits) = (scene.as_str() == "private_chat", scene.inherits());
        rows.push(row(SceneRow::Scene {
            kind: scene.kind(),
            scene,
            current,
            at_rest: Some(tokens),
            worst: Some(worst),
        }));
        rows.extend(inherits.map(|from| row(SceneRow::Inherits(from))));
        if worst > 12_000 {
            rows.push(row(SceneRow::WorstOver(worst - 12_000)));
        }
    }
    let none = |scene: &&str| SceneRow::Scene {
        scene: Scene::new(*scene),
        kind: SceneKind::NoSkills,
        current: false,
        at_rest: None,
        worst: None,
    };
    rows.extend(NO_SKILLS.iter().map(|scene| row(none(scene))));
    rows
}

fn skills() -> Vec<Row<SkillRow>> {
    let skill = |name: &str, state, tokens, open| {
        row(SkillRow::Skill { name: name.into(), root: 0, state, tokens, open, marked: false, changed: false })
    };
    let reference = |skill: &str, file: &str, state, tokens| {
        let path = format!("references/{file}");
        row(SkillRow::Reference {
            skill: skill.into(),
            path,
            state,
            tokens: Some(tokens),
            marked: false,
            changed: false,
        })
    };
    vec![
        skill("reply-style", SkillState::Bound, Some(812), Some(true)),
        reference("reply-style", "examples.md", ReferenceState::Cannot(Code::MaxRounds), 300),
        skill("tone-guard", SkillState::Loaded, Some(640), Some(true)),
        reference("tone-guard", "ex.md", ReferenceState::Read, 310),
        reference("tone-guard", "long.md", ReferenceState::Cannot(Code::MaxRounds), 900),
        skill("safety-notes", SkillState::Cannot(Code::MaxRounds), Some(1_204), Some(false)),
        skill("legal-tone", SkillState::NotAllowed, Some(410), None),
        skill("broken", SkillState::Refused, None, None),
    ]
}

fn turn() -> Vec<Row<TurnRow>> {
    let request = |number, tokens, reused, chosen| TurnRow::Request { number, tokens, reused, chosen, fallback: false };
    let host = |label: &str, tokens| TurnRow::Host { label: label.into(), result: HostResult::Given, tokens };
    let rows = [
        TurnRow::User { time: Some("09:30".into()), images: 0 },
        TurnRow::UserText("今天好累，想早点睡。".into()),
        request(1, 2_128, None, false),
        TurnRow::Ask(AskLabel::Load("tone-guard".into())),
        host("tone-guard", 640),
        TurnRow::Withheld { characters: 12, plans: 1 },
        request(2, 2_789, Some(76), false),
        TurnRow::Ask(AskLabel::Read("tone-guard".into(), "references/ex.md".into())),
        host("references/ex.md", 310),
        request(3, 3_123, Some(89), true),
        TurnRow::YourMove,
        TurnRow::Way(Way::Ask),
        TurnRow::Way(Way::Type),
        TurnRow::Way(Way::Reply),
        TurnRow::Way(Way::Back),
        TurnRow::Budget { skills: 2, max_skills: 3, rounds: 2, max_rounds: 2 },
        TurnRow::Next(Next::Errors),
    ];
    rows.into_iter().map(row).collect()
}

fn prompt() -> Vec<Row<PromptRow>> {
    let of = |kind, label: &str, round, tokens, change| SegmentRow {
        id: label.into(),
        kind,
        label: label.into(),
        round,
        catalog: None,
        why: None,
        tokens,
        change: Some(change),
        first_new: kind == Kind::Request && round == Some(2),
    };
    let segment = |kind, label, tokens| PromptRow::Segment {
        row: of(kind, label, None, tokens, 0),
        private: false,
        withheld: false,
        nested: false,
    };
    let played = |kind, label, round, tokens, change| PromptRow::Segment {
        row: of(kind, label, Some(round), tokens, change),
        private: false,
        withheld: false,
        nested: false,
    };
    let bound = SegmentRow { why: Some(Why::Bound), ..of(Kind::SkillBody, "reply-style", None, 812, 0) };
    let rows = [
        PromptRow::Stable { tokens: 1_460, percent: 46 },
        segment(Kind::HostPrompt, "persona", 320),
        segment(Kind::HostPrompt, "expression", 118),
        segment(Kind::SkillRules, "skill rules", 140),
        segment(Kind::Catalog, "catalog", 70),
        PromptRow::Segment { row: bound, private: false, withheld: false, nested: false },
        PromptRow::Boundary,
        PromptRow::Group {
            row: of(Kind::Context, "memory", None, 220, 0),
            public: 2,
            private: 1,
            withheld: 0,
            open: false,
        },
        PromptRow::Group {
            row: of(Kind::History, "history", None, 410, 0),
            public: 3,
            private: 0,
            withheld: 2,
            open: true,
        },
        PromptRow::Segment { row: of(Kind::History, "09:12", None, 0, 0), private: true, withheld: true, nested: true },
        segment(Kind::Message, "message", 38),
        played(Kind::Request, "request", 1, 21, 0),
        played(Kind::Result, "tone-guard", 1, 640, 0),
        played(Kind::Request, "request", 2, 24, 24),
        played(Kind::Result, "references/ex.md", 2, 310, 310),
        PromptRow::Total { tokens: 3_123, change: Some(334) },
    ];
    rows.into_iter().map(row).collect()
}

/// A document of which each line is one line of the screen.
pub fn document(label: &str, text: &str) -> Document {
    let mut start = 0;
    let mut source_lines = Vec::new();
    for line in text.split('\n') {
        source_lines.push(start..start + line.len());
        start += line.len() + 1;
    }
    let lines = source_lines.iter().enumerate().map(|(source, range)| TextLine { source, range: 0..range.len() });
    Document {
        source: TextSource::Skill(label.into()),
        kind: Some(Kind::SkillBody),
        label: label.into(),
        file: format!("skills/{label}/SKILL.md"),
        file_line: Some(5),
        raw: text.into(),
        text: text.into(),
        lines: Arc::new(lines.collect()),
        source_lines: Arc::new(source_lines),
        syntax: Syntax::Markdown,
        width: 80,
        highlight: Some(Arc::new(skillstage::view::highlight::highlight(text, Syntax::Markdown))),
    }
}
