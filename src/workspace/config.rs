//! `skills_config.yml`: the host's schema and nothing else (U8–U12).

mod edit;
mod judge;
mod read;
mod schema;

use std::collections::{BTreeMap, BTreeSet};

use crate::scene::{NO_SKILLS, SCENES, Scene, SceneKind};

pub use edit::{ConfigEdit, Limit, edited};
pub use judge::Judge;
pub use read::{Mention, ReadConfig, Where, read};
pub use schema::config_schema;

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

impl Limits {
    /// No limit at all: a host that has none (SPEC section 4).
    pub const NONE: Limits = Limits {
        body_bytes: u64::MAX,
        reference_bytes: u64::MAX,
        max_skills: usize::MAX,
        max_rounds: usize::MAX,
        max_tokens: usize::MAX,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        CEILING
    }
}

/// What a config was read from; a file that vanishes or turns empty while running is broken (U8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Source {
    /// No file is asked for: `--skills` alone.
    None,
    /// There is no such file.
    Missing,
    /// The file is empty.
    #[default]
    Nothing,
    /// A file with content.
    File,
    /// A file that was broken, with no valid config before: `enabled: false` (U12).
    Broken,
}

/// A valid config: lists in file order without duplicates, limits clamped to the ceilings. The lists may hold names
/// that are not allowed or have no valid skill; the snapshot's diagnostics report them (U11).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Config {
    /// Whether skills are on at all; missing means false (U8).
    pub enabled: bool,
    /// The names that may be used; a set, since it is asked once for each of thousands of skills.
    pub allowlist: BTreeSet<String>,
    /// The names whose bodies stand in every scene's prompt.
    pub always: Vec<String>,
    /// Per scene id the bound names, as the file has them (inheritance is the dialect's business). Never holds a scene
    /// where skills do not apply (U11, U14).
    pub scenes: BTreeMap<String, Vec<String>>,
    /// The limits in force.
    pub limits: Limits,
    /// What it was read from.
    pub source: Source,
}

impl Config {
    /// Whether `name` is bound, in every scene or in one: its body may stand in a prompt from the start.
    pub fn binds(&self, name: &str) -> bool {
        self.always.iter().chain(self.scenes.values().flatten()).any(|bound| bound == name)
    }

    /// The scenes to list: the host's seven, the custom ones that it names, and those where skills do not apply (U14).
    pub fn listed_scenes(&self) -> Vec<Scene> {
        let custom = self.scenes.keys().map(Scene::new).filter(|scene| scene.kind() == SceneKind::Custom);
        SCENES.into_iter().map(Scene::new).chain(custom).chain(NO_SKILLS.into_iter().map(Scene::new)).collect()
    }

    /// The config's meaning as text: equal for two files that say the same.
    pub fn meaning(&self) -> String {
        let sorted = |names: &[String]| {
            let mut names = names.to_vec();
            names.sort_unstable();
            names
        };
        let scenes: BTreeMap<&str, Vec<String>> =
            self.scenes.iter().map(|(scene, names)| (scene.as_str(), sorted(names))).collect();
        let Limits { body_bytes, reference_bytes, max_skills, max_rounds, max_tokens } = self.limits;
        serde_json::json!({
            "enabled": self.enabled,
            "allowlist": self.allowlist,
            "always": sorted(&self.always),
            "scenes": scenes,
            "limits": [body_bytes, reference_bytes, max_skills as u64, max_rounds as u64, max_tokens as u64],
        })
        .to_string()
    }
}

#[cfg(test)]
mod tests;
