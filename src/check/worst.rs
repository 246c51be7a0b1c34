//! The worst case of a scene: the largest estimate that any sequence of responses can reach in one turn (U21–U23), the
//! sequence that reaches it, and what no sequence can ever reach.
//!
//! A sequence holds requests that are served, each once: a second copy of anything costs nothing but the request itself,
//! and a model that asks for the same thing, for the list, or for what gives an error again and again could make any
//! prompt as long as it likes, so neither is counted. What is left is finite: bodies within `max_skills`, and references
//! of bodies that are in the prompt, in at most `max_rounds` responses.
//!
//! # Why the search is small
//!
//! Write `c(r)` for the tokens of the line of a request `r`, `e(r)` for those that a line end behind it adds, and `a(r)`
//! for those of its result. A request segment is its lines joined by line ends, and every [`Estimator`] counts such a
//! text line by line (the heuristic by its definition, the exact ones since their pieces end with a line; a test holds
//! all three to it). So a turn with the requests `R` in `g` responses, of which `l₁ … l_g` stand last, has
//!
//! ```text
//! total = at rest + Σ_R (c + e + a) − Σ_g e(l)          with e ≥ 0
//! ```
//!
//! 1. *One response suffices.* Requests of one response are served in order (U19), so a load serves a read behind it:
//!    what can be asked in several responses can be asked in one, which subtracts one `e` instead of several.
//! 2. *Everything readable is read.* No summand is negative, so of a skill whose body is in the prompt all references
//!    are taken, and of the skills as many as `max_skills` leaves room for beside the residents.
//! 3. *Skills do not touch each other.* A skill's worth `v` is the sum over its load and its reads. The best choice for
//!    `k` free places is the `k` of the highest `v`, except that one skill has the last request, and its cheapest `e`
//!    is subtracted. So for each skill that could end the response, take it and the `k − 1` best of the others; with
//!    the skills sorted once by `v` each of these candidates costs constant time.
//!
//! The largest of them is the answer: one sort, not a search. Counting the texts is what takes time, and [`Costs`]
//! counts each once for all scenes. `tests/worst.rs` plays every sequence of small worlds and finds the same number.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::diag::Code;
use crate::dialect::{Action, Ask, Dialect, Ledger, ScenePlan, World};
use crate::scene::{SCENES, Scene};
use crate::settings::Binding;
use crate::tokens::{Band, Estimator, Fit};
use crate::turn::Turn;
use crate::workspace::{Library, Limits};

/// What one request costs, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cost {
    /// Its line, alone.
    line: usize,
    /// What a line end behind it adds.
    line_end: usize,
    /// The host's result.
    result: usize,
}

/// What loading a skill and reading its references costs, or why it gives an error.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SkillCosts {
    load: Result<Cost, Code>,
    /// By path (U7).
    reads: Vec<(String, Result<Cost, Code>)>,
}

/// What every request of a library costs: counted once, the same in every scene.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Costs {
    skills: BTreeMap<String, SkillCosts>,
}

impl Costs {
    /// Counts every body and every reference on the allowlist, spread over the cores. Nothing for a host whose sessions
    /// have no limits (SPEC section 4).
    pub fn count(dialect: &dyn Dialect, library: &Library, estimator: &dyn Estimator) -> Costs {
        if dialect.is_session() {
            return Costs::default();
        }
        let scene = Scene::new(SCENES[0]);
        let plan = dialect.plan(&library.snapshot, &scene, Binding::Resident, World::default());
        let plan = ScenePlan { limits: Limits::NONE, ..plan };
        let counter = Counter { dialect, library, estimator, plan: &plan };
        let skills = plan.catalog.par_iter().map(|skill| (skill.name.clone(), counter.skill(&skill.name)));
        Costs { skills: skills.collect::<Vec<_>>().into_iter().collect() }
    }
}

struct Counter<'a> {
    dialect: &'a dyn Dialect,
    library: &'a Library,
    estimator: &'a dyn Estimator,
    plan: &'a ScenePlan,
}

impl Counter<'_> {
    fn skill(&self, name: &str) -> SkillCosts {
        let loaded = Ledger { bodies: [name.to_owned()].into(), ..Ledger::default() };
        let load = self.cost(Action::Load { name: name.to_owned() }, Ledger::default());
        let references = self.library.references.get(name).map_or(&[][..], Vec::as_slice);
        let read = |path: &str| Action::Read { name: name.to_owned(), path: path.to_owned() };
        let reads = references.iter().map(|reference| {
            let cost = match &reference.content {
                Ok(_) => self.cost(read(&reference.path), loaded.clone()),
                Err(fault) => Err(fault.code),
            };
            (reference.path.clone(), cost)
        });
        SkillCosts { load, reads: reads.collect() }
    }

    fn cost(&self, action: Action, mut ledger: Ledger) -> Result<Cost, Code> {
        let json = self.dialect.request(&action);
        let line = self.estimator.count(&json);
        let line_end = self.estimator.count(&format!("{json}\n")).saturating_sub(line);
        let ask = Ask::Skill { action: Ok(action), json };
        let answer = self.dialect.answer(&ask, self.plan, self.library, &mut ledger);
        match answer.error {
            Some(code) => Err(code),
            None => Ok(Cost { line, line_end, result: self.estimator.count(&answer.text) }),
        }
    }
}

