//! The matcher: a plain lexical ranking plays the model. It compares words and understands nothing; wherever it plays it
//! is labelled [`LABEL`] and says why.
//!
//! | file | holds |
//! |---|---|
//! | `terms` | what two texts can share: words, and pairs of Chinese, Japanese or Korean characters |
//! | `rank` | the ranking, weighted by the catalog itself |
//! | `choice` | what it does with the ranking in a turn |
//! | `words` | its reasons in the words of a language |

mod choice;
mod rank;
mod words;

pub use rank::{Document, Hit, rank};
pub use words::{reason_in_short, reason_text};

use std::collections::BTreeMap;

use super::Driver;
use crate::diag::Diagnostic;
use crate::turn::Turn;

/// The label that stands wherever it plays, in every language's output for programs.
pub const LABEL: &str = "matcher: not a model";

/// The reasons for the matcher's responses, by the step of the turn that each became (from 0).
pub type Reasons = BTreeMap<usize, Reason>;

/// Why the matcher gave a response.
#[derive(Debug, Clone, PartialEq)]
pub struct Reason {
    /// The best of the ranking, best first; at most 20.
    pub skills: Vec<Ranked>,
    /// How many skills share a word with the message, those that are not listed included.
    pub sharing: usize,
    /// How many skills were ranked.
    pub ranked: usize,
    /// The references that it reads in this response.
    pub references: Vec<Read>,
}

/// What a response is about: a skill or a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pick {
    /// The skill's name, or the reference's path.
    pub name: String,
    /// What it shares with the message, the rarest first.
    pub words: Vec<String>,
}

impl Reason {
    /// What the response asks for; of a reply the skills that it picked before.
    pub fn picks(&self) -> Vec<Pick> {
        let with = |verdict: Verdict| {
            let skills = self.skills.iter().filter(move |ranked| ranked.verdict == verdict);
            skills.map(|Ranked { name, words, .. }| Pick { name: name.clone(), words: words.clone() })
        };
        let read = self.references.iter();
        let read = read.map(|Read { path, words, .. }| Pick { name: path.clone(), words: words.clone() });
        let asked: Vec<Pick> = with(Verdict::Asked).chain(read).collect();
        if asked.is_empty() { with(Verdict::Present).collect() } else { asked }
    }
}

/// A skill's place in the ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// The skill.
    pub name: String,
    /// Its score; comparable within one ranking only.
    pub score: f64,
    /// The words and pairs of characters that name and description share with the message, the rarest first.
    pub words: Vec<String>,
    /// What came of it.
    pub verdict: Verdict,
}

/// What the matcher does with a skill of the ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is over the threshold: this response asks for its body.
    Asked,
    /// It is over the threshold, and its body is in the prompt.
    Present,
    /// It is over the threshold and cannot be asked for any more: limits, its size, or the answer it got before.
    Closed,
    /// It is over the threshold; as many others are better as the matcher picks.
    Outranked,
    /// It is below the threshold.
    Weak,
}

/// A reference that the matcher reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// Its skill.
    pub skill: String,
    /// Its path.
    pub path: String,
    /// The telling words that the body's lines which name it share with the message.
    pub words: Vec<String>,
}

/// Plays the model by ranking descriptions against the message. What it answers follows from the turn alone, so a new
/// one goes on where another one stopped; it keeps the reasons for what it answered itself.
#[derive(Debug, Clone, Default)]
pub struct Matcher {
    reasons: Reasons,
}

impl Matcher {
    /// Why it gave its responses.
    pub fn reasons(&self) -> &Reasons {
        &self.reasons
    }

    /// The same, where no more responses follow.
    pub fn into_reasons(self) -> Reasons {
        self.reasons
    }
}

impl Driver for Matcher {
    fn label(&self) -> &str {
        LABEL
    }

    /// Loads what it picks, then reads the references of what it picked that fit, then replies. `None` once the turn
    /// takes no response.
    fn respond(&mut self, turn: &Turn) -> Result<Option<String>, Diagnostic> {
        let Some((next, reason)) = choice::next_move(turn) else { return Ok(None) };
        self.reasons.insert(turn.steps().len(), reason);
        Ok(Some(next.response(&*turn.setup().dialect)))
    }
}
