use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::text::testing::processor_time;

fn listed<'a>(skills: &'a [(&'a str, &'a str)]) -> Vec<Listed<'a>> {
    skills.iter().map(|(name, description)| Listed { name, description }).collect()
}

fn found(skills: &[Listed<'_>], cap: DescriptionCap, code: Code) -> Vec<OnSkill> {
    let mut found = near(skills, cap);
    found.retain(|one| one.diagnostic.code == code);
    found
}

fn duplicates(skills: &[Listed<'_>]) -> Vec<OnSkill> {
    found(skills, DescriptionCap::default(), Code::CatalogDuplicate)
}

fn alike(skills: &[Listed<'_>], cap: DescriptionCap) -> Vec<OnSkill> {
    found(skills, cap, Code::CatalogAlike)
}

fn on(found: &[OnSkill]) -> Vec<usize> {
    found.iter().map(|one| one.skill).collect()
}

#[test]
fn descriptions_that_differ_by_a_word_are_duplicates() {
    let skills = [
        ("report", "Writes the weekly report of a team from its notes, tickets and calendar entries. Use on Fridays."),
        ("other", "Answers questions on health with care."),
        ("weekly", "Writes the weekly report of a team from its notes, tickets and calendar entries. Use on Mondays."),
        ("周报", "根据团队的笔记、工单和日程撰写每周的工作周报，周五使用。"),
        ("汇总", "根据团队的笔记、工单和日程撰写每周的工作周报，周五使用！"),
    ];
    let found = duplicates(&listed(&skills));
    assert_eq!(on(&found), [2, 4]);
    assert!(found[0].diagnostic.message.contains("`report`"));
}

#[test]
fn one_template_for_many_subjects_is_no_duplicate() {
    let of = |subject: &str, site: &str| {
        format!(
            "{subject} ({site}). Use this skill for ANY {subject} request: reading, creating, updating and deleting data. \
            Whenever a task involves {subject}, use this skill instead of calling the interface directly, also for bulk work on old records."
        )
    };
    let (one, two) = (of("Stardesk", "stardesk.test"), of("Moon.test", "moon.test"));
    assert_eq!(duplicates(&listed(&[("x-stardesk", &one), ("x-moon", &two)])), []);
    assert_eq!(on(&duplicates(&listed(&[("x-a", &one), ("x-b", &two)]))), [1]);
}

#[test]
fn d1_descriptions_that_differ_behind_the_cut_are_alike() {
    let start =
        "Reviews the text of a contract clause by clause and names every risk that a lawyer would name. ".repeat(3);
    let (one, two) = (
        format!("{start} Use for leases of flats, shops, land."),
        format!("{start} Only employment, freelance, agency."),
    );
    let skills = [("lease", one.as_str()), ("job", two.as_str()), ("short", "Says hello to whoever comes.")];
    let cap = DescriptionCap::new(200).unwrap();
    let found = alike(&listed(&skills), cap);
    assert_eq!(on(&found), [1]);
    assert!(found[0].diagnostic.message.starts_with("cut at 200 characters"));
    assert_eq!(alike(&listed(&skills), DescriptionCap::default()), []);
}

#[test]
fn descriptions_that_say_nothing_are_vague() {
    for (name, description) in [
        ("tone", "TODO"),
        ("tone", "[TODO: what it does]"),
        ("tone", "..."),
        ("tone-guard", "Tone guard."),
        ("tone-guard", "The tone guard skill"),
        ("tone", "待补充"),
        ("tone", "语气"),
        ("tone", "Kind words"),
    ] {
        assert_eq!(on(&vague(&listed(&[(name, description)]))), [0], "{description}");
    }
    for description in [
        "Speak like a pirate.",
        "Reads test plans. Use before a release.",
        "安慰心情低落的用户",
        "Todo lists: adds, sorts, ticks off.",
    ] {
        assert_eq!(vague(&listed(&[("tone", description)])), [], "{description}");
    }
}

#[test]
fn what_a_catalog_costs_is_told_once_for_scenes_that_pay_the_same() {
    let found =
        cost([("help", 1_500), ("private_chat", 1_500), ("reminder", 3_000), ("command", 0)], 12_000, "heuristic");
    let messages: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "the catalog takes 3,000 tokens (heuristic), 25.0 % of `max_tokens` (12,000) in reminder",
            "the catalog takes 1,500 tokens (heuristic), 12.5 % of `max_tokens` (12,000) in help, private_chat",
        ]
    );
    assert_eq!(cost([("help", 5)], 0, "heuristic").len(), 1);
}

#[test]
fn five_thousand_of_one_family_are_compared_in_time() {
    let word = |n: usize| format!("w{}", n * 7919 % 5003);
    let describe = |n: usize| {
        format!(
            "{} {} reads, creates, updates and deletes the data of one service for the user when a task involves it",
            word(n),
            word(n + 1)
        )
    };
    let descriptions: Vec<String> = (0..5_000).map(describe).collect();
    let skills: Vec<Listed> = descriptions.iter().map(|description| Listed { name: "s", description }).collect();
    let full = processor_time(|| drop(near::pairs(&Terms::of(skills.iter().map(|skill| skill.description)), &skills)));
    let cut = processor_time(|| drop(pairs_when_cut(&skills, DescriptionCap::new(60).unwrap())));
    assert!(full + cut < Duration::from_secs(10), "{full:?} and {cut:?}");
}

proptest! {
    /// The join by prefixes finds what comparing every pair finds.
    #[test]
    fn near_pairs_are_those_of_every_pair(sets in proptest::collection::vec(proptest::collection::btree_set(0u8..24, 0..22), 0..12)) {
        let texts: Vec<String> = sets.iter().map(|set| set.iter().map(|n| format!("w{n}q ")).collect()).collect();
        let skills: Vec<Listed> = texts.iter().map(|text| Listed { name: "-", description: text }).collect();
        let near = |one: usize, other: usize| {
            let both = sets[one].intersection(&sets[other]).count();
            sets[one].len() >= 4 && sets[other].len() >= 4 && both * 100 >= sets[one].union(&sets[other]).count() * 85
        };
        let wanted: Vec<usize> = (0..sets.len()).filter(|one| (0..*one).any(|other| near(*one, other))).collect();
        prop_assert_eq!(on(&duplicates(&skills)), wanted);
    }

    #[test]
    fn no_description_breaks_a_rule(texts in proptest::collection::vec("(?s).{0,40}|[a-c ]{0,20}|[中文字。]{0,9}", 0..6)) {
        let skills: Vec<Listed> = texts.iter().map(|text| Listed { name: "a-b", description: text }).collect();
        let found = [duplicates(&skills), vague(&skills), alike(&skills, DescriptionCap::new(3).unwrap())].concat();
        prop_assert!(found.iter().all(|one| one.skill < skills.len()));
    }
}
