//! Arguments of `compare` and `reuse`.

use clap::{Args, ValueEnum};

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// Before: a scene, a scenario file, a directory, rev:REVISION, dialect:NAME or estimator:NAME
    #[arg(value_name = "A")]
    pub before: Option<String>,

    /// After: the same; without, the workspace as it is
    #[arg(value_name = "B")]
    pub after: Option<String>,

    /// Before is the workspace as this git revision has it, such as HEAD~1; the same as rev:REVISION
    #[arg(long, value_name = "REVISION", conflicts_with = "after", allow_hyphen_values = true)]
    pub rev: Option<String>,

    /// Of workspaces this scene alone, which can be said more than once
    #[arg(long, value_name = "SCENE")]
    pub scene: Vec<String>,

    /// Show what changed in each text
    #[arg(long)]
    pub texts: bool,

    /// How to print it
    #[arg(long, value_enum, default_value_t = CompareFormat::Human)]
    pub format: CompareFormat,
}

/// Formats of `compare`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// A table of the scenes, and the rows that changed
    Human,
    /// Data; its JSON Schema is printed by `schema compare`
    Json,
    /// Markdown, to be pasted into a pull request
    Md,
}

/// Arguments of `reuse`.
#[derive(Debug, Args)]
pub struct ReuseArgs {
    /// A scenario, such as scenarios/load-and-read.yml: each request against the one before it
    #[arg(value_name = "A")]
    pub scenario: String,

    /// Another scenario: its first request against the last of A
    #[arg(value_name = "B")]
    pub next: Option<String>,

    /// How to print it
    #[arg(long, value_enum, default_value_t = super::Format::Text)]
    pub format: super::Format,
}
