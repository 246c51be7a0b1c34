//! The pen every panel draws with. Whatever it writes is made safe to print first and is never cut without a mark, so
//! no panel can forget either.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::theme::Theme;
use crate::text::{cut, printable_line, width};

/// The most characters of one text that are looked at for one row; the rest could not be seen anyway.
const LOOK: usize = 2_048;

/// A piece of text and its style.
pub type Piece<'t> = (Cow<'t, str>, Style);

/// Writes into a buffer with one theme and one set of glyphs.
pub struct Pen<'a> {
    /// Where it writes.
    pub buffer: &'a mut Buffer,
    /// Styles by meaning.
    pub theme: &'a Theme,
    /// Lines, bars, marks.
    pub glyphs: &'a Glyphs,
}

impl Pen<'_> {
    /// Writes `text` at `x`,`y` into at most `cells` cells and gives the cells it took. What does not fit is cut with
    /// a mark; what lies outside the buffer is not written.
    pub fn text(&mut self, x: u16, y: u16, cells: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if y < area.top() || y >= area.bottom() || x < area.left() || x >= area.right() {
            return 0;
        }
        let cells = cells.min(area.right() - x);
        let text = self.fit(text, cells);
        let taken = width(&text) as u16;
        for cell in x..(x + taken).min(area.right()) {
            self.buffer[(cell, y)].reset(); // else the style of what stood there would shine through
        }
        let (end, _) = self.buffer.set_stringn(x, y, &text, usize::from(cells), style);
        end - x
    }

    /// Writes pieces one after the other into at most `cells` cells; gives the cells they took.
    pub fn pieces<'t>(&mut self, x: u16, y: u16, cells: u16, pieces: impl IntoIterator<Item = Piece<'t>>) -> u16 {
        let mut used = 0;
        let mut pieces = pieces.into_iter().peekable();
        while let Some((text, style)) = pieces.next() {
            let left = cells - used;
            if left == 0 {
                break;
            }
            // A piece that fills the row to its end while more follows would hide that: leave a cell for the mark.
            let more = pieces.peek().is_some_and(|(next, _)| !next.is_empty());
            let taken = self.text(x + used, y, left, &text, style);
            if more && taken == left {
                self.mark(x + cells - 1, y);
            }
            used += taken;
        }
        used
    }

    /// Writes `text` so that it ends before column `end`, in at most `cells` cells; gives the column where it starts.
    pub fn right(&mut self, end: u16, y: u16, cells: u16, text: &str, style: Style) -> u16 {
        let text = self.fit(text, cells).into_owned();
        let start = end.saturating_sub(width(&text) as u16);
        self.text(start, y, end - start, &text, style);
        start
    }

    /// Lays `style` over a row or area.
    pub fn style(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area.intersection(self.buffer.area), style);
    }

    /// Empties an area, so that an overlay hides what lies under it.
    pub fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        if area.is_empty() {
            return;
        }
        for y in area.top()..area.bottom() {
            // The left neighbour may be a wide character that reaches in: it cannot be drawn in half.
            if area.left() > self.buffer.area.left() {
                let cell = &mut self.buffer[(area.left() - 1, y)];
                if width(cell.symbol()) > 1 {
                    cell.set_symbol(" ");
                }
            }
            for x in area.left()..area.right() {
                self.buffer[(x, y)].reset();
            }
        }
    }

    /// `text` safe to print and cut to `cells` with this pen's mark.
    pub fn fit<'t>(&self, text: &'t str, cells: u16) -> Cow<'t, str> {
        let (head, more) = match text.char_indices().nth(LOOK) {
            Some((end, _)) => (&text[..end], true),
            None => (text, false),
        };
        let safe = printable_line(head);
        if !more && width(&safe) <= usize::from(cells) {
            return safe;
        }
        let mut short = if more {
            cut(&format!("{safe}{}", Glyphs::UNICODE.cut.repeat(2)), usize::from(cells)).into_owned()
        } else {
            cut(&safe, usize::from(cells)).into_owned()
        };
        if self.glyphs.cut != Glyphs::UNICODE.cut && short.ends_with(Glyphs::UNICODE.cut) {
            short.truncate(short.len() - Glyphs::UNICODE.cut.len());
            short.push_str(self.glyphs.cut);
        }
        Cow::Owned(short)
    }

    /// Puts the mark of a cut on the last cell of a row, on both cells of a wide character that ends there.
    fn mark(&mut self, x: u16, y: u16) {
        let cut = self.glyphs.cut;
        let wide = x > 0 && self.buffer.cell((x - 1, y)).is_some_and(|cell| width(cell.symbol()) > 1);
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_symbol(if wide { " " } else { cut });
        }
        if let Some(cell) = self.buffer.cell_mut((x.saturating_sub(1), y)).filter(|_| wide) {
            cell.set_symbol(cut);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(cells: u16, glyphs: &Glyphs, write: impl Fn(&mut Pen)) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, cells, 1));
        write(&mut Pen { buffer: &mut buffer, theme: &Theme::plain(), glyphs });
        (0..cells).map(|x| buffer[(x, 0)].symbol()).collect()
    }

    #[test]
    fn a_cut_is_marked_in_both_sets() {
        let long = |pen: &mut Pen| {
            pen.text(0, 0, 5, "abcdefgh", Style::new());
        };
        assert_eq!(written(6, &Glyphs::UNICODE, long), "abcd… ");
        assert_eq!(written(6, &Glyphs::ASCII, long), "abcd> ");
    }

    #[test]
    fn a_row_of_pieces_that_does_not_fit_is_marked() {
        let row = |pen: &mut Pen| {
            pen.pieces(0, 0, 4, [("今天".into(), Style::new()), ("x".into(), Style::new())]);
        };
        assert_eq!(written(5, &Glyphs::ASCII, row), "今 >  ");
    }

    #[test]
    fn writing_outside_does_nothing() {
        assert_eq!(written(3, &Glyphs::ASCII, |pen| assert_eq!(pen.text(9, 9, 4, "x", Style::new()), 0)), "   ");
    }

    #[test]
    fn a_text_on_the_right_ends_where_told() {
        assert_eq!(
            written(6, &Glyphs::ASCII, |pen| {
                pen.right(5, 0, 5, "812", Style::new());
            }),
            "  812 "
        );
    }
}
