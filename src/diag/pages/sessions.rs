//! Pages on sessions of the dsh dialect (D4, D5).

use super::{Page, page};

pub const SKILL_NAME_INVALID: Page = page(
    ["a name that no skill can have", "不可能是技能名的名称"],
    [
        "The model called the tool with a name that is not in kebab case.",
        "模型调用工具时给出的名称不是短横线小写形式。",
    ],
    ["Names are looked up exactly; nothing is completed or corrected.", "名称按原样查找，不补全也不纠正。"],
    ["Nothing, if the model corrects itself.", "模型自行改正则无需处理。"],
)
.example(
    r#"{"name":"skill","arguments":{"name":"Tone Guard"}}"#,
    r#"{"name":"skill","arguments":{"name":"tone-guard"}}"#,
);

pub const SKILL_NOT_FOR_MODEL: Page = page(
    ["the skill keeps itself from the model", "该技能不供模型调用"],
    [
        "The skill's front matter says `disable-model-invocation: true`.",
        "技能的 front matter 写了 `disable-model-invocation: true`。",
    ],
    [
        "Such a skill is for people: it is in no catalog, and the tool refuses it.",
        "这样的技能只供人使用：目录里没有它，工具也拒绝它。",
    ],
    ["Remove the key if the model should have it.", "若要让模型使用，删除该键。"],
)
.example("disable-model-invocation: true", "disable-model-invocation: false");

pub const BODY_HEAVY: Page = page(
    ["a loaded body is a large part of the budget", "加载的正文占预算很大一部分"],
    [
        "A body that the model loaded has more than a quarter of `max_tokens` by the estimate.",
        "模型加载的一份正文按估算超过 `max_tokens` 的四分之一。",
    ],
    [
        "The dsh host has no cap on bodies, and every later request of the session sends it again.",
        "dsh 宿主对正文没有上限，会话之后的每次请求都会再次发送它。",
    ],
    ["Move what is not always needed into files that the body names.", "把并非总是需要的内容移到正文所指的文件里。"],
);

pub const PROVIDER_FAULT: Page = page(
    ["a provider failed", "提供者出错"],
    [
        "The place that provides the skill answered with a fault; the model reads its message.",
        "提供该技能的一方返回了错误，模型会读到它的消息。",
    ],
    ["A session goes on without the skill.", "会话在没有该技能的情况下继续。"],
    ["Look at what the message says of the provider, or of the file.", "根据消息检查提供者或文件。"],
);

pub const TOOL_UNAVAILABLE: Page = page(
    ["the session does not have that tool", "会话没有这个工具"],
    [
        "The model called a tool that is hidden, shadowed by another of its name, or not part of this session.",
        "模型调用的工具被隐藏、被同名工具遮蔽，或不属于本会话。",
    ],
    ["A session never runs a tool that the model should not see.", "会话不会执行模型不该看到的工具。"],
    ["Show the tool again, or let the model go on without it.", "重新显示该工具，或让模型继续。"],
);
