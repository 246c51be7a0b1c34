//! Counting a text once: a cache in front of an exact estimator.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use super::bpe::parts;
use super::{Deviation, Estimator};

/// How many counts a generation holds. Two generations are kept.
const GENERATION: usize = 4096;

/// From so many bytes on a text is counted in parts.
const WHOLE: usize = 16 * 1024;

type Key = [u8; 32];

/// An estimator that remembers the counts of the texts it saw last, by their SHA-256. Holds no text; bounded to a few
/// thousand counts.
#[derive(Debug)]
pub struct Cached {
    inner: Arc<dyn Estimator>,
    counts: Mutex<Generations>,
}

/// Counts in use move to `young`; when it is full, what was not asked for since the last time goes.
#[derive(Debug, Default)]
struct Generations {
    young: HashMap<Key, usize>,
    old: HashMap<Key, usize>,
}

impl Generations {
    fn get(&mut self, key: &Key) -> Option<usize> {
        if let Some(count) = self.young.get(key) {
            return Some(*count);
        }
        let count = self.old.remove(key)?;
        self.insert(*key, count);
        Some(count)
    }

    fn insert(&mut self, key: Key, count: usize) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, count);
    }
}

impl Cached {
    /// A cache in front of `inner`, whose counts add up at the [seams](super::bpe) of long texts.
    pub fn new(inner: Arc<dyn Estimator>) -> Cached {
        Cached { inner, counts: Mutex::default() }
    }
}

impl Estimator for Cached {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn model(&self) -> &str {
        self.inner.model()
    }

    fn deviation(&self) -> Option<Deviation> {
        self.inner.deviation()
    }

    /// A long text is counted in parts, so that an edit recounts the part that it is in.
    fn count(&self, text: &str) -> usize {
        if text.len() < WHOLE { self.count_part(text) } else { parts(text).map(|part| self.count_part(part)).sum() }
    }
}

impl Cached {
    fn count_part(&self, text: &str) -> usize {
        let key: Key = Sha256::digest(text.as_bytes()).into();
        let counts = || self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts().get(&key) {
            return count;
        }
        // Not under the lock: a long count must not hold up the others.
        let count = self.inner.count(text);
        counts().insert(key, count);
        count
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[derive(Debug, Default)]
    struct Counter(AtomicUsize);

    impl Estimator for Counter {
        fn name(&self) -> &str {
            "counter"
        }
        fn model(&self) -> &str {
            "none"
        }
        fn deviation(&self) -> Option<Deviation> {
            None
        }
        fn count(&self, text: &str) -> usize {
            self.0.fetch_add(1, Ordering::Relaxed);
            text.len()
        }
    }

    #[test]
    fn a_text_is_counted_once() {
        let counter = Arc::new(Counter::default());
        let cached = Cached::new(counter.clone());
        assert_eq!([cached.count("ab"), cached.count("ab"), cached.count("abc")], [2, 2, 3]);
        assert_eq!(counter.0.load(Ordering::Relaxed), 2);
        assert_eq!(cached.name(), "counter");
    }

    #[test]
    fn an_edit_of_a_long_text_recounts_little() {
        #[derive(Debug, Default)]
        struct Bytes(AtomicUsize);
        impl Estimator for Bytes {
            fn name(&self) -> &str {
                "bytes"
            }
            fn model(&self) -> &str {
                "none"
            }
            fn deviation(&self) -> Option<Deviation> {
                None
            }
            fn count(&self, text: &str) -> usize {
                self.0.fetch_add(text.len(), Ordering::Relaxed);
                text.len()
            }
        }
        let text: String = (0..150_000).map(|number| format!("w{number:x}a ")).collect();
        let bytes = Arc::new(Bytes::default());
        let cached = Cached::new(bytes.clone());
        assert_eq!(cached.count(&text), text.len());
        let first = bytes.0.swap(0, Ordering::Relaxed);
        let at = text.len() / 2;
        let edited = format!("{}typed {}", &text[..at], &text[at..]);
        assert_eq!(cached.count(&edited), edited.len());
        let again = bytes.0.load(Ordering::Relaxed);
        assert!(first == text.len() && again * 20 < first, "{again} of {first} bytes");
    }

    #[test]
    fn it_is_bounded_and_keeps_what_is_in_use() {
        let counter = Arc::new(Counter::default());
        let cached = Cached::new(counter.clone());
        let texts = 5 * GENERATION;
        for number in 0..texts {
            cached.count("in use");
            cached.count(&number.to_string());
        }
        assert_eq!(counter.0.load(Ordering::Relaxed), texts + 1);
        let counts = cached.counts.lock().unwrap();
        assert!(counts.young.len() + counts.old.len() <= 2 * GENERATION);
    }
}
