//! Reuse between requests: tokens, share, where the prefix ends and why, and what that costs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::{JsonSchema, Schema};
use serde::Serialize;

use super::compare::ReuseData;
use super::json;
use crate::prompt::{Parting, Prompt, Reuse, Why, reuse};
use crate::settings::{Money, Prices};
use crate::text::{printable_line, thousands};

/// One request.
pub struct Request {
    /// Its turn, from 1.
    pub turn: usize,
    /// What of it repeats the request before; of the first, nothing.
    pub reuse: Reuse,
    /// Tokens of the response that followed; 0 where none did.
    pub output: usize,
}

impl Request {
    /// The request `prompt` behind `before`.
    pub fn new(turn: usize, before: Option<&Prompt>, prompt: &Prompt, output: usize) -> Request {
        Request { turn, reuse: reuse(before.unwrap_or(&Prompt::default()), prompt), output }
    }

    fn cost(&self, prices: &Prices) -> Money {
        prices.request(self.reuse.total, self.reuse.tokens, self.output)
    }
}

/// What is reported.
pub struct Report<'a> {
    /// The scenarios.
    pub files: &'a [&'a str],
    /// Who counted (T1).
    pub estimator: &'a str,
    /// The requests, in order.
    pub requests: &'a [Request],
    /// What tokens cost, where the workspace says so.
    pub prices: Option<&'a Prices>,
}

impl Report<'_> {
    /// What each turn costs.
    fn turns(&self, prices: &Prices) -> BTreeMap<usize, Money> {
        let mut turns: BTreeMap<usize, Money> = BTreeMap::new();
        for request in self.requests {
            let turn = turns.entry(request.turn).or_default();
            *turn = *turn + request.cost(prices);
        }
        turns
    }
}

/// A line for each request; with prices what each turn costs, and a thousand of them.
pub fn human(report: &Report) -> String {
    let files: Vec<String> = report.files.iter().map(|file| printable_line(file).into_owned()).collect();
    let mut out = format!("{}, counted by {}\n\n", files.join(" -> "), report.estimator);
    let cost = if report.prices.is_some() { "              cost" } else { "" };
    let _ = writeln!(out, "turn  request    tokens    reused{cost}");
    for (request, number) in report.requests.iter().zip(1..) {
        let Request { turn, reuse, .. } = request;
        let cost =
            report.prices.map(|prices| format!("{:>10}  ", request.cost(prices).to_string())).unwrap_or_default();
        let (tokens, reused) = (thousands(reuse.total), thousands(reuse.tokens));
        let line = format!(
            "{turn:>4}  {number:>7}  {tokens:>8}  {reused:>8}  {:>3} %  {cost}{}",
            reuse.percent(),
            ends(reuse)
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    if let Some(prices) = report.prices {
        let currency = printable_line(&prices.currency);
        out.push('\n');
        for (turn, cost) in report.turns(prices) {
            let line =
                format!("turn {turn} costs {cost} {currency}, a thousand such turns {} {currency}", cost * 1_000);
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
    out
}

/// Where the prefix ends, and why.
pub fn ends(reuse: &Reuse) -> String {
    match (&reuse.first_different, reuse.parts) {
        (Some(id), Some(Parting { why: Why::Added, .. })) => format!("{} is new", printable_line(id)),
        (Some(id), Some(parts)) => {
            let byte = thousands(parts.byte + 1);
            format!("{} differs from byte {byte} on: {}", printable_line(id), parts.why.words())
        }
        (Some(id), None) => format!("{} on is new", printable_line(id)),
        (None, _) => "all of it".to_owned(),
    }
}

/// The output of `reuse --format json`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Reuse")]
struct Document<'a> {
    version: u32,
    files: &'a [&'a str],
    estimator: &'a str,
    requests: Vec<RequestData<'a>>,
    /// What each turn costs; null without prices.
    turns: Option<Vec<TurnData>>,
    currency: Option<&'a str>,
}

#[derive(Serialize, JsonSchema)]
struct RequestData<'a> {
    turn: usize,
    request: usize,
    reuse: ReuseData<'a>,
    /// Tokens of the response that followed.
    output: usize,
    /// A decimal number; null without prices.
    cost: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct TurnData {
    turn: usize,
    /// A decimal number.
    cost: String,
    /// Of a thousand such turns.
    thousand: String,
}

/// The report as JSON.
pub fn json(report: &Report) -> String {
    let requests = report.requests.iter().zip(1..).map(|(request, number)| RequestData {
        turn: request.turn,
        request: number,
        reuse: (&request.reuse).into(),
        output: request.output,
        cost: report.prices.map(|prices| request.cost(prices).to_string()),
    });
    let turn =
        |(turn, cost): (usize, Money)| TurnData { turn, cost: cost.to_string(), thousand: (cost * 1_000).to_string() };
    json::json(&Document {
        version: 1,
        files: report.files,
        estimator: report.estimator,
        requests: requests.collect(),
        turns: report.prices.map(|prices| report.turns(prices).into_iter().map(turn).collect()),
        currency: report.prices.map(|prices| prices.currency.as_str()),
    })
}

/// The JSON Schema of the report.
pub fn schema() -> Schema {
    schemars::schema_for!(Document<'_>)
}
