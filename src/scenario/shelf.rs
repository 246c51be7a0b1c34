//! The scenarios of a workspace, each replayed once: what the list on the screen and the command line start from.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::{Broken, Ground, Scenario, Verdict, first_break, load_scenario, replay};
use crate::diag::Diagnostic;
use crate::settings::{DialectId, Settings};
use crate::workspace::{Library, Roots, Workspace};

/// The directory that holds them.
pub const SCENARIOS: &str = "scenarios";

/// What others extend; it is no scenario.
const BASE: &str = "scenarios/base.yml";

/// The workspace as each host reads it, loaded when the first scenario of that host asks for it: the dsh host has no cap
/// on bodies (D6).
pub struct Grounds {
    roots: Roots,
    settings: Arc<Settings>,
    loaded: [OnceLock<Result<Ground, Diagnostic>>; 2],
    broken: OnceLock<Diagnostic>,
}

/// One scenario of the list.
#[derive(Debug, Clone)]
pub struct Listed {
    /// What came of it.
    pub verdict: Verdict,
    /// It and what it is played on, where it could be read.
    pub scenario: Option<(Arc<Scenario>, Ground)>,
}

impl Grounds {
    /// Reads nothing yet.
    pub fn new(roots: Roots, settings: Arc<Settings>) -> Grounds {
        Grounds { roots, settings, loaded: Default::default(), broken: OnceLock::new() }
    }

    /// What scenarios of that host are played on.
    ///
    /// # Errors
    /// `not-a-workspace`.
    pub fn of(&self, dialect: DialectId) -> Result<Ground, Diagnostic> {
        let load = || {
            let uncapped = dialect == DialectId::Dsh;
            let workspace = Workspace::open(Roots { uncapped, ..self.roots.clone() })?;
            let loaded = workspace.load(None);
            let library = Arc::new(workspace.capture(loaded.snapshot));
            if let Some(broken) = loaded.broken {
                let _ = self.broken.set(broken); // both hosts read the same config
            }
            Ok(Ground::in_workspace(workspace, library, Arc::clone(&self.settings)))
        };
        self.loaded[usize::from(dialect == DialectId::Dsh)].get_or_init(load).clone()
    }

    /// Why the config is not in force, once it was read (U12).
    pub fn broken(&self) -> Option<&Diagnostic> {
        self.broken.get()
    }

    /// The scenario of that file, relative to the workspace, and its ground.
    ///
    /// # Errors
    /// What is wrong with the file, or with the workspace.
    pub fn scenario(&self, workspace: &Workspace, file: &str) -> Result<(Arc<Scenario>, Ground), Vec<Diagnostic>> {
        let scenario = load_scenario(workspace, file)?;
        let ground = self.of(scenario.base.dialect()).map_err(|fault| vec![fault])?;
        Ok((Arc::new(scenario), ground))
    }
}

impl Scenario {
    /// Whether there is anything to play: files that others extend have no steps.
    pub fn is_played(&self) -> bool {
        self.opens || !self.steps.is_empty()
    }
}

/// The scenario files of a directory of the workspace, by name; `None` where it is no directory.
///
/// # Errors
/// As [`Workspace::list_files`].
pub fn scenario_files(workspace: &Workspace, directory: &str) -> Result<Option<Vec<String>>, Diagnostic> {
    let names = workspace.list_files(directory)?;
    let is_scenario = |name: &String| name.ends_with(".yml") || name.ends_with(".yaml");
    Ok(names.map(|names| {
        let files = names.into_iter().filter(is_scenario).map(|name| format!("{directory}/{name}"));
        files.filter(|file| file != BASE).collect()
    }))
}

/// The scenarios of the utility host in `scenarios/`, at most `most` of them, that come to their end on the files as they
/// are and break on `library` under `settings`.
pub fn newly_broken(grounds: &Grounds, library: &Arc<Library>, settings: &Arc<Settings>, most: usize) -> Vec<Broken> {
    let Ok(workspace) = Workspace::open(grounds.roots.clone()) else { return Vec::new() };
    let files = scenario_files(&workspace, SCENARIOS).ok().flatten().unwrap_or_default();
    let one = |file: &String| {
        let (scenario, ground) = grounds.scenario(&workspace, file).ok()?;
        if !scenario.is_played() || scenario.base.dialect() != DialectId::Utility {
            return None;
        }
        let as_if = Ground { library: Arc::clone(library), settings: Arc::clone(settings), ..ground.clone() };
        let at = first_break(&scenario, &as_if)?;
        let is_new = first_break(&scenario, &ground).is_none();
        is_new.then(|| Broken { file: file.clone(), title: scenario.base.title.clone(), at })
    };
    files.par_iter().take(most).filter_map(one).collect()
}

/// Every scenario in `scenarios/`, replayed on today's skills, at most `most` of them.
pub fn listed(roots: &Roots, settings: &Arc<Settings>, most: usize) -> Vec<Listed> {
    let grounds = Grounds::new(roots.clone(), Arc::clone(settings));
    let broken = |file: &str, faults| Listed { verdict: Verdict::broken(file, faults), scenario: None };
    let workspace = match Workspace::open(roots.clone()) {
        Ok(workspace) => workspace,
        Err(fault) => return vec![broken(SCENARIOS, vec![fault])],
    };
    let files = match scenario_files(&workspace, SCENARIOS) {
        Ok(files) => files.unwrap_or_default(),
        Err(fault) => return vec![broken(SCENARIOS, vec![fault])],
    };
    let one = |file: &String| match grounds.scenario(&workspace, file) {
        Ok((scenario, _)) if !scenario.is_played() => None,
        Ok((scenario, ground)) => {
            let verdict = replay(&scenario, &ground, false).0;
            Some(Listed { verdict, scenario: Some((scenario, ground)) })
        }
        Err(faults) => Some(broken(file, faults)),
    };
    files.par_iter().take(most).filter_map(one).collect()
}
