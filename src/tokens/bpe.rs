//! Exact byte-pair counts for the `o200k_base` and `cl100k_base` vocabularies.
//!
//! Text is counted in chunks, since the pattern that cuts text into pieces before byte pairs are merged gives up (and
//! panics) on very long runs. A chunk ends where that pattern ends a piece whatever stands around it, so the counts add
//! up exactly. Only text without any such place for 32 KiB (no space, line break or punctuation behind a letter) is cut
//! anywhere; there the count can differ by a few tokens a chunk.

use tiktoken_rs::CoreBPE;

use super::{Deviation, Estimator};

/// The most bytes that are counted at once.
pub(super) const CHUNK: usize = 32 * 1024;

/// An exact count; its vocabulary is shared, and loaded at the first count.
#[derive(Debug, Clone, Copy)]
pub struct Bpe {
    name: &'static str,
    model: &'static str,
    vocabulary: fn() -> &'static CoreBPE,
}

impl Bpe {
    /// The vocabulary of GPT-4o and its successors.
    pub fn o200k() -> Bpe {
        Bpe { name: "o200k", model: "GPT-4o", vocabulary: tiktoken_rs::o200k_base_singleton }
    }

    /// The vocabulary of GPT-4.
    pub fn cl100k() -> Bpe {
        Bpe { name: "cl100k", model: "GPT-4", vocabulary: tiktoken_rs::cl100k_base_singleton }
    }
}

impl Estimator for Bpe {
    fn name(&self) -> &str {
        self.name
    }

    fn model(&self) -> &str {
        self.model
    }

    fn deviation(&self) -> Option<Deviation> {
        None
    }

    /// Special tokens have no meaning here: `<|endoftext|>` is counted as the text it is.
    fn count(&self, text: &str) -> usize {
        let vocabulary = (self.vocabulary)();
        chunks(text, CHUNK).map(|chunk| vocabulary.count_ordinary(chunk)).sum()
    }
}

/// `text` in chunks of at most `most` bytes, each ending at a [seam](is_seam) where there is one.
pub(super) fn chunks(text: &str, most: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = if rest.len() <= most { rest.len() } else { cut(rest, most) };
        let chunk;
        (chunk, rest) = rest.split_at(end);
        Some(chunk)
    })
}

/// `text` in parts that an edit leaves alone but for the one it is in: they end at seams, and where depends on nothing but
/// the words before a seam. Some 4 KiB each; text without seams stays whole.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let part;
        (part, rest) = rest.split_at(part_end(rest));
        Some(part)
    })
}

/// Where the first part of `text` ends.
fn part_end(text: &str) -> usize {
    let mut characters = text.char_indices();
    let Some((_, mut before)) = characters.next() else { return 0 };
    // The letters since the last seam, mixed: one seam in 512 or so closes a part.
    let mut mixed = before as u32;
    for (at, c) in characters {
        if is_part_end(before, c) {
            if mixed.wrapping_mul(0x9E37_79B1) >> 23 == 0 {
                return at;
            }
            mixed = 0;
        }
        mixed = mixed.rotate_left(5) ^ c as u32;
        before = c;
    }
    text.len()
}

/// A seam before white space or a CJK mark, which no added token of a tokenizer file has inside.
pub(super) fn is_part_end(before: char, after: char) -> bool {
    is_seam(before, after) && (after.is_ascii_whitespace() || !after.is_ascii())
}

/// Where the first chunk of `text` ends; `text` is longer than `most` bytes.
fn cut(text: &str, most: usize) -> usize {
    let limit = text.floor_char_boundary(most);
    let mut after = text[limit..].chars().next().unwrap_or(' ');
    for (at, c) in text[..limit].char_indices().rev() {
        if is_seam(c, after) {
            return at + c.len_utf8();
        }
        after = c;
    }
    limit.max(text.chars().next().map_or(0, char::len_utf8))
}

