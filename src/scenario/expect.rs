//! What must hold after a step (S2).
//!
//! ```yaml
//! expect:
//!   outcome: pending                     # replied, degraded, blocked
//!   reason: budget-tokens                # why it is degraded or blocked
//!   loaded: [reply-style, tone-guard]    # the skills whose body is in the prompt, in any order
//!   read: [tone-guard/references/examples.md]
//!   errors: [skill-unknown]              # of this step's results, in order; [] says that there were none
//!   tokens_at_most: 12000                # of the prompt as the next request sends it
//!   tokens_at_least: 1
//!   holds: [some text]                   # what the prompt holds
//!   lacks: [some text]                   # what it must not hold
//!   order: [catalog, message, result.1.1]  # segments, by id, in this order; others may stand between
//!   reuse_at_least: 80                   # percent of the request that a cache has from the one before
//!   reuse_at_most: 100
//!   reply: Good night.                   # what the user gets
//!   appended: replacement                # the catalog message of a session: retired, none
//! ```

use std::collections::BTreeSet;

use super::base::{ReadFile, Reader};
use super::fields::given;
use crate::diag::{Code, Place};
use crate::dialect::dsh::CatalogKind;
use crate::prompt::{Prompt, reuse};
use crate::text::thousands;
use crate::turn::{Answered, Outcome, Turn};
use crate::workspace::yaml::{Map, Node};

/// Every key of `expect`.
pub(super) const KEYS: [&str; 14] = [
    "outcome",
    "reason",
    "loaded",
    "read",
    "errors",
    "tokens_at_most",
    "tokens_at_least",
    "holds",
    "lacks",
    "order",
    "reuse_at_least",
    "reuse_at_most",
    "reply",
    "appended",
];

const OUTCOMES: [&str; 4] = ["pending", "replied", "degraded", "blocked"];
const REASONS: [Code; 3] = [Code::BudgetTokens, Code::BudgetRounds, Code::Blocked];
const APPENDED: [(&str, Option<CatalogKind>); 3] =
    [("replacement", Some(CatalogKind::Replacement)), ("retired", Some(CatalogKind::Retired)), ("none", None)];

/// What must hold after a step, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expect {
    /// Each expectation; a list of texts is one for each text.
    pub checks: Vec<Check>,
}

/// One expectation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What must hold.
    pub wanted: Wanted,
    /// Where the scenario says so.
    pub place: Place,
}

/// See the module's docs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// `outcome`
    Outcome(&'static str),
    /// `reason`
    Reason(Code),
    /// `loaded`
    Loaded(BTreeSet<String>),
    /// `read`
    Read(BTreeSet<String>),
    /// `errors`
    Errors(Vec<Code>),
    /// `tokens_at_most`
    TokensAtMost(usize),
    /// `tokens_at_least`
    TokensAtLeast(usize),
    /// An item of `holds`.
    Holds(String),
    /// An item of `lacks`.
    Lacks(String),
    /// `order`
    Order(Vec<String>),
    /// `reuse_at_least`, in percent
    ReuseAtLeast(usize),
    /// `reuse_at_most`, in percent
    ReuseAtMost(usize),
    /// `reply`
    Reply(String),
    /// `appended`
    Appended(Option<CatalogKind>),
}

/// How things stand after a step.
#[derive(Debug, Clone, Copy)]
pub struct Standing<'a> {
    /// The turn.
    pub turn: &'a Turn,
    /// The request before the last one, of the turn before where this one has a single request.
    pub before: Option<&'a Prompt>,
    /// What the step's requests were answered.
    pub answers: &'a [Answered],
    /// The catalog message that the step appended to a session.
    pub appended: Option<CatalogKind>,
}

/// An expectation that does not hold: two lists of lines to compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// Which one.
    pub check: Check,
    /// What was expected.
    pub expected: Vec<String>,
    /// What is.
    pub actual: Vec<String>,
}

