//! Safety: what a reader of a skill does not see and the model does, what would break out of the host's frames, and
//! what should not be shown to anyone. Each rule is linear in the length of the text.

mod comments;
mod hidden;
mod markup;

use std::ops::Range;

use super::Spotted;
use super::markdown::Outline;
use crate::diag::{Code, Diagnostic};
use crate::text::find_credentials;

/// How the host shows a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Escaped, as the catalog shows a description (U17).
    Escaped,
    /// As it stands, as a load shows a body and a read shows a reference.
    Verbatim,
}

/// What is unsafe in the front matter `part` of the stored text.
pub fn front_matter(text: &str, part: Range<usize>) -> Vec<Spotted> {
    let none = Outline::default();
    let found =
        [hidden::spot(text, &part, &none), markup::spot(text, &part, Shown::Escaped, &none), credentials(text, &part)];
    in_order(found.concat())
}

/// What is unsafe in the Markdown of the stored text whose outline is given: a body, or all of a reference.
pub fn content(text: &str, outline: &Outline<'_>) -> Vec<Spotted> {
    let part = &outline.part;
    let found = [
        hidden::spot(text, part, outline),
        comments::spot(text, outline),
        markup::spot(text, part, Shown::Verbatim, outline),
        credentials(text, part),
    ];
    in_order(found.concat())
}

/// What looks like a credential: whoever reads the skill, and every model, gets it.
fn credentials(text: &str, part: &Range<usize>) -> Vec<Spotted> {
    let Some(searched) = text.get(part.clone()) else { return Vec::new() };
    let found = find_credentials(searched).into_iter().map(|credential| {
        let message = format!("this looks like a credential: {}", credential.kind);
        let help = "revoke it where it was issued, then put a placeholder such as `<key>` in its place";
        let diagnostic = Diagnostic::warning(Code::CredentialInSkill, message).help(help);
        Spotted { diagnostic, bytes: credential.range.start + part.start..credential.range.end + part.start }
    });
    found.collect()
}

fn in_order(mut found: Vec<Spotted>) -> Vec<Spotted> {
    found.sort_by_key(|spotted| spotted.bytes.start);
    found
}

#[cfg(test)]
mod tests;
