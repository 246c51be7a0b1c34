//! Composing a request's prompt from its parts, in the order of U16.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{HistoryItem, HostContext, Kind, Message, Prompt, Role, Segment, Speaker};
use crate::tokens::Estimator;

/// The source of what the user typed.
const USER: &str = "user";

/// The prompt of a turn's first request: host prompts, what the dialect opens with (rules, catalog, resident bodies),
/// boundary, dynamic context, history, message.
///
/// With an empty `opening` this is the prompt without skills, byte for byte (U13). With `withhold_private`, private
/// context and history keep their rows and lose their text (U25).
pub fn compose(
    host: &HostContext,
    opening: Vec<Segment>,
    message: &Message,
    withhold_private: bool,
    estimator: &dyn Estimator,
) -> Prompt {
    let stable = host_prompts(host).chain(opening);
    let dynamic =
        context(host, withhold_private).chain(history(host, withhold_private)).chain([message_segment(message)]);
    Prompt { segments: stable.chain(dynamic).map(|segment| Arc::new(segment.counted(estimator))).collect() }
}

fn host_prompts(host: &HostContext) -> impl Iterator<Item = Segment> {
    host.prompts.iter().map(|prompt| Segment {
        id: format!("prompt:{}", prompt.id),
        kind: Kind::HostPrompt,
        label: prompt.id.clone(),
        source: prompt.source.clone(),
        stable: true,
        role: Role::System,
        text: prompt.text.as_str().into(),
        ..Segment::default()
    })
}

fn context(host: &HostContext, withhold_private: bool) -> impl Iterator<Item = Segment> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    host.context.iter().map(move |item| {
        let number = numbers.entry(&item.id).or_default();
        *number += 1;
        Segment {
            id: format!("context:{}.{number}", item.id),
            kind: Kind::Context,
            label: item.id.clone(),
            source: item.source.clone(),
            role: Role::System,
            ..Segment::default()
        }
        .with_privacy(&item.text, item.private, withhold_private)
    })
}

fn history(host: &HostContext, withhold_private: bool) -> impl Iterator<Item = Segment> {
    host.history.iter().enumerate().map(move |(index, item)| {
        Segment {
            id: format!("history.{}", index + 1),
            kind: Kind::History,
            label: history_label(item).to_owned(),
            source: item.source.clone(),
            role: match item.speaker {
                Speaker::User => Role::User,
                Speaker::Assistant => Role::Assistant,
            },
            ..Segment::default()
        }
        .with_privacy(&timed(item.time.as_deref(), &item.text), item.private, withhold_private)
    })
}

fn history_label(item: &HistoryItem) -> &'static str {
    match item.speaker {
        Speaker::User => "user",
        Speaker::Assistant => "assistant",
    }
}

/// The user message with its time beside it (U16).
pub fn message_segment(message: &Message) -> Segment {
    Segment {
        id: "message".to_owned(),
        kind: Kind::Message,
        label: "message".to_owned(),
        source: USER.to_owned(),
        role: Role::User,
        text: timed(message.time.as_deref(), &message.text).into(),
        ..Segment::default()
    }
}

/// A text with its time beside it (U16); the seed sends the time with the message, never before the boundary.
fn timed(time: Option<&str>, text: &str) -> String {
    match time {
        Some(time) => format!("[{time}] {text}"),
        None => text.to_owned(),
    }
}

impl Segment {
    fn with_privacy(mut self, text: &str, private: bool, withhold_private: bool) -> Segment {
        self.private = private;
        self.withheld = private && withhold_private;
        if !self.withheld {
            self.text = text.into();
        }
        self
    }
}
