//! The binary: hands over to the library.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    skillstage::cli::run(std::env::args_os())
}
