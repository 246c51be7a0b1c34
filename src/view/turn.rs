//! Panel 3: the turn as one timeline.
//!
//! ```text
//! ┌3 Turn 1───────────────────────────────┐
//! │ user                             09:30│
//! │   今天好累，想早点睡。                │
//! │ request 1              2,128   all new│
//! │ model   load tone-guard               │
//! │   withheld: 12 characters, 1 plan     │
//! │ host    body of tone-guard        +640│
//! │>request 2              2,789  76% same│
//! │ model   YOUR MOVE                     │
//! │   i   type what the model says        │
//! │ skills 2 of 3       round trips 1 of 2│
//! │ next: a request is served, 1 left     │
//! └───────────────────────────────────────┘
//! ```

use super::look::Look;
use super::numbers::change;
use super::row::Line;
use crate::app::rows::session;
use crate::app::rows::turn;
use crate::app::rows::{AskLabel, HostResult, Row, TurnRow, Way, short_path};
use crate::dialect::dsh::CatalogKind;
use crate::lang::Strings;
use crate::lang::fill;
use crate::text::{thousands, width, wrap};

/// Cells of the share that repeats the request before, the gap before it included.
const SHARE: u16 = 10;

/// The line of row `index` in a panel of `cells` cells; a host's answer is worded after the ask before it.
pub fn line<'t>(rows: &'t [Row<TurnRow>], index: usize, cells: u16, look: &Look) -> Line<'t> {
    let (theme, s) = (look.theme, look.strings);
    let Some(row) = rows.get(index) else { return Line::default() };
    match &row.data {
        TurnRow::User { time, images } => {
            let line = Line::at(1).left(s.turn_user, theme.user);
            let line = match images {
                0 => line,
                1 => line.left("  ", theme.text).left(s.turn_image, theme.quiet),
                n => line.left("  ", theme.text).left(fill(s.turn_images, &[("n", &n.to_string())]), theme.quiet),
            };
            line.right(time.as_deref().unwrap_or(""), theme.quiet, 0)
        }
        TurnRow::UserText(text) => Line::at(3).left(text, theme.text),
        TurnRow::UserMore(lines) => Line::at(3).left(fill(s.turn_more, &[("n", &lines.to_string())]), theme.quiet),
        TurnRow::UserEmpty => Line::at(3).left(s.turn_empty_message, theme.quiet),
        TurnRow::Request { number, tokens, reused, chosen, fallback } => {
            let style = if *chosen { theme.strong } else { theme.text };
            let line = Line::at(1).left(fill(s.turn_request, &[("n", &number.to_string())]), style);
            let share = match (fallback, reused) {
                (true, _) => s.turn_fallback.to_owned(),
                (false, None) => s.turn_all_new.to_owned(),
                (false, Some(percent)) => fill(s.turn_same, &[("n", &percent.to_string())]),
            };
            line.right(thousands(*tokens), style, 0).right(share, theme.quiet, SHARE)
        }
        TurnRow::Ask(ask) => who(s.turn_model, look).left(asked(ask, look), theme.text),
        TurnRow::Withheld { characters, plans } => Line::at(3).left(withheld(*characters, *plans, look), theme.warning),
        TurnRow::Host { label, result, tokens } => {
            let ask = index.checked_sub(1).and_then(|before| rows.get(before)).map(|row| &row.data);
            host(label, result, *tokens, ask, look)
        }
        TurnRow::YourMove => who(s.turn_model, look).left(s.your_move, theme.strong),
        TurnRow::Marked(count) => Line::at(3).left(fill(s.marked_wait, &[("n", &count.to_string())]), theme.strong),
        TurnRow::Way(way) => self::way(*way, look),
        TurnRow::Begun(way) => self::way(*way, look).right(s.draft, theme.warning, 0),
        TurnRow::Budget { skills, max_skills, rounds, max_rounds } => {
            let of = |template, used: &usize, most: &usize| {
                fill(template, &[("n", &used.to_string()), ("max", &most.to_string())])
            };
            Line::at(1).left(of(s.budget_skills, skills, max_skills), theme.text).right(
                of(s.budget_rounds, rounds, max_rounds),
                theme.text,
                0,
            )
        }
        TurnRow::Schema { tokens } => {
            who(s.turn_host, look).left(s.kind_tool_schema, theme.stable).right(plus(*tokens), theme.change, 0)
        }
        TurnRow::Catalog { kind, tokens } => {
            let name = fill(s.catalog_message, &[("kind", catalog_kind(*kind, s))]);
            let style = if *kind == CatalogKind::Initial { theme.stable } else { theme.warning };
            who(s.turn_host, look).left(name, style).right(plus(*tokens), theme.change, 0)
        }
        TurnRow::Digest(digest) => Line::at(9).left(fill(s.catalog_digest, &[("digest", digest)]), theme.quiet),
        TurnRow::World(tool, providers) => {
            let [tool, provider] = session::world(*tool, providers, s);
            Line::at(1).left(tool, theme.text).right(provider, theme.text, 0)
        }
        TurnRow::Prefix { .. }
        | TurnRow::Matcher(_)
        | TurnRow::Changed(_)
        | TurnRow::Waits
        | TurnRow::Large(_)
        | TurnRow::SessionNext { .. }
        | TurnRow::Next(_)
        | TurnRow::Tried { .. }
        | TurnRow::Off(_)
        | TurnRow::Degraded(_)
        | TurnRow::Blocked(_)
        | TurnRow::Usage(_)
        | TurnRow::Unclosed(_) => sentence(&row.data, 0, cells, look),
        TurnRow::Continued(line) => match index.checked_sub(*line).and_then(|first| rows.get(first)) {
            Some(first) => sentence(&first.data, *line, cells, look),
            None => Line::at(1),
        },
        TurnRow::ReplyText(text) => Line::at(3).left(text, theme.text),
        TurnRow::Call(name) => Line::at(3).left(fill(s.call_sent, &[("name", name)]), theme.text),
        TurnRow::Replied => who(s.turn_model, look).left(s.outcome_replied, theme.good),
        TurnRow::Loading => Line::at(1).left(s.loading, theme.quiet),
    }
}

