//! The matcher: a ranking plays the model, says so, and never asks for what it could know not to be served.

use std::sync::Arc;

use proptest::prelude::*;
use skillstage::dialect::dsh::Dsh;
use skillstage::dialect::{Action, Ask};
use skillstage::driver::matcher::{Document, LABEL, Reason, Verdict, rank};
use skillstage::driver::{Driver, Matcher, play};
use skillstage::turn::{Event, Outcome, Setup, StepKind, Turn};

use crate::support::World;

fn world(message: &str) -> World {
    let mut world = World::default();
    world.skills.clear();
    world.config.allowlist.clear();
    world.references.clear();
    for (name, description, body) in [
        ("apology", "道歉或拒绝时的语气。", "# 道歉\n语气的例子见 references/tone.md，价格见 references/price.md。\n"),
        ("recap", "Turns notes of a meeting into a recap.", "# Recap\nHow to write the recap of a meeting.\n"),
        ("money", "How to answer questions about money.", "# Money\nYou are careful.\n"),
        ("travel", "How to plan a trip by train.", "# Travel\nYou are quick.\n"),
    ] {
        world.add_skill(name, description, body);
    }
    for path in ["references/tone.md", "references/price.md", "references/unnamed.md"] {
        world.references.entry("apology".into()).or_default().push((path.into(), format!("text of {path}\n")));
    }
    world.message.text = message.into();
    world
}

fn asks(turn: &Turn) -> Vec<Action> {
    let asks = turn.steps().iter().flat_map(|step| &step.parsed.asks);
    asks.filter_map(|ask| if let Ask::Skill { action, .. } = ask { action.clone().ok() } else { None }).collect()
}

fn load(name: &str) -> Action {
    Action::Load { name: name.into() }
}

fn verdicts(reason: &Reason) -> Vec<(&str, Verdict)> {
    reason.skills.iter().map(|ranked| (ranked.name.as_str(), ranked.verdict)).collect()
}

fn played(setup: Setup) -> (Turn, Matcher) {
    let (mut turn, mut matcher) = (Turn::start(setup), Matcher::default());
    play(&mut turn, &mut matcher).expect("it ends by itself");
    (turn, matcher)
}

#[test]
fn it_loads_what_shares_words_says_which_and_that_it_is_no_model() {
    let (turn, matcher) = played(world("Please turn my meeting notes into a recap").setup("private_chat"));
    assert_eq!((matcher.label(), LABEL), (LABEL, "matcher: not a model"));
    assert_eq!(asks(&turn), [load("recap")]);
    let first = &matcher.reasons()[&0];
    assert_eq!(first.skills[0].name, "recap");
    for word in ["meeting", "note", "recap"] {
        assert!(first.skills[0].words.iter().any(|found| found == word), "{word}");
    }
    assert_eq!(matcher.reasons()[&1].skills[0].verdict, Verdict::Present);
    let reply = turn.reply().expect("a reply");
    assert!(reply.contains("not a model") && reply.contains("recap"), "{reply}");
}

#[test]
fn chinese_goes_by_bigrams_and_a_reference_is_read_where_its_mention_matches() {
    let (turn, matcher) = played(world("我要道歉，用什么语气？").setup("private_chat"));
    let read = |path: &str| Action::Read { name: "apology".into(), path: path.into() };
    // Both references stand on one line that shares 语气; the one that no line names is not read.
    assert_eq!(asks(&turn)[0], load("apology"));
    let mut reads = asks(&turn)[1..].to_vec();
    reads.sort_by_key(|action| format!("{action:?}"));
    assert_eq!(reads, [read("references/price.md"), read("references/tone.md")]);
    assert_eq!(matcher.reasons()[&0].skills[0].words, ["道歉", "语气"]);
    assert!(turn.reply().is_some_and(|reply| reply.contains("不是模型")));
}

#[test]
fn common_words_alone_pick_nothing() {
    for message in ["Hello, how are you?", "今天好累。", "", "🙂 … !"] {
        let (turn, matcher) = played(world(message).setup("private_chat"));
        assert_eq!((asks(&turn), turn.steps().len()), (Vec::new(), 1), "{message}: {:?}", matcher.reasons());
        assert!(turn.reply().is_some_and(|reply| reply.contains("not a model") || reply.contains("不是模型")));
    }
}

#[test]
fn what_is_resident_is_ranked_and_not_asked_for() {
    let mut world = world("a recap of the meeting");
    world.bind("private_chat", &["recap"]);
    let (turn, matcher) = played(world.setup("private_chat"));
    assert!(asks(&turn).is_empty());
    assert_eq!(verdicts(&matcher.reasons()[&0])[0], ("recap", Verdict::Present));
}

#[test]
fn u22_the_limits_are_kept() {
    let message = "道歉的语气; meeting recap; plan a trip by train; questions about money";
    let mut world = world(message);
    world.config.limits.max_skills = 1;
    let (turn, matcher) = played(world.setup("private_chat"));
    assert_eq!(asks(&turn).iter().filter(|ask| matches!(ask, Action::Load { .. })).count(), 1);
    let closed = verdicts(&matcher.reasons()[&0]).iter().filter(|(_, verdict)| *verdict == Verdict::Closed).count();
    assert_eq!(closed, 2, "three are picked, one has room");
    world.config.limits.max_rounds = 0;
    let (turn, _) = played(world.setup("private_chat"));
    assert_eq!((turn.outcome(), turn.steps().len()), (&Outcome::Replied, 1));
}

