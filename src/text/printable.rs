//! Making untrusted text safe to print: nothing that a terminal would obey or that hides leaves here raw.
//!
//! Some characters hide in one place and are needed in another: a joiner inside a family emoji, a variation selector
//! behind a heart, the tags of a regional flag. These stay where they do their work and are shown everywhere else.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::cut;

/// Most cells of a name or path that is repeated.
const ECHO_CELLS: usize = 200;

const ZERO_WIDTH_NON_JOINER: char = '\u{200C}';
const ZERO_WIDTH_JOINER: char = '\u{200D}';
const KEYCAP: char = '\u{20E3}';
const BLACK_FLAG: char = '\u{1F3F4}';
const CANCEL_TAG: char = '\u{E007F}';

/// `text` with everything a terminal could obey, or that hides, made visible: control characters except `\n` and `\t`
/// (a carriage return too), DEL, C1, bidi controls, zero-width and tag characters as `<U+202E>`. Joiners, variation
/// selectors and tags stay inside an emoji or a script that needs them. Text without any is borrowed.
pub fn printable(text: &str) -> Cow<'_, str> {
    show(text, &IN_TEXT)
}

/// As [`printable`], for one line: newlines and tabs are made visible too.
pub fn printable_line(text: &str) -> Cow<'_, str> {
    show(text, &IN_LINE)
}

/// A name or path as someone else wrote it, printable and short enough to repeat in a message.
pub fn echo(text: &str) -> String {
    printable_line(&cut(text, ECHO_CELLS)).into_owned()
}

/// The first character that [`printable`] would make visible.
pub fn first_hidden(text: &str) -> Option<char> {
    let hides = hides(text, &IN_TEXT)?;
    judged(text, hides).find(|(_, shows)| *shows).map(|(c, _)| c)
}

/// Every character that [`printable`] would make visible, with the byte at which it stands.
pub fn hidden_characters(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut read = 0;
    // Few lines of a text hold one that hides at all: the others are passed over.
    let lines = std::iter::from_fn(move || {
        let found = next_hidden(text, read, &IN_TEXT)?;
        let start = text[..found].rfind('\n').map_or(0, |end| end + 1);
        read = text[found..].find('\n').map_or(text.len(), |length| found + length + 1);
        Some(start..read)
    });
    lines.flat_map(move |line| {
        let mut at = line.start;
        let judged = judged(&text[line], |c| hides_in(c, &IN_TEXT));
        judged.filter_map(move |(c, shows)| {
            let start = at;
            at += c.len_utf8();
            shows.then_some((start, c))
        })
    })
}

fn show<'t>(text: &'t str, starts: &Starts) -> Cow<'t, str> {
    let Some(hides) = hides(text, starts) else { return Cow::Borrowed(text) };
    let mut shown = String::with_capacity(text.len() + 8);
    for (c, shows) in judged(text, hides) {
        if shows {
            let _ = write!(shown, "<U+{:04X}>", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    if shown == text { Cow::Borrowed(text) } else { Cow::Owned(shown) }
}

/// Which characters hide, where any in `text` does.
fn hides<'s>(text: &str, starts: &'s Starts) -> Option<impl Fn(char) -> bool + use<'s>> {
    next_hidden(text, 0, starts).map(|_| move |c| hides_in(c, starts))
}

/// Which bytes may begin a character that hides, in UTF-8; of ASCII, which do.
type Starts = [bool; 256];

/// In one line, where an end of line and a tab hide too.
const IN_LINE: Starts = {
    let mut starts = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        starts[byte] = matches!(byte, 0..0x20 | 0x7F | 0xC2 | 0xCD | 0xD8 | 0xE1 | 0xE2 | 0xE3 | 0xEF | 0xF0 | 0xF3);
        byte += 1;
    }
    starts
};

/// In a text of lines.
const IN_TEXT: Starts = {
    let mut starts = IN_LINE;
    starts[b'\n' as usize] = false;
    starts[b'\t' as usize] = false;
    starts
};

/// The first byte at or behind `from`, a character's boundary, at which a character hides. Only where the byte may begin
/// one is anything decoded.
fn next_hidden(text: &str, from: usize, starts: &Starts) -> Option<usize> {
    let mut at = from;
    loop {
        at += text.as_bytes().get(at..)?.iter().position(|byte| starts[usize::from(*byte)])?;
        let c = text[at..].chars().next()?;
        if hides_in(c, starts) {
            return Some(at);
        }
        at += c.len_utf8();
    }
}

