//! What the words around a path in prose say of it: that it is an example, another skill's, or still to be written. No
//! model is promised such a file.

use std::ops::Range;

/// How far back the words count, in bytes.
const LOOKED_AT: usize = 200;

/// How far back a verb counts that says what becomes of the path, and how far on a note that it is planned.
const NEAR: usize = 40;

/// Whether the words around the path at `path` say that the skill does not ship it.
pub(super) fn says_otherwise(text: &str, path: &Range<usize>) -> bool {
    let sentence = before(text, path.start).to_lowercase();
    let behind = text.get(path.end..).unwrap_or_default().chars().take(NEAR).take_while(|c| *c != '\n');
    let behind = behind.collect::<String>().to_lowercase();
    let near = tail(&sentence, NEAR);
    EXAMPLES.iter().any(|sign| sentence.contains(sign))
        || TO_BE_WRITTEN.iter().any(|sign| near.contains(sign))
        || belongs_to_another(&sentence)
        || PLANNED.iter().any(|sign| behind.contains(sign))
}

const EXAMPLES: [&str; 6] = ["e.g", "example", "such as", "例如", "比如", "如："];

const TO_BE_WRITTEN: [&str; 14] = [
    " into ",
    "create ",
    "extract ",
    "save ",
    "store ",
    "write to ",
    "would be ",
    "add a ",
    "新建",
    "创建",
    "写入",
    "保存到",
    "移到",
    "提取到",
];

const PLANNED: [&str; 5] = ["coming soon", "(planned", "(todo", "待补", "即将"];

/// Whether the words end with an owner that is not this skill: "`other-skill`'s", "its".
fn belongs_to_another(sentence: &str) -> bool {
    let words = sentence.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '`' | '*' | '(' | '"'));
    let Some(owner) = words.strip_suffix("'s").or_else(|| words.strip_suffix("’s")) else {
        return words.ends_with(" its") || words.ends_with(" their");
    };
    !["this skill", "the skill", "the body", "skill.md"].iter().any(|own| owner.ends_with(own))
}

/// What stands before `at` in its paragraph or list item, the last of it.
fn before(text: &str, at: usize) -> &str {
    let before = tail(text.get(..at).unwrap_or_default(), LOOKED_AT);
    let mut start = before.rfind('\n').map_or(0, |end| end + 1);
    // A line that neither starts an item nor follows a blank line goes on with the one before.
    while start > 0 && !starts_block(&before[start..]) {
        let line_before = before[..start - 1].rfind('\n').map_or(0, |end| end + 1);
        if before[line_before..start].trim().is_empty() {
            break;
        }
        start = line_before;
    }
    &before[start..]
}

fn starts_block(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['-', '*', '+', '|', '#', '>', '•']) && !line.starts_with("**")
        || line.split_once(['.', ')']).is_some_and(|(number, _)| {
            !number.is_empty() && number.len() < 4 && number.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// The last `bytes` of a text at most, from a character on.
fn tail(text: &str, bytes: usize) -> &str {
    let from = text.len().saturating_sub(bytes);
    (from..text.len()).find_map(|from| text.get(from..)).unwrap_or_default()
}

/// Whether the path that ends at `end` stands in the words of a link, which leads where its target says.
pub(super) fn is_link_text(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default();
    let rest = rest.split('\n').next().unwrap_or_default();
    let closing = rest.char_indices().take(LOOKED_AT).find(|(_, c)| matches!(c, '[' | ']'));
    closing.is_some_and(|(at, c)| c == ']' && rest[at + 1..].starts_with('('))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn otherwise(text: &str) -> bool {
        let start = text.find("references/").unwrap();
        says_otherwise(text, &(start..start + "references/x.md".len()))
    }

    #[test]
    fn examples_and_files_of_others_are_no_promise() {
        for text in [
            "Name them well, e.g. `references/x.md`",
            "- Split by topic, for example into\n  `references/x.md`",
            "Calibrated per `eval-first`'s\n  `references/x.md` file",
            "see other-skill's references/x.md",
            "load `other-skill` and read its `references/x.md`",
            "factor the patterns into `references/x.md`",
            "Create `references/x.md` with the findings",
            "把结果写入 references/x.md",
            "- `references/x.md` - all of it (coming soon)",
        ] {
            assert!(otherwise(text), "{text}");
        }
    }

    #[test]
    fn other_words_leave_the_promise() {
        for text in [
            "See `references/x.md`",
            "this skill's `references/x.md` tells",
            "Create a page first.\n\nThen read `references/x.md`",
            "- for example this\n- read `references/x.md`",
            "1. Save the file to disk and close the editor that you used for it.\n2. read references/x.md",
            "| Create | `references/x.md` |".replace("Create", "Make").as_str(),
        ] {
            assert!(!otherwise(text), "{text}");
        }
    }

    #[test]
    fn the_words_of_a_link_are_no_path() {
        let end = |text: &str| text.find(".md").unwrap() + 3;
        for text in ["[`references/x.md`](../y.md)", "[references/x.md § Part](y.md)"] {
            assert!(is_link_text(text, end(text)), "{text}");
        }
        for text in ["references/x.md [a](b)", "[references/x.md] (b)", "references/x.md"] {
            assert!(!is_link_text(text, end(text)), "{text}");
        }
    }
}
