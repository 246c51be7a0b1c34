//! Cutting a text into the pieces in which tokens are merged: the pre-tokenizer.

use fancy_regex::{Regex, RegexBuilder};

use super::format::{Pattern, PreTokenizer};

/// The pattern of GPT-2, which a `ByteLevel` pre-tokenizer has built in.
const GPT2: &str = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+";

/// The most patterns of one file.
const MAX_STAGES: usize = 16;

/// The most steps of a search before the rest of a chunk counts as one piece. The patterns of the families need about one
/// step a character.
const MAX_STEPS: usize = 1_000_000;

/// The patterns, each applied to the pieces of the one before; matches and what is between them are pieces.
pub(super) struct Pieces {
    stages: Vec<Regex>,
}

impl Pieces {
    pub fn new(pre_tokenizer: Option<&PreTokenizer>) -> Result<Pieces, String> {
        let mut stages = Vec::new();
        let mut is_byte_level = false;
        if let Some(pre_tokenizer) = pre_tokenizer {
            collect(pre_tokenizer, &mut stages, &mut is_byte_level)?;
        }
        match (is_byte_level, stages.len()) {
            (false, _) => Err("its pre-tokenizer is not byte-level".to_owned()),
            (true, ..=MAX_STAGES) => Ok(Pieces { stages }),
            (true, count) => Err(format!("its pre-tokenizer has {count} patterns, at most {MAX_STAGES} are read")),
        }
    }

    /// Hands on the pieces of `text` in order.
    pub fn each(&self, text: &str, mut each: impl FnMut(&str)) {
        cut(&self.stages, text, &mut each);
    }
}

fn collect(from: &PreTokenizer, stages: &mut Vec<Regex>, is_byte_level: &mut bool) -> Result<(), String> {
    if *is_byte_level {
        return Err("its pre-tokenizer goes on behind the byte level".to_owned());
    }
    match from {
        PreTokenizer::Sequence { pretokenizers } => {
            return pretokenizers.iter().try_for_each(|inner| collect(inner, stages, is_byte_level));
        }
        PreTokenizer::Split { behavior, invert, .. } if behavior != "Isolated" || *invert => {
            return Err(format!("its pre-tokenizer splits as {behavior}{}", if *invert { ", inverted" } else { "" }));
        }
        PreTokenizer::Split { pattern: Pattern::Regex(pattern), .. } => stages.push(compile(pattern)?),
        PreTokenizer::Split { pattern: Pattern::String(text), .. } => {
            stages.push(compile(&fancy_regex::escape(text))?);
        }
        PreTokenizer::Digits { individual_digits } => {
            stages.push(compile(if *individual_digits { r"\p{N}" } else { r"\p{N}+" })?);
        }
        PreTokenizer::ByteLevel { add_prefix_space: true, .. } => {
            return Err("its pre-tokenizer puts a space before the text".to_owned());
        }
        PreTokenizer::ByteLevel { use_regex, .. } => {
            *is_byte_level = true;
            if *use_regex {
                stages.push(compile(GPT2)?);
            }
        }
        PreTokenizer::Other => return Err("its pre-tokenizer has a part that is not known".to_owned()),
    }
    Ok(())
}

fn compile(pattern: &str) -> Result<Regex, String> {
    let regex = RegexBuilder::new(pattern).backtrack_limit(MAX_STEPS).build();
    regex.map_err(|error| format!("its pattern cannot be used: {error}"))
}

fn cut(stages: &[Regex], text: &str, each: &mut impl FnMut(&str)) {
    let Some((stage, rest)) = stages.split_first() else { return each(text) };
    let mut at = 0;
    for found in stage.find_iter(text) {
        // A search that takes too long leaves the rest as one piece.
        let Ok(found) = found else { break };
        if found.start() > at {
            cut(rest, &text[at..found.start()], each);
        }
        cut(rest, found.as_str(), each);
        at = found.end();
    }
    if at < text.len() {
        cut(rest, &text[at..], each);
    }
}
