//! Panel 4: the prompt of the chosen request, row by row. The rows add up to the total (T2), and the changes to the
//! change of the total.
//!
//! ```text
//!  3,123 of 12,000  ####.........   band 2.9-3.3k
//!  worst case of private_chat         9,874  fits
//!  SAME EVERY TURN               1,460  47%
//!   persona                             320
//! > reply-style    bound to this scene  812
//!  ─── boundary ─────────────────────────
//!   memory         2 public, 1 private  220
//!   message 09:30                        38
//!   2 ex.md                             310  +310
//!  total                              3,123  +334
//! ```

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::{Row, RowKey, contains};
use crate::app::{Panel, State};
use crate::diag::Diagnostic;
use crate::dialect::Why;
use crate::dialect::dsh::CatalogKind;
use crate::prompt::{Kind, Prompt, Segment, reuse};
use crate::scene::Scene;
use crate::tokens::{Band, Fit};
use crate::turn::{Noted, Outcome, Turn};
use crate::workspace::Limits;

/// The header of the panel.
#[derive(Debug, Clone, PartialEq)]
pub struct PromptHead {
    /// The number of the request shown, from 1.
    pub request: usize,
    /// Its tokens: the sum of the rows.
    pub total: usize,
    /// `max_tokens`; `None` where the host has no limit.
    pub limit: Option<usize>,
    /// The estimator that made the numbers (T1).
    pub estimator: String,
    /// It counts exactly.
    pub exact: bool,
    /// Where the true total probably lies, from the estimator's error.
    pub band: Band,
    /// What a service bills for the total, where a calibration says so.
    pub billed: Option<usize>,
    /// What changes are counted since, if there is anything.
    pub since: Option<Since>,
    /// Images, not estimated (U26).
    pub images: u32,
    /// Tokens before the boundary, the same in every turn of this scene and snapshot (U16).
    pub stable: usize,
    /// It is the prompt without skills (degraded).
    pub fallback: bool,
}

/// What changes are counted since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Since {
    /// The request of that number, the one before.
    Request(usize),
    /// What is pinned, by its label.
    Pinned(String),
}

/// A segment, or a group of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentRow {
    /// The segment's id, or the group's (`context:memory`, `history`).
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// Its short text: `persona`, `reply-style`, `references/ex.md`; raw, make it safe to print.
    pub label: String,
    /// The round trip it belongs to, for requests and results; for what a session says later, the request before which
    /// it came.
    pub round: Option<usize>,
    /// What a catalog message is to its session.
    pub catalog: Option<CatalogKind>,
    /// Why a body is resident.
    pub why: Option<Why>,
    /// Tokens.
    pub tokens: usize,
    /// Change since the request before; `None` on the first request.
    pub change: Option<i64>,
    /// It is, or holds, the first segment that differs from the request before: what stands above it is reused (T3).
    pub first_new: bool,
}

/// A line of the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptRow {
    /// The most that this turn can come to, from its start, whatever the model asks for (see `check::worst`).
    Worst {
        /// Its scene.
        scene: Scene,
        /// Tokens.
        tokens: usize,
        /// How many that is over the limit; 0 when it fits.
        over: usize,
        /// Whether it surely fits.
        fit: Fit,
    },
    /// "Same every turn", with the sum of the rows before the boundary and its share of the total in percent.
    Stable {
        /// The sum.
        tokens: usize,
        /// The share.
        percent: u8,
    },
    /// One segment.
    Segment {
        /// Its numbers.
        row: SegmentRow,
        /// Private at its source.
        private: bool,
        /// Withheld in this scene (U25): 0 tokens.
        withheld: bool,
        /// It stands inside an open group: indent it.
        nested: bool,
    },
    /// Several context items of one id, or the history, as one row; Enter opens it.
    Group {
        /// The sums.
        row: SegmentRow,
        /// Items that anyone may see.
        public: usize,
        /// Private items that are in the prompt.
        private: usize,
        /// Private items that are withheld here (U25).
        withheld: usize,
        /// Its segments are shown below.
        open: bool,
    },
    /// Below it everything may differ from turn to turn.
    Boundary,
    /// A segment of the request before that this one no longer holds (degraded); its change is negative.
    Removed {
        /// What it is.
        kind: Kind,
        /// Its short text.
        label: String,
        /// Minus its tokens.
        change: i64,
    },
    /// A skill that should be resident and is not, and why (U6, U22).
    LeftOut(Diagnostic),
    /// The sum of the rows, and of the changes.
    Total {
        /// The sum.
        tokens: usize,
        /// The sum of the changes.
        change: Option<i64>,
    },
}

