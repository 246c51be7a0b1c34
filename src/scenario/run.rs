//! Replaying a scenario and saying what came of it (S2, S4).

use std::sync::Arc;

use super::recorded::Run;
use super::{Drift, Ground, Scenario, Unmet, drift};
use crate::diag::Diagnostic;

/// An expectation that did not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    /// The step; 0 is the opening.
    pub step: usize,
    /// What the step shows.
    pub say: Option<String>,
    /// What was expected and what is.
    pub unmet: Unmet,
}

/// How a replay ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All held, and nothing that was recorded is different.
    Passed,
    /// All held, and what was recorded is different now.
    Drifted,
    /// An expectation did not hold, or a step could not be played.
    Failed,
    /// The file could not be read, or not be opened as a scenario.
    Broken,
}

/// What came of one scenario. It holds no prompt, so that many can be kept.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// The file, relative to the workspace.
    pub file: String,
    /// Its title.
    pub title: Option<String>,
    /// Its steps behind the opening.
    pub steps: usize,
    /// How many expectations were held against what is.
    pub checked: usize,
    /// Those that did not hold, in order.
    pub failed: Vec<Failed>,
    /// The step that could not be played.
    pub fault: Option<Diagnostic>,
    /// What was recorded and is different now.
    pub drift: Vec<Drift>,
    /// What is wrong with the file.
    pub broken: Vec<Diagnostic>,
}

impl Status {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Drifted => "drifted",
            Status::Failed => "failed",
            Status::Broken => "broken",
        }
    }
}

impl Verdict {
    /// The verdict on a file that is no scenario.
    pub fn broken(file: &str, broken: Vec<Diagnostic>) -> Verdict {
        Verdict { file: file.to_owned(), broken, ..Verdict::default() }
    }

    /// How it ended: the worst of what was found.
    pub fn status(&self) -> Status {
        match () {
            () if !self.broken.is_empty() => Status::Broken,
            () if !self.failed.is_empty() || self.fault.is_some() => Status::Failed,
            () if !self.drift.is_empty() => Status::Drifted,
            () => Status::Passed,
        }
    }
}

/// Replays a scenario on `ground`, or `as_recorded` on its bundle. Gives the verdict, and the run where it came to its end.
pub fn replay(scenario: &Arc<Scenario>, ground: &Ground, as_recorded: bool) -> (Verdict, Option<Run>) {
    let mut verdict = Verdict {
        file: scenario.file.clone(),
        title: scenario.base.title.clone(),
        steps: scenario.steps.len(),
        ..Verdict::default()
    };
    let on = if as_recorded { scenario.ground(ground) } else { ground.clone() };
    let mut run = match Run::open(scenario, on) {
        Ok(run) => run,
        Err(fault) => {
            verdict.broken.push(fault);
            return (verdict, None);
        }
    };
    loop {
        judge(&run, &mut verdict);
        match run.advance() {
            Ok(true) => {}
            Ok(false) => break,
            Err(fault) => {
                verdict.fault = Some(fault);
                return (verdict, None);
            }
        }
    }
    match drift(scenario, &run, (!as_recorded).then_some(ground)) {
        Ok(drift) => verdict.drift = drift,
        Err(fault) => verdict.fault = Some(fault),
    }
    (verdict, Some(run))
}

fn judge(run: &Run, verdict: &mut Verdict) {
    for (_, result) in run.play.judge() {
        verdict.checked += 1;
        if let Err(unmet) = result {
            let say = run.play.step().map_or(&run.play.scenario().say, |step| &step.say).clone();
            verdict.failed.push(Failed { step: run.play.played(), say, unmet: *unmet });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::file::parse;
    use super::super::record::tests::{FILE, ground, opening, played, responses};
    use super::*;
    use crate::settings::DialectId;

    fn verdict(text: &str, as_recorded: bool) -> Verdict {
        replay(&Arc::new(parse(FILE, text, |_, _| Ok(None)).unwrap()), &ground(), as_recorded).0
    }

    #[test]
    fn s2_the_verdict_names_the_step_of_each_expectation_that_fails() {
        let text = "version: 1\nscene: help\nsteps:\n  - user: Hi\n    expect: {outcome: pending}\n  - model: Bye\n    \
                    say: The end\n    expect: {reply: Bye, outcome: blocked}\n";
        let verdict = verdict(text, false);
        assert_eq!((verdict.status(), verdict.checked, verdict.failed.len()), (Status::Failed, 3, 1));
        let Failed { step, say, unmet } = &verdict.failed[0];
        assert_eq!((*step, say.as_deref()), (1, Some("The end")));
        assert_eq!((&*unmet.expected, &*unmet.actual), (&["blocked".to_owned()][..], &["replied".to_owned()][..]));
    }

    #[test]
    fn s4_a_recording_passes_on_the_bundle_whatever_the_skills_are() {
        let text = played(&opening(DialectId::Utility), &responses()).unwrap();
        assert_eq!(verdict(&text, false).status(), Status::Passed);
        let other = text.replace("Body of a.", "Body as it was.");
        assert_eq!(verdict(&other, true).status(), Status::Drifted, "the bundle is not what was recorded");
        assert_eq!(verdict(&text, true).status(), Status::Passed);
    }

    #[test]
    fn a_step_that_cannot_be_played_fails_and_a_scenario_without_a_scene_is_broken() {
        let failed = verdict("version: 1\nscene: help\nsteps: [{change: {remove: nope}}]\n", false);
        assert_eq!((failed.status(), failed.fault.unwrap().place.unwrap().line), (Status::Failed, Some(3)));
        assert_eq!(verdict("version: 1\nsteps: [{user: Hi}]\n", false).status(), Status::Broken);
    }
}