impl Wanted {
    /// The key that says it.
    pub fn key(&self) -> &'static str {
        match self {
            Wanted::Outcome(_) => "outcome",
            Wanted::Reason(_) => "reason",
            Wanted::Loaded(_) => "loaded",
            Wanted::Read(_) => "read",
            Wanted::Errors(_) => "errors",
            Wanted::TokensAtMost(_) => "tokens_at_most",
            Wanted::TokensAtLeast(_) => "tokens_at_least",
            Wanted::Holds(_) => "holds",
            Wanted::Lacks(_) => "lacks",
            Wanted::Order(_) => "order",
            Wanted::ReuseAtLeast(_) => "reuse_at_least",
            Wanted::ReuseAtMost(_) => "reuse_at_most",
            Wanted::Reply(_) => "reply",
            Wanted::Appended(_) => "appended",
        }
    }

    /// What is expected, a line for each part.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Wanted::Outcome(outcome) => vec![(*outcome).to_owned()],
            Wanted::Reason(code) => vec![code.to_string()],
            Wanted::Loaded(names) | Wanted::Read(names) => names.iter().cloned().collect(),
            Wanted::Errors(codes) => codes.iter().map(Code::to_string).collect(),
            Wanted::TokensAtMost(tokens) => vec![format!("at most {}", thousands(*tokens))],
            Wanted::TokensAtLeast(tokens) => vec![format!("at least {}", thousands(*tokens))],
            Wanted::Holds(text) | Wanted::Lacks(text) => vec![text.clone()],
            Wanted::Reply(text) => text.lines().map(str::to_owned).collect(),
            Wanted::Order(ids) => ids.clone(),
            Wanted::ReuseAtLeast(percent) => vec![format!("at least {percent} %")],
            Wanted::ReuseAtMost(percent) => vec![format!("at most {percent} %")],
            Wanted::Appended(kind) => vec![appended_word(*kind).to_owned()],
        }
    }
}

impl Check {
    /// Whether it holds.
    ///
    /// # Errors
    /// What is instead.
    pub fn judge(&self, standing: &Standing<'_>) -> Result<(), Box<Unmet>> {
        let (holds, actual) = standing.of(&self.wanted);
        let unmet = || Unmet { check: self.clone(), expected: self.wanted.lines(), actual };
        if holds { Ok(()) } else { Err(Box::new(unmet())) }
    }
}

impl Standing<'_> {
    /// Whether it holds, and what is, as lines; of texts that are looked for only where it does not.
    fn of(&self, wanted: &Wanted) -> (bool, Vec<String>) {
        let (turn, prompt) = (self.turn, self.turn.prompt());
        match wanted {
            Wanted::Outcome(outcome) => (turn.outcome().as_str() == *outcome, vec![self.outcome()]),
            Wanted::Reason(code) => (turn.outcome().code() == Some(*code), vec![self.outcome()]),
            Wanted::Loaded(names) => same(names, turn.loaded().map(str::to_owned).collect()),
            Wanted::Read(paths) => {
                let reads = turn.ledger().references.iter();
                same(paths, reads.map(|(skill, path)| format!("{skill}/{path}")).collect())
            }
            Wanted::Errors(codes) => {
                let errors: Vec<Code> = self.answers.iter().filter_map(|answered| answered.answer.error).collect();
                (errors == *codes, errors.iter().map(Code::to_string).collect())
            }
            Wanted::TokensAtMost(most) => (prompt.tokens() <= *most, vec![thousands(prompt.tokens())]),
            Wanted::TokensAtLeast(least) => (prompt.tokens() >= *least, vec![thousands(prompt.tokens())]),
            Wanted::Holds(text) => match prompt.text().contains(text.as_str()) {
                true => (true, Vec::new()),
                false => (false, prompt_lines(prompt)),
            },
            Wanted::Lacks(text) => match prompt.text().contains(text.as_str()) {
                true => (false, holders(prompt, text)),
                false => (true, Vec::new()),
            },
            Wanted::Order(ids) => {
                let all: Vec<&str> = prompt.segments.iter().map(|segment| segment.id.as_str()).collect();
                let mut rest = all.iter();
                let stand = ids.iter().all(|id| rest.any(|other| other == id));
                (
                    stand,
                    all.iter().filter(|id| ids.iter().any(|wanted| wanted == *id)).map(|id| (*id).to_owned()).collect(),
                )
            }
            Wanted::ReuseAtLeast(percent) => (self.reuse() >= *percent, vec![format!("{} %", self.reuse())]),
            Wanted::ReuseAtMost(percent) => (self.reuse() <= *percent, vec![format!("{} %", self.reuse())]),
            Wanted::Reply(reply) => {
                let actual = turn.reply();
                (actual == Some(reply), actual.unwrap_or("no reply yet").lines().map(str::to_owned).collect())
            }
            Wanted::Appended(kind) => (self.appended == *kind, vec![appended_word(self.appended).to_owned()]),
        }
    }

    /// The outcome with the code that explains it.
    fn outcome(&self) -> String {
        let outcome: &Outcome = self.turn.outcome();
        match outcome.code() {
            Some(code) if code.as_str() != outcome.as_str() => format!("{} ({code})", outcome.as_str()),
            _ => outcome.as_str().to_owned(),
        }
    }

    /// The reusable share of the last request in percent; 0 for the first of all.
    fn reuse(&self) -> usize {
        self.before.map_or(0, |before| reuse(before, self.turn.prompt()).percent())
    }
}

fn same(wanted: &BTreeSet<String>, actual: BTreeSet<String>) -> (bool, Vec<String>) {
    (*wanted == actual, actual.into_iter().collect())
}

