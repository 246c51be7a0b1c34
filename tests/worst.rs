//! The worst case of a scene is exact: every sequence of responses of small worlds is played, and none costs more (U21–U23).

#[path = "support/mod.rs"]
mod support;

use proptest::prelude::*;
use skillstage::check::{Costs, WhyNever, Worst, worst};
use skillstage::dialect::Action;
use skillstage::driver::Move;
use skillstage::prompt::Prompt;
use skillstage::settings::Binding;
use skillstage::tokens::{self, NAMES};
use skillstage::turn::{Next, Setup, Turn};
use support::World;

fn worst_of(setup: &Setup) -> Worst {
    let costs = Costs::count(&*setup.dialect, &setup.library, &*setup.estimator);
    worst(&Turn::start(setup.clone()), &costs).expect("a scene with skills and limits")
}

/// The largest prompt of a turn, sent or tried.
fn largest(turn: &Turn) -> usize {
    turn.requests().iter().chain(turn.attempted()).map(Prompt::tokens).max().unwrap_or(0)
}

/// Plays every sequence of responses that ask for something new, in every order and every division into responses.
struct BruteForce<'a> {
    setup: &'a Setup,
    all: Vec<Action>,
    worst: usize,
    /// What was served in a prompt that was sent.
    served: Vec<Action>,
}

impl BruteForce<'_> {
    fn run(setup: &Setup) -> BruteForce<'_> {
        let library = &setup.library;
        let loads = library.snapshot.skills.iter().map(|skill| Action::Load { name: skill.name.clone() });
        let reads = library.references.iter().flat_map(|(name, references)| {
            references.iter().map(|reference| Action::Read { name: name.clone(), path: reference.path.clone() })
        });
        let mut search = BruteForce { setup, all: loads.chain(reads).collect(), worst: 0, served: Vec::new() };
        search.from(&Turn::start(setup.clone()));
        search
    }

    /// Every next response after `turn`.
    fn from(&mut self, turn: &Turn) {
        self.worst = self.worst.max(largest(turn));
        if matches!(turn.next(), Next::Served { .. }) {
            self.extend(turn, &mut Vec::new());
        }
    }

    /// Every response that starts with `asked`.
    fn extend(&mut self, turn: &Turn, asked: &mut Vec<Action>) {
        for action in self.all.clone() {
            asked.push(action);
            let mut next = turn.clone();
            let response = Move::Ask(asked.clone()).response(&*self.setup.dialect);
            next.respond(&response).expect("a turn that is not over");
            let answers = next.steps().last().map_or(&[][..], |step| &step.answers);
            if answers.iter().all(|answered| answered.answer.error.is_none() && !answered.answer.repeat) {
                if next.attempted().is_none() {
                    self.served.extend(asked.iter().cloned());
                }
                self.from(&next);
                self.extend(turn, asked);
            }
            asked.pop();
        }
    }
}

/// Whether the model can get it, by the brute force.
fn is_served(search: &BruteForce<'_>, skill: &str, reference: Option<&str>) -> bool {
    search.served.iter().any(|action| match (action, reference) {
        (Action::Load { name }, None) => name == skill,
        (Action::Read { name, path }, Some(reference)) => name == skill && path == reference,
        _ => false,
    })
}

fn assert_exact(setup: &Setup) -> Result<(), TestCaseError> {
    let found = worst_of(setup);
    let search = BruteForce::run(setup);
    prop_assert_eq!(found.total, search.worst, "the largest of all sequences; asks {:?}", found.asks);

    let mut turn = Turn::start(setup.clone());
    if !found.asks.is_empty() {
        turn.respond(&Move::Ask(found.asks.clone()).response(&*setup.dialect)).expect("a first response");
    }
    prop_assert_eq!(largest(&turn), found.total, "playing the sequence gives the number");

    let never = |skill: &str, reference: Option<&str>| {
        found.unreachable.iter().any(|one| one.skill == skill && one.reference.as_deref() == reference)
    };
    for skill in &setup.library.snapshot.skills {
        let name = skill.name.as_str();
        if turn.plan().offers(name) && turn.plan().resident(name).is_none() {
            prop_assert_eq!(never(name, None), !is_served(&search, name, None), "load {}", name);
        }
        for reference in setup.library.references.get(name).into_iter().flatten() {
            let path = Some(reference.path.as_str());
            prop_assert_eq!(
                never(name, path),
                turn.plan().offers(name) && !is_served(&search, name, path),
                "{:?}",
                path
            );
        }
    }
    Ok(())
}

/// A small text, of several lines and scripts, so that line ends and roundings differ.
fn text() -> impl Strategy<Value = String> {
    "[a-z]{1,9}( [A-Za-z0-9]{1,6}){0,5}(\n[中文，。a-z-]{0,7}){0,4}"
}

