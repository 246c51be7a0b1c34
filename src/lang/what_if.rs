//! The words of the what-if, both languages side by side.

side_by_side! {
    /// The words of the what-if in one language.
    WhatIfWords;
    title: "What if ... (this session only)", "假设 ...（仅本次会话）";
    title_limit: "The limit, a number", "限制，一个数字";
    title_skill: "SKILL.md, in this session only: Enter takes it", "SKILL.md，仅本次会话：Enter 采用";
    header: "WHAT IF {n}", "假设 {n}";
    was: "was {n}", "原为 {n}";
    ceiling: "over the ceiling of {n}", "超过上限 {n}";
    estimator: "estimator", "估算器";
    bound: "bound here", "绑定于此";
    tokens: "{n} tokens", "{n} token";
    over_limit: "body over the limit", "正文超限";
    trying: "playing the scenarios ...", "正在回放剧本 ...";
    holds: "Nothing breaks that held before.", "原来成立的都仍成立。";
    as_on_disk: "All is as on disk. Change a limit, a binding or a text, and see what breaks.", "一切与磁盘相同。修改限制、绑定或文本，看看什么会出错。";
    breaks_at_rest: "{scene} breaks at its first request: {n} tokens, over by {over}", "{scene} 在首个请求就超限：{n} token，超出 {over}";
    breaks_at_worst: "{scene} breaks at worst: {n} tokens, over by {over} (W plays it)", "{scene} 最坏情况超限：{n} token，超出 {over}（W 播放）";
    breaks_scenario: "{file} breaks at step {step}: {why}", "{file} 在第 {step} 步出错：{why}";
    more: "... {n} more", "……还有 {n} 行";
    degraded_tokens: "the turn degrades: {n} tokens, over {limit} by {over}", "本轮降级：{n} token，超出 {limit} 共 {over}";
    degraded_rounds: "the turn degrades: no round trip is left", "本轮降级：往返次数已用完";
    unmet: "`{key}` expects {expected} and is {actual}", "`{key}` 期望 {expected}，实际为 {actual}";
    only_utility: "A dsh host has no limits; c edits a skill in this session only.", "dsh 宿主没有限制；按 c 可仅在本次会话中编辑技能。";
    not_in_scenario: "Not while a scenario plays: n starts a turn of your own.", "剧本播放时不可用：按 n 开始自己的一轮。";
    not_with_what_if: "Not during a what-if: it would record what is not on disk. w ends it.", "假设期间不可用：会记录磁盘上没有的内容。按 w 可结束假设。";
    no_scenario: "A scenario plays on what is on disk: w ends the what-if first.", "剧本在磁盘内容上播放：请先按 w 结束假设。";
    no_switch: "The what-if is the utility host's: w ends it first.", "假设属于 utility 宿主：请先按 w 结束它。";
    only_limits: "Choose a limit first.", "请先选择一项限制。";
    only_skills: "Choose a skill first.", "请先选择一个技能。";
    bad_number: "Write a number above 0.", "请写大于 0 的数字。";
    nothing: "Nothing is changed yet.", "还没有任何改变。";
    over_ceiling: "{limit} is over the host's ceiling: no config can have it. Lower it first.", "{limit} 超过宿主上限：配置不能这样写。请先调低。";
    kept: "The what-if is in the change set: nothing is written yet.", "假设已放入变更集：尚未写入任何内容。";
    stale: "{names}: the file changed on disk, so the text of the what-if is gone.", "{names}：文件在磁盘上已变，假设的文本已放弃。";
    quit: "Changes of the what-if that are not in the change set: {n}", "未放入变更集的假设：{n}";
}
