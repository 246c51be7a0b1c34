//! From the flags as typed to an open workspace, a loaded snapshot and a turn: build high.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::CommandFactory as _;

use super::args::{Cli, Format, Globals};
use super::settings;
use crate::diag::{Code, Diagnostic};
use crate::dialect::dsh::Places;
use crate::dialect::{self, Dialect};
use crate::scenario::{Base, Ground, Grounds};
use crate::scene::Scene;
use crate::settings::{DialectId, Lang, Origin, Resolved, Setting, Settings};
use crate::text::nearest;
use crate::tokens::{self, Estimator};
use crate::turn::Setup;
use crate::workspace::{Library, Loaded, Roots, Snapshot, Workspace};

/// An open workspace with its settings.
#[derive(Debug)]
pub struct Session {
    /// The workspace.
    pub workspace: Workspace,
    /// The settings in force.
    pub settings: Settings,
    /// What is wrong with them and does not keep them from being used.
    pub settings_faults: Vec<Diagnostic>,
    /// The rules of the host.
    pub dialect: Arc<dyn Dialect>,
}

impl Session {
    /// Opens the workspace that the command line names. Reads no skill yet.
    ///
    /// # Errors
    /// `not-a-workspace`, and whatever is wrong with flags and settings files.
    pub fn open(dir: Option<&Path>, globals: &Globals) -> Result<Session, Vec<Diagnostic>> {
        let roots = roots(dir, globals);
        let resolved = settings::resolve(globals, &roots)?;
        Session::of(roots, resolved, dir)
    }

    /// The same for who replays or writes what others see: it does not depend on personal taste (S4), so what is wrong
    /// with the personal settings is a warning.
    ///
    /// # Errors
    /// Those of [`Session::open`], but for the personal settings.
    pub fn for_replay(dir: Option<&Path>, globals: &Globals) -> Result<Session, Vec<Diagnostic>> {
        let roots = roots(dir, globals);
        let resolved = settings::resolve_for_replay(globals, &roots)?;
        Session::of(roots, resolved, dir)
    }

    fn of(roots: Roots, resolved: Resolved, dir: Option<&Path>) -> Result<Session, Vec<Diagnostic>> {
        let Resolved { settings, diagnostics } = resolved;
        let roots = Roots { uncapped: settings.dialect.value == DialectId::Dsh, ..roots };
        let workspace = Workspace::open(roots).map_err(|error| vec![not_a_workspace(error, dir)])?;
        let dialect = dialect::by_id(settings.dialect.value, &settings, &Arc::default());
        Ok(Session { workspace, settings, settings_faults: diagnostics, dialect })
    }

    /// The language of what is written for others: the flag's, whatever locale and person say (S4).
    pub fn flagged_lang(&self) -> Lang {
        let Setting { value, origin } = self.settings.lang.clone();
        if matches!(origin, Origin::Flag(_)) { value } else { Lang::default() }
    }

    /// Reads config and skills.
    pub fn load(&self) -> Loaded {
        self.workspace.load(None)
    }

    /// Reads config and skills for who prints what scenes show from the start: JSON names fingerprints, text needs only
    /// bodies that are bound.
    pub fn load_catalog(&self, format: Format) -> Loaded {
        match format {
            Format::Json => self.load(),
            Format::Text => self.workspace.load_catalog(),
        }
    }

    /// The rules of the host in these places (D8).
    pub fn dialect_in(&self, places: &Arc<Places>) -> Arc<dyn Dialect> {
        dialect::by_id(self.settings.dialect.value, &self.settings, places)
    }

    /// Who counts.
    ///
    /// # Errors
    /// `settings-value` for a name that is none.
    pub fn estimator(&self) -> Result<Arc<dyn Estimator>, Diagnostic> {
        let name = &self.settings.estimator.value;
        self.settings.estimators.by_name(name).ok_or_else(|| {
            Diagnostic::error(Code::SettingsValue, format!("there is no estimator `{name}`"))
                .help(format!("it is one of {}", tokens::CHOICES.join(", ")))
        })
    }

    /// What scenarios are played on; they decide by whose rules.
    pub fn grounds(&self) -> Grounds {
        Grounds::new(self.workspace.roots().clone(), Arc::new(self.settings.clone()))
    }

