//! Clearing behind wide characters.
//!
//! A frame is sent as its difference to the one before. Where a narrow character takes the place of a wide one, the
//! cell behind it is blank in both and would not be sent; most terminals blank it on their own, some keep half a
//! character there. So that cell is sent in any case.

use ratatui::buffer::{Buffer, CellDiffOption, CellWidth};
use ratatui::layout::Position;

/// Where wide characters stood in the last frame.
#[derive(Debug, Default)]
pub struct Wide {
    places: Vec<Position>,
}

impl Wide {
    /// Marks the cells of `next` that must be sent, and takes down its own wide characters for the frame after it.
    pub fn clear_behind(&mut self, next: &mut Buffer) {
        let area = next.area;
        for place in &self.places {
            let narrow = next.cell(*place).is_some_and(|cell| cell.cell_width() < 2);
            let behind = Position { x: place.x.saturating_add(1), ..*place };
            if let Some(cell) = next.cell_mut(behind).filter(|_| narrow) {
                cell.set_diff_option(CellDiffOption::AlwaysUpdate);
            }
        }
        self.places.clear();
        let wide = area.positions().filter(|place| next.cell(*place).is_some_and(|cell| cell.cell_width() > 1));
        self.places.extend(wide);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cell_behind_a_wide_character_that_went_is_sent() {
        let last = Buffer::with_lines(["a今天"]);
        let mut next = Buffer::with_lines(["a今x "]);
        let mut wide = Wide::default();
        wide.clear_behind(&mut last.clone());
        wide.clear_behind(&mut next);
        let sent: Vec<u16> = last.diff(&next).into_iter().map(|(x, ..)| x).collect();
        assert_eq!(sent, [3, 4]);
    }
}
