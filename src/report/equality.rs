//! The equality of U13 for people; for programs it is data as it stands.

use crate::text::thousands;
use crate::turn::{Difference, Equality};

/// Whether the two prompts are equal, else where they part, with sizes and hashes.
pub fn human(equality: &Equality) -> String {
    let (with, without) = (&equality.prompt, &equality.without_skills);
    match &equality.first_difference {
        None => format!("equal: {} bytes, sha256 {}\n", thousands(with.bytes), with.sha256),
        Some(Difference { byte, segment }) => format!(
            "different from byte {} on, in {}\n  this prompt     {} bytes, sha256 {}\n  without skills  {} bytes, sha256 {}\n",
            thousands(*byte),
            segment.as_deref().unwrap_or("what only the other has"),
            thousands(with.bytes),
            with.sha256,
            thousands(without.bytes),
            without.sha256,
        ),
    }
}
