//! Tests of reading `skills_config.yml`.

use proptest::prelude::*;

use super::*;
use crate::diag::{Code, Diagnostic, Place, Severity};

fn load(text: &str) -> ReadConfig {
    read(text, "skills_config.yml").unwrap()
}

fn refuse(text: &str) -> Diagnostic {
    read(text, "skills_config.yml").unwrap_err()
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn u8_missing_keys_take_the_seeds_values() {
    for text in ["", "\u{feff}\n", "# nothing yet\n", "enabled:\nallowlist:\nalways: ~\nscenes:\nlimits:\n"] {
        let config = load(text).config;
        assert_eq!(Config { source: Source::Nothing, ..config }, Config::default(), "{text:?}");
    }
    let whole = load(
        "enabled: true\nallowlist: [a, b]\nalways: [a]\nscenes:\n  help: [b]\nlimits:\n  body_bytes: 100\n  \
         reference_bytes: 0\n  max_skills: 1\n  max_rounds: 0x1\n  max_tokens: 12000\n",
    );
    let limits = Limits { body_bytes: 100, reference_bytes: 0, max_skills: 1, max_rounds: 1, max_tokens: 12_000 };
    let config = Config {
        enabled: true,
        allowlist: ["a".to_owned(), "b".to_owned()].into(),
        always: names(&["a"]),
        scenes: BTreeMap::from([("help".to_owned(), names(&["b"]))]),
        limits,
        source: Source::File,
    };
    assert_eq!((whole.config, whole.findings), (config, Vec::new()));
}

#[test]
fn u8_only_a_file_without_anything_is_empty() {
    assert_eq!(load(" \r\n").config.source, Source::Nothing);
    assert_eq!(load("# all commented out\n").config.source, Source::File);
}

#[test]
fn u9_a_higher_limit_is_clamped_with_both_numbers() {
    let read = load("limits: {max_tokens: 12001, body_bytes: 99999999999999999999999999, max_skills: 3}\n");
    assert_eq!(read.config.limits, CEILING);
    let messages: Vec<&str> = read.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert!(messages[0].contains("12001") && messages[0].contains("12000"), "{messages:?}");
    assert!(messages[1].contains("99999999999999999999999999") && messages[1].contains("32768"), "{messages:?}");
    assert!(read.findings.iter().all(|f| f.code == Code::ConfigCeiling && f.severity == Severity::Warning));
    assert_eq!(read.findings[0].place, Some(Place::at("skills_config.yml", 1, 22)));
}

#[test]
fn u10_duplicates_count_once() {
    let read = load("always: [b, a, b]\nscenes: {help: [a, a]}\n");
    assert_eq!(read.config.always, names(&["b", "a"]));
    assert_eq!(read.config.scenes["help"], names(&["a"]));
    assert_eq!(read.mentions.len(), 3);
}

#[test]
fn u11_odd_scene_keys_are_reported() {
    let read = load("scenes:\n  Group_Chat: [a]\n  my_own: [a]\n  api_fault: [a]\n");
    let found: Vec<_> =
        read.findings.iter().map(|f| (f.code, f.severity, f.place.clone().unwrap().line.unwrap())).collect();
    let wanted = [
        (Code::ConfigCustomScene, Severity::Warning, 2),
        (Code::ConfigCustomScene, Severity::Warning, 3),
        (Code::ConfigExcludedScene, Severity::Error, 4),
    ];
    assert_eq!(found, wanted);
    assert_eq!(read.findings[0].help.as_deref(), Some("did you mean `group_chat`?"));
    assert!(read.findings[1].help.as_deref().unwrap().contains("private_chat"));
    assert_eq!(read.config.scenes.keys().collect::<Vec<_>>(), ["Group_Chat", "my_own"]);
    assert!(read.mentions.iter().all(|mention| mention.list != Where::Scene("api_fault".to_owned())));
}

#[test]
fn u12_wrong_types_and_negative_numbers_are_broken_with_a_place() {
    let cases = [
        ("enabled: yes\n", Code::ConfigValue, (1, 10)),
        ("enabled: 1\n", Code::ConfigValue, (1, 10)),
        ("allowlist: tone\n", Code::ConfigValue, (1, 12)),
        ("always:\n  - a\n  - 8004\n", Code::ConfigValue, (3, 5)),
        ("always: [a, null]\n", Code::ConfigValue, (1, 13)),
        ("scenes: [help]\n", Code::ConfigValue, (1, 9)),
        ("scenes: {help: tone}\n", Code::ConfigValue, (1, 16)),
        ("limits: 3\n", Code::ConfigValue, (1, 9)),
        ("limits:\n  max_skills: -1\n", Code::ConfigValue, (2, 15)),
        ("limits:\n  max_skills: -99999999999999999999999999999999999999999999\n", Code::ConfigValue, (2, 15)),
        ("limits: {max_tokens: 1.5}\n", Code::ConfigValue, (1, 22)),
        ("limits: {max_tokens: '5'}\n", Code::ConfigValue, (1, 22)),
        ("- enabled\n", Code::ConfigValue, (1, 1)),
        ("enabled: true\nenabled: false\n", Code::ConfigYaml, (2, 1)),
        ("allowlist: [a\nenabled: true\n", Code::ConfigYaml, (1, 12)),
    ];
    for (text, code, (line, column)) in cases {
        let error = refuse(text);
        assert_eq!((error.code, error.place), (code, Some(Place::at("skills_config.yml", line, column))), "{text}");
    }
    assert_eq!(refuse("allowlist: tone\n").help.as_deref(), Some("write `[tone]`"));
}

#[test]
fn unknown_keys_are_warned_about() {
    let read = load("enable: true\nlimits: {max_skill: 1}\n");
    assert!(!read.config.enabled);
    let helps: Vec<_> = read.findings.iter().map(|finding| (finding.code, finding.help.as_deref().unwrap())).collect();
    let wanted =
        [(Code::ConfigUnknownKey, "did you mean `enabled`?"), (Code::ConfigUnknownKey, "did you mean `max_skills`?")];
    assert_eq!(helps, wanted);
}

#[test]
fn u7_the_meaning_ignores_order_and_notation() {
    let a = load("enabled: true\nallowlist: [a, b]\nscenes: {help: [b, a]}\n").config.meaning();
    let b = load("scenes:\n  help:\n  - a\n  - b\nallowlist: ['b', a, b]\nenabled: True # on\n").config.meaning();
    assert_eq!(a, b);
    assert_ne!(a, load("enabled: true\nallowlist: [a, b]\nscenes: {help: [b]}\n").config.meaning());
}

proptest! {
    #[test]
    fn no_text_panics(text in "((enabled|allowlist|always|scenes|limits|help|max_skills)?[:\\[\\]{}, \n'\"&*#!|>0-9a-z字-]{0,12}){0,12}") {
        let _ = read(&text, "skills_config.yml");
    }

    #[test]
    fn u9_no_limit_passes_its_ceiling(value in any::<i64>()) {
        match read(&format!("limits: {{max_tokens: {value}}}"), "f") {
            Ok(read) => prop_assert_eq!(read.config.limits.max_tokens as i64, value.min(12_000)),
            Err(_) => prop_assert!(value < 0),
        }
    }
}
