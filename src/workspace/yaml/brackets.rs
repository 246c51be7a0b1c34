//! Which bracket or quote of a text that is not YAML was never closed. A parser notices that only where something no
//! longer fits, often many lines further down; the person has to mend the line where it opens.

use super::hints::{indent_of, key_and_value};

/// A bracket or quote without its partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unpaired {
    /// Its byte in the text.
    pub at: usize,
    /// It.
    pub sign: char,
}

impl Unpaired {
    /// What closes it; `None` for a bracket that closes what nothing opened.
    pub fn close(self) -> Option<char> {
        match self.sign {
            '[' => Some(']'),
            '{' => Some('}'),
            '"' | '\'' => Some(self.sign),
            _ => None,
        }
    }
}

/// The first bracket or quote without its partner. One that is open counts as never closed where the next key or item
/// of the block around it begins, or where the text ends.
pub fn unpaired(text: &str) -> Option<Unpaired> {
    let mut scan = Scan::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(found) = scan.line(line.trim_end_matches(['\n', '\r']), start) {
            return Some(found);
        }
        start += line.len();
    }
    scan.innermost()
}

#[derive(Default)]
struct Scan {
    brackets: Vec<Unpaired>,
    quote: Option<Unpaired>,
    /// The indent of the block line in which the outermost open sign stands; a sign that begins its line has the block
    /// around it, which is less deep.
    block: Option<usize>,
    /// The indent of the block line that was scanned last.
    indent: usize,
    /// The indent of a block scalar's key; deeper lines are its text.
    literal: Option<usize>,
    /// Whether a value may start here; elsewhere a quote is a character like any other.
    fresh: bool,
    /// Whether a bracket has just closed the value.
    closed: bool,
}

impl Scan {
    fn innermost(&self) -> Option<Unpaired> {
        self.quote.or(self.brackets.last().copied())
    }

    fn line(&mut self, line: &str, start: usize) -> Option<Unpaired> {
        if line.trim().is_empty() {
            return None;
        }
        let indent = indent_of(line);
        if self.literal.is_some_and(|key| indent > key) {
            return None;
        }
        self.literal = None;
        if let Some(open) = self.innermost() {
            if self.block.is_some_and(|block| indent <= block) && (self.quote.is_some() || begins_an_entry(line)) {
                return Some(open);
            }
        } else {
            let goes_on = !self.fresh && indent > self.indent && !begins_an_entry(line);
            if goes_on {
                return None; // a plain scalar over several lines
            }
            (self.indent, self.fresh) = (indent, true);
        }
        self.closed = false;
        self.characters(line, start)
    }

    fn characters(&mut self, line: &str, start: usize) -> Option<Unpaired> {
        let mut characters = line.char_indices().skip(indent_of(line)).peekable();
        let mut key = indent_of(line);
        while let Some((at, c)) = characters.next() {
            let next = characters.peek().map(|(_, next)| *next);
            let found = Unpaired { at: start + at, sign: c };
            let ends_word = next.is_none_or(char::is_whitespace);
            if let Some(quote) = self.quote {
                let is_pair = c == '\\' && quote.sign == '"' || c == '\'' && quote.sign == '\'' && next == Some('\'');
                if is_pair {
                    characters.next();
                } else if c == quote.sign {
                    self.quote = None;
                }
                continue;
            }
            match c {
                '#' if line[..at].ends_with([' ', '\t']) || line[..at].is_empty() => return None,
                '"' | '\'' if self.fresh => self.open(found, line, at, |scan| scan.quote = Some(found)),
                '[' | '{' if self.fresh => self.open(found, line, at, |scan| scan.brackets.push(found)),
                ']' | '}' if !self.brackets.is_empty() => {
                    let open = self.brackets.pop().filter(|open| open.close() != Some(c));
                    if open.is_some() {
                        return open;
                    }
                    (self.fresh, self.closed) = (false, self.brackets.is_empty());
                }
                ']' | '}' if self.closed && line[at + 1..].trim().is_empty() => return Some(found),
                ',' if !self.brackets.is_empty() => self.fresh = true,
                ':' if ends_word || !self.brackets.is_empty() => self.fresh = true,
                '-' | '?' if self.fresh && ends_word => key = at + 2,
                '|' | '>' if self.fresh && self.brackets.is_empty() => {
                    self.literal = Some(if line[..at].contains(':') { key } else { indent_of(line) });
                    return None;
                }
                '&' | '!' if self.fresh => while characters.next_if(|(_, c)| !c.is_whitespace()).is_some() {},
                ' ' | '\t' => {}
                _ => (self.fresh, self.closed) = (false, false),
            }
        }
        None
    }

    fn open(&mut self, sign: Unpaired, line: &str, at: usize, put: impl FnOnce(&mut Scan)) {
        if self.innermost().is_none() {
            let begins_its_line = line[..at].trim().is_empty();
            self.block = if begins_its_line { at.checked_sub(1) } else { Some(indent_of(line)) };
        }
        put(self);
        self.fresh = sign.sign == '[' || sign.sign == '{';
    }
}

/// Whether the line begins a key or an item of a block.
fn begins_an_entry(line: &str) -> bool {
    let content = line.trim_start();
    content.starts_with("- ") || content.trim_end().ends_with(':') || key_and_value(line).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_never_closed_is_found_where_it_opens() {
        for (text, sign) in [
            ("a: §[x\nb: [y]\nc: {d: e}\n", '['),
            ("a: §[x\n\n# [ no\nb: 1\n", '['),
            ("a: §[x", '['),
            ("a: §[x, [y]\nb: 1\n", '['),
            ("a: §{x: [y]\nb: 1\n", '{'),
            ("a: {x: §[y}\nb: 1\n", '['),
            ("a:\n  b: §[x\n  c: [y]\n", '['),
            ("a:\n  b:\n    §[x\n  c: [y]\n", '['),
            ("a:\n  - §[x\n  - y\n", '['),
            ("a:\n  - §\"x\n  - y\nb: \"z\"\n", '"'),
            ("a: §'it\nb: 'x'\n", '\''),
            ("a: [§'x, y]\nb: []\n", '\''),
            ("a: &x !t §\"y\nb: \"z\"\n", '"'),
            ("a: [x]§]\nb: 1\n", ']'),
            ("- a: |\n    [\n  b: §[x\n- c\n", '['),
            ("字: §[好\nb: 1\n", '['),
        ] {
            let expected = Some(Unpaired { at: text.find('§').unwrap_or(text.len()), sign });
            assert_eq!(unpaired(&text.replace('§', "")), expected, "{text}");
        }
    }

    #[test]
    fn what_is_closed_or_no_syntax_is_left_alone() {
        for text in [
            "a: [x,\n  y,\n]\nb: \"z\"\n",
            "{\n\"a\": [1],\n\"b\": 2\n}\n",
            "a: it's [here\nb: x \"y\n",
            "a: b # [\n# {\n",
            "a: |\n  [ {\n  \"\n\n  '\nb: c\n",
            "a: foo\n  \"bar\n  [baz\nb: c\n",
            "a: \"x\n  y \\\" [\"\nb: 'it''s'\n",
            "a: [TODO] write\n",
        ] {
            assert_eq!(unpaired(text), None, "{text}");
        }
    }
}
