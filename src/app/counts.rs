//! Token counts that are too slow for a key press: scenes at rest, every body, every reference.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::check::{Costs, worst};
use crate::dialect::dsh::{Root, WORKSPACE};
use crate::dialect::{Dialect, World};
use crate::scenario::Base;
use crate::scene::Scene;
use crate::settings::Binding;
use crate::tokens::Estimator;
use crate::turn::{Setup, Turn};
use crate::workspace::Library;

/// What to count: run off the loop, see [`super::Effect::Count`].
#[derive(Debug, Clone)]
pub struct CountJob {
    /// The host's rules.
    pub dialect: Arc<dyn Dialect>,
    /// The newest content, which the next turn will use: its scenes are counted.
    pub library: Arc<Library>,
    /// The content of the turn on the stage: its skills are counted. The same as `library` until files change (U15).
    pub on_stage: Arc<Library>,
    /// What scenes share: the workspace's base, or that of the scenario on the stage.
    pub base: Arc<Base>,
    /// What a binding means.
    pub binding: Binding,
    /// Who counts.
    pub estimator: Arc<dyn Estimator>,
    /// The scenes, in the order of the list.
    pub scenes: Vec<Scene>,
}

/// Tokens of one scene's first request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AtRest {
    /// Of the prompt with skills, also where it is over the limit.
    pub tokens: usize,
    /// How many it is over the limit; 0 when it fits.
    pub over: usize,
    /// The most that a turn in it can come to (see `check::worst`); `None` without skills or limits.
    pub worst: Option<usize>,
    /// How many that is over the limit; 0 when it fits.
    pub worst_over: usize,
}

/// The numbers of one job.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counts {
    /// The estimator that made them (T1).
    pub estimator: String,
    /// The content whose bodies and references were counted; `None` before the first count.
    pub library: Option<Arc<Library>>,
    /// Per scene.
    pub scenes: BTreeMap<Scene, AtRest>,
    /// Per root of a session and skill, of its body; outside one there is the workspace alone.
    pub bodies: BTreeMap<usize, BTreeMap<String, usize>>,
    /// Per skill and path, of the reference.
    pub references: BTreeMap<(String, String), usize>,
    /// What each request costs, of the same content as the bodies.
    pub costs: Costs,
}

impl CountJob {
    /// Counts everything. Pure; takes as long as the estimator needs for all texts.
    pub fn run(&self) -> Counts {
        let count = |text: &str| self.estimator.count(text);
        let references = self.on_stage.references.iter().flat_map(|(skill, references)| {
            references.iter().filter_map(move |reference| {
                let content = reference.content.as_ref().ok()?;
                Some(((skill.clone(), reference.path.clone()), count(&content.text)))
            })
        });
        let costs = |library: &Library| Costs::count(&*self.dialect, library, &*self.estimator);
        let on_stage = costs(&self.on_stage);
        let newest = (!Arc::ptr_eq(&self.library, &self.on_stage)).then(|| costs(&self.library));
        let newest = newest.as_ref().unwrap_or(&on_stage);
        Counts {
            estimator: self.estimator.name().to_owned(),
            library: Some(self.on_stage.clone()),
            scenes: self.scenes.iter().map(|scene| (scene.clone(), self.at_rest(scene, newest))).collect(),
            bodies: self.bodies(),
            references: references.collect(),
            costs: on_stage,
        }
    }

    fn bodies(&self) -> BTreeMap<usize, BTreeMap<String, usize>> {
        let snapshot = &self.on_stage.snapshot;
        let plan = self.dialect.plan(snapshot, &Scene::new("private_chat"), self.binding, World::default());
        let count = |text: &str| self.estimator.count(text);
        let of_root = |root: &Root| {
            let bodies = root
                .skills
                .iter()
                .filter_map(|skill| Some((skill.name.to_string(), count(skill.content.as_deref().ok()?))));
            bodies.collect()
        };
        match &plan.reach {
            Some(reach) => reach.roots.iter().map(of_root).enumerate().collect(),
            None => {
                let bodies = snapshot.skills.iter();
                let bodies = bodies.filter_map(|skill| Some((skill.name.clone(), count(&skill.body.text()?.text))));
                BTreeMap::from([(WORKSPACE, bodies.collect())])
            }
        }
    }

    fn at_rest(&self, scene: &Scene, costs: &Costs) -> AtRest {
        let turn = Turn::start(Setup {
            dialect: self.dialect.clone(),
            library: self.library.clone(),
            scene: scene.clone(),
            binding: self.binding,
            host: Arc::new(self.base.host.clone()),
            message: self.base.message.clone(),
            estimator: self.estimator.clone(),
        });
        let tokens = turn.at_rest().tokens();
        let limit = turn.plan().limits.max_tokens;
        let worst = worst(&turn, costs);
        AtRest {
            tokens,
            over: if turn.attempted().is_some() { tokens.saturating_sub(limit) } else { 0 },
            worst: worst.as_ref().map(|worst| worst.total),
            worst_over: worst.map_or(0, |worst| worst.over()),
        }
    }
}
