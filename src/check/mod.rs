//! Check: every fault found before the model sees it. One file per family of rules; each is pure and returns findings.
//!
//! | file | holds |
//! |---|---|
//! | `worst` | what a scene can cost at worst, and what can never be asked for |

mod worst;

pub use worst::{Costs, Unreachable, WhyNever, Worst, worst};

use std::ops::Range;

use crate::diag::Diagnostic;

/// A finding in one text: what is wrong, and which bytes of the text as stored are to blame. The file, line and column
/// are given to it by whoever knows the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spotted {
    /// What is wrong; without a place.
    pub diagnostic: Diagnostic,
    /// The bytes to blame, in the text as stored. Both ends lie on characters.
    pub bytes: Range<usize>,
}
