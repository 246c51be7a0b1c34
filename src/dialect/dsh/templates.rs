//! The texts around what a session shows, and the templates that a workspace puts in their place.
//!
//! Each built-in text is a file in `templates/`. A placeholder is its name in double braces, `{{entries}}`; a template
//! holds each of its placeholders once. The line end at the end of a file belongs to the file, not to the text.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::diag::{Code, Diagnostic, Place};
use crate::text::{escape_attribute, escape_markup, nearest};

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$meta:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name { $($(#[$meta])* $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// Its name in files.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }

            /// The one of that name.
            pub fn parse(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|known| known.as_str() == word)
            }
        }
    };
}

words! {
    /// One of the texts; its name is its key under `dsh.templates`.
    TemplateId {
        /// The catalog in the session prefix (D2).
        Initial = "initial",
        /// A complete catalog in place of earlier ones (D3).
        Replacement = "replacement",
        /// An empty catalog, which retires every name (D3).
        Retired = "retired",
        /// The result of the tool (D4).
        Result = "result",
        /// Guidance where the provider manages the resources.
        ResourcesProvider = "resources_provider",
        /// Guidance for a directory.
        ResourcesDirectory = "resources_directory",
        /// Guidance for an address.
        ResourcesUrl = "resources_url",
        /// Guidance in the provider's own words.
        ResourcesOpaque = "resources_opaque",
        /// The tool's schema, JSON.
        Tool = "tool",
    }
}

words! {
    /// A placeholder.
    Slot {
        /// The lines of the catalog.
        Entries = "entries",
        /// The skill's name.
        Name = "name",
        /// The guidance on resources.
        Resources = "resources",
        /// The skill's body.
        Instructions = "instructions",
        /// The provider.
        Provider = "provider",
        /// The directory.
        Path = "path",
        /// The address.
        Url = "url",
        /// What an opaque base says.
        Description = "description",
    }
}

impl TemplateId {
    /// The placeholders that it holds, each once.
    pub fn slots(self) -> &'static [Slot] {
        match self {
            TemplateId::Initial | TemplateId::Replacement => &[Slot::Entries],
            TemplateId::Retired | TemplateId::Tool => &[],
            TemplateId::Result => &[Slot::Name, Slot::Resources, Slot::Instructions],
            TemplateId::ResourcesProvider => &[Slot::Provider],
            TemplateId::ResourcesDirectory => &[Slot::Path],
            TemplateId::ResourcesUrl => &[Slot::Url],
            TemplateId::ResourcesOpaque => &[Slot::Description],
        }
    }

    /// The built-in text.
    pub fn built_in(self) -> &'static str {
        without_line_end(match self {
            TemplateId::Initial => include_str!("templates/initial.md"),
            TemplateId::Replacement => include_str!("templates/replacement.md"),
            TemplateId::Retired => include_str!("templates/retired.md"),
            TemplateId::Result => include_str!("templates/result.md"),
            TemplateId::ResourcesProvider => include_str!("templates/resources_provider.md"),
            TemplateId::ResourcesDirectory => include_str!("templates/resources_directory.md"),
            TemplateId::ResourcesUrl => include_str!("templates/resources_url.md"),
            TemplateId::ResourcesOpaque => include_str!("templates/resources_opaque.md"),
            TemplateId::Tool => include_str!("templates/tool.json"),
        })
    }
}

/// The templates in force: the built-in ones, and those put in their place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Templates {
    replaced: BTreeMap<TemplateId, String>,
}

