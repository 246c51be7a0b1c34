//! Which descriptions are nearly the same: a set join by prefixes.
//!
//! Two sets of terms are near where they share at least 85 % of what either holds (Jaccard). Order every set by how rare
//! its terms are. A set of `n` terms shares at least `0.85 n` of them with a near one, so it may miss at most
//! `n − ⌈0.85 n⌉`, and one of its rarest `n − ⌈0.85 n⌉ + 1` must be shared, and stand among the other's rarest too.
//! Only sets that meet there are compared, and each with a bounded number of them, those that share the rarest term
//! first; equal sets are found by themselves, so that a large family of one template hides none.

use std::collections::HashMap;

use super::Listed;
use crate::text::each_term;

/// The share of terms in percent that near sets have in common.
const NEAR_PERCENT: usize = 85;

/// Most sets with which one is compared.
const MOST_COMPARED: usize = 256;

/// Fewest terms that say enough to be compared.
const FEWEST: usize = 4;

/// The terms of descriptions, each set ordered from the rarest, and the terms as text.
pub(super) struct Terms {
    sets: Vec<Vec<u32>>,
    texts: Vec<String>,
}

impl Terms {
    /// The terms of these texts.
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Terms {
        let mut ids: HashMap<String, u32> = HashMap::new();
        let mut counts: Vec<u32> = Vec::new();
        let mut sets: Vec<Vec<u32>> = texts.map(|text| numbered(text, &mut ids, &mut counts)).collect();
        // Numbers by rarity; equally rare ones keep the order in which they came.
        let mut order: Vec<usize> = (0..counts.len()).collect();
        order.sort_by_key(|id| (counts.get(*id).copied(), *id));
        let mut rank: Vec<u32> = vec![0; counts.len()];
        for (new, old) in (0_u32..).zip(&order) {
            rank[*old] = new;
        }
        for set in &mut sets {
            set.iter_mut().for_each(|id| *id = rank[*id as usize]);
            set.sort_unstable();
        }
        let mut texts = vec![String::new(); counts.len()];
        for (text, id) in ids {
            texts[rank[id as usize] as usize] = text;
        }
        Terms { sets, texts }
    }

    /// Whether two of the texts are near.
    pub(super) fn are_near(&self, one: usize, other: usize) -> bool {
        match (self.sets.get(one), self.sets.get(other)) {
            (Some(one), Some(other)) => is_near(one, other),
            _ => false,
        }
    }

    /// Whether the terms that only one of the two has name its own subject, in both.
    fn differ_by_subject(&self, one: (usize, &str), other: (usize, &str)) -> bool {
        let (Some(a), Some(b)) = (self.sets.get(one.0), self.sets.get(other.0)) else { return false };
        let names_subject = |set: &[u32], without: &[u32], name: &str| {
            let subject: String = name.chars().filter(|c| *c != '-').collect();
            let own = set.iter().filter(|id| without.binary_search(id).is_err());
            let terms = own.filter_map(|id| self.texts.get(*id as usize));
            let mut words = terms.flat_map(|term| term.split(|c: char| !c.is_alphanumeric()));
            words.any(|word| word.len() >= 2 && subject.contains(word))
        };
        names_subject(a, b, one.1) && names_subject(b, a, other.1)
    }
}

/// The terms of a text, each once, by a number that stands for it in `ids`; `counts` counts the texts that hold it.
fn numbered(text: &str, ids: &mut HashMap<String, u32>, counts: &mut Vec<u32>) -> Vec<u32> {
    let mut set = Vec::new();
    each_term(text, |term| {
        let id = match ids.get(term) {
            Some(id) => *id,
            None => {
                let id = u32::try_from(ids.len()).unwrap_or(u32::MAX);
                ids.insert(term.to_owned(), id);
                counts.push(0);
                id
            }
        };
        set.push(id);
    });
    set.sort_unstable();
    set.dedup();
    set.iter().for_each(|id| counts[*id as usize] += 1);
    set
}

/// Each skill that has a near one before it in the list, with the nearest of these (the first of equals).
pub(super) fn pairs(terms: &Terms, skills: &[Listed<'_>]) -> Vec<(usize, usize)> {
    let mut by_prefix: HashMap<u32, Vec<usize>> = HashMap::new();
    let mut equal: HashMap<&[u32], usize> = HashMap::new();
    let mut seen_by: Vec<usize> = vec![usize::MAX; terms.sets.len()];
    let mut found = Vec::new();
    for (index, (set, skill)) in terms.sets.iter().zip(skills).enumerate() {
        if set.len() < FEWEST {
            continue;
        }
        let prefix = &set[..set.len() - shared_at_least(set.len()) + 1];
        let same = equal.get(set.as_slice()).copied();
        if let Some(earlier) = same {
            found.push((index, earlier));
        } else {
            equal.insert(set, index);
            let candidates = prefix.iter().filter_map(|term| by_prefix.get(term)).flatten();
            let fresh = candidates.filter(|earlier| std::mem::replace(&mut seen_by[**earlier], index) != index);
            let near = fresh.take(MOST_COMPARED).filter(|earlier| {
                let name = skills.get(**earlier).map_or("", |skill| skill.name);
                terms.are_near(index, **earlier) && !terms.differ_by_subject((index, skill.name), (**earlier, name))
            });
            let nearest = near.copied().max_by_key(|earlier| {
                (terms.sets.get(*earlier).map_or(0, |other| common(set, other)), std::cmp::Reverse(*earlier))
            });
            found.extend(nearest.map(|earlier| (index, earlier)));
        }
        for term in prefix {
            by_prefix.entry(*term).or_default().push(index);
        }
    }
    found
}

fn shared_at_least(terms: usize) -> usize {
    (terms * NEAR_PERCENT).div_ceil(100)
}

fn is_near(one: &[u32], other: &[u32]) -> bool {
    let (less, more) = (one.len().min(other.len()), one.len().max(other.len()));
    if less == 0 || less * 100 < more * NEAR_PERCENT {
        return false;
    }
    let both = common(one, other);
    both * 100 >= (one.len() + other.len() - both) * NEAR_PERCENT
}

/// How many terms two ordered sets share.
fn common(one: &[u32], other: &[u32]) -> usize {
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    let mut both = 0;
    while let (Some(a), Some(b)) = (one.peek(), other.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => drop(one.next()),
            std::cmp::Ordering::Greater => drop(other.next()),
            std::cmp::Ordering::Equal => {
                both += 1;
                one.next();
                other.next();
            }
        }
    }
    both
}
