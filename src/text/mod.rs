//! Text: widths in terminal cells, cuts, wrapping, escaping, making untrusted text safe to print, what two texts can share, and finding in it what
//! looks like a credential.

mod bytes;
mod credentials;
mod escape;
mod number;
mod printable;
mod shell;
mod terms;
#[cfg(test)]
pub(crate) mod testing;
mod width;
mod wrap;

pub use bytes::every_byte;
pub use credentials::{Credential, CredentialKind, find_credentials};
pub use escape::{collapse_white_space, escape_attribute, escape_markup, nearest, sha256};
pub use number::thousands;
pub use printable::{echo, first_hidden, hidden_characters, printable, printable_line};
pub use shell::shell_word;
pub use terms::{each_term, is_cjk, is_han};
pub use width::{cut, pad, width};
pub use wrap::wrap;
