//! `State` → buffer.

mod glyphs;
mod input;
mod list;
mod numbers;
mod panel;
mod pen;
pub mod theme;
