//! The screen without a terminal: messages in, whole state and effects out.
//!
//! ```text
//! Key ─ Keymap ─▶ Action ─┐
//! Paste, Loaded, … ───────┴▶ update(&mut State, Msg) ─▶ Vec<Effect> ─▶ runtime ─▶ Msg
//!                                     │
//!                                     └▶ State { rows, overlays, … } ─▶ view
//! ```
//!
//! How to run it: [`State::new`] gives the first state and effects (draw first, then run them); every message goes
//! through [`update`], every effect it returns is run, and its answer comes back as the message that the docs of
//! [`Effect`] name. After each batch of messages the view draws the state; [`Layout::of`] says where.

mod baseline;
pub mod bindings;
mod bindings_screen;
mod check_screen;
mod command_line;
mod counts;
mod equality;
mod help;
mod key;
mod keymap;
mod layout;
mod msg;
mod notices;
mod overlay;
pub mod rows;
mod state;
mod textbox;
mod update;
mod walk;
mod what_if;

pub use baseline::{Baseline, RevisionJob};
pub use bindings::{Action, BINDINGS, Bar, Binding, Context, Group};
pub use bindings_screen::{BindingsScreen, BothCosts, CostJob, Pane, Place, Screen};
pub use check_screen::{CheckJob, CheckScreen, Mending};
pub use command_line::command_line;
pub use counts::{AtRest, CountJob, Counts};
pub use equality::{EQUALITY_WIDTH, EqualityLine, equality_lines};
pub use help::{HELP_WIDTH, HelpLine, help_lines};
pub use key::Key;
pub use keymap::{Keymap, contexts};
pub use layout::{Columns, Layout};
pub use msg::{Class, Effect, Highlight, JobId, LoadedWorkspace, Msg, Pointer, Syntax};
pub use notices::{NoticeLine, newest_is_passing, notice_lines};
pub use overlay::{
    ATTEMPTED_FRAME, CopyItem, CopyMenu, DiagnosticList, FullText, InputBox, Overlay, Palette, PaletteItem, Preview,
    PreviewAsk, Question, WorldChange, WorldMenu,
};
pub use rows::{AskLabel, Document, Row, RowKey, Rows, TextLine, TextSource};
pub use state::{Broken, Field, Filter, ListState, Mode, Notice, Panel, Pending, Start, State};
pub use textbox::TextBox;
pub use update::update;
pub use walk::{Before, ScenarioList, Walk};
pub use what_if::{TrialJob, WhatIfItem, WhatIfStage};
