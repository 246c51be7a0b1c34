//! What boxes, bars and marks are drawn with: Unicode lines, or ASCII where their width is not sure (`--ascii`).

/// One set of drawing characters, each one cell wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyphs {
    /// ─
    pub horizontal: &'static str,
    /// │
    pub vertical: &'static str,
    /// ┌ ┐ └ ┘
    pub corners: [&'static str; 4],
    /// The full part of a bar.
    pub full: &'static str,
    /// The empty part of a bar.
    pub empty: &'static str,
    /// Stands where text was cut.
    pub cut: &'static str,
}

impl Glyphs {
    /// Box and block characters.
    pub const UNICODE: Glyphs =
        Glyphs {
            horizontal: "─", vertical: "│", corners: ["┌", "┐", "└", "┘"], full: "█", empty: "░", cut: "…"
        };

    /// `+ - | # . >` only.
    pub const ASCII: Glyphs =
        Glyphs { horizontal: "-", vertical: "|", corners: ["+", "+", "+", "+"], full: "#", empty: ".", cut: ">" };

    /// A bar of `cells` cells, filled to `part` of `whole`. Anything over the whole fills it; anything above nothing
    /// shows at least one full cell.
    pub fn bar(&self, part: usize, whole: usize, cells: usize) -> String {
        let full = match (part, whole) {
            (0, _) => 0,
            (_, 0) => cells,
            _ => (part.saturating_mul(cells) / whole).clamp(1, cells.max(1)),
        };
        self.full.repeat(full.min(cells)) + &self.empty.repeat(cells.saturating_sub(full))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::width;

    #[test]
    fn a_bar_fills_its_cells_and_no_more() {
        assert_eq!(Glyphs::ASCII.bar(3_123, 12_000, 13), "###..........");
        assert_eq!(Glyphs::ASCII.bar(1, 12_000, 4), "#...");
        assert_eq!(Glyphs::ASCII.bar(0, 12_000, 4), "....");
        assert_eq!(Glyphs::ASCII.bar(20_000, 12_000, 4), "####");
        assert_eq!(Glyphs::ASCII.bar(5, 0, 3), "###");
        assert_eq!(Glyphs::UNICODE.bar(5, 10, 0), "");
    }

    #[test]
    fn every_glyph_is_one_cell() {
        for set in [Glyphs::UNICODE, Glyphs::ASCII] {
            for glyph in [set.horizontal, set.vertical, set.full, set.empty, set.cut].iter().chain(&set.corners) {
                assert_eq!(width(glyph), 1, "{glyph}");
            }
        }
    }
}
