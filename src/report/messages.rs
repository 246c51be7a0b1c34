//! A prompt as a chat-completions `messages` array.
//!
//! The schema of a tool is no message: a service takes it beside them, as one function in `tools`. It is the text of the
//! segment `tool:skill` of `--format json`.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use crate::dialect::Ask;
use crate::prompt::{Kind, Segment, join};
use crate::turn::Turn;

/// One message.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ChatMessage {
    /// `system`, `user`, `assistant` or `tool`.
    pub role: &'static str,
    /// The texts of its segments, joined by one blank line; null where an assistant only calls tools.
    pub content: Option<String>,
    /// The calls of an assistant, where its host has native ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<Value>,
    /// The id of the call that a tool's message answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
}

impl ChatMessage {
    fn of(segments: &[&Arc<Segment>]) -> ChatMessage {
        ChatMessage {
            role: segments.first().map_or("", |segment| segment.role.as_str()),
            content: Some(join(segments.iter().copied())),
            tool_calls: Vec::new(),
            tool_call_id: None,
        }
    }
}

/// The messages of the turn's prompt, in order. Adjacent segments of one group make one message: all that is stable, the
/// context, each item of the history, the message, one round trip's request, its results. In a session calls and results
/// are native, a message each. Empty segments make none.
pub fn messages(turn: &Turn) -> Vec<ChatMessage> {
    if turn.setup().dialect.is_session() {
        return session(turn);
    }
    let sent: Vec<&Arc<Segment>> = turn.prompt().sent().collect();
    grouped(&sent)
}

fn grouped(sent: &[&Arc<Segment>]) -> Vec<ChatMessage> {
    sent.chunk_by(|a, b| same_group(a, b)).map(ChatMessage::of).collect()
}

/// A request stands under the number of its step, a result under that and its place: `request.2`, `result.2.1`.
fn session(turn: &Turn) -> Vec<ChatMessage> {
    let spoken: Vec<&Arc<Segment>> = turn.prompt().sent().filter(|segment| segment.kind != Kind::ToolSchema).collect();
    let native = |segment: &&Arc<Segment>| matches!(segment.kind, Kind::Request | Kind::Result);
    let mut messages = Vec::new();
    for run in spoken.chunk_by(|a, b| !native(a) && !native(b)) {
        match run {
            [segment] if segment.kind == Kind::Request => messages.push(calling(turn, segment)),
            [segment] if segment.kind == Kind::Result => messages.push(ChatMessage {
                role: "tool",
                tool_call_id: segment.id.strip_prefix("result.").map(call_id),
                ..ChatMessage::of(run)
            }),
            _ => messages.extend(grouped(run)),
        }
    }
    messages
}

fn calling(turn: &Turn, segment: &Segment) -> ChatMessage {
    let number = segment.id.strip_prefix("request.").unwrap_or_default();
    let step = number.parse().ok().and_then(|number: usize| turn.steps().get(number.checked_sub(1)?));
    let asks = step.map_or(&[][..], |step| &step.parsed.asks);
    let chat = step.map(|step| step.parsed.chat_text()).filter(|chat| !chat.is_empty());
    let call = |(index, ask): (usize, &Ask)| native_call(&call_id(&format!("{number}.{}", index + 1)), ask);
    ChatMessage {
        role: segment.role.as_str(),
        content: chat,
        tool_calls: asks.iter().enumerate().map(call).collect(),
        tool_call_id: None,
    }
}

/// The id of a call, from the numbers of its step and its place in it.
fn call_id(numbers: &str) -> String {
    format!("call_{}", numbers.replace('.', "_"))
}

fn native_call(id: &str, ask: &Ask) -> Value {
    let (Ask::Skill { json, .. } | Ask::Tool { json, .. }) = ask;
    let call: Value = serde_json::from_str(json).unwrap_or_default();
    let arguments = call.get("arguments").map(Value::to_string).unwrap_or_default();
    json!({ "id": id, "type": "function", "function": { "name": call.get("name"), "arguments": arguments } })
}

fn same_group(a: &Segment, b: &Segment) -> bool {
    if a.role != b.role || a.stable != b.stable {
        return false;
    }
    a.stable || a.kind == b.kind && matches!(a.kind, Kind::Context | Kind::Result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::{Prompt, Role};

    fn segment(kind: Kind, role: Role, stable: bool, text: &str) -> Arc<Segment> {
        Arc::new(Segment { kind, role, stable, text: text.into(), ..Segment::default() })
    }

    fn sample() -> Prompt {
        let (system, user, assistant) = (Role::System, Role::User, Role::Assistant);
        Prompt {
            segments: vec![
                segment(Kind::HostPrompt, system, true, "persona"),
                segment(Kind::Catalog, system, true, "catalog"),
                segment(Kind::Context, system, false, "memory"),
                segment(Kind::Context, system, false, ""),
                segment(Kind::Context, system, false, "facts"),
                segment(Kind::History, user, false, "hello"),
                segment(Kind::History, assistant, false, "hi"),
                segment(Kind::History, user, false, "so"),
                segment(Kind::Message, user, false, "now"),
                segment(Kind::Request, assistant, false, "{}"),
                segment(Kind::Result, user, false, "one"),
                segment(Kind::Result, user, false, "two"),
            ],
        }
    }

    #[test]
    fn groups_merge_and_nothing_else_does() {
        let roles: Vec<_> =
            grouped(&sample().sent().collect::<Vec<_>>()).into_iter().map(|m| (m.role, m.content)).collect();
        let expected = [
            ("system", "persona\n\ncatalog"),
            ("system", "memory\n\nfacts"),
            ("user", "hello"),
            ("assistant", "hi"),
            ("user", "so"),
            ("user", "now"),
            ("assistant", "{}"),
            ("user", "one\n\ntwo"),
        ];
        assert_eq!(roles, expected.map(|(role, text)| (role, Some(text.to_owned()))));
    }
}
