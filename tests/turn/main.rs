//! The turn, rule by rule: the utility host (U13–U26), a session of the dsh host (D2–D7), and promises that hold
//! whatever a model says.

#[path = "../support/mod.rs"]
mod support;

mod drivers;
mod dsh;
mod matcher;
mod properties;
mod utility;
