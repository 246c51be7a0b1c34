//! Drivers: whatever plays the model. A person on the screen, a list of responses; a matcher and a live model come later.

use crate::diag::Diagnostic;
use crate::turn::Turn;

/// Whatever plays the model.
pub trait Driver {
    /// The label that stands wherever it plays.
    fn label(&self) -> &str;

    /// The response to the turn's next request; `None` when the driver has no more.
    ///
    /// # Errors
    /// When the driver cannot answer.
    fn respond(&mut self, turn: &Turn) -> Result<Option<String>, Diagnostic>;
}
