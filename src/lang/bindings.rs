//! The words of the Bindings screen, both languages side by side.

side_by_side! {
    /// The words of the Bindings screen in one language.
    BindingsWords;
    title_matrix: "Bindings", "绑定";
    title_scenes: "Scenes", "场景";
    title_changes: "Change set {n}", "变更集 {n}";
    head_skill: "skill", "技能";
    head_allow: "allow", "许可";
    head_always: "always", "常驻";
    yes: "yes", "是";
    always: "always: in every scene", "常驻：每个场景";
    bound: "bound to this scene", "绑定到此场景";
    inherited: "inherited from {scene}", "继承自 {scene}";
    offered: "offered: the model may load it", "可用：模型可以加载";
    not_offered: "not offered in this scene", "此场景不提供";
    too_large: "left out: its body has {bytes} bytes, the limit is {limit}", "未放入：正文 {bytes} 字节，上限 {limit}";
    no_place: "left out: max_skills is {limit}", "未放入：max_skills 为 {limit}";
    not_allowed: "not on the allowlist", "不在白名单";
    refused: "its files were refused", "文件被拒绝";
    missing: "there is no such skill", "没有这个技能";
    off: "skills are off", "技能已关闭";
    left_out: "{asked}, but {why}", "{asked}，但{why}";
    on_allowlist: "on the allowlist", "在白名单上";
    not_always: "not in every scene", "不是常驻";
    legend: "A always  B bound  I inherited  o offered  ! left out  - not allowed  x no skill  * changed", "A 常驻  B 绑定  I 继承  o 可用  ! 未放入  - 未许可  x 无技能  * 已改";
    at_rest: "at rest", "静止";
    worst: "worst", "最坏";
    share: "share", "占比";
    over: "OVER {n}", "超出 {n}";
    worst_over: "worst over by {n}", "最坏超出 {n}";
    fits: "fits", "未超";
    counting: "counting", "计数中";
    no_changes: "No changes. {key} on a cell of the matrix edits it; nothing is written before {apply}.", "没有变更。在表格的单元上按 {key} 编辑；按 {apply} 之前不写入任何内容。";
    no_config: "There is no config file here: every valid skill is allowed.", "这里没有配置文件：所有有效技能都被许可。";
    only_utility: "A dsh host has no bindings: it offers every valid skill. {key} switches the host.", "dsh 宿主没有绑定：它提供所有有效技能。{key} 切换宿主。";
    nothing_to_apply: "The change set is empty.", "变更集为空。";
    nothing_to_undo: "There is nothing to undo.", "没有可撤销的内容。";
    read_only: "Read-only: the change set cannot be applied; {key} copies it as a patch.", "只读：不能写入变更集；{key} 将其复制为补丁。";
    title_apply: "Write this to {file}?", "将以下内容写入 {file}？";
    title_undo: "Take this back in {file}?", "在 {file} 中撤销以下内容？";
    apply_answer: "Enter writes it   Esc goes back", "Enter 写入   Esc 返回";
    applied: "Written to {file}. {key} takes it back.", "已写入 {file}。{key} 撤销。";
    undone: "{file} is as it was before.", "{file} 已恢复原样。";
    title_export: "Save the patch as", "补丁另存为";
    title_limit: "Set a limit, such as max_tokens 8000", "设置限制，例如 max_tokens 8000";
    bad_limit: "Write one of {names}, and a number of at most its ceiling.", "请写 {names} 之一，以及不超过上限的数字。";
    rebased: "The config changed on disk: the change set stands over the new one.", "配置在磁盘上已变：变更集改为基于新内容。";
    allow_first: "{skill} is not on the allowlist: it stays left out until that is edited, too.", "{skill} 不在白名单：在许可它之前不会放入。";
    quit_edits: "Edits of the config that are not applied: {n}", "未写入的配置编辑：{n}";
}
