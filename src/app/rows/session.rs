//! What a session adds to the timeline of panel 3: the catalog messages and what the prefix costs (D7), what changed
//! between two requests, and the user's further messages.
//!
//! ```text
//!  host    tool schema               +182
//!  host    catalog: initial          +467
//!          digest 7f3a9c2d41e09b55
//!  user                             09:30
//!  request 1              2,128   all new
//!  change  reply-style removed
//!  model   load tone-guard
//!  host    body of tone-guard        +640
//!  host    catalog: replacement      +402
//!  request 2              3,189  66% same
//!    prefix survives; new: request
//! ```

use super::turn::{TurnRow, wrapped_rows};
use super::{Row, RowKey};
use crate::dialect::dsh::{CatalogKind, Provider, RootState, ToolView};
use crate::lang::{Strings, fill};
use crate::prompt::{Kind, Prompt, reuse};
use crate::text::{cut, printable_line, thousands};
use crate::turn::{Change, Note, Noted, SkillChange, SkillChangeKind, Turn, is_heavy};

/// Changed skills that a row names; of more it gives the number.
const NAMED_SKILLS: usize = 3;

/// Cells of a digest that tell it from another; the JSON of the timeline has all of it.
const DIGEST_CELLS: usize = 16;

/// Cells of a name in a sentence.
const NAME_CELLS: usize = 40;

/// Cells of a provider's fault in a sentence.
const WHY_CELLS: usize = 120;

/// A change of the world around a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changed {
    /// The skill tool is shown, hidden or shadowed now.
    Tool(ToolView),
    /// The provider of that name answers like this now.
    Provider(String, RootState),
    /// Earlier messages gave way to a summary.
    Compacted,
    /// These skills are not as they were.
    Skills(Vec<SkillChange>),
}

/// What stands at the front of a session: the tool's schema and the initial catalog.
pub(super) fn opening(turn: &Turn, rows: &mut Vec<Row<TurnRow>>) {
    let opening = turn.requests().first().into_iter().flat_map(|prompt| &prompt.segments);
    for segment in opening.filter(|segment| segment.stable) {
        match segment.kind {
            Kind::ToolSchema => {
                rows.push(Row::selectable(RowKey::new("schema", 1), TurnRow::Schema { tokens: segment.tokens }));
            }
            Kind::Catalog => {
                let digest = turn.ledger().catalogs.baseline().unwrap_or_default();
                rows.extend(catalog(1, CatalogKind::Initial, segment.tokens, digest));
            }
            _ => {}
        }
    }
}

/// A catalog message before request `number`, and the digest that is recorded with it (D3).
fn catalog(number: usize, kind: CatalogKind, tokens: usize, digest: &str) -> [Row<TurnRow>; 2] {
    let message = Row::selectable(RowKey::new("catalog", number), TurnRow::Catalog { kind, tokens });
    [message, Row::plain(TurnRow::Digest(digest.chars().take(DIGEST_CELLS).collect()))]
}

/// What happened between two requests.
pub(super) fn note(note: &Note, width: usize, rows: &mut Vec<Row<TurnRow>>) {
    let number = note.before + 1;
    match &note.what {
        Noted::Catalog { kind, tokens, digest, .. } => rows.extend(catalog(number, *kind, *tokens, digest)),
        Noted::Message(message) => {
            let data = TurnRow::User { time: message.time.clone(), images: message.images };
            rows.push(Row::selectable(RowKey::new("message", number), data));
            wrapped_rows(&message.text, width, TurnRow::UserText, rows);
        }
        Noted::Change(change) => rows.push(Row::plain(TurnRow::Changed(match change {
            Change::Skill(_) | Change::Files(_) => Changed::Skills(note.skills.clone()),
            Change::Tool(tool) => Changed::Tool(*tool),
            Change::Provider { name, state } => Changed::Provider(name.clone(), state.clone()),
            Change::Compact => Changed::Compacted,
        }))),
    }
}

/// Whether something changed that no request has seen yet.
pub(super) fn is_waiting(turn: &Turn) -> bool {
    let mut unseen = turn.notes().iter().filter(|note| note.before == turn.requests().len());
    unseen.any(|note| matches!(note.what, Noted::Change(_)))
}

