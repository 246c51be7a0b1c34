//! Candidates (U19): which objects of a value ask for something, and what.

use super::json;
use crate::dialect::utility::canonical;
use crate::dialect::{Action, Ask, Malformed};
use crate::text;

/// What a model's word is quoted to at most in a message, in cells.
const QUOTE: usize = 40;

/// The members of a plan that are chat.
const CHAT: [&str; 4] = ["reply", "text", "content", "message"];

/// What one whole JSON value gives.
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// Requests and calls in order; none: the value is plain text.
    pub asks: Vec<Ask>,
    /// The chat of a plan.
    pub chat: Vec<String>,
}

/// Looks at a whole value, at the elements of an array, and at the elements of an object's array members. Nothing deeper,
/// and never inside `args`.
pub(super) fn take(value: &str) -> Taken {
    if let Some(elements) = json::elements(value) {
        return Taken { asks: elements.filter_map(candidate).collect(), chat: Vec::new() };
    }
    let members = json::members(value).unwrap_or_default();
    let mut taken = Taken { asks: candidate_members(value, &members).into_iter().collect(), chat: Vec::new() };
    let own = taken.asks.len();
    let arrays = members.iter().filter(|(key, _)| !json::is_text(key, "args"));
    taken.asks.extend(arrays.filter_map(|(_, member)| json::elements(member)).flatten().filter_map(candidate));
    if taken.asks.len() > own {
        let chat = members.iter().filter(|(key, _)| CHAT.iter().any(|name| json::is_text(key, name)));
        let texts = chat.filter_map(|(_, value)| json::text(value));
        taken.chat = texts.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect();
    }
    taken
}

fn candidate(value: &str) -> Option<Ask> {
    candidate_members(value, &json::members(value)?)
}

/// An object whose `name` is `skill` is a request; another with a text as `name` and with `args` is a business call.
fn candidate_members(object: &str, members: &[(&str, &str)]) -> Option<Ask> {
    let names = || members.iter().filter(|(key, _)| json::is_text(key, "name"));
    if names().any(|(_, value)| json::is_text(value, "skill")) {
        let action = request(members);
        let json = action.as_ref().map_or_else(|_| json::compact(object), canonical);
        return Some(Ask::Skill { action, json });
    }
    let name = names().next_back().and_then(|(_, value)| json::text(value))?;
    let calls = members.iter().any(|(key, _)| json::is_text(key, "args"));
    calls.then(|| Ask::Tool { name, json: json::compact(object) })
}

/// What a request asks for.
///
/// `params` is an object with exactly what its action takes, for `list` nothing. Members of the request beside `name` and
/// `args`, or of `args` beside `action` and `params`, mean nothing and are passed over.
///
/// # Errors
/// The first field that is missing, twice, or of the wrong type or value.
fn request(members: &[(&str, &str)]) -> Result<Action, Malformed> {
    member(members, "name", "name")?;
    let args = object(members, "args", "args")?;
    let action = string(&args, "action", "action")?;
    let takes: &[&str] = match action.as_str() {
        "load" => &["name"],
        "read" => &["name", "path"],
        "list" => &[],
        other => {
            let given = text::cut(other, QUOTE);
            return Err(malformed("action", format!("`action` is `{given}`; it can be `load`, `read` or `list`")));
        }
    };
    let params = object(&args, "params", "params")?;
    if let Some((extra, _)) = params.iter().find(|(key, _)| !takes.iter().any(|name| json::is_text(key, name))) {
        let extra = text::cut(extra.trim_matches('"'), QUOTE);
        return Err(malformed("params", format!("`params` holds `{extra}`, which `{action}` does not take")));
    }
    match action.as_str() {
        "list" => Ok(Action::List),
        "load" => Ok(Action::Load { name: string(&params, "name", "params.name")? }),
        _ => {
            let name = string(&params, "name", "params.name")?;
            Ok(Action::Read { name, path: string(&params, "path", "params.path")? })
        }
    }
}

/// The only member of that key.
fn member<'a>(members: &[(&str, &'a str)], key: &str, field: &'static str) -> Result<&'a str, Malformed> {
    let mut found = members.iter().filter(|(name, _)| json::is_text(name, key));
    match (found.next(), found.next()) {
        (Some((_, value)), None) => Ok(value),
        (None, _) => Err(malformed(field, format!("`{field}` is missing"))),
        _ => Err(malformed(field, format!("`{field}` is given more than once"))),
    }
}

fn object<'a>(
    members: &[(&str, &'a str)],
    key: &str,
    field: &'static str,
) -> Result<Vec<(&'a str, &'a str)>, Malformed> {
    json::members(member(members, key, field)?).ok_or_else(|| malformed(field, format!("`{field}` is not an object")))
}

fn string(members: &[(&str, &str)], key: &str, field: &'static str) -> Result<String, Malformed> {
    json::text(member(members, key, field)?).ok_or_else(|| malformed(field, format!("`{field}` is not text")))
}

fn malformed(field: &'static str, message: String) -> Malformed {
    Malformed { field, message }
}
