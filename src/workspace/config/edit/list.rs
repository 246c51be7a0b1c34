//! A name put into a list or taken out of it, in the list's own layout.
//!
//! ```text
//! [a, b]            - a # why      [
//!                   - b              a, # why
//!                                    b
//!                                  ]
//! ```

use super::splice::Splices;
use crate::workspace::yaml::{Node, scalar};

/// Puts `name` behind the last item.
pub fn put(at: &mut Splices, list: &Node, items: &[Node], name: &str) -> Option<()> {
    let name = scalar(name);
    if at.starts_with(list, '*') {
        let names: Option<Vec<String>> = items.iter().map(|item| item.as_text().map(scalar)).collect();
        let names: Vec<String> = names?.into_iter().chain([name]).collect();
        at.replace(list.bytes.clone(), &format!("[{}]", names.join(", ")));
        return Some(());
    }
    match (items.last(), at.starts_with(list, '[')) {
        (None, true) => at.insert(list.bytes.start + 1, &name),
        (None, false) => return None,
        (Some(last), true) => put_in_brackets(at, list, last, &name),
        (Some(last), false) => {
            let dash = dash_of(at, last)?;
            let indent = at.indent_of(dash)?.to_owned();
            let end = at.content_end(last);
            at.line_after(end, &format!("{indent}- {name}"));
        }
    }
    Some(())
}

fn put_in_brackets(at: &mut Splices, list: &Node, last: &Node, name: &str) {
    let (end, close) = (last.bytes.end, list.bytes.end - 1);
    let after = at.slice(end..close);
    let indent = at.indent_of(last.bytes.start).filter(|_| after.contains('\n')).map(str::to_owned);
    let comma = comma(after).map(|comma| end + comma);
    match (indent, comma) {
        (Some(indent), Some(comma)) => at.line_after(comma, &format!("{indent}{name},")),
        (Some(indent), None) => {
            at.insert(end, ",");
            at.line_after(end, &format!("{indent}{name}"));
        }
        (None, Some(comma)) => at.insert(comma, &format!(" {name},")),
        (None, None) => at.insert(end, &format!(", {name}")),
    }
}

/// Takes every item of that name out. `key_end` is the byte behind the list's key.
pub fn take(at: &mut Splices, key_end: usize, list: &Node, items: &[Node], name: &str) -> Option<()> {
    let is_it = |item: &Node| item.as_text() == Some(name);
    let left: Vec<&Node> = items.iter().filter(|item| !is_it(item)).collect();
    if at.starts_with(list, '*') {
        let names: Option<Vec<String>> = left.iter().map(|item| item.as_text().map(scalar)).collect();
        at.replace(list.bytes.clone(), &format!("[{}]", names?.join(", ")));
        return Some(());
    }
    let in_brackets = at.starts_with(list, '[');
    for (index, item) in items.iter().enumerate().filter(|(_, item)| is_it(item)) {
        match in_brackets {
            true => take_from_brackets(at, list, items, index),
            false => {
                let (dash, end) = (dash_of(at, item)?, at.content_end(item));
                at.indent_of(dash)?;
                at.remove_lines(dash..end);
            }
        }
    }
    if !in_brackets && left.is_empty() {
        let colon = at.colon_after(key_end)?;
        let line = at.rest(colon).lines().next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            at.insert(colon, " []");
        }
    }
    Some(())
}

fn take_from_brackets(at: &mut Splices, list: &Node, items: &[Node], index: usize) {
    let (item, close) = (&items[index], list.bytes.end - 1);
    let end = item.bytes.end;
    let comma = comma(at.slice(end..close)).map(|comma| end + comma);
    let behind = at.slice(comma.unwrap_or(end)..close);
    // Alone on its line, with nothing behind it but a comment: the line goes.
    let rest = behind.split_once('\n').map(|(rest, _)| rest.trim());
    if at.indent_of(item.bytes.start).is_some() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('#')) {
        return at.remove_lines(item.bytes.start..comma.unwrap_or(end));
    }
    match (comma, index.checked_sub(1)) {
        (Some(comma), _) => {
            let blank = behind.len() - behind.trim_start_matches([' ', '\t']).len();
            // What stands behind a comma and starts a comment needs its space.
            let blank = if behind[blank..].starts_with('#') { 0 } else { blank };
            at.replace(item.bytes.start..comma + blank, "");
        }
        (None, Some(before)) => at.replace(items[before].bytes.end..end, ""),
        (None, None) => at.replace(item.bytes.clone(), ""),
    }
}

/// The byte behind the comma that follows an item, comments passed over.
fn comma(after: &str) -> Option<usize> {
    let mut at = 0;
    for line in after.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or_default();
        if let Some(comma) = code.find(',') {
            return Some(at + comma + 1);
        }
        if !code.trim().is_empty() {
            return None;
        }
        at += line.len();
    }
    None
}

/// The dash of an item of a block list.
fn dash_of(at: &Splices, item: &Node) -> Option<usize> {
    let start = at.line_start(item.bytes.start);
    let before = at.slice(start..item.bytes.start);
    let dash = before.find('-')?;
    before[..dash].trim().is_empty().then_some(start + dash)
}
