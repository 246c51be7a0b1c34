//! Scenario files (S1): what a turn is played on, as YAML. The stage opens with `scenarios/base.yml`; the runner and the
//! recorder come later.
//!
//! ```yaml
//! version: 1
//! title: A quiet evening              # optional, as is everything below
//! dialect: utility
//! scene: private_chat
//! prompts:                            # the host's own, in order; each id once
//!   - id: persona
//!     text: You are Xiaozhan.
//!   - id: expression
//!     file: prompts/expression.md     # instead of text: a file in the workspace (U5)
//! context:                            # dynamic context; items may share an id
//!   - id: memory
//!     text: She sleeps badly.
//!     private: true                   # withheld in group_chat (U25)
//! history:                            # oldest first
//!   - speaker: user                   # or assistant
//!     time: "22:41"
//!     text: I cannot sleep.
//!     private: true
//! message:                            # what the stage's message box holds at first
//!   text: So tired today.
//!   time: "09:30"
//!   images: 0                         # how many come with it (U26)
//! ```
//!
//! A scenario adds `extends: base.yml` and `steps`. An unknown key, a missing one and a value of the wrong type are
//! errors with line and column; nothing is passed over in silence.

mod base;
mod fields;

pub use base::{Base, load_base};
