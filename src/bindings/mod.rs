//! Bindings: scenes × skills with the reason of each cell, what a scene costs, and the change set in which edits of the
//! config collect until they are applied or exported. Pure: the config's text in, texts and numbers out.
//!
//! | file | holds |
//! |---|---|
//! | `matrix` | each cell: what the config asks for, and what comes of it |
//! | `changes` | the edits, as a text, a difference and a patch |
//! | `what_if` | changes that are only looked at |
//! | `cost` | per scene: tokens at rest, the worst case, the limit |

mod changes;
mod cost;
mod matrix;
mod what_if;

pub use changes::{ChangeSet, DiffLine};
pub use cost::{SceneCost, scene_costs};
pub use matrix::{Cell, Column, Matrix, Row, Standing};
pub use what_if::{SkillDraft, WhatIf};
