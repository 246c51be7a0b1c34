//! A list of responses, played in order: the command line's `--load`, `--read` and `--respond`, and recorded scenarios.

use std::collections::VecDeque;

use super::Driver;
use crate::diag::Diagnostic;
use crate::turn::Turn;

/// Plays its responses one after the other.
#[derive(Debug, Clone, Default)]
pub struct Script {
    responses: VecDeque<String>,
}

impl Script {
    /// A script of these responses.
    pub fn new(responses: impl IntoIterator<Item = String>) -> Script {
        Script { responses: responses.into_iter().collect() }
    }
}

impl Driver for Script {
    fn label(&self) -> &str {
        "script"
    }

    fn respond(&mut self, _turn: &Turn) -> Result<Option<String>, Diagnostic> {
        Ok(self.responses.pop_front())
    }
}
