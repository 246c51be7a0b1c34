//! The parts of a `tokenizer.json` that decide a count. Other keys, such as decoder and truncation, do not.

use std::collections::HashMap;

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct File {
    #[serde(default)]
    pub added_tokens: Vec<Added>,
    pub normalizer: Option<Normalizer>,
    pub pre_tokenizer: Option<PreTokenizer>,
    pub model: Model,
}

/// A token that is found in the text before it is cut.
#[derive(Deserialize)]
pub(super) struct Added {
    pub content: String,
    #[serde(default)]
    pub single_word: bool,
    #[serde(default)]
    pub lstrip: bool,
    #[serde(default)]
    pub rstrip: bool,
    #[serde(default)]
    pub normalized: bool,
}

#[derive(Deserialize)]
pub(super) struct Normalizer {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    normalizers: Vec<Normalizer>,
}

impl Normalizer {
    /// Whether it is NFC; an error where it is something else than NFC or nothing.
    pub fn is_nfc(&self) -> Result<bool, String> {
        match self.kind.as_str() {
            "NFC" => Ok(true),
            "Sequence" => self.normalizers.iter().try_fold(false, |nfc, normalizer| Ok(normalizer.is_nfc()? || nfc)),
            kind => Err(format!("its normalizer is {kind}; only NFC is known")),
        }
    }
}

#[derive(Deserialize)]
#[serde(tag = "type")]
pub(super) enum PreTokenizer {
    Sequence {
        pretokenizers: Vec<PreTokenizer>,
    },
    Split {
        pattern: Pattern,
        behavior: String,
        invert: bool,
    },
    Digits {
        individual_digits: bool,
    },
    ByteLevel {
        add_prefix_space: bool,
        #[serde(default = "yes")]
        use_regex: bool,
    },
    #[serde(other)]
    Other,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
pub(super) enum Pattern {
    Regex(String),
    String(String),
}

#[derive(Deserialize)]
pub(super) struct Model {
    #[serde(rename = "type")]
    pub kind: Option<String>,
    pub dropout: Option<f64>,
    pub continuing_subword_prefix: Option<String>,
    pub end_of_word_suffix: Option<String>,
    #[serde(default)]
    pub byte_fallback: bool,
    /// A piece that is a token is taken as it is, whatever the merges make of it.
    #[serde(default)]
    pub ignore_merges: bool,
    pub vocab: HashMap<String, u32>,
    pub merges: Vec<Merge>,
}

/// Two tokens that become one, as they are written: `"a b"`, or `["a", "b"]` since a token may hold a space.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Merge {
    Pair(String, String),
    Line(String),
}

impl Merge {
    pub fn parts(&self) -> Option<(&str, &str)> {
        match self {
            Merge::Pair(left, right) => Some((left, right)),
            Merge::Line(line) => line.split_once(' '),
        }
    }
}
