//! Breaking text into lines of so many cells.

use unicode_segmentation::UnicodeSegmentation;

use super::width::grapheme_width;

/// A tab goes to the next multiple of so many cells.
const TAB: usize = 4;

/// No line begins with one of these where another place to break exists.
const CLOSING: &str = "，。、；：？！）］｝〕】》〉」』〗”’…—·ー々,.;:?!)]}%";

/// No line ends with one of these where another place to break exists.
const OPENING: &str = "（［｛〔【《〈「『〖“‘([{";

/// `text` (one or more lines) in lines of at most `cells` cells: breaks at spaces and between CJK characters, splits
/// longer words by grapheme. Tabs count to the next multiple of four and come out as spaces. An empty text is one empty
/// line.
///
/// Nothing is lost but the spaces at which a line breaks. Of less than one cell one is made; a grapheme wider than
/// `cells` stands on a line of its own and sticks out.
pub fn wrap(text: &str, cells: usize) -> Vec<String> {
    let mut wrapper = Wrapper { cells: cells.max(1), lines: Vec::new(), line: String::new(), used: 0, gap: 0 };
    for line in text.split('\n') {
        for piece in pieces(line) {
            match piece {
                Piece::Space => wrapper.gap += 1,
                Piece::Tab => wrapper.gap += TAB - (wrapper.used + wrapper.gap) % TAB,
                Piece::Word(word, width) => wrapper.place(word, width),
            }
        }
        wrapper.end_line();
    }
    wrapper.lines
}

/// What a line is made of.
enum Piece<'a> {
    Space,
    Tab,
    /// Graphemes with no place to break between them, and their cells.
    Word(&'a str, usize),
}

/// The pieces of one line, in order, covering it.
fn pieces(line: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let mut graphemes = rest.graphemes(true);
        let mut last = graphemes.next()?;
        let piece = match last {
            " " => Piece::Space,
            "\t" => Piece::Tab,
            _ => {
                let (mut width, mut length) = (grapheme_width(last), last.len());
                for next in graphemes.take_while(|next| !matches!(*next, " " | "\t")) {
                    if may_break(last, next) {
                        break;
                    }
                    width += grapheme_width(next);
                    length += next.len();
                    last = next;
                }
                Piece::Word(&rest[..length], width)
            }
        };
        let length = if let Piece::Word(word, _) = piece { word.len() } else { 1 };
        rest = &rest[length..];
        Some(piece)
    })
}

/// Whether a line may break between two neighbours that are no spaces: beside a wide grapheme, but neither before closing
/// nor after opening punctuation, nor before what takes no cell.
fn may_break(before: &str, after: &str) -> bool {
    let after_width = grapheme_width(after);
    (grapheme_width(before) > 1 || after_width > 1)
        && after_width > 0
        && !CLOSING.contains(after)
        && !OPENING.contains(before)
}

/// The lines so far and the one being filled.
struct Wrapper {
    cells: usize,
    lines: Vec<String>,
    line: String,
    /// Cells of `line`.
    used: usize,
    /// Spaces seen since the last word: they come only if the next word fits behind them.
    gap: usize,
}

impl Wrapper {
    fn place(&mut self, word: &str, width: usize) {
        let fits = self.used + self.gap + width <= self.cells;
        // The indentation of a word that needs a split anyway stays.
        let splits_here = width > self.cells && self.line.is_empty() && self.gap < self.cells;
        if !fits && !splits_here {
            if !self.line.is_empty() {
                self.flush();
            }
            self.gap = 0;
        }
        self.fill_gap();
        if width <= self.cells.saturating_sub(self.used) {
            self.line.push_str(word);
            self.used += width;
        } else {
            self.split(word);
        }
    }

    /// Fills lines with a word that is wider than one.
    fn split(&mut self, word: &str) {
        for grapheme in word.graphemes(true) {
            let width = grapheme_width(grapheme);
            if self.used + width > self.cells && !self.line.is_empty() {
                self.flush();
            }
            self.line.push_str(grapheme);
            self.used += width;
        }
    }

    fn fill_gap(&mut self) {
        self.line.extend(std::iter::repeat_n(' ', self.gap));
        self.used += self.gap;
        self.gap = 0;
    }

    fn flush(&mut self) {
        self.lines.push(std::mem::take(&mut self.line));
        self.used = 0;
    }

    /// Ends a line of the text; spaces at its end stay as far as they fit.
    fn end_line(&mut self) {
        self.gap = self.gap.min(self.cells.saturating_sub(self.used));
        self.fill_gap();
        self.flush();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::width;
    use super::*;

    #[test]
    fn breaks_at_spaces_and_keeps_indentation() {
        assert_eq!(wrap("", 10), [""]);
        assert_eq!(wrap("a quiet evening", 10), ["a quiet", "evening"]);
        assert_eq!(wrap("  two words", 8), ["  two", "words"]);
        assert_eq!(wrap("a\n\nb ", 8), ["a", "", "b "]);
        assert_eq!(wrap("one     two", 5), ["one", "two"], "the spaces at the break go");
    }

    #[test]
    fn breaks_between_cjk_but_not_before_closing_marks() {
        assert_eq!(wrap("今天好累，想早点睡。", 8), ["今天好", "累，想早", "点睡。"]);
        assert_eq!(wrap("读《规范》吧", 4), ["读", "《规", "范》", "吧"]);
        assert_eq!(wrap("用 skill 吧", 6), ["用", "skill", "吧"]);
    }

    #[test]
    fn splits_long_words_by_grapheme() {
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("e\u{301}e\u{301}e\u{301}", 2), ["e\u{301}e\u{301}", "e\u{301}"]);
        assert_eq!(wrap("x 👩‍👩‍👧👩‍👩‍👧", 2), ["x", "👩‍👩‍👧", "👩‍👩‍👧"]);
        assert_eq!(wrap("  abcdefgh", 4), ["  ab", "cdef", "gh"]);
    }

    #[test]
    fn tabs_go_to_the_next_stop() {
        assert_eq!(wrap("a\tb", 10), ["a   b"]);
        assert_eq!(wrap("\tb", 10), ["    b"]);
        assert_eq!(wrap("中\tb", 10), ["中  b"]);
    }

    #[test]
    fn a_grapheme_wider_than_the_line_stands_alone() {
        assert_eq!(wrap("a中b", 1), ["a", "中", "b"]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_but_spaces(text in "[a-z中文，。（）👩‍👧é \\t\\n]{0,60}|(?s).{0,40}", cells in 2usize..20) {
            let lines = wrap(&text, cells);
            let solid = |text: &str| text.chars().filter(|c| !matches!(c, ' ' | '\t' | '\n')).collect::<String>();
            prop_assert_eq!(solid(&lines.concat()), solid(&text));
            prop_assert!(lines.len() > text.matches('\n').count());
            for line in &lines {
                let alone = line.graphemes(true).count() == 1;
                prop_assert!(alone || width(line) <= cells, "{:?}", line);
            }
        }
    }
}
