//! A prompt as a chat-completions `messages` array.

use std::sync::Arc;

use serde::Serialize;

use crate::prompt::{Kind, Prompt, Segment, join};

/// One message.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ChatMessage {
    /// `system`, `user` or `assistant`.
    pub role: &'static str,
    /// The texts of its segments, joined by one blank line.
    pub content: String,
}

/// The messages of `prompt`, in order. Adjacent segments of one group make one message: all that is stable, the context,
/// each item of the history, the message, one round trip's request, its results. Empty segments make none.
pub fn messages(prompt: &Prompt) -> Vec<ChatMessage> {
    let sent: Vec<&Arc<Segment>> = prompt.sent().collect();
    let groups = sent.chunk_by(|a, b| same_group(a, b));
    groups.map(|group| ChatMessage { role: group[0].role.as_str(), content: join(group.iter().copied()) }).collect()
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
    use crate::prompt::Role;

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
        let roles: Vec<_> = messages(&sample()).into_iter().map(|m| (m.role, m.content)).collect();
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
        assert_eq!(roles, expected.map(|(role, text)| (role, text.to_owned())));
    }
}
