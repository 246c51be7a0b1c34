//! Skillstage: a terminal playground for Agent Skills and prompts.
//!
//! The modules are rooms in a fixed order: each may use the ones above it in this list and never one below it
//! (`tests/rooms.rs` reads the `use` lines and fails on an arrow that runs upward). What touches neither disk nor
//! terminal is pure: bytes in, values out. The screen and every subcommand call the same functions, so what the
//! screen shows is what CI checks.

#![forbid(unsafe_code)]

pub mod app;
pub mod cli;
pub mod diag;
pub mod dialect;
pub mod driver;
pub mod lang;
pub mod prompt;
pub mod report;
pub mod scenario;
pub mod scene;
pub mod settings;
pub mod text;
pub mod tokens;
pub mod tui;
pub mod turn;
pub mod view;
pub mod workspace;
