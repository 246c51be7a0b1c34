//! What each thing weighs, in hundredths of a token: one column for each target family.

/// The weights of one target family, in hundredths of a token. None is negative, so that a longer text never counts less.
#[derive(Debug)]
pub(super) struct Weights {
    /// A Latin word.
    pub word: usize,
    /// A Latin word right behind an ASCII mark, which it often shares a token with.
    pub word_behind_mark: usize,
    /// Each letter of a word past its fifth.
    pub long_letter: usize,
    /// Each capital behind a capital: `HTTP`.
    pub capital: usize,
    /// Each capital behind a small letter: `camelCase`.
    pub hump: usize,
    /// Each Latin letter with an accent.
    pub accented: usize,
    /// Each Latin letter with two accents, as Vietnamese has.
    pub vietnamese: usize,
    /// Each word near an accented one: a language other than English.
    pub foreign_word: usize,
    /// Each letter of such a word past its third.
    pub foreign_letter: usize,
    /// Each started group of three digits.
    pub digits: usize,
    /// A run of digits behind a space, which then is a token of its own.
    pub digits_behind_blank: usize,
    /// A run of one ASCII mark.
    pub mark: usize,
    /// The same behind another ASCII mark.
    pub mark_behind_mark: usize,
    /// Each mark of a run past its fourth.
    pub long_mark: usize,
    /// A run of line ends.
    pub newline: usize,
    /// The same behind an ASCII mark, which often takes it in.
    pub newline_behind_mark: usize,
    /// Two spaces or more, or a tab: once a run.
    pub blank: usize,
    /// Each blank of a run past its sixteenth.
    pub long_blank: usize,
    /// Han or kana behind a space, which then is a token of its own.
    pub cjk_behind_blank: usize,
    /// A Han character.
    pub han: usize,
    /// A run of Han characters behind kana: Japanese.
    pub han_behind_kana: usize,
    /// A hiragana.
    pub hiragana: usize,
    /// A katakana.
    pub katakana: usize,
    /// A Hangul syllable.
    pub hangul: usize,
    /// A word in Hangul.
    pub hangul_word: usize,
    /// A CJK or full-width mark.
    pub cjk_mark: usize,
    /// A Cyrillic letter.
    pub cyrillic: usize,
    /// A word in Cyrillic.
    pub cyrillic_word: usize,
    /// Each Ukrainian letter that Russian does not have.
    pub ukrainian: usize,
    /// An Arabic letter or sign.
    pub arabic: usize,
    /// A word in Arabic.
    pub arabic_word: usize,
    /// A Hebrew letter or sign.
    pub hebrew: usize,
    /// A word in Hebrew.
    pub hebrew_word: usize,
    /// A Thai or Lao letter or sign.
    pub thai: usize,
    /// A run of them.
    pub thai_run: usize,
    /// A letter of another alphabet.
    pub other: usize,
    /// A word in it.
    pub other_word: usize,
    /// A pictograph of the first emoji plane: faces, food, animals.
    pub face: usize,
    /// A pictograph behind that: transport, later additions.
    pub new_emoji: usize,
    /// A pictograph or dingbat of the first plane.
    pub old_emoji: usize,
    /// What changes the emoji before it: skin tone, variation selector, joiner.
    pub joiner: usize,
    /// A general mark: a dash, a curved quote, an ellipsis.
    pub dash: usize,
    /// A box-drawing character.
    pub boxed: usize,
    /// Anything else.
    pub symbol: usize,
}

/// DeepSeek's tokenizer.
pub(super) const DEEPSEEK: Weights = Weights {
    word: 94,
    word_behind_mark: 68,
    long_letter: 8,
    capital: 16,
    hump: 23,
    accented: 111,
    vietnamese: 31,
    foreign_word: 10,
    foreign_letter: 12,
    digits: 101,
    digits_behind_blank: 67,
    mark: 112,
    mark_behind_mark: 22,
    long_mark: 10,
    newline: 102,
    newline_behind_mark: 12,
    blank: 76,
    long_blank: 2,
    cjk_behind_blank: 110,
    han: 53,
    han_behind_kana: 29,
    hiragana: 57,
    katakana: 58,
    hangul: 59,
    hangul_word: 70,
    cjk_mark: 117,
    cyrillic: 16,
    cyrillic_word: 97,
    ukrainian: 170,
    arabic: 40,
    arabic_word: 17,
    hebrew: 49,
    hebrew_word: 29,
    thai: 37,
    thai_run: 25,
    other: 35,
    other_word: 117,
    face: 165,
    new_emoji: 250,
    old_emoji: 209,
    joiner: 106,
    dash: 85,
    boxed: 52,
    symbol: 100,
};

/// OpenAI's `o200k_base`.
pub(super) const O200K: Weights = Weights {
    word: 94,
    word_behind_mark: 36,
    long_letter: 8,
    capital: 14,
    hump: 25,
    accented: 68,
    vietnamese: 0,
    foreign_word: 1,
    foreign_letter: 8,
    digits: 102,
    digits_behind_blank: 77,
    mark: 114,
    mark_behind_mark: 23,
    long_mark: 8,
    newline: 111,
    newline_behind_mark: 13,
    blank: 83,
    long_blank: 2,
    cjk_behind_blank: 75,
    han: 73,
    han_behind_kana: 30,
    hiragana: 63,
    katakana: 56,
    hangul: 55,
    hangul_word: 51,
    cjk_mark: 107,
    cyrillic: 14,
    cyrillic_word: 84,
    ukrainian: 100,
    arabic: 28,
    arabic_word: 37,
    hebrew: 39,
    hebrew_word: 27,
    thai: 41,
    thai_run: 15,
    other: 38,
    other_word: 3,
    face: 130,
    new_emoji: 164,
    old_emoji: 113,
    joiner: 131,
    dash: 77,
    boxed: 46,
    symbol: 115,
};
