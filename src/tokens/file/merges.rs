//! Merging the bytes of a piece into tokens, in the order of the file's merges.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::format::{Merge, Model};

/// The merges of a file.
pub(super) struct Merges {
    /// The token of each byte.
    bytes: [u32; 256],
    /// What two neighbours become, and when: the earlier first.
    pairs: FxHashMap<(u32, u32), (u32, u32)>,
    /// The tokens that are taken whole where a piece is one; empty where merges decide alone.
    whole: FxHashSet<Box<[u8]>>,
}

/// The tokens of a piece while they are merged; kept from piece to piece.
#[derive(Default)]
pub(super) struct Scratch {
    symbols: Vec<Symbol>,
    /// Merge order, place of the left neighbour, what both become.
    queue: BinaryHeap<Reverse<(u32, u32, u32)>>,
}

/// A token in its place, linked to its neighbours; `NONE` where there is none.
#[derive(Clone, Copy)]
struct Symbol {
    token: u32,
    before: u32,
    after: u32,
    is_gone: bool,
}

const NONE: u32 = u32::MAX;

impl Merges {
    pub fn new(model: Model) -> Result<Merges, String> {
        let part = [
            (model.kind.as_deref().unwrap_or("BPE") != "BPE", "its model is not BPE"),
            (model.dropout.is_some_and(|dropout| dropout > 0.0), "its merges are dropped at random"),
            (!model.continuing_subword_prefix.unwrap_or_default().is_empty(), "its subwords have a prefix"),
            (!model.end_of_word_suffix.unwrap_or_default().is_empty(), "its words have a suffix"),
            (model.byte_fallback, "it has a token for unknown bytes"),
        ];
        if let Some((_, reason)) = part.iter().find(|(holds, _)| *holds) {
            return Err((*reason).to_owned());
        }
        let alphabet = alphabet();
        let mut bytes = [0; 256];
        for (byte, c) in alphabet.iter().enumerate() {
            let token = model.vocab.get(c.encode_utf8(&mut [0; 4]) as &str);
            bytes[byte] = *token.ok_or_else(|| format!("its vocabulary has no token for the byte {byte:#04x}"))?;
        }
        let mut pairs = FxHashMap::default();
        for (order, merge) in (0..).zip(&model.merges) {
            let known = known(merge, &model.vocab);
            let (pair, whole) = known.ok_or_else(|| format!("merge {order} names a token that is not there"))?;
            pairs.entry(pair).or_insert((order, whole));
        }
        let whole = if model.ignore_merges { spelled(model.vocab.keys(), &alphabet) } else { FxHashSet::default() };
        Ok(Merges { bytes, pairs, whole })
    }

    /// The number of tokens of a piece. Time grows as n log n.
    pub fn count(&self, piece: &str, scratch: &mut Scratch) -> usize {
        let bytes = piece.as_bytes();
        if bytes.len() < 2 || self.whole.contains(bytes) {
            return bytes.len().min(1);
        }
        let last = (bytes.len() - 1) as u32;
        let Scratch { symbols, queue } = scratch;
        symbols.clear();
        symbols.extend((0..).zip(bytes).map(|(at, byte)| Symbol {
            token: self.bytes[usize::from(*byte)],
            before: if at == 0 { NONE } else { at - 1 },
            after: if at == last { NONE } else { at + 1 },
            is_gone: false,
        }));
        for at in 0..last {
            self.offer(at, symbols, queue);
        }
        let mut left = bytes.len();
        while let Some(Reverse((_, at, whole))) = queue.pop() {
            left -= usize::from(self.merge(at, whole, symbols, queue));
        }
        left
    }

    /// Queues the merge of the token at `at` with the one behind it, if there is one.
    fn offer(&self, at: u32, symbols: &[Symbol], queue: &mut BinaryHeap<Reverse<(u32, u32, u32)>>) {
        let Symbol { token, after, .. } = symbols[at as usize];
        if after == NONE {
            return;
        }
        if let Some((order, whole)) = self.pairs.get(&(token, symbols[after as usize].token)) {
            queue.push(Reverse((*order, at, *whole)));
        }
    }

    /// Merges the token at `at` with the one behind it, unless an earlier merge has taken one of them.
    fn merge(
        &self,
        at: u32,
        whole: u32,
        symbols: &mut [Symbol],
        queue: &mut BinaryHeap<Reverse<(u32, u32, u32)>>,
    ) -> bool {
        let left = symbols[at as usize];
        if left.is_gone || left.after == NONE {
            return false;
        }
        let right = symbols[left.after as usize];
        if self.pairs.get(&(left.token, right.token)).is_none_or(|(_, now)| *now != whole) {
            return false;
        }
        symbols[left.after as usize].is_gone = true;
        symbols[at as usize] = Symbol { token: whole, after: right.after, ..left };
        if right.after != NONE {
            symbols[right.after as usize].before = at;
            self.offer(at, symbols, queue);
        }
        if left.before != NONE {
            self.offer(left.before, symbols, queue);
        }
        true
    }
}

/// The tokens of a merge, and the one that they become.
fn known(merge: &Merge, vocabulary: &std::collections::HashMap<String, u32>) -> Option<((u32, u32), u32)> {
    let (left, right) = merge.parts()?;
    let whole = vocabulary.get(&format!("{left}{right}"))?;
    Some(((*vocabulary.get(left)?, *vocabulary.get(right)?), *whole))
}

/// The bytes of the tokens that are spelled in the alphabet of bytes.
fn spelled<'t>(tokens: impl Iterator<Item = &'t String>, alphabet: &[char; 256]) -> FxHashSet<Box<[u8]>> {
    let bytes: FxHashMap<char, u8> = (0..=255).map(|byte: u8| (alphabet[usize::from(byte)], byte)).collect();
    tokens.filter_map(|token| token.chars().map(|c| bytes.get(&c).copied()).collect()).collect()
}

/// How the family writes bytes: those that print as themselves, the others as the characters from U+0100 on.
fn alphabet() -> [char; 256] {
    let mut spare = '\u{100}'..;
    std::array::from_fn(|byte| match byte as u8 {
        byte @ (b'!'..=b'~' | 0xA1..=0xAC | 0xAE..) => char::from(byte),
        _ => spare.next().unwrap_or_default(),
    })
}