impl Templates {
    /// Puts `text`, which stands in `file` with LF line ends, in the place of a template.
    ///
    /// # Errors
    /// `template-invalid`, in the order of the file: each placeholder that is unknown, stands twice or is missing (then
    /// the place is the end); in the tool's schema the first fault of the JSON. The template is then kept as it was.
    pub fn replace(&mut self, id: TemplateId, file: &str, text: &str) -> Result<(), Vec<Diagnostic>> {
        let text = without_line_end(text);
        let mut faults = misplaced(id, file, text);
        if id == TemplateId::Tool {
            faults.extend(schema_fault(file, text));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        self.replaced.insert(id, text.to_owned());
        Ok(())
    }

    /// A template as it is in force.
    pub fn text(&self, id: TemplateId) -> &str {
        self.replaced.get(&id).map_or(id.built_in(), String::as_str)
    }

    /// The session prefix around lines of the catalog.
    pub fn initial(&self, entries: &str) -> String {
        self.fill(TemplateId::Initial, &[(Slot::Entries, entries)])
    }

    /// A replacement around lines of the catalog.
    pub fn replacement(&self, entries: &str) -> String {
        self.fill(TemplateId::Replacement, &[(Slot::Entries, entries)])
    }

    /// The catalog that retires every name.
    pub fn retired(&self) -> String {
        self.fill(TemplateId::Retired, &[])
    }

    /// The tool's result: the name escaped as an attribute, guidance and body verbatim.
    pub fn result(&self, name: &str, resources: &str, instructions: &str) -> String {
        let name = escape_attribute(name);
        self.fill(
            TemplateId::Result,
            &[(Slot::Name, &name), (Slot::Resources, resources), (Slot::Instructions, instructions)],
        )
    }

    /// Guidance where the provider manages the resources.
    pub fn provider_resources(&self, provider: &str) -> String {
        self.fill(TemplateId::ResourcesProvider, &[(Slot::Provider, &escape_markup(provider))])
    }

    /// Guidance for a directory.
    pub fn directory_resources(&self, path: &str) -> String {
        self.fill(TemplateId::ResourcesDirectory, &[(Slot::Path, &escape_markup(path))])
    }

    /// Guidance for an address.
    pub fn url_resources(&self, url: &str) -> String {
        self.fill(TemplateId::ResourcesUrl, &[(Slot::Url, &escape_markup(url))])
    }

    /// Guidance in the provider's own words.
    pub fn opaque_resources(&self, description: &str) -> String {
        self.fill(TemplateId::ResourcesOpaque, &[(Slot::Description, &escape_markup(description))])
    }

    /// The tool's schema as it is sent: compact JSON, members in the template's order.
    pub fn tool_schema(&self) -> String {
        let text = self.text(TemplateId::Tool);
        serde_json::from_str::<Value>(text).map_or_else(|_| text.to_owned(), |schema| schema.to_string())
    }

    /// The template with its placeholders filled; what is filled in is not looked at again.
    fn fill(&self, id: TemplateId, values: &[(Slot, &str)]) -> String {
        let mut filled = String::new();
        for part in parts(self.text(id)) {
            match part {
                Part::Text(text) => filled.push_str(text),
                Part::Placeholder { name, .. } => {
                    let value = values.iter().find(|(slot, _)| slot.as_str() == name);
                    filled.push_str(value.map_or("", |(_, value)| value));
                }
            }
        }
        filled
    }
}

/// A piece of a template.
enum Part<'t> {
    Text(&'t str),
    /// What stands between double braces, and the byte at which these start.
    Placeholder {
        name: &'t str,
        at: usize,
    },
}

/// Takes a template apart. Double braces around anything but a word are text.
fn parts(template: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut done, mut from) = (0, 0);
    while let Some(at) = template[from..].find("{{").map(|found| from + found) {
        let inside = &template[at + 2..];
        let name =
            inside.find(['{', '}', '\n']).filter(|end| inside[*end..].starts_with("}}")).map(|end| &inside[..end]);
        match name.filter(|name| is_word(name.trim())) {
            Some(name) => {
                parts.push(Part::Text(&template[done..at]));
                parts.push(Part::Placeholder { name, at });
                done = at + name.len() + 4;
                from = done;
            }
            None => from = at + 1,
        }
    }
    parts.push(Part::Text(&template[done..]));
    parts
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
}

/// The placeholders of a template that are unknown, doubled or missing.
fn misplaced(id: TemplateId, file: &str, text: &str) -> Vec<Diagnostic> {
    let wanted: Vec<&str> = id.slots().iter().map(|slot| slot.as_str()).collect();
    let mut seen = Vec::new();
    let mut faults = Vec::new();
    for part in parts(text) {
        let Part::Placeholder { name, at } = part else { continue };
        let place = place(file, text, at);
        if !wanted.contains(&name) {
            let message = format!("the template `{}` has no placeholder `{{{{{name}}}}}`", id.as_str());
            faults.push(invalid(message).at(place).help(known(name, &wanted)));
        } else if seen.contains(&name) {
            let message = format!("the placeholder `{{{{{name}}}}}` stands here a second time");
            faults.push(invalid(message).at(place).help("keep one of the two"));
        } else {
            seen.push(name);
        }
    }
    for name in wanted.iter().filter(|name| !seen.contains(name)) {
        let message = format!("the template `{}` lacks its placeholder `{{{{{name}}}}}`", id.as_str());
        let help = format!("write `{{{{{name}}}}}` where that text belongs");
        faults.push(invalid(message).at(place(file, text, text.len())).help(help));
    }
    faults
}

/// What to write instead of an unknown placeholder.
fn known(name: &str, wanted: &[&str]) -> String {
    match (nearest(name.trim(), wanted.iter().copied()), wanted) {
        (Some(near), _) => format!("did you mean `{{{{{near}}}}}`?"),
        (None, []) => "remove it: this template has no placeholders".to_owned(),
        (None, wanted) => {
            let listed: Vec<String> = wanted.iter().map(|name| format!("`{{{{{name}}}}}`")).collect();
            format!("it takes {}", listed.join(", "))
        }
    }
}

/// Why a text cannot be the tool's schema.
fn schema_fault(file: &str, text: &str) -> Option<Diagnostic> {
    let help = "write the tool as one JSON object, with its name, description and parameters";
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(_)) => None,
        Ok(_) => Some(invalid("the tool's schema is not a JSON object").at(Place::at(file, 1, 1)).help(help)),
        Err(error) => {
            let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
            let before = line.char_indices().take_while(|(byte, _)| byte + 1 < error.column()).count();
            let why = error.to_string();
            let why = why.split(" at line ").next().unwrap_or_default();
            let message = format!("the tool's schema is not JSON: {why}");
            Some(invalid(message).at(Place::at(file, error.line().max(1), before + 1)).help(help))
        }
    }
}

fn invalid(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::TemplateInvalid, message)
}

/// The place of a byte of `text`.
fn place(file: &str, text: &str, at: usize) -> Place {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place::at(file, line, column)
}

fn without_line_end(text: &str) -> &str {
    text.strip_suffix('\n').unwrap_or(text)
}

#[cfg(test)]
mod tests;
