//! What of a text's Markdown the rules ask for: links, comments, and where code stands. Read once, used by several
//! families. All ranges are bytes of the text as stored.

use std::cell::OnceCell;
use std::ops::Range;

use memchr::memmem;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

/// A link, an image or a link definition, outside code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Where it leads, as Markdown understands it (escapes and entities undone, percent signs kept).
    pub target: String,
    /// Where that stands, if it stands there letter by letter; else the whole link.
    pub bytes: Range<usize>,
    /// Whether `bytes` is the target and nothing else.
    pub is_literal: bool,
}

/// The places of a text that the rules ask for. Its Markdown is read at the first question that needs it: most texts have
/// no comment, many no link, and that is told without reading them.
#[derive(Debug, Default)]
pub struct Outline<'a> {
    /// All of the stored text.
    pub text: &'a str,
    /// The part of it that is read.
    pub part: Range<usize>,
    places: OnceCell<Places>,
}

/// Each list in order and without overlaps (links may hold code).
#[derive(Debug, PartialEq, Eq, Default)]
struct Places {
    links: Vec<Link>,
    comments: Vec<Range<usize>>,
    code_blocks: Vec<Range<usize>>,
    code_spans: Vec<Range<usize>>,
}

/// More bytes than a path has, or an address that is worth a glance.
const LONGEST_TARGET: usize = 512;

const COMMENT_OPEN: &str = "<!--";
const COMMENT_CLOSE: &str = "-->";

impl<'a> Outline<'a> {
    /// The outline of the part `part` of a stored text: its body, or all of a reference. An end that is not in the text or
    /// not on a character is as none.
    pub fn of(text: &'a str, part: Range<usize>) -> Outline<'a> {
        let part = if text.get(part.clone()).is_some() { part } else { 0..0 };
        Outline { text, part, places: OnceCell::new() }
    }

    /// The part that is read.
    pub fn markdown(&self) -> &'a str {
        self.text.get(self.part.clone()).unwrap_or_default()
    }

    /// Links, images and link definitions.
    pub fn links(&self) -> &[Link] {
        let may_hold = ["](", "]:"].iter().any(|sign| self.markdown().contains(sign));
        if may_hold { &self.places().links } else { &[] }
    }

    /// Whether every target of a link is one of these, as far as that can be told without reading the Markdown: `is_one`
    /// is asked of whatever stands where a target does, also in code. False where a target is spelled with escapes,
    /// entities, brackets or parentheses.
    pub fn every_target(&self, is_one: impl Fn(&str) -> bool) -> bool {
        let markdown = self.markdown();
        let is_end = |c: char| c == ')' || c.is_ascii_whitespace() || c.is_ascii_control();
        let starts =
            ["](", "]:"].into_iter().flat_map(|sign| memmem::find_iter(markdown.as_bytes(), sign)).map(|at| at + 2);
        starts.map(|at| markdown[at..].trim_ascii_start()).all(|rest| {
            let rest = rest.get(..LONGEST_TARGET).unwrap_or(rest);
            rest.split(is_end).next().is_some_and(|target| {
                target.len() < LONGEST_TARGET && !target.contains(['\\', '&', '<', '(']) && is_one(target)
            })
        })
    }

    /// HTML comments, with their signs. One that nothing closes ends with its block.
    pub fn comments(&self) -> &[Range<usize>] {
        if self.markdown().contains(COMMENT_OPEN) { &self.places().comments } else { &[] }
    }

    /// Whether the byte at `at` stands in fenced or indented code.
    pub fn in_code_block(&self, at: usize) -> bool {
        holds(&self.places().code_blocks, at)
    }

    /// Whether the byte at `at` stands in code within a line.
    pub fn in_code_span(&self, at: usize) -> bool {
        self.markdown().contains('`') && holds(&self.places().code_spans, at)
    }

    fn places(&self) -> &Places {
        self.places.get_or_init(|| Places::of(self.markdown(), self.part.start))
    }
}

impl Places {
    /// The places of `markdown`, which begins at the byte `start` of the stored text.
    fn of(markdown: &str, start: usize) -> Places {
        let mut places = Places::default();
        let parser = Parser::new_ext(markdown, Options::empty());
        for (_, definition) in parser.reference_definitions().iter() {
            places.links.push(link(markdown, &definition.dest, definition.span.clone()));
        }
        let mut html_block = false;
        for (event, range) in parser.into_offset_iter() {
            match event {
                Event::Start(Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. })
                    if link_type == LinkType::Inline =>
                {
                    places.links.push(link(markdown, &dest_url, range));
                }
                Event::Start(Tag::CodeBlock(_)) => places.code_blocks.push(range),
                Event::Code(_) => places.code_spans.push(range),
                Event::Start(Tag::HtmlBlock) => {
                    html_block = true;
                    places.push_comments(markdown, range);
                }
                Event::End(TagEnd::HtmlBlock) => html_block = false,
                Event::InlineHtml(_) if !html_block => places.push_comments(markdown, range),
                _ => {}
            }
        }
        places.links.sort_by_key(|link| link.bytes.start);
        places.shift(start);
        places
    }

    fn push_comments(&mut self, markdown: &str, html: Range<usize>) {
        let mut at = html.start;
        while let Some(found) = markdown.get(at..html.end).and_then(|rest| rest.find(COMMENT_OPEN)) {
            let start = at + found;
            let inside = start + COMMENT_OPEN.len();
            let length = markdown.get(inside..html.end).and_then(|rest| rest.find(COMMENT_CLOSE));
            at = length.map_or(html.end, |length| inside + length + COMMENT_CLOSE.len());
            self.comments.push(start..at);
        }
    }

    fn shift(&mut self, by: usize) {
        let ranges = self.comments.iter_mut().chain(&mut self.code_blocks).chain(&mut self.code_spans);
        for range in ranges.chain(self.links.iter_mut().map(|link| &mut link.bytes)) {
            *range = range.start + by..range.end + by;
        }
    }
}

