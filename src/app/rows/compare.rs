//! Two prompts beside each other, segment by segment: what a degraded turn tried and what it sent (U23), the prompt with
//! skills and the one without (U13).

use crate::prompt::{Kind, Prompt, Segment};

/// A segment of either prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair<'t> {
    /// What it is.
    pub kind: Kind,
    /// Its short text; raw, make it safe to print.
    pub label: &'t str,
    /// Its tokens in the one prompt.
    pub one: Option<usize>,
    /// Its tokens in the other.
    pub other: Option<usize>,
}

/// The segments of both in order: those of the one prompt, then those that only the other has.
pub fn pairs<'t>(one: &'t Prompt, other: &'t Prompt) -> Vec<Pair<'t>> {
    let tokens = |prompt: &Prompt, id: &str| {
        prompt.segments.iter().find(|segment| segment.id == id).map(|segment| segment.tokens)
    };
    let pair = |segment: &'t Segment| Pair {
        kind: segment.kind,
        label: &segment.label,
        one: tokens(one, &segment.id),
        other: tokens(other, &segment.id),
    };
    let added = other.segments.iter().filter(|segment| tokens(one, &segment.id).is_none());
    one.segments.iter().chain(added).map(|segment| pair(segment)).collect()
}
