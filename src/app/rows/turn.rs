//! Panel 3: the turn as one timeline. Choosing a request shows its prompt at the right.
//!
//! ```text
//!  user                             09:30
//!    今天好累，想早点睡。
//!  request 1              2,128   all new
//!  model   load tone-guard
//!    withheld: 12 characters, 1 plan
//!  host    body of tone-guard        +640
//! >request 2              2,789  76% same
//!  model   YOUR MOVE
//!    type what the model says
//!    final reply
//!  skills 2 of 3         round trips 1 of 2
//!  next: …
//! ```

use super::session::{self, Changed, large_share};
use super::ways::{Way, ways};
use super::{Row, RowKey, contains, segment_name};
use crate::app::{Layout, Panel, State};
use crate::diag::Code;
use crate::dialect::dsh::{CatalogKind, Provider, ToolView};
use crate::dialect::{Action, Ask, Off};
use crate::driver::matcher::{Pick, reason_in_short};
use crate::lang::{Strings, fill};
use crate::prompt::{Kind, Prompt, reuse};
use crate::text;
use crate::turn::{Degraded, Moment, Next, Outcome, Step, StepKind, Turn, usage_line};

/// What a response asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskLabel {
    /// `load NAME`
    Load(String),
    /// `read NAME PATH`
    Read(String, String),
    /// `list`
    List,
    /// A request whose field is wrong.
    Malformed(&'static str),
    /// A business tool call in a text wrapper.
    Tool(String),
}

/// The host's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostResult {
    /// The content, now in the prompt.
    Given,
    /// Already in the prompt: no second copy (U21).
    Repeat,
    /// An error result.
    Error(Code),
}

/// A line of the timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TurnRow {
    /// The user's message follows; Enter edits it.
    User {
        /// The time beside it.
        time: Option<String>,
        /// Images that come with it (U26).
        images: u32,
    },
    /// A line of the user's message, safe to print, wrapped to the panel.
    UserText(String),
    /// So many more lines of the message are not shown here; Enter on the user row or `f` shows all.
    UserMore(usize),
    /// The message is empty: Enter types one.
    UserEmpty,
    /// A request that was sent, or waits to be.
    Request {
        /// Its number, from 1.
        number: usize,
        /// Its tokens.
        tokens: usize,
        /// The share of its tokens that repeats the request before, in percent; `None` for the first (T3).
        reused: Option<u8>,
        /// It is the one whose prompt is shown.
        chosen: bool,
        /// It is the prompt without skills (degraded, U23).
        fallback: bool,
    },
    /// What the model asked for.
    Ask(AskLabel),
    /// The response that follows is the matcher's, and why.
    Matcher(Vec<Pick>),
    /// What was withheld from a response that asked (U20).
    Withheld {
        /// Characters of chat.
        characters: usize,
        /// Business tool calls ("plans").
        plans: usize,
    },
    /// The host's answer to the ask before.
    Host {
        /// `tone-guard`, `references/ex.md`, `list`.
        label: String,
        /// How it went.
        result: HostResult,
        /// Tokens it put into the prompt.
        tokens: usize,
    },
    /// An unclosed JSON value in a response that looks like a request, quoted for a hint.
    Unclosed(String),
    /// The turn waits for the model: it is your move.
    YourMove,
    /// Skills marked with Space wait to be sent in one response.
    Marked(usize),
    /// A way to go on; selectable.
    Way(Way),
    /// The same, with a text begun there that waits (Esc keeps it).
    Begun(Way),
    /// Skills and round trips used of what is allowed (U22).
    Budget {
        /// Distinct skills whose body is in the prompt.
        skills: usize,
        /// `max_skills`.
        max_skills: usize,
        /// Round trips used.
        rounds: usize,
        /// `max_rounds`.
        max_rounds: usize,
    },
    /// The same of a turn that degraded: the prompt that was sent has none of it (U23).
    Tried {
        /// Distinct skills whose body stood in the prompt that was tried.
        skills: usize,
        /// Round trips used.
        rounds: usize,
    },
    /// The consequence of the next move.
    Next(Next),
    /// Why the scene has no skills (U13); selectable, Enter shows the equality.
    Off(Off),
    /// A line of the final reply, as the user gets it; below [`TurnRow::Replied`].
    ReplyText(String),
    /// The model replied: the text follows.
    Replied,
    /// A business tool call of the reply, sent with it: the tool's name.
    Call(String),
    /// The turn degraded, with the numbers; Enter shows what was tried.
    Degraded(Degraded),
    /// Blocked, with the call (U24).
    Blocked(String),
    /// The usage line at the end (U27), as it would stand in the log.
    Usage(String),
    /// There is no turn yet: the workspace is being read.
    Loading,
    /// The tool's schema at the front of a session (D4).
    Schema {
        /// Its tokens.
        tokens: usize,
    },
    /// A catalog message of a session (D2, D3).
    Catalog {
        /// Initial, replacement or retired.
        kind: CatalogKind,
        /// Its tokens.
        tokens: usize,
    },
    /// The start of the digest recorded with the catalog message above (D3).
    Digest(String),
    /// What of the request before is reused by the one above (D7).
    Prefix {
        /// The whole request before is repeated.
        survives: bool,
        /// Tokens that are reused.
        reused: usize,
        /// Kind and label of the first segment that differs.
        first: Option<(Kind, String)>,
    },
    /// The world around a session changed.
    Changed(Changed),
    /// The changes above count from the next request.
    Waits,
    /// The result above takes so many percent of `max_tokens`: a large body (D6).
    Large(usize),
    /// How the world around the session is: the tool, and the providers.
    World(ToolView, Vec<Provider>),
    /// What comes next in a session: over is a message, else the model.
    SessionNext {
        /// The model has replied.
        over: bool,
    },
    /// Line so many (from 1) of the words of the row above, see [`words`].
    Continued(usize),
}

