//! Reports: one renderer per format, over the same data that the screen shows. Nothing raw from a skill, a model or a
//! scenario leaves here for a terminal.

pub mod bindings;
pub mod calibrate;
pub mod catalog;
pub mod check;
pub mod compare;
pub mod csv;
pub mod equality;
pub mod explain;
pub mod export;
pub mod findings;
pub mod github;
pub mod human;
pub mod json;
pub mod matcher;
pub mod messages;
pub mod names;
pub mod prompt;
pub mod reuse;
pub mod run;
pub mod scenes;
pub mod settings;
pub mod summary;
pub mod sweep;
pub mod timeline;
pub mod unserved;
