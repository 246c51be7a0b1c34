//! U13 on demand: the prompt of the turn beside the one without skills, line by line.

use super::rows::compare::{Pair, pairs};
use super::{Layout, State};
use crate::lang::fill;
use crate::text::{thousands, wrap};
use crate::turn::{Difference, Equality, Sum};

/// Columns of the comparison, border included: a SHA-256 stands on one line.
pub const EQUALITY_WIDTH: u16 = 80;

/// A line of the comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EqualityLine<'t> {
    /// Whether they are the same, in words, wrapped.
    Verdict(String),
    /// A hash, or whose it is.
    Hash(String),
    /// Rows follow.
    Rule,
    /// The heads of the columns.
    Heads,
    /// A segment of either prompt.
    Pair(Pair<'t>),
    /// The sums: with skills, without.
    Total(usize, usize),
}

/// The lines of the comparison, wrapped to the screen of `state`.
pub fn equality_lines<'t>(state: &'t State, equality: &'t Equality) -> Vec<EqualityLine<'t>> {
    let s = state.strings();
    let cells = usize::from(Layout::of(state).body.width.min(EQUALITY_WIDTH).saturating_sub(4)).max(1);
    let [with, without] = [&equality.prompt, &equality.without_skills].map(|sum| thousands(sum.bytes));
    let verdict = match &equality.first_difference {
        None => fill(s.equal_same, &[("n", &with)]),
        Some(Difference { byte, .. }) => {
            fill(s.equal_differs, &[("at", &thousands(*byte)), ("with", &with), ("without", &without)])
        }
    };
    let mut lines: Vec<EqualityLine> = wrap(&verdict, cells).into_iter().map(EqualityLine::Verdict).collect();
    let mut hash = |whose: &str, sum: &Sum| {
        lines.push(EqualityLine::Hash(whose.to_owned()));
        lines.extend(wrap(&sum.sha256, cells).into_iter().map(EqualityLine::Hash));
    };
    if equality.equal {
        hash(s.sha256_both, &equality.prompt);
    } else {
        hash(s.sha256_with, &equality.prompt);
        hash(s.sha256_without, &equality.without_skills);
    }
    lines.extend([EqualityLine::Rule, EqualityLine::Heads]);
    if let Some(turn) = &state.turn {
        lines.extend(pairs(turn.prompt(), &equality.plain).into_iter().map(EqualityLine::Pair));
        lines.push(EqualityLine::Total(turn.prompt().tokens(), equality.plain.tokens()));
    }
    lines
}
