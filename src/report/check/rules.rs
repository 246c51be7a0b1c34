//! `skillstage rules`: every rule of `check`.

use serde::Serialize;

use crate::check::RULES;
use crate::diag::Page;
use crate::lang::Lang;
use crate::report::human::table;
use crate::report::json::json;

#[derive(Debug, Serialize)]
struct RuleRow {
    code: &'static str,
    family: &'static str,
    severity: &'static str,
    title: &'static str,
}

/// The rules, as a table or as data.
pub fn rules(lang: Lang, as_json: bool) -> String {
    let rows = RULES.iter().map(|rule| RuleRow {
        code: rule.code.as_str(),
        family: rule.family.as_str(),
        severity: rule.severity.as_str(),
        title: Page::of(rule.code).title.in_language(lang),
    });
    if as_json {
        return json(&rows.collect::<Vec<_>>());
    }
    let line = |row: RuleRow| [row.code, row.family, row.severity, row.title].map(str::to_owned).to_vec();
    table(&rows.map(line).collect::<Vec<_>>(), &[])
}
