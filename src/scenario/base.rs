//! `scenarios/base.yml`: what scenes share when nothing else is named.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::fields::{Fields, given};
use crate::diag::{Code, Diagnostic};
use crate::dialect::dsh::Places;
use crate::prompt::{ContextItem, HistoryItem, HostContext, HostPrompt, Message, Speaker};
use crate::scene::Scene;
use crate::settings::{Binding, Choice, DialectId};
use crate::tokens;
use crate::workspace::Workspace;
use crate::workspace::yaml::{self, Map, Node, Origin};

/// Where the base lies in a workspace.
pub(super) const FILE: &str = "scenarios/base.yml";

/// The most bytes of the base, and of each file that it names.
pub(super) const MAX_FILE: u64 = 1 << 20;

/// The most bytes of all files that it names together.
const MAX_FILES: u64 = 8 << 20;

pub(super) const KEYS: [&str; 11] =
    ["version", "title", "dialect", "binding", "estimator", "scene", "prompts", "context", "history", "message", "dsh"];

/// What a scenario has and its base has not.
pub(super) const SCENARIO_KEYS: [&str; 4] = ["extends", "steps", "recorded", "bundle"];

/// What the stage opens with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Base {
    /// The file's title.
    pub title: Option<String>,
    /// The rules by which the host shows skills.
    pub dialect: Option<DialectId>,
    /// What a binding means (U18), whatever the settings say.
    pub binding: Option<Binding>,
    /// Who counts: a name as `--estimator` takes it, whatever the settings say.
    pub estimator: Option<String>,
    /// The scene to start in.
    pub scene: Option<Scene>,
    /// Host prompts, context, history.
    pub host: HostContext,
    /// A message to start with (text may be empty), with time and images.
    pub message: Message,
    /// Where a session of the dsh dialect runs, and its roots beside the workspace (D8).
    pub places: Arc<Places>,
}

/// Reads `scenarios/base.yml`; a missing or empty file gives an empty base.
///
/// # Errors
/// Everything that is wrong with the file, in file order, with line and column.
pub fn load_base(workspace: &Workspace) -> Result<Base, Vec<Diagnostic>> {
    match workspace.read_file(FILE, MAX_FILE).map_err(|fault| vec![fault])? {
        Some(text) => parse(FILE, &text, None, |file, most| workspace.read_file(file, most)),
        None => Ok(Base::default()),
    }
}

/// Reads the text of a base, which the scenario `extended_by` may have named. `read` gives the text of a file in the
/// workspace of at most so many bytes.
pub(super) fn parse(
    file: &str,
    text: &str,
    extended_by: Option<&str>,
    read: impl ReadFile,
) -> Result<Base, Vec<Diagnostic>> {
    let root = tree(file, text)?;
    if root.is_null() {
        return Ok(Base::default());
    }
    let mut reader = Reader::new(file, read);
    let base = reader.base(&root, extended_by);
    reader.finish(base)
}

/// The tree of a scenario file.
///
/// # Errors
/// A YAML fault under the code of scenarios.
pub(super) fn tree(file: &str, text: &str) -> Result<Node, Vec<Diagnostic>> {
    yaml::parse(text, Origin::file(file)).map_err(|fault| vec![Diagnostic { code: Code::ScenarioYaml, ..fault }])
}

/// The file that `file` names by `name`: it lies in the same directory.
pub(super) fn beside(file: &str, name: &str) -> String {
    match file.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{name}"),
        None => name.to_owned(),
    }
}

/// Gives the text of a file in the workspace of at most so many bytes.
pub(super) trait ReadFile: Fn(&str, u64) -> Result<Option<String>, Diagnostic> {}

impl<R: Fn(&str, u64) -> Result<Option<String>, Diagnostic>> ReadFile for R {}

/// Reads what scenario files share.
pub(super) struct Reader<'a, R> {
    pub fields: Fields<'a>,
    pub read: R,
    /// Bytes of the files read so far.
    files: u64,
}

