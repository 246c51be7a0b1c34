//! An estimator with the factor of its calibration.

use std::sync::Arc;

use super::{Deviation, Estimator, Factor};

/// Counts as `inner` does, and knows what a service bills for that.
#[derive(Debug)]
pub struct Calibrated {
    inner: Arc<dyn Estimator>,
    factor: Factor,
}

impl Calibrated {
    /// `inner` with its factor.
    pub fn new(inner: Arc<dyn Estimator>, factor: Factor) -> Calibrated {
        Calibrated { inner, factor }
    }
}

impl Estimator for Calibrated {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn model(&self) -> &str {
        self.inner.model()
    }

    fn deviation(&self) -> Option<Deviation> {
        self.inner.deviation()
    }

    fn factor(&self) -> Option<Factor> {
        Some(self.factor)
    }

    fn count(&self, text: &str) -> usize {
        self.inner.count(text)
    }
}
