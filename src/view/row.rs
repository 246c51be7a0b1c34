//! One line of a panel: the marker of the selection, text from the left, columns from the right.
//!
//! ```text
//! > reply-style    bound to this scene  812  +310
//! ^ ^              ^                    ^    ^
//! | left           note                 columns, each with its own width
//! marker
//! ```

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::pen::{Pen, Piece};
use crate::text::width;

/// Whether the selection stands on a row, and whether its panel takes the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Selected {
    /// Not selected.
    #[default]
    No,
    /// Selected, in a panel that does not take the keys.
    Here,
    /// Selected, in the panel that takes the keys.
    Focused,
}

impl Selected {
    /// The state of row `index` where `selection` is the selected one.
    pub fn of(selection: Option<usize>, index: usize, focused: bool) -> Selected {
        match (selection == Some(index), focused) {
            (false, _) => Selected::No,
            (true, false) => Selected::Here,
            (true, true) => Selected::Focused,
        }
    }
}

/// A number (or short word) that ends in a fixed column.
#[derive(Debug, Clone)]
pub struct Column<'t> {
    /// What stands there; empty leaves the column free.
    pub text: Cow<'t, str>,
    /// Its look.
    pub style: Style,
    /// Cells of the column, the gap before it included. A longer text takes what it needs.
    pub cells: u16,
}

impl<'t> Column<'t> {
    /// A column of `cells` cells.
    pub fn new(text: impl Into<Cow<'t, str>>, style: Style, cells: u16) -> Column<'t> {
        Column { text: text.into(), style, cells }
    }
}

/// A line of a panel.
#[derive(Debug, Clone, Default)]
pub struct Line<'t> {
    /// Where the selection stands.
    pub selected: Selected,
    /// `+` or `-` of a tree: in the marker's cell, moved one to the right while the marker stands there.
    pub tree: Option<&'static str>,
    /// Blank cells before the left text, the marker's cell included.
    pub indent: u16,
    /// Text from the left.
    pub left: Vec<Piece<'t>>,
    /// Columns, from left to right; the last one ends at the right edge.
    pub right: Vec<Column<'t>>,
}

impl<'t> Line<'t> {
    /// A line with an indent (at least the marker's cell).
    pub fn at(indent: u16) -> Line<'t> {
        Line { indent, ..Line::default() }
    }

    /// The same, with one more piece of left text.
    pub fn left(mut self, text: impl Into<Cow<'t, str>>, style: Style) -> Line<'t> {
        self.left.push((text.into(), style));
        self
    }

    /// The same, with blanks up to `cells` cells after the indent, at least one.
    pub fn tab(mut self, cells: usize) -> Line<'t> {
        let used: usize = self.left.iter().map(|(text, _)| width(text)).sum();
        self.left.push((" ".repeat(cells.saturating_sub(used).max(1)).into(), Style::new()));
        self
    }

    /// The same, with one more column at the right.
    pub fn right(mut self, text: impl Into<Cow<'t, str>>, style: Style, cells: u16) -> Line<'t> {
        self.right.push(Column::new(text, style, cells));
        self
    }

    /// Draws it into the row `y` of `area`.
    pub fn draw(&self, area: Rect, y: u16, pen: &mut Pen) {
        if area.is_empty() || y >= area.bottom() {
            return;
        }
        let highlight = match self.selected {
            Selected::No => None,
            Selected::Here => Some(pen.theme.selected),
            Selected::Focused => Some(pen.theme.selected_focus),
        };
        let tight = !self.fits(area);
        let end = self.draw_columns(area, y, tight, pen);
        let start = area.x + self.indent;
        if start < end {
            pen.pieces(start, y, end - start, self.left.iter().cloned());
        }
        let mut x = area.x;
        if highlight.is_some() {
            let style = pen.theme.strong;
            x += pen.text(x, y, 1, ">", style);
        }
        if let Some(tree) = self.tree {
            let style = pen.theme.quiet;
            pen.text(x, y, 1, tree, style);
        }
        if let Some(style) = highlight {
            pen.style(Rect { y, height: 1, ..area }, style);
        }
    }

    /// Whether the left text stands in full beside columns of their own widths.
    fn fits(&self, area: Rect) -> bool {
        let left: usize = self.left.iter().map(|(text, _)| width(text)).sum();
        let right: usize = self.right.iter().map(|column| usize::from(column.cells).max(width(&column.text) + 1)).sum();
        usize::from(self.indent) + left + right <= usize::from(area.width)
    }

    /// Whether the left text stands in full in a row of `cells` cells where columns take no more than they need.
    pub fn fits_tight(&self, cells: u16) -> bool {
        let left: usize = self.left.iter().map(|(text, _)| width(text)).sum();
        let taken = |column: &Column| match width(&column.text) {
            0 => usize::from(column.cells),
            cells => cells + 1,
        };
        usize::from(self.indent) + left + self.right.iter().map(taken).sum::<usize>() <= usize::from(cells)
    }

    /// Draws the columns and gives the cell before which the left text must end. `tight` columns take no more than
    /// their text: alignment gives way before a name is cut.
    fn draw_columns(&self, area: Rect, y: u16, tight: bool, pen: &mut Pen) -> u16 {
        let mut end = area.right();
        let mut free = end;
        for column in self.right.iter().rev() {
            let cells = width(&column.text) as u16;
            // Numbers give way only where the panel itself is narrower than they are.
            let room = end.saturating_sub(area.x + 1);
            if cells > 0 && room > 0 {
                let start = pen.right(end, y, cells.min(room), &column.text, column.style);
                free = start.saturating_sub(1);
            }
            let taken = match cells {
                0 => column.cells,
                _ if tight => cells + 1,
                _ => column.cells.max(cells + 1),
            };
            end = end.saturating_sub(taken).max(area.x + 1);
        }
        free
    }
}
