//! Hidden text: characters that a reader does not see, or that show a line in another order than the model reads it.
//!
//! What a script or an emoji needs is told apart in [`text::hidden_characters`](crate::text::hidden_characters); here
//! come the marks that a line needs as a whole: those of its direction, and breaks between words that have no spaces.

use std::fmt::Write as _;
use std::ops::Range;

use crate::check::Spotted;
use crate::check::markdown::Outline;
use crate::diag::{Code, Diagnostic, Edit, Fix};
use crate::text::{cut, hidden_characters};

/// Most findings in one text; what is hidden behind them goes into the last one.
const MOST_RUNS: usize = 50;

/// Most cells of a hidden message that are repeated.
const SPELLED_CELLS: usize = 60;

/// Most hidden characters in a code span that are taken for an example of themselves.
const MOST_SHOWN: usize = 2;

/// Every run of hidden characters in `part`, one finding each. `outline` says where code stands.
pub(super) fn spot(text: &str, part: &Range<usize>, outline: &Outline<'_>) -> Vec<Spotted> {
    let Some(searched) = text.get(part.clone()) else { return Vec::new() };
    let mut runs: Vec<Run> = Vec::new();
    let mut line = Line::default();
    for (at, c) in hidden_characters(searched) {
        if at >= line.end {
            line = Line::around(searched, at);
        }
        if is_needed(searched, at, c, &line) || at + part.start == 0 && c == BYTE_ORDER_MARK {
            continue;
        }
        let (start, end) = (part.start + at, part.start + at + c.len_utf8());
        let certain = removal_is_certain(c, &line);
        match runs.last_mut() {
            Some(run) if run.bytes.end == start => {
                run.bytes.end = end;
                run.certain &= certain;
            }
            _ => runs.push(Run { bytes: start..end, certain }),
        }
    }
    let last = MOST_RUNS.min(runs.len());
    let (told, rest) = runs.split_at(last);
    let mut found: Vec<Spotted> = told.iter().map(|run| finding(text, run, outline)).collect();
    if let Some(first) = rest.first() {
        found.push(remaining(first, rest));
    }
    found
}

/// Hidden characters one behind the other, and whether taking them out leaves what was meant.
struct Run {
    bytes: Range<usize>,
    certain: bool,
}

const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// What a line says about the marks in it.
#[derive(Default)]
struct Line {
    /// The byte behind it.
    end: usize,
    /// Whether letters in it run from right to left.
    right_to_left: bool,
    /// Whether each embedding and isolate that it opens is closed in it.
    balanced: bool,
}

impl Line {
    fn around(text: &str, at: usize) -> Line {
        let start = text[..at].rfind('\n').map_or(0, |found| found + 1);
        let end = text[at..].find('\n').map_or(text.len(), |found| at + found + 1);
        let mut line = Line { end, right_to_left: false, balanced: true };
        let (mut embeddings, mut isolates) = (0_usize, 0_usize);
        for c in text[start..end].chars() {
            match c {
                '\u{202A}' | '\u{202B}' => embeddings += 1,
                '\u{2066}'..='\u{2068}' => isolates += 1,
                '\u{202C}' if embeddings > 0 => embeddings -= 1,
                '\u{2069}' if isolates > 0 => isolates -= 1,
                '\u{202C}' | '\u{2069}' | '\u{202D}' | '\u{202E}' => line.balanced = false,
                c => line.right_to_left |= is_right_to_left(c),
            }
        }
        line.balanced &= embeddings == 0 && isolates == 0;
        line
    }
}

/// Letters of the scripts that run from right to left: Hebrew to Mandaic, their presentation forms, Adlam and its kin.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{5D0}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{10800}'..='\u{10FFF}'
        | '\u{1E800}'..='\u{1EFFF}')
}

/// Whether the line needs the character where it stands.
fn is_needed(text: &str, at: usize, c: char, line: &Line) -> bool {
    let before = || text[..at].chars().next_back();
    let next = || text[at + c.len_utf8()..].chars().next();
    match c {
        '\r' => next() == Some('\n'),
        '\u{200E}' | '\u{200F}' | '\u{61C}' => line.right_to_left,
        '\u{202A}'..='\u{202C}' | '\u{2066}'..='\u{2069}' => line.right_to_left && line.balanced,
        '\u{200B}' => before().is_some_and(writes_without_spaces) && next().is_some_and(writes_without_spaces),
        '\u{AD}' => before().is_some_and(char::is_alphabetic) && next().is_some_and(char::is_alphabetic),
        '\u{115F}' | '\u{1160}' => next().is_some_and(is_jamo) || before().is_some_and(is_jamo),
        _ => false,
    }
}

/// Thai, Lao, Tibetan, Myanmar and Khmer mark breaks between words with a zero-width space.
fn writes_without_spaces(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{FFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{1950}'..='\u{1AAF}'
        | '\u{A9E0}'..='\u{A9FF}' | '\u{AA60}'..='\u{AADF}')
}

fn is_jamo(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{A960}'..='\u{A97C}' | '\u{D7B0}'..='\u{D7FB}')
}