    /// What a scenario is played on.
    ///
    /// # Errors
    /// Those of opening the workspace once more.
    pub fn ground(&self, library: Arc<Library>) -> Result<Ground, Diagnostic> {
        let workspace = Workspace::open(self.workspace.roots().clone())?;
        Ok(Ground::in_workspace(workspace, library, Arc::new(self.settings.clone())))
    }

    /// Everything that fixes a turn that starts with `base`.
    ///
    /// # Errors
    /// Those of [`Session::estimator`].
    pub fn setup(&self, library: Arc<Library>, scene: Scene, base: Base) -> Result<Setup, Diagnostic> {
        Ok(Setup {
            dialect: self.dialect_in(&base.places),
            library,
            scene,
            binding: self.settings.binding.value,
            host: Arc::new(base.host),
            message: base.message,
            estimator: self.estimator()?,
        })
    }
}

/// Whoever writes a file asks this first.
///
/// # Errors
/// `usage` under `--read-only`.
pub fn may_write(globals: &Globals) -> Result<(), Diagnostic> {
    match globals.read_only {
        true => Err(Diagnostic::error(Code::Usage, "--read-only offers no action that writes")),
        false => Ok(()),
    }
}

/// The scene of that id: one of the host's, one where skills never apply, or one that the config names.
///
/// # Errors
/// `usage`, with the nearest name.
pub fn scene(id: &str, snapshot: &Snapshot) -> Result<Scene, Diagnostic> {
    let known = snapshot.config.listed_scenes();
    if let Some(scene) = known.iter().find(|scene| scene.as_str() == id) {
        return Ok(scene.clone());
    }
    let help = match nearest(id, known.iter().map(Scene::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let known: Vec<&str> = known.iter().map(Scene::as_str).collect();
            format!("it is one of {}; skills_config.yml can add others under `scenes`", known.join(", "))
        }
    };
    Err(Diagnostic::error(Code::Usage, format!("there is no scene `{id}`")).help(help))
}

/// The roots that the command line names: DIR or the current directory, `--skills` and `--config` in place of its parts.
pub fn roots(dir: Option<&Path>, globals: &Globals) -> Roots {
    let base = dir.unwrap_or(Path::new("."));
    let mut roots = Roots::workspace(base);
    if let Some(skills) = &globals.skills {
        roots.skills = beside(base, skills);
        roots.config = None;
    }
    if let Some(config) = &globals.config {
        roots.config = Some(beside(base, config));
    }
    roots
}

/// A path as typed counts from the current directory. Where diagnostics, whose files count from the workspace, would show
/// it as one of the workspace's, it is made absolute.
fn beside(base: &Path, path: &Path) -> PathBuf {
    if base == Path::new(".") || path.starts_with(base) {
        return path.to_owned();
    }
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// What of the command line says where the workspace lies, for the commands that are handed out to be typed.
pub fn source_args(dir: Option<&Path>, globals: &Globals) -> Vec<String> {
    let mut args = Vec::new();
    let (skills, config) = (globals.skills.as_deref(), globals.config.as_deref());
    for (flag, path) in [("--workspace", dir), ("--skills", skills), ("--config", config)] {
        if let Some(path) = path {
            args.extend([flag.to_owned(), path.display().to_string()]);
        }
    }
    args
}

fn not_a_workspace(error: Diagnostic, dir: Option<&Path>) -> Diagnostic {
    let ways = "`skillstage demo` opens the sample, `skillstage init DIR` writes it out, and \
                `skillstage --skills DIR` opens a plain folder of skills";
    let typed = dir.and_then(Path::to_str).filter(|_| dir.is_some_and(|dir| !dir.exists()));
    let command = Cli::command();
    match typed.and_then(|typed| nearest(typed, command.get_subcommands().map(|subcommand| subcommand.get_name()))) {
        Some(near) => error.help(format!("did you mean the subcommand `{near}`? Otherwise {ways}")),
        None => error.help(ways),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_skills_beside_a_named_workspace_is_not_taken_for_one_in_it() {
        let roots = |dir: Option<&str>, skills: &str| {
            let globals = Globals { skills: Some(skills.into()), ..Globals::default() };
            roots(dir.map(Path::new), &globals).skills
        };
        assert_eq!(roots(None, "extra"), Path::new("extra"));
        assert_eq!(roots(Some("bot"), "bot/skills"), Path::new("bot/skills"));
        assert_eq!(roots(Some("bot"), "extra"), std::env::current_dir().unwrap().join("extra"));
    }
}
