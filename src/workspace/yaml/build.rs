//! The parser's events → the tree, without recursion and within the bounds.

use std::collections::HashMap;
use std::ops::Range;

use granit_parser::{ErrorKind, Event, Marker, Parser, ScalarStyle, Span, Tag};

use super::{Entry, Kind, MAX_COPIES, MAX_DEPTH, MAX_NODES, Map, Node, Origin, Scalar, Spot, Value, scalar};
use crate::diag::Code;

/// What is wrong, before it is told with advice.
#[derive(Debug)]
pub struct Error {
    /// `yaml-invalid`, `yaml-duplicate-key` or `yaml-too-complex`.
    pub code: Code,
    /// Why.
    pub message: String,
    /// Where in the file.
    pub spot: Spot,
    /// The byte of the text (not of the file) at which the parser stood.
    pub offset: usize,
}

/// Reads one document into a tree.
pub fn build(text: &str, origin: Origin<'_>) -> Result<Node, Error> {
    let options = granit_parser::options! {
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
        emit_comments: false,
    };
    let mut builder = Builder { origin, stack: Vec::new(), anchors: HashMap::new(), copied: 0, nodes: 0, root: None };
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|error| {
            let code = match error.kind() {
                ErrorKind::RecursionLimitExceeded => Code::YamlTooComplex,
                _ => Code::YamlInvalid,
            };
            builder.error(code, error.info(), *error.marker())
        })?;
        builder.take(event, span)?;
    }
    Ok(builder.root.unwrap_or_else(|| Node {
        spot: Spot { line: origin.line, column: 1 },
        bytes: origin.byte..origin.byte,
        value: Value::Scalar(Scalar { text: String::new(), kind: Kind::Null, plain: true }),
    }))
}

/// A list or mapping that is still open.
struct Open {
    spot: Spot,
    start: usize,
    anchor: usize,
    inside: Inside,
}

enum Inside {
    List(Vec<Node>),
    Map { entries: Vec<Entry>, key: Option<Node> },
}

struct Builder<'a> {
    origin: Origin<'a>,
    stack: Vec<Open>,
    anchors: HashMap<usize, Node>,
    copied: usize,
    nodes: usize,
    root: Option<Node>,
}

