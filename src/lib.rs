//! Skillstage: a terminal playground for Agent Skills and prompts.
//!
//! The modules are rooms in a fixed order, and a room may use the ones before it, never one behind it: `text`, `lang`,
//! `diag`, `scene`, `tokens`, `workspace`, `settings`, `prompt`, `dialect`, `turn`, `driver`, `scenario`, `check`, `bindings`,
//! `compare`, `app`, `view`, `report`, `tui`, `cli` (`tests/rooms.rs` fails on an arrow that runs the wrong way). What touches neither disk nor
//! terminal is pure: bytes in, values out. The screen and every subcommand call the same functions, so what the screen
//! shows is what CI checks.

#![forbid(unsafe_code)]

pub mod app;
pub mod bindings;
pub mod check;
pub mod cli;
pub mod compare;
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
