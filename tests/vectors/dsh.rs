//! `dsh.json`: recorded sessions of the dsh host, each operation with what came of it (SPEC section 4).

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use skillstage::dialect::dsh::{
    CatalogKind, DescriptionCap, Lifecycle, ResourceBase, Root, RootState, SessionSkill, SkillName, Templates,
    ToolView, View, call, resolve,
};

use super::read;

/// A session that is being played.
struct Session {
    cap: DescriptionCap,
    templates: Templates,
    lifecycle: Lifecycle,
    tool: ToolView,
    state: RootState,
    skills: BTreeMap<String, Arc<SessionSkill>>,
}

impl Session {
    fn new(run: &Value) -> Session {
        let cap = run["catalog_description_max_length"].as_i64().unwrap();
        Session {
            cap: DescriptionCap::new(cap.into()).unwrap(),
            templates: Templates::default(),
            lifecycle: Lifecycle::default(),
            tool: ToolView::Visible,
            state: RootState::Ready,
            skills: BTreeMap::new(),
        }
    }

    /// Plays one operation and gives what the vectors say of it; `null` for one of which they say nothing.
    fn play(&mut self, operation: &Value) -> Value {
        match operation["op"].as_str().unwrap() {
            "put" => {
                let skill = skill(&operation["skill"]);
                self.skills.insert(skill.name.to_string(), Arc::new(skill));
            }
            "remove" => {
                self.skills.remove(operation["name"].as_str().unwrap());
            }
            "tool_visible" => {
                self.tool = if operation["value"] == true { ToolView::Visible } else { ToolView::Hidden };
            }
            "provider_complete" => {
                self.state = if operation["value"] == true { RootState::Ready } else { RootState::Incomplete };
            }
            "compact" => self.lifecycle.compact(),
            "prefix" => return self.prefix(),
            "step" => return self.step(),
            "call" => return self.call(operation["name"].as_str().unwrap()),
            other => panic!("unknown operation {other}"),
        }
        Value::Null
    }

    fn root(&self) -> Root {
        let skills = self.skills.values().cloned().collect();
        Root { state: self.state.clone(), skills, ..Root::default() }
    }

    fn view(&self) -> View {
        View::observe(&resolve(&[self.root()], Path::new("/")), self.tool, self.cap)
    }

    fn prefix(&mut self) -> Value {
        let Some(message) = self.lifecycle.prefix(&self.view(), &self.templates).due() else { return Value::Null };
        assert_eq!((message.kind, message.metadata()), (CatalogKind::Initial, None));
        json!({ "catalog": block(&message.text), "text": message.text })
    }

    fn step(&mut self) -> Value {
        let Some(message) = self.lifecycle.step(&self.view(), &self.templates).due() else { return Value::Null };
        json!({
            "catalog": block(&message.text),
            "empty": message.kind == CatalogKind::Retired,
            "meta": message.metadata(),
        })
    }

    fn call(&self, name: &str) -> Value {
        match call(name, &resolve(&[self.root()], Path::new("/")), &self.templates) {
            Ok(loaded) => json!({ "ok": true, "text": loaded.text }),
            Err(error) => json!({ "ok": false, "text": error.to_string() }),
        }
    }
}

/// The catalog block of a message.
fn block(text: &str) -> &str {
    const CLOSE: &str = "</available_skills>";
    &text[text.find("<available_skills>").unwrap()..text.find(CLOSE).unwrap() + CLOSE.len()]
}

fn skill(value: &Value) -> SessionSkill {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let base = &value["resourceBase"];
    SessionSkill {
        name: SkillName::parse(&text(&value["name"])).unwrap(),
        description: text(&value["description"]),
        provider: text(&value["provider"]),
        resource_base: match base["kind"].as_str() {
            None => None,
            Some("directory") => Some(ResourceBase::Directory { path: text(&base["path"]) }),
            Some("url") => Some(ResourceBase::Url { url: text(&base["url"]) }),
            Some("opaque") => Some(ResourceBase::Opaque { description: text(&base["description"]) }),
            Some(other) => panic!("unknown resource base {other}"),
        },
        content: Ok(text(&value["content"]).into()),
        disable_model_invocation: value["disableModelInvocation"] == true,
        stored: None,
    }
}

#[test]
fn dsh() {
    let Some(runs) = read("dsh.json") else { return };
    let mut compared = 0;
    for run in runs.as_array().unwrap() {
        let mut session = Session::new(run);
        for (index, operation) in run["ops"].as_array().unwrap().iter().enumerate() {
            let found = session.play(operation);
            if let Some(wanted) = operation.get("expect") {
                assert_eq!(&found, wanted, "{} operation {index}: {}", run["id"], operation["op"]);
                compared += 1;
            }
        }
    }
    assert!(compared >= 15, "only {compared} verdicts");
}