impl Builder<'_> {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Error> {
        match event {
            Event::DocumentStart(..) if self.root.is_some() => {
                Err(self.error(Code::YamlInvalid, "a second document starts here; only one is read", span.start))
            }
            Event::Scalar(text, style, anchor, tag) => {
                let plain = style == ScalarStyle::Plain;
                let kind = kind_of(&text, plain, tag.as_deref());
                let value = Value::Scalar(Scalar { text: text.into_owned(), kind, plain });
                let node = Node { spot: self.spot(span.start), bytes: self.bytes(span), value };
                self.put(node, anchor, span.start)
            }
            Event::SequenceStart(_, anchor, _) => self.open(Inside::List(Vec::new()), anchor, span),
            Event::MappingStart(_, anchor, _) => {
                self.open(Inside::Map { entries: Vec::new(), key: None }, anchor, span)
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            Event::Alias(id) => self.alias(id, span),
            _ => Ok(()),
        }
    }

    fn open(&mut self, inside: Inside, anchor: usize, span: Span) -> Result<(), Error> {
        if self.stack.len() >= MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            return Err(self.error(Code::YamlTooComplex, message, span.start));
        }
        let start = self.bytes(span).start;
        self.stack.push(Open { spot: self.spot(span.start), start, anchor, inside });
        Ok(())
    }

    fn close(&mut self, span: Span) -> Result<(), Error> {
        let Some(open) = self.stack.pop() else {
            return Err(self.error(Code::YamlInvalid, "a collection ends that never began", span.start));
        };
        let value = match open.inside {
            Inside::List(items) => Value::List(items),
            Inside::Map { entries, .. } => {
                if let Some(twice) = second_of_a_pair(&entries) {
                    let message = format!("the key `{}` stands here for the second time", twice.key);
                    return Err(Error { code: Code::YamlDuplicateKey, message, spot: twice.spot, offset: 0 });
                }
                Value::Map(Map { entries })
            }
        };
        let end = self.bytes(span).end.max(open.start);
        self.put(Node { spot: open.spot, bytes: open.start..end, value }, open.anchor, span.start)
    }

    fn alias(&mut self, id: usize, span: Span) -> Result<(), Error> {
        let Some(target) = self.anchors.get(&id) else {
            return Err(self.error(Code::YamlInvalid, "an alias stands inside its own anchor", span.start));
        };
        self.copied += weight(target);
        if self.copied > MAX_COPIES {
            return Err(self.too_many_copies(span.start));
        }
        let node = Node { spot: self.spot(span.start), bytes: self.bytes(span), value: target.value.clone() };
        self.put(node, 0, span.start)
    }

    fn put(&mut self, node: Node, anchor: usize, at: Marker) -> Result<(), Error> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(self.error(Code::YamlTooComplex, format!("more than {MAX_NODES} values"), at));
        }
        if anchor != 0 {
            self.copied += weight(&node);
            if self.copied > MAX_COPIES {
                return Err(self.too_many_copies(at));
            }
            self.anchors.insert(anchor, node.clone());
        }
        match self.stack.last_mut().map(|open| &mut open.inside) {
            None => self.root = Some(node),
            Some(Inside::List(items)) => items.push(node),
            Some(Inside::Map { entries, key }) => match key.take() {
                None => *key = Some(node),
                Some(name) => entries.push(Entry {
                    key_is_text: name.as_text().is_some(),
                    spot: name.spot,
                    key_bytes: name.bytes.clone(),
                    key: name.compact(),
                    value: node,
                }),
            },
        }
        Ok(())
    }

    fn spot(&self, marker: Marker) -> Spot {
        Spot { line: self.origin.line + marker.line().saturating_sub(1), column: marker.col() + 1 }
    }

    fn bytes(&self, span: Span) -> Range<usize> {
        let range = span.byte_range().unwrap_or_default();
        self.origin.byte + range.start..self.origin.byte + range.end
    }

    fn error(&self, code: Code, message: impl Into<String>, at: Marker) -> Error {
        Error { code, message: message.into(), spot: self.spot(at), offset: at.byte_offset().unwrap_or(0) }
    }

    fn too_many_copies(&self, at: Marker) -> Error {
        self.error(Code::YamlTooComplex, "anchors and aliases copy more than is read", at)
    }
}

/// The kind under the tag, if there is one: `!!str 8004` is text, `!!int "3"` is a number.
fn kind_of(text: &str, plain: bool, tag: Option<&Tag>) -> Kind {
    match tag.map(|tag| tag.core_suffix()) {
        None if plain => scalar::kind(text),
        Some(Some("null" | "bool" | "int" | "float")) => scalar::kind(text),
        _ => Kind::Text,
    }
}

/// What a copy of the node costs: its nodes, and its text by 64 bytes.
fn weight(node: &Node) -> usize {
    match &node.value {
        Value::Scalar(scalar) => 1 + scalar.text.len() / 64,
        Value::List(items) => 1 + items.iter().map(weight).sum::<usize>(),
        Value::Map(map) => {
            1 + map.entries.iter().map(|entry| 1 + entry.key.len() / 64 + weight(&entry.value)).sum::<usize>()
        }
    }
}

/// The first entry, in file order, whose key stood before.
fn second_of_a_pair(entries: &[Entry]) -> Option<&Entry> {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(|&a, &b| key_of(&entries[a]).cmp(&key_of(&entries[b])).then(a.cmp(&b)));
    let second =
        order.windows(2).filter(|pair| key_of(&entries[pair[0]]) == key_of(&entries[pair[1]])).map(|pair| pair[1]);
    second.min().map(|index| &entries[index])
}

fn key_of(entry: &Entry) -> (bool, &str) {
    (entry.key_is_text, &entry.key)
}
