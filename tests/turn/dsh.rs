//! A session of the dsh dialect, played through the turn (D2–D7).

use std::sync::Arc;

use crate::support::World;
use skillstage::diag::Code;
use skillstage::dialect::Action;
use skillstage::dialect::dsh::{CatalogKind, Dsh, Places, Root, RootState, SessionSkill, SkillName, ToolView};
use skillstage::driver::Move;
use skillstage::prompt::{Kind, Message, reuse};
use skillstage::turn::{Change, Event, Next, Noted, Outcome, Setup, SkillChangeKind, Turn, usage_line};
use skillstage::workspace::SkillEdit;

fn setup(world: &World) -> Setup {
    Setup { dialect: Arc::new(Dsh::default()), ..world.setup("private_chat") }
}

fn call(name: &str) -> Event {
    Event::Response(format!(r#"{{"name":"skill","arguments":{{"name":"{name}"}}}}"#))
}

fn said(text: &str) -> Event {
    Event::Response(text.to_owned())
}

fn message(text: &str) -> Event {
    Event::Message(Message { text: text.to_owned(), ..Message::default() })
}

fn provider(name: &str, state: RootState) -> Event {
    Event::Change(Change::Provider { name: name.to_owned(), state })
}

fn edit(skill: &str, description: Option<&str>, body: Option<&str>) -> Event {
    let (skill, description) = (skill.to_owned(), description.map(str::to_owned));
    Event::Change(Change::Skill(SkillEdit::Edit { skill, description, body: body.map(str::to_owned) }))
}

/// A setup beside whose workspace a provider `registry` has a root of its own, which is the nearer one.
fn setup_with_root(world: &World, names: &[&str]) -> Setup {
    let skill = |name: &&str| {
        Arc::new(SessionSkill {
            name: SkillName::parse(name).expect("a name"),
            description: format!("Declared {name}."),
            provider: "registry".to_owned(),
            resource_base: None,
            content: Ok(format!("Declared body of {name}.").into()),
            disable_model_invocation: false,
            stored: None,
        })
    };
    let skills = names.iter().map(skill).collect();
    let root = Root {
        label: "near".to_owned(),
        scope: Some("/repo".into()),
        provider: "registry".to_owned(),
        state: RootState::Ready,
        skills,
    };
    let places = Places { cwd: "/repo/app".into(), roots: vec![root] };
    Setup { dialect: Arc::new(Dsh::default().at(Arc::new(places))), ..setup(world) }
}

fn play(turn: &mut Turn, event: Event) {
    turn.play(&event).expect("the session takes it");
}

/// The catalog messages appended so far.
fn appended(turn: &Turn) -> Vec<CatalogKind> {
    let kinds = turn.notes().iter().filter_map(|note| match &note.what {
        Noted::Catalog { kind, .. } => Some(*kind),
        _ => None,
    });
    kinds.collect()
}

fn kinds(turn: &Turn) -> Vec<Kind> {
    turn.prompt().segments.iter().map(|segment| segment.kind).collect()
}

#[test]
fn d2_a_session_opens_with_the_tool_and_the_catalog_before_the_boundary() {
    let turn = Turn::start(setup(&World::default()));
    let expected = [Kind::HostPrompt, Kind::HostPrompt, Kind::ToolSchema, Kind::Catalog];
    assert_eq!(kinds(&turn)[..4], expected);
    assert_eq!(turn.prompt().boundary(), 4);
    let catalog = &turn.prompt().segments[3].text;
    assert!(
        catalog.starts_with("<system-reminder>\n") && catalog.contains("- `tone`: When to use tone.\n"),
        "{catalog}"
    );
}

#[test]
fn d6_no_allowlist_binding_or_limit_of_the_workspace_applies() {
    let mut world = World::default();
    world.config.enabled = false;
    world.config.allowlist.clear();
    world.config.limits.max_skills = 0;
    world.config.limits.max_tokens = 1;
    let mut turn = Turn::start(setup(&world));
    for name in ["brief", "safety", "tone", "tone"] {
        play(&mut turn, call(name));
    }
    let results = turn.prompt().segments.iter().filter(|segment| segment.kind == Kind::Result);
    assert_eq!(results.clone().count(), 4, "every call has its own result");
    assert!(results.clone().next_back().expect("one").text.contains("Base directory for this skill: skills/tone\n"));
    assert_eq!(turn.outcome(), &Outcome::Pending);
}

#[test]
fn d5_errors_are_exact() {
    let mut turn = Turn::start(setup(&World::default()));
    play(
        &mut turn,
        Event::Response(
            r#"[{"name":"skill","arguments":{"name":"No Name"}},{"name":"skill","arguments":{"name":"ghost"}}]"#.into(),
        ),
    );
    let answers: Vec<(Option<Code>, &str)> =
        turn.steps()[0].answers.iter().map(|one| (one.answer.error, one.answer.text.as_str())).collect();
    let expected = [
        (Some(Code::SkillNameInvalid), "Error: invalid skill name \"No Name\""),
        (Some(Code::SkillUnknown), "Error: skill \"ghost\" is unknown or no longer available"),
    ];
    assert_eq!(answers, expected);
}

#[test]
fn d3_a_new_skill_appends_a_replacement_before_the_next_request() {
    let mut world = World::default();
    let mut turn = Turn::start(setup(&world));
    world.add_skill("new-one", "Just added.", "x");
    play(&mut turn, Event::Change(Change::Files(world.library())));
    assert_eq!(appended(&turn), [], "nothing is appended between two requests");
    let before = turn.prompt().clone();
    play(&mut turn, call("tone"));
    assert_eq!(appended(&turn), [CatalogKind::Replacement]);
    let last = turn.prompt().segments.last().expect("a segment");
    assert!(last.text.contains("- `new-one`: Just added.\n") && last.kind == Kind::Catalog && !last.stable);
    assert!(turn.prompt().segments.starts_with(&before.segments), "D7: append-only");
    play(&mut turn, call("brief"));
    assert_eq!(appended(&turn).len(), 1, "the same view is appended once");
}

#[test]
fn d6_a_body_only_edit_appends_nothing_and_the_next_load_is_new() {
    let mut world = World::default();
    let mut turn = Turn::start(setup(&world));
    play(&mut turn, call("tone"));
    world.skills.insert("tone".into(), ("When to use tone.".into(), "NEW BODY\n".into()));
    play(&mut turn, Event::Change(Change::Files(world.library())));
    play(&mut turn, call("tone"));
    assert_eq!(appended(&turn), []);
    let whole = turn.prompt().text();
    assert!(whole.contains("Body of tone.") && whole.contains("NEW BODY"), "the earlier result stays as it was");
}

#[test]
fn d2_hiding_the_tool_takes_its_schema_away_retires_the_names_and_dispatches_nothing() {
    let mut turn = Turn::start(setup(&World::default()));
    play(&mut turn, Event::Change(Change::Tool(ToolView::Hidden)));
    play(&mut turn, call("tone"));
    assert_eq!(turn.steps()[0].answers[0].answer.error, Some(Code::ToolUnavailable));
    assert!(!kinds(&turn).contains(&Kind::ToolSchema));
    assert_eq!(appended(&turn), [CatalogKind::Retired]);
    let [first, second] = turn.requests() else { panic!("two requests") };
    let reused = reuse(first, second);
    assert_eq!(reused.first_different.as_deref(), Some("catalog"), "D7: the prefix ends at the schema");
    assert!(!reused.survives);
    play(&mut turn, Event::Change(Change::Tool(ToolView::Visible)));
    play(&mut turn, said("done"));
    play(&mut turn, message("again"));
    assert_eq!(appended(&turn), [CatalogKind::Retired, CatalogKind::Replacement]);
    assert_eq!(kinds(&turn)[2], Kind::ToolSchema);
}

#[test]
fn d3_an_incomplete_provider_appends_nothing_and_is_tried_again() {
    let mut world = World::default();
    let mut turn = Turn::start(setup(&world));
    world.skills.remove("brief");
    play(&mut turn, Event::Change(Change::Files(world.library())));
    play(&mut turn, provider("filesystem", RootState::Incomplete));
    play(&mut turn, call("tone"));
    assert_eq!(appended(&turn), []);
    play(&mut turn, provider("filesystem", RootState::Ready));
    play(&mut turn, call("tone"));
    assert_eq!(appended(&turn), [CatalogKind::Replacement]);
}

#[test]
fn d3_d5_a_declared_provider_becomes_incomplete_fails_and_comes_back() {
    let mut turn = Turn::start(setup_with_root(&World::default(), &["deploy", "tone"]));
    let last = |turn: &Turn| {
        let answer = &turn.steps().last().expect("a step").answers[0].answer;
        (answer.error, answer.text.clone())
    };
    play(&mut turn, call("tone"));
    assert!(last(&turn).1.contains("Declared body of tone."), "D8: the nearer root wins");
    play(&mut turn, provider("registry", RootState::Incomplete));
    play(&mut turn, call("deploy"));
    assert_eq!(last(&turn).0, None, "an incomplete provider still answers");
    play(&mut turn, provider("registry", RootState::Failing("the registry is down".into())));
    for name in ["deploy", "tone", "brief"] {
        play(&mut turn, call(name));
        let expected = (Some(Code::ProviderFault), "Error: the registry is down".to_owned());
        assert_eq!(last(&turn), expected, "{name}: the nearer provider is asked first, and throws");
    }
    assert_eq!(appended(&turn), [], "D3: nothing is appended while a provider is not complete");
    play(&mut turn, provider("filesystem", RootState::Incomplete));
    play(&mut turn, provider("registry", RootState::Ready));
    play(&mut turn, call("deploy"));
    assert_eq!((last(&turn).0, appended(&turn).len()), (None, 0), "the workspace's provider is not complete");
    play(&mut turn, provider("filesystem", RootState::Ready));
    play(&mut turn, call("brief"));
    assert_eq!((last(&turn).0, appended(&turn).len()), (None, 0), "the view is the one the model knows");
    let providers = turn.setup().dialect.providers(&turn.plan().world);
    let names: Vec<&str> = providers.iter().map(|provider| provider.name.as_str()).collect();
    assert_eq!(names, ["filesystem", "registry"]);
}

#[test]
fn a_change_of_one_skill_is_made_to_whatever_skills_there_are() {
    let mut world = World::default();
    let events = [edit("tone", Some("Edited."), None), call("tone"), edit("brief", None, Some("Edited body."))];
    world.skills.insert("tone".into(), ("Of today.".into(), "BODY OF TODAY\n".into()));
    world.skills.remove("brief");
    let turn = Turn::replay(setup(&world), &events).expect("the same events");
    let prompt = turn.prompt().text();
    assert!(prompt.contains("- `tone`: Edited.") && prompt.contains("BODY OF TODAY"), "{prompt}");
    assert_eq!(turn.notes()[0].skills[0].kind, SkillChangeKind::Described);
    assert_eq!(turn.notes().last().expect("a note").skills, [], "a skill that is not there does not change");
    assert!(turn.setup().library.snapshot.skill("brief").is_none());
}

#[test]
fn d3_compaction_hides_catalog_messages_and_the_catalog_is_established_again() {
    let mut world = World::default();
    let mut turn = Turn::start(setup(&world));
    world.skills.remove("brief");
    play(&mut turn, Event::Change(Change::Files(world.library())));
    play(&mut turn, call("tone"));
    play(&mut turn, said("done"));
    play(&mut turn, Event::Change(Change::Compact));
    play(&mut turn, message("and now?"));
    assert_eq!(appended(&turn), [CatalogKind::Replacement, CatalogKind::Replacement]);
    let whole = turn.prompt().text();
    assert!(whole.contains("messages were compacted") && whole.contains("You are Bot."));
    assert_eq!(whole.matches("<available_skills>").count(), 2, "the prefix and the one replacement");
    let gone = |turn: &Turn| {
        let text = turn.prompt().text();
        let count = text.split_once(" earlier messages were compacted").expect("a summary").0.rsplit('[').next();
        count.and_then(|count| count.parse::<usize>().ok()).expect("a number")
    };
    let first = gone(&turn);
    play(&mut turn, Event::Change(Change::Compact));
    play(&mut turn, call("tone"));
    let [.., before, now] = turn.requests() else { panic!("requests") };
    let stays = |id: &str| now.segments.iter().any(|segment| segment.id == id);
    let went = before.segments.iter().filter(|segment| !stays(&segment.id)).count();
    assert!(went > 0);
    assert_eq!(gone(&turn), first + went, "a summary counts all that went, not the summary before it");
}

#[test]
fn d6_u27_the_usage_line_names_what_was_given_whatever_became_of_it_since() {
    let mut turn = Turn::start(setup(&World::default()));
    play(&mut turn, call("tone"));
    play(&mut turn, said("done"));
    let line = usage_line(&turn);
    assert!(line.contains("\"name\":\"tone\""), "{line}");
    play(&mut turn, edit("tone", None, Some("Never given.")));
    assert_eq!(usage_line(&turn), line);
    play(&mut turn, Event::Change(Change::Skill(SkillEdit::Remove("tone".into()))));
    assert_eq!(usage_line(&turn), line);
}

#[test]
fn a_session_goes_on_with_the_next_message() {
    let mut turn = Turn::start(setup(&World::default()));
    assert!(turn.play(&message("too early")).is_err(), "it waits for the model");
    play(&mut turn, said("Hello."));
    assert_eq!((turn.outcome(), turn.next()), (&Outcome::Replied, Next::Over));
    let before = turn.prompt().clone();
    play(&mut turn, message("And tomorrow?"));
    assert_eq!(turn.outcome(), &Outcome::Pending);
    assert!(turn.prompt().segments.starts_with(&before.segments));
    let tail: Vec<&str> =
        turn.prompt().segments[before.segments.len()..].iter().map(|segment| &*segment.text).collect();
    assert_eq!(tail, ["Hello.", "And tomorrow?"]);
}

#[test]
fn a_turn_of_the_utility_host_takes_neither_a_second_message_nor_a_change() {
    let mut turn = World::default().turn("private_chat");
    assert!(turn.play(&Event::Change(Change::Compact)).is_err());
    turn.respond("done").expect("a reply");
    assert!(turn.play(&message("again")).is_err());
}

#[test]
fn d4_calls_made_together_are_one_response() {
    let load = |name: &str| Action::Load { name: name.into() };
    let response = Move::Ask(vec![load("tone"), load("brief")]).response(&Dsh::default());
    let mut turn = Turn::start(setup(&World::default()));
    play(&mut turn, Event::Response(response));
    let given: Vec<&str> = turn.steps()[0].answers.iter().map(|one| one.answer.label.as_str()).collect();
    assert_eq!(given, ["tone", "brief"]);
}

#[test]
fn a_session_can_be_played_again_from_what_it_opened_with() {
    let mut world = World::default();
    let mut turn = Turn::start(setup(&world));
    world.skills.remove("brief");
    let events = [Event::Change(Change::Files(world.library())), call("brief")];
    events.iter().for_each(|event| play(&mut turn, event.clone()));
    assert_eq!(turn.steps()[0].answers[0].answer.error, Some(Code::SkillUnknown));
    let again = Turn::replay(turn.opening(), &events).expect("the same events");
    assert_eq!((again.requests(), again.notes()), (turn.requests(), turn.notes()));
    assert_eq!(turn.notes()[0].answered, 0, "the change came before the response");
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    /// One step of a session, by number; `world` is what skills it has.
    fn event(kind: u8, world: &mut World) -> Event {
        match kind {
            0 => call("tone"),
            1 => said("done"),
            2 => message("next"),
            3 => Event::Change(Change::Tool(ToolView::Hidden)),
            4 => Event::Change(Change::Tool(ToolView::Shadowed)),
            5 => Event::Change(Change::Tool(ToolView::Visible)),
            6 => provider("filesystem", RootState::Incomplete),
            7 => provider("filesystem", RootState::Ready),
            8 => Event::Change(Change::Compact),
            9 => {
                if world.skills.remove("extra").is_none() {
                    world.add_skill("extra", "More.", "x");
                }
                Event::Change(Change::Files(world.library()))
            }
            10 => edit("tone", Some("Edited."), None),
            11 => Event::Change(Change::Skill(SkillEdit::Remove("brief".into()))),
            12 => provider("filesystem", RootState::Failing("down".into())),
            _ => {
                let length = world.skills["tone"].1.len();
                world.skills.insert("tone".into(), ("When to use tone.".into(), "b".repeat(length % 7 + 1)));
                Event::Change(Change::Files(world.library()))
            }
        }
    }

    proptest! {
        #[test]
        fn any_sequence_keeps_the_invariants(steps in prop::collection::vec(0u8..14, 0..24)) {
            let mut world = World::default();
            let mut turn = Turn::start(setup(&world));
            let mut events = Vec::new();
            for kind in steps {
                let event = event(kind, &mut world);
                let (before, known) = (turn.prompt().clone(), turn.notes().len());
                if turn.play(&event).is_err() {
                    continue;
                }
                events.push(event);
                let fresh: Vec<&Noted> = turn.notes()[known..].iter().map(|note| &note.what).collect();
                let catalogs = fresh.iter().filter(|noted| matches!(noted, Noted::Catalog { .. })).count();
                prop_assert!(catalogs <= 1, "D3: at most one catalog message a step");
                let disturbed = turn.notes().iter().any(|note| note.before + 1 == turn.requests().len()
                    && matches!(&note.what, Noted::Change(Change::Compact | Change::Tool(_))));
                prop_assert!(disturbed || turn.prompt().segments.starts_with(&before.segments), "D7: append-only");
                let total: usize = turn.prompt().segments.iter().map(|segment| segment.tokens).sum();
                prop_assert_eq!(turn.prompt().tokens(), total);
            }
            let again = Turn::replay(setup(&World::default()), &events).expect("the same events");
            prop_assert_eq!(again.requests(), turn.requests(), "the same events give the same bytes");
        }
    }
}
