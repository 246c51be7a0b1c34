//! The words that reports use for values of the inner rooms.

use crate::dialect::dsh::CatalogKind;
use crate::dialect::{Off, Why};
use crate::workspace::{Config, Source};

/// Why a body is in the prompt; without a reason of residence the model has loaded it.
pub fn why(why: Option<&Why>) -> &'static str {
    match why {
        Some(Why::Always) => "always",
        Some(Why::Bound) => "bound",
        Some(Why::Inherited(_)) => "inherited",
        None => "loaded",
    }
}

/// Why a scene shows no skills, as JSON has it.
pub fn off(off: Off) -> &'static str {
    match off {
        Off::Disabled => "disabled",
        Off::EmptyAllowlist => "empty_allowlist",
        Off::SceneWithoutSkills => "scene_without_skills",
        Off::NothingOffered => "nothing_offered",
    }
}

/// The same for people: a sentence, and what to do where the config can change it.
pub fn off_sentence(off: Off, config: &Config) -> (&'static str, Option<&'static str>) {
    const WRITE: &str = "write one with `enabled: true` and an `allowlist`, or name it with --config FILE; \
                         --skills DIR alone allows every valid skill of a folder";
    let (sentence, help) = match (off, config.source) {
        (Off::SceneWithoutSkills, _) => return ("skills do not apply to this scene", None),
        (Off::Disabled, Source::Missing) => ("skills are off: there is no config file", WRITE),
        (Off::Disabled, Source::Nothing) => ("skills are off: the config file is empty", WRITE),
        (Off::Disabled, _) => {
            ("skills are off: the config does not say `enabled: true`", "write `enabled: true` into it")
        }
        (Off::EmptyAllowlist, Source::None) => (
            "skills are off: the folder holds no valid skill",
            "name the folder in which the skills' directories lie, each with its SKILL.md",
        ),
        (Off::EmptyAllowlist, _) if config.allowlist.is_empty() => {
            ("skills are off: the allowlist is empty", "put the names of reviewed skills into `allowlist`")
        }
        (Off::EmptyAllowlist, _) => (
            "skills are off: no name on the allowlist has a valid skill here",
            "allow skills that are here, or name the folder of those that are allowed with --skills DIR",
        ),
        (Off::NothingOffered, _) => {
            ("skills are off: this scene offers none", "bind skills to it, or use --binding resident")
        }
    };
    (sentence, Some(help))
}

/// A limit; `None` where the host has none.
pub fn limit(limit: usize) -> Option<usize> {
    (limit != usize::MAX).then_some(limit)
}

/// What a catalog message is to the session, as JSON has it.
pub fn catalog_kind(kind: CatalogKind) -> &'static str {
    match kind {
        CatalogKind::Initial => "initial",
        CatalogKind::Replacement => "replacement",
        CatalogKind::Retired => "retired",
    }
}
