//! Two prompts, row by row.

use std::collections::HashMap;
use std::sync::Arc;

use crate::prompt::{Kind, Prompt, Reuse, Segment, reuse};
use crate::text::thousands;

/// What became of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Text and place are the same.
    Same,
    /// The text is the same, and another estimator counts it otherwise.
    Recounted,
    /// Only its place among the rows that both have is another.
    Moved,
    /// It has another text.
    Edited,
    /// It was not there before.
    Added,
    /// It is gone.
    Removed,
}

impl Change {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Change::Same => "same",
            Change::Recounted => "recounted",
            Change::Moved => "moved",
            Change::Edited => "edited",
            Change::Added => "added",
            Change::Removed => "removed",
        }
    }
}

/// A row of either prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowChange {
    /// The segment's id.
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// Its short text.
    pub label: String,
    /// What became of it.
    pub change: Change,
    /// It as it was.
    pub before: Option<Arc<Segment>>,
    /// It as it is.
    pub after: Option<Arc<Segment>>,
}

impl RowChange {
    /// Tokens before and after; 0 where it is not there.
    pub fn tokens(&self) -> (usize, usize) {
        let tokens = |segment: &Option<Arc<Segment>>| segment.as_ref().map_or(0, |segment| segment.tokens);
        (tokens(&self.before), tokens(&self.after))
    }
}

/// Two prompts side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The rows in the order of the second prompt; what is gone stands where it was.
    pub rows: Vec<RowChange>,
    /// Tokens of the first prompt: the sum of its rows (T2).
    pub before: usize,
    /// Tokens of the second.
    pub after: usize,
    /// What of the second repeats the first (T3).
    pub reuse: Reuse,
}

impl Comparison {
    /// Tokens more, or fewer.
    pub fn difference(&self) -> i64 {
        i64::try_from(self.after).unwrap_or(i64::MAX) - i64::try_from(self.before).unwrap_or(i64::MAX)
    }

    /// Whether a row is other than it was.
    pub fn is_same(&self) -> bool {
        self.rows.iter().all(|row| row.change == Change::Same)
    }
}

/// Compares two prompts. Rows are matched by their ids, which are stable between turns and workspaces.
pub fn compare(before: &Prompt, after: &Prompt) -> Comparison {
    let places: HashMap<&str, usize> =
        before.segments.iter().enumerate().map(|(at, segment)| (segment.id.as_str(), at)).collect();
    let kept: HashMap<&str, &Arc<Segment>> =
        after.segments.iter().map(|segment| (segment.id.as_str(), segment)).collect();
    let mut rows: Vec<RowChange> = Vec::new();
    let mut told = 0; // rows of the first prompt that stand before the one at hand
    let mut furthest = None;
    for segment in &after.segments {
        let at = places.get(segment.id.as_str()).copied();
        if let Some(at) = at {
            let gone = before.segments.get(told..at).unwrap_or_default();
            rows.extend(gone.iter().filter(|one| !kept.contains_key(one.id.as_str())).map(removed));
            told = told.max(at + 1);
        }
        let old = at.and_then(|at| before.segments.get(at));
        let change = match old {
            None => Change::Added,
            Some(old) if old.text != segment.text || old.role != segment.role => Change::Edited,
            Some(_) if furthest > at => Change::Moved,
            Some(old) if old.tokens != segment.tokens => Change::Recounted,
            Some(_) => Change::Same,
        };
        furthest = furthest.max(at);
        rows.push(row(change, old.cloned(), Some(Arc::clone(segment))));
    }
    let gone = before.segments.get(told..).unwrap_or_default();
    rows.extend(gone.iter().filter(|one| !kept.contains_key(one.id.as_str())).map(removed));
    Comparison { rows, before: before.tokens(), after: after.tokens(), reuse: reuse(before, after) }
}

fn removed(segment: &Arc<Segment>) -> RowChange {
    row(Change::Removed, Some(Arc::clone(segment)), None)
}

fn row(change: Change, before: Option<Arc<Segment>>, after: Option<Arc<Segment>>) -> RowChange {
    let of =
        after.as_ref().or(before.as_ref()).map(|segment| (segment.id.clone(), segment.kind, segment.label.clone()));
    let (id, kind, label) = of.unwrap_or_default();
    RowChange { id, kind, label, change, before, after }
}

