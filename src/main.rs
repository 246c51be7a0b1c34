//! The binary: hands over to the library.

#![forbid(unsafe_code)]

fn main() {}
