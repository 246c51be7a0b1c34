//! A scenario on the stage.

use std::sync::Arc;

use super::{JobId, TextBox};
use crate::dialect::Dialect;
use crate::prompt::Message;
use crate::scenario::{Check, Listed, Play, Scenario, Unmet, Verdict};
use crate::scene::Scene;
use crate::settings::Binding;
use crate::tokens::Estimator;

/// A scenario being played. Between its steps the person can play on by hand.
#[derive(Debug, Clone)]
pub struct Walk {
    /// The scenario as far as it is played.
    pub play: Play,
    /// The way to there.
    pub past: Past,
    /// What must hold after the step that was played last, and whether it does: the lines below the panels are laid out
    /// at every key, and a prompt is long.
    pub checks: Vec<(Check, Result<(), Box<Unmet>>)>,
    /// It is played on the skills that are bundled with it.
    pub as_recorded: bool,
    /// Who counts instead of the scenario's own estimator, where the person chose so while it plays. What is expected is
    /// held against the scenario's own numbers.
    pub estimator: Option<Arc<dyn Estimator>>,
    /// What the person had before.
    pub before: Before,
    /// It plays on by itself when this ask is answered, so many milliseconds later.
    pub by_itself: Option<(JobId, u64)>,
}

/// Earlier states of a scenario that plays, so that the step before needs no playing from the start. However long the
/// scenario, only a few are kept, evenly spaced: a state holds every prompt of its session.
#[derive(Debug, Clone)]
pub struct Past {
    kept: Vec<Play>,
    /// Steps from one that is kept to the next.
    stride: usize,
}

impl Default for Past {
    fn default() -> Past {
        Past { kept: Vec::new(), stride: 1 }
    }
}

impl Past {
    /// The most states that are kept.
    const MOST: usize = 16;

    /// Keeps a state, where it is due.
    pub fn keep(&mut self, play: &Play) {
        let is_newer = self.kept.last().is_none_or(|last| last.played() < play.played());
        if !is_newer || !play.played().is_multiple_of(self.stride) {
            return;
        }
        self.kept.push(play.clone());
        if self.kept.len() > Past::MOST {
            self.stride *= 2;
            self.kept.retain(|play| play.played().is_multiple_of(self.stride));
        }
    }

    /// The last state at or before a step.
    pub fn nearest(&self, step: usize) -> Option<&Play> {
        self.kept.iter().rev().find(|play| play.played() <= step)
    }
}

/// What a scenario puts aside while it plays.
#[derive(Debug, Clone)]
pub struct Before {
    /// The host's rules.
    pub dialect: Arc<dyn Dialect>,
    /// Where the host generates.
    pub scene: Scene,
    /// The message.
    pub message: Message,
    /// What a binding means.
    pub binding: Binding,
    /// Who counts.
    pub estimator: Arc<dyn Estimator>,
}

impl Walk {
    /// The scenario.
    pub fn scenario(&self) -> &Arc<Scenario> {
        self.play.scenario()
    }

    /// The number of the step that was played last, 0 for the opening, and of all.
    pub fn place(&self) -> (usize, usize) {
        (self.play.played(), self.scenario().steps.len())
    }

    /// What the step that was played last shows.
    pub fn say(&self) -> Option<&str> {
        self.play.step().map_or(&self.scenario().say, |step| &step.say).as_deref()
    }

    /// The scenario stands at another step: its expectations are held against what is, and the way back is kept.
    pub(super) fn arrive(&mut self) {
        self.past.keep(&self.play);
        self.checks = self.play.judge().into_iter().map(|(check, result)| (check.clone(), result)).collect();
    }

    /// Whether no step is left.
    pub fn is_over(&self) -> bool {
        self.play.played() >= self.scenario().steps.len()
    }
}

/// The list of the workspace's scenarios.
#[derive(Debug, Clone)]
pub struct ScenarioList {
    /// Each with what came of it; none until they have been played.
    pub items: Option<Arc<[Listed]>>,
    /// Title or file must contain it (upper and lower case alike). Empty: all.
    pub filter: String,
    /// The open input of the filter.
    pub input: Option<Box<TextBox>>,
    /// Index into what is shown.
    pub selected: usize,
}

impl ScenarioList {
    /// Those that the filter leaves.
    pub fn shown(&self) -> Vec<&Listed> {
        let wanted = self.filter.to_lowercase();
        let holds = |text: &str| text.to_lowercase().contains(&wanted);
        let is_shown = |verdict: &Verdict| verdict.title.as_deref().is_some_and(holds) || holds(&verdict.file);
        self.items.iter().flat_map(|items| items.iter()).filter(|item| is_shown(&item.verdict)).collect()
    }
}
