//! The timeline of a session: what happened, in order, and for each request what it cost and how much of it the service
//! has seen before (D7, T3).

use std::collections::BTreeSet;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::names;
use super::prompt::{RequestReport, answered};
use crate::dialect::dsh::{CatalogKind, Metadata, ToolView};
use crate::driver::matcher::{LABEL, Reasons};
use crate::prompt::{Kind, Prompt, reuse};
use crate::text::{cut, printable_line, thousands};
use crate::turn::{Change, Moment, Note, Noted, SkillChangeKind, Step, StepKind, Turn};

/// Most cells of a text that a line of the human form repeats.
const TEXT_CELLS: usize = 72;

/// One moment of a session.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entry<'a> {
    /// The user's message.
    Message {
        /// What the session's file says that this shows; null where it says nothing.
        say: Option<&'a str>,
        /// Its text.
        text: &'a str,
    },
    /// The world around the session changed; it counts from the next request.
    Change {
        /// What the session's file says that this shows; null where it says nothing.
        say: Option<&'a str>,
        /// `skills`, `tool`, `provider` or `compact`.
        what: &'static str,
        /// For `tool` `visible`, `hidden` or `shadowed`; for `provider` `complete`, `incomplete` or `failed`; else null.
        now: Option<&'static str>,
        /// For `provider` its name; `filesystem` is the workspace's. Else null.
        provider: Option<&'a str>,
        /// For `skills` what became of each that changed.
        skills: Vec<SkillEntry<'a>>,
    },
    /// A catalog message.
    Catalog {
        /// `initial` (the session prefix), `replacement` or `retired` (an empty one: no name may be used any more).
        status: &'static str,
        /// The number of the request that is the first to hold it, from 1.
        request: usize,
        /// The id of its segment.
        segment: &'a str,
        /// Its tokens.
        tokens: usize,
        /// SHA-256 (hex) of what it shows.
        digest: &'a str,
        /// What the host records with it; null for the prefix, which is no message of the history.
        metadata: Option<MetadataEntry<'a>>,
    },
    /// The host sends a request.
    Request {
        /// Its number, from 1.
        request: usize,
        /// The estimate of the whole.
        tokens: usize,
        /// The tokens of its leading segments that are as they were in the request before.
        reusable_tokens: usize,
        /// Their share of `tokens` in whole percent, rounded down.
        reusable_percent: usize,
        /// Whether all of the request before stands at its start: the service's prefix cache survives. Null for the first.
        prefix_survives: Option<bool>,
        /// The id of the first segment that differs; null for the first request, and where none does.
        first_different: Option<String>,
        /// The segments that the request before did not have, in order.
        added: Vec<Part<'a>>,
        /// The ids of the segments that only the request before had.
        removed: Vec<&'a str>,
    },
    /// The model's response.
    Response {
        /// What the session's file says that this shows; null where it says nothing.
        say: Option<&'a str>,
        /// Who played the model, where it was no given response: `matcher: not a model`; else null.
        driver: Option<&'static str>,
        /// The number of the request that it answers, from 1.
        request: usize,
        /// What goes to the user; null where the response calls tools.
        reply: Option<String>,
        /// The calls and what came back.
        calls: Vec<RequestReport<'a>>,
    },
}

/// A skill that a change touched.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SkillEntry<'a> {
    name: &'a str,
    /// `added`, `described` (it has another description), `body_only` or `removed`.
    change: &'static str,
}

/// What a host records with a catalog message.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MetadataEntry<'a> {
    kind: &'static str,
    version: u32,
    digest: &'a str,
}

/// A segment that a request adds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Part<'a> {
    /// Its id.
    id: &'a str,
    /// Its kind, as in `segments`.
    kind: &'static str,
    /// Its tokens.
    tokens: usize,
}