/// Something on the allowlist that no allowed sequence of responses brings into a prompt that is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreachable {
    /// The skill.
    pub skill: String,
    /// Its reference; `None` for the body.
    pub reference: Option<String>,
    /// Why not.
    pub why: WhyNever,
}

/// Why something can never be had in a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyNever {
    /// Asking for it is an error with this code, whatever stands before.
    Refused(Code),
    /// Residents take all of `max_skills`, or it is 0 (U22).
    NoSkillLeft,
    /// `max_rounds` is 0 (U22).
    NoRound,
    /// Even asked for first and alone, it passes `max_tokens` by so many tokens (U23).
    OverBudget(usize),
    /// Its skill's body can never be loaded.
    BodyNever,
}

/// The worst case of a scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worst {
    /// The scene.
    pub scene: Scene,
    /// The estimate of the first request, in tokens.
    pub at_rest: usize,
    /// The largest estimate that a sequence reaches, in tokens.
    pub total: usize,
    /// Where its true count probably lies.
    pub band: Band,
    /// `max_tokens`.
    pub limit: usize,
    /// The requests that reach it, all in one response; none where the first request is the worst.
    pub asks: Vec<Action>,
    /// What no sequence reaches, by skill, then path.
    pub unreachable: Vec<Unreachable>,
}

impl Worst {
    /// How many tokens it passes the limit by; 0 where it fits.
    pub fn over(&self) -> usize {
        self.total.saturating_sub(self.limit)
    }

    /// Whether it fits: safe only if the high end of the band does.
    pub fn fit(&self) -> Fit {
        self.band.fit(self.limit)
    }

    /// The skills that it loads, in order.
    pub fn loads(&self) -> Vec<&str> {
        let loads = self.asks.iter().filter_map(|action| match action {
            Action::Load { name } => Some(name.as_str()),
            Action::Read { .. } | Action::List => None,
        });
        loads.collect()
    }

    /// The references that it reads, in order.
    pub fn reads(&self) -> Vec<&str> {
        let reads = self.asks.iter().filter_map(|action| match action {
            Action::Read { path, .. } => Some(path.as_str()),
            Action::Load { .. } | Action::List => None,
        });
        reads.collect()
    }
}

/// The worst case of a turn from its start, whatever was played in it, under the costs of its library. `None` where
/// there are no skills (U13) or no limits (SPEC section 4).
pub fn worst(turn: &Turn, costs: &Costs) -> Option<Worst> {
    let plan = turn.plan();
    if plan.off.is_some() || turn.setup().dialect.is_session() {
        return None;
    }
    let at_rest = turn.at_rest().tokens();
    let scene = SceneCosts { plan, costs, at_rest };
    let (asks, added) = scene.worst();
    Some(Worst {
        scene: plan.scene.clone(),
        at_rest,
        total: at_rest + added,
        band: turn.setup().estimator.band(at_rest + added),
        limit: plan.limits.max_tokens,
        unreachable: scene.unreachable(),
        asks,
    })
}

/// A scene and what can be asked in it.
struct SceneCosts<'a> {
    plan: &'a ScenePlan,
    costs: &'a Costs,
    at_rest: usize,
}

/// A skill whose body is or can come into the prompt, with all that can be asked of it.
struct Candidate<'a> {
    name: &'a str,
    resident: bool,
    /// The load (without a path) unless it is resident, then the reads, the one with the cheapest line end last.
    asks: Vec<(Option<&'a str>, Cost)>,
    /// Tokens of all its requests and results, a line end behind each.
    worth: usize,
}

impl<'a> Candidate<'a> {
    fn new(name: &'a str, skill: &'a SkillCosts, resident: bool) -> Option<Candidate<'a>> {
        let load = (!resident).then_some((None, skill.load));
        let reads = skill.reads.iter().map(|(path, cost)| (Some(path.as_str()), *cost));
        let loadable = resident || skill.load.is_ok();
        let asks = load.into_iter().chain(reads).filter(|_| loadable);
        let mut asks: Vec<_> = asks.filter_map(|(path, cost)| Some((path, cost.ok()?))).collect();
        // Reads come behind the load, so it ends only what has none.
        let ends = asks.iter().enumerate().filter(|(_, (path, _))| path.is_some() || asks.len() == 1);
        let cheapest = ends.rev().min_by_key(|(_, (_, cost))| cost.line_end).map(|(index, _)| index)?;
        let last = asks.remove(cheapest);
        asks.push(last);
        let worth = asks.iter().map(|(_, cost)| cost.line + cost.line_end + cost.result).sum();
        Some(Candidate { name, resident, asks, worth })
    }

    /// What is saved when its last request has no line end behind it.
    fn last_end(&self) -> usize {
        self.asks.last().map_or(0, |(_, cost)| cost.line_end)
    }

    fn actions(&self) -> impl Iterator<Item = Action> {
        self.asks.iter().map(|(path, _)| match path {
            None => Action::Load { name: self.name.to_owned() },
            Some(path) => Action::Read { name: self.name.to_owned(), path: (*path).to_owned() },
        })
    }
}

