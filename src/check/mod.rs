//! Check: every fault found before the model sees it. One file per family of rules; each is pure and returns findings.
//!
//! | file | holds |
//! |---|---|
//! | `engine` | one run over a workspace |
//! | `skill` | one skill's files through the families that judge texts |
//! | `finding` | a finding with the line to show |
//! | `fix` | applying certain fixes to a text |
//! | `rules` | which codes there are, of which family, and how bad |
//! | `catalog` | `alike`, `duplicates`, `vague`, `cost`: names and descriptions side by side, each finding with its skill |
//! | `markdown` | what of a text's Markdown the rules ask for: links, comments, code; read once for all of them |
//! | `safety` | `front_matter`, `content`: hidden text, comments with instructions, the host's markup, credentials |
//! | `references` | `links`: what a text points to and whether it can be read; `unmentioned`: references that nothing names |
//! | `config` | bindings that cannot be resident, an `always` that is too large |
//! | `budget` | scenes that can pass their limit, and what they can never have |
//! | `spec` | what the open specification's validator says |
//! | `worst` | what a scene can cost at worst, and what can never be asked for |

mod budget;
pub mod catalog;
mod config;
mod engine;
mod finding;
mod fix;
pub mod markdown;
pub mod references;
mod rules;
pub mod safety;
mod skill;
mod spec;
mod worst;

pub use engine::{Checked, Wants, check};
pub use finding::{Excerpt, Finding};
pub use fix::{Mended, mend};
pub use rules::{Family, RULES, Rule, rule};
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
