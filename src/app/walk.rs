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
    /// What must hold after the step that was played last, and whether it does: the lines below the panels are laid out
    /// at every key, and a prompt is long.
    pub checks: Vec<(Check, Result<(), Box<Unmet>>)>,
    /// It is played on the skills that are bundled with it.
    pub as_recorded: bool,
    /// What the person had before.
    pub before: Before,
    /// It plays on by itself when this ask is answered, so many milliseconds later.
    pub by_itself: Option<(JobId, u64)>,
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

    /// Holds the expectations of the step that was played last against what is.
    pub(super) fn judge(&mut self) {
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
    pub input: Option<TextBox>,
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
