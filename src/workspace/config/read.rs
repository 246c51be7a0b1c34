//! The text of `skills_config.yml` → a [`Config`], its findings, and where it names skills.

use super::{CEILING, Config, Limits, Source};
use crate::diag::{Code, Diagnostic};
use crate::scene::{NO_SKILLS, SCENES, Scene, SceneKind};
use crate::text::nearest;
use crate::workspace::yaml::{self, Emitter, Kind, Map, Node, Origin, Spot, scalar};

pub(super) const KEYS: [&str; 5] = ["enabled", "allowlist", "always", "scenes", "limits"];
pub(super) const LIMIT_KEYS: [&str; 5] = ["body_bytes", "reference_bytes", "max_skills", "max_rounds", "max_tokens"];

/// Which list names a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Where {
    /// `allowlist`.
    Allowlist,
    /// `always`.
    Always,
    /// `scenes.<id>`.
    Scene(String),
}

/// A skill's name in the config and where it stands; whether it is valid is judged with the skills (U11).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The list.
    pub list: Where,
    /// The name.
    pub name: String,
    /// Where it stands.
    pub spot: Spot,
}

/// A config that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadConfig {
    /// The values.
    pub config: Config,
    /// Findings that leave it valid (U9, U11), in file order.
    pub findings: Vec<Diagnostic>,
    /// Every name it holds, in file order.
    pub mentions: Vec<Mention>,
}

/// Reads the text of the file that diagnostics call `file`.
///
/// # Errors
/// What makes it broken (U12): not YAML, a wrong type, a negative number.
pub fn read(text: &str, file: &str) -> Result<ReadConfig, Diagnostic> {
    let root = yaml::parse(text, Origin::file(file)).map_err(|error| Diagnostic { code: Code::ConfigYaml, ..error })?;
    let source =
        if text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']).is_empty() { Source::Nothing } else { Source::File };
    let mut reader = Reader {
        file,
        read: ReadConfig { config: Config { source, ..Config::default() }, findings: Vec::new(), mentions: Vec::new() },
    };
    reader.root(&root)?;
    let mut read = reader.read;
    read.findings.sort_by(|a, b| a.place.cmp(&b.place));
    Ok(read)
}

impl Config {
    /// The config that a mapping of the same keys holds, inside another file.
    ///
    /// # Errors
    /// As [`read`].
    pub fn of_node(node: &Node, file: &str) -> Result<Config, Diagnostic> {
        let config = Config { source: Source::File, ..Config::default() };
        let mut reader = Reader { file, read: ReadConfig { config, findings: Vec::new(), mentions: Vec::new() } };
        reader.root(node)?;
        Ok(reader.read.config)
    }

    /// Writes the keys that mean this config.
    pub fn emit(&self, out: &mut Emitter, depth: usize) {
        let names =
            |names: &mut dyn Iterator<Item = &String>| names.map(|name| scalar(name)).collect::<Vec<_>>().join(", ");
        out.line(depth, &format!("enabled: {}", self.enabled));
        out.line(depth, &format!("allowlist: [{}]", names(&mut self.allowlist.iter())));
        out.line(depth, &format!("always: [{}]", names(&mut self.always.iter())));
        out.line(depth, if self.scenes.is_empty() { "scenes: {}" } else { "scenes:" });
        for (scene, bound) in &self.scenes {
            out.line(depth + 1, &format!("{}: [{}]", scalar(scene), names(&mut bound.iter())));
        }
        let Limits { body_bytes, reference_bytes, max_skills, max_rounds, max_tokens } = self.limits;
        out.line(depth, "limits:");
        out.line(depth + 1, &format!("body_bytes: {body_bytes}"));
        out.line(depth + 1, &format!("reference_bytes: {reference_bytes}"));
        out.line(depth + 1, &format!("max_skills: {max_skills}"));
        out.line(depth + 1, &format!("max_rounds: {max_rounds}"));
        out.line(depth + 1, &format!("max_tokens: {max_tokens}"));
    }
}

struct Reader<'a> {
    file: &'a str,
    read: ReadConfig,
}

