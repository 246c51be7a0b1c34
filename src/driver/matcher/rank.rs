//! The ranking: BM25 over names and descriptions, with weights that the documents themselves give.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::text::each_term;

/// How much of a term's further occurrences counts (BM25's k1).
const SATURATION: f64 = 1.2;
/// How much a longer text is discounted (BM25's b).
const LENGTH: f64 = 0.75;
/// A term of the name counts as often as this many in the description.
const NAME_TIMES: u32 = 2;
/// Bytes of a body that are looked at.
const BODY_BYTES: usize = 4096;
/// The message's rarest terms that a text is measured against. A long message does not ask for more than this.
const DEMANDING: usize = 12;
/// The share of their weight that a text has to share to fit.
const ENOUGH: f64 = 0.25;
/// The share of the weight of a word that one document alone has which a text has to share to fit.
const TELLING: f64 = 0.45;
/// The share of the best score that a text has to have to fit.
const NEAR_BEST: f64 = 0.5;

/// A text that is ranked.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    /// Its name; unique among the documents.
    pub name: &'a str,
    /// What it is about.
    pub description: &'a str,
    /// What it says. Never compared with the message: only how common its words are counts, since descriptions alone are
    /// too short to tell.
    pub body: &'a str,
}

/// A document that shares a term with the message.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Its place among the documents.
    pub index: usize,
    /// Its score; higher is better, comparable within one ranking only.
    pub score: f64,
    /// What it shares with the message, the rarest first, as [`super::terms`] compares it.
    pub words: Vec<String>,
    /// It shares a word that at most a third of the documents have, or one alone.
    pub tells: bool,
    /// It is over the threshold.
    pub fits: bool,
}

/// Ranks `documents` by what they share with `message`: best first, equal ones by name. Depends on neither the order of
/// the documents nor on the machine; takes time and memory in proportion to the texts. Terms that most documents have
/// weigh next to nothing, so there is no list of common words.
pub fn rank(documents: &[Document<'_>], message: &str) -> Vec<Hit> {
    rank_by(documents, documents.len(), message)
}

/// As [`rank`], where the first so many documents alone say which words are common.
pub(super) fn rank_by(documents: &[Document<'_>], judges: usize, message: &str) -> Vec<Hit> {
    let query = Query::of(message);
    let counted: Vec<Counted> = documents.par_iter().map(|document| Counted::of(document, &query)).collect();
    let weights = Weights::of(counted.get(..judges).unwrap_or(&counted), query.terms.len());
    let mut hits: Vec<Hit> = counted
        .iter()
        .enumerate()
        .filter(|(_, counted)| !counted.shared.is_empty())
        .map(|(index, counted)| weights.hit(index, counted, &query))
        .collect();
    hits.sort_by(|one, other| {
        let names = documents[one.index].name.cmp(documents[other.index].name);
        other.score.total_cmp(&one.score).then(names)
    });
    let best = hits.first().map_or(0.0, |hit| hit.score);
    hits.iter_mut().for_each(|hit| hit.fits &= hit.score >= NEAR_BEST * best);
    hits
}

/// The distinct terms of the message, numbered in the order of their first occurrence.
struct Query {
    numbers: HashMap<String, usize>,
    terms: Vec<String>,
}

impl Query {
    fn of(message: &str) -> Query {
        let (mut numbers, mut terms) = (HashMap::new(), Vec::new());
        each_term(message, |term| {
            if !numbers.contains_key(term) {
                numbers.insert(term.to_owned(), terms.len());
                terms.push(term.to_owned());
            }
        });
        Query { numbers, terms }
    }
}

/// What a document has of the message's terms: each with how often, by number.
struct Counted {
    shared: Vec<(usize, u32)>,
    /// The numbers of the terms anywhere in it, its body included.
    having: Vec<usize>,
    /// How many terms it has in all.
    length: u32,
}

impl Counted {
    fn of(document: &Document<'_>, query: &Query) -> Counted {
        let (mut found, mut length) = (Vec::new(), 0u32);
        for (text, times) in [(document.name, NAME_TIMES), (document.description, 1)] {
            each_term(text, |term| {
                length = length.saturating_add(times);
                found.extend(query.numbers.get(term).map(|number| (*number, times)));
            });
        }
        found.sort_unstable();
        found.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 = if same { kept.1.saturating_add(next.1) } else { kept.1 };
            same
        });
        let mut having: Vec<usize> = found.iter().map(|(number, _)| *number).collect();
        let end = document.body.floor_char_boundary(BODY_BYTES);
        each_term(&document.body[..end], |term| having.extend(query.numbers.get(term)));
        having.sort_unstable();
        having.dedup();
        Counted { shared: found, having, length }
    }
}

/// What the documents say of the message's terms.
struct Weights {
    /// By number: the fewer documents have the term, the more.
    rarity: Vec<f64>,
    /// By number: at most a third of the documents have the term, or one alone.
    tells: Vec<bool>,
    /// The mean length of a document.
    length: f64,
    /// The telling weight that a text has to share to fit.
    demanded: f64,
}

impl Weights {
    fn of(counted: &[Counted], terms: usize) -> Weights {
        let mut having = vec![0usize; terms];
        counted.iter().flat_map(|counted| &counted.having).for_each(|number| having[*number] += 1);
        let all = counted.len() as f64;
        let rarity = |having: usize| (1.0 + (all - having as f64 + 0.5) / (having as f64 + 0.5)).ln();
        let weight: Vec<f64> = having.iter().map(|having| rarity(*having)).collect();
        let tells: Vec<bool> = having.iter().map(|n| *n <= 1 || *n * 3 <= counted.len()).collect();
        let mut known = vec![false; terms];
        counted.iter().flat_map(|counted| &counted.shared).for_each(|(number, _)| known[*number] = true);
        let known = (0..terms).filter(|number| known[*number] && tells[*number]);
        let mut known: Vec<f64> = known.map(|number| weight[number]).collect();
        known.sort_by(|one, other| other.total_cmp(one));
        let total: u64 = counted.iter().map(|counted| u64::from(counted.length)).sum();
        Weights {
            rarity: weight,
            tells,
            length: (total as f64 / all.max(1.0)).max(1.0),
            demanded: (ENOUGH * known.iter().take(DEMANDING).sum::<f64>()).max(TELLING * rarity(1)),
        }
    }

    fn hit(&self, index: usize, counted: &Counted, query: &Query) -> Hit {
        let long = SATURATION * (1.0 - LENGTH + LENGTH * f64::from(counted.length) / self.length);
        let score = counted.shared.iter().map(|(number, times)| {
            let times = f64::from(*times);
            self.rarity[*number] * times * (SATURATION + 1.0) / (times + long)
        });
        let telling = counted.shared.iter().map(|(number, _)| *number).filter(|number| self.tells[*number]);
        let shared: f64 = telling.map(|number| self.rarity[number]).sum();
        let mut numbers: Vec<usize> = counted.shared.iter().map(|(number, _)| *number).collect();
        numbers.sort_by(|one, other| self.rarity[*other].total_cmp(&self.rarity[*one]).then(one.cmp(other)));
        Hit {
            index,
            score: score.sum(),
            words: numbers.into_iter().map(|number| query.terms[number].clone()).collect(),
            tells: shared > 0.0,
            fits: shared > 0.0 && shared >= self.demanded,
        }
    }
}
