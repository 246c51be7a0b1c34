//! Pages on names and descriptions side by side.

use super::{Page, page};

pub const CATALOG_ALIKE: Page = page(
    ["descriptions alike once cut", "截断后相同的说明"],
    [
        "Two descriptions differ only behind the place where a host cuts them.",
        "两条说明只在宿主截断的位置之后才有差别。",
    ],
    [
        "The model sees the same text under both names and cannot choose between them.",
        "模型在两个名称下看到相同的文字，无法选择。",
    ],
    ["Put what tells them apart at the beginning.", "把区别写在开头。"],
);

pub const CATALOG_DUPLICATE: Page = page(
    ["nearly the same description", "几乎相同的说明"],
    [
        "Two skills of different names have descriptions that are the same but for a few words.",
        "两个不同名称的技能，说明只差几个词。",
    ],
    [
        "A model asked to choose takes either, and both are paid for in every catalog.",
        "模型会随意选一个，而目录每次都要为两条付出 tokens。",
    ],
    ["Say in each when it is to be used and the other is not.", "分别写明何时用这个而不用另一个。"],
)
.example(
    "a: Writes weekly reports for a team.\nb: Writes weekly reports for the team.",
    "a: Writes a team's weekly report.\nb: Sums up weekly reports for managers.",
);

pub const DESCRIPTION_VAGUE: Page = page(
    ["a description that says neither what nor when", "既没说做什么也没说何时用的说明"],
    [
        "The description is a placeholder, repeats the name, or is too short to say anything.",
        "说明是占位文字、只重复名称，或短得说不清内容。",
    ],
    ["The model chooses a skill by its description alone.", "模型只凭说明选择技能。"],
    ["Say what the skill does and when to use it.", "说明技能做什么、何时使用。"],
)
.example("description: TODO", "description: Use before answering a user who sounds tired.");

pub const CATALOG_COST: Page = page(
    ["what the catalog costs", "目录的开销"],
    ["The catalog of these scenes takes so many tokens of each prompt.", "这些场景的目录在每次提示词中占用的 tokens。"],
    ["It stands in every turn, whether or not the model loads a skill.", "无论模型是否加载技能，每一轮都有它。"],
    ["Shorten descriptions, or take skills off the allowlist.", "缩短说明，或把技能移出白名单。"],
);
