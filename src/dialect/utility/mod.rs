//! The utility bot's read-only language skills (SPEC section 3).

mod parse;

pub use parse::parse;