/// What a row says in whole sentences, which may take several lines; `None` for rows of one line.
pub fn words(row: &TurnRow, s: &'static Strings) -> Option<String> {
    Some(match row {
        TurnRow::Next(Next::Served { left }) => fill(s.next_served, &[("n", &left.to_string())]),
        TurnRow::Next(Next::Errors) => s.next_errors.to_owned(),
        TurnRow::Next(Next::Degrades) => s.next_degrades.to_owned(),
        TurnRow::Next(Next::LastReply) => s.next_last_reply.to_owned(),
        TurnRow::Next(Next::Over) => s.next_over.to_owned(),
        TurnRow::Tried { skills, rounds } => {
            fill(s.budget_tried, &[("skills", &skills.to_string()), ("rounds", &rounds.to_string())])
        }
        TurnRow::Off(Off::Disabled) => s.off_disabled.to_owned(),
        TurnRow::Off(Off::EmptyAllowlist) => s.off_empty_allowlist.to_owned(),
        TurnRow::Off(Off::SceneWithoutSkills) => s.off_scene.to_owned(),
        TurnRow::Off(Off::NothingOffered) => s.off_nothing_offered.to_owned(),
        TurnRow::Degraded(why) => degraded(why, s),
        TurnRow::Blocked(call) => format!("{}  {}", s.outcome_blocked, text::printable_line(call)),
        TurnRow::Unclosed(quoted) => fill(s.unclosed, &[("text", &text::printable_line(quoted))]),
        TurnRow::Prefix { survives, reused, first } => {
            let first = first.as_ref().map(|(kind, label)| segment_name(*kind, label, s));
            session::prefix_words(*survives, *reused, first, s)
        }
        TurnRow::Changed(change) => fill(s.turn_change, &[("what", &session::changed(change, s))]),
        TurnRow::Matcher(picks) => reason_in_short(picks, s),
        TurnRow::Waits => s.change_waits.to_owned(),
        TurnRow::Large(percent) => fill(s.large_body, &[("n", &percent.to_string())]),
        TurnRow::SessionNext { over: false } => s.next_session.to_owned(),
        TurnRow::SessionNext { over: true } => s.next_session_over.to_owned(),
        TurnRow::Usage(usage) => format!("{}  {}", s.usage, text::printable_line(usage)),
        _ => return None,
    })
}

/// Why a turn degraded, with the numbers (U22, U23).
pub fn degraded(why: &Degraded, s: &'static Strings) -> String {
    match why {
        Degraded::Tokens { total, limit } => {
            fill(s.outcome_degraded_tokens, &[("total", &text::thousands(*total)), ("limit", &text::thousands(*limit))])
        }
        Degraded::Rounds { limit } => fill(s.outcome_degraded_rounds, &[("limit", &limit.to_string())]),
    }
}

/// The cells that the words of a row are wrapped to in a panel of `inner` cells: the marker's cell stays free.
pub fn words_cells(inner: u16) -> usize {
    usize::from(inner).saturating_sub(1).max(8)
}

/// Lines of the user's message, and of the reply, that stand in the timeline.
const SHOWN_LINES: usize = 6;

impl AskLabel {
    /// The label of an ask.
    pub fn of(ask: &Ask) -> AskLabel {
        match ask {
            Ask::Skill { action: Ok(Action::Load { name }), .. } => AskLabel::Load(name.clone()),
            Ask::Skill { action: Ok(Action::Read { name, path }), .. } => AskLabel::Read(name.clone(), path.clone()),
            Ask::Skill { action: Ok(Action::List), .. } => AskLabel::List,
            Ask::Skill { action: Err(malformed), .. } => AskLabel::Malformed(malformed.field),
            Ask::Tool { name, .. } => AskLabel::Tool(name.clone()),
        }
    }
}

