//! `skillstage export`: a scenario to show elsewhere.

use std::path::Path;

use super::args::{ExportArgs, ExportFormat, Globals};
use super::out::{self, Exit, Run, print};
use super::record::save;
use super::session::{Session, may_write};
use crate::report::export;
use crate::text::printable_line;

/// Plays the scenario and prints the page, or writes it.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &ExportArgs) -> Run {
    if args.output.is_some() {
        may_write(globals)?;
    }
    let session = Session::for_replay(dir, globals)?;
    let (scenario, ground) = session.grounds().scenario(&session.workspace, &args.file)?;
    let ground = if args.as_recorded { scenario.ground(&ground) } else { ground };
    let text = match args.format {
        ExportFormat::Html => export::html(&scenario, ground, session.flagged_lang())?,
        ExportFormat::Cast => export::cast(&scenario, ground, args.size)?,
    };
    let Some(output) = &args.output else {
        print(&text)?;
        return Ok(Exit::Fine);
    };
    save(output, &text, args.force)?;
    let shown = printable_line(&output.to_string_lossy()).into_owned();
    out::note(&format!("wrote {shown} ({} bytes)\n", text.len()));
    Ok(Exit::Fine)
}

/// `COLUMNSxROWS` of the command line.
pub fn size(text: &str) -> Result<(u16, u16), String> {
    let numbers = text.split_once('x').and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    match numbers {
        Some((columns, rows)) if (40..=export::MOST).contains(&columns) && (12..=export::MOST).contains(&rows) => {
            Ok((columns, rows))
        }
        _ => Err("write COLUMNSxROWS, from 40x12 to 500x500".to_owned()),
    }
}
