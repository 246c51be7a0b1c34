//! The equality of U13 on demand: is this turn's prompt byte for byte what it is without skills?

use serde::Serialize;

use crate::prompt::{Prompt, join};
use crate::text::{sha256, thousands};
use crate::turn::{Turn, without_skills};

/// A turn's prompt beside the one without skills.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// Whether they are equal, byte for byte.
    pub equal: bool,
    /// The turn's prompt.
    pub prompt: Digest,
    /// The prompt without skills.
    pub without_skills: Digest,
    /// Where they part, if they do.
    pub first_difference: Option<Difference>,
}

/// The size and hash of a prompt's text.
#[derive(Debug, Serialize)]
pub struct Digest {
    /// Size in UTF-8.
    pub bytes: usize,
    /// SHA-256 in hex.
    pub sha256: String,
}

/// Where two prompts part.
#[derive(Debug, Serialize)]
pub struct Difference {
    /// The number of bytes that are equal before it.
    pub byte: usize,
    /// The id of the turn's segment that holds that byte; null where the turn's prompt ends before it.
    pub segment: Option<String>,
}

/// Compares a turn's prompt with the one without skills.
pub fn compare(turn: &Turn) -> Comparison {
    let (with, without) = (turn.prompt().text(), without_skills(turn.setup()).text());
    let digest = |text: &str| Digest { bytes: text.len(), sha256: sha256(text.as_bytes()) };
    let first_difference = (with != without).then(|| {
        let byte = with.bytes().zip(without.bytes()).take_while(|(a, b)| a == b).count();
        Difference { byte, segment: segment_at(turn.prompt(), byte) }
    });
    Comparison {
        equal: first_difference.is_none(),
        prompt: digest(&with),
        without_skills: digest(&without),
        first_difference,
    }
}

/// The comparison for people.
pub fn human(comparison: &Comparison) -> String {
    let Digest { bytes, sha256 } = &comparison.prompt;
    match &comparison.first_difference {
        None => format!("equal: {} bytes, sha256 {sha256}\n", thousands(*bytes)),
        Some(Difference { byte, segment }) => format!(
            "different from byte {} on, in {}\n  this prompt     {} bytes, sha256 {sha256}\n  without skills  {} bytes, sha256 {}\n",
            thousands(*byte),
            segment.as_deref().unwrap_or("what only the other has"),
            thousands(*bytes),
            thousands(comparison.without_skills.bytes),
            comparison.without_skills.sha256,
        ),
    }
}

/// The segment whose text, or whose separator before it, holds the byte.
fn segment_at(prompt: &Prompt, byte: usize) -> Option<String> {
    let ends = (1..=prompt.segments.len()).map(|count| join(&prompt.segments[..count]).len());
    ends.zip(&prompt.segments).find(|(end, _)| byte < *end).map(|(_, segment)| segment.id.clone())
}
