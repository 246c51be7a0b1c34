//! Arguments of `check` and `rules`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::diag::Code;
use crate::text::nearest;

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Workspaces, folders of skills, or single skills [default: the current directory]
    #[arg(value_name = "DIR")]
    pub dirs: Vec<PathBuf>,

    /// How to print it
    #[arg(long, value_enum, default_value_t = CheckFormat::Human)]
    pub format: CheckFormat,

    /// Exit with 1 for these, too
    #[arg(long, value_enum, value_name = "WHAT")]
    pub deny: Option<Deny>,

    /// Only these codes; several flags or commas
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code)]
    pub select: Vec<Code>,

    /// Not these codes; several flags or commas
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = code)]
    pub ignore: Vec<Code>,

    /// Say also what the open specification's reference validator would, and where it differs from this host
    #[arg(long)]
    pub spec: bool,

    /// Show each certain fix and ask before it is written
    #[arg(long)]
    pub fix: bool,

    /// Write the fixes without asking
    #[arg(long, requires = "fix")]
    pub yes: bool,
}

/// `--deny`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Warnings
    Warnings,
}

/// Formats of `check`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// Each finding with its line
    Human,
    /// Data; its JSON Schema is printed by `schema check`
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

fn code(text: &str) -> Result<Code, String> {
    Code::parse(text).ok_or_else(|| match nearest(text, Code::ALL.iter().map(|code| code.as_str())) {
        Some(near) => format!("there is no code `{text}`; did you mean `{near}`?"),
        None => format!("there is no code `{text}`; `skillstage rules` lists them"),
    })
}
