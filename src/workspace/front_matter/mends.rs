//! Certain mends of broken fences. Each is offered only where the mended text has its front matter.

use std::ops::Range;

use super::{Lines, bom_of, fences, is_fence};
use crate::diag::{Edit, Fix};

/// Larger texts may be only the start of their file, whose end a mend would have to know.
const WHOLE_BYTES: usize = 32 * 1024;

/// The run of `` ` `` or `~` that opens or closes a block of code, if the line is such a fence.
pub fn code_fence(line: &str) -> Option<&str> {
    let line = line.trim_start_matches([' ', '\t']);
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let run = line.len() - line.trim_start_matches(sign).len();
    (run >= 3).then(|| &line[..run])
}

/// Takes the code fence off that stands around the file, or around its front matter alone.
pub fn without_code_fence(text: &str) -> Option<Fix> {
    let start = bom_of(text);
    let lines: Vec<Range<usize>> = Lines { text, at: start, line: 0 }.collect();
    let (first, inner) = lines.split_first()?;
    let sign = code_fence(&text[first.clone()])?;
    let closes = |line: &Range<usize>| text[line.clone()].trim() == sign;
    let is_marker = |line: &&Range<usize>| code_fence(&text[(*line).clone()]).is_some_and(|run| run.starts_with(sign));
    let end_of_keys = inner.iter().skip(1).position(|line| is_fence(&text[line.clone()]))? + 1;
    let close = match inner.get(end_of_keys + 1).filter(|line| closes(line)) {
        Some(close) => close,
        // Fences inside come in pairs; the last line closes the one around them all.
        None if text.len() < WHOLE_BYTES && lines.iter().filter(is_marker).count() % 2 == 0 => {
            lines.iter().rev().find(|line| !text[(*line).clone()].trim().is_empty()).filter(|line| closes(line))?
        }
        None => return None,
    };
    let line =
        |range: &Range<usize>| Edit { start: range.start, end: (range.end + 1).min(text.len()), text: String::new() };
    certain(text, "remove the code fence", vec![line(first), line(close)])
}

/// Takes off what stands blank before the first fence.
pub fn without_space_before(text: &str) -> Option<Fix> {
    let start = bom_of(text);
    let end = text.len() - text[start..].trim_start().len();
    certain(text, "remove what stands before `---`", vec![Edit { start, end, text: String::new() }])
}

/// Puts the first fence before the keys, where the second one is there.
pub fn with_fence_before(text: &str) -> Option<Fix> {
    let start = bom_of(text);
    let text_before = format!("---{}", line_end(text));
    certain(text, "put `---` before the keys", vec![Edit { start, end: start, text: text_before }])
}

/// Gives the closing fence that begins `line` a line of its own: `---# Title`.
pub fn with_fence_alone(text: &str, line: &Range<usize>) -> Option<Fix> {
    let rest = text[line.clone()].strip_prefix("---")?;
    let body = rest.trim_start_matches([' ', '\t']);
    // More dashes, or a word at once, are no fence.
    if !body.starts_with('#') || rest.starts_with('-') {
        return None;
    }
    let edit = Edit { start: line.start + 3, end: line.end - body.len(), text: line_end(text).to_owned() };
    certain(text, "put `---` on a line of its own", vec![edit])
}

/// The line end that the text uses.
fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// The fix, if it gives the text its front matter.
fn certain(text: &str, title: &str, edits: Vec<Edit>) -> Option<Fix> {
    let fix = Fix { title: title.to_owned(), edits };
    let mended = fix.apply(text)?;
    fences(&mended).is_ok().then_some(fix)
}

#[cfg(test)]
mod tests {
    use super::super::split;

    fn mended(text: &str) -> Option<String> {
        split(text, "SKILL.md").unwrap_err().fix.map(|fix| fix.apply(text).unwrap())
    }

    #[test]
    fn u3_a_broken_fence_is_mended_where_the_cause_is_certain() {
        let keys = "---\nname: x\n---\n";
        let cases = [
            (format!("```markdown\n{keys}Body.\n```\n"), Some(format!("{keys}Body.\n"))),
            (format!("```yaml\n{keys}```\n# Body\n"), Some(format!("{keys}# Body\n"))),
            (format!("~~~\n{keys}```sh\nls\n```\n~~~"), Some(format!("{keys}```sh\nls\n```\n"))),
            (format!("```\n{keys}Text\n```sh\nls\n```\n"), None),
            (format!("\u{feff}\n \r\n{keys}B"), Some(format!("\u{feff}{keys}B"))),
            ("name: x\r\n---\r\nB".to_owned(), Some("---\r\nname: x\r\n---\r\nB".to_owned())),
            ("name: x\nB".to_owned(), None),
            ("---\nname: x\n---# Title\nB".to_owned(), Some("---\nname: x\n---\n# Title\nB".to_owned())),
            ("---\nname: x\n--- # Title".to_owned(), Some("---\nname: x\n---\n# Title".to_owned())),
            ("---\nname: x\n----\nB".to_owned(), None),
            ("---\nname: x\n --- \nB".to_owned(), None),
        ];
        for (text, wanted) in cases {
            assert_eq!(mended(&text), wanted, "{text:?}");
        }
    }
}
