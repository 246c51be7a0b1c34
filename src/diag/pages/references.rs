//! Pages on what a skill's texts point to.

use super::{Page, page};

pub const LINK_MISSING: Page = page(
    ["a link to a reference that does not exist", "链接的参考文件不存在"],
    ["The text points to a file that is not in the skill's directory.", "文字指向的文件不在技能目录里。"],
    [
        "A model that follows it gets an error and has spent a request of the turn.",
        "模型照着读取会得到错误，还用掉这一轮的一次请求。",
    ],
    ["Add the file, correct the path, or remove the link.", "补上文件、改正路径，或删去链接。"],
)
.example("See [tone](references/tnoe.md).", "See [tone](references/tone.md).");

pub const LINK_CASE: Page = page(
    ["a link in another case", "链接的大小写不同"],
    ["The file exists, but its name is written with other capital letters.", "文件存在，但文件名的大小写不一致。"],
    [
        "Paths are compared exactly, also where the author's computer does not.",
        "路径按原样比较，即使作者的电脑不区分大小写。",
    ],
    ["Write the path as the file is named.", "按文件的实际名称书写路径。"],
)
.example("See [tone](references/Tone.md).", "See [tone](references/tone.md).");

pub const LINK_UNREADABLE: Page = page(
    ["a file that the host never reads", "宿主从不读取的文件"],
    [
        "The text points to a file of the skill that cannot be read: a script, an asset, another directory, a reference in a deeper directory or with another extension.",
        "文字指向技能里读不到的文件：脚本、素材、其他目录、更深的参考文件或其他扩展名。",
    ],
    [
        "Only `references/*.md` and `references/*.txt` can be read, and scripts are never run.",
        "只能读取 `references/*.md` 和 `references/*.txt`，脚本从不执行。",
    ],
    [
        "Move what the model needs to references/, or leave it for hosts that can read it.",
        "把模型需要的内容移到 references/，或留给能读取它的宿主。",
    ],
)
.example("See [the table](references/deep/table.md).", "See [the table](references/table.md).");

pub const LINK_OUTSIDE: Page = page(
    ["a link that leaves the skill", "链接离开了技能目录"],
    [
        "The path is absolute or climbs out of the skill's directory with `..`.",
        "路径是绝对路径，或用 `..` 离开技能目录。",
    ],
    [
        "A skill reads its own references and nothing else; every other path is refused.",
        "技能只能读取自己的参考文件，其他路径一律拒绝。",
    ],
    [
        "Name the other skill so that the model can load it, or copy the file to references/.",
        "写出另一技能的名称让模型加载，或把文件复制到 references/。",
    ],
)
.example("See [tone](../tone-guard/SKILL.md).", "Load the skill `tone-guard` as well.");

pub const REFERENCE_UNMENTIONED: Page = page(
    ["a reference that nothing mentions", "没有提到的参考文件"],
    ["Neither the body nor another reference names this file.", "正文和其他参考文件都没有提到这个文件。"],
    [
        "A load never lists the skill's directory, so the model cannot know that the file exists.",
        "加载从不列出技能目录，模型无从得知这个文件。",
    ],
    ["Name its path in the body, with when to read it.", "在正文里写出它的路径和何时读取。"],
);
