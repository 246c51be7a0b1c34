//! Drawing an input: its lines wrapped by grapheme, the marked text, and the place of the hardware cursor.
//!
//! Only the rows around the caret are laid out, so that a pasted megabyte costs no more than a sentence.

use std::ops::Range;

use ratatui::layout::{Position, Rect};
use unicode_segmentation::UnicodeSegmentation;

use super::list::Window;
use super::pen::Pen;
use crate::app::TextBox;
use crate::text::{printable_line, width};

/// The most bytes of one line that are laid out around the caret.
const SLICE: usize = 16_384;
/// Cells between two tab stops.
const TAB: usize = 4;

/// A place in an input: line, and characters before it in that line.
pub type Spot = (usize, usize);

/// What an input holds, as its editor has it.
#[derive(Debug, Clone, Copy)]
pub struct Input<'t> {
    /// Its lines; an empty input has one empty line or none.
    pub lines: &'t [String],
    /// Where the caret stands.
    pub caret: Spot,
    /// The marked text, from the first place up to the second.
    pub marked: Option<(Spot, Spot)>,
}

/// One row on screen.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    line: usize,
    bytes: Range<usize>,
}

impl<'t> Input<'t> {
    /// The text and caret of a box.
    pub fn of(text: &'t TextBox) -> Input<'t> {
        Input { lines: text.lines(), caret: text.cursor(), marked: text.area().selection_range() }
    }

    /// Draws the part around the caret into `area` and gives the cell of the caret.
    pub fn draw(&self, area: Rect, pen: &mut Pen) -> Option<Position> {
        if area.is_empty() {
            return None;
        }
        let (rows, caret_row) = self.rows_near_caret(area);
        let window = Window::around(caret_row, rows.len(), area.height);
        let mut caret = None;
        for (y, index) in (area.y..).zip(window.rows) {
            let at = self.draw_row(&rows[index], area, y, pen);
            if index == caret_row {
                caret = Some(Position { x: at.min(area.right() - 1), y });
            }
        }
        caret
    }

    /// Draws an input of one row, marked at either end where text lies outside.
    pub fn draw_line(&self, area: Rect, pen: &mut Pen) -> Option<Position> {
        let room = Rect { x: area.x + 1, width: area.width.saturating_sub(2), height: area.height.min(1), ..area };
        if room.is_empty() {
            return None;
        }
        let (rows, caret_row) = self.rows_near_caret(room);
        let style = pen.theme.quiet;
        let cut = pen.glyphs.cut;
        if caret_row > 0 {
            pen.text(area.x, area.y, 1, cut, style);
        }
        if caret_row + 1 < rows.len() {
            pen.text(area.right() - 1, area.y, 1, cut, style);
        }
        let x = self.draw_row(&rows[caret_row], room, area.y, pen);
        Some(Position { x, y: area.y })
    }

    /// The rows up to a screen above and below the caret, and the caret's index in them.
    fn rows_near_caret(&self, area: Rect) -> (Vec<Row>, usize) {
        let (cells, height) = (usize::from(area.width), usize::from(area.height));
        let caret_line = self.caret.0.min(self.lines.len().saturating_sub(1));
        let here = self.line(caret_line);
        let caret_byte = byte_of(here, self.caret.1);
        let slice = slice_around(here, caret_byte);
        let own = wrapped(here, slice, caret_line, cells);
        let within = own.iter().rposition(|row| row.bytes.start <= caret_byte).unwrap_or(0);

        let mut above = Vec::new();
        for line in (0..caret_line).rev() {
            if above.len() + within >= height {
                break;
            }
            let text = self.line(line);
            let tail = slice_around(text, text.len());
            above.splice(0..0, wrapped(text, tail, line, cells));
        }
        let caret_row = above.len() + within;
        let mut rows = above;
        rows.extend(own);
        for line in caret_line + 1..self.lines.len() {
            if rows.len() > caret_row + height {
                break;
            }
            let text = self.line(line);
            rows.extend(wrapped(text, slice_around(text, 0), line, cells));
        }
        (rows, caret_row)
    }

    fn line(&self, line: usize) -> &str {
        self.lines.get(line).map_or("", String::as_str)
    }

    /// Draws one row; gives the column of the caret, should it stand in this row.
    fn draw_row(&self, row: &Row, area: Rect, y: u16, pen: &mut Pen) -> u16 {
        let line = self.line(row.line);
        let caret_byte = byte_of(line, self.caret.1);
        let marked = self.marked_in(row.line);
        let (text, mark) = (pen.theme.text, pen.theme.marked);
        let mut x = area.x;
        let mut caret = None;
        for (at, grapheme) in line[row.bytes.clone()].grapheme_indices(true) {
            let at = row.bytes.start + at;
            if caret.is_none() && at >= caret_byte {
                caret = Some(x);
            }
            let style = if marked.contains(&at) { mark } else { text };
            let room = area.right().saturating_sub(x);
            x += pen.text(x, y, room, &shown(grapheme, usize::from(x - area.x)), style);
        }
        caret.unwrap_or(x)
    }

    /// The marked bytes of one line.
    fn marked_in(&self, line: usize) -> Range<usize> {
        let Some((from, to)) = self.marked else { return 0..0 };
        let text = self.line(line);
        if line < from.0 || line > to.0 {
            return 0..0;
        }
        let start = if line == from.0 { byte_of(text, from.1) } else { 0 };
        let end = if line == to.0 { byte_of(text, to.1) } else { text.len() };
        start..end.max(start)
    }
}

/// A grapheme as it is drawn at a column: tabs up to the next stop, everything else safe to print.
fn shown(grapheme: &str, column: usize) -> std::borrow::Cow<'_, str> {
    if grapheme == "\t" { " ".repeat(TAB - column % TAB).into() } else { printable_line(grapheme) }
}

