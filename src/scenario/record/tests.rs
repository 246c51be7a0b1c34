use super::*;
use crate::dialect::by_id;
use crate::prompt::{HistoryItem, HostPrompt, Message, Speaker};
use crate::scene::Scene;
use crate::settings::{Binding, DialectId, Settings};
use crate::tokens;
use crate::turn::Turn;
use crate::workspace::{Content, Reference, Skill, Snapshot};

pub(in super::super) const FILE: &str = "scenarios/recorded.yml";

pub(in super::super) fn library() -> Arc<Library> {
    let skill =
        |name: &str| Arc::new(Skill::written(name, "When: now.", &format!("# {name}\n\nBody of {name}.\n")).unwrap());
    let snapshot = Snapshot::of(Default::default(), ["a", "b", "c"].map(skill).to_vec(), Vec::new());
    let config = "enabled: true\nallowlist: [a, b, c]\nalways: [b]\nscenes: {help: [c]}\n";
    let snapshot = Arc::new(snapshot.with_config(config).unwrap());
    let reference = Reference { path: "references/x.md".into(), content: Ok(Content::new("Examples.\n", 12)) };
    Arc::new(Library { snapshot, references: [("a".to_owned(), vec![reference])].into() })
}

pub(in super::super) fn ground() -> Ground {
    let library = library();
    let references = library.references.clone();
    let capture = Arc::new(move |snapshot| Library { snapshot, references: references.clone() });
    Ground { library, capture, settings: Arc::default(), estimators: tokens::Estimators::default().all(), places: None }
}

pub(in super::super) fn opening(dialect: DialectId) -> Setup {
    let prompt = HostPrompt { id: "persona".into(), text: "You are\n\n  Xiaozhan.\n".into(), source: "x".into() };
    let history = HistoryItem {
        speaker: Speaker::User,
        text: "昨天".into(),
        time: Some("09:30".into()),
        private: true,
        source: "x".into(),
    };
    Setup {
        dialect: by_id(dialect, &Settings::default(), &Arc::default()),
        library: library(),
        scene: Scene::new("private_chat"),
        binding: Binding::Resident,
        host: Arc::new(HostContext { prompts: vec![prompt], context: Vec::new(), history: vec![history] }),
        message: Message { text: "累 - tired: yes".into(), time: Some("09:31".into()), images: 2 },
        estimator: tokens::by_name("heuristic").unwrap(),
    }
}

pub(in super::super) fn played(opening: &Setup, events: &[Event]) -> Result<String, Vec<Diagnostic>> {
    let captions = [Some("The opening: 开始".to_owned())];
    let places = Arc::default();
    let played = Played { title: "A turn", opening, places: &places, events, captions: &captions };
    record(played.scenario(FILE), ground())
}

pub(in super::super) fn responses() -> Vec<Event> {
    let request = |action: &str| format!("One moment.\n{{\"name\":\"skill\",\"args\":{action}}}");
    [
        request(r#"{"action":"load","params":{"name":"a"}}"#),
        request(r#"{"action":"read","params":{"name":"a","path":"./references/x.md"}}"#),
        "Good night.".to_owned(),
    ]
    .map(Event::Response)
    .to_vec()
}

#[test]
fn s3_a_recording_shows_what_was_seen_after_everything_changed() {
    let (opening, events) = (opening(DialectId::Utility), responses());
    let seen = Turn::replay(opening.clone(), &events).unwrap();
    let text = played(&opening, &events).unwrap();
    let scenario = parse(FILE, &text, |_, _| Ok(None)).unwrap();
    let elsewhere = Ground {
        library: Arc::new(Library::without_references(Arc::new(Snapshot::of(
            Default::default(),
            Vec::new(),
            Vec::new(),
        )))),
        ..ground()
    };
    let run = Run::of(&Arc::new(scenario.clone()), scenario.ground(&elsewhere)).unwrap();
    let texts = |turn: &Turn| turn.requests().iter().map(|prompt| prompt.text()).collect::<Vec<_>>();
    assert_eq!(texts(run.play.turn()), texts(&seen));
    assert_eq!(run.play.turn().reply(), Some("Good night."));
    assert_eq!(scenario.base.message, opening.message);
    assert_eq!(scenario.say.as_deref(), Some("The opening: 开始"));
}

#[test]
fn s3_a_recording_holds_hashes_and_the_text_of_what_was_used_alone() {
    let text = played(&opening(DialectId::Utility), &responses()).unwrap();
    assert!(text.contains("snapshot: ") && text.contains("estimator: heuristic") && text.contains("Body of a."));
    assert!(text.contains("Body of b.") && text.contains("Examples."), "a resident body and a reference were used");
    assert!(!text.contains("Body of c."), "nobody was given it");
    let recorded = parse(FILE, &text, |_, _| Ok(None)).unwrap().recorded.unwrap();
    let steps: Vec<usize> = recorded.requests.iter().map(|request| request.step).collect();
    assert_eq!(steps, [0, 1, 2]);
    let last = recorded.requests.last().unwrap();
    assert_eq!(last.tokens, last.segments.iter().map(|segment| segment.tokens).sum::<usize>());
}

#[test]
fn s3_a_session_is_recorded_with_its_changes() {
    let opening = opening(DialectId::Dsh);
    let edited = library().snapshot.skill("c").unwrap().edited(Some("Otherwise."), None);
    let changed = opening.library.with_skill(edited).without_skill("a");
    let call = r#"{"name":"skill","arguments":{"name":"c"}}"#;
    let events = [
        Event::Change(Change::Files(Arc::new(changed))),
        Event::Change(Change::Skill(SkillEdit::Edit {
            skill: "b".into(),
            description: None,
            body: Some("Second edition.\n".into()),
        })),
        Event::Change(Change::Provider { name: "filesystem".into(), state: RootState::Failing("It's: down".into()) }),
        Event::Change(Change::Provider { name: "filesystem".into(), state: RootState::Ready }),
        Event::Response(call.to_owned()),
        Event::Change(Change::Compact),
        Event::Response("Bye.".to_owned()),
        Event::Message(Message { text: "More".into(), ..Message::default() }),
    ];
    let seen = Turn::replay(opening.clone(), &events).unwrap();
    let text = played(&opening, &events).unwrap();
    assert!(
        text.contains("remove: a")
            && text.contains("Otherwise.")
            && text.contains("compact: true")
            && text.contains("Second edition."),
        "{text}"
    );
    let scenario = parse(FILE, &text, |_, _| Ok(None)).unwrap();
    let run = Run::of(&Arc::new(scenario.clone()), scenario.ground(&ground())).unwrap();
    assert_eq!(run.play.turn().prompt().text(), seen.prompt().text());
}

#[test]
fn s5_a_recording_holds_no_credentials() {
    let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let mut opening = opening(DialectId::Utility);
    opening.message.text = format!("first line\nmy key is {token}");
    let events = [Event::Response(format!("use {token}"))];
    let faults = played(&opening, &events).unwrap_err();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults.iter().all(|fault| fault.code == Code::CredentialFound && !format!("{fault:?}").contains("a1B2")));
    assert_eq!(faults[0].place, Some(Place::at("the message", 2, 11)));
    assert!(faults[1].message.starts_with("step 1 holds"), "{}", faults[1].message);
}

#[test]
fn u25_a_recording_of_a_group_chat_does_not_hold_what_was_withheld() {
    let mut opening = opening(DialectId::Utility);
    assert!(played(&opening, &[]).unwrap().contains("昨天"));
    opening.scene = Scene::new("group_chat");
    assert!(!played(&opening, &[]).unwrap().contains("昨天"));
}
