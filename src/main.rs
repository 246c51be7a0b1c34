//! The binary: hands over to the library.

#![forbid(unsafe_code)]

use std::process::ExitCode;

/// Opening a thousand skills is a hundred thousand small allocations on several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    skillstage::cli::run(std::env::args_os())
}
