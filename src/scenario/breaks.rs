//! Where a scenario breaks on some content: what a what-if and `skillstage sweep` ask of every scenario.

use std::sync::Arc;

use super::{Ground, Play, Scenario, Unmet, Wanted};
use crate::diag::Diagnostic;
use crate::text::thousands;
use crate::turn::{Degraded, Outcome};

/// The first step at which a scenario breaks, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Break {
    /// The step; 0 is the opening.
    pub step: usize,
    /// Why there.
    pub why: WhyBroken,
}

/// Why a scenario breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyBroken {
    /// The turn is handed back to the caller (U23), and the step does not expect that.
    Degraded(Degraded),
    /// An expectation of the step does not hold (S2).
    Unmet(Box<Unmet>),
    /// The step cannot be played.
    Fault(Box<Diagnostic>),
}

impl Break {
    /// Why, in one sentence; the step is told beside it.
    pub fn sentence(&self) -> String {
        match &self.why {
            WhyBroken::Degraded(Degraded::Tokens { total, limit }) => format!(
                "the turn degrades: {} tokens, over {} by {}",
                thousands(*total),
                thousands(*limit),
                thousands(total.saturating_sub(*limit))
            ),
            WhyBroken::Degraded(Degraded::Rounds { .. }) => "the turn degrades: no round trip is left".to_owned(),
            WhyBroken::Unmet(unmet) => format!(
                "`{}` expects {} and is {}",
                unmet.check.wanted.key(),
                listed(&unmet.expected),
                listed(&unmet.actual)
            ),
            WhyBroken::Fault(fault) => fault.message.clone(),
        }
    }
}

/// A few values in one line.
fn listed(lines: &[String]) -> String {
    if lines.is_empty() { "none".to_owned() } else { lines.join(", ") }
}

/// The first step at which `scenario` breaks on `ground`; `None` where it comes to its end as expected.
pub fn first_break(scenario: &Arc<Scenario>, ground: &Ground) -> Option<Break> {
    let mut play = match Play::open(Arc::clone(scenario), ground.clone()) {
        Ok(play) => play,
        Err(fault) => return Some(Break { step: 0, why: WhyBroken::Fault(Box::new(fault)) }),
    };
    let mut degraded_in = None; // the turn that has degraded, as was expected
    loop {
        let turn = play.turns().len();
        if let Some(why) = broken_here(&play, degraded_in == Some(turn)) {
            return Some(Break { step: play.played(), why });
        }
        if matches!(play.turn().outcome(), Outcome::Degraded(_)) {
            degraded_in = Some(turn);
        }
        match play.advance() {
            Ok(true) => {}
            Ok(false) => return None,
            Err(fault) => return Some(Break { step: play.played() + 1, why: WhyBroken::Fault(Box::new(fault)) }),
        }
    }
}

fn broken_here(play: &Play, is_known: bool) -> Option<WhyBroken> {
    let judged = play.judge();
    let is_outcome = |wanted: &Wanted| matches!(wanted, Wanted::Outcome(_) | Wanted::Reason(_));
    let is_expected = judged.iter().any(|(check, held)| is_outcome(&check.wanted) && held.is_ok());
    match play.turn().outcome() {
        Outcome::Degraded(degraded) if !is_expected && !is_known => Some(WhyBroken::Degraded(degraded.clone())),
        _ => judged.into_iter().find_map(|(_, held)| held.err()).map(WhyBroken::Unmet),
    }
}

/// A scenario that content which might be breaks, and content as it is does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The file, relative to the workspace.
    pub file: String,
    /// Its title.
    pub title: Option<String>,
    /// Where and why.
    pub at: Break,
}

#[cfg(test)]
mod tests {
    use super::super::file::parse;
    use super::super::record::tests::{FILE, ground};
    use super::*;
    use crate::workspace::{ConfigEdit, Limit};

    const TEXT: &str = r#"version: 1
scene: help
steps:
  - model: '{"name":"skill","args":{"action":"load","params":{"name":"a"}}}'
  - model: Bye
    expect: {outcome: replied}
"#;

    fn under(limit: u64, text: &str) -> Option<Break> {
        let ground = ground();
        let edit = ConfigEdit::Limit(Limit::MaxTokens, limit);
        let library = ground.library.with_config(edit.applied(&ground.library.snapshot.config));
        let ground = Ground::of(Arc::new(library), ground.settings, ground.estimators);
        first_break(&Arc::new(parse(FILE, text, |_, _| Ok(None)).unwrap()), &ground)
    }

    #[test]
    fn u23_a_scenario_breaks_at_the_step_that_degrades_unless_it_is_expected() {
        assert_eq!(under(12_000, TEXT), None);
        let found = under(1, TEXT).unwrap();
        assert_eq!((found.step, found.sentence().starts_with("the turn degrades: ")), (0, true));
        let expected = TEXT.replace("steps:", "steps:\n  - user: Hi\n    expect: {outcome: degraded}");
        let found = under(1, &expected).unwrap();
        assert_eq!((found.step, matches!(found.why, WhyBroken::Fault(_))), (2, true), "a second reply after the end");
    }

    #[test]
    fn s2_an_expectation_that_does_not_hold_breaks_it_too() {
        let found = under(12_000, &TEXT.replace("outcome: replied", "reply: Hello")).unwrap();
        assert_eq!((found.step, &*found.sentence()), (2, "`reply` expects Hello and is Bye"));
    }
}
