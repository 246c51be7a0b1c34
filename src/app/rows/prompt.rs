//! Panel 4: the prompt of the chosen request, row by row. The rows add up to the total (T2), and the changes to the
//! change of the total.
//!
//! ```text
//!  3,123 of 12,000  ####.........   band 2.9-3.3k
//!  SAME EVERY TURN               1,460  47%
//!   persona                             320
//! > reply-style    bound to this scene  812
//!  ─── boundary ─────────────────────────
//!   memory         2 public, 1 private  220
//!   message 09:30                        38
//!   2 ex.md                             310  +310
//!  total                              3,123  +334
//! ```

use crate::diag::Diagnostic;
use crate::dialect::Why;
use crate::prompt::Kind;

/// The header of the panel.
#[derive(Debug, Clone, PartialEq)]
pub struct PromptHead {
    /// The number of the request shown, from 1.
    pub request: usize,
    /// Its tokens: the sum of the rows.
    pub total: usize,
    /// `max_tokens`.
    pub limit: usize,
    /// The estimator that made the numbers (T1).
    pub estimator: String,
    /// It counts exactly.
    pub exact: bool,
    /// Where the true total probably lies, from the estimator's error; `None` when exact.
    pub band: Option<(usize, usize)>,
    /// The request that changes are counted since, if there is one.
    pub since: Option<usize>,
    /// Images, not estimated (U26).
    pub images: u32,
    /// Tokens before the boundary, the same in every turn of this scene and snapshot (U16).
    pub stable: usize,
    /// It is the prompt without skills (degraded).
    pub fallback: bool,
}

/// A segment, or a group of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentRow {
    /// The segment's id, or the group's (`context:memory`, `history`).
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// Its short text: `persona`, `reply-style`, `references/ex.md`; raw, make it safe to print.
    pub label: String,
    /// The round trip it belongs to, for requests and results.
    pub round: Option<usize>,
    /// Why a body is resident.
    pub why: Option<Why>,
    /// Tokens.
    pub tokens: usize,
    /// Change since the request before; `None` on the first request.
    pub change: Option<i64>,
}

/// A line of the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptRow {
    /// "Same every turn", with the sum of the rows before the boundary and its share of the total in percent.
    Stable {
        /// The sum.
        tokens: usize,
        /// The share.
        percent: u8,
    },
    /// One segment.
    Segment {
        /// Its numbers.
        row: SegmentRow,
        /// Private at its source.
        private: bool,
        /// Withheld in this scene (U25): 0 tokens.
        withheld: bool,
        /// It stands inside an open group: indent it.
        nested: bool,
    },
    /// Several context items of one id, or the history, as one row; Enter opens it.
    Group {
        /// The sums.
        row: SegmentRow,
        /// Items that anyone may see.
        public: usize,
        /// Private items that are in the prompt.
        private: usize,
        /// Private items that are withheld here (U25).
        withheld: usize,
        /// Its segments are shown below.
        open: bool,
    },
    /// Below it everything may differ from turn to turn.
    Boundary,
    /// A segment of the request before that this one no longer holds (degraded); its change is negative.
    Removed {
        /// Its short text.
        label: String,
        /// Minus its tokens.
        change: i64,
    },
    /// A skill that should be resident and is not, and why (U6, U22).
    LeftOut(Diagnostic),
    /// The sum of the rows, and of the changes.
    Total {
        /// The sum.
        tokens: usize,
        /// The sum of the changes.
        change: Option<i64>,
    },
}
