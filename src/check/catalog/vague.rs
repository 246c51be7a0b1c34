//! Descriptions that say neither what a skill does nor when to use it.

use std::collections::HashSet;

use super::{Listed, OnSkill};
use crate::diag::{Code, Diagnostic};
use crate::text::{each_term, is_cjk};

/// What stands where a description is still to come, as a whole or before a colon, in lower case.
const PLACEHOLDERS: [&str; 25] = [
    "...",
    "a description",
    "a skill",
    "add description here",
    "description",
    "description here",
    "description of the skill",
    "fill in",
    "fixme",
    "lorem ipsum",
    "n/a",
    "none",
    "placeholder",
    "sample",
    "skill",
    "skill description",
    "tbd",
    "test",
    "to be done",
    "to do",
    "todo",
    "what it does",
    "wip",
    "xxx",
    "your description here",
];
const PLACEHOLDERS_ZH: [&str; 8] = ["待补充", "待定", "待填写", "说明", "描述", "技能说明", "技能描述", "测试"];

/// How a placeholder starts that goes on.
const STARTS: [&str; 6] = ["todo:", "[todo", "<todo", "tbd:", "fixme:", "lorem ipsum"];

/// Terms that say nothing of a skill by themselves.
const EMPTY: [&str; 30] = [
    "a", "an", "and", "for", "good", "help", "helpful", "in", "is", "it", "my", "new", "of", "on", "or", "skill",
    "some", "that", "the", "this", "to", "tool", "use", "used", "useful", "using", "with", "you", "技能", "的",
];

/// Fewest words that can say something; of Chinese, Japanese and Korean two characters count as a word.
const FEWEST: usize = 3;

/// The skills whose description is a placeholder, repeats the name, or is too short to say anything; one finding each.
pub fn vague(skills: &[Listed<'_>]) -> Vec<OnSkill> {
    let found = skills.iter().enumerate().filter_map(|(skill, listed)| {
        let why = why(listed)?;
        let message = format!("the description {why}: a model cannot tell what the skill does or when to use it");
        let help = "say in one sentence what it does, and in another when to use it";
        Some(OnSkill { skill, diagnostic: Diagnostic::warning(Code::DescriptionVague, message).help(help) })
    });
    found.collect()
}

fn why(listed: &Listed<'_>) -> Option<&'static str> {
    let text = listed.description.trim();
    if text.is_empty() {
        return None; // an error of its own at load
    }
    let is_frame =
        |c: char| c.is_whitespace() || matches!(c, '.' | '。' | '!' | '[' | ']' | '<' | '>' | '(' | ')' | '（' | '）');
    let bare = text.trim_matches(is_frame).to_lowercase();
    let starts = text.get(..12.min(text.len())).unwrap_or_default().to_lowercase();
    if bare.is_empty()
        || PLACEHOLDERS.contains(&bare.as_str())
        || PLACEHOLDERS_ZH.contains(&bare.as_str())
        || STARTS.iter().any(|start| starts.starts_with(start))
    {
        return Some("is a placeholder");
    }
    let mut of_name = HashSet::new();
    each_term(listed.name, |term| {
        of_name.insert(term.to_owned());
    });
    let (mut words, mut says_more) = (text.chars().filter(|c| is_cjk(*c)).count().div_ceil(2), false);
    each_term(text, |term| {
        words += usize::from(!term.starts_with(is_cjk));
        says_more |= !of_name.contains(term) && !EMPTY.contains(&term);
    });
    if !says_more {
        return Some("only repeats the name");
    }
    (words < FEWEST).then_some("is too short")
}
