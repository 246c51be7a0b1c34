//! The Stage without a terminal: strings of keys in, whole state out (DESIGN, tests of the second layer).

#[path = "../support/disk.rs"]
mod disk;
#[allow(dead_code, reason = "the turn's own tests use the rest")]
#[path = "../support/mod.rs"]
mod support;

mod baseline;
mod bindings;
mod check;
mod findings;
mod follow;
mod harness;
mod keys;
mod matcher;
mod play;
mod playing;
mod random;
mod reload;
mod reply;
mod roots;
mod rows;
mod scenarios;
mod session;
mod what_if;
mod writing;
