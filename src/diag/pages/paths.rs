//! Pages on the paths of references (U4, U5, U6).

use super::{Page, page};

pub const PATH_EMPTY: Page = page(
    ["an empty path", "路径为空"],
    ["The path is empty or has an empty component.", "路径为空，或有空的组成部分。"],
    ["It names no file.", "它没有指明任何文件。"],
    ["Write the path of one file below references/.", "写 references/ 下某个文件的路径。"],
)
.example("references//x.md", "references/x.md");

pub const PATH_NUL: Page = page(
    ["NUL in a path", "路径中有 NUL"],
    ["The path holds a NUL character.", "路径里有 NUL 字符。"],
    [
        "A system may read only what stands before it, so that another file would be opened.",
        "系统可能只读到它之前，从而打开另一个文件。",
    ],
    ["Write the path without it.", "去掉这个字符。"],
);

pub const PATH_DRIVE: Page = page(
    ["a drive letter in a path", "路径带盘符"],
    ["The path starts with a drive letter.", "路径以盘符开头。"],
    [
        "Paths are relative to the skill's directory and mean the same on every system.",
        "路径相对技能目录，在所有系统上含义相同。",
    ],
    ["Write the path from references/ on.", "从 references/ 开始写。"],
)
.example("C:/skills/x/references/x.md", "references/x.md");

pub const PATH_BACKSLASH: Page = page(
    ["a backslash in a path", "路径中有反斜杠"],
    ["The path holds a backslash.", "路径里有反斜杠。"],
    [
        "It separates directories on one system and is part of a name on another.",
        "在一种系统上它分隔目录，在另一种系统上它是名称的一部分。",
    ],
    ["Use `/`.", "使用 `/`。"],
)
.example("references\\x.md", "references/x.md");

pub const PATH_ABSOLUTE: Page = page(
    ["an absolute path", "绝对路径"],
    ["The path starts at the root of the file system.", "路径从文件系统根目录开始。"],
    [
        "A reference lies in its skill's directory; nothing else can be read.",
        "参考文件在技能目录里，其他内容不可读取。",
    ],
    ["Write the path from references/ on.", "从 references/ 开始写。"],
)
.example("/etc/passwd", "references/x.md");

pub const PATH_TRAVERSAL: Page = page(
    ["path traversal", "路径穿越"],
    ["The path climbs with `..`.", "路径用 `..` 向上跳。"],
    ["It would leave the skill's directory.", "它会离开技能目录。"],
    ["Write the path from references/ on, without `..`.", "从 references/ 开始写，不用 `..`。"],
)
.example("references/../../other/SKILL.md", "references/x.md");

pub const PATH_NOT_REFERENCE: Page = page(
    ["not a reference", "不是参考文件"],
    [
        "Only references/*.md and references/*.txt can be read, one level deep.",
        "只能读取 references/*.md 与 references/*.txt，且只有一层。",
    ],
    ["Scripts and other resources are never loaded.", "脚本和其他资源从不加载。"],
    ["Put the text into references/ as .md or .txt.", "把文字以 .md 或 .txt 放进 references/。"],
)
.example("scripts/run.py", "references/how-to-run.md");

pub const REFERENCE_NOT_FOUND: Page = page(
    ["no such reference", "没有这个参考文件"],
    ["The skill has no readable file at that path.", "该技能在此路径下没有可读的文件。"],
    [
        "A load never lists the skill's directory; the model knows only the paths that the body names.",
        "加载不会列出目录，模型只知道正文里写出的路径。",
    ],
    [
        "Correct the path in the body, or add the file. Upper and lower case count.",
        "改正正文里的路径，或补上文件。区分大小写。",
    ],
)
.example("references/Examples.md", "references/examples.md");

pub const REFERENCE_TOO_LARGE: Page = page(
    ["the reference is over its limit", "参考文件超过上限"],
    ["The file has more bytes than `reference_bytes`.", "文件字节数超过 `reference_bytes`。"],
    ["A reference is never cut silently.", "参考文件从不被悄悄截断。"],
    ["Split it into several files that can be read one by one.", "拆成几个可以分别读取的文件。"],
);
