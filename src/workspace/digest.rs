//! SHA-256 sums that cost nothing until someone looks: opening a workspace reads only what it shows (U15).

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use serde::{Serialize, Serializer};

type Compute = Box<dyn FnOnce() -> String + Send + Sync>;

/// A SHA-256 in lower-case hex, computed when it is first read, once for all its clones. Equal by value.
#[derive(Clone)]
pub struct Digest(Arc<LazyLock<String, Compute>>);

impl Digest {
    /// The digest that `compute` gives.
    pub fn lazy(compute: impl FnOnce() -> String + Send + Sync + 'static) -> Digest {
        Digest(Arc::new(LazyLock::new(Box::new(compute))))
    }

    /// Computes it here and now, for those who must not wait when it is read.
    pub fn compute(&self) {
        LazyLock::force(&self.0);
    }
}

impl From<String> for Digest {
    fn from(hex: String) -> Digest {
        Digest::lazy(|| hex)
    }
}

impl Deref for Digest {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl PartialEq for Digest {
    fn eq(&self, other: &Digest) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl Eq for Digest {}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}
