//! `State` → buffer.

mod document;
mod frame;
mod glyphs;
pub mod highlight;
mod input;
mod list;
mod look;
mod numbers;
mod pen;
mod prompt;
mod row;
mod scenes;
mod skills;
pub mod theme;
mod turn;
