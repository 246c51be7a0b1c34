//! Comparisons of prompts: for people, for pull requests, for programs.

use std::fmt::Write as _;

use schemars::{JsonSchema, Schema};
use serde::Serialize;

use super::json;
use super::reuse::ends;
use crate::compare::{Change, ChangedLine, Comparison, RowChange, changed_lines, sentence};
use crate::prompt::Prompt;
use crate::text::{printable_line, thousands};

/// A prompt and what it is called.
pub struct Named {
    /// The scene, or the scenario's file.
    pub name: String,
    /// The prompt.
    pub prompt: Prompt,
    /// Who counted it (T1).
    pub estimator: String,
    /// Of a scene the most that a turn can come to, and the limit.
    pub worst: Option<(usize, usize)>,
}

/// Two prompts and what is other between them.
pub struct Pair {
    /// What the pair is called.
    pub name: String,
    /// The first.
    pub before: Named,
    /// The second.
    pub after: Named,
    /// The rows.
    pub comparison: Comparison,
}

/// What is reported.
pub struct Report<'a> {
    /// What the first side is.
    pub before: &'a str,
    /// What the second side is.
    pub after: &'a str,
    /// The prompts.
    pub pairs: &'a [Pair],
    /// The command line that makes it.
    pub command: &'a str,
    /// Whether to show what changed in each text.
    pub texts: bool,
}

impl Pair {
    /// What became of it in one sentence; `name` is how it is written there.
    fn sentence(&self, write: impl Fn(&str) -> String) -> String {
        let difference = self.comparison.difference();
        if self.before.name == self.after.name {
            return sentence(difference, &write(&self.name));
        }
        let (before, after) = (write(&self.before.name), write(&self.after.name));
        let tokens = thousands(usize::try_from(difference.unsigned_abs()).unwrap_or(usize::MAX));
        match difference {
            0 => format!("{after} has as many tokens as {before}"),
            more if more > 0 => format!("{after} has {tokens} tokens more than {before}"),
            _ => format!("{after} has {tokens} tokens fewer than {before}"),
        }
    }
}

impl Report<'_> {
    /// Whether nothing is other: rows, worst cases and limits.
    pub fn is_same(&self) -> bool {
        self.pairs.iter().all(|pair| pair.comparison.is_same() && pair.before.worst == pair.after.worst)
    }
}

/// Lines around a change of a text.
const AROUND: usize = 1;

/// A table of the prompts, then the rows that changed.
pub fn comparison(report: &Report) -> String {
    let mut out = format!(
        "{} -> {}, counted by {}\n\n",
        printable_line(report.before),
        printable_line(report.after),
        estimators(report)
    );
    let name = report.pairs.iter().map(|pair| pair.name.len()).max().unwrap_or(0).max(5);
    let _ = writeln!(out, "{:<name$}  {:>8}  {:>8}  {:>8}  at worst", "", "before", "after", "change");
    for pair in report.pairs {
        let (before, after) = (thousands(pair.comparison.before), thousands(pair.comparison.after));
        let change = signed(pair.comparison.difference());
        let line =
            format!("{:<name$}  {before:>8}  {after:>8}  {change:>8}  {}", printable_line(&pair.name), worst(pair));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    for pair in report.pairs.iter().filter(|pair| !pair.comparison.is_same()) {
        let _ = writeln!(out, "\n{}", pair.sentence(|name| printable_line(name).into_owned()));
        for row in pair.comparison.rows.iter().filter(|row| row.change != Change::Same) {
            let (before, after) = row.tokens();
            let change = signed(difference(before, after));
            let _ = writeln!(out, "  {:<9} {}  {change}", row.change.as_str(), printable_line(&row.id));
            if report.texts {
                texts(row, "    ", &mut out);
            }
        }
        let _ = writeln!(out, "  {}", reusable(&pair.comparison));
    }
    out
}

/// For a pull request: the sentences, the table, and the command that makes them.
pub fn markdown(report: &Report) -> String {
    let mut out = String::new();
    let changed = || report.pairs.iter().filter(|pair| !pair.comparison.is_same());
    for pair in changed().filter(|pair| pair.comparison.difference() != 0) {
        let _ = writeln!(out, "- {}", pair.sentence(|name| format!("`{}`", printable_line(name))));
    }
    if out.is_empty() {
        out.push_str("- this change leaves every scene at the same number of tokens\n");
    }
    out.push_str("\n| | before | after | change | at worst |\n|---|---:|---:|---:|---|\n");
    for pair in report.pairs {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            cell(&pair.name),
            thousands(pair.comparison.before),
            thousands(pair.comparison.after),
            signed(pair.comparison.difference()),
            worst(pair)
        );
    }
    if report.texts {
        for pair in changed() {
            for row in pair.comparison.rows.iter().filter(|row| row.change != Change::Same) {
                let mut text = String::new();
                texts(row, "", &mut text);
                let fence = fence(&text);
                let (name, id) = (cell(&pair.name), cell(&row.id));
                let _ = writeln!(out, "\n{name}, {id}:\n\n{fence}diff\n{text}{fence}");
            }
        }
    }
    let _ = writeln!(out, "\nTokens counted by {}: `{}`", estimators(report), printable_line(report.command));
    out
}