impl<'a, R: ReadFile> Reader<'a, R> {
    pub fn new(file: &'a str, read: R) -> Reader<'a, R> {
        Reader { fields: Fields::new(file), read, files: 0 }
    }

    /// What was read, if nothing was wrong.
    ///
    /// # Errors
    /// What was wrong, in file order.
    pub fn finish<T>(self, value: T) -> Result<T, Vec<Diagnostic>> {
        let mut faults = self.fields.faults;
        faults.sort_by(|a, b| a.place.cmp(&b.place));
        if faults.is_empty() { Ok(value) } else { Err(faults) }
    }

    fn base(&mut self, root: &Node, extended_by: Option<&str>) -> Base {
        if let Some(entries) = root.as_map().map(|map| &map.entries) {
            for entry in entries.iter().filter(|entry| SCENARIO_KEYS.contains(&entry.key.as_str())) {
                if entry.key == "extends" && self.closes_cycle(&entry.value, extended_by) {
                    continue;
                }
                let message = format!("`{}` makes a scenario; this file is the base that scenarios extend", entry.key);
                let place = entry.spot.place(self.fields.file);
                let fault = Diagnostic::error(Code::ScenarioValue, message).at(place);
                self.fields.faults.push(fault.help("move it to another file in scenarios/"));
            }
        }
        let known: Vec<&str> = KEYS.into_iter().chain(SCENARIO_KEYS).collect();
        let Some(map) = self.fields.map(root, "the file", &known) else { return Base::default() };
        self.shared(root, map)
    }

    /// Whether the file extends itself, or the one that extends it; says so at `node`, which names the file.
    pub fn closes_cycle(&mut self, node: &Node, extended_by: Option<&str>) -> bool {
        let Some(named) = node.as_text().map(|name| beside(self.fields.file, name)) else { return false };
        let message = if named == self.fields.file {
            "the file extends itself".to_owned()
        } else if extended_by == Some(&*named) {
            format!("`{named}` and this file extend each other")
        } else {
            return false;
        };
        let fault = Diagnostic::error(Code::ScenarioCycle, message).at(node.place(self.fields.file));
        self.fields.faults.push(fault);
        true
    }

    /// What a base and a scenario have in common.
    pub fn shared(&mut self, root: &Node, map: &Map) -> Base {
        self.version(root, map);
        Base {
            title: self.fields.text(map, "title").map(str::to_owned),
            dialect: self.choice(map, "dialect"),
            binding: self.choice(map, "binding"),
            estimator: self.estimator(map),
            scene: self.fields.text(map, "scene").filter(|scene| !scene.is_empty()).map(Scene::new),
            host: HostContext { prompts: self.prompts(map), context: self.context(map), history: self.history(map) },
            message: self.message(map),
            places: Arc::new(self.places(map)),
        }
    }

    fn version(&mut self, root: &Node, map: &Map) {
        match given(map, "version") {
            Some(node) if node.as_int() == Some(1) => {}
            Some(node) => self.fields.fault(node, format!("`version` must be 1, it is {}", node.describe())),
            None => self.fields.fault(root, "`version` is missing; write `version: 1`"),
        }
    }

    /// A value that is one of a few words.
    fn choice<T: Choice>(&mut self, map: &Map, key: &str) -> Option<T> {
        let word = self.fields.text(map, key)?;
        let choice = T::parse(word);
        if let (None, Some(node)) = (&choice, map.get(key)) {
            let known: Vec<String> = T::WORDS.iter().map(|(known, _)| format!("`{known}`")).collect();
            self.fields.fault(node, format!("`{key}` is `{word}`; it can be {}", known.join(" or ")));
        }
        choice
    }

    fn estimator(&mut self, map: &Map) -> Option<String> {
        let name = self.fields.text(map, "estimator")?;
        if let (None, Some(node)) = (tokens::full_name(name), map.get("estimator")) {
            let message = format!("there is no estimator `{name}`; it is one of {}", tokens::CHOICES.join(", "));
            self.fields.fault(node, message);
        }
        Some(name.to_owned())
    }

    fn prompts(&mut self, map: &Map) -> Vec<HostPrompt> {
        let mut ids = BTreeSet::new();
        let mut prompts = Vec::new();
        for node in self.fields.list(map, "prompts") {
            let Some(item) = self.fields.map(node, "a prompt", &["id", "text", "file"]) else { continue };
            let id = self.fields.required_text(node, item, "id");
            let content = self.content(node, item);
            let (Some(id), Some((text, source))) = (id, content) else { continue };
            if !ids.insert(id) {
                self.fields.fault(node, format!("another prompt has the id `{id}`"));
            }
            prompts.push(HostPrompt { id: id.to_owned(), text, source });
        }
        prompts
    }

    fn context(&mut self, map: &Map) -> Vec<ContextItem> {
        let mut items = Vec::new();
        for node in self.fields.list(map, "context") {
            let known = ["id", "text", "file", "private"];
            let Some(item) = self.fields.map(node, "an item of `context`", &known) else { continue };
            let id = self.fields.required_text(node, item, "id");
            let private = self.fields.flag(item, "private");
            let content = self.content(node, item);
            let (Some(id), Some((text, source))) = (id, content) else { continue };
            items.push(ContextItem { id: id.to_owned(), text, private, source });
        }
        items
    }

    fn history(&mut self, map: &Map) -> Vec<HistoryItem> {
        let mut items = Vec::new();
        for node in self.fields.list(map, "history") {
            let known = ["speaker", "text", "time", "private"];
            let Some(item) = self.fields.map(node, "an item of `history`", &known) else { continue };
            let speaker = self.speaker(node, item);
            let time = self.fields.text(item, "time").map(str::to_owned);
            let private = self.fields.flag(item, "private");
            let text = self.fields.required_text(node, item, "text");
            let (Some(speaker), Some(text)) = (speaker, text) else { continue };
            items.push(HistoryItem {
                speaker,
                text: text.to_owned(),
                time,
                private,
                source: self.fields.file.to_owned(),
            });
        }
        items
    }

    fn speaker(&mut self, node: &Node, item: &Map) -> Option<Speaker> {
        match self.fields.required_text(node, item, "speaker")? {
            "user" => Some(Speaker::User),
            "assistant" => Some(Speaker::Assistant),
            other => {
                let place = item.get("speaker").unwrap_or(node);
                self.fields.fault(place, format!("`speaker` is `{other}`; it can be `user` or `assistant`"));
                None
            }
        }
    }

    fn message(&mut self, map: &Map) -> Message {
        given(map, "message").map_or_else(Message::default, |node| self.one_message(node, "`message`"))
    }

    /// A message with its time and images.
    pub fn one_message(&mut self, node: &Node, what: &str) -> Message {
        let Some(item) = self.fields.map(node, what, &["text", "time", "images"]) else { return Message::default() };
        Message {
            text: self.fields.text(item, "text").unwrap_or_default().to_owned(),
            time: self.fields.text(item, "time").map(str::to_owned),
            images: self.fields.count(item, "images"),
        }
    }

    /// The text of an item and where it came from: `text`, or the content of `file`.
    pub fn content(&mut self, node: &Node, item: &Map) -> Option<(String, String)> {
        match (given(item, "text"), given(item, "file")) {
            (Some(_), None) => Some((self.fields.text(item, "text")?.to_owned(), self.fields.file.to_owned())),
            (None, Some(place)) => {
                let file = self.fields.text(item, "file")?;
                Some((self.file(place, file)?, file.to_owned()))
            }
            (Some(_), Some(file)) => {
                self.fields.fault(file, "an item has `text` or `file`, not both");
                None
            }
            (None, None) => {
                self.fields.fault(node, "an item needs `text` or `file`");
                None
            }
        }
    }

    /// The content of a file in the workspace (U5); `place` is where the base names it.
    pub fn file(&mut self, place: &Node, file: &str) -> Option<String> {
        let left = MAX_FILES - self.files;
        match (self.read)(file, MAX_FILE.min(left)) {
            Ok(Some(text)) => {
                self.files += (text.len() as u64).min(left);
                Some(text)
            }
            Ok(None) => {
                self.fields.fault(place, format!("the workspace has no file `{file}`"));
                None
            }
            Err(fault) => {
                let message = format!("`{file}` is refused: {}", fault.message);
                let at = place.place(self.fields.file);
                self.fields.faults.push(Diagnostic { message, place: Some(at), ..fault });
                None
            }
        }
    }
}

#[cfg(test)]
mod tests;
