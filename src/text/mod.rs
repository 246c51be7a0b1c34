//! Text: widths in terminal cells, cuts, wrapping, escaping, and making untrusted text safe to print.

mod bytes;
mod escape;
mod number;
mod printable;
mod shell;
mod width;
mod wrap;

pub use bytes::every_byte;
pub use escape::{collapse_white_space, escape_attribute, escape_markup, nearest, sha256};
pub use number::thousands;
pub use printable::{echo, first_hidden, printable, printable_line};
pub use shell::shell_word;
pub use width::{cut, pad, width};
pub use wrap::wrap;
