//! Markdown, YAML and JSON, coloured by meaning. It takes milliseconds up to seconds, so it never runs in the loop: the
//! runtime calls [`highlight`] in a worker and hands the result back as a message; until then text is drawn plain.

use std::ops::Range;
use std::sync::OnceLock;

use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use crate::app::{Class, Highlight, Syntax};

/// A line longer than this many bytes stays plain: the time to parse a line is not bounded by its length alone.
const LONGEST_LINE: usize = 2_000;
/// Lines after this many stay plain.
const MOST_LINES: usize = 5_000;

/// The styles of `text`, line by line.
pub fn highlight(text: &str, syntax: Syntax) -> Highlight {
    let set = syntaxes();
    let Some(reference) = reference(set, syntax) else { return Highlight::default() };
    let mut parser = LineParser { state: ParseState::new(reference), stack: ScopeStack::new() };
    Highlight { lines: text.split_inclusive('\n').take(MOST_LINES).map(|line| parser.line(line, set)).collect() }
}

fn syntaxes() -> &'static SyntaxSet {
    static SET: OnceLock<SyntaxSet> = OnceLock::new();
    SET.get_or_init(two_face::syntax::extra_newlines)
}

fn reference(set: &SyntaxSet, syntax: Syntax) -> Option<&SyntaxReference> {
    match syntax {
        Syntax::Plain => None,
        Syntax::Markdown => set.find_syntax_by_extension("md"),
        Syntax::Yaml => set.find_syntax_by_extension("yaml"),
        Syntax::Json => set.find_syntax_by_extension("json"),
    }
}

/// The parser's state from line to line.
struct LineParser {
    state: ParseState,
    stack: ScopeStack,
}

impl LineParser {
    /// The classed byte ranges of one line (given with its line end), in order.
    fn line(&mut self, line: &str, set: &SyntaxSet) -> Vec<(Range<usize>, Class)> {
        let visible = line.trim_end_matches('\n').len();
        if line.len() > LONGEST_LINE {
            return Vec::new();
        }
        // A pattern that gives up is no reason to lose the text: that line stays plain.
        let Ok(ops) = self.state.parse_line(line, set) else { return Vec::new() };
        let mut spans = Vec::new();
        let mut from = 0;
        for (at, op) in &ops {
            push(&mut spans, from..(*at).min(visible), class(self.stack.as_slice()));
            from = from.max((*at).min(visible));
            if self.stack.apply(op).is_err() {
                return Vec::new();
            }
        }
        push(&mut spans, from..visible, class(self.stack.as_slice()));
        spans
    }
}

/// Adds a span, joined to the one before where both mean the same.
fn push(spans: &mut Vec<(Range<usize>, Class)>, range: Range<usize>, class: Option<Class>) {
    let Some(class) = class.filter(|_| !range.is_empty()) else { return };
    match spans.last_mut() {
        Some((last, same)) if *same == class && last.end == range.start => last.end = range.end,
        _ => spans.push((range, class)),
    }
}

/// The meaning of the innermost scope that has one.
fn class(stack: &[Scope]) -> Option<Class> {
    let meanings = meanings();
    let is_key = stack.iter().any(|scope| meanings.keys.iter().any(|key| key.is_prefix_of(*scope)));
    let inner = stack.iter().rev().find_map(|scope| {
        meanings.scopes.iter().find(|(prefix, _)| prefix.is_prefix_of(*scope)).map(|(_, class)| *class)
    });
    match inner {
        Some(Class::String) if is_key => Some(Class::Key),
        other => other,
    }
}

struct Meanings {
    scopes: Vec<(Scope, Class)>,
    keys: Vec<Scope>,
}

fn meanings() -> &'static Meanings {
    static MEANINGS: OnceLock<Meanings> = OnceLock::new();
    MEANINGS.get_or_init(|| {
        let scope = |name: &str| Scope::new(name).ok();
        let scopes = [
            ("markup.heading", Class::Heading),
            ("markup.bold", Class::Emphasis),
            ("markup.italic", Class::Emphasis),
            ("markup.raw", Class::Code),
            ("markup.underline.link", Class::Link),
            ("markup.quote", Class::Quote),
            ("comment", Class::Comment),
            ("entity.name.section", Class::Heading),
            ("entity.name.tag", Class::Key),
            ("string.unquoted", Class::String),
            ("string", Class::String),
            ("constant", Class::Constant),
            ("keyword", Class::Constant),
            ("punctuation", Class::Punctuation),
        ];
        Meanings {
            scopes: scopes.into_iter().filter_map(|(name, class)| Some((scope(name)?, class))).collect(),
            keys: ["meta.mapping.key", "meta.structure.dictionary.key"].into_iter().filter_map(scope).collect(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a text with their meaning, plain ones left out.
    fn words(text: &str, syntax: Syntax) -> Vec<(String, Class)> {
        let lines = highlight(text, syntax).lines;
        let spans = text.lines().zip(lines).flat_map(|(line, spans)| {
            spans.into_iter().map(move |(range, class)| (line[range].trim().to_owned(), class))
        });
        spans.filter(|(word, _)| !word.is_empty()).collect()
    }

    #[test]
    fn markdown_has_headings_code_and_emphasis() {
        let found = words("# 表达规范\n\nplain `code` and **strong**\n", Syntax::Markdown);
        assert!(found.contains(&("表达规范".into(), Class::Heading)), "{found:?}");
        assert!(found.iter().any(|(word, class)| word.contains("code") && *class == Class::Code), "{found:?}");
        assert!(found.iter().any(|(word, class)| word.contains("strong") && *class == Class::Emphasis), "{found:?}");
    }

    #[test]
    fn yaml_and_json_tell_keys_from_values() {
        let yaml = words("name: reply-style # why\n", Syntax::Yaml);
        assert!(yaml.contains(&("name".into(), Class::Key)), "{yaml:?}");
        assert!(yaml.iter().any(|(word, class)| word.contains("why") && *class == Class::Comment), "{yaml:?}");
        let json = words("{\"name\": \"skill\", \"n\": 3}\n", Syntax::Json);
        assert!(json.iter().any(|(word, class)| word.contains("name") && *class == Class::Key), "{json:?}");
        assert!(json.iter().any(|(word, class)| word.contains("skill") && *class == Class::String), "{json:?}");
        assert!(json.contains(&("3".into(), Class::Constant)), "{json:?}");
    }

    #[test]
    fn spans_never_pass_the_end_of_their_line() {
        let text = "# a\n```json\n{\"k\": [1, 今天]}\n```\n> quote\n- *x*\n";
        for (line, spans) in text.lines().zip(highlight(text, Syntax::Markdown).lines) {
            let mut end = 0;
            for (range, _) in spans {
                assert!(range.start >= end && line.get(range.clone()).is_some(), "{range:?} of {line}");
                end = range.end;
            }
        }
    }

    #[test]
    fn a_line_without_end_stays_plain() {
        let long = format!("{}\n# after\n", "[".repeat(100_000));
        let lines = highlight(&long, Syntax::Markdown).lines;
        assert_eq!((lines.len(), lines[0].len()), (2, 0));
    }
}
