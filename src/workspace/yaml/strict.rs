//! YAML that a stricter reader refuses: flow style, anchors, tags, and mappings of uneven indentation.

use std::ops::Range;

use granit_parser::{Event, Parser, ScalarStyle};

use super::{Node, Spot, Value};

/// What a reader of block style alone takes exception to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unusual {
    /// `[a, b]` or `{a: b}`.
    Flow,
    /// `&a` or `*a`.
    Anchor,
    /// `!!str`.
    Tag,
    /// A tab outside quotes, blocks of text and comments.
    Tab,
    /// The mappings below one mapping start in different columns.
    Indentation,
}

/// The first of them in a text that [`super::parse`] reads as `root`, and where in the text it stands, its first line
/// being 1.
pub fn unusual(text: &str, root: &Node) -> Option<(Unusual, Spot)> {
    let events = Parser::new_from_str(text).map_while(Result::ok).find_map(|(event, span)| {
        let is_flow = || matches!(text.as_bytes().get(span.start.byte_offset()?), Some(b'[' | b'{')).then_some(());
        let (anchor, tag, flow) = match &event {
            Event::Scalar(_, _, anchor, tag) => (*anchor, tag.is_some(), false),
            Event::SequenceStart(_, anchor, tag) | Event::MappingStart(_, anchor, tag) => {
                (*anchor, tag.is_some(), is_flow().is_some())
            }
            Event::Alias(id) => (*id, false, false),
            _ => return None,
        };
        let what = match () {
            () if flow => Unusual::Flow,
            () if anchor != 0 => Unusual::Anchor,
            () if tag => Unusual::Tag,
            () => return None,
        };
        Some((what, Spot { line: span.start.line(), column: span.start.col() + 1 }))
    });
    events.or_else(|| tab(text)).or_else(|| uneven(root).map(|spot| (Unusual::Indentation, spot)))
}

/// The first tab that stands where a stricter reader takes none.
fn tab(text: &str) -> Option<(Unusual, Spot)> {
    if !text.contains('\t') {
        return None;
    }
    let quoted: Vec<Range<usize>> = Parser::new_from_str(text)
        .map_while(Result::ok)
        .filter(|(event, _)| matches!(event, Event::Scalar(_, style, ..) if *style != ScalarStyle::Plain))
        .filter_map(|(_, span)| span.byte_range())
        .collect();
    let is_quoted = |at: usize| quoted.iter().any(|range| range.contains(&at));
    text.match_indices('\t').map(|(at, _)| at).filter(|at| !is_quoted(*at)).find_map(|at| {
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = &text[start..at];
        let mut signs = before.match_indices('#').filter(|(sign, _)| !is_quoted(start + sign));
        let in_comment = signs.any(|(sign, _)| sign == 0 || before[..sign].ends_with([' ', '\t']));
        let line = 1 + text[..start].matches('\n').count();
        (!in_comment).then(|| (Unusual::Tab, Spot { line, column: before.chars().count() + 1 }))
    })
}

/// The first mapping that does not start in the column of its siblings. The tree is at most as deep as is read.
fn uneven(node: &Node) -> Option<Spot> {
    match &node.value {
        Value::Scalar(_) => None,
        Value::List(items) => items.iter().find_map(uneven),
        Value::Map(map) => {
            let mut mappings = map.entries.iter().map(|entry| &entry.value).filter(|value| value.as_map().is_some());
            let column = mappings.clone().next().map(|first| first.spot.column);
            let odd = mappings.find(|value| Some(value.spot.column) != column).map(|value| value.spot);
            odd.or_else(|| map.entries.iter().find_map(|entry| uneven(&entry.value)))
        }
    }
}
