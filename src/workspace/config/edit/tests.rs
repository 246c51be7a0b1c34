use proptest::prelude::*;

use super::*;
use crate::workspace::config::Source;

const FILE: &str = "skills_config.yml";

fn name(list: Where, name: &str, stands: bool) -> ConfigEdit {
    ConfigEdit::Name { list, name: name.to_owned(), stands }
}

fn allow(skill: &str) -> ConfigEdit {
    name(Where::Allowlist, skill, true)
}

fn forbid(skill: &str) -> ConfigEdit {
    name(Where::Allowlist, skill, false)
}

fn bind(scene: &str, skill: &str) -> ConfigEdit {
    name(Where::Scene(scene.to_owned()), skill, true)
}

fn unbind(scene: &str, skill: &str) -> ConfigEdit {
    name(Where::Scene(scene.to_owned()), skill, false)
}

#[track_caller]
fn check(before: &str, edit: &ConfigEdit, after: &str) {
    assert_eq!(edited(before, FILE, edit).unwrap(), after, "{edit:?}");
}

#[test]
fn a_name_goes_behind_the_last_one_in_the_lists_own_layout() {
    let table = [
        ("allowlist: [a, b] # x\n", "allowlist: [a, b, c] # x\n"),
        ("allowlist: [] # x\n", "allowlist: [c] # x\n"),
        ("allowlist: [ ]\n", "allowlist: [c ]\n"),
        ("allowlist: [a,]\n", "allowlist: [a, c,]\n"),
        ("allowlist: # x\n", "allowlist: [c] # x\n"),
        ("allowlist: ~ # x\n", "allowlist: [c] # x\n"),
        (
            "allowlist:\n  - a # one\n  - 'b' # two\n# next\nalways: []\n",
            "allowlist:\n  - a # one\n  - 'b' # two\n  - c\n# next\nalways: []\n",
        ),
        ("allowlist:\n- a\n\n\nalways: []\n", "allowlist:\n- a\n- c\n\n\nalways: []\n"),
        ("allowlist:\r\n  - a\r\nalways: []\r\n", "allowlist:\r\n  - a\r\n  - c\r\nalways: []\r\n"),
        ("allowlist:\n  - a", "allowlist:\n  - a\n  - c"),
        ("allowlist: [\n  a, # one\n  b, # two\n]\n", "allowlist: [\n  a, # one\n  b, # two\n  c,\n]\n"),
        ("allowlist: [\n  a, # one\n  b # two\n]\n", "allowlist: [\n  a, # one\n  b, # two\n  c\n]\n"),
        ("allowlist: [a,\n  b]\n", "allowlist: [a,\n  b, c]\n"),
        ("\u{feff}allowlist: [a]\n", "\u{feff}allowlist: [a, c]\n"),
        ("{allowlist: [a], enabled: true}\n", "{allowlist: [a, c], enabled: true}\n"),
        ("x: &x [a] # all\nallowlist: *x\n", "x: &x [a] # all\nallowlist: [a, c]\n"),
        ("", "allowlist: [c]\n"),
        ("# nothing yet", "# nothing yet\nallowlist: [c]\n"),
        ("\u{feff}", "\u{feff}allowlist: [c]\n"),
        ("---\n# x\n", "---\n# x\nallowlist: [c]\n"),
        ("{}\n", "{allowlist: [c]}\n"),
        ("enabled: true # on\n\n# end\n", "enabled: true # on\nallowlist: [c]\n\n# end\n"),
    ];
    for (before, after) in table {
        check(before, &allow("c"), after);
    }
}

#[test]
fn a_name_goes_with_its_line_and_nothing_else() {
    let table = [
        ("allowlist: [a, b , c]\n", "allowlist: [a, c]\n"),
        ("allowlist: [b, c]\n", "allowlist: [c]\n"),
        ("allowlist: [a, b]\n", "allowlist: [a]\n"),
        ("allowlist: [b]\n", "allowlist: []\n"),
        ("allowlist: [b,]\n", "allowlist: []\n"),
        ("allowlist: [b, b, a, \"b\"] # x\n", "allowlist: [a] # x\n"),
        (
            "allowlist:\n  # about a\n  - a # one\n  # about b\n  - b # two\nalways: []\n",
            "allowlist:\n  # about a\n  - a # one\n  # about b\nalways: []\n",
        ),
        ("allowlist:\n  - b\n  - a\n", "allowlist:\n  - a\n"),
        ("allowlist: # all\n  # about b\n  - b # two\nalways: []\n", "allowlist: [] # all\n  # about b\nalways: []\n"),
        ("allowlist: [\n  a, # one\n  b, # two\n]\n", "allowlist: [\n  a, # one\n]\n"),
        ("allowlist: [\n  b, # one\n  a # two\n]\n", "allowlist: [\n  a # two\n]\n"),
        ("allowlist:\r\n- a\r\n- b\r\n", "allowlist:\r\n- a\r\n"),
        ("allowlist:\n- a\n- b", "allowlist:\n- a\n"),
        ("x: &x [a, b]\nallowlist: *x\n", "x: &x [a, b]\nallowlist: [a]\n"),
    ];
    for (before, after) in table {
        check(before, &forbid("b"), after);
    }
}