/// A line that starts with who speaks, in a column of its own.
fn who<'t>(name: &'static str, look: &Look) -> Line<'t> {
    let style = if name == look.strings.turn_model { look.theme.model } else { look.theme.host };
    let column = width(look.strings.turn_model).max(width(look.strings.turn_host)) + 3;
    Line::at(1).left(name, style).tab(column)
}

/// What a response asked for, in a few words.
pub fn asked(ask: &AskLabel, look: &Look) -> String {
    let s = look.strings;
    match ask {
        AskLabel::Load(name) => fill(s.ask_load, &[("name", name)]),
        AskLabel::Read(name, path) => fill(s.ask_read, &[("name", name), ("path", short_path(path))]),
        AskLabel::List => s.ask_list.to_owned(),
        AskLabel::Malformed(field) => fill(s.ask_malformed, &[("field", field)]),
        AskLabel::Tool(name) => fill(s.ask_tool, &[("name", name)]),
    }
}

/// What is kept back from a response that asks (U20).
pub fn withheld(characters: usize, plans: usize, look: &Look) -> String {
    fill(look.strings.withheld, &[("what", &chat_and_plans(characters, plans, look))])
}

/// `12 characters, 1 plan`; what there is none of is not named.
pub fn chat_and_plans(characters: usize, plans: usize, look: &Look) -> String {
    let s = look.strings;
    let part = |count: usize, one: &str, many| match count {
        0 => None,
        1 => Some(one.to_owned()),
        _ => Some(fill(many, &[("n", &thousands(count))])),
    };
    let parts = [part(characters, s.character, s.characters), part(plans, s.plan, s.plans)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(s.list_separator)
}

fn host<'t>(label: &str, result: &HostResult, tokens: usize, ask: Option<&TurnRow>, look: &Look) -> Line<'t> {
    let (theme, s) = (look.theme, look.strings);
    let (text, style) = match (result, ask) {
        (HostResult::Given, Some(TurnRow::Ask(AskLabel::Load(_)))) => {
            (fill(s.host_body, &[("name", label)]), theme.text)
        }
        (HostResult::Given, _) => (short_path(label).to_owned(), theme.text),
        (HostResult::Repeat, _) => (fill(s.host_repeat, &[("name", short_path(label))]), theme.warning),
        (HostResult::Error(code), _) => (fill(s.host_error, &[("code", code.as_str())]), theme.bad),
    };
    who(s.turn_host, look).left(text, style).right(plus(tokens), theme.change, 0)
}

/// Tokens that came to the prompt.
fn plus(tokens: usize) -> String {
    change(i64::try_from(tokens).unwrap_or(i64::MAX))
}

/// What a catalog message is to its session.
pub fn catalog_kind(kind: CatalogKind, s: &Strings) -> &'static str {
    match kind {
        CatalogKind::Initial => s.catalog_initial,
        CatalogKind::Replacement => s.catalog_replacement,
        CatalogKind::Retired => s.catalog_retired,
    }
}

/// A way to go on, with its key.
fn way<'t>(way: Way, look: &Look) -> Line<'t> {
    let label = look.way(way);
    let line = Line::at(3);
    let line = match look.way_key(way) {
        Some(key) => line.left(key, look.theme.key).tab(look.key_column()),
        None => line,
    };
    line.left(label, look.theme.text)
}

/// One line of a row's words.
fn sentence<'t>(row: &TurnRow, line: usize, cells: u16, look: &Look) -> Line<'t> {
    let theme = look.theme;
    let style = match row {
        TurnRow::Degraded(_) | TurnRow::Blocked(_) => theme.bad,
        TurnRow::Prefix { survives: false, .. } => theme.bad,
        TurnRow::Off(_) | TurnRow::Unclosed(_) | TurnRow::Waits | TurnRow::Large(_) | TurnRow::Matcher(_) => {
            theme.warning
        }
        TurnRow::Changed(_) => theme.user,
        _ => theme.quiet,
    };
    let words = turn::words(row, look.strings).unwrap_or_default();
    Line::at(1).left(wrap(&words, turn::words_cells(cells)).into_iter().nth(line).unwrap_or_default(), style)
}
