//! Pages on the format of a skill (U1–U3, U6).

use super::{Page, page};

pub const FRONT_MATTER_MISSING: Page = page(
    ["no front matter", "缺少前置元数据"],
    ["The first line of SKILL.md is not `---`.", "SKILL.md 的第一行不是 `---`。"],
    [
        "Name and description come from the front matter; without it there is nothing for the catalog.",
        "名称和说明来自前置元数据，没有它目录就无内容可列。",
    ],
    ["Start the file with `---`, name, description, `---`.", "文件以 `---`、name、description、`---` 开头。"],
)
.example("# My skill", "---\nname: my-skill\ndescription: What it is for.\n---\n# My skill");

pub const FRONT_MATTER_UNCLOSED: Page = page(
    ["the front matter is not closed", "前置元数据没有结束"],
    ["No later line of the file is `---`.", "后面没有任何一行是 `---`。"],
    ["Without its end the body cannot be told from the metadata.", "没有结束行，就分不清正文和元数据。"],
    ["Put a line `---` after the last key.", "在最后一个键之后加一行 `---`。"],
)
.example("---\nname: my-skill\n# Body", "---\nname: my-skill\ndescription: What it is for.\n---\n# Body");

pub const FRONT_MATTER_TOO_LARGE: Page = page(
    ["the front matter is over 16 KiB", "前置元数据超过 16 KiB"],
    ["The part between the two `---` lines has more than 16,384 bytes.", "两行 `---` 之间超过 16,384 字节。"],
    ["Metadata is read for every skill at once and stays small.", "元数据会为每个技能一次读入，必须保持短小。"],
    ["Move the text into the body or into references/.", "把文字移到正文或 references/。"],
);

pub const FRONT_MATTER_NOT_MAPPING: Page = page(
    ["the front matter is not a mapping", "前置元数据不是键值映射"],
    [
        "It is YAML, but a list or a single value instead of `key: value` lines.",
        "它是 YAML，但不是 `键: 值`，而是列表或单个值。",
    ],
    ["Name and description are looked up by their keys.", "名称和说明按键查找。"],
    ["Write one `key: value` a line.", "每行写一个 `键: 值`。"],
)
.example("---\n- my-skill\n---", "---\nname: my-skill\ndescription: What it is for.\n---");

pub const YAML_INVALID: Page = page(
    ["invalid YAML", "YAML 无效"],
    [
        "The front matter cannot be read as YAML; the place is where reading stopped.",
        "前置元数据不能作为 YAML 读取，位置是读取停下的地方。",
    ],
    [
        "The most common cause is a colon followed by a space inside a value that is not quoted.",
        "最常见的原因是值没有加引号，其中却有冒号加空格。",
    ],
    ["Quote the value.", "给值加上引号。"],
)
.example("description: Use when: the user asks", "description: \"Use when: the user asks\"");

pub const YAML_DUPLICATE_KEY: Page = page(
    ["one key twice", "键重复"],
    ["The same key stands twice in one mapping.", "同一个映射里有两个相同的键。"],
    ["Readers differ in which of the two counts, so neither is taken.", "不同的读取器取舍不同，所以两个都不采用。"],
    ["Keep one of them.", "只保留一个。"],
)
.example("name: a\nname: b", "name: a");

pub const YAML_TOO_COMPLEX: Page = page(
    ["YAML beyond what is read", "YAML 过于复杂"],
    ["Nesting, aliases or size go beyond what is read.", "嵌套、别名或大小超出读取范围。"],
    [
        "A few lines of YAML can expand to gigabytes; reading stops before that.",
        "几行 YAML 就可能展开成数 GB，读取会提前停止。",
    ],
    ["Write plain keys and values without anchors.", "只写普通的键和值，不用锚点。"],
);

pub const NAME_MISSING: Page = page(
    ["no name", "缺少 name"],
    ["The front matter has no `name`.", "前置元数据里没有 `name`。"],
    ["The model asks for a skill by its name.", "模型按名称请求技能。"],
    ["Add `name`, equal to the directory's name.", "加上 `name`，与目录同名。"],
)
.example("description: What it is for.", "name: my-skill\ndescription: What it is for.");

pub const NAME_NOT_TEXT: Page = page(
    ["name is not text", "name 不是文本"],
    ["`name` is a number, a list, or another value that is no text.", "`name` 是数字、列表或其他非文本的值。"],
    ["`8004` in YAML is a number; it would be written back differently.", "YAML 里的 `8004` 是数字，写回时可能变样。"],
    ["Quote it.", "加上引号。"],
)
.example("name: 8004", "name: \"8004\"");