/// The prompt on the screen, and what it is compared with: what is pinned, else the request before.
fn shown(state: &State) -> Option<(&Turn, &Prompt, Option<&Prompt>)> {
    let turn = state.turn.as_ref()?;
    let prompt = turn.requests().get(state.request)?;
    let before = state.request.checked_sub(1).and_then(|before| turn.requests().get(before));
    Some((turn, prompt, state.baseline.as_ref().map(|baseline| &baseline.prompt).or(before)))
}

fn percent(part: usize, whole: usize) -> u8 {
    u8::try_from((part * 100).checked_div(whole).unwrap_or(0)).unwrap_or(100)
}

fn difference(now: usize, before: usize) -> i64 {
    i64::try_from(now).unwrap_or(i64::MAX) - i64::try_from(before).unwrap_or(i64::MAX)
}

/// The header of panel 4.
pub fn head(state: &State) -> Option<PromptHead> {
    let (turn, prompt, before) = shown(state)?;
    let estimator = &turn.setup().estimator;
    let total = prompt.tokens();
    let is_last = state.request + 1 == turn.requests().len();
    Some(PromptHead {
        request: state.request + 1,
        total,
        limit: Some(turn.plan().limits.max_tokens).filter(|_| turn.plan().limits != Limits::NONE),
        estimator: estimator.name().to_owned(),
        exact: estimator.is_exact(),
        band: estimator.band(total),
        billed: estimator.factor().map(|factor| factor.of(total)),
        since: before.map(|_| match &state.baseline {
            Some(baseline) => Since::Pinned(baseline.label.clone()),
            None => Since::Request(state.request),
        }),
        images: turn.setup().message.images,
        stable: prompt.segments.iter().take(prompt.boundary()).map(|segment| segment.tokens).sum(),
        fallback: is_last && matches!(turn.outcome(), Outcome::Degraded(_)),
    })
}

/// The rows of panel 4.
pub fn build(state: &State) -> Vec<Row<PromptRow>> {
    let Some((turn, prompt, before)) = shown(state) else { return Vec::new() };
    let builder = Builder {
        turn,
        before: before.map(|before| by_id(before).collect()),
        first_new: before.and_then(|before| reuse(before, prompt).first_different),
        open: &state.open_groups,
        filter: state.filter_text(Panel::Prompt),
    };
    let (stable, dynamic) = prompt.segments.split_at(prompt.boundary());
    let tokens = stable.iter().map(|segment| segment.tokens).sum();
    let worst = state.worst_case().map(|worst| PromptRow::Worst {
        tokens: worst.total,
        over: worst.over(),
        fit: worst.fit(),
        scene: worst.scene,
    });
    let mut rows: Vec<_> = worst.map(Row::plain).into_iter().collect();
    rows.push(Row::plain(PromptRow::Stable { tokens, percent: percent(tokens, prompt.tokens()) }));
    builder.segments(stable, &mut rows);
    rows.extend(turn.plan().left_out.iter().cloned().map(|why| {
        Row::selectable(RowKey::new("left-out", format_args!("{}:{}", why.code, why.message)), PromptRow::LeftOut(why))
    }));
    rows.push(Row::plain(PromptRow::Boundary));
    builder.segments(dynamic, &mut rows);
    if let Some(before) = before {
        rows.extend(removed(before, prompt));
    }
    let change = before.map(|before| difference(prompt.tokens(), before.tokens()));
    rows.push(Row::plain(PromptRow::Total { tokens: prompt.tokens(), change }));
    rows
}

/// The group that a segment is shown in: the context items of one id, or the history.
pub fn group_of(segment: &Segment) -> Option<String> {
    match segment.kind {
        Kind::Context => Some(format!("context:{}", segment.label)),
        // What a session says later stands by itself.
        Kind::History => segment.id.starts_with("history.").then(|| "history".to_owned()),
        _ => None,
    }
}

fn by_id(prompt: &Prompt) -> impl Iterator<Item = (&str, usize)> {
    prompt.segments.iter().map(|segment| (segment.id.as_str(), segment.tokens))
}

