//! `skillstage settings`: each setting and where its value came from.

use std::env;
use std::path::Path;

use super::args::{Format, FormatArgs, Globals};
use super::out::{Exit, Run, complain, print};
use super::session::roots;
use crate::app::Keymap;
use crate::diag::{Diagnostic, Severity};
use crate::dialect::dsh::Dsh;
use crate::lang::Lang;
use crate::report::json::json;
use crate::report::settings::{human, rows};
use crate::settings::{self, Flags, Resolved};
use crate::tokens;
use crate::workspace::{Roots, Workspace};

/// Flags, workspace, person and default, in this order. Warnings are told at once.
///
/// # Errors
/// What is wrong with a flag's value or a settings file.
pub fn resolve(globals: &Globals, roots: &Roots) -> Result<Resolved, Vec<Diagnostic>> {
    // Not every place with settings is a workspace that opens; whoever needs one says so.
    let workspace = Workspace::open(roots.clone()).ok();
    accept(settings::load(&flags(globals), workspace.as_ref()))
}

/// The same; what is wrong with the person's file is only a warning.
///
/// # Errors
/// What is wrong with a flag's value or the workspace's file.
pub fn resolve_for_replay(globals: &Globals, roots: &Roots) -> Result<Resolved, Vec<Diagnostic>> {
    let workspace = Workspace::open(roots.clone()).ok();
    let mut resolved = settings::load(&flags(globals), workspace.as_ref());
    let own = settings::person_path(|name| env::var(name).ok()).map(|path| path.display().to_string());
    let is_own = |fault: &&mut Diagnostic| fault.place.as_ref().map(|place| &place.file) == own.as_ref();
    resolved.diagnostics.iter_mut().filter(is_own).for_each(|fault| fault.severity = Severity::Warning);
    accept(resolved)
}

/// The language of explanations, which need no workspace.
///
/// # Errors
/// What is wrong with a flag's value or the personal settings.
pub fn lang(globals: &Globals) -> Result<Lang, Vec<Diagnostic>> {
    accept(settings::load(&flags(globals), None)).map(|resolved| resolved.settings.lang.value)
}

fn flags(globals: &Globals) -> Flags {
    let Globals { dialect, binding, estimator, lang, theme, .. } = globals.clone();
    let mouse = match (globals.mouse, globals.no_mouse) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    Flags { dialect, binding, estimator, lang, theme, mouse, ascii: globals.ascii, read_only: globals.read_only }
}

fn accept(mut resolved: Resolved) -> Result<Resolved, Vec<Diagnostic>> {
    resolved.diagnostics.extend(Dsh::configured(&resolved.settings).1);
    if resolved.diagnostics.iter().any(|fault| fault.severity == Severity::Error) {
        return Err(resolved.diagnostics);
    }
    complain(&resolved.diagnostics);
    Ok(resolved)
}

/// Prints the settings; personal keys that cannot be are findings.
pub fn run(dir: Option<&Path>, globals: &Globals, args: FormatArgs) -> Run {
    let settings = resolve(globals, &roots(dir, globals))?.settings;
    let rows = rows(&settings);
    match args.format {
        Format::Json => print(&json(&rows))?,
        Format::Text => {
            print(&human(&rows))?;
            if let Some(estimator) = settings.estimators.by_name(&settings.estimator.value) {
                print(&format!("\n{}\n", tokens::about(&*estimator)))?;
            }
        }
    }
    let (_, faults) = Keymap::new(&settings.keys.value);
    complain(&faults);
    Ok(if faults.is_empty() { Exit::Fine } else { Exit::Findings })
}
