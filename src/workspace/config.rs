//! `skills_config.yml`: the host's schema and nothing else (U8–U12).

use std::collections::BTreeMap;

/// The limits of a config (U8, U9), after clamping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Largest body that may be loaded, in bytes as stored.
    pub body_bytes: u64,
    /// Largest reference that may be read, in bytes as stored.
    pub reference_bytes: u64,
    /// Most distinct skills whose body is in one turn's prompt, residents included (U22).
    pub max_skills: usize,
    /// Most responses with a request that are served in one turn (U22).
    pub max_rounds: usize,
    /// Most estimated text tokens of the whole prompt (U23).
    pub max_tokens: usize,
}

/// The host's ceilings, which are also its defaults (U9): a config can only lower them.
pub const CEILING: Limits =
    Limits { body_bytes: 32_768, reference_bytes: 16_384, max_skills: 3, max_rounds: 2, max_tokens: 12_000 };

impl Default for Limits {
    fn default() -> Limits {
        CEILING
    }
}

/// A valid config: lists in file order without duplicates, limits clamped to the ceilings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Config {
    /// Whether skills are on at all; missing means false (U8).
    pub enabled: bool,
    /// The names that may be used.
    pub allowlist: Vec<String>,
    /// The names whose bodies stand in every scene's prompt.
    pub always: Vec<String>,
    /// Per scene id the bound names, as the file has them (inheritance is the dialect's business).
    pub scenes: BTreeMap<String, Vec<String>>,
    /// The limits in force.
    pub limits: Limits,
}
