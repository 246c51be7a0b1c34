//! Arguments of `export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The scenario, relative to the workspace, such as scenarios/load-and-read.yml
    #[arg(value_name = "FILE")]
    pub file: String,

    /// What to make of it
    #[arg(long, value_enum, default_value_t = ExportFormat::Html)]
    pub format: ExportFormat,

    /// Columns and rows of a cast
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "120x36", value_parser = crate::cli::export::size)]
    pub size: (u16, u16),

    /// Play a recording on the skills that are bundled with it, not on those of today
    #[arg(long)]
    pub as_recorded: bool,

    /// The file to write; without, standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Replace the file if there is one
    #[arg(long)]
    pub force: bool,
}

/// Formats of `export`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// One page that works from disk with no network
    Html,
    /// An asciinema v2 cast of the screen
    Cast,
}
