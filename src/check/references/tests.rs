use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::diag::Severity;
use crate::text::testing::processor_time;

fn tree() -> Tree {
    let files = [
        "SKILL.md",
        "references/tone.md",
        "references/Names.md",
        "references/a b.md",
        "references/deep/x.md",
        "references/data.csv",
        "scripts/run.py",
        "references/语气.md",
    ];
    Tree::new(files.map(str::to_owned))
}

fn judged(path: &str, text: &str) -> Vec<Spotted> {
    let outline = Outline::of(text, 0..text.len());
    links(&Document { path, text, outline: &outline }, &tree())
}

fn in_file(path: &str, text: &str) -> Vec<(Code, String)> {
    let found = judged(path, text);
    found.into_iter().map(|spotted| (spotted.diagnostic.code, text[spotted.bytes].to_owned())).collect()
}

fn in_body(text: &str) -> Vec<(Code, String)> {
    in_file("SKILL.md", text)
}

fn one(code: Code, blamed: &str) -> Vec<(Code, String)> {
    vec![(code, blamed.to_owned())]
}

#[test]
fn u4_what_can_be_read_is_no_finding() {
    for text in [
        "[a](references/tone.md#part) ![b](./references/a%20b.md) [c]\n\n[c]: <references/a b.md>",
        "See references/tone.md, `./references/tone.md` and 请读references/语气.md。",
        "[home](https://a.test/references/none.md) [m](mailto:a@b.test) [top](#top) [x](url)",
        "`references/<name>.md` references/*.md `references/{x}.md` references/foo.md",
        "```\n[a](references/none.md) references/none.md\n```",
        "Split it by domain (e.g. `references/none.md`, references/other-one.md).",
        "other-skill/references/none.md and ${DIR}/references/none.md",
    ] {
        assert_eq!(in_body(text), [], "{text}");
    }
    assert_eq!(in_file("references/tone.md", "[a](Names.md) [b](../SKILL.md) [c](references/tone.md)"), []);
}

#[test]
fn a_missing_reference_is_found_where_it_is_named() {
    assert_eq!(in_body("See [n](references/none.md#x)."), one(Code::LinkMissing, "references/none.md"));
    assert_eq!(
        in_body("Read `references/none.md` twice: references/none.md"),
        one(Code::LinkMissing, "references/none.md")
    );
    assert_eq!(in_body("[n][1]\n\n[1]: references/none.txt"), one(Code::LinkMissing, "references/none.txt"));
    assert_eq!(in_body("[n](tone.md)"), one(Code::LinkMissing, "tone.md"));
    assert_eq!(in_file("references/tone.md", "[n](none.md)"), one(Code::LinkMissing, "none.md"));
}

#[test]
fn another_case_is_mended_everywhere_at_once() {
    let text = "[a](./references/Tone.md#x) and `references/Tone.md`, [b](references/names.md)";
    let outline = Outline::of(text, 0..text.len());
    let found = links(&Document { path: "SKILL.md", text, outline: &outline }, &tree());
    assert!(found.iter().all(|spotted| spotted.diagnostic.code == Code::LinkCase));
    let mut edits: Vec<Edit> = found.into_iter().flat_map(|spotted| spotted.diagnostic.fix.unwrap().edits).collect();
    edits.sort_by_key(|edit| edit.start);
    let mut mended = text.to_owned();
    for edit in edits.iter().rev() {
        mended.replace_range(edit.start..edit.end, &edit.text);
    }
    assert_eq!(mended, "[a](./references/tone.md#x) and `references/tone.md`, [b](references/Names.md)");
    assert_eq!(in_body(&mended), []);
}

#[test]
fn u4_files_that_the_host_never_reads_are_worth_knowing() {
    for path in ["references/deep/x.md", "references/data.csv", "scripts/run.py"] {
        let text = format!("[x]({path})");
        assert_eq!(in_body(&text), one(Code::LinkUnreadable, path));
        let outline = Outline::of(&text, 0..text.len());
        let found = links(&Document { path: "SKILL.md", text: &text, outline: &outline }, &tree());
        assert_eq!(found[0].diagnostic.severity, Severity::Info);
    }
}