fn cell(text: &str) -> String {
    printable_line(text).replace('|', "\\|")
}

/// A fence that the text does not close.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

fn estimators(report: &Report) -> String {
    let of = |named: fn(&Pair) -> &Named| report.pairs.first().map_or("", |pair| &named(pair).estimator).to_owned();
    let (before, after) = (of(|pair| &pair.before), of(|pair| &pair.after));
    if before == after { after } else { format!("{before} and {after}") }
}

/// The worst case, and whether it passes the limit.
fn worst(pair: &Pair) -> String {
    let told = |(tokens, limit): (usize, usize)| match tokens.checked_sub(limit).filter(|over| *over > 0) {
        Some(over) => format!("{}, over {} by {}", thousands(tokens), thousands(limit), thousands(over)),
        None => thousands(tokens),
    };
    match (pair.before.worst, pair.after.worst) {
        (None, None) => String::new(),
        (before, after) if before == after => after.map(told).unwrap_or_default(),
        (before, after) => {
            let or_none = |worst: Option<(usize, usize)>| worst.map_or("none".to_owned(), told);
            format!("{} -> {}", or_none(before), or_none(after))
        }
    }
}

fn difference(before: usize, after: usize) -> i64 {
    i64::try_from(after).unwrap_or(i64::MAX) - i64::try_from(before).unwrap_or(i64::MAX)
}

/// A number with its sign; no change is `=`.
pub fn signed(number: i64) -> String {
    let digits = thousands(usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX));
    match number {
        0 => "=".to_owned(),
        more if more > 0 => format!("+{digits}"),
        _ => format!("-{digits}"),
    }
}

/// What of the second repeats the first, in a sentence (T3).
pub fn reusable(comparison: &Comparison) -> String {
    let reuse = &comparison.reuse;
    let (tokens, total, percent) = (thousands(reuse.tokens), thousands(reuse.total), reuse.percent());
    format!("reusable prefix {tokens} of {total} tokens ({percent} %): {}", ends(reuse))
}

/// What changed in a row's text, each line behind `indent`.
fn texts(row: &RowChange, indent: &str, out: &mut String) {
    let text = |segment: &Option<std::sync::Arc<crate::prompt::Segment>>| {
        segment.as_ref().map(|segment| segment.text.to_string()).unwrap_or_default()
    };
    let line = |parts: &[crate::compare::Part]| parts.iter().map(|part| printable_line(&part.text)).collect::<String>();
    for changed in changed_lines(&text(&row.before), &text(&row.after), AROUND) {
        let line = match &changed {
            ChangedLine::Kept(text) => format!(" {}", printable_line(text)),
            ChangedLine::Gone(parts) => format!("-{}", line(parts)),
            ChangedLine::New(parts) => format!("+{}", line(parts)),
            ChangedLine::Gap => " ...".to_owned(),
        };
        let _ = writeln!(out, "{indent}{}", line.trim_end());
    }
}

