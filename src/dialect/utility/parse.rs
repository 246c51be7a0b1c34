//! Taking a model response apart (U19): requests, business tool calls, chat.
//!
//! ```text
//! response ─ scan ─▶ tiles: prose │ value │ broken ─ fence ─▶ which fence lines are no chat
//!                              value ─ ask ─▶ requests, calls, a plan's chat
//! ```
//!
//! Readings, where the rule leaves room:
//! - Text that begins like a JSON value and breaks off is text as far as it goes, whether the response ends there or a
//!   wrong character does; nothing inside it is searched, so a request never comes out of somebody's `args`. Where it
//!   holds `"name":"skill"` it is quoted in [`Parsed::unclosed`], so that the screen can hint at it.
//! - A value with neither request nor call is prose and joins the prose around it.
//! - Depth is not limited: nothing here recurses.

mod ask;
mod fence;
mod json;
mod scan;

use std::ops::Range;

use crate::dialect::Parsed;
use scan::Tile;

/// Takes `response` apart. Pure; time and memory are linear in its length, depth of nesting included.
pub fn parse(response: &str) -> Parsed {
    let mut parsed = Parsed::default();
    let mut values = Vec::new();
    let mut asking = Vec::new();
    for tile in scan::tiles(response) {
        match tile {
            Tile::Prose(_) => {}
            Tile::Broken(range) if parsed.unclosed.is_none() => {
                let text = response[range].trim_end();
                parsed.unclosed = looks_like_a_request(text).then(|| text.to_owned());
            }
            Tile::Broken(_) => {}
            Tile::Value(range) => {
                let taken = ask::take(&response[range.clone()]);
                if !taken.asks.is_empty() {
                    asking.push((range.clone(), taken));
                }
                values.push(range);
            }
        }
    }
    parsed.text_value = text_value(response, &values);
    let asking_ranges: Vec<Range<usize>> = asking.iter().map(|(range, _)| range.clone()).collect();
    let mut chat = Chat::new(response, fence::around(response, &values, &asking_ranges));
    for (range, taken) in asking {
        chat.prose_up_to(range.start);
        chat.close();
        chat.done.extend(taken.chat);
        chat.at = range.end;
        parsed.asks.extend(taken.asks);
    }
    chat.prose_up_to(response.len());
    chat.close();
    parsed.chat = chat.done;
    parsed
}

/// Whether a piece of text names the skill tool as JSON would.
fn looks_like_a_request(text: &str) -> bool {
    text.match_indices("\"name\"").any(|(at, key)| {
        let value = text[at + key.len()..].trim_start().strip_prefix(':');
        value.is_some_and(|value| value.trim_start().starts_with("\"skill\""))
    })
}

/// The string member `text` of the object that is the whole response, alone or in one fenced block (U24).
fn text_value(response: &str, values: &[Range<usize>]) -> Option<String> {
    let [only] = values else { return None };
    let mut rest = Chat::new(response, fence::around(response, values, values));
    rest.prose_up_to(only.start);
    rest.at = only.end;
    rest.prose_up_to(response.len());
    if !rest.open.trim().is_empty() {
        return None;
    }
    let members = json::members(&response[only.clone()])?;
    let mut texts = members.iter().filter(|(key, _)| json::is_text(key, "text"));
    match (texts.next(), texts.next()) {
        (Some((_, value)), None) => json::text(value),
        _ => None,
    }
}

/// Collects chat text: everything of the response but the values that ask and their fence lines.
struct Chat<'a> {
    response: &'a str,
    /// Fence lines to leave out, in order.
    dropped: Vec<Range<usize>>,
    /// How far the response is taken.
    at: usize,
    open: String,
    done: Vec<String>,
}

impl<'a> Chat<'a> {
    fn new(response: &'a str, dropped: Vec<Range<usize>>) -> Chat<'a> {
        Chat { response, dropped, at: 0, open: String::new(), done: Vec::new() }
    }

    fn prose_up_to(&mut self, end: usize) {
        let first = self.dropped.partition_point(|fence| fence.start < self.at);
        let last = self.dropped.partition_point(|fence| fence.start < end);
        for fence in &self.dropped[first..last] {
            self.open.push_str(&self.response[self.at..fence.start]);
            self.at = fence.end;
        }
        self.open.push_str(&self.response[self.at..end]);
        self.at = end;
    }

    fn close(&mut self) {
        let text = self.open.trim();
        if !text.is_empty() {
            self.done.push(text.to_owned());
        }
        self.open.clear();
    }
}

#[cfg(test)]
mod tests;
