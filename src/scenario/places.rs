//! `dsh` in a scenario: where a session runs, and the roots of skills beside the workspace (D8).

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::base::{ReadFile, Reader};
use super::fields::given;
use crate::dialect::dsh::{Places, ResourceBase, Root, RootState, SessionSkill, SkillName};
use crate::workspace::yaml::{Map, Node};

pub(super) const ROOT_KEYS: [&str; 6] = ["label", "scope", "provider", "complete", "fails", "skills"];
pub(super) const SKILL_KEYS: [&str; 6] =
    ["name", "description", "text", "file", "resource_base", "disable_model_invocation"];
pub(super) const BASES: [&str; 3] = ["directory", "url", "opaque"];

impl<R: ReadFile> Reader<'_, R> {
    /// The mapping `dsh`; an empty one without.
    pub(super) fn places(&mut self, map: &Map) -> Places {
        let Some(node) = given(map, "dsh") else { return Places::default() };
        let Some(map) = self.fields.map(node, "`dsh`", &["cwd", "roots"]) else { return Places::default() };
        let mut labels = BTreeSet::new();
        let mut roots = Vec::new();
        for node in self.fields.list(map, "roots") {
            let Some(root) = self.root(node) else { continue };
            if !labels.insert(root.label.clone()) {
                self.fields.fault(node, format!("another root has the label `{}`", root.label));
            }
            roots.push(root);
        }
        Places { cwd: self.fields.text(map, "cwd").map(PathBuf::from).unwrap_or_default(), roots }
    }

    fn root(&mut self, node: &Node) -> Option<Root> {
        let map = self.fields.map(node, "a root", &ROOT_KEYS)?;
        let label = self.fields.required_text(node, map, "label");
        let provider = self.fields.required_text(node, map, "provider");
        let scope = self.fields.text(map, "scope").map(PathBuf::from);
        let complete = given(map, "complete").is_none() || self.fields.flag(map, "complete");
        let fails = given(map, "fails").and_then(|_| self.fields.required_text(node, map, "fails"));
        let state = match fails {
            Some(why) => RootState::Failing(why.to_owned()),
            None if complete => RootState::Ready,
            None => RootState::Incomplete,
        };
        let (label, provider) = (label?.to_owned(), provider?);
        let nodes = self.fields.list(map, "skills");
        Some(Root {
            label,
            scope,
            provider: provider.to_owned(),
            state,
            skills: nodes.iter().filter_map(|node| self.skill(node, provider)).map(Arc::new).collect(),
        })
    }

    fn skill(&mut self, node: &Node, provider: &str) -> Option<SessionSkill> {
        let map = self.fields.map(node, "a skill", &SKILL_KEYS)?;
        let name = self.fields.required_text(node, map, "name");
        let description = self.fields.required_text(node, map, "description");
        let resource_base = self.resource_base(map);
        let disable_model_invocation = self.fields.flag(map, "disable_model_invocation");
        let content = self.content(node, map);
        let name = name.and_then(|text| {
            let parsed = SkillName::parse(text);
            if parsed.is_none() {
                let place = map.get("name").unwrap_or(node);
                self.fields.fault(place, format!("`{text}` is no skill's name: lower-case words joined by hyphens"));
            }
            parsed
        });
        Some(SessionSkill {
            name: name?,
            description: description?.to_owned(),
            provider: provider.to_owned(),
            resource_base,
            content: Ok(content?.0.into()),
            disable_model_invocation,
            stored: None,
        })
    }

    /// One of a directory, an address and a description; none leaves the resources to the provider.
    fn resource_base(&mut self, map: &Map) -> Option<ResourceBase> {
        let node = given(map, "resource_base")?;
        let inner = self.fields.map(node, "`resource_base`", &BASES)?;
        let key = self.only_key(node, inner, "`resource_base`", &BASES)?;
        let text = self.fields.required_text(node, inner, key)?.to_owned();
        Some(match key {
            "directory" => ResourceBase::Directory { path: text },
            "url" => ResourceBase::Url { url: text },
            _ => ResourceBase::Opaque { description: text },
        })
    }
}
