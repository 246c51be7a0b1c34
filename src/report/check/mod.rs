//! `skillstage check` and `rules`: findings in one file per format. The same findings give the same bytes everywhere.

mod github;
mod human;
mod json;
mod rules;
mod sarif;

pub use github::github;
pub use human::{human, human_fix};
pub use json::{json, schema};
pub use rules::rules;
pub use sarif::sarif;

use crate::check::Finding;
use crate::diag::Severity;

/// How many findings of a severity there are.
fn count(findings: &[Finding], severity: Severity) -> usize {
    findings.iter().filter(|finding| finding.diagnostic.severity == severity).count()
}
