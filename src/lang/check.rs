//! The words of the Check screen, both languages side by side.

side_by_side! {
    /// The words of the Check screen in one language.
    CheckWords;
    tab: "Check", "检查";
    group: "Checking", "检查";
    title_list: "Findings {n}", "问题 {n}";
    title_finding: "Finding", "问题详情";
    checking: "checking ...", "检查中 ...";
    nothing: "Nothing was found in {n} skills and their config.", "{n} 个技能及其配置没有问题。";
    summary: "{errors} errors, {warnings} warnings, {notes} notes", "错误 {errors}，警告 {warnings}，提示 {notes}";
    error: "error", "错误";
    warning: "warning", "警告";
    info: "note", "提示";
    workspace: "the workspace", "工作区";
    help: "help: {text}", "办法：{text}";
    fix: "fix: {text} ({key} shows it)", "修正：{text}（{key} 查看）";
    fix_read_only: "fix: {text} (read-only: it cannot be written)", "修正：{text}（只读，不能写入）";
    no_fix: "There is no certain fix for this finding.", "这个问题没有确定的修正。";
    no_place: "This finding has no place in a file.", "这个问题没有文件位置。";
    changed: "The file changed since it was checked; it is checked again.", "文件在检查后已改变，将重新检查。";
    title_fix: "Write this to {file}?", "将以下内容写入 {file}？";
    fix_answer: "Enter writes it   Esc goes back", "Enter 写入   Esc 返回";
    written: "Written to {file}; it is checked again.", "已写入 {file}，正在重新检查。";
}
