//! Sweeps: one limit at many values, and which scenarios still fit at each.

use std::sync::Arc;

use rayon::prelude::*;

use super::{Break, Ground, Scenario, first_break};
use crate::workspace::{ConfigEdit, Limit};

/// What became of one scenario at each value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swept {
    /// The file, relative to the workspace.
    pub file: String,
    /// Its scene.
    pub scene: String,
    /// For each value, in their order, where it breaks; `None` where it fits.
    pub at: Vec<Option<Break>>,
}

/// Plays each scenario at each value of `limit`, which may be over the ceiling. On all cores.
pub fn sweep(scenarios: &[(Arc<Scenario>, Ground)], limit: Limit, values: &[u64]) -> Vec<Swept> {
    let one = |(scenario, ground): &(Arc<Scenario>, Ground)| {
        let at = |value: &u64| {
            let config = &ground.library.snapshot.config;
            let library = ground.library.with_config(ConfigEdit::Limit(limit, *value).applied(config));
            first_break(scenario, &Ground { library: Arc::new(library), ..ground.clone() })
        };
        Swept {
            file: scenario.file.clone(),
            scene: scenario.base.scene.as_ref().map(ToString::to_string).unwrap_or_default(),
            at: values.par_iter().map(at).collect(),
        }
    };
    scenarios.par_iter().map(one).collect()
}
