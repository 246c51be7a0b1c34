//! Tests of the YAML reader.

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::text::testing::processor_time;

fn read(text: &str) -> Node {
    parse(text, Origin::file("f.yml")).unwrap()
}

fn refuse(text: &str) -> Diagnostic {
    parse(text, Origin::file("f.yml")).unwrap_err()
}

fn place_of(diagnostic: &Diagnostic) -> (usize, usize) {
    let place = diagnostic.place.as_ref().unwrap();
    (place.line.unwrap(), place.column.unwrap())
}

/// The text with the diagnostic's fix applied.
fn mend(text: &str, diagnostic: &Diagnostic) -> String {
    let mut text = text.to_owned();
    for edit in diagnostic.fix.as_ref().unwrap().edits.iter().rev() {
        text.replace_range(edit.start..edit.end, &edit.text);
    }
    text
}

#[test]
fn u2_core_schema_kinds() {
    let cases = [
        ("yes", Kind::Text),
        ("on", Kind::Text),
        ("8004", Kind::Int),
        ("-3", Kind::Int),
        ("0x1F", Kind::Int),
        ("0o17", Kind::Int),
        ("1.0", Kind::Float),
        ("1e3", Kind::Float),
        (".inf", Kind::Float),
        ("1.2.3", Kind::Text),
        ("2024-01-01", Kind::Text),
        ("~", Kind::Null),
        ("True", Kind::Bool),
        ("tRue", Kind::Text),
        ("'8004'", Kind::Text),
        ("!!str 8004", Kind::Text),
        ("\"\"", Kind::Text),
    ];
    for (text, kind) in cases {
        assert_eq!(read(text).scalar().unwrap().kind, kind, "{text}");
    }
    assert_eq!(read("").scalar().unwrap().kind, Kind::Null);
    assert_eq!(read("# only a comment\n").scalar().unwrap().kind, Kind::Null);
    assert_eq!(read("0x1F").as_int(), Some(31));
}

#[test]
fn places_count_lines_and_characters() {
    let root = read("a: 1\n字: [x, 好, y]\n");
    let map = root.as_map().unwrap();
    assert_eq!(map.entries[1].spot, Spot { line: 2, column: 1 });
    let list = map.get("字").unwrap().as_list().unwrap();
    assert_eq!(list[2].spot, Spot { line: 2, column: 11 });
    let origin = Origin { file: "f", line: 2, byte: 4 };
    let node = parse("a: 'x'\n", origin).unwrap();
    let value = node.as_map().unwrap().get("a").unwrap().clone();
    assert_eq!((value.spot, value.bytes), (Spot { line: 2, column: 4 }, 7..10));
}

#[test]
fn u3_a_bom_moves_bytes_and_no_column() {
    let root = read("\u{feff}a: x\n");
    let value = root.as_map().unwrap().get("a").unwrap();
    assert_eq!((value.spot, value.bytes.clone()), (Spot { line: 1, column: 4 }, 6..7));
}

