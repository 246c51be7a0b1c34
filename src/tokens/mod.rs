//! Token estimates (T1, T2): one trait, one file per estimator.

mod band;
mod bpe;
mod cached;
mod calibrated;
mod calibration;
mod file;
mod heuristic;

pub use band::{Band, Deviation, Fit};
pub use bpe::Bpe;
pub use cached::Cached;
pub use calibration::{Billed, Calibration, Factor};
pub use file::{FileBpe, MAX_TOKENIZER, PREFIX};
pub use heuristic::Heuristic;

use std::collections::BTreeMap;
use std::sync::Arc;

use calibrated::Calibrated;

/// Something that counts the tokens of a text.
///
/// Counts are per segment and a total is the sum of its rows (T2), so an estimator never sees two segments at once.
pub trait Estimator: Send + Sync + std::fmt::Debug {
    /// The name that `--estimator` takes, such as `heuristic` or `o200k`.
    fn name(&self) -> &str;

    /// The model family whose tokenizer it counts as, exactly or by estimate. Another family's counts differently.
    fn model(&self) -> &str;

    /// How far from the true count it was, where it only estimates; `None` where it counts exactly.
    fn deviation(&self) -> Option<Deviation>;

    /// The number of tokens of `text`. Never panics; time is linear in the length of the text.
    fn count(&self, text: &str) -> usize;

    /// How many tokens a service bills for one of these, where that was measured; shown beside a count.
    fn factor(&self) -> Option<Factor> {
        None
    }

    /// Whether it counts exactly as its model family's tokenizer.
    fn is_exact(&self) -> bool {
        self.deviation().is_none()
    }

    /// Where the true count probably lies when this one says `count`; a limit is safe only if the high end fits.
    fn band(&self, count: usize) -> Band {
        let share = |percent: f64| count as f64 * percent / 100.0;
        let (below, above) = self.deviation().map_or((0.0, 0.0), |deviation| (deviation.below, deviation.above));
        Band {
            low: count.saturating_sub(share(below).floor() as usize),
            likely: count,
            high: count.saturating_add(share(above).ceil() as usize),
        }
    }
}

/// The names that [`by_name`] takes, default first.
pub const NAMES: [&str; 4] = ["heuristic", "heuristic:o200k", "o200k", "cl100k"];

/// The estimator of that name; `None` for another name. Tables of an exact one load at the first count, not here, and it
/// remembers its counts ([`Cached`]): keep it while it is in use. The heuristic is as fast as looking a text up.
pub fn by_name(name: &str) -> Option<Arc<dyn Estimator>> {
    match name {
        "heuristic" => Some(Arc::new(Heuristic::DEEPSEEK)),
        "heuristic:o200k" => Some(Arc::new(Heuristic::O200K)),
        "o200k" | "o200k_base" => Some(Arc::new(Cached::new(Arc::new(Bpe::o200k())))),
        "cl100k" | "cl100k_base" => Some(Arc::new(Cached::new(Arc::new(Bpe::cl100k())))),
        _ => None,
    }
}

/// The estimators that can be chosen: the built-in ones, and the one of a file that the person brought.
#[derive(Debug, Clone, Default)]
pub struct Estimators {
    own: Option<Arc<dyn Estimator>>,
    factors: Factors,
}

/// Factors by the names of their estimators.
pub type Factors = BTreeMap<String, Factor>;

impl Estimators {
    /// The built-in ones and that of a file.
    pub fn with(file: FileBpe) -> Estimators {
        Estimators { own: Some(Arc::new(Cached::new(Arc::new(file)))), factors: Factors::new() }
    }

    /// The same with these factors beside their counts.
    pub fn calibrated(self, factors: Factors) -> Estimators {
        Estimators { factors, ..self }
    }

    /// Their names, default first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        NAMES.into_iter().chain(self.own.iter().map(|own| own.name()))
    }

    /// The estimator of that name, see [`by_name`].
    pub fn by_name(&self, name: &str) -> Option<Arc<dyn Estimator>> {
        let found = self.own.iter().find(|own| own.name() == name).cloned().or_else(|| by_name(name))?;
        Some(match self.factors.get(found.name()) {
            Some(factor) => Arc::new(Calibrated::new(found, *factor)),
            None => found,
        })
    }

    /// One of each, for who plays what names its own.
    pub fn all(&self) -> Arc<[Arc<dyn Estimator>]> {
        self.names().filter_map(|name| self.by_name(name)).collect()
    }
}

/// The same names and factors: a file is read once.
impl PartialEq for Estimators {
    fn eq(&self, other: &Estimators) -> bool {
        self.names().eq(other.names()) && self.factors == other.factors
    }
}

impl Eq for Estimators {}

/// The full name behind what was written: of a built-in estimator, or `file:PATH` as it is. `None` for neither.
pub fn full_name(written: &str) -> Option<String> {
    let is_file = written.strip_prefix(PREFIX).is_some_and(|path| !path.is_empty());
    if is_file { Some(written.to_owned()) } else { by_name(written).map(|found| found.name().to_owned()) }
}

/// What a name can be, for messages.
pub const CHOICES: [&str; 5] = [NAMES[0], NAMES[1], NAMES[2], NAMES[3], "file:PATH"];

/// An estimator at length: whose tokenizer it counts as, and how far off it is.
pub fn about(estimator: &dyn Estimator) -> String {
    let (name, model) = (estimator.name(), estimator.model());
    let how = match estimator.deviation() {
        Some(Deviation { mean, .. }) => {
            format!("estimates the tokens of {model} with a mean error of {mean:.1} % over 13 kinds of text")
        }
        None => format!("counts exactly as {model}"),
    };
    format!("{name} {how}; another model's tokenizer counts differently")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t1_every_name_has_its_estimator() {
        for name in NAMES {
            let estimator = by_name(name).unwrap();
            assert_eq!(estimator.name(), name);
            assert_eq!(estimator.is_exact(), estimator.deviation().is_none());
            assert!(about(&*estimator).contains(estimator.model()));
        }
        assert_eq!(by_name("o200k_base").unwrap().name(), "o200k");
        assert!(by_name("gpt").is_none());
    }
}