#[test]
fn u5_links_that_leave_the_skill_are_found() {
    assert_eq!(in_body("[x](../other/SKILL.md)"), one(Code::LinkOutside, "../other/SKILL.md"));
    assert_eq!(in_body("[x](/etc/passwd.txt)"), one(Code::LinkOutside, "/etc/passwd.txt"));
    assert_eq!(in_file("references/tone.md", "[x](../../other/a.md)"), one(Code::LinkOutside, "../../other/a.md"));
    // A person may follow a link to another skill; its name is what a model needs.
    let severity = |path: &str, body: &str| judged(path, body)[0].diagnostic.severity;
    assert_eq!(severity("SKILL.md", "[x](../other/SKILL.md)"), Severity::Info);
    assert_eq!(severity("references/tone.md", "[x](../../other/SKILL.md)"), Severity::Info);
    for link in ["../other/references/a.md", "../../other/SKILL.md", "../Other/SKILL.md", "../../../x/SKILL.md"] {
        assert_eq!(severity("SKILL.md", &format!("[x]({link})")), Severity::Warning, "{link}");
    }
}

fn not_mentioned(texts: &[(&str, &str)]) -> Vec<String> {
    let outlines: Vec<Outline<'_>> = texts.iter().map(|(_, text)| Outline::of(text, 0..text.len())).collect();
    let documents: Vec<Document> =
        texts.iter().zip(&outlines).map(|((path, text), outline)| Document { path, text, outline }).collect();
    unmentioned(&documents, &tree()).into_iter().map(|(path, _)| path.to_owned()).collect()
}

#[test]
fn u4_references_that_nothing_names_are_told() {
    let all = ["references/Names.md", "references/a b.md", "references/tone.md", "references/语气.md"];
    assert_eq!(not_mentioned(&[("SKILL.md", "nothing")]), all);
    assert_eq!(not_mentioned(&[("references/tone.md", "I am tone.md")]), all);
    let body = "`names`, then [a](references/a%20b.md), 请读语气.md。";
    assert_eq!(not_mentioned(&[("SKILL.md", body)]), ["references/tone.md"]);
    assert_eq!(not_mentioned(&[("SKILL.md", body), ("references/Names.md", "```\nreferences/tone\n```")]), [""; 0]);
    assert_eq!(not_mentioned(&[("SKILL.md", "references/t<x>e.md `references/*.md`")]), [""; 0]);
    // A placeholder alone names no file in particular; code in a line may stand between several signs.
    assert_eq!(not_mentioned(&[("SKILL.md", "give `<name>` and `{id}`")]), all);
    assert_eq!(not_mentioned(&[("SKILL.md", "``names`` `x` tone `语气` `a b`")]), ["references/tone.md"]);
}

#[test]
fn hostile_texts_take_time_in_proportion() {
    for piece in [
        "[",
        "[a](",
        "[a](references/b.md)",
        "references/",
        "references/b.md ",
        "a.md",
        ".md",
        "中.md",
        "../",
        "[a]: b\n",
        "<>.md",
        "%",
    ] {
        let text = piece.repeat(100_000);
        let takes = processor_time(|| {
            let outline = Outline::of(&text, 0..text.len());
            let document = Document { path: "SKILL.md", text: &text, outline: &outline };
            links(&document, &tree());
            unmentioned(&[document], &tree());
        });
        // Generous, for a slow machine: a quadratic rule takes minutes.
        assert!(takes < Duration::from_secs(20), "{piece:?} took {takes:?}");
    }
}

proptest! {
    #[test]
    fn every_finding_lies_in_the_text(text in r"(?s)(.|\[a\]\(|\)|references/|Tone|tone\.md|none\.md|\.\./|%20|[ -~]|`|\n|中){0,40}", reference: bool) {
        let path = if reference { "references/tone.md" } else { "SKILL.md" };
        let outline = Outline::of(&text, 0..text.len());
        let document = Document { path, text: &text, outline: &outline };
        for spotted in links(&document, &tree()) {
            prop_assert!(text.get(spotted.bytes.clone()).is_some_and(|blamed| !blamed.is_empty()));
            for edit in spotted.diagnostic.fix.iter().flat_map(|fix| &fix.edits) {
                prop_assert_eq!(text[edit.start..edit.end].to_lowercase(), edit.text.to_lowercase());
            }
        }
        unmentioned(&[document], &tree());
    }
}
