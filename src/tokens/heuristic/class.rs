//! The classes of characters that the estimate tells apart.

/// What a character is to the estimate. Runs are maximal within a class; a run of marks is of one and the same mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Before the first character.
    None,
    /// A Latin letter: a run is a word.
    Latin,
    /// `0` to `9`.
    Digit,
    /// ASCII punctuation.
    Mark,
    /// Line feed and carriage return.
    Newline,
    /// Space and tab. One space between words is free.
    Blank,
    /// Han characters and bopomofo.
    Han,
    Hiragana,
    Katakana,
    Hangul,
    /// CJK and full-width punctuation, the ideographic space among them.
    CjkMark,
    Cyrillic,
    Arabic,
    Hebrew,
    /// Thai and Lao, which write words without spaces.
    Thai,
    /// A letter or digit of another alphabet, full-width ones included.
    OtherLetter,
    /// A pictograph of the first emoji plane up to the faces.
    Face,
    /// A pictograph behind the faces.
    NewEmoji,
    /// A pictograph or dingbat outside the emoji planes.
    OldEmoji,
    /// A skin tone, variation selector or zero-width joiner.
    Joiner,
    /// A mark of general punctuation.
    Dash,
    /// A box-drawing character.
    Boxed,
    /// Anything else: symbols, combining marks, controls, what could not be decoded.
    Symbol,
}

/// The classes of ASCII.
const ASCII: [Class; 128] = {
    let mut classes = [Class::Symbol; 128];
    let mut at = 0;
    while at < 128 {
        let byte = at as u8;
        classes[at] = match byte {
            b'\n' | b'\r' => Class::Newline,
            b' ' | b'\t' => Class::Blank,
            _ if byte.is_ascii_alphabetic() => Class::Latin,
            _ if byte.is_ascii_digit() => Class::Digit,
            _ if byte.is_ascii_punctuation() => Class::Mark,
            _ => Class::Symbol,
        };
        at += 1;
    }
    classes
};

impl Class {
    pub fn of(c: char) -> Class {
        match ASCII.get(c as usize) {
            Some(class) => *class,
            None => Class::of_other(c),
        }
    }

    /// The class of a character that is not ASCII.
    fn of_other(c: char) -> Class {
        match c {
            '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '\u{20000}'..='\u{3FFFF}' => Class::Han,
            '\u{3005}'..='\u{3007}' | '\u{2E80}'..='\u{2FDF}' | '\u{3100}'..='\u{312F}' | '\u{F900}'..='\u{FAFF}' => {
                Class::Han
            }
            '\u{3041}'..='\u{309F}' => Class::Hiragana,
            '\u{30A0}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9F}' => Class::Katakana,
            '\u{AC00}'..='\u{D7FF}' | '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' => Class::Hangul,
            '\u{3000}'..='\u{303F}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF01}'..='\u{FF0F}' => Class::CjkMark,
            '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}' | '\u{FF5B}'..='\u{FF65}' => Class::CjkMark,
            '×' | '÷' => Class::Symbol,
            '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => Class::Latin,
            '\u{400}'..='\u{52F}' | '\u{1C80}'..='\u{1C8F}' => Class::Cyrillic,
            '\u{590}'..='\u{5FF}' => Class::Hebrew,
            '\u{600}'..='\u{8FF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}' => Class::Arabic,
            '\u{E00}'..='\u{EFF}' => Class::Thai,
            '\u{900}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' => Class::OtherLetter,
            '\u{1F3FB}'..='\u{1F3FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{200D}' => Class::Joiner,
            '\u{1F000}'..='\u{1F64F}' => Class::Face,
            '\u{1F650}'..='\u{1FAFF}' => Class::NewEmoji,
            '\u{2300}'..='\u{23FF}' | '\u{2600}'..='\u{27BF}' | '\u{2B00}'..='\u{2BFF}' => Class::OldEmoji,
            '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205E}' | '«' | '»' | '·' | '°' => Class::Dash,
            '\u{2500}'..='\u{259F}' => Class::Boxed,
            _ if c.is_alphanumeric() => Class::OtherLetter,
            _ => Class::Symbol,
        }
    }
}
