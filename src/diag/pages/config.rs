//! Pages on skills_config.yml (U8–U12, U22).

use super::{Page, page};

pub const CONFIG_YAML: Page = page(
    ["the config is not YAML", "配置不是有效的 YAML"],
    [
        "skills_config.yml cannot be read as YAML; the place is where reading stopped.",
        "skills_config.yml 不能作为 YAML 读取，位置是读取停下的地方。",
    ],
    [
        "A broken config changes nothing: the last valid state stays in force. Without an earlier one, skills are off.",
        "损坏的配置不会生效：保留最后的有效状态；此前没有有效状态时，技能关闭。",
    ],
    ["Mend the line that is named.", "修正所指的那一行。"],
)
.example("allowlist: [reply-style", "allowlist: [reply-style]");

pub const CONFIG_VALUE: Page = page(
    ["a value of the wrong type", "值的类型不对"],
    [
        "A key of the config has a value that it cannot have, such as text for a number or a negative limit.",
        "配置的某个键有不允许的值，例如数字处写了文本，或上限为负数。",
    ],
    [
        "A guess could enable what should be off, so the whole file counts as broken and the last valid state stays.",
        "猜测可能会启用本应关闭的东西，所以整个文件视为损坏，保留最后的有效状态。",
    ],
    ["Write the type that the message names.", "按消息写明的类型填写。"],
)
.example("enabled: \"yes\"\nlimits: {max_skills: -1}", "enabled: true\nlimits: {max_skills: 3}");

pub const CONFIG_UNKNOWN_KEY: Page = page(
    ["a key the host does not know", "宿主不认识的键"],
    ["The config holds a key that has no effect.", "配置里有一个不起作用的键。"],
    [
        "It is most often a typo, and the setting it was meant for stays at its default.",
        "多半是笔误，本来想设的项仍是默认值。",
    ],
    ["Correct the spelling or remove the key.", "改正拼写或删去。"],
)
.example("allow_list: [reply-style]", "allowlist: [reply-style]");

pub const CONFIG_CEILING: Page = page(
    ["a limit above the host's ceiling", "超过宿主上限"],
    [
        "The limit is higher than the host allows; the host's number is used.",
        "所设的限制高于宿主允许的值，采用宿主的数字。",
    ],
    ["A config can lower the host's limits, never raise them.", "配置只能降低宿主的限制，不能提高。"],
    ["Write the host's number or a lower one.", "写宿主的数字或更低的数字。"],
)
.example("limits: {max_tokens: 200000}", "limits: {max_tokens: 12000}");

pub const CONFIG_NOT_ALLOWED: Page = page(
    ["bound, but not on the allowlist", "已绑定但不在白名单"],
    ["`always` or a scene names a skill that the allowlist does not.", "`always` 或某个场景写了白名单里没有的技能。"],
    ["Only reviewed skills may be used; the binding is left out.", "只有审核过的技能可以使用，因此忽略这个绑定。"],
    ["Add the name to the allowlist once it is reviewed, or remove the binding.", "审核后加入白名单，或删去绑定。"],
)
.example("allowlist: []\nalways: [reply-style]", "allowlist: [reply-style]\nalways: [reply-style]");

pub const CONFIG_NO_SKILL: Page = page(
    ["allowed, but no such skill", "在白名单里但没有这个技能"],
    ["A name on the allowlist has no valid skill in the skills root.", "白名单里的名称在技能根目录中没有有效的技能。"],
    [
        "The skill is missing, or its files were refused; the name is left out.",
        "技能不存在，或文件被拒绝；忽略这个名称。",
    ],
    ["Install the skill, mend what refused it, or correct the name.", "安装技能、修正被拒绝的原因，或改正名称。"],
)
.example("allowlist: [reply-stile]", "allowlist: [reply-style]");

pub const CONFIG_CUSTOM_SCENE: Page = page(
    ["a scene that is none of the host's seven", "不属于宿主七个场景"],
    ["The key under `scenes` is taken as a scene of your own.", "`scenes` 下的键被当作自定义场景。"],
    ["If it is a typo, the scene that you meant has no binding.", "如果是笔误，你想要的场景就没有绑定。"],
    ["Correct it, or leave it if the scene is really yours.", "改正；如果确实是自定义场景，可以保留。"],
)
.example("scenes: {groupchat: [reply-style]}", "scenes: {group_chat: [reply-style]}");

pub const CONFIG_EXCLUDED_SCENE: Page = page(
    ["skills never apply there", "该场合不适用技能"],
    [
        "`command`, `api_fault`, `memory_compression` and `sticker_review` cannot have bindings.",
        "`command`、`api_fault`、`memory_compression`、`sticker_review` 不能绑定技能。",
    ],
    [
        "Their output is fixed, verbatim or internal; style has no place in it.",
        "它们的输出是固定的、原文的或内部的，不需要风格。",
    ],
    ["Remove the key.", "删去这个键。"],
)
.example("scenes: {command: [reply-style]}", "scenes: {private_chat: [reply-style]}");

pub const CONFIG_VANISHED: Page = page(
    ["the config vanished or became empty", "配置消失或变空"],
    ["The file was there and is not any more, or holds nothing.", "文件原来存在，现在没有了，或内容为空。"],
    [
        "Some editors empty or remove a file for a moment while saving, so the last valid state stays in force.",
        "有些编辑器保存时会短暂清空或删除文件，所以保留最后的有效状态。",
    ],
    [
        "Write the file again. To close skills, say `enabled: false`.",
        "重新写入文件。要关闭技能，请写 `enabled: false`。",
    ],
)
.example("(an empty file)", "enabled: false");

pub const CONFIG_NOT_EDITABLE: Page = page(
    ["an edit would change something else", "编辑会改动别处"],
    [
        "The edit was made, read again, and the config then meant something else than was asked for; nothing was written.",
        "做了编辑并重新读取后，配置的含义与所要求的不同；没有写入任何内容。",
    ],
    [
        "A list that is shared through an alias changes in two places at once; a limit over its ceiling is clamped.",
        "经别名共享的列表会同时在两处改变；超过上限的限制会被压低。",
    ],
    ["Write the shared list out, or edit the file by hand.", "把共享的列表分别写出，或手动编辑文件。"],
)
.example("allowlist: &all [a]\nalways: *all", "allowlist: [a]\nalways: [a]");

pub const RESIDENT_MAX_SKILLS: Page = page(
    ["more resident skills than max_skills", "常驻技能超过 max_skills"],
    [
        "`always` and this scene's bindings name more skills than may be in one prompt; the rest is left out.",
        "`always` 与场景绑定的技能多于一个提示词允许的数量，其余不放入。",
    ],
    [
        "Resident skills count like loaded ones; `always` goes first, each by name.",
        "常驻技能与加载的技能一样计数；`always` 优先，各按名称排序。",
    ],
    ["Bind fewer skills to the scene.", "减少该场景的绑定。"],
);

pub const RESIDENT_TOO_LARGE: Page = page(
    ["a resident body is over its limit", "常驻正文超过上限"],
    [
        "A skill in `always` or bound to the scene has a body over `body_bytes`; it is left out.",
        "`always` 或绑定的技能正文超过 `body_bytes`，因此不放入。",
    ],
    ["A body is never cut, and the turn must not fail for it.", "正文从不截断，也不能因此让这一轮失败。"],
    ["Shorten the body or move parts of it into references/.", "缩短正文，或把一部分移到 references/。"],
);
