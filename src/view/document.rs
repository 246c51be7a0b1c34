//! Panel 5 and the full-screen text: one text with line numbers, highlighted once the highlighter has answered.
//!
//! ```text
//! ┌5 Text of reply-style ── 1-9 of 64─────────────┐
//! │ 1 # 表达规范                                  │
//! │ 2                                             │
//! │ 3 这里填写语言规则，不改变事实、权限、        │
//! │   用户称呼或 JSON 协议。                      │
//! └───────────────────────────────────────────────┘
//! ```

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::list::Window;
use super::look::Look;
use super::pen::{Pen, Piece};
use crate::app::{Document, TextLine};

/// What a search found in a text.
#[derive(Debug, Clone, Copy)]
pub struct Search<'q> {
    /// What is looked for; upper and lower case alike.
    pub query: &'q str,
    /// The line of the screen one stands on: an index into `Document::lines`.
    pub here: Option<usize>,
}

/// Draws the lines of `document` from `offset`; gives the lines shown.
pub fn draw(
    document: &Document,
    offset: usize,
    search: Option<Search>,
    area: Rect,
    look: &Look,
    pen: &mut Pen,
) -> Window {
    let window = Window::from(offset, document.lines.len(), usize::from(area.height));
    let gutter = (document.gutter() as u16).min(area.width);
    for (y, index) in (area.y..).zip(window.rows.clone()) {
        let line = &document.lines[index];
        if line.range.start == 0 {
            let number = (line.source + 1).to_string();
            pen.right((area.x + gutter).saturating_sub(1), y, gutter.saturating_sub(1), &number, look.theme.quiet);
        }
        let pieces = pieces(document, line, look);
        let pieces = match search {
            Some(search) => marked(pieces, search.query, search.here == Some(index), look),
            None => pieces,
        };
        pen.pieces(area.x + gutter, y, area.width - gutter, pieces);
    }
    window
}

/// The pieces of one line of the screen, styled by what the highlighter found.
fn pieces<'t>(document: &'t Document, line: &TextLine, look: &Look) -> Vec<Piece<'t>> {
    let text = document.line(line);
    let spans = document.highlight.as_ref().and_then(|highlight| highlight.lines.get(line.source));
    let mut pieces = Vec::new();
    let mut at = 0;
    for (range, class) in spans.into_iter().flatten() {
        let local = |byte: usize| byte.clamp(line.range.start, line.range.end) - line.range.start;
        let (start, end) = (local(range.start).max(at), local(range.end));
        let (Some(before), Some(inside)) = (text.get(at..start), text.get(start..end)) else { continue };
        if !inside.is_empty() {
            pieces.push((before.into(), look.theme.text));
            pieces.push((inside.into(), look.theme.class(*class)));
            at = end;
        }
    }
    pieces.push((text.get(at..).unwrap_or("").into(), look.theme.text));
    pieces.retain(|(text, _): &Piece| !text.is_empty());
    pieces
}

/// The same pieces with every place of `query` in the style of what was found. A place may span several pieces.
fn marked<'t>(pieces: Vec<Piece<'t>>, query: &str, here: bool, look: &Look) -> Vec<Piece<'t>> {
    let text: String = pieces.iter().map(|(text, _)| text.as_ref()).collect();
    let places = places(&text, query);
    if places.is_empty() {
        return pieces;
    }
    let style = if here { look.theme.found_here } else { look.theme.found };
    let mut marked = Vec::new();
    let mut start = 0;
    for (text, own) in pieces {
        let end = start + text.len();
        split(&text, start, own, style, &places, &mut marked);
        start = end;
    }
    marked
}

fn split(text: &str, start: usize, own: Style, found: Style, places: &[Range<usize>], into: &mut Vec<Piece<'_>>) {
    let mut at = 0;
    for place in places {
        let from = place.start.clamp(start, start + text.len()) - start;
        let to = place.end.clamp(start, start + text.len()) - start;
        if from < to {
            into.push((text[at.min(from)..from].to_owned().into(), own));
            into.push((text[from..to].to_owned().into(), found));
            at = to;
        }
    }
    into.push((text[at..].to_owned().into(), own));
    into.retain(|(text, _)| !text.is_empty());
}

/// Where `query` stands in `text`, letter case aside. Case is folded letter by letter, so that places stay places of
/// `text` also where another case has another length.
fn places(text: &str, query: &str) -> Vec<Range<usize>> {
    let fold = |c: char| c.to_lowercase().next().unwrap_or(c);
    let query: Vec<char> = query.chars().map(fold).collect();
    let letters: Vec<(usize, char)> = text.char_indices().map(|(at, c)| (at, fold(c))).collect();
    let mut places = Vec::new();
    let mut index = 0;
    while !query.is_empty() && index + query.len() <= letters.len() {
        if letters[index..index + query.len()].iter().map(|(_, c)| c).eq(&query) {
            let end = letters.get(index + query.len()).map_or(text.len(), |(at, _)| *at);
            places.push(letters[index].0..end);
            index += query.len();
        } else {
            index += 1;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_ignore_case_and_keep_their_bytes() {
        assert_eq!(places("Skill, SKILL", "skill"), [0..5, 7..12]);
        assert_eq!(places("İx, X", "x"), [2..3, 5..6]);
        assert_eq!(places("表达规范，规范", "规范"), [6..12, 15..21]);
        assert!(places("abc", "").is_empty());
    }
}