/// A link in `whole`. Its target stands behind its text, so it is looked for from the end.
fn link(markdown: &str, target: &str, whole: Range<usize>) -> Link {
    let source = markdown.get(whole.clone()).unwrap_or_default();
    let behind = source.rfind("](").or_else(|| source.find("]:")).map_or(0, |at| at + 2);
    let found = source.get(behind..).and_then(|rest| rest.find(target)).filter(|_| !target.is_empty());
    match found {
        Some(at) => {
            let start = whole.start + behind + at;
            Link { target: target.to_owned(), bytes: start..start + target.len(), is_literal: true }
        }
        None => Link { target: target.to_owned(), bytes: whole, is_literal: false },
    }
}

/// Whether one of the ordered `ranges` holds `at`.
fn holds(ranges: &[Range<usize>], at: usize) -> bool {
    let behind = ranges.partition_point(|range| range.start <= at);
    ranges[..behind].last().is_some_and(|range| at < range.end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn links(markdown: &str) -> Vec<(String, bool)> {
        let outline = Outline::of(markdown, 0..markdown.len());
        outline.links().iter().map(|link| (markdown[link.bytes.clone()].to_owned(), link.is_literal)).collect()
    }

    #[test]
    fn links_are_found_with_the_place_of_their_target() {
        let markdown =
            "[a](references/a.md \"b.md\") ![i](<i j.png>) [c][d] `[x](y)`\n\n[d]: ./d.md 'x'\n\n```\n[e](f)\n```\n";
        let found = links(markdown);
        let wanted = ["references/a.md", "i j.png", "./d.md"].map(|target| (target.to_owned(), true));
        assert_eq!(found, wanted);
        assert_eq!(links(r"[a](b\_c.md)"), [(r"[a](b\_c.md)".to_owned(), false)]);
    }

    #[test]
    fn comments_are_those_outside_code() {
        let markdown = "a <!-- one --> b\n\n<!-- two\n\n<!-- in -->\n\n`<!-- no -->`\n\n    <!-- no -->\n\n<div>\n<!-- three -->\n";
        let outline = Outline::of(markdown, 0..markdown.len());
        let found: Vec<&str> = outline.comments().iter().map(|range| &markdown[range.clone()]).collect();
        assert_eq!(found, ["<!-- one -->", "<!-- two\n\n<!-- in -->", "<!-- three -->"]);
    }

    #[test]
    fn places_are_bytes_of_the_stored_text() {
        let text = "---\nname: 名\n---\n`码` [a](b.md)\n\n    code\n";
        let start = text.find('`').unwrap();
        let outline = Outline::of(text, start..text.len());
        assert_eq!(&text[outline.links()[0].bytes.clone()], "b.md");
        assert!(outline.in_code_span(start + 1) && !outline.in_code_span(start + 6));
        assert!(outline.in_code_block(text.find("code").unwrap()) && !outline.in_code_block(start));
    }

    proptest! {
        #[test]
        fn any_text_has_an_outline_within_itself(text in r"(?s)([\[\]()`<!>\-~ \n:#*|\\a中/.]|<!--|-->|```|\]\(|PC){0,80}", from in 0usize..9) {
            let outline = Outline::of(&text, from..text.len());
            for link in outline.links() {
                prop_assert!(text.get(link.bytes.clone()).is_some());
            }
            let places = Places::of(outline.markdown(), outline.part.start);
            for range in places.comments.iter().chain(&places.code_blocks).chain(&places.code_spans) {
                prop_assert!(text.get(range.clone()).is_some());
            }
        }

        #[test]
        fn what_is_told_without_reading_is_what_reading_tells(text in r"(?s)([\[\]()`<!>\-~ \n:\\a]|<!--|-->|\]\(|\]: ?a){0,40}") {
            let outline = Outline::of(&text, 0..text.len());
            let read = Places::of(&text, 0);
            prop_assert_eq!(outline.links(), &read.links);
            prop_assert_eq!(outline.comments(), &read.comments);
            let passed = outline.every_target(|target| target.starts_with(':'));
            prop_assert!(!passed || read.links.iter().all(|link| link.target.is_empty() || link.target.starts_with(':')));
        }
    }
}
