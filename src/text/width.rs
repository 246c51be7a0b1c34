//! Widths in terminal cells: never bytes, characters or graphemes.
//!
//! The screen is drawn by ratatui, so a width here is what its buffer takes for the same text: the sum over the
//! graphemes, where one that holds a control character is not drawn at all (a tab too: expand it first, as
//! [`wrap`](super::wrap) does).

use std::borrow::Cow;

use ratatui::buffer::CellWidth;
use unicode_segmentation::UnicodeSegmentation;

/// What stands for the part that was cut: one cell.
const CUT_MARK: &str = "…";

/// The cells that `text` takes on one line.
pub fn width(text: &str) -> usize {
    if text.is_ascii() {
        return text.bytes().filter(|byte| !byte.is_ascii_control()).count();
    }
    text.graphemes(true).map(grapheme_width).sum()
}

/// The cells that one grapheme takes.
pub(super) fn grapheme_width(grapheme: &str) -> usize {
    if grapheme.contains(char::is_control) { 0 } else { usize::from(grapheme.cell_width()) }
}

/// `text` in at most `cells` cells; what is cut is marked with `…` (one cell). Never splits a grapheme. Reads no further
/// than it has to.
pub fn cut(text: &str, cells: usize) -> Cow<'_, str> {
    let (mut used, mut kept) = (0, 0);
    for (start, grapheme) in text.grapheme_indices(true) {
        used += grapheme_width(grapheme);
        if used > cells {
            let mark = if cells == 0 { "" } else { CUT_MARK };
            return Cow::Owned(format!("{}{mark}", &text[..kept]));
        }
        if used < cells {
            kept = start + grapheme.len();
        }
    }
    Cow::Borrowed(text)
}

/// `text` cut to `cells` and filled with spaces to exactly that width.
pub fn pad(text: &str, cells: usize) -> String {
    let mut padded = cut(text, cells).into_owned();
    padded.extend(std::iter::repeat_n(' ', cells.saturating_sub(width(&padded))));
    padded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    /// The cells that ratatui takes when it draws `text` on one line.
    fn drawn(text: &str) -> usize {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 1_000, 1));
        usize::from(buffer.set_stringn(0, 0, text, 1_000, Style::default()).0)
    }

    #[test]
    fn widths_are_cells() {
        for (text, cells) in
            [("", 0), ("abc", 3), ("中文", 4), ("👩‍👩‍👧", 2), ("e\u{301}", 1), ("a\tb", 2), ("1️⃣", 2), ("\u{1b}[31m", 4)]
        {
            assert_eq!(width(text), cells, "{text:?}");
            assert_eq!(drawn(text), cells, "{text:?}");
        }
    }

    #[test]
    fn a_cut_is_marked_and_keeps_graphemes_whole() {
        assert_eq!(cut("reply-style", 11), "reply-style");
        assert_eq!(cut("reply-style", 6), "reply…");
        assert_eq!(cut("中文字", 6), "中文字");
        assert_eq!(cut("中文字", 5), "中文…");
        assert_eq!(cut("中文字", 4), "中…", "half a wide character is not shown");
        assert_eq!(cut("👩‍👩‍👧👩‍👩‍👧", 3), "👩‍👩‍👧…");
        assert_eq!(cut("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}…");
        assert_eq!(cut("abc", 1), "…");
        assert_eq!(cut("abc", 0), "");
        assert!(matches!(cut("abc", 3), Cow::Borrowed(_)));
    }

    #[test]
    fn padding_fills_to_the_cell() {
        assert_eq!(pad("中", 4), "中  ");
        assert_eq!(pad("中文字", 4), "中… ");
        assert_eq!(pad("", 2), "  ");
    }

    proptest! {
        #[test]
        fn width_is_what_the_buffer_takes(text in "\\PC{0,40}|[\\x00-\\x7fa中👩👧\u{200d}\u{301}\u{fe0f}ﾞ]{0,40}") {
            prop_assert_eq!(width(&text), drawn(&text));
        }

        #[test]
        fn a_cut_never_exceeds_its_cells(text in "(?s).{0,40}", cells in 0usize..30) {
            prop_assert!(width(&cut(&text, cells)) <= cells);
            prop_assert_eq!(width(&pad(&text, cells)), cells);
        }
    }
}