#[test]
fn u10_scenes_are_bound_and_unbound() {
    let table = [
        (
            "scenes:\n  help: [a] # x\n\n# limits\nlimits: {}\n",
            "scenes:\n  help: [a] # x\n  ops: [b]\n\n# limits\nlimits: {}\n",
        ),
        ("scenes: {help: [a]}\n", "scenes: {help: [a], ops: [b]}\n"),
        ("scenes: {}\n", "scenes: {ops: [b]}\n"),
        ("scenes:\n", "scenes: {ops: [b]}\n"),
        ("enabled: true\n", "enabled: true\nscenes: {ops: [b]}\n"),
        ("scenes:\n    help:\n    - a\n", "scenes:\n    help:\n    - a\n    ops: [b]\n"),
        ("scenes:\n  help:\n  # none\nlimits: {}\n", "scenes:\n  help:\n  ops: [b]\n  # none\nlimits: {}\n"),
        ("scenes:\n  ops:\n", "scenes:\n  ops: [b]\n"),
        ("scenes:\n  'ops' : []\n", "scenes:\n  'ops' : [b]\n"),
    ];
    for (before, after) in table {
        check(before, &bind("ops", "b"), after);
    }
    check("scenes:\n  ops: [a, b]\n", &unbind("ops", "b"), "scenes:\n  ops: [a]\n");
    check("scenes:\n  ops: [a]\n", &unbind("help", "b"), "scenes:\n  ops: [a]\n");
}

#[test]
fn u8_u9_switch_and_limits_are_set() {
    check("enabled: true # on\n", &ConfigEdit::Enabled(false), "enabled: false # on\n");
    check("enabled:\nalways: []\n", &ConfigEdit::Enabled(true), "enabled: true\nalways: []\n");
    let rounds = ConfigEdit::Limit(Limit::MaxRounds, 1);
    check("limits:\n  max_rounds: 2 # two\n", &rounds, "limits:\n  max_rounds: 1 # two\n");
    check("limits:\n  max_skills: 3 # three\n", &rounds, "limits:\n  max_skills: 3 # three\n  max_rounds: 1\n");
    check("enabled: true", &rounds, "enabled: true\nlimits: {max_rounds: 1}");
    let above = edited("limits: {}\n", FILE, &ConfigEdit::Limit(Limit::MaxSkills, 4)).unwrap_err();
    assert_eq!(above.code, Code::ConfigNotEditable, "the host would clamp it: that is not what was asked for");
}

#[test]
fn what_would_change_something_else_is_refused() {
    let shared = "allowlist: &all [a]\nalways: *all\n";
    assert_eq!(edited(shared, FILE, &allow("c")).unwrap_err().code, Code::ConfigNotEditable);
    let other = "extra: &all [a]\nscenes: &s\n  help: []\nmore: *s\n";
    assert_eq!(edited(other, FILE, &bind("help", "c")).unwrap_err().code, Code::ConfigNotEditable);
    assert_eq!(edited("enabled: true\n...\n", FILE, &allow("c")).unwrap(), "enabled: true\nallowlist: [c]\n...\n");
    assert_eq!(edited("- a\n", FILE, &allow("c")).unwrap_err().code, Code::ConfigValue);
}

/// A config in some layout, with comments everywhere.
fn config() -> impl Strategy<Value = String> {
    let names = || prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "long-name"]), 0..4);
    let list = move || (names(), 0..5usize, prop::bool::ANY);
    let written = |(names, style, comment): (Vec<&str>, usize, bool), depth: usize| {
        let (pad, note) = ("  ".repeat(depth), if comment { " # why: [b, c] - a" } else { "" });
        let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        let lines = |items: &[String]| items.iter().map(|item| format!("\n{pad}{item}{note}")).collect::<String>();
        match style {
            0 => format!(" [{}]{note}\n", names.join(", ")),
            1 => format!(" [{}]{note}\n", quoted.join(" , ")),
            2 if !names.is_empty() => {
                let items: Vec<String> = quoted.iter().map(|name| format!("  {name},")).collect();
                format!(" [{}\n{pad}]{note}\n", lines(&items))
            }
            3 if !names.is_empty() => {
                format!("{note}{}\n", lines(&names.iter().map(|name| format!("- {name}")).collect::<Vec<_>>()))
            }
            4 if !names.is_empty() => {
                format!("{note}{}\n\n", lines(&quoted.iter().map(|name| format!("  - {name}")).collect::<Vec<_>>()))
            }
            _ => format!("{note}\n"),
        }
    };
    let parts = (list(), list(), list(), list(), any::<u8>(), prop::bool::ANY, prop::bool::ANY);
    parts.prop_map(move |(allow, always, help, ops, keep, windows, last_line)| {
        let mut text = "# 说明\n".to_owned();
        let mut part = |bit: u8, line: String| {
            if keep & (1 << bit) != 0 {
                text.push_str(&line);
            }
        };
        part(0, "enabled: true # on\n".to_owned());
        part(1, format!("allowlist:{}# between\n", written(allow, 0)));
        part(2, format!("always:{}", written(always, 0)));
        part(3, format!("\nscenes:\n  help:{}  # below help\n  ops:{}", written(help, 1), written(ops, 1)));
        part(4, "limits:\n  max_skills: 2 # two\n\n".to_owned());
        part(5, "note: |\n  kept - as: [it, is]\n".to_owned());
        part(6, "# the end\n".to_owned());
        let text = if last_line { text.trim_end().to_owned() } else { text };
        if windows { text.replace('\n', "\r\n") } else { text }
    })
}

