//! `skillstage sweep`: one limit at many values, and which scenarios still fit.

use std::path::Path;

use rayon::prelude::*;

use super::args::{Globals, SweepArgs, SweepFormat};
use super::out::{Exit, Run, print};
use super::session::Session;
use crate::diag::{Code, Diagnostic};
use crate::report::sweep::{Report, csv, human, json};
use crate::scenario::{SCENARIOS, scenario_files, sweep};
use crate::settings::DialectId;

/// Plays every scenario at every value. Nothing is written.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &SweepArgs) -> Run {
    let session = Session::for_replay(dir, globals)?;
    let grounds = session.grounds();
    let files = scenario_files(&session.workspace, SCENARIOS)?.unwrap_or_default();
    let read: Vec<_> = files.par_iter().map(|file| grounds.scenario(&session.workspace, file)).collect();
    let mut scenarios = Vec::new();
    for one in read {
        scenarios.push(one?);
    }
    // A dsh host has no limits (SPEC section 4).
    scenarios.retain(|(scenario, _)| scenario.is_played() && scenario.base.dialect() == DialectId::Utility);
    if let Some(wanted) = &args.scene {
        scenarios.retain(|(scenario, _)| scenario.base.scene.as_ref().is_some_and(|scene| scene.as_str() == wanted));
    }
    if scenarios.is_empty() {
        let fault = Diagnostic::error(Code::Usage, "there is no scenario of the utility host to sweep");
        return Err(fault.help("record one with `skillstage record`, or name another --scene").into());
    }
    let (limit, values) = (args.limit.limit, &args.limit.values);
    let report = Report { limit, values, scenarios: &sweep(&scenarios, limit, values) };
    print(&match args.format {
        SweepFormat::Human => human(&report),
        SweepFormat::Csv => csv(&report),
        SweepFormat::Json => json(&report),
    })?;
    Ok(Exit::Fine)
}
