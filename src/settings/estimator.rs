//! `estimator: file:PATH`, and `calibration`: who counts, and what a service bills for that.

use std::path::Path;

use super::choice::wrong_word;
use super::file::Reader;
use super::{Origin, Resolved, Setting, Settings};
use crate::diag::{Code, Diagnostic, Place};
use crate::tokens::{self, Estimators, Factor, Factors, FileBpe, MAX_TOKENIZER, PREFIX};
use crate::workspace::{Workspace, read_personal_file};

impl Reader<'_> {
    /// The mapping `calibration`.
    pub(super) fn calibration(&mut self) -> Option<Factors> {
        let node = self.given("calibration")?;
        let Some(map) = node.as_map() else {
            self.wrong(node, format!("`calibration` must map estimators to factors, it is {}", node.describe()), None);
            return None;
        };
        let mut factors = Factors::new();
        for entry in &map.entries {
            let factor = entry.value.scalar().and_then(|scalar| scalar.text.parse().ok()).and_then(Factor::new);
            match (tokens::full_name(&entry.key), factor) {
                (Some(name), Some(factor)) => {
                    factors.insert(name, factor);
                }
                (None, _) => {
                    let (message, help) = wrong_word("an estimator of `calibration`", &entry.key, &tokens::CHOICES);
                    self.wrong(&entry.value, message, help);
                }
                (_, None) => {
                    let told = entry.value.describe();
                    let message =
                        format!("the factor of `{}` must be a number from 0.001 to 1000, it is {told}", entry.key);
                    self.wrong(&entry.value, message, None);
                }
            }
        }
        Some(factors)
    }
}

/// Gives the estimators their factors.
pub(super) fn calibrate(settings: &mut Settings) {
    let estimators = std::mem::take(&mut settings.estimators);
    settings.estimators = estimators.calibrated(settings.calibration.value.clone());
}

/// Reads the file, if one is named: in `skillstage.yml` it is the workspace's (U5), behind the flag it is any. One that
/// cannot be used is reported, and the default counts.
pub(super) fn read_estimator(resolved: &mut Resolved, workspace: Option<&Workspace>) {
    let Setting { value, origin } = resolved.settings.estimator.clone();
    let Some(path) = value.strip_prefix(PREFIX) else { return };
    let text = match (&origin, workspace) {
        (Origin::Workspace(_), Some(workspace)) => workspace.read_file(path, MAX_TOKENIZER),
        _ => read_personal_file(Path::new(path), MAX_TOKENIZER),
    };
    let read = text.and_then(|text| {
        let missing = || Diagnostic::error(Code::TokenizerFile, format!("there is no file {path}"));
        FileBpe::read(path, &text.ok_or_else(missing)?)
    });
    match read {
        Ok(file) => resolved.settings.estimators = Estimators::with(file),
        Err(fault) => {
            let place = match &origin {
                Origin::Workspace(file) => Some(Place::file(file)),
                _ => fault.place.clone(),
            };
            resolved.diagnostics.push(Diagnostic { place, ..fault });
            resolved.settings.estimator = Settings::default().estimator;
        }
    }
}