fn edit() -> impl Strategy<Value = ConfigEdit> {
    let list = prop::sample::select(vec![
        Where::Allowlist,
        Where::Always,
        Where::Scene("help".to_owned()),
        Where::Scene("ops".to_owned()),
        Where::Scene("reminder".to_owned()),
    ]);
    let skill = prop::sample::select(vec!["a", "b", "long-name", "new"]);
    prop_oneof![
        6 => (list, skill, prop::bool::ANY).prop_map(|(list, skill, stands)| name(list, skill, stands)),
        1 => prop::bool::ANY.prop_map(ConfigEdit::Enabled),
        1 => (prop::sample::select(Limit::ALL.to_vec()), 0..3u64).prop_map(|(limit, value)| ConfigEdit::Limit(limit, value)),
    ]
}

/// What takes an edit back, in a config that it changed.
fn inverse(edit: &ConfigEdit, before: &Config) -> ConfigEdit {
    match edit {
        ConfigEdit::Enabled(enabled) => ConfigEdit::Enabled(!enabled),
        ConfigEdit::Limit(limit, _) => ConfigEdit::Limit(*limit, limit.of(&before.limits)),
        ConfigEdit::Name { list, name: skill, stands } => name(list.clone(), skill, !stands),
    }
}

/// The meaning, a scene without bindings being no scene: nothing tells the two apart for a host's own scene.
fn meaning(mut config: Config) -> String {
    config.scenes.retain(|_, names| !names.is_empty());
    config.meaning()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn an_edit_changes_what_it_says_and_its_inverse_takes_it_back(text in config(), edit in edit()) {
        let before = read(&text, FILE).unwrap().config;
        let after_text = edited(&text, FILE, &edit).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let after = read(&after_text, FILE).unwrap().config;
        let wanted = edit.applied(&before);
        prop_assert_eq!(&Config { source: Source::File, ..after.clone() }, &Config { source: Source::File, ..wanted });
        if after_text != text {
            let back = edited(&after_text, FILE, &inverse(&edit, &before)).unwrap_or_else(|why| panic!("{why}\n{after_text}"));
            prop_assert_eq!(meaning(read(&back, FILE).unwrap().config), meaning(before));
        }
    }

    #[test]
    fn every_comment_and_every_other_line_stays_byte_for_byte(text in config(), edit in edit()) {
        let after = edited(&text, FILE, &edit).unwrap();
        // The lines that the edit did not touch, in order: all but those that its place stands in.
        let diff = similar::TextDiff::from_lines(text.as_str(), after.as_str());
        let gone: Vec<&str> = diff.iter_all_changes().filter(|c| c.tag() == similar::ChangeTag::Delete).map(|c| c.value()).collect();
        for line in gone {
            let names_it = ["allowlist", "always", "help", "ops", "scenes", "enabled", "max_", "limits"].iter().any(|key| line.contains(key))
                || ["a", "b", "c", "long-name", "new"].iter().any(|name| line.contains(name));
            prop_assert!(names_it || !line.ends_with('\n'), "{line:?} of\n{text}\nto\n{after}");
            prop_assert!(!["# 说明", "# between", "# below", "# the end", "kept", "note"].iter().any(|kept| line.starts_with(kept) && line.ends_with('\n')), "{line:?}");
        }
        for mark in ["# 说明", "# between", "# below help", "# the end", "  kept - as: [it, is]"] {
            prop_assert_eq!(text.matches(mark).count(), after.matches(mark).count());
        }
        prop_assert_eq!(text.contains("\r\n"), after.contains("\r\n"));
        prop_assert!(!text.contains("\r\n") || after.matches('\n').count() == after.matches("\r\n").count());
    }
}