fn appended_word(kind: Option<CatalogKind>) -> &'static str {
    APPENDED.iter().find(|(_, known)| *known == kind).map_or("initial", |(word, _)| word)
}

/// Where a text was looked for and not found.
fn prompt_lines(prompt: &Prompt) -> Vec<String> {
    prompt.sent().map(|segment| format!("not in {} ({} tokens)", segment.id, thousands(segment.tokens))).collect()
}

/// The lines that hold a text, with their segments.
fn holders(prompt: &Prompt, text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for segment in prompt.sent() {
        for (at, _) in segment.text.match_indices(text).take(3) {
            let line = segment.text[..at].matches('\n').count();
            let shown = segment.text.lines().nth(line).unwrap_or_default();
            lines.push(format!("{}, line {}: {shown}", segment.id, line + 1));
        }
    }
    if lines.is_empty() { vec!["it stands across two segments".to_owned()] } else { lines }
}

impl<R: ReadFile> Reader<'_, R> {
    /// The mapping `expect` of a step; nothing is expected without.
    pub(super) fn expect(&mut self, step: &Map) -> Expect {
        let Some(node) = given(step, "expect") else { return Expect::default() };
        let Some(map) = self.fields.map(node, "`expect`", &KEYS) else { return Expect::default() };
        let mut checks = Vec::new();
        for entry in map.entries.iter().filter(|entry| !entry.value.is_null()) {
            let Some(key) = KEYS.into_iter().find(|key| *key == entry.key) else { continue };
            for (wanted, node) in self.wanted(map, key, &entry.value) {
                checks.push(Check { wanted, place: node.place(self.fields.file) });
            }
        }
        Expect { checks }
    }

    fn wanted<'n>(&mut self, map: &Map, key: &str, value: &'n Node) -> Vec<(Wanted, &'n Node)> {
        if let "holds" | "lacks" = key {
            let nodes = value.as_list().unwrap_or(std::slice::from_ref(value));
            let make = if key == "holds" { Wanted::Holds } else { Wanted::Lacks };
            return nodes.iter().filter_map(|node| Some((make(self.a_text(node, key)?), node))).collect();
        }
        let number = |reader: &mut Self| reader.fields.count(map, key) as usize;
        let wanted = match key {
            "outcome" => self.word(map, key, OUTCOMES.map(|word| (word, word))).map(Wanted::Outcome),
            "reason" => self.word(map, key, REASONS.map(|code| (code.as_str(), code))).map(Wanted::Reason),
            "loaded" => self.list_of(value, key).map(|names| Wanted::Loaded(names.into_iter().collect())),
            "read" => self.list_of(value, key).map(|paths| Wanted::Read(paths.into_iter().collect())),
            "errors" => self.codes(value),
            "tokens_at_most" => Some(Wanted::TokensAtMost(number(self))),
            "tokens_at_least" => Some(Wanted::TokensAtLeast(number(self))),
            "order" => self.list_of(value, key).map(Wanted::Order),
            "reuse_at_least" => Some(Wanted::ReuseAtLeast(number(self))),
            "reuse_at_most" => Some(Wanted::ReuseAtMost(number(self))),
            "reply" => self.fields.text(map, key).map(|text| Wanted::Reply(text.to_owned())),
            _ => self.word(map, key, APPENDED).map(Wanted::Appended),
        };
        wanted.into_iter().map(|wanted| (wanted, value)).collect()
    }

    fn a_text(&mut self, node: &Node, key: &str) -> Option<String> {
        let text = node.as_text().filter(|text| !text.is_empty());
        if text.is_none() {
            self.fields.fault(node, format!("`{key}` needs texts that are not empty, this is {}", node.describe()));
        }
        text.map(str::to_owned)
    }

    /// A list of texts, which may be empty.
    fn list_of(&mut self, value: &Node, key: &str) -> Option<Vec<String>> {
        let Some(nodes) = value.as_list() else {
            self.fields.fault(value, format!("`{key}` must be a list, it is {}", value.describe()));
            return None;
        };
        nodes.iter().map(|node| self.a_text(node, key)).collect()
    }

    fn codes(&mut self, value: &Node) -> Option<Wanted> {
        let names = self.list_of(value, "errors")?;
        let codes = names.iter().map(|name| {
            let code = Code::parse(name);
            if code.is_none() {
                let near = crate::text::nearest(name, Code::ALL.iter().map(|code| code.as_str()));
                let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                self.fields.fault(value, format!("there is no code `{name}`{hint}"));
            }
            code
        });
        codes.collect::<Option<Vec<_>>>().map(Wanted::Errors)
    }
}

#[cfg(test)]
mod tests;