/// The residents and the best of the others for so many places, by name, then the one that ends the response.
fn ending_with<'c>(candidates: &'c [Candidate<'c>], end: &'c Candidate<'c>, places: usize) -> Vec<&'c Candidate<'c>> {
    let beside = || candidates.iter().filter(|candidate| candidate.name != end.name);
    let best = beside().filter(|candidate| !candidate.resident).take(places - usize::from(!end.resident));
    let mut chosen: Vec<_> = beside().filter(|candidate| candidate.resident).chain(best).collect();
    chosen.sort_by_key(|candidate| candidate.name);
    chosen.push(end);
    chosen
}

/// What a response of these costs, the last one ending it.
fn tokens(chosen: &[&Candidate<'_>]) -> usize {
    let all: usize = chosen.iter().map(|candidate| candidate.worth).sum();
    all - chosen.last().map_or(0, |end| end.last_end())
}

impl<'a> SceneCosts<'a> {
    /// The worst response and what it adds to the prompt at rest; see the module's docs.
    fn worst(&self) -> (Vec<Action>, usize) {
        if self.never_served().is_some() {
            return (Vec::new(), 0);
        }
        let candidates = self.skills().filter_map(|(name, costs)| Candidate::new(name, costs, self.is_resident(name)));
        let mut candidates: Vec<_> = candidates.collect();
        candidates.sort_by_key(|candidate| Reverse(candidate.worth)); // equals stay in the order of their names
        let ends = candidates.iter().filter(|end| end.resident || self.places() > 0);
        let responses = ends.map(|end| ending_with(&candidates, end, self.places()));
        // Of equals the one whose end is last by name: all of it then stands in that order.
        let worst = responses.max_by_key(|chosen| (tokens(chosen), chosen.last().map(|end| end.name)));
        let worst = worst.unwrap_or_default();
        (worst.iter().flat_map(|candidate| candidate.actions()).collect(), tokens(&worst))
    }

    /// What no sequence brings into a prompt that is sent.
    fn unreachable(&self) -> Vec<Unreachable> {
        self.skills().flat_map(|(name, costs)| self.never(name, costs)).collect()
    }

    fn never(&self, name: &str, costs: &SkillCosts) -> Vec<Unreachable> {
        let load = match self.is_resident(name) {
            true => None,
            false => self.never_loaded(costs),
        };
        let reads = costs.reads.iter().filter_map(|(path, cost)| {
            let why = match (load, cost) {
                (_, Err(code)) => Some(WhyNever::Refused(*code)),
                (Some(_), _) => Some(WhyNever::BodyNever),
                (None, Ok(read)) => self.never_read(name, costs, *read),
            };
            Some(Unreachable { skill: name.to_owned(), reference: Some(path.clone()), why: why? })
        });
        let body = load.map(|why| Unreachable { skill: name.to_owned(), reference: None, why });
        body.into_iter().chain(reads).collect()
    }

    fn never_loaded(&self, costs: &SkillCosts) -> Option<WhyNever> {
        match costs.load {
            Err(code) => Some(WhyNever::Refused(code)),
            Ok(_) if self.never_served().is_some() => self.never_served(),
            Ok(_) if self.places() == 0 => Some(WhyNever::NoSkillLeft),
            Ok(load) => self.over_budget(load.line + load.result),
        }
    }

    /// The cheapest way to a reference is its load and its read alone, in two responses where there are two: that saves
    /// the line end between them.
    fn never_read(&self, name: &str, costs: &SkillCosts, read: Cost) -> Option<WhyNever> {
        let between = |load: Cost| if self.plan.limits.max_rounds > 1 { 0 } else { load.line_end };
        let load = costs.load.ok().filter(|_| !self.is_resident(name));
        let load = load.map_or(0, |load| load.line + between(load) + load.result);
        self.never_served().or_else(|| self.over_budget(load + read.line + read.result))
    }

    /// Why no response is served at all, if none is.
    fn never_served(&self) -> Option<WhyNever> {
        let no_round = (self.plan.limits.max_rounds == 0).then_some(WhyNever::NoRound);
        no_round.or_else(|| self.over_budget(0))
    }

    /// Whether so many tokens more than at rest pass the limit (U23).
    fn over_budget(&self, more: usize) -> Option<WhyNever> {
        let over = (self.at_rest + more).saturating_sub(self.plan.limits.max_tokens);
        (over > 0).then_some(WhyNever::OverBudget(over))
    }

    /// Places for bodies beside the residents (U22).
    fn places(&self) -> usize {
        self.plan.limits.max_skills.saturating_sub(self.plan.residents.len())
    }

    fn is_resident(&self, name: &str) -> bool {
        self.plan.resident(name).is_some()
    }

    /// The skills of the catalog with their costs, by name.
    fn skills(&self) -> impl Iterator<Item = (&'a str, &'a SkillCosts)> {
        let costs = &self.costs.skills;
        self.plan.catalog.iter().filter_map(|skill| Some((skill.name.as_str(), costs.get(&skill.name)?)))
    }
}
