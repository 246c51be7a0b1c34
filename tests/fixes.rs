//! Fixes change what they say and nothing else, whatever the file is like.

use proptest::prelude::*;
use skillstage::workspace::Skill;

/// Values that are faults, or become another value, where they stand without quotes.
const FAULTY: [&str; 12] = [
    "Use when: asked",
    "*bold* words",
    "`code` first",
    "@name it",
    "[a] b",
    "{a} b",
    "\"A\" and more",
    "8004",
    "true",
    "% of it",
    "- a dash",
    "it: 'is' \"so\"",
];
const KEYS: [&str; 4] = ["license", "whenToUse", "x-team", "compatibility"];

proptest! {
    #[test]
    fn s3_no_fix_changes_another_field_or_the_body(
        fault in 0..FAULTY.len(),
        place in 0usize..4,
        key_case in any::<bool>(),
        wrapped in 0usize..3,
        crlf in any::<bool>(),
        values in proptest::collection::vec("[a-z]{1,8}( [a-z中]{1,8}){0,3}", 4),
        body in "[a-z中#:* \\n]{0,40}",
    ) {
        // The fence around a file must be told from the text, and a fence in a body from its own.
        let body = body.trim().replace("---", "");
        let mut lines: Vec<String> = KEYS.iter().zip(&values).map(|(key, value)| format!("{key}: {value}")).collect();
        lines.insert(place, format!("description: {}", FAULTY[fault]));
        lines.insert(0, format!("{}: a", if key_case { "Name" } else { "name" }));
        let mut text = format!("---\n{}\n---\n{body}\n", lines.join("\n"));
        match wrapped {
            1 => text = format!("```markdown\n{text}```\n"),
            2 => text = format!("\n \n{text}"),
            _ => {}
        }
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        // What is uncovered by one fix is mended by the next.
        for _ in 0..8 {
            let Err(faults) = Skill::from_file_text(&text, Some("a")) else { break };
            let fix = faults.iter().find_map(|fault| fault.fix.as_ref());
            let Some(fix) = fix else { return Err(TestCaseError::fail(format!("no fix: {faults:?}\n{text}"))) };
            text = fix.apply(&text).ok_or_else(|| TestCaseError::fail("a fix of another text"))?;
        }
        let skill = Skill::from_file_text(&text, Some("a")).map_err(|faults| TestCaseError::fail(format!("{faults:?}\n{text}")))?;
        for (key, value) in KEYS.iter().zip(&values) {
            let found = skill.extra.iter().find(|(name, _)| name == key).map(|(_, value)| value);
            prop_assert_eq!(found, Some(value), "{}", text);
        }
        prop_assert_eq!(&skill.description, FAULTY[fault], "{}", text);
        let end = if crlf { "\r\n" } else { "\n" };
        let wanted = format!("---{end}{}{end}", body.replace('\n', end));
        prop_assert!(text.ends_with(&wanted), "the body is as it was: {:?}", text);
    }
}