fn byte_of(line: &str, characters: usize) -> usize {
    line.char_indices().nth(characters).map_or(line.len(), |(at, _)| at)
}

/// At most about [`SLICE`] bytes of a line around `at`, in whole characters, stable while `at` moves a little.
fn slice_around(line: &str, at: usize) -> Range<usize> {
    if line.len() <= SLICE {
        return 0..line.len();
    }
    let quarter = SLICE / 4;
    let start = line.floor_char_boundary((at / quarter).saturating_sub(2) * quarter);
    start..line.floor_char_boundary((start + SLICE).min(line.len()))
}

/// The rows of `slice` of a line. A line that fills its last row has an empty row after it, for the caret.
fn wrapped(text: &str, slice: Range<usize>, line: usize, cells: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut start = slice.start;
    let mut used = 0;
    for (at, grapheme) in text[slice.clone()].grapheme_indices(true) {
        let at = slice.start + at;
        let mut takes = width(&shown(grapheme, used));
        if used > 0 && used + takes > cells {
            rows.push(Row { line, bytes: start..at });
            start = at;
            takes = width(&shown(grapheme, 0));
            used = 0;
        }
        used += takes;
    }
    rows.push(Row { line, bytes: start..slice.end });
    if used >= cells && slice.end == text.len() {
        rows.push(Row { line, bytes: slice.end..slice.end });
    }
    rows
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;

    use super::*;
    use crate::view::glyphs::Glyphs;
    use crate::view::theme::Theme;

    fn drawn(lines: &[&str], caret: Spot, cells: u16, height: u16) -> (Vec<String>, Position) {
        let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        let area = Rect::new(0, 0, cells, height);
        let mut buffer = Buffer::empty(area);
        let mut pen = Pen { buffer: &mut buffer, theme: &Theme::plain(), glyphs: &Glyphs::ASCII };
        let caret = Input { lines: &lines, caret, marked: None }.draw(area, &mut pen).expect("the area is not empty");
        let row = |y| (0..cells).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        ((0..height).map(row).collect(), caret)
    }

    #[test]
    fn the_caret_counts_cells_not_characters() {
        assert_eq!(drawn(&["今天好"], (0, 2), 10, 1).1, Position { x: 4, y: 0 });
        assert_eq!(drawn(&["e\u{301}x"], (0, 2), 10, 1).1, Position { x: 1, y: 0 });
        assert_eq!(drawn(&["a\tb"], (0, 2), 10, 1).1, Position { x: 4, y: 0 });
    }

    #[test]
    fn a_full_row_moves_the_caret_to_the_next() {
        assert_eq!(drawn(&["abcd"], (0, 4), 4, 3).1, Position { x: 0, y: 1 });
        assert_eq!(drawn(&["今天好"], (0, 3), 5, 3).1, Position { x: 2, y: 1 });
    }

    #[test]
    fn the_rows_around_the_caret_are_shown() {
        let many: Vec<String> = (0..1_000).map(|n| format!("line {n}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let (rows, caret) = drawn(&many, (500, 0), 12, 5);
        assert!(rows[usize::from(caret.y)].starts_with("line 500"), "{rows:?}");
        let (rows, caret) = drawn(&many, (999, 8), 12, 5);
        assert_eq!((rows[4].trim_end(), caret), ("line 999", Position { x: 8, y: 4 }));
    }

    #[test]
    fn a_line_of_a_megabyte_is_laid_out_in_part() {
        let long = "长".repeat(400_000);
        let input = Input { lines: std::slice::from_ref(&long), caret: (0, 200_000), marked: None };
        let (rows, caret) = input.rows_near_caret(Rect::new(0, 0, 40, 10));
        assert!(rows.len() < 400 && caret < rows.len());
    }
}
