//! JUnit XML, as most CI systems read it.

use std::fmt::Write as _;

use super::{counts, problems};
use crate::scenario::{Status, Verdict};
use crate::text::{escape_attribute, escape_markup, printable_line};

/// One suite with a case for each scenario. What drifted counts as a failure. No times: the same files give the same bytes.
pub fn junit(verdicts: &[Verdict]) -> String {
    let [_, drifted, failed, broken] = counts(verdicts);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    let (all, failures) = (verdicts.len(), drifted + failed);
    let _ =
        writeln!(out, "  <testsuite name=\"skillstage\" tests=\"{all}\" failures=\"{failures}\" errors=\"{broken}\">");
    for verdict in verdicts {
        let attribute = |text: &str| escape_attribute(&printable_line(text));
        let (file, title) = (attribute(&verdict.file), attribute(verdict.title.as_deref().unwrap_or(&verdict.file)));
        let _ = write!(out, "    <testcase classname=\"{file}\" file=\"{file}\" name=\"{title}\"");
        let problems = problems(verdict);
        if problems.is_empty() {
            out.push_str("/>\n");
            continue;
        }
        out.push_str(">\n");
        let tag = if verdict.status() == Status::Broken { "error" } else { "failure" };
        for problem in problems {
            let message = attribute(&format!("{}: {}", problem.place, problem.title));
            let text = escape_markup(&problem.lines.join("\n"));
            let _ = writeln!(out, "      <{tag} message=\"{message}\">{text}</{tag}>");
        }
        out.push_str("    </testcase>\n");
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}
