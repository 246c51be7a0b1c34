//! SARIF 2.1.0, for code scanning: rules with their pages, results with regions, and fixes.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::check::{Finding, rule};
use crate::diag::{Code, Edit, Fix, Page, Severity};
use crate::lang::Lang;
use crate::report;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The findings as one run.
pub fn sarif(findings: &[Finding]) -> String {
    let codes: BTreeSet<Code> = findings.iter().map(|finding| finding.diagnostic.code).collect();
    let codes: Vec<Code> = codes.into_iter().collect();
    let results: Vec<Value> = findings.iter().map(|finding| result(finding, &codes)).collect();
    report::json::json(&json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "skillstage",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| descriptor(*code)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }))
}

fn descriptor(code: Code) -> Value {
    let page = Page::of(code);
    let text = |both: crate::diag::Both| json!({ "text": both.in_language(Lang::En) });
    let help = format!("{}\n\n{}", page.why.in_language(Lang::En), page.help.in_language(Lang::En));
    json!({
        "id": code.as_str(),
        "shortDescription": text(page.title),
        "fullDescription": text(page.meaning),
        "help": { "text": help },
        "properties": { "tags": rule(code).map(|rule| vec![rule.family.as_str()]).unwrap_or_default() },
    })
}

fn result(Finding { diagnostic, excerpt }: &Finding, codes: &[Code]) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    };
    let help = diagnostic.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    let mut result = json!({
        "ruleId": diagnostic.code.as_str(),
        "ruleIndex": codes.binary_search(&diagnostic.code).unwrap_or_default(),
        "level": level,
        "message": { "text": format!("{}{help}", diagnostic.message) },
    });
    let Some(place) = &diagnostic.place else { return result };
    let mut physical = json!({ "artifactLocation": { "uri": uri(&place.file) } });
    if let Some(line) = place.line {
        let mut region = json!({ "startLine": line });
        if let Some(column) = place.column {
            region["startColumn"] = column.into();
        }
        if let Some(excerpt) = excerpt {
            region["endLine"] = excerpt.end_line.into();
            region["endColumn"] = excerpt.end_column.into();
        }
        physical["region"] = region;
    }
    result["locations"] = json!([{ "physicalLocation": physical }]);
    if let Some(fix) = &diagnostic.fix {
        result["fixes"] = json!([fix_of(fix, &place.file)]);
    }
    result
}

fn fix_of(fix: &Fix, file: &str) -> Value {
    let replacement = |Edit { start, end, text }: &Edit| {
        json!({
            "deletedRegion": { "byteOffset": start, "byteLength": end - start },
            "insertedContent": { "text": text },
        })
    };
    json!({
        "description": { "text": fix.title },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(file) },
            "replacements": fix.edits.iter().map(replacement).collect::<Vec<_>>(),
        }],
    })
}

/// A path as a relative URI reference: what a URI gives a meaning stands as its escape.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
