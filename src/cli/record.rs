//! `skillstage record`: a turn, played and saved as a scenario with what it used (S3).

use std::path::Path;
use std::sync::Arc;

use super::args::{Globals, RecordArgs};
use super::moves::Given;
use super::out::{self, Exit, Run};
use super::session::{self, Session};
use crate::diag::{Code, Diagnostic};
use crate::prompt::Message;
use crate::report::findings;
use crate::scenario::{Played, load_base, record};
use crate::text::printable;
use crate::turn::{Event, Turn};
use crate::workspace::{overwrite_file, write_new_file};

/// Plays the events and writes the file. Nothing is written where the turn does not take an event, or where the recording
/// would hold a credential (S5).
pub fn run(dir: Option<&Path>, globals: &Globals, args: &RecordArgs, given: &[Given]) -> Run {
    session::may_write(globals)?;
    let session = Session::for_replay(dir, globals)?;
    let loaded = session.load();
    let mut base = load_base(&session.workspace)?;
    base.message = Message { text: args.message.clone(), time: args.at.clone(), images: args.images };
    let scene = session::scene(&args.scene, &loaded.snapshot)?;
    let library = Arc::new(session.workspace.capture(Arc::clone(&loaded.snapshot)));
    let places = Arc::clone(&base.places);
    let opening = session.setup(Arc::clone(&library), scene, base)?;
    let (turn, events) = played(Turn::start(opening.clone()), given)?;
    out::note(&findings::of_turn(&loaded, turn.plan(), "skillstage catalog"));
    let title = args.title.as_deref().unwrap_or(&args.message);
    let played = Played { title, opening: &opening, places: &places, events: &events, captions: &[] };
    let text = record(played.scenario(&args.output.to_string_lossy()), session.ground(library)?)?;
    save(&args.output, &text, args.force)?;
    let (requests, shown) = (turn.requests().len(), printable(&args.output.to_string_lossy()).into_owned());
    let requests = if requests == 1 { "1 request".to_owned() } else { format!("{requests} requests") };
    out::note(&format!("recorded {requests} in {shown} ({} bytes)\n", text.len()));
    Ok(if loaded.broken.is_some() { Exit::Findings } else { Exit::Fine })
}

/// The turn after the events of the command line, and these.
fn played(mut turn: Turn, given: &[Given]) -> Result<(Turn, Vec<Event>), Diagnostic> {
    let mut events = Vec::new();
    for one in given {
        let event = one.event(&turn)?;
        turn.play(&event)?;
        events.push(event);
    }
    Ok((turn, events))
}

/// Writes the file; over another one only with consent (S3).
pub fn save(path: &Path, text: &str, force: bool) -> Result<(), Diagnostic> {
    if force {
        return overwrite_file(path, text);
    }
    write_new_file(path, text).map_err(|fault| match fault.code {
        Code::FileExists => fault.help("add --force to replace it"),
        _ => fault,
    })
}
