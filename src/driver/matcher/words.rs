//! The matcher's reasons in the words of a language.

use super::{Pick, Ranked, Reason, Verdict};
use crate::lang::{Strings, fill};
use crate::text::thousands;

/// Most words of one skill that are written out.
const MOST_WORDS: usize = 12;
/// Most words in the short form.
const MOST_SHORT: usize = 3;

/// The whole reason: label, ranking, references; one line each, without a line end behind the last.
pub fn reason_text(reason: &Reason, s: &'static Strings) -> String {
    let counts = [("n", thousands(reason.sharing)), ("max", thousands(reason.ranked))];
    let counts = counts.each_ref().map(|(name, value)| (*name, value.as_str()));
    let mut lines = vec![s.matcher_label.to_owned(), fill(s.matcher_ranked, &counts)];
    lines.extend(reason.skills.iter().enumerate().map(|(at, ranked)| skill(at + 1, ranked, s)));
    lines.extend(reason.references.iter().map(|read| {
        let words = words(&read.words, MOST_WORDS, s);
        fill(s.matcher_reads, &[("name", &read.skill), ("path", &read.path), ("words", &words)])
    }));
    lines.join("\n")
}

/// The label, and which words spoke for what [`Reason::picks`] names.
pub fn reason_in_short(picks: &[Pick], s: &'static Strings) -> String {
    let by = picks.iter().map(|Pick { name, words }| {
        fill(s.matcher_by, &[("name", name), ("words", &self::words(words, MOST_SHORT, s))])
    });
    let mut parts: Vec<String> = by.collect();
    if parts.is_empty() {
        parts.push(s.matcher_nothing.to_owned());
    }
    fill(s.matcher_short, &[("label", s.matcher_label), ("what", &parts.join(s.list_separator))])
}

fn skill(place: usize, ranked: &Ranked, s: &'static Strings) -> String {
    let verdict = match ranked.verdict {
        Verdict::Asked => s.matcher_asked,
        Verdict::Present => s.matcher_present,
        Verdict::Closed => s.matcher_closed,
        Verdict::Outranked => s.matcher_outranked,
        Verdict::Weak => s.matcher_weak,
    };
    let (score, words) = (format!("{:.2}", ranked.score), words(&ranked.words, MOST_WORDS, s));
    let values = [("name", ranked.name.as_str()), ("score", &score), ("verdict", verdict), ("words", &words)];
    format!("{place:2}. {}", fill(s.matcher_skill, &values))
}

/// The rarest words; what is left out is counted.
fn words(words: &[String], most: usize, s: &'static Strings) -> String {
    let shown = words.get(..most).unwrap_or(words).join(s.list_separator);
    match words.len().saturating_sub(most) {
        0 => shown,
        more => shown + &fill(s.matcher_more_words, &[("n", &thousands(more))]),
    }
}
