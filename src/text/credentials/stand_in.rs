//! Tells random values from what people write in their stead: `sk-xxxx`, `YOUR_API_KEY`, `${TOKEN}`, `abc123…`.

/// Words that no random value holds by chance but examples do.
const WORDS: [&str; 27] = [
    "example",
    "placeholder",
    "your",
    "xxxx",
    "dummy",
    "fake",
    "sample",
    "changeme",
    "redacted",
    "insert",
    "replace",
    "secret",
    "password",
    "passwd",
    "apikey",
    "api-key",
    "api_key",
    "token",
    "here",
    "goes",
    "test",
    "demo",
    "foobar",
    "1234",
    "abcd",
    "qwerty",
    "deadbeef",
];

/// Fewer different characters than this are a pattern.
const LEAST_DIFFERENT: usize = 6;
/// So many equal characters in a row are a pattern.
const REPEATED: usize = 4;
/// So many characters that each follow the one before are a pattern.
const ASCENDING: usize = 5;

/// Whether a value is what someone wrote in the stead of one.
pub fn is_stand_in(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
        || different(value.as_bytes()) < LEAST_DIFFERENT
        || longest_steps(value.as_bytes(), 0) >= REPEATED
        || longest_steps(lower.as_bytes(), 1) >= ASCENDING
}

/// Whether a value is long, looks drawn by lot and is no stand-in: one part of it without hyphens, dots or slashes mixes
/// letters and digits as no name, path or version does.
pub fn is_random(value: &str) -> bool {
    /// Characters of a value. Shorter ones are ids, dates and versions more often than secrets.
    const LEAST: usize = 16;
    /// How many characters there are, on average, to one change between letters and digits: random hex has one in two,
    /// random base64 one in three or four.
    const PER_CHANGE: usize = 8;
    if value.len() < LEAST {
        return false;
    }
    let parts = || value.split(|c: char| !c.is_ascii_alphanumeric());
    let longest = parts().max_by_key(|part| part.len()).unwrap_or_default();
    let is_uuid =
        parts().map(str::len).eq([8, 4, 4, 4, 12]) && value.bytes().all(|b| b == b'-' || b.is_ascii_hexdigit());
    let has_long_part = longest.len() >= LEAST || (longest.len() >= 10 && value.len() >= 32 && !value.starts_with('/'));
    let digits = longest.bytes().filter(u8::is_ascii_digit).count();
    (is_uuid || has_long_part)
        && digits >= 2
        && digits < longest.len()
        && changes(longest.as_bytes()) * PER_CHANGE >= longest.len()
        && !is_stand_in(value)
}

fn different(bytes: &[u8]) -> usize {
    let mut seen = [false; 256];
    bytes.iter().filter(|byte| !std::mem::replace(&mut seen[usize::from(**byte)], true)).count()
}

/// The length of the longest row in which each byte is the one before plus `step`.
fn longest_steps(bytes: &[u8], step: u8) -> usize {
    let mut longest = 0;
    let mut row = 0;
    for (index, byte) in bytes.iter().enumerate() {
        let follows = index > 0 && byte.wrapping_sub(bytes[index - 1]) == step;
        row = if follows { row + 1 } else { 1 };
        longest = longest.max(row);
    }
    longest
}

/// How often a letter stands beside a digit.
fn changes(bytes: &[u8]) -> usize {
    bytes.windows(2).filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit()).count()
}