impl Reader<'_> {
    fn root(&mut self, root: &Node) -> Result<(), Diagnostic> {
        let Some(map) = self.map(root, "the config")? else { return Ok(()) };
        self.read.findings.extend(map.unknown_keys(&KEYS, self.file, Code::ConfigUnknownKey));
        if let Some(node) = map.get("enabled").filter(|node| !node.is_null()) {
            let hint = "write `true` or `false`";
            self.read.config.enabled =
                node.as_bool().ok_or_else(|| self.wrong(node, "enabled", "true or false", hint))?;
        }
        if let Some(node) = map.get("allowlist") {
            self.read.config.allowlist = self.names(node, Where::Allowlist, "allowlist")?.into_iter().collect();
        }
        if let Some(node) = map.get("always") {
            self.read.config.always = self.names(node, Where::Always, "always")?;
        }
        if let Some(node) = map.get("scenes") {
            self.scenes(node)?;
        }
        if let Some(node) = map.get("limits") {
            self.read.config.limits = self.limits(node)?;
        }
        Ok(())
    }

    fn scenes(&mut self, node: &Node) -> Result<(), Diagnostic> {
        let Some(map) = self.map(node, "`scenes`")? else { return Ok(()) };
        for entry in &map.entries {
            let id = entry.key.as_str();
            let names = self.names(&entry.value, Where::Scene(id.to_owned()), &format!("scenes.{id}"))?;
            let finding = match Scene::new(id).kind() {
                SceneKind::NoSkills => {
                    self.read.mentions.retain(|mention| mention.list != Where::Scene(id.to_owned()));
                    let message = format!("skills never apply to `{id}`; its bindings are left out");
                    let help = format!("remove the key; skills never apply to {}", NO_SKILLS.join(", "));
                    Some(Diagnostic::error(Code::ConfigExcludedScene, message).help(help))
                }
                SceneKind::Custom => {
                    let message = format!("`{id}` is none of the host's scenes; it is taken as a custom scene");
                    let help = match nearest(&id.to_lowercase(), SCENES) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("the host's scenes: {}", SCENES.join(", ")),
                    };
                    Some(Diagnostic::warning(Code::ConfigCustomScene, message).help(help))
                }
                SceneKind::Chat | SceneKind::TextWrapper => None,
            };
            if !matches!(Scene::new(id).kind(), SceneKind::NoSkills) {
                self.read.config.scenes.insert(id.to_owned(), names);
            }
            self.read.findings.extend(finding.map(|finding| finding.at(entry.spot.place(self.file))));
        }
        Ok(())
    }

    fn limits(&mut self, node: &Node) -> Result<Limits, Diagnostic> {
        let Some(map) = self.map(node, "`limits`")? else { return Ok(CEILING) };
        self.read.findings.extend(map.unknown_keys(&LIMIT_KEYS, self.file, Code::ConfigUnknownKey));
        Ok(Limits {
            body_bytes: self.limit(map, "body_bytes", CEILING.body_bytes)?,
            reference_bytes: self.limit(map, "reference_bytes", CEILING.reference_bytes)?,
            max_skills: self.count(map, "max_skills", CEILING.max_skills)?,
            max_rounds: self.count(map, "max_rounds", CEILING.max_rounds)?,
            max_tokens: self.count(map, "max_tokens", CEILING.max_tokens)?,
        })
    }

    fn count(&mut self, map: &Map, key: &str, ceiling: usize) -> Result<usize, Diagnostic> {
        let value = self.limit(map, key, ceiling as u64)?;
        Ok(usize::try_from(value).unwrap_or(ceiling))
    }

    /// A limit, at most its ceiling (U9).
    fn limit(&mut self, map: &Map, key: &str, ceiling: u64) -> Result<u64, Diagnostic> {
        let Some(node) = map.get(key).filter(|node| !node.is_null()) else { return Ok(ceiling) };
        let Some(number) = node.scalar().filter(|scalar| scalar.kind == Kind::Int) else {
            return Err(self.wrong(node, &format!("limits.{key}"), "a whole number", "write a number without quotes"));
        };
        if number.text.starts_with('-') && node.as_int() != Some(0) {
            let message = format!("`limits.{key}` is {}; a limit cannot be negative", number.text);
            return Err(Diagnostic::error(Code::ConfigValue, message)
                .at(node.place(self.file))
                .help("write 0 or more"));
        }
        // A number too long to hold is above every ceiling.
        match node.as_int().and_then(|value| u64::try_from(value).ok()) {
            Some(value) if value <= ceiling => Ok(value),
            _ => {
                let message = format!("`limits.{key}` is {}; the host's ceiling {ceiling} is used", number.text);
                let help = "a config can only lower the limits";
                let finding = Diagnostic::warning(Code::ConfigCeiling, message).at(node.place(self.file)).help(help);
                self.read.findings.push(finding);
                Ok(ceiling)
            }
        }
    }

    /// A list of names without duplicates (U10).
    fn names(&mut self, node: &Node, list: Where, key: &str) -> Result<Vec<String>, Diagnostic> {
        if node.is_null() {
            return Ok(Vec::new());
        }
        let Some(items) = node.as_list() else {
            let hint = match node.as_text() {
                Some(name) => format!("write `[{name}]`"),
                None => "write `[one-name, another]`".to_owned(),
            };
            return Err(self.wrong(node, key, "a list of names", &hint));
        };
        let mut names: Vec<String> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for item in items {
            let Some(name) = item.as_text() else {
                let hint = match item.scalar() {
                    Some(scalar) if scalar.kind != Kind::Null => format!("quote it: \"{}\"", scalar.text),
                    _ => "write the skill's name".to_owned(),
                };
                return Err(self.wrong(item, &format!("an item of {key}"), "a name", &hint));
            };
            if !seen.insert(name) {
                let message = format!("`{name}` stands twice in {key}; it counts once");
                self.read.findings.push(Diagnostic::warning(Code::ConfigDuplicate, message).at(item.place(self.file)));
            } else {
                names.push(name.to_owned());
                self.read.mentions.push(Mention { list: list.clone(), name: name.to_owned(), spot: item.spot });
            }
        }
        Ok(names)
    }

    fn map<'n>(&self, node: &'n Node, what: &str) -> Result<Option<&'n Map>, Diagnostic> {
        match node.as_map() {
            Some(map) => Ok(Some(map)),
            None if node.is_null() => Ok(None),
            None => {
                let message = format!("{what} is {}, not keys with values", node.describe());
                Err(Diagnostic::error(Code::ConfigValue, message)
                    .at(node.place(self.file))
                    .help("write one `key: value` a line"))
            }
        }
    }

    fn wrong(&self, node: &Node, key: &str, wanted: &str, hint: &str) -> Diagnostic {
        let message = format!("`{key}` is {}, not {wanted}", node.describe());
        Diagnostic::error(Code::ConfigValue, message).at(node.place(self.file)).help(hint)
    }
}