/// The rows of panel 3.
pub fn build(state: &State) -> Vec<Row<TurnRow>> {
    let Some(turn) = &state.turn else { return vec![Row::plain(TurnRow::Loading)] };
    let inner = Layout::of(state).inner(Panel::Turn).width;
    let width = usize::from(inner).saturating_sub(4).max(8);
    let mut rows = Vec::new();
    if state.is_session() {
        session::opening(turn, &mut rows);
    }
    user(turn, width, &mut rows);
    for moment in turn.timeline() {
        match moment {
            Moment::Request { index, prompt, before } => {
                rows.push(request(state, turn, index, prompt, before));
                rows.extend(before.filter(|_| state.is_session()).map(|before| session::prefix(before, prompt)));
                if index + 1 == turn.requests().len() {
                    rows.extend(degradation(turn));
                }
            }
            Moment::Response { index, step } => {
                let matched = state.matched.get(&index).map(|reason| TurnRow::Matcher(reason.picks()));
                rows.extend(matched.map(|row| Row::selectable(RowKey::new("matcher", index + 1), row)));
                response(turn, index, step, width, &mut rows);
            }
            Moment::Note(note) => session::note(note, width, &mut rows),
        }
    }
    rows.extend(session::is_waiting(turn).then(|| Row::plain(TurnRow::Waits)));
    rows.extend(turn.plan().off.map(|off| Row::selectable(RowKey::new("off", ""), TurnRow::Off(off))));
    outcome(turn, &mut rows);
    ways(state, turn, &mut rows);
    let filter = state.filter_text(Panel::Turn);
    rows.retain(|row| filter.is_empty() || names(&row.data).iter().any(|name| contains(name, filter)));
    rows.into_iter().flat_map(|row| in_lines(row, words_cells(inner), state.strings())).collect()
}

/// A row, and a line below it for each further line that its words take.
fn in_lines(row: Row<TurnRow>, width: usize, s: &'static Strings) -> Vec<Row<TurnRow>> {
    let lines = words(&row.data, s).map_or(1, |words| text::wrap(&words, width).len());
    let more = (1..lines).map(|line| Row::plain(TurnRow::Continued(line)));
    std::iter::once(row).chain(more).collect()
}

fn user(turn: &Turn, width: usize, rows: &mut Vec<Row<TurnRow>>) {
    let message = &turn.setup().message;
    let data = TurnRow::User { time: message.time.clone(), images: message.images };
    rows.push(Row::selectable(RowKey::new("user", ""), data));
    if message.text.is_empty() {
        rows.push(Row::plain(TurnRow::UserEmpty));
        return;
    }
    wrapped_rows(&message.text, width, TurnRow::UserText, rows);
}

/// The first lines of a text as rows, and one that says how many more there are.
pub(super) fn wrapped_rows(text: &str, width: usize, row: fn(String) -> TurnRow, rows: &mut Vec<Row<TurnRow>>) {
    let (lines, more) = wrapped(text, width);
    rows.extend(lines.into_iter().map(|line| Row::plain(row(line))));
    rows.extend((more > 0).then(|| Row::plain(TurnRow::UserMore(more))));
}

/// The first lines of a text in `width` cells, and how many more there are.
fn wrapped(text: &str, width: usize) -> (Vec<String>, usize) {
    let mut lines = text::wrap(&text::printable(text), width);
    let more = lines.len().saturating_sub(SHOWN_LINES);
    // One line that only says "1 more line" would take the place of that line.
    let more = if more > 1 { more } else { 0 };
    lines.truncate(if more > 0 { SHOWN_LINES } else { lines.len() });
    (lines, more)
}

fn request(state: &State, turn: &Turn, number: usize, prompt: &Prompt, before: Option<&Prompt>) -> Row<TurnRow> {
    let reuse = before.map(|before| reuse(before, prompt));
    let is_last = number + 1 == turn.requests().len();
    let data = TurnRow::Request {
        number: number + 1,
        tokens: prompt.tokens(),
        reused: reuse.map(|reuse| u8::try_from(reuse.percent()).unwrap_or(100)),
        chosen: number == state.request,
        fallback: is_last && matches!(turn.outcome(), Outcome::Degraded(_)),
    };
    Row::selectable(RowKey::new("request", number + 1), data)
}

