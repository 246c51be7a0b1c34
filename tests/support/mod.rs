//! Builds what a turn needs without a disk.

use std::collections::BTreeMap;
use std::sync::Arc;

use skillstage::dialect::utility::Utility;
use skillstage::prompt::{ContextItem, HistoryItem, HostContext, HostPrompt, Message, Speaker};
use skillstage::scene::Scene;
use skillstage::settings::Binding;
use skillstage::tokens::{Deviation, Estimator};
use skillstage::turn::{Setup, Turn};
use skillstage::workspace::{Body, Config, Content, Library, Reference, Skill, Snapshot};

/// Counts one token a character, so that a test can work numbers out by hand.
#[derive(Debug)]
pub struct Characters;

impl Estimator for Characters {
    fn name(&self) -> &str {
        "characters"
    }

    fn model(&self) -> &str {
        "none"
    }

    fn deviation(&self) -> Option<Deviation> {
        None
    }

    fn count(&self, text: &str) -> usize {
        text.chars().count()
    }
}

/// A workspace in memory. Starts with three skills on the allowlist, `tone` with two references, and no binding.
#[derive(Debug, Clone)]
pub struct World {
    pub config: Config,
    pub skills: BTreeMap<String, (String, String)>,
    pub references: BTreeMap<String, Vec<(String, String)>>,
    pub host: HostContext,
    pub binding: Binding,
    pub message: Message,
}

impl Default for World {
    fn default() -> World {
        let mut world = World {
            config: Config { enabled: true, ..Config::default() },
            skills: BTreeMap::new(),
            references: BTreeMap::new(),
            host: host(),
            binding: Binding::Resident,
            message: Message { text: "今天好累。".into(), time: Some("2026-01-05 21:40".into()), images: 0 },
        };
        for name in ["brief", "safety", "tone"] {
            world.add_skill(name, &format!("When to use {name}."), &format!("# {name}\nBody of {name}.\n"));
        }
        for path in ["references/a.md", "references/b.txt"] {
            let text = format!("text of {path}\n");
            world.references.entry("tone".into()).or_default().push((path.into(), text));
        }
        world
    }
}

impl World {
    /// Adds a skill and puts it on the allowlist.
    pub fn add_skill(&mut self, name: &str, description: &str, body: &str) {
        self.skills.insert(name.into(), (description.into(), body.into()));
        self.config.allowlist.insert(name.into());
    }

    pub fn bind(&mut self, scene: &str, names: &[&str]) {
        self.config.scenes.insert(scene.into(), names.iter().map(|name| (*name).to_owned()).collect());
    }

    pub fn snapshot(&self) -> Arc<Snapshot> {
        let skills = self.skills.iter().map(|(name, (description, body))| Arc::new(skill(name, description, body)));
        Arc::new(Snapshot {
            id: "0".repeat(64).into(),
            config: self.config.clone(),
            skills: skills.collect(),
            refused: Vec::new(),
            diagnostics: Vec::new(),
        })
    }

    pub fn library(&self) -> Arc<Library> {
        let references = self.references.iter().map(|(name, files)| {
            let files = files.iter().map(|(path, text)| Reference { path: path.clone(), content: Ok(content(text)) });
            (name.clone(), files.collect())
        });
        Arc::new(Library { snapshot: self.snapshot(), references: references.collect() })
    }

    pub fn setup(&self, scene: &str) -> Setup {
        Setup {
            dialect: Arc::new(Utility),
            library: self.library(),
            scene: Scene::new(scene),
            binding: self.binding,
            host: Arc::new(self.host.clone()),
            message: self.message.clone(),
            estimator: Arc::new(Characters),
        }
    }

    pub fn turn(&self, scene: &str) -> Turn {
        Turn::start(self.setup(scene))
    }
}

fn host() -> HostContext {
    let source = || "scenarios/base.yml".to_owned();
    let prompt = |id: &str, text: &str| HostPrompt { id: id.into(), text: text.into(), source: source() };
    let memory =
        |text: &str, private| ContextItem { id: "memory".into(), text: text.into(), private, source: source() };
    let said = |speaker, text: &str, private| HistoryItem {
        speaker,
        text: text.into(),
        time: Some("21:30".into()),
        private,
        source: source(),
    };
    HostContext {
        prompts: vec![prompt("persona", "You are Bot.\n"), prompt("expression", "Speak plainly.")],
        context: vec![memory("Likes tea.", false), memory("Secret: PRIVATE-FACT", true)],
        history: vec![
            said(Speaker::User, "hello", false),
            said(Speaker::Assistant, "hi", false),
            said(Speaker::User, "PRIVATE-WORDS", true),
        ],
    }
}

pub fn content(text: &str) -> Content {
    Content::new(text, text.len() as u64)
}

fn skill(name: &str, description: &str, body: &str) -> Skill {
    Skill {
        name: name.into(),
        description: description.into(),
        body: Body::Text(content(body)),
        file: format!("skills/{name}/SKILL.md"),
        body_line: 5,
        extra: Vec::new(),
        fingerprint: skillstage::text::sha256(format!("{name}{description}{body}").as_bytes()).into(),
        warnings: Vec::new(),
    }
}

/// A load request as a model writes it.
pub fn load(name: &str) -> String {
    format!(r#"{{"name":"skill","args":{{"action":"load","params":{{"name":"{name}"}}}}}}"#)
}

/// A read request as a model writes it.
pub fn read(name: &str, path: &str) -> String {
    format!(r#"{{"name":"skill","args":{{"action":"read","params":{{"name":"{name}","path":"{path}"}}}}}}"#)
}
