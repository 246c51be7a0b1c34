//! One line of the catalog, byte for byte as the original writes it in JavaScript (D1).

use std::fmt;

use super::{SessionSkill, SkillName};
use crate::text::escape_markup;

/// What stands where a description was cut.
const ELLIPSIS: &str = "...";

/// Longest description in the catalog, in UTF-16 units: `catalog_description_max_length`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DescriptionCap(usize);

impl DescriptionCap {
    /// A cap of so many UTF-16 units.
    ///
    /// # Errors
    /// Below 3 there is no room for the ellipsis.
    pub fn new(units: i128) -> Result<DescriptionCap, TooSmall> {
        if units < ELLIPSIS.len() as i128 {
            return Err(TooSmall { units });
        }
        Ok(DescriptionCap(usize::try_from(units).unwrap_or(usize::MAX)))
    }

    /// The cap in UTF-16 units.
    pub fn units(self) -> usize {
        self.0
    }
}

impl Default for DescriptionCap {
    fn default() -> DescriptionCap {
        DescriptionCap(500)
    }
}

/// A cap without room for the ellipsis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooSmall {
    /// What was asked for, in UTF-16 units.
    pub units: i128,
}

impl fmt::Display for TooSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let least = ELLIPSIS.len();
        write!(f, "`catalog_description_max_length` is {}; it must be an integer of at least {least}", self.units)
    }
}

impl std::error::Error for TooSmall {}

/// One line of the catalog: ``- `name`: description``.
///
/// The original cuts between UTF-16 units and so can split a character outside the basic plane. The half that is left
/// is kept apart: a text cannot hold it, the digest can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    name: SkillName,
    /// The line up to the cut, or all of it.
    start: String,
    /// The first half of a character that the cut split.
    half: Option<u16>,
    /// The ellipsis, or nothing.
    end: &'static str,
}

impl Entry {
    /// The line of `skill`: white space made one space, then cut, then escaped.
    pub fn of(skill: &SessionSkill, cap: DescriptionCap) -> Entry {
        let description = one_line(&skill.description);
        let (kept, half, end) = cut(description, cap);
        let start = format!("- `{}`: {}", skill.name, escape_markup(&kept));
        Entry { name: skill.name.clone(), start, half, end }
    }

    /// The skill's name.
    pub fn name(&self) -> &SkillName {
        &self.name
    }

    /// Whether the description was longer than the cap.
    pub fn is_cut(&self) -> bool {
        !self.end.is_empty()
    }

    /// The line as the model reads it; half a character is U+FFFD.
    pub fn text(&self) -> String {
        let half = if self.half.is_some() { "\u{fffd}" } else { "" };
        format!("{}{half}{}", self.start, self.end)
    }

    /// The line as JavaScript writes it in JSON; half a character is its escape, such as `\ud83d`.
    pub(super) fn json(&self) -> String {
        let mut json = serde_json::Value::from(self.start.as_str()).to_string();
        json.pop(); // the closing quote
        if let Some(half) = self.half {
            json.push_str(&format!("\\u{half:04x}"));
        }
        json.push_str(self.end);
        json.push('"');
        json
    }
}

/// What the catalog keeps of a description that is longer than the cap, ellipsis included, before it is escaped; half a
/// character is U+FFFD. `None` where nothing is cut (D1).
pub fn cut_description(description: &str, cap: DescriptionCap) -> Option<String> {
    let (mut kept, half, end) = cut(one_line(description), cap);
    kept.extend(half.map(|_| char::REPLACEMENT_CHARACTER));
    (!end.is_empty()).then(|| kept + end)
}

/// Runs of JavaScript's `\s` become one space; none at either end.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split(is_javascript_space).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// JavaScript's `\s`: Unicode white space without U+0085, and the byte order mark.
fn is_javascript_space(c: char) -> bool {
    c == '\u{feff}' || c.is_whitespace() && c != '\u{85}'
}

/// What is left of a description, half a character if the cut splits one, and the ellipsis if there is a cut.
fn cut(description: String, cap: DescriptionCap) -> (String, Option<u16>, &'static str) {
    let length = description.encode_utf16().count();
    if length <= cap.units() {
        return (description, None, "");
    }
    let mut left = cap.units() - ELLIPSIS.len();
    let mut kept = String::new();
    for c in description.chars() {
        let Some(rest) = left.checked_sub(c.len_utf16()) else {
            let half = if left > 0 { c.encode_utf16(&mut [0; 2]).first().copied() } else { None };
            return (kept, half, ELLIPSIS);
        };
        left = rest;
        kept.push(c);
    }
    (kept, None, ELLIPSIS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(description: &str, cap: i128) -> Entry {
        let skill = SessionSkill { description: description.to_owned(), ..SessionSkill::named("a") };
        Entry::of(&skill, DescriptionCap::new(cap).unwrap())
    }

    /// The list is that of ECMA-262, `WhiteSpace` and `LineTerminator`.
    #[test]
    fn d1_white_space_is_javascripts() {
        let listed: Vec<char> =
            "\t\n\u{b}\u{c}\r \u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\
            \u{2007}\u{2008}\u{2009}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}"
                .chars()
                .collect();
        let found: Vec<char> = ('\0'..=char::MAX).filter(|c| is_javascript_space(*c)).collect();
        assert_eq!(found, listed);
        assert_eq!(entry("\u{feff} a\u{a0}\r\n\u{2028}b\u{85}c\u{180e} ", 500).text(), "- `a`: a b\u{85}c\u{180e}");
    }

    #[test]
    fn d1_length_is_in_utf16_units_and_before_escaping() {
        assert_eq!(entry("12345", 5).text(), "- `a`: 12345");
        assert_eq!(entry("123456", 5).text(), "- `a`: 12...");
        assert_eq!(entry("<&>..", 5).text(), "- `a`: &lt;&amp;&gt;..");
        assert_eq!(entry("<&>...", 5).text(), "- `a`: &lt;&amp;...");
        assert_eq!(entry("\u{20bb7}\u{20bb7}a", 5).text(), "- `a`: \u{20bb7}\u{20bb7}a");
        assert_eq!(entry("long", 3).text(), "- `a`: ...");
        assert_eq!(cut_description("1 2\n\n34", DescriptionCap(5)).as_deref(), Some("1 ..."));
        assert_eq!(cut_description("1\n\n2 3", DescriptionCap(5)), None);
        assert!(entry("long", 3).is_cut() && !entry("lon", 3).is_cut());
    }

    #[test]
    fn d3_half_a_character_is_an_escape_in_json_and_a_replacement_in_text() {
        let split = entry("\u{1f600}\u{1f600}\u{1f600}", 4);
        assert_eq!(split.text(), "- `a`: \u{fffd}...");
        assert_eq!(split.json(), r#""- `a`: \ud83d...""#);
        let whole = entry("\u{1f600}\u{1f600}\u{1f600}", 5);
        assert_eq!(whole.json(), "\"- `a`: \u{1f600}...\"");
        assert_eq!(entry("\"\\\u{1}\u{7f}\u{202e}", 9).json(), "\"- `a`: \\\"\\\\\\u0001\u{7f}\u{202e}\"");
    }

    #[test]
    fn d1_a_cap_leaves_room_for_the_ellipsis() {
        assert_eq!(DescriptionCap::default().units(), 500);
        assert_eq!(DescriptionCap::new(3).map(DescriptionCap::units), Ok(3));
        for units in [2, 0, -1, i128::MIN] {
            let error = DescriptionCap::new(units).unwrap_err();
            assert!(error.to_string().contains(&format!("is {units}; it must be an integer of at least 3")));
        }
    }
}
