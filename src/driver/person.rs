//! A person plays the model: what they do on the screen becomes the response that a model would have written.

use super::Driver;
use crate::diag::Diagnostic;
use crate::dialect::{Action, Dialect};
use crate::turn::Turn;

/// What a person does in the model's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// Asks for skills, references or the catalog, in one response.
    Ask(Vec<Action>),
    /// Says this, word for word: a raw response, or the final reply.
    Say(String),
}

impl Move {
    /// The response that this move stands for: several requests stand on a line each, several calls of a session in one
    /// list.
    pub fn response(&self, dialect: &dyn Dialect) -> String {
        match self {
            Move::Ask(actions) => {
                let requests: Vec<String> = actions.iter().map(|action| dialect.request(action)).collect();
                match requests.len() > 1 && dialect.is_session() {
                    true => format!("[{}]", requests.join(",")),
                    false => requests.join("\n"),
                }
            }
            Move::Say(text) => text.clone(),
        }
    }
}

/// Holds the person's next move until the turn asks for it.
#[derive(Debug, Clone, Default)]
pub struct Person {
    pending: Option<Move>,
}

impl Person {
    /// A person who makes this move.
    pub fn with(next: Move) -> Person {
        Person { pending: Some(next) }
    }
}

impl Driver for Person {
    fn label(&self) -> &str {
        "person"
    }

    fn respond(&mut self, turn: &Turn) -> Result<Option<String>, Diagnostic> {
        Ok(self.pending.take().map(|next| next.response(&*turn.setup().dialect)))
    }
}
