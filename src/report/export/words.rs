//! The words of a page, but for what the scenario itself says and the names of outcomes, kinds and codes.

use serde::Serialize;

use crate::lang::Lang;

/// The words in one language; those of the script are part of the page's data.
#[derive(Debug, Serialize)]
pub struct Words {
    /// The language, as HTML names it.
    pub lang: &'static str,
    pub happened: &'static str,
    pub expectations: &'static str,
    pub prompt: &'static str,
    pub step: &'static str,
    pub back: &'static str,
    pub next: &'static str,
    pub no_script: &'static str,
    user: &'static str,
    model: &'static str,
    host: &'static str,
    world: &'static str,
    new: &'static str,
    withheld: &'static str,
    private: &'static str,
    /// What stands at the boundary of a turn's prompt, and of a session's.
    boundary: &'static str,
    boundary_session: &'static str,
    tokens: &'static str,
    tokens_of: &'static str,
    reused: &'static str,
    met: &'static str,
}

impl Words {
    /// Those of a language.
    pub fn of(lang: Lang) -> &'static Words {
        match lang {
            Lang::En => &EN,
            Lang::Zh => &ZH,
        }
    }
}

static EN: Words = Words {
    lang: "en",
    happened: "What happened",
    expectations: "Expectations",
    prompt: "Prompt",
    step: "Step",
    back: "Step back",
    next: "Next step",
    no_script: "This page is stepped through by its own script, which is switched off here.",
    user: "user",
    model: "model",
    host: "host",
    world: "world",
    new: "new",
    withheld: "withheld",
    private: "Private: this scene withholds its text, and so does this page.",
    boundary: "above: the same in every turn · below: this turn's",
    boundary_session: "above: the session's prefix · below: appended to it",
    tokens: "{n} tokens",
    tokens_of: "{n} of {of} tokens",
    reused: "{n} % reused",
    met: "{n} of {of} met",
};

static ZH: Words = Words {
    lang: "zh",
    happened: "经过",
    expectations: "预期",
    prompt: "提示词",
    step: "步骤",
    back: "上一步",
    next: "下一步",
    no_script: "此页由自带的脚本逐步播放，而脚本在这里被关闭了。",
    user: "用户",
    model: "模型",
    host: "宿主",
    world: "环境",
    new: "新",
    withheld: "不发送",
    private: "私密内容：此场景不发送其正文，本页也不显示。",
    boundary: "以上每轮相同 · 以下属于本轮",
    boundary_session: "以上是会话的前缀 · 以下是追加的内容",
    tokens: "{n} 个 token",
    tokens_of: "{n} / {of} 个 token",
    reused: "复用 {n}%",
    met: "{of} 项中 {n} 项成立",
};