fn hides_in(c: char, starts: &Starts) -> bool {
    is_hidden(c) && (!c.is_ascii() || starts[c as usize])
}

/// Every character, and whether it hides where it stands and so must be shown.
fn judged<'t>(text: &'t str, hides: impl Fn(char) -> bool + 't) -> impl Iterator<Item = (char, bool)> + 't {
    let mut base = None;
    let mut before = None;
    let mut tags_left = 0;
    text.char_indices().map(move |(at, c)| {
        let rest = &text[at + c.len_utf8()..];
        if c == BLACK_FLAG {
            tags_left = flag_tags(rest);
        }
        let keep = !hides(c) || tags_left > 0 && is_tag(c) || belongs(c, before, base, rest);
        if is_tag(c) {
            tags_left = tags_left.saturating_sub(1);
        }
        before = keep.then_some(c);
        if !keep || c == '\n' {
            base = None; // what stands on a line does not belong to the one before
        } else if c.width().unwrap_or(0) > 0 && !is_skin_tone(c) {
            base = Some(c);
        }
        (c, !keep)
    })
}

/// Characters that a terminal obeys or that take no ink: controls, line and paragraph separators, bidi controls, and
/// what Unicode calls default-ignorable.
fn is_hidden(c: char) -> bool {
    if matches!(c, ' '..='~') {
        return false; // nearly every character of nearly every text
    }
    matches!(c,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}'
        | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}' | '\u{13430}'..='\u{1343F}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a hidden character does its work here, between what was kept `before` it (whose visible part is `base`) and
/// the `rest`.
fn belongs(c: char, before: Option<char>, base: Option<char>, rest: &str) -> bool {
    let (Some(before), Some(base)) = (before, base) else { return false };
    let next = rest.chars().next();
    match c {
        ZERO_WIDTH_JOINER => {
            !is_hidden_joiner(before) && (has_joiners(before) || is_pictograph(base) && next.is_some_and(is_pictograph))
        }
        ZERO_WIDTH_NON_JOINER => has_joiners(before) && next.is_some_and(has_joiners),
        '\u{FE0E}' | '\u{FE0F}' if before.is_ascii() => next == Some(KEYCAP) && takes_variation(before),
        '\u{FE0E}' | '\u{FE0F}' => is_han(before) || takes_variation(before),
        '\u{FE00}'..='\u{FE0D}' | '\u{E0100}'..='\u{E01EF}' => is_han(before),
        '\u{180B}'..='\u{180D}' | '\u{180F}' => matches!(before, '\u{1820}'..='\u{18AA}'),
        _ => false,
    }
}

/// How many tag characters follow a black flag as a well-formed regional flag: three to six letters or digits and the
/// cancel tag; else none.
fn flag_tags(rest: &str) -> usize {
    let letters =
        rest.chars().take(7).take_while(|c| matches!(c, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}'));
    let count = letters.count();
    let ended = rest.chars().nth(count) == Some(CANCEL_TAG);
    if (3..=6).contains(&count) && ended { count + 1 } else { 0 }
}

fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0020}'..=CANCEL_TAG)
}

fn is_hidden_joiner(c: char) -> bool {
    matches!(c, ZERO_WIDTH_JOINER | ZERO_WIDTH_NON_JOINER)
}

fn is_skin_tone(c: char) -> bool {
    matches!(c, '\u{1F3FB}'..='\u{1F3FF}')
}

/// Whether a joiner may tie the character to a pictograph: the segmentation tables then see one grapheme.
fn is_pictograph(c: char) -> bool {
    String::from_iter([c, ZERO_WIDTH_JOINER, '\u{1F469}']).graphemes(true).count() == 1
}

/// Whether the character has an emoji form that a variation selector chooses: the emoji form takes two cells.
fn takes_variation(c: char) -> bool {
    String::from_iter([c, '\u{FE0F}']).width() == 2
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFD}')
}