/// The output of `compare --format json`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Compare")]
struct Document<'a> {
    version: u32,
    before: &'a str,
    after: &'a str,
    /// Whether nothing differs.
    same: bool,
    pairs: Vec<PairData<'a>>,
    /// The command line that makes this comparison.
    command: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct PairData<'a> {
    name: &'a str,
    before: SideData<'a>,
    after: SideData<'a>,
    /// Tokens more, or fewer.
    change: i64,
    sentence: String,
    rows: Vec<RowData<'a>>,
    reuse: ReuseData<'a>,
}

#[derive(Serialize, JsonSchema)]
struct SideData<'a> {
    name: &'a str,
    estimator: &'a str,
    tokens: usize,
    /// The most that a turn in the scene can come to; null without skills, and of a single prompt.
    worst: Option<usize>,
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct RowData<'a> {
    id: &'a str,
    kind: &'static str,
    /// `same`, `recounted`, `moved`, `edited`, `added` or `removed`.
    change: &'static str,
    before: Option<usize>,
    after: Option<usize>,
}

/// What of the second prompt repeats the first (T3).
#[derive(Serialize, JsonSchema)]
pub struct ReuseData<'a> {
    /// Tokens that are reused.
    tokens: usize,
    /// Tokens in all.
    total: usize,
    percent: usize,
    /// The first segment that differs.
    first_different: Option<&'a str>,
    /// Bytes of it that are the same.
    byte: Option<usize>,
    /// `edited`, `time_moved`, `context_changed`, `reordered`, `added` or `removed`.
    why: Option<&'static str>,
}

impl<'a> From<&'a crate::prompt::Reuse> for ReuseData<'a> {
    fn from(reuse: &'a crate::prompt::Reuse) -> ReuseData<'a> {
        ReuseData {
            tokens: reuse.tokens,
            total: reuse.total,
            percent: reuse.percent(),
            first_different: reuse.first_different.as_deref(),
            byte: reuse.parts.map(|parts| parts.byte),
            why: reuse.parts.map(|parts| parts.why.as_str()),
        }
    }
}

/// The report as JSON.
pub fn json(report: &Report) -> String {
    let side = |named: &'_ Named, tokens: usize| {
        (named.worst.map(|(worst, _)| worst), named.worst.map(|(_, limit)| limit), tokens)
    };
    let pairs = report.pairs.iter().map(|pair| {
        let comparison = &pair.comparison;
        let data = |named, tokens| {
            let named: &Named = named;
            let (worst, limit, tokens) = side(named, tokens);
            SideData { name: &named.name, estimator: &named.estimator, tokens, worst, limit }
        };
        let row =
            |row: &'_ RowChange| (row.before.as_ref().map(|one| one.tokens), row.after.as_ref().map(|one| one.tokens));
        let rows = comparison.rows.iter().map(|one| {
            let (before, after) = row(one);
            RowData { id: &one.id, kind: one.kind.as_str(), change: one.change.as_str(), before, after }
        });
        PairData {
            name: &pair.name,
            before: data(&pair.before, comparison.before),
            after: data(&pair.after, comparison.after),
            change: comparison.difference(),
            sentence: pair.sentence(str::to_owned),
            rows: rows.collect(),
            reuse: (&comparison.reuse).into(),
        }
    });
    json::json(&Document {
        version: 1,
        before: report.before,
        after: report.after,
        same: report.is_same(),
        pairs: pairs.collect(),
        command: report.command,
    })
}

/// The JSON Schema of the report.
pub fn schema() -> Schema {
    schemars::schema_for!(Document<'_>)
}
