//! How much of a request repeats the one before it (T3): what a service's prefix cache can serve again, and why it ends
//! where it does.

use std::collections::HashSet;

use super::{Kind, Prompt, Segment};

/// The reusable prefix of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reuse {
    /// Tokens of the leading segments that stood the same in the request before.
    pub tokens: usize,
    /// Tokens of the whole request.
    pub total: usize,
    /// Whether the whole request before is repeated: what a cache holds of it stays good (D7).
    pub survives: bool,
    /// The id of the first segment that differs; `None` when the whole request repeats the one before.
    pub first_different: Option<String>,
    /// Where that segment and the one in its place before part, in bytes, and why; `None` where the request before ended
    /// there.
    pub parts: Option<Parting>,
}

/// Where two requests part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parting {
    /// Bytes of the segment that are the same.
    pub byte: usize,
    /// Why they part.
    pub why: Why,
}

/// Why two requests part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The segment has another text.
    Edited,
    /// Only the time beside a message is another.
    TimeMoved,
    /// Dynamic context is another.
    ContextChanged,
    /// The segment stands elsewhere in the request before.
    Reordered,
    /// The request before does not hold the segment.
    Added,
    /// The request does not hold the segment that stood here before.
    Removed,
}

impl Why {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Why::Edited => "edited",
            Why::TimeMoved => "time_moved",
            Why::ContextChanged => "context_changed",
            Why::Reordered => "reordered",
            Why::Added => "added",
            Why::Removed => "removed",
        }
    }

    /// Why, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Why::Edited => "it was edited",
            Why::TimeMoved => "the time beside it moved",
            Why::ContextChanged => "the dynamic context changed",
            Why::Reordered => "it stands elsewhere",
            Why::Added => "it is new",
            Why::Removed => "what stood here is gone",
        }
    }
}

impl Reuse {
    /// The reusable share in whole percent, rounded down, so that 100 means all of it.
    pub fn percent(&self) -> usize {
        (self.tokens * 100).checked_div(self.total).unwrap_or(100)
    }
}

/// What of `request` repeats the prefix of `before`. Compares whole segments by their text, since a service compares
/// the texts and knows no ids.
pub fn reuse(before: &Prompt, request: &Prompt) -> Reuse {
    let same = before.sent().zip(request.sent()).take_while(|(old, new)| old.text == new.text && old.role == new.role);
    let repeated = same.count();
    let (old, new) = (before.sent().nth(repeated), request.sent().nth(repeated));
    Reuse {
        tokens: request.sent().take(repeated).map(|segment| segment.tokens).sum(),
        total: request.tokens(),
        survives: old.is_none(),
        first_different: new.map(|segment| segment.id.clone()),
        parts: old.zip(new).map(|(old, new)| parting(before, request, old, new)),
    }
}

fn parting(before: &Prompt, request: &Prompt, old: &Segment, new: &Segment) -> Parting {
    let byte = old.text.bytes().zip(new.text.bytes()).take_while(|(a, b)| a == b).count();
    let holds = |prompt: &Prompt, id: &str| prompt.sent().map(|one| &*one.id).collect::<HashSet<_>>().contains(id);
    let why = match (old.id == new.id, holds(before, &new.id), holds(request, &old.id)) {
        (true, ..) if new.kind == Kind::Context => Why::ContextChanged,
        (true, ..) if without_time(&old.text) == without_time(&new.text) => Why::TimeMoved,
        (true, ..) => Why::Edited,
        (false, false, _) => Why::Added,
        (false, true, false) => Why::Removed,
        (false, true, true) => Why::Reordered,
    };
    Parting { byte, why }
}

/// A message without the time before it: `[09:30] Hi` is `Hi`.
fn without_time(text: &str) -> &str {
    text.strip_prefix('[').and_then(|rest| rest.split_once("] ")).map_or(text, |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Id, kind and text.
    type Row<'a> = (&'a str, Kind, &'a str);
    /// A second prompt, and what is found of it: tokens reused, first segment that differs, byte, why.
    type Case<'a> = (&'a [Row<'a>], usize, &'a str, usize, Why);

    fn prompt(segments: &[Row<'_>]) -> Prompt {
        let segment = |(id, kind, text): &Row<'_>| {
            let (id, text) = ((*id).to_owned(), Arc::from(*text));
            Arc::new(Segment { id, kind: *kind, tokens: 10, text, ..Segment::default() })
        };
        Prompt { segments: segments.iter().map(segment).collect() }
    }

    #[test]
    fn t3_the_first_byte_that_differs_and_why() {
        use Kind::{Context, HostPrompt, Message, SkillBody};
        let before = prompt(&[("p", HostPrompt, "Persona"), ("a", SkillBody, "A"), ("m", Message, "[09:30] Hi")]);
        let cases: [Case<'_>; 5] = [
            (&[("p", HostPrompt, "Person!")], 0, "p", 6, Why::Edited),
            (&[("p", HostPrompt, "Persona"), ("b", SkillBody, "B")], 10, "b", 0, Why::Added),
            (&[("p", HostPrompt, "Persona"), ("m", Message, "[09:30] Hi")], 10, "m", 0, Why::Removed),
            (
                &[("p", HostPrompt, "Persona"), ("a", SkillBody, "A"), ("m", Message, "[09:31] Hi")],
                20,
                "m",
                5,
                Why::TimeMoved,
            ),
            (&[("a", SkillBody, "A"), ("p", HostPrompt, "Persona")], 0, "a", 0, Why::Reordered),
        ];
        for (segments, tokens, first, byte, why) in cases {
            let found = reuse(&before, &prompt(segments));
            assert_eq!((found.tokens, found.first_different.as_deref()), (tokens, Some(first)), "{why:?}");
            assert_eq!(found.parts, Some(Parting { byte, why }));
            assert!(!found.survives);
        }
        let (old, new) = (prompt(&[("c", Context, "Tired")]), prompt(&[("c", Context, "Awake")]));
        assert_eq!(reuse(&old, &new).parts.map(|parts| parts.why), Some(Why::ContextChanged));
    }

    #[test]
    fn t3_what_only_goes_on_parts_nowhere() {
        let before = prompt(&[("p", Kind::HostPrompt, "Persona")]);
        let after = prompt(&[("p", Kind::HostPrompt, "Persona"), ("r", Kind::Request, "…")]);
        let found = reuse(&before, &after);
        assert!(found.survives);
        assert_eq!((found.tokens, found.parts, found.percent()), (10, None, 50));
        assert_eq!(reuse(&before, &before).percent(), 100);
    }
}
