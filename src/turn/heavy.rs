//! Bodies that alone take a large share of the budget: the dsh host has no cap on them (D6).

use super::{Turn, Used};
use crate::diag::{Code, Diagnostic, Place};
use crate::text::thousands;
use crate::tokens::Estimator;

/// A body that alone takes over a quarter of `max_tokens`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heavy {
    /// The skill.
    pub skill: String,
    /// Its `SKILL.md`, where it lies in the workspace.
    pub file: Option<String>,
    /// The estimate of its body.
    pub tokens: usize,
    /// The config's `max_tokens`.
    pub limit: usize,
}

impl Heavy {
    /// The body of `skill`, if it is heavy under a `max_tokens` of `limit`.
    fn of(skill: Used, limit: usize, estimator: &dyn Estimator) -> Option<Heavy> {
        let tokens = estimator.count(&skill.body?);
        let heavy = Heavy { skill: skill.name, file: skill.file, tokens, limit };
        is_heavy(tokens, limit).then_some(heavy)
    }

    /// The warning that names the numbers.
    pub fn warning(&self) -> Diagnostic {
        let Heavy { skill, file, tokens, limit } = self;
        let (tokens, limit) = (thousands(*tokens), thousands(*limit));
        let message = format!(
            "the body of `{skill}` has {tokens} estimated tokens, over a quarter of `max_tokens`, which is {limit}"
        );
        let help = "move what is not always needed into files that the body names";
        let warning = Diagnostic::warning(Code::BodyHeavy, message).help(help);
        match file {
            Some(file) => warning.at(Place::file(file)),
            None => warning,
        }
    }
}

/// Whether so many tokens are a large share of `max_tokens`: over a quarter of it (D6).
pub fn is_heavy(tokens: usize, limit: usize) -> bool {
    tokens > limit / 4
}

/// The heavy ones of the skills that the model of a session has loaded and that are still there, by name. Another host
/// has a cap, and none are heavy to it.
pub fn heavy(turn: &Turn) -> Vec<Heavy> {
    let setup = turn.setup();
    if !setup.dialect.is_session() {
        return Vec::new();
    }
    let limit = setup.library.snapshot.config.limits.max_tokens;
    let loaded = turn.ledger().bodies.iter().filter_map(|name| turn.used(name));
    loaded.filter_map(|skill| Heavy::of(skill, limit, &*setup.estimator)).collect()
}
