//! Whatever played the model besides the command line's own responses: its label, and why it answered as it did.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use crate::driver::matcher::{LABEL, Ranked, Read, Reason, Reasons, Verdict, reason_text};
use crate::lang::{Lang, strings};
use crate::text::printable;

/// Who played the model, and why it answered as it did.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DriverReport<'a> {
    /// `matcher: not a model`.
    label: &'static str,
    /// For each of its responses the ranking behind it, in order.
    rankings: Vec<RankingReport<'a>>,
}

/// The ranking behind a response.
#[derive(Debug, Serialize, JsonSchema)]
struct RankingReport<'a> {
    /// The number of the response in the turn, from 1.
    response: usize,
    /// How many skills were ranked.
    ranked: usize,
    /// How many of them share a word with the message.
    sharing: usize,
    /// The best of these, best first; at most 20.
    skills: Vec<SkillRank<'a>>,
    /// The references that the response reads, best first.
    references: Vec<ReferenceRank<'a>>,
}

/// A skill's place in a ranking.
#[derive(Debug, Serialize, JsonSchema)]
struct SkillRank<'a> {
    /// The skill.
    name: &'a str,
    /// Higher is better; comparable within one ranking only. Rounded to three decimals.
    score: f64,
    /// The words and pairs of characters that its name and description share with the message, the rarest first.
    words: &'a [String],
    /// `asked` (this response loads it), `present` (its body is in the prompt), `closed` (it fits and cannot be loaded any
    /// more), `outranked` (it fits, and enough others are better) or `weak` (below the threshold).
    verdict: &'static str,
}

/// A reference that a response reads.
#[derive(Debug, Serialize, JsonSchema)]
struct ReferenceRank<'a> {
    /// Its skill.
    skill: &'a str,
    /// Its path.
    path: &'a str,
    /// The words that the lines of the body which name it share with the message.
    words: &'a [String],
}

/// The matcher's reasons as data; `None` where it did not play.
pub fn report(reasons: &Reasons) -> Option<DriverReport<'_>> {
    let rankings = reasons.iter().map(|(step, reason)| ranking(step + 1, reason)).collect();
    (!reasons.is_empty()).then_some(DriverReport { label: LABEL, rankings })
}

fn ranking(response: usize, reason: &Reason) -> RankingReport<'_> {
    RankingReport {
        response,
        ranked: reason.ranked,
        sharing: reason.sharing,
        skills: reason.skills.iter().map(skill_rank).collect(),
        references: reason.references.iter().map(reference_rank).collect(),
    }
}

fn skill_rank(Ranked { name, score, words, verdict }: &Ranked) -> SkillRank<'_> {
    SkillRank { name, score: (score * 1000.0).round() / 1000.0, words, verdict: self::verdict(*verdict) }
}

fn reference_rank(Read { skill, path, words }: &Read) -> ReferenceRank<'_> {
    ReferenceRank { skill, path, words }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Asked => "asked",
        Verdict::Present => "present",
        Verdict::Closed => "closed",
        Verdict::Outranked => "outranked",
        Verdict::Weak => "weak",
    }
}

/// The matcher's reasons for people, a block for each response, safe to print; empty where it did not play.
pub fn human(reasons: &Reasons) -> String {
    let mut out = String::new();
    for (step, reason) in reasons {
        let text = reason_text(reason, strings(Lang::En));
        let _ = writeln!(out, "response {} by {}", step + 1, printable(&text).replace('\n', "\n  "));
    }
    out
}
