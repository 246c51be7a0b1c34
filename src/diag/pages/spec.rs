//! Pages on the open Agent Skills specification (`check --spec`).

use super::{Page, page};

pub const SPEC_INVALID: Page = page(
    ["invalid under the open specification, too", "也不符合开放规范"],
    [
        "The reference validator of the Agent Skills specification refuses the skill, and so does this host.",
        "Agent Skills 规范的参考校验器拒绝这个技能，本宿主也拒绝。",
    ],
    ["Other hosts will not load it either.", "其他宿主同样不会加载它。"],
    ["Mend what this host refuses first; then look again.", "先修正本宿主拒绝的地方，再检查一次。"],
)
.example("name: My_Skill\ndescription: What it is for.", "name: my-skill\ndescription: What it is for.");

pub const SPEC_STRICTER: Page = page(
    ["the open specification is stricter", "开放规范更严格"],
    [
        "This host loads the skill; the specification's validator refuses it. It reads a stricter YAML and knows six fields.",
        "本宿主加载这个技能，规范的校验器却拒绝：它读的 YAML 更严格，并且只认识六个字段。",
    ],
    [
        "A skill that is to work elsewhere should pass both.",
        "要在别处也能使用的技能，应同时通过两者。",
    ],
    [
        "Move other fields below `metadata`, write lists as lines with `- `, and leave anchors and tags out.",
        "把其他字段移到 `metadata` 下，列表写成以 `- ` 开头的行，不用锚点和标签。",
    ],
)
.example("version: 1.2\ntags: [chat, tone]", "metadata:\n  version: \"1.2\"\n  tags: chat, tone");

pub const SPEC_LAXER: Page = page(
    ["the open specification is laxer", "开放规范更宽松"],
    [
        "This host refuses the skill; the specification's validator accepts it.",
        "本宿主拒绝这个技能，规范的校验器却接受。",
    ],
    [
        "The host wants names in lower-case ASCII, front matter that ends at a line of its own, and files within its limits.",
        "宿主要求名称用小写 ASCII、前置元数据以单独一行结束、文件不超过上限。",
    ],
    ["Mend it if it is for this host.", "若要用于本宿主，请修正。"],
)
.example("name: 8004", "name: \"8004\"");
