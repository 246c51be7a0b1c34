use super::super::file::{Scenario, parse};
use super::*;
use crate::diag::Diagnostic;

fn read(expect: &str) -> Result<Scenario, Vec<Diagnostic>> {
    parse("s.yml", &format!("version: 1\nsteps:\n  - model: x\n    expect: {expect}\n"), |_, _| Ok(None))
}

fn wanted(expect: &str) -> Vec<Wanted> {
    let scenario = read(expect).unwrap();
    scenario.steps[0].expect.checks.iter().map(|check| check.wanted.clone()).collect()
}

fn fault(expect: &str) -> String {
    let faults = read(expect).unwrap_err();
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults[0].message.clone()
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn s2_every_expectation_is_read_in_the_order_of_the_file() {
    let read = wanted(
        "{outcome: degraded, reason: budget-tokens, loaded: [b, a], read: [a/references/x.md], errors: [max-skills], \
         tokens_at_most: 12, tokens_at_least: 1, holds: [one, two], lacks: three, order: [catalog, message], \
         reuse_at_least: 80, reuse_at_most: 100, reply: Hi, appended: retired}",
    );
    let expected = [
        Wanted::Outcome("degraded"),
        Wanted::Reason(Code::BudgetTokens),
        Wanted::Loaded(names(&["a", "b"])),
        Wanted::Read(names(&["a/references/x.md"])),
        Wanted::Errors(vec![Code::MaxSkills]),
        Wanted::TokensAtMost(12),
        Wanted::TokensAtLeast(1),
        Wanted::Holds("one".into()),
        Wanted::Holds("two".into()),
        Wanted::Lacks("three".into()),
        Wanted::Order(vec!["catalog".into(), "message".into()]),
        Wanted::ReuseAtLeast(80),
        Wanted::ReuseAtMost(100),
        Wanted::Reply("Hi".into()),
        Wanted::Appended(Some(CatalogKind::Retired)),
    ];
    assert_eq!(read, expected);
    let keys: BTreeSet<&str> = read.iter().map(Wanted::key).collect();
    assert_eq!(keys, KEYS.into_iter().collect(), "every key is one of these");
}

#[test]
fn s2_what_is_wrong_with_an_expectation_is_an_error() {
    assert_eq!(fault("{outcome: fine}"), "`outcome` is `fine`; it must be one of pending, replied, degraded, blocked");
    assert_eq!(fault("{outcom: pending}"), "the key `outcom` does not exist here and has no effect");
    assert_eq!(fault("{loaded: a}"), "`loaded` must be a list, it is text");
    assert_eq!(fault("{errors: [max-skils]}"), "there is no code `max-skils`; did you mean `max-skills`?");
    assert_eq!(fault("{holds: ['']}"), "`holds` needs texts that are not empty, this is text");
    assert!(fault("{tokens_at_most: -1}").starts_with("`tokens_at_most` must be a whole number"));
}

#[test]
fn s2_an_item_of_a_list_has_its_own_place() {
    let scenario = read("\n      holds:\n        - one\n        - two\n").unwrap();
    let lines: Vec<_> = scenario.steps[0].expect.checks.iter().map(|check| check.place.line).collect();
    assert_eq!(lines, [Some(6), Some(7)]);
}
