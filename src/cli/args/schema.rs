//! The names of `schema`.

use clap::ValueEnum;

/// The outputs that have a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaName {
    /// `skillstage prompt --format json`
    Prompt,
    /// `skillstage run --format json`
    Run,
    /// `skillstage check --format json`
    Check,
    /// `skillstage compare --format json`
    Compare,
    /// `skillstage reuse --format json`
    Reuse,
    /// `skillstage sweep --format json`
    Sweep,
    /// `skillstage calibrate --format json`
    Calibrate,
    /// A file in scenarios/
    Scenario,
    /// skills_config.yml
    Config,
}
