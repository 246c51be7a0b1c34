//! Reading the tokenizer that `estimator: file:PATH` names.

use std::path::Path;

use super::{Origin, Resolved, Setting, Settings};
use crate::diag::{Code, Diagnostic, Place};
use crate::tokens::{Estimators, FileBpe, MAX_TOKENIZER, PREFIX};
use crate::workspace::{Workspace, read_personal_file};

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
