//! Which catalog message is due, at the start of a session and at each later step (D2, D3).

use serde::Serialize;

use super::{Entry, Templates, View};

/// What a catalog message is to the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CatalogKind {
    /// The session prefix.
    Initial,
    /// A complete catalog in place of the earlier ones.
    Replacement,
    /// An empty catalog, which retires every earlier name.
    Retired,
}

/// A catalog message, in the role of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogMessage {
    /// What it is to the session.
    pub kind: CatalogKind,
    /// The digest of the view that it shows.
    pub digest: String,
    /// The text the model reads.
    pub text: String,
}

/// What a host records with an appended catalog message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Metadata<'a> {
    /// Always `skill-catalog`.
    pub kind: &'static str,
    /// Always 1.
    pub version: u32,
    /// The digest of the view that the message shows.
    pub digest: &'a str,
}

impl<'a> Metadata<'a> {
    /// What is recorded with a message of that kind; nothing with the session prefix, which is no message of the history.
    pub fn of(kind: CatalogKind, digest: &'a str) -> Option<Metadata<'a>> {
        (kind != CatalogKind::Initial).then_some(Metadata { kind: "skill-catalog", version: 1, digest })
    }
}

impl CatalogMessage {
    /// What is recorded with it.
    pub fn metadata(&self) -> Option<Metadata<'_>> {
        Metadata::of(self.kind, &self.digest)
    }
}

/// What comes of looking at a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Observation {
    /// This message is due.
    Due(CatalogMessage),
    /// The model already knows this view.
    Known,
    /// There is nothing to show, and nothing was shown that would have to be retired.
    Nothing,
    /// A provider is incomplete: the last good view stays, and the next step tries again.
    Incomplete,
}

impl Observation {
    /// The message, where one is due.
    pub fn due(self) -> Option<CatalogMessage> {
        match self {
            Observation::Due(message) => Some(message),
            Observation::Known | Observation::Nothing | Observation::Incomplete => None,
        }
    }
}

/// What the model of one session knows of the catalog: a digest each of the prefix and of the newest catalog message
/// that is still visible.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lifecycle {
    baseline: Option<String>,
    newest: Option<String>,
}

impl Lifecycle {
    /// Composes the session prefix. Its digest becomes the baseline also where the prefix is empty; an incomplete view
    /// leaves none. [`Observation::Known`] does not occur.
    pub fn prefix(&mut self, view: &View, templates: &Templates) -> Observation {
        if !view.is_certain() {
            self.baseline = None;
            return Observation::Incomplete;
        }
        let digest = view.digest().to_owned();
        self.baseline = Some(digest.clone());
        if view.entries().is_empty() {
            return Observation::Nothing;
        }
        Observation::Due(CatalogMessage { kind: CatalogKind::Initial, digest, text: templates.initial(&lines(view)) })
    }

    /// Looks at the view before a later step; a message that is due counts as appended.
    pub fn step(&mut self, view: &View, templates: &Templates) -> Observation {
        if !view.is_certain() {
            return Observation::Incomplete;
        }
        let digest = view.digest().to_owned();
        let empty = view.entries().is_empty();
        match self.known() {
            Some(known) if known == digest => return Observation::Known,
            None if empty => {
                self.baseline = Some(digest);
                return Observation::Nothing;
            }
            _ => self.newest = Some(digest.clone()),
        }
        let (kind, text) = match empty {
            true => (CatalogKind::Retired, templates.retired()),
            false => (CatalogKind::Replacement, templates.replacement(&lines(view))),
        };
        Observation::Due(CatalogMessage { kind, digest, text })
    }

    /// Compaction: appended catalog messages are no longer visible, the prefix is.
    pub fn compact(&mut self) {
        self.newest = None;
    }

    /// The digest of the session prefix, or of an empty view; `None` while no view was certain.
    pub fn baseline(&self) -> Option<&str> {
        self.baseline.as_deref()
    }

    /// The digest of the view that the model knows, if it knows one.
    pub fn known(&self) -> Option<&str> {
        self.newest.as_deref().or(self.baseline.as_deref())
    }
}

fn lines(view: &View) -> String {
    view.entries().iter().map(Entry::text).collect::<Vec<_>>().join("\n")
}
