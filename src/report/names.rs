//! The words that reports use for values of the inner rooms.

use crate::dialect::{Off, Why};

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

/// The same as a sentence for people.
pub fn off_sentence(off: Off) -> &'static str {
    match off {
        Off::Disabled => "skills are off: the config does not say `enabled: true`",
        Off::EmptyAllowlist => "skills are off: nothing valid is on the allowlist",
        Off::SceneWithoutSkills => "skills do not apply to this scene",
        Off::NothingOffered => "skills are off: this scene offers none",
    }
}
