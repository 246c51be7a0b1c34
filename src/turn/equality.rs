//! The equality of U13 on demand: is a turn's prompt byte for byte what it is without skills?

use serde::Serialize;

use super::{Turn, without_skills};
use crate::prompt::{Prompt, join};
use crate::text::sha256;

/// The prompt that a turn's next request would send, beside the one without skills. They are equal wherever the turn has
/// no skills (U13), and also where it degraded, since the prompt without skills is then what it sends (U23).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Equality {
    /// Whether they are equal, byte for byte.
    pub equal: bool,
    /// The turn's prompt.
    pub prompt: Sum,
    /// The prompt without skills.
    pub without_skills: Sum,
    /// Where they part, if they do.
    pub first_difference: Option<Difference>,
    /// The prompt without skills, to look at.
    #[serde(skip)]
    pub plain: Prompt,
}

/// The size and hash of a prompt's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sum {
    /// Size in UTF-8.
    pub bytes: usize,
    /// SHA-256 in hex.
    pub sha256: String,
}

/// Where two prompts part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The number of bytes that are equal before it.
    pub byte: usize,
    /// The id of the turn's segment that holds that byte; null where the turn's prompt ends before it.
    pub segment: Option<String>,
}

impl Turn {
    /// Compares [`Turn::prompt`] with the prompt without skills.
    pub fn equality(&self) -> Equality {
        let plain = without_skills(self.setup());
        let (with, without) = (self.prompt().text(), plain.text());
        let sum = |text: &str| Sum { bytes: text.len(), sha256: sha256(text.as_bytes()) };
        let first_difference = (with != without).then(|| {
            let byte = with.bytes().zip(without.bytes()).take_while(|(one, other)| one == other).count();
            Difference { byte, segment: segment_at(self.prompt(), byte) }
        });
        Equality {
            equal: first_difference.is_none(),
            prompt: sum(&with),
            without_skills: sum(&without),
            first_difference,
            plain,
        }
    }
}

/// The segment whose text, or whose separator before it, holds the byte.
fn segment_at(prompt: &Prompt, byte: usize) -> Option<String> {
    let ends = (1..=prompt.segments.len()).map(|count| join(&prompt.segments[..count]).len());
    ends.zip(&prompt.segments).find(|(end, _)| byte < *end).map(|(_, segment)| segment.id.clone())
}
