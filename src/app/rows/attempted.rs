//! A degraded turn, segment by segment: what was tried beside what was sent instead (U23).

use crate::prompt::{Kind, Prompt, Segment};
use crate::turn::Turn;

/// A segment of either prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair<'t> {
    /// What it is.
    pub kind: Kind,
    /// Its short text; raw, make it safe to print.
    pub label: &'t str,
    /// Its tokens in the prompt that was tried.
    pub tried: Option<usize>,
    /// Its tokens in the prompt that was sent.
    pub sent: Option<usize>,
}

/// The segments of both in order: those of the prompt that was tried, then those that only the other one has. None of a
/// turn that did not degrade.
pub fn pairs(turn: &Turn) -> Vec<Pair<'_>> {
    let Some(tried) = turn.attempted() else { return Vec::new() };
    let sent = turn.prompt();
    let tokens = |prompt: &Prompt, id: &str| {
        prompt.segments.iter().find(|segment| segment.id == id).map(|segment| segment.tokens)
    };
    let pair = |segment: &'_ Segment| (tokens(tried, &segment.id), tokens(sent, &segment.id));
    let added = sent.segments.iter().filter(|segment| tokens(tried, &segment.id).is_none());
    let both = tried.segments.iter().chain(added).map(|segment| {
        let (tried, sent) = pair(segment);
        Pair { kind: segment.kind, label: &segment.label, tried, sent }
    });
    both.collect()
}
