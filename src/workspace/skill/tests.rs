//! Tests of reading one skill.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::diag::Severity;
use crate::workspace::CEILING;

/// What a `SKILL.md` of these bytes gives in the directory `dir`.
fn read_in(dir: &str, bytes: &[u8]) -> Result<Skill, Vec<Diagnostic>> {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join(dir)).unwrap();
    fs::write(root.path().join(dir).join(SKILL_FILE), bytes).unwrap();
    let folder = Folder::root(root.path()).unwrap().unwrap();
    read(&folder, OsStr::new(dir), "skills", |_| true, CEILING.body_bytes, &mut Vec::new())
        .unwrap()
        .map_err(|refused| refused.diagnostics)
}

fn load(text: &str) -> Skill {
    read_in("tone", text.as_bytes()).unwrap()
}

fn refuse(text: &str) -> Diagnostic {
    read_in("tone", text.as_bytes()).unwrap_err().remove(0)
}

/// A skill with this front matter besides its name.
fn with(front: &str) -> String {
    format!("---\nname: tone\n{front}\n---\nB\n")
}

fn text_of(skill: &Skill) -> &str {
    &skill.body.text().expect("a body that is kept").text
}

#[test]
fn u2_other_keys_are_kept_for_display_and_change_nothing() {
    let plain = load(&with("description: d"));
    let rich = load(&with(
        "description: d\nlicense: MIT\nallowed-tools: [Bash, 'Read x']\nmetadata: {version: 1.0}\nwhenToUse: x\n1: y",
    ));
    let extra: Vec<(&str, &str)> = rich.extra.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let wanted = [
        ("license", "MIT"),
        ("allowed-tools", r#"["Bash","Read x"]"#),
        ("metadata", r#"{"version":1.0}"#),
        ("whenToUse", "x"),
        ("1", "y"),
    ];
    assert_eq!(extra, wanted);
    assert_eq!((rich.fingerprint, rich.warnings), (plain.fingerprint, plain.warnings));
}

#[test]
fn u2_names_are_checked_with_a_place() {
    let long = "a".repeat(65);
    let cases = [
        ("tone", "Tone", Code::NameInvalid),
        ("tone", "to--ne", Code::NameInvalid),
        ("tone", "-tone", Code::NameInvalid),
        ("tone", "to_ne", Code::NameInvalid),
        ("tone", "语气", Code::NameInvalid),
        ("tone", "\"\"", Code::NameInvalid),
        ("tone", "voice", Code::NameMismatch),
        ("tone", "true", Code::NameNotText),
        ("tone", "[tone]", Code::NameNotText),
        ("tone", "~", Code::NameNotText),
        (long.as_str(), long.as_str(), Code::NameTooLong),
    ];
    for (dir, name, code) in cases {
        let error = read_in(dir, format!("---\nname: {name}\ndescription: d\n---\n").as_bytes()).unwrap_err().remove(0);
        assert_eq!(
            (error.code, error.place),
            (code, Some(Place::at(format!("skills/{dir}/SKILL.md"), 2, 7))),
            "{name}"
        );
    }
    let longest = "a".repeat(64);
    assert!(read_in(&longest, format!("---\nname: {longest}\ndescription: d\n---\n").as_bytes()).is_ok());
}

#[test]
fn u2_a_name_that_is_nearly_right_is_told_with_what_to_write() {
    for (dir, name, help) in [
        ("my-skill", "my_skill", "write `name: my-skill`, as the directory is named"),
        ("My Skill", "My Skill", "write `name: my-skill`, and name the directory so too"),
    ] {
        let error = read_in(dir, format!("---\nname: {name}\ndescription: d\n---\n").as_bytes()).unwrap_err().remove(0);
        assert_eq!((error.code, error.help.as_deref()), (Code::NameInvalid, Some(help)));
    }
}

#[test]
fn u2_every_error_of_both_fields_is_told_at_once() {
    let errors = read_in("tone", b"---\nName: tone\ndescription: 7\n---\n").unwrap_err();
    assert_eq!(
        errors.iter().map(|error| error.code).collect::<Vec<_>>(),
        [Code::NameMissing, Code::DescriptionNotText]
    );
    assert_eq!(errors[0].help.as_deref(), Some("did you mean `name` where `Name` stands?"));
    let fix = errors[1].fix.as_ref().unwrap();
    assert_eq!((fix.edits[0].start..fix.edits[0].end, fix.edits[0].text.as_str()), (28..29, "\"7\""));
    assert_eq!(refuse("---\n---\nB").code, Code::NameMissing);
    assert_eq!(refuse("---\njust text\n---\nB").code, Code::FrontMatterNotMapping);
}

#[test]
fn u2_an_empty_value_is_placed_on_its_own_line() {
    for front in
        ["description:\nlicense: MIT", "description:", "description:   # later", "description: ''", "description: ~"]
    {
        let error = refuse(&with(front));
        assert_eq!((error.code, error.place.unwrap().line), (Code::DescriptionEmpty, Some(3)), "{front}");
    }
}

#[test]
fn u2_yes_is_text() {
    assert_eq!(load(&with("description: yes")).description, "yes");
}

#[test]
fn u2_what_loads_with_a_warning() {
    let characters = |count| "语".repeat(count);
    let cases = [
        (format!("description: {}", characters(1024)), None),
        (format!("description: {}", characters(1025)), Some(Code::DescriptionLong)),
        (format!("description: d\ncompatibility: {}", characters(500)), None),
        (format!("description: d\ncompatibility: {}", characters(501)), Some(Code::CompatibilityInvalid)),
        ("description: d\ncompatibility: 3".to_owned(), Some(Code::CompatibilityInvalid)),
        ("description: |\n  two\n  lines\twith a tab".to_owned(), None),
        ("description: \"a\\x07b\"".to_owned(), Some(Code::ControlCharacters)),
        ("description: d\nmetadata: {deep: [\"\\e[0m\"]}".to_owned(), Some(Code::ControlCharacters)),
        ("description: \"a\\u202eb\"".to_owned(), Some(Code::ControlCharacters)),
        ("description: \"a\\u200bb\"".to_owned(), Some(Code::ControlCharacters)),
        ("description: 家 👩‍👩‍👧 ❤️".to_owned(), None),
    ];
    for (front, code) in cases {
        let warnings = load(&with(&front)).warnings;
        assert_eq!(warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(), Vec::from_iter(code), "{front}");
        assert!(warnings.iter().all(|warning| warning.severity == Severity::Warning && warning.place.is_some()));
    }
}

#[test]
fn u3_fixes_are_offsets_into_the_stored_file() {
    let stored = "\u{feff}---\r\nname: tone\r\ndescription: Use when: asked\r\n---\r\nB\r\n";
    let error = refuse(stored);
    assert_eq!((error.code, error.place.clone().unwrap().line), (Code::YamlInvalid, Some(3)));
    let edit = error.fix.unwrap().edits.remove(0);
    let mut mended = stored.to_owned();
    mended.replace_range(edit.start..edit.end, &edit.text);
    let skill = load(&mended);
    assert_eq!((skill.description.as_str(), text_of(&skill), skill.body_line), ("Use when: asked", "B\n", 5));
}

#[test]
fn u6_a_body_at_the_ceiling_is_read_and_one_byte_more_is_not() {
    let front = with("description: d").replace("B\n", "");
    let ceiling = CEILING.body_bytes as usize;
    let at = load(&format!("{front}{}", "x".repeat(ceiling)));
    assert_eq!(text_of(&at).len(), ceiling);
    let over = load(&format!("{front}{}", "x".repeat(ceiling + 1)));
    assert_eq!(over.body, Body::TooLarge { bytes: CEILING.body_bytes + 1 });
    let far_over = load(&format!("{front}{}", "字".repeat(1_000_000)));
    assert_eq!(far_over.body, Body::TooLarge { bytes: 3_000_000 });
    assert_ne!(over.fingerprint, far_over.fingerprint);
}

#[test]
fn u6_body_bytes_are_those_stored() {
    let skill = load(&with("description: d").replace('\n', "\r\n").replace("B\r\n", "a\r\nb\r\n"));
    assert_eq!((text_of(&skill), skill.body.bytes()), ("a\nb\n", 6));
}

#[test]
fn u7_the_fingerprint_covers_name_description_and_body() {
    let base = load(&with("description: d")).fingerprint;
    assert_ne!(load(&with("description: e")).fingerprint, base);
    assert_ne!(load(&with("description: d").replace("B\n", "C\n")).fingerprint, base);
    assert_eq!(load(&format!("\u{feff}{}", with("description: 'd'").replace('\n', "\r\n"))).fingerprint, base);
}

#[test]
fn u5_binary_and_other_encodings_are_refused_with_a_place() {
    let mut nul = with("description: d").into_bytes();
    nul.push(0);
    let nul = read_in("tone", &nul).unwrap_err().remove(0);
    assert_eq!((nul.code, nul.place.unwrap().line), (Code::FileBinary, Some(6)));
    let latin = read_in("tone", b"---\nname: tone\ndescription: caf\xe9\n---\n").unwrap_err().remove(0);
    assert_eq!((latin.code, latin.place), (Code::FileNotUtf8, Some(Place::at("skills/tone/SKILL.md", 3, 17))));
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain("---".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    assert_eq!(read_in("tone", &wide).unwrap_err()[0].code, Code::FileNotUtf8);
}

#[test]
fn u1_a_directory_without_skill_file_is_no_skill() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir_all(root.path().join("notes")).unwrap();
    fs::write(root.path().join("notes/skill.md"), "---").unwrap();
    let folder = Folder::root(root.path()).unwrap().unwrap();
    assert!(read(&folder, OsStr::new("notes"), "skills", |_| true, CEILING.body_bytes, &mut Vec::new()).is_none());
    assert!(read(&folder, OsStr::new("gone"), "skills", |_| true, CEILING.body_bytes, &mut Vec::new()).is_none());
    assert!(Folder::root(Path::new("/nowhere/at/all")).unwrap().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read_in("tone", &bytes);
        let mut fenced = b"---\nname: tone\n".to_vec();
        fenced.extend(&bytes);
        let _ = read_in("tone", &fenced);
    }

    #[test]
    fn u6_nothing_of_a_body_is_cut(body in "(\\PC|[ \t\n字🔬]){0,300}") {
        let skill = load(&format!("{}{body}", with("description: d").replace("B\n", "")));
        prop_assert_eq!(text_of(&skill), body.as_str());
    }

    #[test]
    fn u2_a_description_comes_back_whole(text in "\\PC*[^ \\pC]\\PC*") {
        let skill = load(&with(&format!("description: {}", serde_json::Value::from(text.as_str()))));
        prop_assert_eq!(skill.description, text);
    }
}
