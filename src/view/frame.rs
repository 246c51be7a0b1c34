//! Boxes with titles on the border, as every panel and overlay has them.
//!
//! ```text
//! ┌[3 Turn 1]──────────── at rest ─ worst─┐   the panel that takes the keys has its title in brackets and bold lines
//! │                                       │
//! └ COMMAND ─────────────────── 1-9 of 64─┘   state of the keys at the left, the part of the list at the right
//! ```

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::pen::{Pen, Piece};
use crate::text::width;

/// A word on the top border that heads a column of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caption {
    /// What it says, the fullest first; the first that fits is drawn.
    pub texts: Vec<String>,
    /// Cells between its end and the right end of the box's inside.
    pub from_right: u16,
}

/// What the border of one box says.
#[derive(Debug, Clone, Default)]
pub struct Frame {
    /// Titles (tabs) from the left; more than one where panels share a box.
    pub tabs: Vec<Tab>,
    /// Column heads on the top border.
    pub captions: Vec<Caption>,
    /// The word at the left of the bottom border: the state of the keys.
    pub state: Option<(String, Style)>,
    /// The words at the right of the bottom border: which rows are shown.
    pub range: Option<String>,
    /// Whether it takes the keys.
    pub focused: bool,
}

/// One title on the border.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tab {
    /// Digit and name.
    pub text: String,
    /// The digit alone, where not all tabs fit by name.
    pub short: String,
    /// Whether its panel is the one shown.
    pub shown: bool,
}

impl Frame {
    /// A box with one title.
    pub fn titled(text: impl Into<String>) -> Frame {
        let text = text.into();
        Frame { tabs: vec![Tab { short: text.clone(), text, shown: true }], ..Frame::default() }
    }

    /// The inside of a box at `area`.
    pub fn inside(area: Rect) -> Rect {
        Rect {
            x: area.x.saturating_add(1).min(area.right()),
            y: area.y.saturating_add(1).min(area.bottom()),
            width: area.width.saturating_sub(2),
            height: area.height.saturating_sub(2),
        }
    }

    /// Draws the box and gives its inside. A box of less than two cells either way draws nothing.
    pub fn draw(&self, area: Rect, pen: &mut Pen) -> Rect {
        if area.width < 2 || area.height < 2 {
            return Rect { width: 0, height: 0, ..area };
        }
        let style = if self.focused { pen.theme.border_focus } else { pen.theme.border };
        self.lines(area, pen, style);
        let used = self.titles(area, pen);
        self.heads(area, used, pen);
        self.foot(area, pen, style);
        Frame::inside(area)
    }

    fn lines(&self, area: Rect, pen: &mut Pen, style: Style) {
        let glyphs = pen.glyphs;
        let (right, bottom) = (area.right() - 1, area.bottom() - 1);
        for x in area.left()..area.right() {
            pen.text(x, area.y, 1, glyphs.horizontal, style);
            pen.text(x, bottom, 1, glyphs.horizontal, style);
        }
        for y in area.top()..area.bottom() {
            pen.text(area.x, y, 1, glyphs.vertical, style);
            pen.text(right, y, 1, glyphs.vertical, style);
        }
        for ((x, y), corner) in
            [(area.x, area.y), (right, area.y), (area.x, bottom), (right, bottom)].into_iter().zip(glyphs.corners)
        {
            pen.text(x, y, 1, corner, style);
        }
    }

    /// Draws the titles and gives the column after them.
    fn titles(&self, area: Rect, pen: &mut Pen) -> u16 {
        let theme = *pen.theme;
        let several = self.tabs.len() > 1;
        let inside = usize::from(area.width - 2);
        let wanted: usize = self.tabs.iter().map(|tab| width(&tab.text) + 1).sum();
        let by_name = !several || wanted + 2 <= inside;
        let mut x = area.x + 1;
        for (index, tab) in self.tabs.iter().enumerate() {
            if index > 0 && x + 1 < area.right() {
                x += 1; // a stretch of border stands between two tabs
            }
            let style = match (tab.shown, self.focused) {
                (true, true) => theme.title_focus,
                (true, false) => theme.title,
                (false, _) => theme.quiet,
            };
            let name = if by_name || tab.shown { &tab.text } else { &tab.short };
            let bracketed = tab.shown && (several || self.focused);
            let text = match (bracketed, several) {
                (true, _) => format!("[{name}]"),
                (false, true) => name.clone(),
                (false, false) => format!("{name} "),
            };
            let room = (area.right() - 1).saturating_sub(x);
            x += pen.text(x, area.y, room, &text, style);
        }
        x
    }

    /// Draws the column heads that have room beside the titles, from the right.
    fn heads(&self, area: Rect, used: u16, pen: &mut Pen) {
        let style = pen.theme.quiet;
        for caption in self.captions.iter().rev() {
            let end = (area.right() - 1).saturating_sub(caption.from_right);
            let fits = |text: &&String| usize::from(end) >= usize::from(used) + width(text) + 2;
            let Some(text) = caption.texts.iter().find(fits) else { break };
            let start = pen.right(end, area.y, width(text) as u16, text, style);
            pen.text(start - 1, area.y, 1, " ", style);
        }
    }

    fn foot(&self, area: Rect, pen: &mut Pen, border: Style) {
        let bottom = area.bottom() - 1;
        let mut used = area.x + 1;
        let inside = area.width - 2;
        if let Some((state, style)) = &self.state
            && width(state) + 2 <= usize::from(inside)
        {
            let pieces: [Piece; 3] = [(" ".into(), border), (state.into(), *style), (" ".into(), border)];
            used += pen.pieces(used, bottom, inside, pieces);
        }
        if let Some(range) = &self.range {
            let cells = width(range) as u16;
            let end = area.right() - 2;
            if end >= used + cells + 2 {
                let quiet = pen.theme.quiet;
                let start = pen.right(end, bottom, cells, range, quiet);
                pen.text(start - 1, bottom, 1, " ", border);
            }
        }
    }
}