pub const NAME_INVALID: Page = page(
    ["name has other characters", "name 含有不允许的字符"],
    [
        "A name is lower-case ASCII letters and digits in words joined by single hyphens.",
        "名称由小写英文字母和数字组成，单词之间用一个连字符。",
    ],
    [
        "The same name must be safe as a directory, in JSON and in a prompt.",
        "同一个名称要能安全地用作目录名、JSON 值和提示词内容。",
    ],
    ["Rename the directory and `name` alike.", "同时修改目录名和 `name`。"],
)
.example("name: Tone_Guard", "name: tone-guard");

pub const NAME_TOO_LONG: Page = page(
    ["name is over 64 characters", "name 超过 64 个字符"],
    ["The name has more than 64 characters.", "名称超过 64 个字符。"],
    ["The format of skills sets this limit.", "这是技能格式规定的上限。"],
    ["Choose a shorter name and put the rest into the description.", "换一个短名称，其余写进说明。"],
);

pub const NAME_MISMATCH: Page = page(
    ["name is not the directory's name", "name 与目录名不一致"],
    ["`name` and the directory that holds SKILL.md differ.", "`name` 与 SKILL.md 所在目录的名称不同。"],
    [
        "The allowlist names skills, and a skill must be found where its name says.",
        "白名单写的是技能名，技能必须能按名称找到。",
    ],
    ["Rename one of the two.", "修改其中一个。"],
)
.example("skills/tone-guard/SKILL.md with `name: tone`", "skills/tone-guard/SKILL.md with `name: tone-guard`");

pub const DESCRIPTION_MISSING: Page = page(
    ["no description", "缺少 description"],
    ["The front matter has no `description`.", "前置元数据里没有 `description`。"],
    ["The catalog shows only name and description; the model chooses by them.", "目录只给出名称和说明，模型据此选择。"],
    ["Add one line that says when to use the skill.", "加一行，说明什么时候使用。"],
)
.example("name: my-skill", "name: my-skill\ndescription: Use before answering questions on health.");

pub const DESCRIPTION_NOT_TEXT: Page = page(
    ["description is not text", "description 不是文本"],
    ["`description` is a list, a mapping, a number or a truth value.", "`description` 是列表、映射、数字或布尔值。"],
    ["It stands in the catalog as a line of text.", "它作为一行文字放进目录。"],
    ["Write it as text, quoted if needed.", "写成文本，必要时加引号。"],
)
.example("description: [chat, notification]", "description: For chat and notifications.");

pub const DESCRIPTION_EMPTY: Page = page(
    ["description is empty", "description 为空"],
    ["`description` holds nothing but white space.", "`description` 只有空白。"],
    ["A model cannot choose a skill of which it knows nothing.", "模型对技能一无所知，就无从选择。"],
    ["Say in one sentence when to use the skill.", "用一句话说明什么时候使用。"],
)
.example("description: \"\"", "description: For answers that must not sound cold.");

pub const DESCRIPTION_LONG: Page = page(
    ["description is over 1,024 characters", "description 超过 1,024 个字符"],
    [
        "The skill loads, but its description is longer than the format allows.",
        "技能可以加载，但说明超过格式允许的长度。",
    ],
    [
        "The description is paid for in every turn of every scene that shows the catalog.",
        "凡是显示目录的场景，每一轮都要为说明付出 tokens。",
    ],
    ["Keep when to use it; move the rest into the body.", "保留“何时使用”，其余移到正文。"],
);

pub const COMPATIBILITY_INVALID: Page = page(
    ["compatibility is not short text", "compatibility 不是短文本"],
    [
        "`compatibility` is not text or has over 500 characters. The skill loads.",
        "`compatibility` 不是文本，或超过 500 个字符。技能仍可加载。",
    ],
    ["It is kept for display only and has no effect here.", "它只用于显示，在这里没有作用。"],
    ["Write one short sentence, or leave the key out.", "写一句短话，或删去这个键。"],
)
.example("compatibility: [linux, mac]", "compatibility: Linux and macOS.");

pub const CONTROL_CHARACTERS: Page = page(
    ["control characters in a shown value", "显示的值里有控制字符"],
    [
        "A value holds characters that a terminal would obey or that hide, such as ESC or a bidi override. The skill loads.",
        "值里有终端会执行或会隐藏的字符，例如 ESC 或双向控制符。技能仍可加载。",
    ],
    [
        "They can make a text look different from what the model reads. Here they are shown as <U+001B>.",
        "它们能让文字看起来与模型读到的不同。这里显示为 <U+001B>。",
    ],
    ["Remove them, unless you know why they are there.", "除非知道用途，否则删去。"],
);

pub const BODY_TOO_LARGE: Page = page(
    ["the body is over its limit", "正文超过上限"],
    [
        "The body has more bytes than `body_bytes`. The skill stays in the catalog, and loading it is an error.",
        "正文字节数超过 `body_bytes`。技能仍在目录里，但加载会得到错误。",
    ],
    ["A body is never cut: half a rule can say the opposite.", "正文从不截断：半条规则可能意思相反。"],
    ["Move parts of it into references/, which are read on demand.", "把一部分移到 references/，按需读取。"],
);