/// The sentence for a pull request: "this change adds 214 tokens to private_chat".
pub fn sentence(difference: i64, name: &str) -> String {
    let tokens = |count: u64| match count {
        1 => "1 token".to_owned(),
        count => format!("{} tokens", thousands(usize::try_from(count).unwrap_or(usize::MAX))),
    };
    match difference {
        0 => format!("this change leaves {name} at the same number of tokens"),
        more if more > 0 => format!("this change adds {} to {name}", tokens(more.unsigned_abs())),
        fewer => format!("this change takes {} from {name}", tokens(fewer.unsigned_abs())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn prompt(rows: &[(&str, &str)]) -> Prompt {
        let segment = |(id, text): &(&str, &str)| {
            let (id, tokens) = ((*id).to_owned(), text.len());
            Arc::new(Segment { id, tokens, text: Arc::from(*text), ..Segment::default() })
        };
        Prompt { segments: rows.iter().map(segment).collect() }
    }

    fn changes(before: &[(&str, &str)], after: &[(&str, &str)]) -> Vec<(String, Change)> {
        let compared = compare(&prompt(before), &prompt(after));
        compared.rows.into_iter().map(|row| (row.id, row.change)).collect()
    }

    #[test]
    fn each_row_says_what_became_of_it() {
        let before = [("a", "one"), ("b", "two"), ("c", "three"), ("d", "four")];
        let after = [("a", "one"), ("c", "3"), ("e", "new"), ("d", "four")];
        use Change::{Added, Edited, Moved, Removed, Same};
        let named =
            |rows: &[(&str, Change)]| rows.iter().map(|(id, change)| ((*id).to_owned(), *change)).collect::<Vec<_>>();
        let wanted = [("a", Same), ("b", Removed), ("c", Edited), ("e", Added), ("d", Same)];
        assert_eq!(changes(&before, &after), named(&wanted));
        assert_eq!(changes(&[("a", "x"), ("b", "y")], &[("b", "y"), ("a", "x")]), named(&[("b", Same), ("a", Moved)]));
    }

    #[test]
    fn t1_a_text_that_another_estimator_counts_otherwise_is_no_edit() {
        let (before, mut after) = (prompt(&[("a", "one")]), prompt(&[("a", "one")]));
        after.segments = vec![Arc::new(Segment { tokens: 9, ..Segment::clone(&after.segments[0]) })];
        let compared = compare(&before, &after);
        assert_eq!((compared.rows[0].change, compared.difference(), compared.is_same()), (Change::Recounted, 6, false));
    }

    #[test]
    fn the_sentence_says_more_fewer_or_the_same() {
        assert_eq!(sentence(214, "private_chat"), "this change adds 214 tokens to private_chat");
        assert_eq!(sentence(-1_204, "help"), "this change takes 1,204 tokens from help");
        assert_eq!(sentence(1, "help"), "this change adds 1 token to help");
        assert_eq!(sentence(0, "help"), "this change leaves help at the same number of tokens");
    }

    proptest! {
        #[test]
        fn t2_rows_sum_to_both_totals_and_each_segment_has_one(
            before in prop::collection::btree_map("[a-f]", "[xy]{0,3}", 0..6),
            after in prop::collection::btree_map("[a-f]", "[xy]{0,3}", 0..6),
            turn: bool,
        ) {
            let rows = |map: &std::collections::BTreeMap<String, String>, turn: bool| {
                let mut rows: Vec<(String, String)> = map.clone().into_iter().collect();
                if turn { rows.reverse(); }
                let rows: Vec<(&str, &str)> = rows.iter().map(|(id, text)| (id.as_str(), text.as_str())).collect();
                prompt(&rows)
            };
            let (one, two) = (rows(&before, false), rows(&after, turn));
            let compared = compare(&one, &two);
            let sums = compared.rows.iter().map(RowChange::tokens).fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
            prop_assert_eq!(sums, (one.tokens(), two.tokens()));
            let ids: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
            prop_assert_eq!(compared.rows.len(), ids.len());
            prop_assert_eq!(compare(&one, &one).is_same(), true);
        }
    }
}