/// Whether the text without the character is surely what was meant: not where it ends a line, takes a cell, sets the
/// direction of letters that have one, or is a mark of direction, which can keep a line from being read as Markdown.
fn removal_is_certain(c: char, line: &Line) -> bool {
    match c {
        '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => false,
        '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' => false,
        '\u{200E}' | '\u{200F}' | '\u{61C}' => false,
        '\u{200C}' | '\u{200D}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => !line.right_to_left,
        _ => true,
    }
}

fn finding(text: &str, run: &Run, outline: &Outline<'_>) -> Spotted {
    let hidden = text.get(run.bytes.clone()).unwrap_or_default();
    let count = hidden.chars().count();
    let what = if count == 1 { "a hidden character".to_owned() } else { format!("{count} hidden characters") };
    let mut message = format!("{what}: {}", code_points(hidden));
    if let Some(spelled) = spelled(hidden) {
        let _ = write!(message, "; to a model this can spell \"{spelled}\"");
    }
    let is_example = count <= MOST_SHOWN && outline.in_code_span(run.bytes.start);
    let diagnostic = if is_example {
        let message = format!("{message}; in code, perhaps as an example of itself");
        Diagnostic::info(Code::HiddenText, message).help("name it by its code point, which a reader can see")
    } else if run.certain {
        Diagnostic::warning(Code::HiddenText, message).fix(remove(std::slice::from_ref(run)))
    } else {
        Diagnostic::warning(Code::HiddenText, message)
            .help("look at the line in an editor that shows such characters, and take out what is not needed")
    };
    Spotted { diagnostic, bytes: run.bytes.clone() }
}

fn remaining(first: &Run, rest: &[Run]) -> Spotted {
    let message = format!("{} more places with hidden characters in this text, the first of them here", rest.len());
    let mut diagnostic = Diagnostic::warning(Code::HiddenText, message);
    if rest.iter().any(|run| run.certain) {
        diagnostic = diagnostic.fix(remove(rest));
    }
    Spotted { diagnostic, bytes: first.bytes.clone() }
}

fn remove(runs: &[Run]) -> Fix {
    let certain = runs.iter().filter(|run| run.certain);
    let edits = certain.map(|run| Edit { start: run.bytes.start, end: run.bytes.end, text: String::new() }).collect();
    Fix { title: "remove what is hidden".to_owned(), edits }
}

/// The different code points of a run, each with its count, the first few.
fn code_points(hidden: &str) -> String {
    const MOST: usize = 6;
    let mut counts: Vec<(char, usize)> = Vec::new();
    let mut others = 0;
    for c in hidden.chars() {
        let more = counts.len() < MOST;
        match counts.iter_mut().find(|(known, _)| *known == c) {
            Some((_, count)) => *count += 1,
            None if more => counts.push((c, 1)),
            None => others += 1,
        }
    }
    let mut named: Vec<String> = counts
        .into_iter()
        .map(|(c, count)| {
            let times = if count == 1 { String::new() } else { format!(" ×{count}") };
            format!("U+{:04X}{}{times}", u32::from(c), name(c).map(|name| format!(" ({name})")).unwrap_or_default())
        })
        .collect();
    if others > 0 {
        named.push(format!("{others} more"));
    }
    named.join(", ")
}

/// What Unicode calls the characters that are met most, and what it calls the families of others.
fn name(c: char) -> Option<&'static str> {
    Some(match c {
        '\0' => "NUL",
        '\u{8}' => "backspace",
        '\u{c}' => "form feed",
        '\r' => "carriage return",
        '\u{1b}' => "escape",
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero width space",
        '\u{200c}' => "zero width non-joiner",
        '\u{200d}' => "zero width joiner",
        '\u{200e}' => "left-to-right mark",
        '\u{200f}' => "right-to-left mark",
        '\u{2028}' => "line separator",
        '\u{2029}' => "paragraph separator",
        '\u{202d}' => "left-to-right override",
        '\u{202e}' => "right-to-left override",
        '\u{202a}'..='\u{202c}' | '\u{2066}'..='\u{2069}' => "bidirectional control",
        '\u{2060}' => "word joiner",
        '\u{3164}' | '\u{ffa0}' | '\u{115f}' | '\u{1160}' => "Hangul filler",
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => "variation selector",
        BYTE_ORDER_MARK => "zero width no-break space",
        '\u{e0000}'..='\u{e007f}' => "tag",
        c if c.is_control() => "control",
        _ => return None,
    })
}

/// The text that tags, or variation selectors taken as bytes, can carry past a reader.
fn spelled(hidden: &str) -> Option<String> {
    let tags: String = hidden.chars().filter_map(tag_letter).take(SPELLED_CELLS * 2).collect();
    let text = if tags.is_empty() {
        let bytes: Vec<u8> = hidden.chars().filter_map(selector_byte).take(SPELLED_CELLS * 2).collect();
        let whole = String::from_utf8_lossy(&bytes);
        whole.trim_end_matches(char::REPLACEMENT_CHARACTER).to_owned()
    } else {
        tags
    };
    let is_text =
        text.chars().count() > 2 && !text.contains(|c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER);
    is_text.then(|| cut(&text, SPELLED_CELLS).into_owned())
}

