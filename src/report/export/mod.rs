//! A scenario to show elsewhere: one HTML page that holds everything it needs.

mod html;
mod page;

pub use html::html;