/// The moments of a session. `captions` belong to its messages, responses and changes, in order, the opening message
/// first; `reasons` say which responses are the matcher's.
pub fn entries<'a>(turn: &'a Turn, captions: &'a [Option<String>], reasons: &Reasons) -> Vec<Entry<'a>> {
    let mut captions = captions.iter().map(Option::as_deref);
    let mut say = || captions.next().flatten();
    let mut entries = vec![Entry::Message { say: say(), text: &turn.setup().message.text }];
    entries.extend(initial_catalog(turn));
    for moment in turn.timeline() {
        entries.push(match moment {
            Moment::Request { index, prompt, before } => request(index, prompt, before),
            Moment::Response { index, step } => {
                let driver = reasons.contains_key(&index).then_some(LABEL);
                response(say(), driver, index, step)
            }
            Moment::Note(note) => match &note.what {
                Noted::Message(message) => Entry::Message { say: say(), text: &message.text },
                Noted::Change(change) => changed(say(), note, change),
                Noted::Catalog { kind, digest, segment, tokens } => {
                    catalog(*kind, note.before, segment, *tokens, digest)
                }
            },
        });
    }
    entries
}

/// The session prefix, where the first request has one.
fn initial_catalog(turn: &Turn) -> Option<Entry<'_>> {
    let segments = &turn.requests().first()?.segments;
    let prefix = segments.iter().find(|segment| segment.kind == Kind::Catalog && segment.stable)?;
    let digest = turn.ledger().catalogs.baseline()?;
    Some(catalog(CatalogKind::Initial, 0, &prefix.id, prefix.tokens, digest))
}

fn catalog<'a>(kind: CatalogKind, index: usize, segment: &'a str, tokens: usize, digest: &'a str) -> Entry<'a> {
    let metadata = Metadata::of(kind, digest);
    Entry::Catalog {
        status: names::catalog_kind(kind),
        request: index + 1,
        segment,
        tokens,
        digest,
        metadata: metadata.map(|Metadata { kind, version, digest }| MetadataEntry { kind, version, digest }),
    }
}

fn request<'a>(index: usize, prompt: &'a Prompt, before: Option<&'a Prompt>) -> Entry<'a> {
    const NOTHING: &Prompt = &Prompt { segments: Vec::new() };
    let is_first = before.is_none();
    let before = before.unwrap_or(NOTHING);
    let reuse = reuse(before, prompt);
    let (old, new) = (sent(before), sent(prompt));
    let added = prompt.sent().filter(|segment| !old.contains(&(segment.id.as_str(), &*segment.text)));
    let removed = before.sent().filter(|segment| !new.contains(&(segment.id.as_str(), &*segment.text)));
    Entry::Request {
        request: index + 1,
        tokens: reuse.total,
        reusable_tokens: reuse.tokens,
        reusable_percent: reuse.percent(),
        prefix_survives: (!is_first).then_some(reuse.survives),
        first_different: reuse.first_different.filter(|_| !is_first),
        added: added
            .map(|segment| Part { id: &segment.id, kind: segment.kind.as_str(), tokens: segment.tokens })
            .collect(),
        removed: removed.map(|segment| segment.id.as_str()).collect(),
    }
}

/// Ids and texts: a segment whose text is another goes, and comes anew.
fn sent(prompt: &Prompt) -> BTreeSet<(&str, &str)> {
    prompt.sent().map(|segment| (segment.id.as_str(), &*segment.text)).collect()
}

fn response<'a>(say: Option<&'a str>, driver: Option<&'static str>, index: usize, step: &'a Step) -> Entry<'a> {
    let reply = (step.kind == StepKind::Final).then(|| step.response.clone());
    Entry::Response { say, driver, request: index + 1, reply, calls: answered(step) }
}

