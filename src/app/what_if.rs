//! What if (`w`): limits, bindings, the estimator and texts of skills that are other than on disk, in this session alone.
//! The Stage then shows the library as if: every number follows, since all are derived from it.

use std::sync::Arc;

use super::counts::AtRest;
use super::{Counts, JobId, State};
use crate::bindings::WhatIf;
use crate::scenario::{Broken, Grounds, newly_broken};
use crate::scene::Scene;
use crate::settings::Settings;
use crate::workspace::{Library, Limit, Roots};

/// A what-if under way.
#[derive(Debug, Clone)]
pub struct WhatIfStage {
    /// What is other than on disk.
    pub what: WhatIf,
    /// The content as it is on disk.
    pub disk: Arc<Library>,
    /// The settings as they were when it began; the estimator may be another since.
    pub settings: Arc<Settings>,
    /// The numbers as they were when it began.
    pub before: Arc<Counts>,
    /// The scenarios that break; `None` while that is tried.
    pub broken: Option<Arc<[Broken]>>,
    /// The trial that is awaited.
    pub trying: Option<JobId>,
    /// The skill whose text stands in the input, and its file as stored.
    pub editing: Option<(String, Arc<str>)>,
}

impl WhatIfStage {
    /// Whether anything is other than when it began: `estimator` is the one in force.
    pub fn is_empty(&self, estimator: &str) -> bool {
        self.what.is_empty() && self.settings.estimator.value == estimator
    }
}

/// One line of the list of what can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhatIfItem {
    /// A limit of the config.
    Limit(Limit),
    /// Who counts.
    Estimator,
    /// A skill of the allowlist: its text, and whether the scene on the stage binds it.
    Skill(String),
}

/// Which scenarios break: run off the loop, see [`super::Effect::TryScenarios`].
#[derive(Debug, Clone)]
pub struct TrialJob {
    /// The library as if.
    pub library: Arc<Library>,
    /// The settings in force.
    pub settings: Arc<Settings>,
    /// The settings as they were.
    pub before: Arc<Settings>,
}

/// Most scenarios that are tried.
const MOST_TRIED: usize = 2_000;

impl TrialJob {
    /// Plays each scenario of the workspace as it is and as if.
    pub fn run(&self, roots: &Roots) -> Vec<Broken> {
        let grounds = Grounds::new(roots.clone(), Arc::clone(&self.before));
        newly_broken(&grounds, &self.library, &self.settings, MOST_TRIED)
    }
}

impl State {
    /// The words of the what-if.
    pub fn what_if_words(&self) -> &'static crate::lang::WhatIfWords {
        crate::lang::WhatIfWords::of(self.lang())
    }

    /// The content as it is on disk, whatever is shown of it.
    pub fn disk_library(&self) -> Option<&Arc<Library>> {
        self.what_if.as_ref().map(|stage| &stage.disk).or(self.library.as_ref())
    }

    /// How many things are other than on disk, the estimator among them.
    pub fn what_if_changes(&self) -> usize {
        let Some(stage) = &self.what_if else { return 0 };
        stage.what.len() + usize::from(stage.settings.estimator.value != self.settings.estimator.value)
    }

    /// What can be changed, in the order of the list.
    pub fn what_if_items(&self) -> Vec<WhatIfItem> {
        let Some(library) = self.disk_library() else { return Vec::new() };
        let snapshot = &library.snapshot;
        // Those that stand in the prompt of this scene come first: their texts are what costs.
        let mut skills: Vec<&str> = snapshot.skills.iter().map(|skill| skill.name.as_str()).collect();
        skills.retain(|name| snapshot.is_allowed(name));
        let resident = |name: &str| {
            let plan = self.turn.as_ref().map(|turn| turn.plan());
            plan.is_some_and(|plan| plan.residents.iter().any(|resident| resident.skill.name == name))
        };
        skills.sort_by_key(|name| !resident(name));
        let limits = Limit::ALL.into_iter().rev().map(WhatIfItem::Limit);
        let skills = skills.into_iter().map(|name| WhatIfItem::Skill(name.to_owned()));
        limits.chain([WhatIfItem::Estimator]).chain(skills).collect()
    }

    /// The scenes that pass the limit now and did not before, in the order of the list: at rest or at worst.
    pub fn newly_broken_scenes(&self) -> Vec<(Scene, AtRest)> {
        let (Some(stage), Some(now)) = (&self.what_if, self.fresh_counts()) else { return Vec::new() };
        let is_new = |scene: &Scene, at_rest: &AtRest| {
            let before = stage.before.scenes.get(scene).copied().unwrap_or_default();
            at_rest.over > 0 && before.over == 0 || at_rest.worst_over > 0 && before.worst_over == 0
        };
        let broken = now.scenes.iter().filter(|(scene, at_rest)| is_new(scene, at_rest));
        broken.map(|(scene, at_rest)| (scene.clone(), *at_rest)).collect()
    }
}
