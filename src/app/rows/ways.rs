//! The end of the timeline: every way to go on from here, so that arrows and Enter suffice, and what comes of it.
//!
//! ```text
//!  model   YOUR MOVE
//!    i  type what the model says
//!    r  final reply
//!  skills 2 of 3         round trips 1 of 2
//!  next: …
//! ```

use super::turn::TurnRow;
use super::{Row, RowKey};
use crate::app::{Field, State};
use crate::turn::{Next, Turn};

/// A way to go on from here; Enter on its row does it, so that arrows and Enter suffice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// Go to the skills and ask with Enter.
    Ask,
    /// Type what the model says.
    Type,
    /// Write the final reply.
    Reply,
    /// Let the matcher play.
    Matcher,
    /// Take the last move back.
    Back,
    /// Start a new turn on the newest files.
    NewTurn,
    /// Start one and play the same moves.
    Replay,
    /// Show what was tried beside what was sent (degraded turns).
    Compare,
    /// Write the user's next message (sessions).
    Message,
    /// Change the world around the session.
    World,
    /// Play the next step of the prepared session.
    Step,
}

/// Every way to go on from here, so that arrows and Enter suffice.
pub(super) fn ways(state: &State, turn: &Turn, rows: &mut Vec<Row<TurnRow>>) {
    let next = turn.next();
    let asks = matches!(next, Next::Served { .. } | Next::Errors | Next::Degrades);
    let begun = |way: Way| match way {
        Way::Type => state.drafts.contains_key(&Field::Response),
        Way::Reply => state.drafts.contains_key(&Field::Reply),
        Way::Message => state.drafts.contains_key(&Field::NextMessage),
        _ => false,
    };
    let way = |way: Way| {
        let data = if begun(way) { TurnRow::Begun(way) } else { TurnRow::Way(way) };
        Row::selectable(RowKey::new("way", format_args!("{way:?}")), data)
    };
    rows.extend(state.has_step().then(|| way(Way::Step)));
    if next != Next::Over {
        rows.push(Row::plain(TurnRow::YourMove));
        if !state.marked.is_empty() {
            rows.push(Row::plain(TurnRow::Marked(state.marked.len())));
        }
        rows.extend(asks.then(|| way(Way::Ask)));
        rows.push(way(Way::Type));
        rows.push(way(Way::Reply));
        rows.push(way(Way::Matcher));
    }
    rows.extend(turn.takes_message().then(|| way(Way::Message)));
    rows.extend(state.is_session().then(|| way(Way::World)));
    rows.extend(turn.attempted().is_some().then(|| way(Way::Compare)));
    rows.extend((!state.moves.is_empty()).then(|| way(Way::Back)));
    rows.push(way(Way::NewTurn));
    rows.extend((!state.moves_to_replay().is_empty()).then(|| way(Way::Replay)));
    if state.is_session() {
        let world = &turn.plan().world;
        let providers = turn.setup().dialect.providers(world);
        rows.push(Row::plain(TurnRow::World(world.tool, providers)));
        return rows.push(Row::plain(TurnRow::SessionNext { over: turn.takes_message() }));
    }
    let (skills, rounds, limits) = (turn.ledger().bodies.len(), turn.rounds(), turn.plan().limits);
    rows.extend(turn.plan().off.is_none().then_some(match turn.attempted() {
        Some(_) => Row::plain(TurnRow::Tried { skills, rounds }),
        None => {
            let (max_skills, max_rounds) = (limits.max_skills, limits.max_rounds);
            Row::plain(TurnRow::Budget { skills, max_skills, rounds, max_rounds })
        }
    }));
    rows.push(Row::plain(TurnRow::Next(next)));
}