fn changed<'a>(say: Option<&'a str>, note: &'a Note, change: &'a Change) -> Entry<'a> {
    let (what, now) = match change {
        Change::Skill(_) | Change::Files(_) => ("skills", None),
        Change::Tool(ToolView::Visible) => ("tool", Some("visible")),
        Change::Tool(ToolView::Hidden) => ("tool", Some("hidden")),
        Change::Tool(ToolView::Shadowed) => ("tool", Some("shadowed")),
        Change::Provider { state, .. } => ("provider", Some(state.word())),
        Change::Compact => ("compact", None),
    };
    let skills = note.skills.iter().map(|skill| SkillEntry { name: &skill.name, change: skill_change(skill.kind) });
    let provider = match change {
        Change::Provider { name, .. } => Some(name.as_str()),
        _ => None,
    };
    Entry::Change { say, what, now, provider, skills: skills.collect() }
}

fn skill_change(kind: SkillChangeKind) -> &'static str {
    match kind {
        SkillChangeKind::Added => "added",
        SkillChangeKind::Described => "described",
        SkillChangeKind::BodyOnly => "body_only",
        SkillChangeKind::Removed => "removed",
    }
}

/// The timeline for people: captions, then what happened, and for each request its numbers and what it adds.
pub fn human(turn: &Turn, captions: &[Option<String>], reasons: &Reasons) -> String {
    let mut out = String::new();
    for entry in entries(turn, captions, reasons) {
        if let Some(say) = entry.say() {
            let _ = writeln!(out, "\n# {}", printable_line(say));
        }
        for line in entry.lines() {
            let _ = writeln!(out, "{}", printable_line(&line));
        }
    }
    let _ = writeln!(out, "\ntokens by {}", turn.setup().estimator.name());
    out
}

impl Entry<'_> {
    fn say(&self) -> Option<&str> {
        match self {
            Entry::Message { say, .. } | Entry::Change { say, .. } | Entry::Response { say, .. } => *say,
            Entry::Catalog { .. } | Entry::Request { .. } => None,
        }
    }

    fn lines(&self) -> Vec<String> {
        match self {
            Entry::Message { text, .. } => vec![format!("user      {}", short(text))],
            Entry::Change { what, now, provider, skills, .. } => {
                let skills = skills.iter().map(|skill| format!("{} {}", skill.name, skill.change.replace('_', " ")));
                let rest: Vec<String> = now.iter().map(|now| (*now).to_owned()).chain(skills).collect();
                let who = provider.map_or_else(String::new, |name| format!("{name} "));
                vec![format!("change    {what} {who}{}", rest.join(", ")).trim_end().to_owned()]
            }
            Entry::Catalog { status, tokens, digest, .. } => {
                let digest = digest.get(..7).unwrap_or(digest);
                vec![format!("catalog   {status}, {} tokens, digest {digest}", thousands(*tokens))]
            }
            Entry::Request { .. } => self.request_lines(),
            Entry::Response { driver, reply, calls, .. } => {
                let driver = driver.iter().map(|driver| (*driver).to_owned());
                let reply = reply.iter().map(|reply| format!("model     {}", short(reply)));
                driver.chain(reply).chain(calls.iter().map(RequestReport::line)).collect()
            }
        }
    }

    fn request_lines(&self) -> Vec<String> {
        let Entry::Request {
            request,
            tokens,
            reusable_tokens,
            reusable_percent,
            prefix_survives,
            first_different,
            added,
            removed,
        } = self
        else {
            return Vec::new();
        };
        let head = format!("request {request} {} tokens", thousands(*tokens));
        let mut lines = vec![match prefix_survives {
            None => format!("{head}, all new"),
            Some(survives) => {
                let prefix = if *survives { "prefix survives" } else { "PREFIX BROKEN" };
                let from = first_different.as_ref().map_or(String::new(), |id| format!(" from {id}"));
                format!("{head}, {} reusable ({reusable_percent}%), {prefix}, new{from}", thousands(*reusable_tokens))
            }
        }];
        lines.extend(added.iter().map(|part| format!("  + {}  {}", part.id, thousands(part.tokens))));
        lines.extend(removed.iter().map(|id| format!("  - {id}")));
        lines
    }
}

/// The start of a text, on one line.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    cut(&line, TEXT_CELLS).into_owned()
}
