//! The arguments of `calibrate`.

use std::path::PathBuf;

use clap::Args;

use super::Format;

/// Arguments of `calibrate`.
#[derive(Debug, Args)]
pub struct CalibrateArgs {
    /// A file with one {"text": "…", "billed": 123} on each line: a text, and the tokens that the service billed for it
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}
