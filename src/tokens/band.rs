//! How sure a count is (T1): where the true one lies, and whether a limit is safe.

/// How far an estimate was from the true count, in percent of the estimate, on texts that it was not fitted to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deviation {
    /// The mean distance.
    pub mean: f64,
    /// With `above`: nine of ten true counts lie between so much below the estimate and so much above it.
    pub below: f64,
    /// See `below`.
    pub above: f64,
}

/// Where the true count of a text probably lies, in tokens. All three are the same where the count is exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Band {
    /// The low end.
    pub low: usize,
    /// The count itself, which rows and totals show (T2).
    pub likely: usize,
    /// The high end.
    pub high: usize,
}

/// What a band says about a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fit {
    /// The high end is within the limit.
    Fits,
    /// The count is within the limit, the high end is not.
    MayNotFit,
    /// The count is over the limit.
    Over,
}

impl Band {
    /// Whether the text fits into `limit` tokens. The simulated host itself goes by the likely count (U23).
    pub fn fit(self, limit: usize) -> Fit {
        if self.likely > limit {
            Fit::Over
        } else if self.high > limit {
            Fit::MayNotFit
        } else {
            Fit::Fits
        }
    }
}

impl Fit {
    /// As data has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Fit::Fits => "fits",
            Fit::MayNotFit => "may_not_fit",
            Fit::Over => "over",
        }
    }
}