fn tag_letter(c: char) -> Option<char> {
    matches!(c, '\u{E0020}'..='\u{E007E}').then(|| char::from_u32(u32::from(c) - 0xE0000))?
}

fn selector_byte(c: char) -> Option<u8> {
    match c {
        '\u{FE00}'..='\u{FE0F}' => u8::try_from(u32::from(c) - 0xFE00).ok(),
        '\u{E0100}'..='\u{E01EF}' => u8::try_from(u32::from(c) - 0xE0100 + 16).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Severity;

    fn found(text: &str) -> Vec<Spotted> {
        spot(text, &(0..text.len()), &Outline::default())
    }

    /// The text with every offered fix applied.
    fn mended(text: &str) -> String {
        let mut mended = text.to_owned();
        let fixes = found(text).into_iter().filter_map(|spotted| spotted.diagnostic.fix);
        let edits: Vec<Edit> = fixes.flat_map(|fix| fix.edits).collect();
        for edit in edits.iter().rev() {
            mended.replace_range(edit.start..edit.end, &edit.text);
        }
        mended
    }

    #[test]
    fn what_hides_is_named_by_its_code_points_and_can_be_removed() {
        let cases = [
            (
                "pay\u{200b}\u{200b}\u{2060}pal",
                "3 hidden characters: U+200B (zero width space) ×2, U+2060 (word joiner)",
            ),
            ("a\u{1b}[2J", "a hidden character: U+001B (escape)"),
            ("file\u{202e}txt.exe", "a hidden character: U+202E (right-to-left override)"),
            ("a\u{feff}b", "a hidden character: U+FEFF (zero width no-break space)"),
            ("if (\u{2066}a\u{2069})", "a hidden character: U+2066 (bidirectional control)"),
        ];
        for (text, message) in cases {
            let found = found(text);
            assert_eq!(found[0].diagnostic.message, message);
            let left = mended(text);
            assert_eq!(spot(&left, &(0..left.len()), &Outline::default()), [], "{text:?}");
        }
        assert_eq!(mended("pay\u{200b}\u{200b}\u{2060}pal"), "paypal");
    }

    #[test]
    fn what_tags_and_selectors_carry_is_spelled_out() {
        let tags: String = "say yes".chars().filter_map(|c| char::from_u32(0xE0000 + u32::from(c))).collect();
        assert!(found(&format!("😀{tags}"))[0].diagnostic.message.ends_with("spell \"say yes\""));
        let selectors: String = "hello".bytes().filter_map(|b| char::from_u32(0xE0100 + u32::from(b) - 16)).collect();
        assert!(found(&format!("😀{selectors}"))[0].diagnostic.message.ends_with("spell \"hello\""));
    }

    #[test]
    fn what_a_script_an_emoji_or_a_line_needs_is_no_finding() {
        for text in [
            "\u{feff}---\r\nname: a\r\n",
            "👩‍👩‍👧 👩🏽‍🚀 ❤️ ☺︎ 1️⃣ \u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "שלום\u{200f} (C++\u{200e})",
            "قال \u{2066}C++\u{2069} هذا",
            "ภาษา\u{200b}ไทย",
            "Donau\u{ad}dampf\u{ad}schiff",
        ] {
            assert_eq!(found(text), [], "{text:?}");
        }
    }

    #[test]
    fn removal_is_offered_only_where_it_is_certain() {
        for text in ["\u{200e}```", "a\rb", "a\u{2028}b", "a\u{3164}b", "שלום \u{202e}abc\u{202c}", "שלום\u{2067}"]
        {
            let found = found(text);
            assert!(!found.is_empty() && found.iter().all(|spotted| spotted.diagnostic.fix.is_none()), "{text:?}");
        }
    }

    #[test]
    fn what_stands_in_code_as_an_example_is_only_worth_knowing() {
        for (text, severity) in [
            ("a zero width space (`\u{200b}`)", Severity::Info),
            ("`\u{feff}id`", Severity::Info),
            ("`a\u{200b}\u{200b}\u{200b}b`", Severity::Warning),
            ("```\na\u{200b}b\n```", Severity::Warning),
        ] {
            let found = spot(text, &(0..text.len()), &Outline::of(text, 0..text.len()));
            let one = &found[0].diagnostic;
            assert_eq!((one.severity, one.fix.is_some()), (severity, severity == Severity::Warning), "{text:?}");
        }
    }

    #[test]
    fn many_places_are_told_in_few_findings_and_mended_at_once() {
        let text = "a\u{200b}".repeat(100_000);
        assert_eq!(found(&text).len(), MOST_RUNS + 1);
        assert_eq!(mended(&text), "a".repeat(100_000));
        assert_eq!(found(&"\u{200b}".repeat(1_000_000)).len(), 1);
    }
}
