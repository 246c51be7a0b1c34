//! For people: each finding with its line, the spot marked, and what to do about it.

use std::fmt::Write as _;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use similar::TextDiff;

use super::count;
use crate::check::{Checked, Excerpt, Finding, Worst};
use crate::diag::{Diagnostic, Severity};
use crate::report::human::table;
use crate::text::{printable_line, thousands};
use crate::tokens::Fit;

/// The findings, the worst case of each scene, and a line that counts. `colour` is for a terminal.
pub fn human(checked: &Checked, colour: bool) -> String {
    let Checked { findings, skills, worst, as_if_allowed } = checked;
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for finding in findings {
        let _ = writeln!(out, "{}\n", rendered(finding, &renderer));
    }
    if !as_if_allowed.is_empty() {
        let names = printable_line(&as_if_allowed.join(", ")).into_owned();
        let _ = writeln!(out, "not on the allowlist: {names}; what scenes cost once they are, unbound:");
    }
    out.push_str(&scenes(worst));
    out.push_str(&summary(findings, *skills));
    out
}

fn rendered(finding: &Finding, renderer: &Renderer) -> String {
    let Diagnostic { code, severity, message, place, help, fix } = &finding.diagnostic;
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let mut group = Group::with_title(level.primary_title(printable_line(message)).id(code.as_str()));
    let shown = finding.excerpt.as_ref().map(|excerpt| (excerpt, Shown::of(excerpt)));
    if let Some((excerpt, shown)) = &shown {
        let mark = AnnotationKind::Primary.span(shown.mark.clone());
        group =
            group.element(Snippet::source(shown.text.as_str()).line_start(excerpt.line).fold(false).annotation(mark));
    }
    // A fix does what the help says.
    let advice = match (help, fix) {
        (Some(help), Some(_)) => Some(format!("{help} (`--fix` does it)")),
        (None, Some(fix)) => Some(format!("{} (`--fix` does it)", fix.title)),
        (help, None) => help.clone(),
    };
    let mut advice = advice.map(|advice| printable_line(&advice).into_owned());
    if shown.is_some() {
        group = advice.take().into_iter().fold(group, |group, advice| group.element(Level::HELP.message(advice)));
    }
    let text = renderer.render(&[group]);
    // The renderer would count the column in the line as it is shown, where hidden characters stand as words.
    let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let indent = finding.excerpt.as_ref().map_or(1, |excerpt| excerpt.line.to_string().len());
    let place = place.as_ref().map(|place| format!("{:indent$}--> {}", "", printable_line(&place.to_string())));
    let rest = Some(rest).filter(|rest| !rest.is_empty()).map(str::to_owned);
    let advice = advice.map(|advice| format!("{:indent$} = help: {advice}", "")); // no line stands above it
    std::iter::once(title.to_owned()).chain(place).chain(rest).chain(advice).collect::<Vec<_>>().join("\n")
}

/// An excerpt made safe to print, its mark moved along.
struct Shown {
    text: String,
    mark: std::ops::Range<usize>,
}

impl Shown {
    fn of(excerpt: &Excerpt) -> Shown {
        let part = |range: std::ops::Range<usize>| printable_line(excerpt.text.get(range).unwrap_or_default());
        let mut text = if excerpt.cut.0 { "…".to_owned() } else { String::new() };
        text.push_str(&part(0..excerpt.mark.start));
        let start = text.len();
        text.push_str(&part(excerpt.mark.clone()));
        let mark = start..text.len();
        text.push_str(&part(excerpt.mark.end..excerpt.text.len()));
        if excerpt.cut.1 {
            text.push('…');
        }
        Shown { text, mark }
    }
}

/// What each scene can come to.
fn scenes(worst: &[Worst]) -> String {
    if worst.is_empty() {
        return String::new();
    }
    let head = ["scene", "at rest", "worst", "limit", ""].map(str::to_owned).to_vec();
    let rows = worst.iter().map(|scene| {
        let [at_rest, total, limit] = [scene.at_rest, scene.total, scene.limit].map(thousands);
        let verdict = match scene.fit() {
            Fit::Over => format!("over by {}", thousands(scene.over())),
            Fit::MayNotFit => format!("may not fit: up to {}", thousands(scene.band.high)),
            Fit::Fits => "fits".to_owned(),
        };
        vec![scene.scene.to_string(), at_rest, total, limit, verdict]
    });
    table(&std::iter::once(head).chain(rows).collect::<Vec<_>>(), &[1, 2, 3]) + "\n"
}

fn summary(findings: &[Finding], skills: usize) -> String {
    let of = |count: usize, word: &str| format!("{} {word}{}", thousands(count), if count == 1 { "" } else { "s" });
    let counts = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "note")];
    let counts: Vec<String> = counts.into_iter().map(|(severity, word)| of(count(findings, severity), word)).collect();
    let fixes = findings.iter().filter(|finding| finding.diagnostic.fix.is_some()).count();
    let fixes = if fixes == 0 { String::new() } else { format!("; `--fix` mends {}", thousands(fixes)) };
    format!("{}: {}{fixes}\n", of(skills, "skill"), counts.join(", "))
}

/// What a fix changes in a file, as a diff.
pub fn human_fix(file: &str, title: &str, before: &str, after: &str) -> String {
    let mut out = format!("{}: {}\n", printable_line(file), printable_line(title));
    for line in TextDiff::from_lines(before, after).unified_diff().context_radius(1).to_string().lines() {
        let _ = writeln!(out, "  {}", printable_line(line));
    }
    out
}
