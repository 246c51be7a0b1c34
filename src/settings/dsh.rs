//! What `skillstage.yml` says of the dsh host, as written. The dialect, which knows templates and bounds, judges it.

use std::collections::BTreeMap;

use super::file::Reader;
use crate::diag::{Code, Diagnostic, Place};
use crate::workspace::Workspace;

const KEYS: [&str; 2] = ["catalog_description_max_length", "templates"];

/// The most bytes of a template.
const MAX_BYTES: u64 = 64 * 1024;

/// `dsh.catalog_description_max_length`, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DescriptionMax {
    /// The number, in UTF-16 units.
    pub units: i128,
    /// Where it stands.
    pub place: Place,
}

/// One file of `dsh.templates`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateFile {
    /// The file, relative to the workspace.
    pub file: String,
    /// Its text, once it is read.
    pub text: String,
    /// Where it is named.
    pub place: Place,
}

/// `dsh.templates`: which template, and the file that takes its place.
pub type TemplateFiles = BTreeMap<String, TemplateFile>;

/// Both keys, where they are set.
#[derive(Debug, Default)]
pub(super) struct DshLayer {
    pub description_max: Option<DescriptionMax>,
    pub templates: Option<TemplateFiles>,
}

impl Reader<'_> {
    /// The mapping `dsh`.
    pub(super) fn dsh(&mut self) -> DshLayer {
        let Some(node) = self.given("dsh") else { return DshLayer::default() };
        let Some(map) = node.as_map() else {
            self.wrong(node, format!("`dsh` must be a mapping of keys, it is {}", node.describe()), None);
            return DshLayer::default();
        };
        self.faults.extend(map.unknown_keys(&KEYS, self.file, Code::SettingsUnknownKey));
        let mut inner = Reader { file: self.file, map, faults: &mut *self.faults };
        DshLayer { description_max: inner.description_max(), templates: inner.templates() }
    }

    fn description_max(&mut self) -> Option<DescriptionMax> {
        let node = self.given(KEYS[0])?;
        let Some(units) = node.as_int() else {
            self.wrong(
                node,
                format!("`{}` must be an integer of at least 3, it is {}", KEYS[0], node.describe()),
                None,
            );
            return None;
        };
        Some(DescriptionMax { units, place: node.place(self.file) })
    }

    fn templates(&mut self) -> Option<TemplateFiles> {
        let node = self.given(KEYS[1])?;
        let Some(map) = node.as_map() else {
            self.wrong(node, format!("`templates` must map templates to files, it is {}", node.describe()), None);
            return None;
        };
        let mut templates = TemplateFiles::new();
        for entry in &map.entries {
            match entry.value.as_text() {
                Some(file) => {
                    let place = entry.value.place(self.file);
                    let template = TemplateFile { file: file.to_owned(), text: String::new(), place };
                    templates.insert(entry.key.clone(), template);
                }
                None => {
                    let message = format!("the file of `{}` must be text, it is {}", entry.key, entry.value.describe());
                    self.wrong(&entry.value, message, None);
                }
            }
        }
        Some(templates)
    }
}

/// Reads the files of templates (U5); one that cannot be read is reported where it is named, and left out.
pub(super) fn read_templates(templates: &mut TemplateFiles, workspace: &Workspace, faults: &mut Vec<Diagnostic>) {
    templates.retain(|_, template| {
        let fault = match workspace.read_file(&template.file, MAX_BYTES) {
            Ok(Some(text)) => {
                template.text = text;
                return true;
            }
            Ok(None) => {
                Diagnostic::error(Code::SettingsValue, format!("the workspace has no file `{}`", template.file))
            }
            Err(fault) => {
                let message = format!("`{}` is refused: {}", template.file, fault.message);
                Diagnostic { message, ..fault }
            }
        };
        faults.push(fault.at(template.place.clone()));
        false
    });
}