fn removed<'a>(before: &'a Prompt, now: &Prompt) -> impl Iterator<Item = Row<PromptRow>> + 'a {
    let kept: HashSet<String> = now.segments.iter().map(|segment| segment.id.clone()).collect();
    let gone = before.segments.iter().filter(move |segment| !kept.contains(&segment.id));
    gone.map(|segment| {
        Row::plain(PromptRow::Removed {
            kind: segment.kind,
            label: segment.label.clone(),
            change: difference(0, segment.tokens),
        })
    })
}

struct Builder<'a> {
    turn: &'a Turn,
    /// Tokens of the segments of the request before, by id.
    before: Option<BTreeMap<&'a str, usize>>,
    /// The id of the first segment that differs from the request before.
    first_new: Option<String>,
    open: &'a std::collections::BTreeSet<String>,
    filter: &'a str,
}

impl Builder<'_> {
    fn segments(&self, segments: &[Arc<Segment>], rows: &mut Vec<Row<PromptRow>>) {
        let mut rest = segments;
        while let [first, ..] = rest {
            let group = group_of(first);
            let length = match &group {
                Some(_) => rest.iter().take_while(|segment| group_of(segment) == group).count(),
                None => 1,
            };
            let (members, behind) = rest.split_at(length);
            rest = behind;
            let shown = members.iter().any(|segment| contains(&segment.label, self.filter));
            match group {
                _ if !shown => {}
                Some(id) if length > 1 || first.private => self.group(id, members, rows),
                _ => rows.push(self.segment(first, false)),
            }
        }
    }

    fn group(&self, id: String, members: &[Arc<Segment>], rows: &mut Vec<Row<PromptRow>>) {
        let open = self.open.contains(&id);
        let changes: Vec<i64> = members.iter().filter_map(|segment| self.change(segment)).collect();
        let (kind, label) = members.first().map_or((Kind::Context, String::new()), |first| {
            (first.kind, if first.kind == Kind::History { "history".to_owned() } else { first.label.clone() })
        });
        let row = SegmentRow {
            kind,
            label,
            round: None,
            catalog: None,
            why: None,
            tokens: members.iter().map(|segment| segment.tokens).sum(),
            change: self.before.as_ref().map(|_| changes.iter().sum()),
            first_new: members.iter().any(|segment| self.is_first_new(segment)),
            id: id.clone(),
        };
        let count = |wanted: (bool, bool)| members.iter().filter(|one| (one.private, one.withheld) == wanted).count();
        let data = PromptRow::Group {
            row,
            public: count((false, false)),
            private: count((true, false)),
            withheld: count((true, true)),
            open,
        };
        rows.push(Row::selectable(RowKey::new("group", id), data));
        if open {
            rows.extend(members.iter().map(|segment| self.segment(segment, true)));
        }
    }

    fn segment(&self, segment: &Segment, nested: bool) -> Row<PromptRow> {
        let round = segment.id.split('.').nth(1).and_then(|number| number.parse().ok());
        let resident = segment.id.strip_prefix("body:").and_then(|name| self.turn.plan().resident(name));
        let row = SegmentRow {
            id: segment.id.clone(),
            kind: segment.kind,
            label: segment.label.clone(),
            round: round.filter(|_| segment.kind != Kind::Context && group_of(segment).is_none()),
            catalog: self.catalog_kind(segment),
            why: resident.map(|resident| resident.why.clone()),
            tokens: segment.tokens,
            change: self.change(segment),
            first_new: self.is_first_new(segment),
        };
        let data = PromptRow::Segment { row, private: segment.private, withheld: segment.withheld, nested };
        Row::selectable(RowKey::new("segment", &segment.id), data)
    }

    fn catalog_kind(&self, segment: &Segment) -> Option<CatalogKind> {
        let appended = self.turn.notes().iter().find_map(|note| match &note.what {
            Noted::Catalog { kind, segment: id, .. } if *id == segment.id => Some(*kind),
            _ => None,
        });
        let is_initial = self.turn.setup().dialect.is_session() && segment.kind == Kind::Catalog && segment.stable;
        appended.or(is_initial.then_some(CatalogKind::Initial))
    }

    fn is_first_new(&self, segment: &Segment) -> bool {
        self.first_new.as_ref() == Some(&segment.id)
    }

    fn change(&self, segment: &Segment) -> Option<i64> {
        let before = self.before.as_ref()?;
        Some(difference(segment.tokens, before.get(segment.id.as_str()).copied().unwrap_or(0)))
    }
}
