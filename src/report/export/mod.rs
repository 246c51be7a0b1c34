//! A scenario to show elsewhere: one HTML page that holds everything it needs, or a cast of the screen.

mod cast;
mod html;
mod page;
mod words;

pub use cast::{MOST, cast};
pub use html::html;