#[test]
fn another_matcher_goes_on_where_one_stopped() {
    let setup = world("我要道歉，用什么语气？").setup("private_chat");
    let (whole, _) = played(setup.clone());
    let mut turn = Turn::start(setup);
    while let Some(response) = Matcher::default().respond(&turn).expect("it never fails") {
        turn.respond(&response).expect("the turn goes on");
    }
    assert_eq!(turn.steps(), whole.steps());
}

#[test]
fn d4_a_session_is_answered_message_by_message_and_without_the_tool_nothing_is_called() {
    let setup = Setup { dialect: Arc::new(Dsh::default()), ..world("a recap of the meeting").setup("help") };
    let (mut turn, mut matcher) = (Turn::start(setup), Matcher::default());
    assert_eq!(play(&mut turn, &mut matcher).expect("a load and a reply"), 2);
    let next = |text: &str| Event::Message(skillstage::prompt::Message { text: text.into(), ..Default::default() });
    turn.play(&next("plan a trip by train")).expect("a message");
    play(&mut turn, &mut matcher).expect("it ends");
    assert_eq!(asks(&turn), [load("recap"), load("travel")]);
    turn.play(&Event::Change(skillstage::turn::Change::Tool(skillstage::dialect::dsh::ToolView::Hidden)))
        .expect("a change");
    turn.play(&next("questions about money")).expect("a message");
    assert_eq!(play(&mut turn, &mut matcher).expect("it ends"), 1, "only a reply");
}

/// 10,000 skills and a megabyte of message: the time is in proportion to the texts.
#[test]
fn a_large_catalog_and_a_large_message_are_ranked() {
    let names: Vec<String> = (0..10_000).map(|n| format!("skill-{n}")).collect();
    let description = "When to use it, and how. 用于某种场合的语言表达规范。".repeat(4);
    let documents: Vec<Document<'_>> =
        names.iter().map(|name| Document { name, description: &description, body: "" }).collect();
    let message = "word 汉字 skill 9999 ".repeat(40_000);
    let hits = rank(&documents, &message);
    assert_eq!((hits.len(), names[hits[0].index].as_str()), (10_000, "skill-9999"));
}

fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        3 => prop::sample::select(vec!["meeting", "Notes", "recap", "the", "道歉", "语气", "天", "PDF", "apology"])
            .prop_map(str::to_owned),
        1 => "\\PC{0,6}",
        1 => "[ -~]{0,6}",
    ];
    prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn it_ends_every_turn_and_asks_only_for_what_is_served(
        message in text(),
        descriptions in prop::collection::vec(text(), 0..6),
        max_skills in 0usize..4,
        max_rounds in 0usize..3,
        session in any::<bool>(),
        scene in prop::sample::select(vec!["private_chat", "help", "command"]),
    ) {
        let mut world = world(&message);
        for (n, description) in descriptions.iter().enumerate() {
            world.add_skill(&format!("skill-{n}"), description, description);
        }
        world.bind("private_chat", &["recap"]);
        world.config.limits.max_skills = max_skills;
        world.config.limits.max_rounds = max_rounds;
        let mut setup = world.setup(scene);
        if session {
            setup.dialect = Arc::new(Dsh::default());
        }
        let (turn, matcher) = played(setup.clone());
        prop_assert!(turn.reply().is_some());
        prop_assert_eq!(matcher.reasons().len(), turn.steps().len(), "a reason for each response");
        for step in turn.steps() {
            prop_assert!(matches!(step.kind, StepKind::RoundTrip(_) | StepKind::Final));
            for answered in &step.answers {
                prop_assert_eq!(answered.answer.error, None, "{:?}", answered);
                prop_assert!(!answered.answer.repeat);
            }
        }
        let (again, _) = played(setup);
        prop_assert_eq!(again.steps(), turn.steps(), "the same again");
    }

    #[test]
    fn the_order_of_the_skills_does_not_count(
        message in text(),
        descriptions in prop::collection::vec(text(), 1..12),
        turned in 0usize..12,
    ) {
        let named: Vec<(String, &String)> =
            descriptions.iter().enumerate().map(|(n, text)| (format!("skill-{n}"), text)).collect();
        let documents: Vec<Document<'_>> =
            named.iter().map(|(name, text)| Document { name, description: text, body: text }).collect();
        let mut other = documents.clone();
        other.rotate_left(turned % documents.len());
        other.reverse();
        let seen = |documents: &[Document<'_>]| -> Vec<(String, u64, Vec<String>, bool)> {
            let hits = rank(documents, &message).into_iter();
            hits.map(|hit| (documents[hit.index].name.to_owned(), hit.score.to_bits(), hit.words, hit.fits)).collect()
        };
        prop_assert_eq!(seen(&documents), seen(&other));
    }
}
