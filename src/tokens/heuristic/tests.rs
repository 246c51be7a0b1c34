use proptest::prelude::*;

use super::*;

/// The estimate before rounding is told apart by repeating the text on one line, set apart by a symbol, which is a class
/// of its own.
fn hundredths(text: &str) -> usize {
    let times = 10_000;
    let count = Heuristic::DEEPSEEK.count(&format!("{text}\u{7}").repeat(times));
    (count * 100).div_ceil(times) - DEEPSEEK.symbol
}

#[test]
fn t1_every_class_has_its_weight() {
    let w = &DEEPSEEK;
    for (text, expected) in [
        ("word", w.word),
        ("letters", w.word + 2 * w.long_letter),
        ("two words", 2 * w.word),
        ("camelCase", w.word + 4 * w.long_letter + w.hump),
        ("HTTP", w.word + 3 * w.capital),
        ("1", w.digits),
        ("1234", 2 * w.digits),
        ("a 1", w.word + w.digits_behind_blank + w.digits),
        ("中文", 2 * w.han),
        ("中文。", 2 * w.han + w.cjk_mark),
        ("a 中", w.word + w.cjk_behind_blank + w.han),
        ("---", w.mark),
        ("------", w.mark + 2 * w.long_mark),
        ("(a", w.mark + w.word_behind_mark),
        ("\"),", w.mark + 2 * w.mark_behind_mark),
        ("a  b", 2 * w.word + w.blank),
        ("a\tb", 2 * w.word + w.blank),
        ("a \t  b", 2 * w.word + w.blank),
        ("かな漢字", 2 * w.hiragana + w.han_behind_kana + 2 * w.han),
        ("한국 말", 3 * w.hangul + 2 * w.hangul_word),
        ("я", w.cyrillic + w.cyrillic_word),
        ("👩\u{200d}🚀", w.face + w.joiner + w.new_emoji),
        ("→", w.symbol),
        ("—", w.dash),
    ] {
        assert_eq!(hundredths(text), expected, "{text:?}");
    }
}

#[test]
fn t1_words_near_an_accented_one_are_foreign() {
    let count = |text: &str| Heuristic::DEEPSEEK.count(&text.repeat(10));
    let plain = count("Im Protokoll stehen die Beschlusse und Fristen ");
    let foreign = count("Im Protokoll stehen die Beschlüsse und Fristen ");
    assert!(foreign > plain + 10 * DEEPSEEK.accented / 100, "{foreign} {plain}");
    let next_line = count("ü\nIm Protokoll stehen die Beschlusse und Fristen\n");
    let alone = count("ü\n") + count("Im Protokoll stehen die Beschlusse und Fristen\n");
    assert_eq!(next_line, alone, "a line end closes it");
}

#[test]
fn t1_counts_are_rounded_and_a_text_has_at_least_one() {
    let heuristic = Heuristic::DEEPSEEK;
    assert_eq!(heuristic.count(""), 0);
    assert_eq!(heuristic.count(" "), 1);
    assert_eq!(heuristic.count("今天好累，想早点睡。"), 7, "8 × .53 + 2 × 1.17 = 6.58");
}

#[test]
fn a_band_holds_its_count_and_grows_with_it() {
    let band = Heuristic::DEEPSEEK.band(1_000);
    assert_eq!(band, super::super::Band { low: 920, likely: 1_000, high: 1_150 });
    assert_eq!(Heuristic::DEEPSEEK.band(0).high, 0);
    assert!(Heuristic::DEEPSEEK.band(1).high > 1, "the high end of any text is above it");
}

proptest! {
    #[test]
    fn a_count_is_the_sum_over_the_lines(a in "[^\r\n]{1,30}[a-zü]", ends in "[\r\n]{1,3}", b in "[^\r\n]{1,30}[a-z]") {
        for heuristic in [Heuristic::DEEPSEEK, Heuristic::O200K] {
            let (first, second) = (format!("{a}{ends}"), &b);
            let whole = heuristic.count(&format!("{first}{second}"));
            prop_assert_eq!(whole, heuristic.count(&first) + heuristic.count(second));
        }
    }

    #[test]
    fn a_longer_text_never_counts_less(a in "(?s).{0,60}", b in "(?s).{0,60}") {
        for heuristic in [Heuristic::DEEPSEEK, Heuristic::O200K] {
            let whole = heuristic.count(&format!("{a}{b}"));
            prop_assert!(whole >= heuristic.count(&a));
        }
    }
}
