//! `skillstage run`: replays scenarios and says what came of them (S2, S4).

use std::collections::HashSet;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::args::{Globals, RunArgs, RunFormat};
use super::out::{self, Exit, Failure, Run, print};
use super::session::{Session, may_write};
use crate::diag::{Code, Diagnostic};
use crate::report::run as report;
use crate::scenario::{
    Bundle, Grounds, MAX_SCENARIO, Recorded, SCENARIOS, Status, Verdict, blessed, replay, scenario_files,
};
use crate::text::printable_line;
use crate::workspace::{read_stored_file, replace_file};

/// Replays the scenarios and prints the report.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &RunArgs) -> Run {
    if args.bless {
        may_write(globals)?;
    }
    let session = Session::for_replay(dir, globals)?;
    let grounds = session.grounds();
    let files = files(&session, args)?;
    let verdicts = replayed(&files, &session, &grounds, args);
    out::complain(grounds.broken().map(std::slice::from_ref).unwrap_or_default());
    if verdicts.is_empty() && args.shard.is_none() {
        let fault = Diagnostic::error(Code::Usage, "there is no scenario to run");
        return Err(fault.help("name a file or a directory of the workspace, or another --filter").into());
    }
    print(&match args.format {
        RunFormat::Human => report::human(&verdicts),
        RunFormat::Json => report::json(&verdicts),
        RunFormat::Junit => report::junit(&verdicts),
        RunFormat::Github => report::github(&verdicts),
    })?;
    if args.bless {
        bless(&session, &grounds, &verdicts)?;
    }
    Ok(exit(&verdicts, args.bless, grounds.broken()))
}

/// With a broken config every scenario was played without skills: that is a finding, whatever held.
fn exit(verdicts: &[Verdict], blessed: bool, broken: Option<&Diagnostic>) -> Exit {
    match verdicts.iter().map(Verdict::status).max() {
        None | Some(Status::Passed) if broken.is_some() => Exit::Findings,
        None | Some(Status::Passed) => Exit::Fine,
        Some(Status::Drifted) if blessed => Exit::Fine,
        Some(Status::Drifted | Status::Failed) => Exit::Findings,
        Some(Status::Broken) => Exit::CouldNotRun,
    }
}

/// A file to run.
struct File {
    path: String,
    /// Named on the command line, rather than found in a directory.
    is_named: bool,
}

/// The files, in the order of their names within each directory; those of this shard.
fn files(session: &Session, args: &RunArgs) -> Result<Vec<File>, Failure> {
    let named: Vec<&str> = args.files.iter().map(|path| path.trim_end_matches('/')).collect();
    let named = if named.is_empty() { vec![SCENARIOS] } else { named };
    let mut files: Vec<File> = Vec::new();
    for path in named {
        match scenario_files(&session.workspace, path)? {
            Some(found) => files.extend(found.into_iter().map(|path| File { path, is_named: false })),
            None => files.push(File { path: path.to_owned(), is_named: true }),
        }
    }
    let mut seen = HashSet::new();
    files.retain(|file| seen.insert(file.path.clone()));
    if let Some((shard, of)) = args.shard {
        let mut index = 0;
        files.retain(|_| {
            index += 1;
            (index - 1) % of == shard - 1
        });
    }
    Ok(files)
}

/// The verdicts in the order of the files, played on all cores. With `--fail-fast` none after the first that fails.
fn replayed(files: &[File], session: &Session, grounds: &Grounds, args: &RunArgs) -> Vec<Verdict> {
    let progress = Progress::new(files.len());
    let first_bad = AtomicUsize::new(usize::MAX);
    let one = |(index, file): (usize, &File)| {
        if args.fail_fast && index > first_bad.load(Ordering::Relaxed) {
            return None;
        }
        let verdict = verdict(file, session, grounds, args)?;
        if verdict.status() != Status::Passed {
            first_bad.fetch_min(index, Ordering::Relaxed);
        }
        progress.step();
        Some((index, verdict))
    };
    let verdicts: Vec<(usize, Verdict)> = files.par_iter().enumerate().filter_map(one).collect();
    progress.finish();
    let last = if args.fail_fast { first_bad.into_inner() } else { usize::MAX };
    verdicts.into_iter().filter(|(index, _)| *index <= last).map(|(_, verdict)| verdict).collect()
}

/// `None` where it is not asked for, or has nothing to play.
fn verdict(file: &File, session: &Session, grounds: &Grounds, args: &RunArgs) -> Option<Verdict> {
    let matches = |text: &str| args.filter.as_ref().is_none_or(|filter| text.contains(filter.as_str()));
    match grounds.scenario(&session.workspace, &file.path) {
        Ok((scenario, _)) if !scenario.is_played() && !file.is_named => None,
        Ok((scenario, ground)) => {
            let title = scenario.base.title.as_deref().unwrap_or_default();
            (matches(&file.path) || matches(title)).then(|| replay(&scenario, &ground, args.as_recorded).0)
        }
        Err(faults) => matches(&file.path).then(|| Verdict::broken(&file.path, faults)),
    }
}

/// Rewrites the recorded values of every scenario that drifted; what changes was printed before.
fn bless(session: &Session, grounds: &Grounds, verdicts: &[Verdict]) -> Result<(), Failure> {
    for verdict in verdicts.iter().filter(|verdict| !verdict.drift.is_empty() && verdict.fault.is_none()) {
        let (scenario, ground) = grounds.scenario(&session.workspace, &verdict.file)?;
        let (_, Some(run)) = replay(&scenario, &ground, false) else { continue };
        let path = session.workspace.roots().base.join(&verdict.file);
        let Some(old) = read_stored_file(&path, MAX_SCENARIO)? else { continue };
        let new = blessed(&verdict.file, &old, &Recorded::of(&run), &Bundle::of(&run).with_places(&run))?;
        replace_file(&path, &new, &old)?;
        out::note(&format!("blessed {}\n", printable_line(&verdict.file)));
    }
    Ok(())
}

/// A line on a terminal that says how far it is; nothing elsewhere.
struct Progress {
    done: AtomicUsize,
    all: usize,
    shown: bool,
}

impl Progress {
    fn new(all: usize) -> Progress {
        Progress { done: AtomicUsize::new(0), all, shown: io::stderr().is_terminal() }
    }

    fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        // A hundred lines at most: a terminal is slow beside a scenario.
        if self.shown && (done.is_multiple_of(self.all.div_ceil(100).max(1)) || done == self.all) {
            out::note(&format!("\r{done} of {}", self.all));
        }
    }

    fn finish(&self) {
        if self.shown && self.done.load(Ordering::Relaxed) > 0 {
            out::note("\r\x1b[K");
        }
    }
}

/// `K/N` of the command line.
pub fn shard(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((k, n)) if 1 <= k && k <= n => Ok((k, n)),
        _ => Err("write K/N, such as 1/4, with K from 1 to N".to_owned()),
    }
}
