//! From counts to what a service billed (T1): a factor for an estimator, measured on pairs of both.
//!
//! A service counts what stands around a text too, and another model's tokenizer counts otherwise. The factor is shown
//! beside a count and never changes it: rows and totals stay what the estimator says (T2).

use std::fmt;

/// How many billed tokens one counted token comes to, in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Factor(u32);

impl Factor {
    /// The factor of that value; `None` unless it is from 0.001 to 1000.
    pub fn new(value: f64) -> Option<Factor> {
        let thousandths = (value * 1000.0).round();
        (1.0..=1_000_000.0).contains(&thousandths).then_some(Factor(thousandths as u32))
    }

    /// Its value.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// What `count` tokens are billed as, rounded.
    pub fn of(self, count: usize) -> usize {
        (self.value() * count as f64).round() as usize
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.value())
    }
}

/// What was counted for a text and what was billed for it, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Billed {
    /// The estimator's count.
    pub counted: usize,
    /// The service's.
    pub billed: usize,
}

/// A factor and how well it fits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// The billed tokens of all pairs by their counted ones.
    pub factor: Factor,
    /// The mean error of counts times the factor, in percent of what was billed.
    pub error: f64,
    /// The mean error of the counts themselves, in percent of what was billed.
    pub error_before: f64,
}

impl Calibration {
    /// The calibration of one estimator by its pairs, wherever they come from; `None` where nothing was counted or billed.
    pub fn of(pairs: &[Billed]) -> Option<Calibration> {
        let pairs: Vec<&Billed> = pairs.iter().filter(|pair| pair.counted > 0 && pair.billed > 0).collect();
        let sum = |of: fn(&Billed) -> usize| pairs.iter().map(|pair| of(pair) as f64).sum::<f64>();
        let factor = Factor::new(sum(|pair| pair.billed) / sum(|pair| pair.counted))?;
        let error = |factor: f64| {
            let errors = pairs.iter().map(|pair| (pair.counted as f64 * factor / pair.billed as f64 - 1.0).abs());
            errors.sum::<f64>() / pairs.len() as f64 * 100.0
        };
        Some(Calibration { factor, error: error(factor.value()), error_before: error(1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t1_a_factor_is_what_was_billed_by_what_was_counted() {
        let pairs = [(100, 110), (300, 330), (0, 9)].map(|(counted, billed)| Billed { counted, billed });
        let Calibration { factor, error, error_before } = Calibration::of(&pairs).unwrap();
        assert_eq!((factor.to_string(), factor.of(1_000)), ("1.100".to_owned(), 1_100));
        assert!(error < 0.001 && (error_before - 100.0 / 11.0).abs() < 0.001, "{error} {error_before}");
        assert_eq!(Calibration::of(&pairs[2..]), None);
        assert_eq!(Factor::new(f64::NAN), None);
        assert_eq!(Factor::new(0.0), None);
    }
}