#[test]
fn u3_an_escaped_surrogate_pair_is_one_character() {
    assert_eq!(read(r#""\ud83d\udd2c lab""#).as_text(), Some("🔬 lab"));
    assert_eq!(refuse(r#""\ud83d lab""#).code, Code::YamlInvalid);
}

#[test]
fn u2_duplicate_keys_are_errors_at_the_second_also_nested() {
    let top = refuse("a: 1\nb: 2\na: 3\n");
    assert_eq!((top.code, place_of(&top)), (Code::YamlDuplicateKey, (3, 1)));
    let nested = refuse("m:\n  - {x: 1, y: 2, x: 3}\n");
    assert_eq!((nested.code, place_of(&nested)), (Code::YamlDuplicateKey, (2, 18)));
    let quoted = refuse("a: 1\n\"a\": 2\n");
    assert_eq!((quoted.code, place_of(&quoted)), (Code::YamlDuplicateKey, (2, 1)));
    assert_eq!(read("1: a\n\"1\": b\n").as_map().unwrap().entries.len(), 2);
}

#[test]
fn aliases_are_copied_and_bombs_are_refused_quickly() {
    let root = read("a: &x [1, 2]\nb: *x\n");
    assert_eq!(root.as_map().unwrap().get("b").unwrap().as_list().unwrap().len(), 2);
    let mut bomb = String::from("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for level in 1..12 {
        let inner = vec![format!("*a{}", level - 1); 9].join(",");
        bomb.push_str(&format!("a{level}: &a{level} [{inner}]\n"));
    }
    let long = format!("s: &s '{}'\nl: [{}]\n", "x".repeat(8_000), vec!["*s"; 20_000].join(","));
    let chain: String = (1..5_000).fold("- &a0 x\n".to_owned(), |text, n| text + &format!("- &a{n} [*a{}]\n", n - 1));
    let brackets = "[".repeat(100_000);
    for text in [bomb, long, chain, brackets.clone(), format!("a: {brackets}"), "- ".repeat(100_000)] {
        let takes = processor_time(|| assert_eq!(refuse(&text).code, Code::YamlTooComplex));
        assert!(takes < Duration::from_secs(2));
    }
    assert_eq!(refuse("a: &a [*a]\n").code, Code::YamlInvalid);
    assert_eq!(refuse("a: *nowhere\n").code, Code::YamlInvalid);
}

#[test]
fn only_one_document_is_read() {
    let second = refuse("a: 1\n...\n---\nb: 2\n");
    assert_eq!(second.code, Code::YamlInvalid);
}

#[test]
fn u3_an_unquoted_colon_has_a_place_and_a_fix() {
    let text = "name: tone\ndescription: Use when: the user asks\n";
    let error = refuse(text);
    assert_eq!((error.code, place_of(&error)), (Code::YamlInvalid, (2, 22)));
    let mended = mend(text, &error);
    assert_eq!(mended, "name: tone\ndescription: \"Use when: the user asks\"\n");
    assert_eq!(read(&mended).as_map().unwrap().get("description").unwrap().as_text(), Some("Use when: the user asks"));
}

#[test]
fn u3_a_colon_on_a_continuation_line_quotes_the_whole_value() {
    let text = "name: tone\ndescription: first part\n  Use when: they \"ask\"\nlicense: MIT\n";
    let error = refuse(text);
    let mended = mend(text, &error);
    let root = read(&mended);
    let description = root.as_map().unwrap().get("description").unwrap().as_text().unwrap().to_owned();
    assert_eq!((place_of(&error).0, description.as_str()), (3, "first part Use when: they \"ask\""));
}

#[test]
fn values_that_start_with_syntax_are_explained_and_mended() {
    let cases =
        ["**bold** first", "`x` first", "@someone asks", "[TODO] write this", "\"a\" and b", "%s is it", "{a} b"];
    for value in cases {
        let text = format!("name: tone\ndescription: {value}\n");
        let error = refuse(&text);
        assert_eq!((error.code, place_of(&error)), (Code::YamlInvalid, (2, 14)), "{value}");
        assert!(error.help.as_deref().unwrap().contains("quote the value"), "{value}");
        let root = read(&mend(&text, &error));
        assert_eq!(root.as_map().unwrap().get("description").unwrap().as_text(), Some(value), "{value}");
    }
}

#[test]
fn no_fix_is_offered_where_the_meaning_is_uncertain() {
    let comment = refuse("description: Use when: x # a comment or not\n");
    assert_eq!((comment.fix, place_of(&refuse("a: b: c # d\n")).0), (None, 1));
    for (text, help) in
        [("a: [b, c\nd: 1\n", "close the `[` of `a` with `]`"), ("a: {b: [c]\n", "close the `{` of `a` with `}`")]
    {
        let unclosed = refuse(text);
        assert!(unclosed.fix.is_none() && unclosed.help.as_deref().unwrap().starts_with(help), "{unclosed:?}");
    }
    let tab = refuse("a:\n\tb: 1\n");
    assert!(tab.help.unwrap().contains("spaces"));
}

#[test]
fn unknown_keys_are_warned_about_with_the_nearest_name() {
    let root = read("enabled: true\nalowlist: []\nEnabled: 1\nfoo: 1\n");
    let found = root.as_map().unwrap().unknown_keys(&["enabled", "allowlist"], "c.yml", Code::ConfigUnknownKey);
    let helps: Vec<&str> = found.iter().map(|d| d.help.as_deref().unwrap()).collect();
    assert_eq!(helps, ["did you mean `allowlist`?", "did you mean `enabled`?", "known keys: enabled, allowlist"]);
    assert_eq!(found[0].place, Some(Place::at("c.yml", 2, 1)));
}

#[test]
fn compact_keeps_scalars_and_writes_collections_as_json() {
    assert_eq!(read("1.0").compact(), "1.0");
    assert_eq!(read("version: 1\ntags: [a, 'b c']\n").compact(), r#"{"version":1,"tags":["a","b c"]}"#);
    assert_eq!(read("? [a, b]\n: x\n").as_map().unwrap().entries[0].key, r#"["a","b"]"#);
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,200}|([-a:&*?|>\\[\\]{}\"'#%@`,! \t\n\r\u{feff}字]{0,120})") {
        let _ = parse(&text, Origin { file: "f", line: 2, byte: 4 });
    }

    #[test]
    fn a_quoted_text_comes_back_whole(text in "\\PC{0,200}") {
        let yaml = format!("a: {}\n", serde_json::Value::from(text.as_str()));
        let root = read(&yaml);
        prop_assert_eq!(root.as_map().unwrap().get("a").unwrap().as_text(), Some(text.as_str()));
    }

    #[test]
    fn a_fix_never_breaks_what_it_mends(value in "[a-z:*`@\\[\"' #字]{1,40}") {
        let text = format!("name: x\ndescription: {value}\n");
        if let Err(error) = parse(&text, Origin::file("f")) && error.fix.is_some() {
            let root = read(&mend(&text, &error));
            let found = root.as_map().unwrap().get("description").unwrap().as_text().unwrap().to_owned();
            let value = value.trim();
            // Single quotes around an apostrophe are taken for quotes.
            prop_assert!(found == value || value.len() > 2 && found == value[1..value.len() - 1]);
        }
    }
}

#[test]
fn errors_that_quoting_does_not_mend_have_advice() {
    let cases = [
        ("description: \"abc\nlicense: MIT\n", 1, "close the quote of `description`"),
        ("name: x\n description: y\n", 2, "start `description` in the column of `name`"),
        ("description: a\nfree text\nb: c\n", 2, "indent the line"),
    ];
    for (text, line, help) in cases {
        let error = refuse(text);
        assert_eq!((error.fix.clone(), place_of(&error).0), (None, line), "{text}");
        assert!(error.help.as_deref().unwrap().contains(help), "{error:?}");
    }
    assert_eq!(refuse("a: \"\\q\"\n").help, None);
}

#[test]
fn an_apostrophe_in_single_quotes_is_mended_without_them() {
    let text = "description: 'it's here'\n";
    let root = read(&mend(text, &refuse(text)));
    assert_eq!(root.as_map().unwrap().get("description").unwrap().as_text(), Some("it's here"));
}

#[test]
fn an_unclosed_bracket_or_quote_is_told_on_the_line_where_it_opens() {
    for (text, place, message, help) in [
        ("e: 1\nlist: [x\n\n# c\nother: []\n", (2, 7), "`[` is never closed", "close the `[` of `list` with `]`"),
        ("s:\n  help: [a, b\n  tool: [c]\n", (2, 9), "`[` is never closed", "close the `[` of `help` with `]`"),
        ("l: {a: 3\nb: []\n", (1, 4), "`{` is never closed", "close the `{` of `l` with `}`"),
        ("l:\n  - \"a\n  - b\nm: [\"x\"]\n", (2, 5), "`\"` is never closed", "close it with `\"`"),
        ("l: ['a, b]\nm: []\n", (1, 5), "`'` is never closed", "close it with `'`"),
        ("l: [a]]\nm: []\n", (1, 7), "`]` closes nothing", "remove it"),
    ] {
        let error = refuse(text);
        assert_eq!((error.code, place_of(&error), &error.fix), (Code::YamlInvalid, place, &None), "{text}");
        assert!(error.message.ends_with(message), "{text}: {}", error.message);
        assert!(error.help.as_deref().unwrap().starts_with(help), "{text}: {error:?}");
    }
}
