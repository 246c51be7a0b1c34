//! Exact counts by a `tokenizer.json` of the byte-level BPE family: DeepSeek, Qwen, Llama 3, GPT (T1).
//!
//! A text goes through the same steps as in the `tokenizers` library: added tokens are found, the rest is normalized and
//! cut into [pieces](Pieces), and in each piece neighbours are [merged](Merges) in the order of the file's merges. Ranks of
//! tokens, as tiktoken has them, would not do: they merge any two neighbours that spell a token, the file only those that
//! it names. A file that holds anything else is refused with the reason; nothing is counted nearly.
//!
//! Texts over 32 KiB are counted in chunks as [`Bpe`](super::Bpe) does, which is exact for the patterns of these families.

mod format;
mod merges;
mod pieces;

use std::borrow::Cow;
use std::fmt;

use aho_corasick::{AhoCorasick, MatchKind};
use unicode_normalization::UnicodeNormalization as _;

use super::bpe::{CHUNK, chunks, is_part_end};
use super::{Deviation, Estimator};
use crate::diag::{Code, Diagnostic, Place};
use format::{Added, File};
use merges::Merges;
use pieces::Pieces;

/// What stands before the path in the name of such an estimator.
pub const PREFIX: &str = "file:";

/// The most bytes of such a file. The largest known, for a vocabulary of 200,000, has some 25 MB.
pub const MAX_TOKENIZER: u64 = 64 * 1024 * 1024;

/// A tokenizer that the person brought.
pub struct FileBpe {
    name: String,
    model: String,
    added: AddedTokens,
    normalizes: bool,
    pieces: Pieces,
    merges: Merges,
}

impl fmt::Debug for FileBpe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileBpe").field("name", &self.name).finish_non_exhaustive()
    }
}

impl FileBpe {
    /// The tokenizer of the file at `path`, as it was named, with this text.
    ///
    /// # Errors
    /// `tokenizer-file` where it is no such file, or needs what is not counted exactly here.
    pub fn read(path: &str, text: &str) -> Result<FileBpe, Diagnostic> {
        let refuse = |reason: String| {
            Diagnostic::error(Code::TokenizerFile, format!("{path} cannot count tokens: {reason}"))
                .at(Place::file(path))
                .help("it takes a tokenizer.json of the byte-level BPE family: DeepSeek, Qwen, Llama 3, GPT")
        };
        FileBpe::build(path, text).map_err(refuse)
    }

    fn build(path: &str, text: &str) -> Result<FileBpe, String> {
        let file: File = serde_json::from_str(text).map_err(|error| format!("it is no tokenizer.json: {error}"))?;
        Ok(FileBpe {
            name: format!("{PREFIX}{path}"),
            model: format!("the tokenizer in {path}"),
            normalizes: file.normalizer.as_ref().map_or(Ok(false), format::Normalizer::is_nfc)?,
            added: AddedTokens::new(&file.added_tokens)?,
            pieces: Pieces::new(file.pre_tokenizer.as_ref())?,
            merges: Merges::new(file.model)?,
        })
    }

    fn normal<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !self.normalizes || unicode_normalization::is_nfc(text) {
            return Cow::Borrowed(text);
        }
        Cow::Owned(text.nfc().collect())
    }
}

impl Estimator for FileBpe {
    fn name(&self) -> &str {
        &self.name
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn deviation(&self) -> Option<Deviation> {
        None
    }

    /// Added tokens count as one wherever they stand in the text, special ones too, as the file's own library has it.
    fn count(&self, text: &str) -> usize {
        let mut tokens = 0;
        let mut scratch = merges::Scratch::default();
        AddedTokens::split(&self.added.raw, text, &mut tokens, |rest, tokens| {
            let normal = self.normal(rest);
            AddedTokens::split(&self.added.normal, &normal, tokens, |rest, tokens| {
                for chunk in chunks(rest, CHUNK) {
                    self.pieces.each(chunk, |piece| *tokens += self.merges.count(piece, &mut scratch));
                }
            });
        });
        tokens
    }
}

/// Tokens that are found before anything else; those of the second kind only once the text is normalized.
struct AddedTokens {
    raw: Option<AhoCorasick>,
    normal: Option<AhoCorasick>,
}

impl AddedTokens {
    fn new(added: &[Added]) -> Result<AddedTokens, String> {
        let cut = |token: &&Added| {
            let mut pairs = token.content.chars().zip(token.content.chars().skip(1));
            pairs.any(|(before, after)| is_part_end(before, after))
        };
        if let Some(odd) = added.iter().find(cut) {
            return Err(format!("its added token `{}` holds a space or a CJK mark behind a letter", odd.content));
        }
        if let Some(odd) = added.iter().find(|token| token.single_word || token.lstrip || token.rstrip) {
            return Err(format!("its added token `{}` takes in what stands around it", odd.content));
        }
        let of = |normalized: bool| {
            let contents = added.iter().filter(|token| token.normalized == normalized && !token.content.is_empty());
            let contents: Vec<&str> = contents.map(|token| token.content.as_str()).collect();
            if contents.is_empty() {
                return Ok(None);
            }
            let finder = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(contents);
            finder.map(Some).map_err(|error| format!("its added tokens are too many: {error}"))
        };
        Ok(AddedTokens { raw: of(false)?, normal: of(true)? })
    }

    /// Counts the added tokens of `text` and hands on what stands between them.
    fn split(finder: &Option<AhoCorasick>, text: &str, tokens: &mut usize, mut each: impl FnMut(&str, &mut usize)) {
        let mut at = 0;
        for found in finder.iter().flat_map(|finder| finder.find_iter(text)) {
            each(&text[at..found.start()], tokens);
            *tokens += 1;
            at = found.end();
        }
        each(&text[at..], tokens);
    }
}

#[cfg(test)]
mod tests;
