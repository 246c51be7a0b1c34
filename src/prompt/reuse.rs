//! How much of a request repeats the one before it (T3): what a service's prefix cache can serve again.

use super::Prompt;

/// The reusable prefix of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reuse {
    /// Tokens of the leading segments that stood the same in the request before.
    pub tokens: usize,
    /// Tokens of the whole request.
    pub total: usize,
    /// Whether the whole request before is repeated: what a cache holds of it stays good (D7).
    pub survives: bool,
    /// The id of the first segment that differs; `None` when the whole request repeats the one before.
    pub first_different: Option<String>,
}

impl Reuse {
    /// The reusable share in whole percent, rounded down, so that 100 means all of it.
    pub fn percent(&self) -> usize {
        (self.tokens * 100).checked_div(self.total).unwrap_or(100)
    }
}

/// What of `request` repeats the prefix of `before`. Compares whole segments by their text, since a service compares
/// the texts and knows no ids.
pub fn reuse(before: &Prompt, request: &Prompt) -> Reuse {
    let same = before.sent().zip(request.sent()).take_while(|(old, new)| old.text == new.text && old.role == new.role);
    let repeated = same.count();
    Reuse {
        tokens: request.sent().take(repeated).map(|segment| segment.tokens).sum(),
        total: request.tokens(),
        survives: before.sent().nth(repeated).is_none(),
        first_different: request.sent().nth(repeated).map(|segment| segment.id.clone()),
    }
}
