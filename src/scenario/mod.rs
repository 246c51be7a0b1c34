//! Scenario files (S1). The stage opens with `scenarios/base.yml`; the runner and recorder come later.

mod base;

pub use base::{Base, load_base};
