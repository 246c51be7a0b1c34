//! The words for how sure a count is, both languages side by side.

side_by_side! {
    /// The words for how sure a count is in one language.
    TokensWords;
    billed: "billed {n}", "计费约 {n}";
    may_not_fit: "may not fit", "可能放不下";
    worst_may_not_fit: "Worst case: {n} of {limit}, up to {high}: it may not fit,", "最坏情况：{n} / {limit}，最多 {high}：可能放不下，";
}
