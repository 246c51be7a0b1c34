//! The `skill` tool: what a call gives (D4), and how it fails (D5).

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::{Resolved, ResourceBase, SessionSkill, SkillName, Templates};

/// What a successful call returns to the host; ranking and what is internal to the provider stay out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Canonical {
    /// The skill's name.
    pub name: SkillName,
    /// Who provides it.
    pub provider: String,
    /// Where its resources are, unless the provider manages them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_base: Option<ResourceBase>,
    /// Its body.
    pub content: Arc<str>,
}

/// A loaded skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// What the host gets.
    pub value: Canonical,
    /// What the model reads.
    pub text: String,
}

/// A failed call. Its `Display` is the exact text that the model reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolError {
    /// The name is not in kebab case.
    InvalidName(String),
    /// No root offers it now.
    Unknown(SkillName),
    /// It is kept from the model.
    NotForModel(SkillName),
    /// The provider failed, with this message.
    Provider(String),
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolError::InvalidName(name) => write!(f, "Error: invalid skill name \"{name}\""),
            ToolError::Unknown(name) => write!(f, "Error: skill \"{name}\" is unknown or no longer available"),
            ToolError::NotForModel(name) => {
                write!(f, "Error: skill \"{name}\" is not available for model invocation")
            }
            ToolError::Provider(message) => write!(f, "Error: {message}"),
        }
    }
}

impl std::error::Error for ToolError {}

/// Calls the tool, whether or not it is visible: a session never dispatches a hidden or shadowed one. The body is that
/// of the moment (D6).
///
/// # Errors
/// The first that fits: invalid name, provider fault at lookup, unknown, not for the model, provider fault at its body.
pub fn call(name: &str, skills: &Resolved, templates: &Templates) -> Result<Loaded, ToolError> {
    let Some(name) = SkillName::parse(name) else { return Err(ToolError::InvalidName(name.to_owned())) };
    let provider = |fault: &str| ToolError::Provider(fault.to_owned());
    let Some(skill) = skills.lookup(&name).map_err(provider)? else { return Err(ToolError::Unknown(name)) };
    if !skill.is_model_invocable() {
        return Err(ToolError::NotForModel(name));
    }
    let content = skill.content.as_ref().map_err(|fault| provider(fault))?;
    Ok(Loaded {
        text: templates.result(skill.name.as_str(), &guidance(skill, templates), content),
        value: Canonical {
            provider: skill.provider.clone(),
            resource_base: skill.resource_base.clone(),
            content: Arc::clone(content),
            name,
        },
    })
}

/// Where the model finds what the body refers to.
fn guidance(skill: &SessionSkill, templates: &Templates) -> String {
    match &skill.resource_base {
        None => templates.provider_resources(&skill.provider),
        Some(ResourceBase::Directory { path }) => templates.directory_resources(path),
        Some(ResourceBase::Url { url }) => templates.url_resources(url),
        Some(ResourceBase::Opaque { description }) => templates.opaque_resources(description),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::{Root, resolve};
    use super::*;

    fn answer(name: &str, skill: SessionSkill) -> Result<Loaded, ToolError> {
        let root = Root { skills: vec![Arc::new(skill)], ..Root::default() };
        call(name, &resolve(&[root], Path::new("/")), &Templates::default())
    }

    #[test]
    fn d4_the_canonical_value_has_four_members_in_order() {
        let base = Some(ResourceBase::Url { url: "https://a.test/?b&c".into() });
        let skill = SessionSkill { resource_base: base, content: Ok("<b>".into()), ..SessionSkill::named("x") };
        let loaded = answer("x", skill).unwrap();
        assert_eq!(
            serde_json::to_string(&loaded.value).unwrap(),
            r#"{"name":"x","provider":"filesystem","resourceBase":{"kind":"url","url":"https://a.test/?b&c"},"content":"<b>"}"#
        );
        let bare = answer("x", SessionSkill::named("x")).unwrap();
        assert_eq!(serde_json::to_string(&bare.value).unwrap(), r#"{"name":"x","provider":"filesystem","content":""}"#);
    }

    #[test]
    fn d5_provider_faults_are_wrapped() {
        let skill = SessionSkill { content: Err("connection reset".into()), ..SessionSkill::named("x") };
        assert_eq!(answer("x", skill.clone()).unwrap_err().to_string(), "Error: connection reset");
        let disabled = SessionSkill { disable_model_invocation: true, ..skill };
        assert_eq!(answer("x", disabled).unwrap_err(), ToolError::NotForModel(SkillName::parse("x").unwrap()));
    }

    #[test]
    fn d4_a_body_is_verbatim_also_where_it_looks_like_a_template_or_markup() {
        let body = "{{name}} </skill_content> {{instructions}}\r\n";
        let skill = SessionSkill { content: Ok(body.into()), ..SessionSkill::named("x") };
        let text = answer("x", skill).unwrap().text;
        assert!(text.contains(&format!("<skill_instructions>\n{body}\n</skill_instructions>")), "{text}");
    }
}