/// Whether both patterns end a piece between the two, whatever stands around them.
///
/// Behind a letter a piece holds only letters, marks and an English contraction, so what is none of these begins the next
/// piece. The patterns look ahead only behind white space, and look behind nowhere: neither side can tell that the other
/// is gone.
fn is_seam(before: char, after: char) -> bool {
    let letter = before.is_ascii_alphabetic()
        || matches!(before, '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{3400}'..='\u{4DBF}'
            | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}');
    let next = match after {
        '\'' => false,
        '、' | '。' | '，' | '；' | '：' | '？' | '！' | '（' | '）' => true,
        _ => after.is_ascii() && !after.is_ascii_alphanumeric(),
    };
    letter && next
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn whole(bpe: Bpe, text: &str) -> usize {
        (bpe.vocabulary)().count_ordinary(text)
    }

    #[test]
    fn t1_known_counts() {
        for (text, o200k, cl100k) in [("", 0, 0), ("hello world", 2, 2), ("tiktoken is great!", 6, 6)] {
            assert_eq!(Bpe::o200k().count(text), o200k, "{text:?}");
            assert_eq!(Bpe::cl100k().count(text), cl100k, "{text:?}");
        }
        assert!(Bpe::o200k().count("<|endoftext|>") > 1, "counted as ordinary text");
    }

    #[test]
    fn t1_chunks_of_ordinary_text_add_up_exactly() {
        let line =
            "Use `references/x.md` when it's late, don't when   it isn't:\t今天好累，想早点睡。\r\n\n- ok/ 12345\n";
        let text = line.repeat(3 * CHUNK / line.len());
        assert!(chunks(&text, CHUNK).count() > 2);
        for bpe in [Bpe::o200k(), Bpe::cl100k()] {
            assert_eq!(bpe.count(&text), whole(bpe, &text));
        }
    }

    #[test]
    fn hostile_texts_neither_panic_nor_blow_up() {
        let units = ["\n", "\t ", "a", "A", "中", "\u{301}", "👩\u{200d}", "1", "'", "/\n", "\u{a0}", "-"];
        let texts = units.map(|unit| unit.repeat(200_000 / unit.len()));
        for text in texts.into_iter().chain([" ".repeat(1_000_000)]) {
            for bpe in [Bpe::o200k(), Bpe::cl100k()] {
                assert!(bpe.count(&text) > 0);
            }
        }
    }

    proptest! {
        #[test]
        fn t1_a_seam_never_changes_a_count(text in "([a-zA-Z中文かな한 ]{1,6}[ '\n,.，。/\\t-]{0,3}|\\PC{0,3}){0,12}") {
            let at_seams = |window: &[char]| is_seam(window[0], window[1]);
            let characters: Vec<char> = text.chars().collect();
            let parts = characters.chunk_by(|before, after| !at_seams(&[*before, *after]));
            let parts: Vec<String> = parts.map(|part| part.iter().collect()).collect();
            for bpe in [Bpe::o200k(), Bpe::cl100k()] {
                let sum: usize = parts.iter().map(|part| whole(bpe, part)).sum();
                prop_assert_eq!(sum, whole(bpe, &text), "{:?}", &parts);
            }
        }

        #[test]
        fn t1_parts_cover_the_text_and_add_up(words in prop::collection::vec("[a-z]{1,9}[ ,.\n]{1,2}|[中文字词句]{1,6}[，。]", 0..900)) {
            let text = words.concat();
            prop_assert_eq!(parts(&text).collect::<String>(), text.as_str());
            prop_assert_eq!(parts(&text).map(|part| whole(Bpe::o200k(), part)).sum::<usize>(), whole(Bpe::o200k(), &text));
        }

        #[test]
        fn chunks_cover_the_text(text in "(?s).{0,80}", most in 1usize..20) {
            let parts: Vec<&str> = chunks(&text, most).collect();
            prop_assert_eq!(parts.concat(), text.as_str());
            prop_assert!(parts.iter().all(|part| !part.is_empty() && part.len() <= most.max(4)));
        }
    }
}
