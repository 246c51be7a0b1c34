//! Drivers: whatever plays the model. A person on the screen, a list of responses, and the matcher; a live model fits the
//! same trait.

pub mod matcher;
mod person;
mod script;

pub use matcher::Matcher;
pub use person::{Move, Person};
pub use script::Script;

use crate::diag::Diagnostic;
use crate::turn::Turn;

/// Whatever plays the model.
pub trait Driver {
    /// The label that stands wherever it plays.
    fn label(&self) -> &str;

    /// The response to the turn's next request; `None` when the driver has none (yet, or any more).
    ///
    /// # Errors
    /// When the driver cannot answer.
    fn respond(&mut self, turn: &Turn) -> Result<Option<String>, Diagnostic>;
}

/// Lets `driver` play until it has no response. Gives the number of responses taken.
///
/// # Errors
/// `turn-ended` for a response after the end, and whatever the driver reports.
pub fn play(turn: &mut Turn, driver: &mut dyn Driver) -> Result<usize, Diagnostic> {
    let mut taken = 0;
    while let Some(response) = driver.respond(turn)? {
        turn.respond(&response)?;
        taken += 1;
    }
    Ok(taken)
}