/// Letters and marks of scripts that spell with joiners: Hebrew to Arabic, the Indic scripts, Myanmar, Khmer, Mongolian.
fn has_joiners(c: char) -> bool {
    matches!(c,
        '\u{5D0}'..='\u{5EA}' | '\u{620}'..='\u{6D3}' | '\u{6D5}'..='\u{6FF}' | '\u{710}'..='\u{DFF}'
        | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17B3}' | '\u{17B6}'..='\u{17D3}' | '\u{1820}'..='\u{18AA}'
        | '\u{1A00}'..='\u{1A1F}' | '\u{A840}'..='\u{A873}' | '\u{A8E0}'..='\u{A8FF}' | '\u{FB50}'..='\u{FDFF}'
        | '\u{FE70}'..='\u{FEFC}' | '\u{11000}'..='\u{11FFF}' | '\u{1E900}'..='\u{1E94B}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_shown() {
        assert_eq!(printable("\u{1b}[2J"), "<U+001B>[2J");
        assert_eq!(printable("a\rb\r\n"), "a<U+000D>b<U+000D>\n");
        assert_eq!(printable("\u{7f}\u{9b}31m\0"), "<U+007F><U+009B>31m<U+0000>");
        assert_eq!(printable("a\u{2028}b"), "a<U+2028>b");
    }

    #[test]
    fn whatever_hides_is_told_by_its_first_byte() {
        for c in ('\0'..=char::MAX).filter(|c| is_hidden(*c)) {
            let first = c.to_string().as_bytes()[0];
            assert!(IN_LINE[usize::from(first)], "{c:?}");
            assert!(IN_TEXT[usize::from(first)] || matches!(c, '\n' | '\t'), "{c:?}");
        }
    }

    #[test]
    fn what_hides_is_shown() {
        assert_eq!(printable("abc\u{202e}fed"), "abc<U+202E>fed");
        assert_eq!(printable("pay\u{200b}pal"), "pay<U+200B>pal");
        assert_eq!(printable("\u{feff}x\u{ad}y"), "<U+FEFF>x<U+00AD>y");
        assert_eq!(printable("\u{e0068}\u{e0069}"), "<U+E0068><U+E0069>");
        assert_eq!(printable("a\u{200d}b\u{fe0f}"), "a<U+200D>b<U+FE0F>");
        assert_eq!(printable("1\u{fe0f}2"), "1<U+FE0F>2");
        assert_eq!(printable("😀\u{e0101}\u{fe0f}\u{fe0f}"), "😀<U+E0101><U+FE0F><U+FE0F>");
        assert_eq!(printable("👩\u{200d}\u{200d}👧"), "👩<U+200D><U+200D>👧");
    }

    #[test]
    fn joiners_selectors_and_tags_stay_where_they_work() {
        for text in [
            "👩‍👩‍👧",
            "👩🏽‍🚀",
            "👁️‍🗨️",
            "❤️ ☺︎ 1️⃣ #️⃣",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "葛\u{e0100}城",
            "e\u{301}",
        ] {
            assert_eq!(printable(text), text);
            assert!(matches!(printable(text), Cow::Borrowed(_)));
        }
        let unended = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}x";
        assert_eq!(printable(unended), "\u{1F3F4}<U+E0067><U+E0062><U+E0073>x");
    }

    #[test]
    fn a_line_shows_newlines_and_tabs() {
        assert_eq!(printable("a\n\tb"), "a\n\tb");
        assert_eq!(printable_line("a\n\tb"), "a<U+000A><U+0009>b");
        assert!(matches!(printable_line("中文 plain"), Cow::Borrowed(_)));
    }

    #[test]
    fn u2_a_text_holds_something_hidden_where_some_of_it_is_shown() {
        assert_eq!(first_hidden("plain\n\t中文 👩‍👩‍👧 ❤️ می\u{200c}خواهم"), None);
        assert_eq!(first_hidden("❤️ pay\u{200b}pal\u{202e}"), Some('\u{200b}'));
        assert_eq!(first_hidden("a\r\n"), Some('\r'));
    }

    proptest! {
        #[test]
        fn no_control_character_leaves(text in "(?s).{0,60}|[\\x00-\\x1f\\x7f-\\u{9f}\u{200d}\u{202e}\u{fe0f}👩❤a中]{0,40}") {
            let shown = printable(&text);
            prop_assert!(!shown.contains(|c: char| c.is_control() && c != '\n' && c != '\t'));
            let hiding = ['\u{202a}', '\u{202d}', '\u{202e}', '\u{200b}', '\u{feff}'];
            prop_assert!(!shown.contains(hiding));
            prop_assert!(!printable_line(&text).contains(char::is_control));
            let again = printable(&shown);
            prop_assert_eq!(&*again, &*shown);
            prop_assert_eq!(first_hidden(&text), hidden_characters(&text).next().map(|(_, c)| c));
            for (at, c) in hidden_characters(&text) {
                prop_assert!(text[at..].starts_with(c));
            }
            prop_assert_eq!(first_hidden(&text).is_some(), shown != text);
            prop_assert_eq!(first_hidden(&shown), None);
        }
    }
}
