//! Starting a turn beside another one: what cannot differ is taken over, so that a catalog of thousands of skills is
//! written once for all turns of a scene and counted once for all scenes.

use std::ptr;
use std::sync::Arc;

use super::engine::{compose_first, first_plan};
use super::{Setup, Turn, without_skills};
use crate::dialect::World;
use crate::prompt::Prompt;
use crate::tokens::{Deviation, Estimator, Factor};

impl Turn {
    /// The same turn as [`Turn::start`] gives. Where `self` was fixed by the same content, scene, binding, prompts and
    /// estimator, all before the boundary is byte-identical (U16) and is taken over; else only counts of the same texts
    /// are.
    pub fn start_again(&self, setup: Setup) -> Turn {
        let first = self.first_prompt();
        if same_opening(self.setup(), &setup) {
            let stable = first.segments.iter().take_while(|segment| segment.stable).cloned();
            let dynamic = without_skills(&setup).segments.into_iter().skip_while(|segment| segment.stable);
            let prompt = Prompt { segments: stable.chain(dynamic).collect() };
            let plan = match self.plan().world == World::default() {
                true => self.plan().clone(),
                false => first_plan(&setup),
            };
            return Turn::open(setup, plan, prompt);
        }
        if !same_estimator(self.setup(), &setup) {
            return Turn::start(setup);
        }
        let plan = first_plan(&setup);
        let prompt = compose_first(&setup, &plan, &Remembered { counted: first, estimator: &*setup.estimator });
        Turn::open(setup, plan, prompt)
    }

    /// The prompt of the first request, also where the turn degraded on it.
    fn first_prompt(&self) -> &Prompt {
        match self.attempted() {
            Some(tried) if self.requests().len() == 1 => tried,
            _ => self.requests().first().unwrap_or_else(|| self.prompt()),
        }
    }
}

/// Whether two turns have the same plan and the same segments before the boundary.
fn same_opening(one: &Setup, other: &Setup) -> bool {
    Arc::ptr_eq(&one.library, &other.library)
        && ptr::addr_eq(Arc::as_ptr(&one.dialect), Arc::as_ptr(&other.dialect))
        && same_estimator(one, other)
        && (&one.scene, one.binding, &one.host.prompts) == (&other.scene, other.binding, &other.host.prompts)
}

fn same_estimator(one: &Setup, other: &Setup) -> bool {
    ptr::addr_eq(Arc::as_ptr(&one.estimator), Arc::as_ptr(&other.estimator))
}

/// An estimator that knows the counts of a prompt it has counted.
#[derive(Debug)]
struct Remembered<'a> {
    counted: &'a Prompt,
    estimator: &'a dyn Estimator,
}

impl Estimator for Remembered<'_> {
    fn name(&self) -> &str {
        self.estimator.name()
    }

    fn model(&self) -> &str {
        self.estimator.model()
    }

    fn deviation(&self) -> Option<Deviation> {
        self.estimator.deviation()
    }

    fn factor(&self) -> Option<Factor> {
        self.estimator.factor()
    }

    fn count(&self, text: &str) -> usize {
        let known = self.counted.segments.iter().find(|segment| *segment.text == *text);
        known.map_or_else(|| self.estimator.count(text), |segment| segment.tokens)
    }
}
