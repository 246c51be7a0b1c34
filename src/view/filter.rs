//! The filter of a list, in the bottom border of its box: `filter: tone`, with the cursor while it is typed.

use ratatui::layout::{Position, Rect};

use super::input::Input;
use super::look::Look;
use super::pen::Pen;
use crate::app::Filter;
use crate::lang::fill;

/// Draws `filter` into the bottom border of the box at `area`; gives the caret while it is being typed, which is in a box
/// that takes the keys. Nothing where nothing is filtered.
pub fn draw(filter: &Filter, focused: bool, area: Rect, look: &Look, pen: &mut Pen) -> Option<Position> {
    if area.height < 2 || area.width < 12 || (filter.text.is_empty() && filter.input.is_none()) {
        return None;
    }
    let (theme, s) = (&look.theme, look.strings);
    let (y, room) = (area.bottom() - 1, area.width - 2);
    let Some(input) = filter.input.as_ref().filter(|_| focused) else {
        let words = fill(s.filter_label, &[("text", &filter.text)]);
        pen.text(area.x + 1, y, room, &format!(" {words} "), theme.warning);
        return None;
    };
    let mut x = area.x + 1;
    let label = format!(" {} {}", s.text_mode, fill(s.filter_label, &[("text", "")]).trim_end());
    x += pen.text(x, y, room / 2, &label, theme.text_state);
    let field = Rect { x, y, width: area.right() - 1 - x, height: 1 };
    pen.clear(field);
    Input::of(input).draw_line(field, pen)
}