/// What of the request before a service can reuse (D7, T3).
pub(super) fn prefix(before: &Prompt, prompt: &Prompt) -> Row<TurnRow> {
    let reuse = reuse(before, prompt);
    let first = reuse.first_different.and_then(|id| prompt.segments.iter().find(|segment| segment.id == id));
    Row::plain(TurnRow::Prefix {
        survives: reuse.survives,
        reused: reuse.tokens,
        first: first.map(|segment| (segment.kind, segment.label.clone())),
    })
}

/// The share of `max_tokens` in percent that a result of so many tokens takes, where it is a large one: the original has
/// no cap (D6).
pub fn large_share(turn: &Turn, tokens: usize) -> Option<usize> {
    let most = turn.setup().library.snapshot.config.limits.max_tokens;
    is_heavy(tokens, most).then(|| (tokens * 100).checked_div(most).unwrap_or(100))
}

/// A name that a file gave to a provider or a root, as a sentence or a row can hold it.
pub fn safe_name(name: &str) -> String {
    printable_line(&cut(name, NAME_CELLS)).into_owned()
}

/// The words for a change.
pub fn changed(change: &Changed, s: &'static Strings) -> String {
    match change {
        Changed::Tool(ToolView::Visible) => s.changed_tool_shown.to_owned(),
        Changed::Tool(ToolView::Hidden) => s.changed_tool_hidden.to_owned(),
        Changed::Tool(ToolView::Shadowed) => s.changed_tool_shadowed.to_owned(),
        Changed::Provider(name, state) => {
            let (template, why) = match state {
                RootState::Ready => (s.changed_complete, ""),
                RootState::Incomplete => (s.changed_incomplete, ""),
                RootState::Failing(why) => (s.changed_failing, why.as_str()),
            };
            let why = printable_line(&cut(why, WHY_CELLS)).into_owned();
            fill(template, &[("name", &safe_name(name)), ("why", &why)])
        }
        Changed::Compacted => s.changed_compacted.to_owned(),
        Changed::Skills(skills) if skills.is_empty() => s.changed_nothing.to_owned(),
        Changed::Skills(skills) => {
            let named = skills.iter().take(NAMED_SKILLS).map(|skill| skill_change(skill, s));
            let more = skills.len().saturating_sub(NAMED_SKILLS);
            let more = (more > 0).then(|| fill(s.more_notices, &[("n", &more.to_string())]));
            named.chain(more).collect::<Vec<_>>().join(s.list_separator)
        }
    }
}

fn skill_change(skill: &SkillChange, s: &'static Strings) -> String {
    let template = match skill.kind {
        SkillChangeKind::Added => s.changed_added,
        SkillChangeKind::Removed => s.changed_removed,
        SkillChangeKind::Described => s.changed_described,
        SkillChangeKind::BodyOnly => s.changed_body,
    };
    fill(template, &[("name", &cut(&skill.name, NAME_CELLS))])
}

/// The words for what of the prefix is reused; `first` is the name of the first segment that differs.
pub fn prefix_words(survives: bool, reused: usize, first: Option<&str>, s: &'static Strings) -> String {
    match (survives, first) {
        (true, None) => s.prefix_same.to_owned(),
        (true, Some(first)) => fill(s.prefix_survives, &[("name", &cut(first, NAME_CELLS))]),
        (false, first) => {
            let first = first.unwrap_or(s.total);
            fill(s.prefix_broken, &[("name", &cut(first, NAME_CELLS)), ("n", &thousands(reused))])
        }
    }
}

/// How the world around a session is: the tool, and the providers; of several those that are not ready.
pub fn world(tool: ToolView, providers: &[Provider], s: &'static Strings) -> [String; 2] {
    let tool = match tool {
        ToolView::Visible => s.tool_visible,
        ToolView::Hidden => s.tool_hidden,
        ToolView::Shadowed => s.tool_shadowed,
    };
    let word = |provider: &Provider| {
        let template = match provider.state {
            RootState::Ready => return None,
            RootState::Incomplete => s.provider_incomplete,
            RootState::Failing(_) => s.provider_failing,
        };
        Some(fill(template, &[("name", &safe_name(&provider.name))]))
    };
    let words: Vec<String> = providers.iter().filter_map(word).collect();
    let ready = if providers.len() > 1 { s.providers_complete } else { s.provider_complete };
    [tool.to_owned(), if words.is_empty() { ready.to_owned() } else { words.join(s.list_separator) }]
}
