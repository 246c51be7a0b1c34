//! Finding whole JSON values in text.

use std::ops::Range;

use serde::de::IgnoredAny;
use serde_json::Deserializer;
use serde_json::error::Category;

/// A piece of a response, as a byte range. Tiles stand side by side and cover the response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tile {
    /// Text that is no JSON array or object.
    Prose(Range<usize>),
    /// A whole JSON array or object.
    Value(Range<usize>),
    /// Text that begins like an array or object and breaks off: at its end the response ends, or a character stands that
    /// JSON does not allow there.
    Broken(Range<usize>),
}

impl Tile {
    fn range(&self) -> &Range<usize> {
        match self {
            Tile::Prose(range) | Tile::Value(range) | Tile::Broken(range) => range,
        }
    }
}

/// Cuts `response` into tiles.
///
/// Linear: a value is tried at a bracket, and each try reads its own tile and a few bytes of look-ahead, whether it
/// succeeds (the tile is the value) or fails (the tile goes up to where it failed). The next try begins behind that
/// tile, so no byte is read again, however many brackets a failed try has passed.
pub(super) fn tiles(response: &str) -> impl Iterator<Item = Tile> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let rest = &response[start..];
        let tile = match rest.find(['{', '[']) {
            Some(0) => try_value(rest, start),
            _ if rest.is_empty() => return None,
            bracket => Tile::Prose(start..bracket.map_or(response.len(), |bracket| start + bracket)),
        };
        at = tile.range().end;
        Some(tile)
    })
}

/// Tries to read a whole value at the bracket that `rest` begins with, `start` bytes into the response.
fn try_value(rest: &str, start: usize) -> Tile {
    // Skipping a value checks JSON's grammar without recursion and without building anything.
    let mut values = Deserializer::from_str(rest).into_iter::<IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => Tile::Value(start..start + values.byte_offset()),
        Some(Err(error)) if error.classify() != Category::Eof => {
            Tile::Broken(start..start + failed_at(rest, error.line(), error.column()))
        }
        _ => Tile::Broken(start..start + rest.len()),
    }
}

/// The byte at which a try failed, at least one behind its bracket; serde_json gives a line and a column in bytes.
fn failed_at(text: &str, line: usize, column: usize) -> usize {
    let before = if line > 1 { text.match_indices('\n').nth(line - 2).map_or(0, |(at, _)| at + 1) } else { 0 };
    text.floor_char_boundary((before + column).saturating_sub(1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(response: &str) -> Vec<(&str, &str)> {
        let piece = |tile| match tile {
            Tile::Prose(range) => ("prose", &response[range]),
            Tile::Value(range) => ("value", &response[range]),
            Tile::Broken(range) => ("broken", &response[range]),
        };
        tiles(response).map(piece).collect()
    }

    #[test]
    fn values_stand_in_prose() {
        assert_eq!(
            pieces("a {\"b\":[1]}[]c"),
            [("prose", "a "), ("value", "{\"b\":[1]}"), ("value", "[]"), ("prose", "c")]
        );
        assert_eq!(pieces(""), []);
    }

    #[test]
    fn a_broken_value_ends_where_it_breaks() {
        assert_eq!(pieces("{ x {}"), [("broken", "{ "), ("prose", "x "), ("value", "{}")]);
        assert_eq!(pieces("{{}"), [("broken", "{"), ("value", "{}")]);
        assert_eq!(pieces("[1,\n 2,\n 中]"), [("broken", "[1,\n 2,\n "), ("prose", "中]")]);
        assert_eq!(pieces("[\"\\中\"]"), [("broken", "[\"\\"), ("prose", "中\"]")]);
        assert_eq!(pieces("[{},"), [("broken", "[{},")]);
    }

    #[test]
    fn hostile_responses_make_tiles_that_never_overlap() {
        let long = 200_000;
        for text in ["{", "[", "{\"a\":", "[\"", "{\"a\":[", "[\n", "[\"\n", "[\"\\u12中", "{}", "{\"a\":1}x", "[[]x"]
        {
            let response = text.repeat(long / text.len());
            let mut end = 0;
            for tile in tiles(&response) {
                let range = tile.range();
                assert_eq!(range.start, end, "{text:?}");
                assert!(range.end > range.start, "{text:?}");
                end = range.end;
            }
            assert_eq!(end, response.len(), "{text:?}");
        }
    }
}
