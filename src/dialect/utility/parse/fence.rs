//! Fence lines: ``` or ~~~, three or more, with any info string.
//!
//! A block goes from an opening line to the next line of the same mark, at least as long and without an info string, else
//! to the end. Its two lines are no chat where a value in it asks for something; around anything else they stay.
//! A fence and a value may share a line, as in "```json {…}```".

use std::ops::Range;

/// A fence line of the prose.
struct Fence<'a> {
    /// With its line end.
    range: Range<usize>,
    mark: char,
    length: usize,
    info: &'a str,
}

/// The lines of the blocks that hold one of `asking`, as byte ranges in order. `values` are all JSON values of the
/// response: what looks like a fence inside one is none.
pub(super) fn around(response: &str, values: &[Range<usize>], asking: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut dropped = Vec::new();
    let mut fences = fences(response, values).peekable();
    while let Some(open) = fences.next() {
        let close =
            fences.find(|fence| fence.mark == open.mark && fence.length >= open.length && fence.info.is_empty());
        let end = close.as_ref().map_or(response.len(), |close| close.range.start);
        let first = asking.partition_point(|value| value.start < open.range.end);
        if asking.get(first).is_some_and(|value| value.start < end) {
            dropped.push(open.range);
            dropped.extend(close.map(|close| close.range));
        }
    }
    dropped
}

/// The fence lines of the prose between `values`.
fn fences<'a>(response: &'a str, values: &'a [Range<usize>]) -> impl Iterator<Item = Fence<'a>> {
    let starts = std::iter::once(0).chain(values.iter().map(|value| value.end));
    let ends = values.iter().map(|value| value.start).chain(std::iter::once(response.len()));
    starts.zip(ends).flat_map(|(start, end)| {
        let mut at = start;
        response[start..end].split_inclusive('\n').filter_map(move |line| {
            let range = at..at + line.len();
            at = range.end;
            fence(line, range)
        })
    })
}

fn fence(line: &str, range: Range<usize>) -> Option<Fence<'_>> {
    let text = line.trim();
    let mark = text.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let info = text.trim_start_matches(mark);
    let length = text.len() - info.len();
    // A backtick behind the mark makes it inline code.
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some(Fence { range, mark, length, info })
}
