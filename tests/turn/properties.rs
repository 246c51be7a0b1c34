//! Whatever a model says, a turn keeps its promises.

use crate::support::{World, load, read};
use proptest::prelude::*;
use skillstage::prompt::{Kind, Prompt};
use skillstage::turn::{Event, Next, Outcome, StepKind, Turn};

/// Responses from plain prose to broken JSON, weighted towards requests that can be served.
fn response() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec!["brief", "safety", "tone", "ghost"]).prop_map(load),
        4 => prop::sample::select(vec!["references/a.md", "./references/b.txt", "references/none.md", "../x", ""])
            .prop_map(|path| read("tone", path)),
        1 => Just(r#"{"name":"skill","args":{"action":"list","params":{}}}"#.to_owned()),
        1 => Just(r#"{"name":"skill"}"#.to_owned()),
        1 => Just(r#"{"name":"weather","args":{"city":"X"}}"#.to_owned()),
        1 => Just(r#"{"text":"plain"}"#.to_owned()),
        2 => "\\PC{0,12}",
        1 => Just("{\"name\":\"skill\",".to_owned()),
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.join("\n"))
}

fn scene() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["private_chat", "group_chat", "help", "reminder", "command", "custom"])
}

fn world(max_skills: usize, max_rounds: usize, max_tokens: usize, bound: bool) -> World {
    let mut world = World::default();
    world.config.limits.max_skills = max_skills;
    world.config.limits.max_rounds = max_rounds;
    world.config.limits.max_tokens = max_tokens;
    if bound {
        world.bind("private_chat", &["tone"]);
    }
    world
}

fn starts_with(whole: &Prompt, start: &Prompt) -> bool {
    whole.segments.starts_with(&start.segments)
}

fn assert_invariants(turn: &Turn) -> Result<(), TestCaseError> {
    let limits = turn.plan().limits;
    prop_assert!(turn.steps().len() <= limits.max_rounds + 2, "at most max_rounds + 2 responses");
    prop_assert!(turn.rounds() <= limits.max_rounds);
    prop_assert!(turn.ledger().bodies.len() <= limits.max_skills, "U22 counts residents too");
    for (skill, _) in &turn.ledger().references {
        prop_assert!(turn.ledger().bodies.contains(skill), "U21: a body before its references");
    }
    let degraded = matches!(turn.outcome(), Outcome::Degraded(_));
    let grown = if degraded { &turn.requests()[..turn.requests().len() - 1] } else { turn.requests() };
    for pair in grown.windows(2) {
        prop_assert!(starts_with(&pair[1], &pair[0]), "a request only appends to the one before");
    }
    for prompt in grown {
        let fits = turn.plan().off.is_some() || prompt.tokens() <= limits.max_tokens;
        prop_assert!(fits, "U23: nothing over the budget is sent");
        let stable = prompt.segments.iter().filter(|segment| segment.stable).count();
        prop_assert_eq!(prompt.boundary(), stable, "U16: nothing stable behind the boundary");
    }
    for step in turn.steps() {
        if matches!(step.kind, StepKind::RoundTrip(_) | StepKind::PastRounds) {
            prop_assert!(step.answers.len() >= step.parsed.requests().count(), "every request gets a result");
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_responses_keep_the_invariants(
        scene in scene(),
        responses in prop::collection::vec(response(), 0..7),
        max_skills in 0usize..4,
        max_rounds in 0usize..3,
        max_tokens in prop::sample::select(vec![0usize, 400, 900, 1_200, 12_000]),
        bound in any::<bool>(),
    ) {
        let world = world(max_skills, max_rounds, max_tokens, bound);
        let mut turn = world.turn(scene);
        let mut taken = Vec::new();
        assert_invariants(&turn)?;
        for response in &responses {
            let over = turn.next() == Next::Over;
            let before = (turn.requests().len(), turn.steps().len());
            match turn.respond(response) {
                Ok(()) => taken.push(Event::Response(response.clone())),
                Err(_) => prop_assert!(over && before == (turn.requests().len(), turn.steps().len())),
            }
            assert_invariants(&turn)?;
        }
        let again = Turn::replay(world.setup(scene), &taken).expect("the same moves");
        prop_assert_eq!(again.requests(), turn.requests(), "the same moves give the same bytes");
        prop_assert_eq!(again.outcome(), turn.outcome());
    }

    /// U16, U21: a body stands in the prompt at most once, however often it is asked for.
    #[test]
    fn no_content_stands_twice(responses in prop::collection::vec(response(), 0..4)) {
        let world = world(3, 2, 1_000_000, true);
        let mut turn = world.turn("private_chat");
        for response in &responses {
            let _ = turn.respond(response);
        }
        let shown = turn.attempted().unwrap_or(turn.prompt());
        let texts = shown.segments.iter().filter(|segment| segment.kind != Kind::Request);
        let whole: String = texts.map(|segment| &*segment.text).collect();
        for content in ["Body of brief.", "Body of safety.", "Body of tone.", "text of references/a.md", "text of references/b.txt"] {
            prop_assert!(whole.matches(content).count() <= 1, "{content}");
        }
    }
}
