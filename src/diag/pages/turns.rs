//! Pages on requests and turns (U18–U24).

use super::{Page, page};

const LOAD: &str = r#"{"name":"skill","args":{"action":"load","params":{"name":"reply-style"}}}"#;

pub const REQUEST_MALFORMED: Page = page(
    ["a request with a missing or wrong field", "请求缺少字段或字段有误"],
    [
        "The model asked for a skill, but a field is missing or has the wrong type; the result names it.",
        "模型请求了技能，但某个字段缺失或类型不对，结果会写明是哪个。",
    ],
    [
        "The host does not guess what was meant. The request counts like any other.",
        "宿主不猜测意图。这个请求与其他请求一样计数。",
    ],
    ["Nothing, if the model corrects itself; else show it the form.", "模型自行改正则无需处理；否则把正确形式给它看。"],
)
.example(r#"{"name":"skill","args":{"action":"load"}}"#, LOAD);

pub const SKILL_UNKNOWN: Page = page(
    ["no skill of that name", "没有这个名称的技能"],
    ["The model named a skill that the catalog does not have.", "模型写了目录里没有的技能。"],
    ["Names must be exact; they are never completed or corrected.", "名称必须完全一致，不补全也不纠正。"],
    [
        "If it should exist, look for it in `skillstage catalog --scene SCENE`.",
        "如果应当存在，用 `skillstage catalog --scene 场景` 查看。",
    ],
);

pub const SKILL_NOT_ALLOWED: Page = page(
    ["the skill is not on the allowlist", "技能不在白名单"],
    ["The skill exists and is valid, but the config does not allow it.", "技能存在且有效，但配置没有允许它。"],
    ["Only what an administrator has reviewed reaches a prompt.", "只有管理员审核过的内容才进入提示词。"],
    ["Add the name to `allowlist` once it is reviewed.", "审核后把名称加入 `allowlist`。"],
)
.example("allowlist: []", "allowlist: [legal-tone]");

pub const SKILL_NOT_OFFERED: Page = page(
    ["this scene does not offer the skill", "该场景不提供这个技能"],
    [
        "Under `binding: offered` a scene offers only `always` and its bound skills; where skills are off or do not apply, none.",
        "在 `binding: offered` 下，场景只提供 `always` 与绑定的技能；技能关闭或不适用时一个也没有。",
    ],
    ["That reading of a binding limits the catalog, and loads with it.", "这种解读用绑定限制目录，加载也随之受限。"],
    ["Bind the skill to the scene, or use `binding: resident`.", "把技能绑定到该场景，或使用 `binding: resident`。"],
);

pub const SKILL_REFUSED: Page = page(
    ["the skill's files were refused", "技能文件被拒绝"],
    [
        "The skill is on the allowlist, but its files did not pass; they have diagnostics of their own.",
        "技能在白名单里，但文件没有通过检查；它们另有诊断。",
    ],
    ["A skill that cannot be read whole is not read at all.", "不能完整读取的技能就完全不读。"],
    ["Mend what the diagnostics of its directory say.", "按该目录的诊断修正。"],
);

pub const BODY_NOT_LOADED: Page = page(
    ["read before load", "先读后载"],
    ["The model asked for a reference of a skill whose body is not in the prompt.", "模型请求了某技能的参考文件，而正文还不在提示词里。"],
    ["The body says what its references are for.", "正文说明参考文件的用途。"],
    ["Load first; both may stand in one response, the load in front.", "先加载；两个请求可以在同一次回应中，加载在前。"],
)
.example(
    r#"{"name":"skill","args":{"action":"read","params":{"name":"reply-style","path":"references/examples.md"}}}"#,
    "[{\"name\":\"skill\",\"args\":{\"action\":\"load\",\"params\":{\"name\":\"reply-style\"}}},\n {\"name\":\"skill\",\"args\":{\"action\":\"read\",\"params\":{\"name\":\"reply-style\",\"path\":\"references/examples.md\"}}}]",
);

pub const MAX_SKILLS: Page = page(
    ["no skill left in this turn", "本轮技能数已用完"],
    [
        "The prompt holds as many bodies as `max_skills` allows, resident ones included.",
        "提示词里的正文数已达 `max_skills`，常驻的也计算在内。",
    ],
    ["Each body is paid for in every later request of the turn.", "每个正文在这一轮之后的每次请求里都要付费。"],
    [
        "Bind fewer skills, or make one skill of two that are used together.",
        "减少绑定，或把总是一起使用的两个技能合并。",
    ],
);

pub const MAX_ROUNDS: Page = page(
    ["no round trip left in this turn", "本轮往返次数已用完"],
    [
        "The response asked after the last allowed round trip; each request gets this error, and the model has one more chance.",
        "回应在最后一次往返之后仍提出请求；每个请求得到此错误，模型还有一次机会。",
    ],
    ["The user is waiting; each round trip is a whole model request.", "用户在等待，每次往返都是一次完整的模型请求。"],
    ["Ask for several things in one response, or make the skills smaller.", "在一次回应里请求多项，或把技能写得更小。"],
);

pub const TOOL_CALL_NOT_ALLOWED: Page = page(
    ["a tool call where only skill reads are allowed", "此处只允许读取技能"],
    [
        "In help, notification and reminder a business tool call is not executed and gets this error.",
        "在帮助、通知和提醒中，业务工具调用不会执行，并得到此错误。",
    ],
    ["These scenes make a plain text; nothing may happen besides.", "这些场景只产生普通文本，不应有其他动作。"],
    ["Take tool calls out of what these scenes ask the model for.", "不要在这些场景里要求模型调用工具。"],
);

pub const BUDGET_TOKENS: Page = page(
    ["over the token limit: the turn degrades", "超过 token 上限：本轮降级"],
    [
        "The estimate of the whole prompt is over `max_tokens`; the default estimator stands for DeepSeek's tokenizer, and another model counts differently. The turn is handed back to the caller, whose prompt without skills is used.",
        "整个提示词的估算超过 `max_tokens`；默认估算器对应 DeepSeek 的分词器，其他模型的计数不同。本轮交还调用者，使用没有技能的提示词。",
    ],
    [
        "Nothing is cut to fit; a safe answer without skills is better than one from half a rule.",
        "不会为了放下而截断；没有技能的安全回答好过半条规则的回答。",
    ],
    [
        "Look which rows are large: `skillstage prompt --format json` has them in `attempted`. If it is the catalog, as in a folder of many skills, let a config allow fewer: `enabled: true` and an `allowlist`, named with --config FILE.",
        "查看哪些行很大：`skillstage prompt --format json` 的 `attempted` 里有。如果是目录（技能很多的文件夹），用配置减少允许的技能：`enabled: true` 加 `allowlist`，并以 --config FILE 指定。",
    ],
);

pub const BUDGET_ROUNDS: Page = page(
    ["asked again after the last chance: the turn degrades", "最后机会后仍请求：本轮降级"],
    [
        "The model got errors after the last round trip and asked again. The turn ends with the prompt without skills.",
        "模型在最后一次往返后得到错误，却再次请求。本轮以没有技能的提示词结束。",
    ],
    ["A turn takes at most max_rounds + 2 responses.", "一轮最多 max_rounds + 2 次回应。"],
    [
        "Make skills that need fewer references, or name the needed ones early.",
        "让技能少依赖参考文件，或尽早写明需要哪些。",
    ],
);

pub const BLOCKED: Page = page(
    ["the final response is only a tool call", "最终回应只有工具调用"],
    [
        "In a text wrapper (help, notification, reminder) the last response holds no text, only a business tool call.",
        "在文本包装（帮助、通知、提醒）中，最后的回应没有文字，只有业务工具调用。",
    ],
    [
        "There is nothing to show to the user, and the call must not be executed there.",
        "没有可以给用户的文字，而调用又不能在此执行。",
    ],
    ["Let the model answer with a text or with {\"text\": …}.", "让模型用文字或 {\"text\": …} 回答。"],
)
.example(r#"{"name":"create_reminder","args":{"at":"16:50"}}"#, r#"{"text":"会议改到 14:30。"}"#);

pub const TURN_ENDED: Page = page(
    ["a response after the turn's end", "本轮已结束"],
    [
        "The turn has its reply, or takes none any more; the response was not used.",
        "这一轮已有回复，或不再接受回应；该回应没有使用。",
    ],
    [
        "A turn takes at most max_rounds + 2 responses, and a response without a request ends it.",
        "一轮最多 max_rounds + 2 次回应，没有请求的回应会结束它。",
    ],
    ["Leave the later responses out, or start a new turn.", "去掉后面的回应，或开始新的一轮。"],
)
.example("--respond reply.txt --load tone-guard", "--load tone-guard --respond reply.txt");
