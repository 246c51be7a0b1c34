//! The words of comparing, both languages side by side.

side_by_side! {
    /// The words of comparing in one language.
    CompareWords;
    pinned: "Compared with {what} from here on.", "从现在起与 {what} 比较。";
    unpinned: "Compared with the request before, as at first.", "恢复与上一请求比较。";
    pinned_request: "request {n} of {scene} ({estimator})", "{scene} 的请求 {n}（{estimator}）";
    pinned_revision: "revision {revision}", "版本 {revision}";
    change_since: "change since {what}", "与 {what} 相比";
    since: "since pinned", "较基准";
    only_own_turns: "Not in a session or while a scenario plays: n starts a turn of your own.", "会话中或剧本播放时不可用：按 n 开始自己的一轮。";
    title_revision: "Compare with a git revision, such as HEAD~1", "与 git 版本比较，例如 HEAD~1";
    copy: "the comparison, for a pull request", "比较结果，用于合并请求";
    changed: "what changed in {name}", "{name} 的变化";
}
