//! Which rows of a list are on screen. A pure function of the selection and the height, so that no offset has to be
//! kept anywhere: the selection stands in the middle, except near either end.

use std::ops::Range;

/// The rows of a list that a panel shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Indices of the rows shown.
    pub rows: Range<usize>,
    /// How many there are.
    pub total: usize,
}

impl Window {
    /// The window of `height` rows around `selected`.
    pub fn around(selected: usize, total: usize, height: u16) -> Window {
        let height = usize::from(height);
        Window::from(selected.min(total.saturating_sub(1)).saturating_sub(height / 2), total, height)
    }

    /// The window of `height` rows that starts at `first`, moved back where fewer would be left.
    pub fn from(first: usize, total: usize, height: usize) -> Window {
        let first = first.min(total.saturating_sub(height));
        Window { rows: first..first.saturating_add(height).min(total), total }
    }

    /// Whether rows lie outside.
    pub fn is_part(&self) -> bool {
        self.rows.len() < self.total
    }

    /// The first and last row shown, counted from 1, and the number of all, where rows lie outside.
    pub fn range(&self) -> Option<(usize, usize, usize)> {
        (self.is_part() && !self.rows.is_empty()).then(|| (self.rows.start + 1, self.rows.end, self.total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selection_is_always_shown() {
        for total in 0..40 {
            for height in 0..12u16 {
                for selected in 0..total {
                    let window = Window::around(selected, total, height);
                    assert!(height == 0 || window.rows.contains(&selected), "{selected} of {total} in {height}");
                    assert!(window.rows.len() == total.min(usize::from(height)), "no row is wasted");
                }
            }
        }
    }

    #[test]
    fn the_range_is_named_only_when_rows_are_hidden() {
        assert_eq!(Window::around(0, 64, 9).range(), Some((1, 9, 64)));
        assert_eq!(Window::around(63, 64, 9).range(), Some((56, 64, 64)));
        assert_eq!(Window::around(3, 9, 9).range(), None);
        assert_eq!(Window::around(0, 0, 0).range(), None);
    }
}
