//! What a scene costs: pages of `check`'s config and budget families.

use super::{Page, page};

pub const CONFIG_DUPLICATE: Page = page(
    ["one name twice in a list", "列表中名称重复"],
    ["A list of skills names one of them twice; it counts once.", "技能列表中有重复的名称，只计一次。"],
    ["Often another name was meant.", "往往本来想写另一个名称。"],
    ["Remove one of the two, or correct it.", "删去其中一个，或改正。"],
)
.example("always: [reply-style, reply-style]", "always: [reply-style]");

pub const ALWAYS_HEAVY: Page = page(
    ["`always` takes over a third of the budget", "`always` 占用超过三分之一的预算"],
    [
        "The bodies in `always` stand in every prompt of every scene, and together they take over a third of `max_tokens`.",
        "`always` 中的正文出现在所有场景的每个提示词里，合计超过 `max_tokens` 的三分之一。",
    ],
    [
        "What is resident everywhere leaves less room for what a turn really needs, and every turn pays for it.",
        "处处常驻的内容会挤占真正需要的空间，而且每一轮都要付出代价。",
    ],
    ["Bind it to the scenes that need it, or shorten it.", "只绑定到需要它的场景，或缩短正文。"],
)
.example("always: [long-guide]", "always: []\nscenes: {help: [long-guide]}");

pub const BUDGET_WORST_CASE: Page = page(
    ["a scene can pass its token limit", "场景可能超出 token 上限"],
    [
        "Some sequence of requests that the rules allow brings the prompt over `max_tokens`. The finding names the worst one.",
        "在规则允许的请求顺序中，有一种会使提示词超过 `max_tokens`；提示中列出最坏的一种。",
    ],
    [
        "The turn is then handed back to the caller and the prompt without skills is used, so the user gets a reply without any skill.",
        "此时本轮交回调用方，使用不含技能的提示词，用户得到的回应不带任何技能。",
    ],
    [
        "Shorten what it loads, move parts into references that are rarely read, lower `max_skills`, or bind less. On the Stage `W` plays it.",
        "缩短所加载的内容，把不常用的部分移到参考文件，降低 `max_skills`，或减少绑定。在舞台上按 `W` 可播放这种情况。",
    ],
);

pub const BUDGET_NEVER: Page = page(
    ["a skill or reference that can never be had", "永远无法取得的技能或参考文件"],
    [
        "It is on the allowlist, but no sequence of requests brings it into a prompt that is sent.",
        "它在白名单里，但没有任何请求顺序能把它放进发出的提示词。",
    ],
    [
        "Resident skills use up `max_skills`, or it alone passes `max_tokens`: the catalog promises what the host cannot give.",
        "常驻技能用尽了 `max_skills`，或它单独就超过 `max_tokens`：目录承诺了宿主给不了的内容。",
    ],
    [
        "Bind fewer skills to the scene, raise the limit up to its ceiling, or shorten the text.",
        "减少该场景的绑定，把限额提高到上限以内，或缩短文本。",
    ],
);
