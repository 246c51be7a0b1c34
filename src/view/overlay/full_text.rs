//! `f`: one text on the whole screen, with search.
//!
//! ```text
//! ┌[Text of reply-style]──── search: 规范  1 of 3┐
//! │  1 # 表达规范                                │
//! └ COMMAND ─────────────────────────── 1-30 of 64┘
//! ```

use ratatui::layout::{Position, Rect};

use super::super::document::{self, Search};
use super::super::input::Input;
use super::super::list::Window;
use super::super::pen::Pen;
use super::Sheet;
use crate::app::FullText;
use crate::lang::fill;
use crate::text::width;

pub(super) fn draw(full: &FullText, sheet: &Sheet, pen: &mut Pen) -> Option<Position> {
    let (look, s) = (sheet.look, sheet.look.strings);
    let height = usize::from(sheet.inside(u16::MAX, u16::MAX).height);
    let window = Window::from(full.offset, full.document.lines.len(), height);
    let title = fill(s.panel_text, &[("name", look.document(&full.document))]);
    let inside = sheet.open(&title, u16::MAX, u16::MAX, Some(&window), pen);
    let here = full.matches.get(full.current).copied();
    let search = (!full.query.is_empty()).then_some(Search { query: &full.query, here });
    document::draw(&full.document, full.offset, search, inside, look, pen);
    search_line(full, sheet, inside, &title, pen)
}

/// The search stands in the top border, behind the title.
fn search_line(full: &FullText, sheet: &Sheet, inside: Rect, title: &str, pen: &mut Pen) -> Option<Position> {
    let (theme, s) = (&sheet.look.theme, sheet.look.strings);
    let border = Rect { y: inside.y.saturating_sub(1), height: 1, ..inside };
    let free = (border.width as usize).saturating_sub(width(title) + 4) as u16;
    let found = match (full.query.is_empty(), full.matches.len()) {
        (true, _) => String::new(),
        (false, 0) => s.search_none.to_owned(),
        (false, total) => {
            fill(s.search_matches, &[("n", &(full.current + 1).to_string()), ("total", &total.to_string())])
        }
    };
    let Some(input) = &full.search_input else {
        if !found.is_empty() && free > 8 {
            let words = format!(" {}  {found} ", fill(s.search_label, &[("text", &full.query)]));
            pen.right(border.right(), border.y, free, &words, theme.warning);
        }
        return None;
    };
    let label = format!(" {}", fill(s.search_label, &[("text", "")]).trim_end());
    let cells = free.min(40 + width(&label) as u16);
    if cells < 8 {
        return None;
    }
    let area = Rect { x: border.right() - cells, width: cells, ..border };
    pen.clear(area);
    let used = pen.text(area.x, area.y, cells / 2, &label, theme.text_state);
    let found_cells = width(&found) as u16 + 1;
    let field = (cells - used).saturating_sub(found_cells);
    pen.right(area.right(), area.y, found_cells, &found, theme.quiet);
    Input::of(input).draw_line(Rect { x: area.x + used, width: field, ..area }, pen)
}
