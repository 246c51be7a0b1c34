//! What each scene costs: its first prompt, and the most that a turn in it can come to (U21–U23).

use crate::check::{Costs, worst};
use crate::dialect::Off;
use crate::scene::Scene;
use crate::tokens::{Band, Fit};
use crate::turn::{Setup, Turn};

/// The numbers of one scene, in estimated tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneCost {
    /// The scene.
    pub scene: Scene,
    /// Why it has no skills, if so.
    pub off: Option<Off>,
    /// Bodies that stand in its prompt from the start, by name.
    pub residents: Vec<String>,
    /// The estimate of its first prompt, sent or tried.
    pub at_rest: usize,
    /// The most that a turn can come to, and how sure that is; `None` without skills.
    pub worst: Option<Band>,
    /// `max_tokens`.
    pub limit: usize,
}

impl SceneCost {
    /// The first prompt's share of the limit, in whole percent, rounded; `None` where the limit is 0.
    pub fn share(&self) -> Option<usize> {
        let rounded = self.at_rest.saturating_mul(100).saturating_add(self.limit / 2);
        rounded.checked_div(self.limit)
    }

    /// By how many tokens the first prompt is over the limit; 0 where it fits or has no skills.
    pub fn over(&self) -> usize {
        if self.off.is_some() { 0 } else { self.at_rest.saturating_sub(self.limit) }
    }

    /// Whether every turn in it fits; where it has no skills, nothing limits it.
    pub fn fit(&self) -> Fit {
        self.worst.map_or(Fit::Fits, |worst| worst.fit(self.limit))
    }

    /// By how many tokens the worst case is over the limit; 0 where it fits.
    pub fn worst_over(&self) -> usize {
        self.worst.map_or(0, |worst| worst.likely.saturating_sub(self.limit))
    }
}

/// The numbers of every scene that the config of `setup` lists; the scene of `setup` does not count. Each text is counted
/// once.
pub fn scene_costs(setup: &Setup) -> Vec<SceneCost> {
    let costs = Costs::count(&*setup.dialect, &setup.library, &*setup.estimator);
    let scenes = setup.library.snapshot.config.listed_scenes();
    let cost = |scene| {
        let turn = Turn::start(Setup { scene, ..setup.clone() });
        let plan = turn.plan();
        SceneCost {
            scene: plan.scene.clone(),
            off: plan.off,
            residents: plan.residents.iter().map(|resident| resident.skill.name.clone()).collect(),
            at_rest: turn.at_rest().tokens(),
            worst: worst(&turn, &costs).map(|worst| worst.band),
            limit: plan.limits.max_tokens,
        }
    };
    scenes.into_iter().map(cost).collect()
}