fn response(turn: &Turn, index: usize, step: &Step, width: usize, rows: &mut Vec<Row<TurnRow>>) {
    let key = |kind: &str, place: usize| RowKey::new(kind, format_args!("{}.{place}", index + 1));
    let is_session = turn.setup().dialect.is_session();
    let mut answers = step.answers.iter();
    if step.kind != StepKind::Final || !step.answers.is_empty() {
        if is_session && !step.parsed.chat.is_empty() {
            wrapped_rows(&step.parsed.chat_text(), width, TurnRow::ReplyText, rows); // sent beside the calls
        }
        let mut place = 0;
        for ask in &step.parsed.asks {
            let answered = answers.clone().next().filter(|answered| answered.ask == *ask);
            if matches!(ask, Ask::Tool { .. }) && answered.is_none() {
                continue; // counted among the withheld plans
            }
            place += 1;
            rows.push(Row::selectable(key("ask", place), TurnRow::Ask(AskLabel::of(ask))));
            if let Some(answered) = answered {
                answers.next();
                let result = match (answered.answer.error, answered.answer.repeat) {
                    (Some(code), _) => HostResult::Error(code),
                    (None, true) => HostResult::Repeat,
                    (None, false) => HostResult::Given,
                };
                let label = answered.answer.label.clone();
                let data = TurnRow::Host { label, result: result.clone(), tokens: answered.tokens };
                let large = large_share(turn, answered.tokens).filter(|_| is_session && result == HostResult::Given);
                rows.push(Row::selectable(key("host", place), data));
                rows.extend(large.map(|percent| Row::plain(TurnRow::Large(percent))));
            }
        }
        let (characters, plans) = withheld(turn, step);
        if !is_session && characters + plans > 0 && step.kind != StepKind::Final {
            rows.push(Row::selectable(key("withheld", 0), TurnRow::Withheld { characters, plans }));
        }
    }
    rows.extend(step.parsed.unclosed.iter().map(|quoted| Row::plain(TurnRow::Unclosed(quoted.clone()))));
    if step.kind == StepKind::Final {
        match is_session {
            true => {
                rows.push(Row::selectable(RowKey::new("reply", index + 1), TurnRow::Replied));
                wrapped_rows(&step.response, width, TurnRow::ReplyText, rows);
            }
            false => reply(turn, index, width, rows),
        }
    }
}

/// What the user gets, and what the host runs with it (U20).
fn reply(turn: &Turn, index: usize, width: usize, rows: &mut Vec<Row<TurnRow>>) {
    let Some(reply) = turn.reply() else { return };
    rows.push(Row::selectable(RowKey::new("reply", ""), TurnRow::Replied));
    wrapped_rows(reply, width, TurnRow::ReplyText, rows);
    rows.extend(turn.planned_calls().iter().enumerate().map(|(place, ask)| {
        let key = RowKey::new("call", format_args!("{}.{}", index + 1, place + 1));
        let name = match ask {
            Ask::Tool { name, .. } => name.clone(),
            Ask::Skill { .. } => "skill".to_owned(), // to a caller without skills a call like any
        };
        Row::selectable(key, TurnRow::Call(name))
    }));
}

/// Characters of chat and number of tool calls that a response with requests does not get through (U20).
pub fn withheld(turn: &Turn, step: &Step) -> (usize, usize) {
    let characters = step.parsed.chat.iter().map(|chat| chat.chars().count()).sum();
    let answered = turn.setup().dialect.answers_tool_calls(&turn.setup().scene);
    (characters, if answered { 0 } else { step.parsed.tool_calls().count() })
}

/// Why the prompt of the last request is the one without skills.
fn degradation(turn: &Turn) -> Option<Row<TurnRow>> {
    match turn.outcome() {
        Outcome::Degraded(why) => Some(Row::selectable(RowKey::new("degraded", ""), TurnRow::Degraded(why.clone()))),
        _ => None,
    }
}

fn outcome(turn: &Turn, rows: &mut Vec<Row<TurnRow>>) {
    if let Outcome::Blocked { call } = turn.outcome() {
        rows.push(Row::selectable(RowKey::new("blocked", ""), TurnRow::Blocked(call.clone())));
    }
    if turn.next() == Next::Over {
        rows.push(Row::plain(TurnRow::Usage(usage_line(turn))));
    }
}

/// The names in a row, for the filter.
fn names(row: &TurnRow) -> Vec<&str> {
    match row {
        TurnRow::UserText(text) | TurnRow::ReplyText(text) | TurnRow::Unclosed(text) | TurnRow::Blocked(text) => {
            vec![text]
        }
        TurnRow::Matcher(picks) => picks.iter().map(|pick| pick.name.as_str()).collect(),
        TurnRow::Ask(AskLabel::Load(name) | AskLabel::Tool(name)) | TurnRow::Call(name) => vec![name],
        TurnRow::Ask(AskLabel::Read(name, path)) => vec![name, path],
        TurnRow::Ask(AskLabel::Malformed(field)) => vec![field],
        TurnRow::Host { label, result: HostResult::Error(code), .. } => vec![label, code.as_str()],
        TurnRow::Host { label, .. } => vec![label],
        TurnRow::Changed(Changed::Skills(skills)) => skills.iter().map(|skill| skill.name.as_str()).collect(),
        _ => Vec::new(),
    }
}
