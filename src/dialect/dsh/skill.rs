//! One skill as a session sees it.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::workspace::{Body, Content, Digest, Skill, fingerprint};

/// The provider of every skill that lies in the workspace.
pub const FILESYSTEM: &str = "filesystem";

/// The front matter keys that keep a skill from the model (D5).
const DISABLE_KEYS: [&str; 2] = ["disableModelInvocation", "disable-model-invocation"];

/// A name in kebab case: words of lower-case letters and digits, joined by single hyphens. Sorted by code point.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct SkillName(Arc<str>);

impl SkillName {
    /// The name that `text` is, if it is one.
    pub fn parse(text: &str) -> Option<SkillName> {
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        text.split('-').all(is_word).then(|| SkillName(text.into()))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for SkillName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SkillName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where a skill's resources are found. A skill without one leaves them to its provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ResourceBase {
    /// A directory.
    Directory {
        /// Its path.
        path: String,
    },
    /// An address.
    Url {
        /// The address.
        url: String,
    },
    /// Something that only its description says how to reach.
    Opaque {
        /// The description.
        description: String,
    },
}

/// A skill that some root offers to a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionSkill {
    /// Its name.
    pub name: SkillName,
    /// Its description, as written.
    pub description: String,
    /// Who provides it.
    pub provider: String,
    /// Where its resources are.
    pub resource_base: Option<ResourceBase>,
    /// Its body, or why the provider cannot give it; the model then reads that reason (D5).
    pub content: Result<Arc<str>, String>,
    /// Kept out of the catalog and refused by the tool (D5).
    pub disable_model_invocation: bool,
    /// The skill of the workspace that it is; `None` for one of a declared root.
    pub stored: Option<Arc<Skill>>,
}

impl SessionSkill {
    /// A skill of the workspace, whose skills root is `root`; its provider is `filesystem`, its resource base its
    /// directory. `None` for a name that is not in kebab case, which a loaded skill does not have.
    pub fn from_workspace(skill: &Arc<Skill>, root: &str) -> Option<SessionSkill> {
        let name = SkillName::parse(&skill.name)?;
        let disables = |(key, value): &(String, String)| DISABLE_KEYS.contains(&key.as_str()) && value == "true";
        Some(SessionSkill {
            description: skill.description.clone(),
            provider: FILESYSTEM.to_owned(),
            resource_base: Some(ResourceBase::Directory { path: format!("{}/{name}", root.trim_end_matches('/')) }),
            content: match skill.body.text() {
                Some(content) => Ok(Arc::clone(&content.text)),
                None if matches!(skill.body, Body::LetGo { .. }) => {
                    Err(format!("the body of {} is not part of the recording", skill.file))
                }
                None => {
                    let bytes = skill.body.bytes();
                    Err(format!("{} has {bytes} bytes of body, too many to read", skill.file))
                }
            },
            disable_model_invocation: skill.extra.iter().any(disables),
            stored: Some(Arc::clone(skill)),
            name,
        })
    }

    /// Whether the model may load it, and so whether the catalog lists it.
    pub fn is_model_invocable(&self) -> bool {
        !self.disable_model_invocation
    }

    /// Its fingerprint, as the workspace gives one (U7).
    pub fn fingerprint(&self) -> Digest {
        match (&self.stored, &self.content) {
            (Some(stored), _) => stored.fingerprint.clone(),
            (None, Ok(text)) => {
                let body = Body::Text(Content::new(Arc::clone(text), text.len() as u64));
                fingerprint(self.name.as_str(), &self.description, &body)
            }
            (None, Err(_)) => fingerprint(self.name.as_str(), &self.description, &Body::LetGo { bytes: 0 }),
        }
    }

    /// An empty skill, for tests.
    #[cfg(test)]
    pub(super) fn named(name: &str) -> SessionSkill {
        SessionSkill {
            name: SkillName::parse(name).unwrap(),
            description: String::new(),
            provider: FILESYSTEM.to_owned(),
            resource_base: None,
            content: Ok("".into()),
            disable_model_invocation: false,
            stored: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_disk(extra: &[(&str, &str)], body: Body) -> Arc<Skill> {
        Arc::new(Skill {
            name: "tone-guard".into(),
            description: "Keeps the tone.".into(),
            body,
            file: "skills/tone-guard/SKILL.md".into(),
            body_line: 5,
            extra: extra.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
            fingerprint: Digest::from(String::new()),
            warnings: Vec::new(),
        })
    }

    #[test]
    fn d5_a_name_is_kebab_case() {
        for name in ["a", "0start", "x-1", "long-name-with-many-parts"] {
            assert!(SkillName::parse(name).is_some(), "{name}");
        }
        for name in ["", "-", "a-", "-a", "a--b", "a_b", "A", "中文", "a b", "a\n", "é"] {
            assert!(SkillName::parse(name).is_none(), "{name:?}");
        }
    }

    #[test]
    fn d4_a_workspace_skill_comes_from_the_file_system_with_its_directory() {
        let skill = on_disk(&[], Body::Text(Content::new("# Tone", 6)));
        let skill = SessionSkill::from_workspace(&skill, "/srv/skills/").unwrap();
        assert_eq!(skill.provider, "filesystem");
        assert_eq!(skill.resource_base, Some(ResourceBase::Directory { path: "/srv/skills/tone-guard".into() }));
        assert_eq!(skill.content.as_deref(), Ok("# Tone"));
        assert!(skill.is_model_invocable());
    }

    #[test]
    fn d5_both_spellings_disable_and_only_true_does() {
        let disabled = |key, value| {
            let skill = on_disk(&[("license", "MIT"), (key, value)], Body::TooLarge { bytes: 9 });
            SessionSkill::from_workspace(&skill, "/s").unwrap().disable_model_invocation
        };
        assert!(disabled("disableModelInvocation", "true"));
        assert!(disabled("disable-model-invocation", "true"));
        assert!(!disabled("disable-model-invocation", "false"));
        assert!(!disabled("disablemodelinvocation", "true"));
    }

    #[test]
    fn a_body_that_is_not_read_is_a_fault_with_its_file_and_size() {
        let skill = SessionSkill::from_workspace(&on_disk(&[], Body::TooLarge { bytes: 7_000_000 }), "/s").unwrap();
        let fault = skill.content.unwrap_err();
        assert!(fault.contains("skills/tone-guard/SKILL.md") && fault.contains("7000000"), "{fault}");
    }
}