fn small_world() -> impl Strategy<Value = (World, usize)> {
    let skill = ("[a-z0-9]{1,3}(-[a-z0-9]{1,4})?", text(), prop::collection::vec(("[a-zA-Z0-9_]{1,5}", text()), 0..3));
    let skills = prop::collection::vec(skill, 1..4);
    let limits = (0usize..4, 0usize..3, prop_oneof![2 => Just(12_000usize), 1 => 300usize..700]);
    (skills, limits, 0usize..4, any::<bool>(), 0usize..3).prop_map(|(skills, limits, bound, offered, estimator)| {
        let mut world = World::default();
        (world.skills, world.references) = Default::default();
        world.config.allowlist.clear();
        let mut requests = 0;
        for (name, body, references) in skills {
            requests += 1 + references.len();
            // Every order of more than six requests takes too long.
            let references = if requests > 6 { Vec::new() } else { references };
            world.add_skill(&name, "When.", &body);
            let paths = references.into_iter().enumerate();
            let files = paths.map(|(index, (path, text))| (format!("references/{path}{index}.md"), text));
            world.references.insert(name, files.collect());
        }
        let names: Vec<String> = world.skills.keys().take(bound).cloned().collect();
        world.config.scenes.insert("private_chat".to_owned(), names);
        world.binding = if offered { Binding::Offered } else { Binding::Resident };
        let (max_skills, max_rounds, max_tokens) = limits;
        world.config.limits.max_skills = max_skills;
        world.config.limits.max_rounds = max_rounds;
        world.config.limits.max_tokens = max_tokens;
        (world, estimator)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn u22_u23_no_sequence_of_responses_costs_more_than_the_worst_case((world, estimator) in small_world()) {
        let mut setup = world.setup("private_chat");
        setup.estimator = tokens::by_name(NAMES[estimator]).expect("an estimator");
        if Turn::start(setup.clone()).plan().off.is_none() {
            assert_exact(&setup)?;
        }
    }

    /// What the argument rests on: a request segment is counted line by line, and a line end never saves a token.
    #[test]
    fn every_estimator_counts_requests_line_by_line(
        lines in prop::collection::vec(("[a-z0-9]{1,4}(-[a-z0-9]{1,9}){0,2}", prop::option::of("[^/\\\\\\x00-\\x1f]{1,9}")), 1..6),
    ) {
        let lines: Vec<String> = lines.into_iter().map(|(name, path)| match path {
            Some(path) => support::read(&name, &serde_json::json!(format!("references/{path}.md")).to_string().replace('"', "")),
            None => support::load(&name),
        }).collect();
        for name in NAMES {
            let estimator = tokens::by_name(name).expect("an estimator");
            let (last, before) = lines.split_last().expect("a line");
            let ended = |line: &String| estimator.count(&format!("{line}\n"));
            let sum: usize = before.iter().map(ended).sum::<usize>() + estimator.count(last);
            prop_assert_eq!(estimator.count(&lines.join("\n")), sum, "{}", name);
            prop_assert!(ended(last) >= estimator.count(last), "{}", name);
        }
    }
}

/// A world whose numbers can be worked out by hand: one token a character.
fn by_hand() -> World {
    let mut world = World::default();
    world.add_skill("long", "When.", &"x".repeat(500));
    world
}

#[test]
fn u22_residents_take_their_places_and_their_references_are_counted() {
    let mut world = by_hand();
    world.bind("private_chat", &["tone", "brief"]);
    let found = worst_of(&world.setup("private_chat"));
    let asked: Vec<String> = found.asks.iter().map(|action| world.setup("x").dialect.request(action)).collect();
    assert_eq!(
        asked,
        [support::load("long"), support::read("tone", "references/a.md"), support::read("tone", "references/b.txt"),],
        "one place is left, and `long` is worth most"
    );
    assert_eq!(found.over(), 0);
}

#[test]
fn u6_u22_u23_what_can_never_be_had_is_told_with_its_reason() {
    let mut world = by_hand();
    world.config.limits.body_bytes = 400;
    world.config.limits.max_skills = 2;
    world.bind("private_chat", &["safety", "brief"]);
    let why = |world: &World, skill: &str, reference: Option<&str>| {
        let found = worst_of(&world.setup("private_chat"));
        let one = found.unreachable.into_iter().find(|one| one.skill == skill && one.reference.as_deref() == reference);
        one.map(|one| one.why)
    };
    assert_eq!(why(&world, "long", None), Some(WhyNever::Refused(skillstage::diag::Code::BodyTooLarge)));
    assert_eq!(why(&world, "tone", None), Some(WhyNever::NoSkillLeft));
    assert_eq!(why(&world, "tone", Some("references/a.md")), Some(WhyNever::BodyNever));
    assert_eq!(why(&world, "brief", None), None, "it is resident");
    world.config.limits.max_rounds = 0;
    world.config.limits.max_skills = 3;
    assert_eq!(why(&world, "tone", None), Some(WhyNever::NoRound));

    let mut world = by_hand();
    let at_rest = worst_of(&world.setup("private_chat")).at_rest;
    world.config.limits.max_tokens = at_rest + 300;
    assert!(matches!(why(&world, "long", None), Some(WhyNever::OverBudget(_))));
    assert_eq!(why(&world, "tone", None), None);
    world.config.limits.max_tokens = at_rest - 1;
    let found = worst_of(&world.setup("private_chat"));
    assert_eq!((found.total, found.over(), found.asks.len()), (at_rest, 1, 0), "it degrades before the first request");
}

#[test]
fn u13_a_scene_without_skills_has_no_worst_case() {
    let world = by_hand();
    let setup = world.setup("command");
    let costs = Costs::count(&*setup.dialect, &setup.library, &*setup.estimator);
    assert_eq!(worst(&Turn::start(setup), &costs), None);
}

#[test]
fn two_hundred_skills_with_twenty_references_each_are_few_choices() {
    let mut world = World::default();
    for skill in 0..200 {
        let name = format!("skill-{skill}");
        world.add_skill(&name, "When.", &"body ".repeat(skill % 17));
        let files = (0..20).map(|file| (format!("references/{file}.md"), "text ".repeat((skill * file) % 23)));
        world.references.insert(name, files.collect());
    }
    let setup = world.setup("private_chat");
    let found = worst_of(&setup);
    assert_eq!(found.asks.len(), 3 * 21, "three skills and all their references");
    let mut turn = world.turn("private_chat");
    turn.respond(&Move::Ask(found.asks.clone()).response(&*setup.dialect)).unwrap();
    assert_eq!(largest(&turn), found.total);
}
