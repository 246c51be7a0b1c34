//! Walking JSON text that is known to be whole: what a container holds, as slices of the text, without recursion and
//! without building a tree. So depth has no limit, order and duplicate keys stay, and numbers keep their spelling.

/// The members of an object in order, keys as JSON strings; `None` when the text is no object.
pub(super) fn members(json: &str) -> Option<Vec<(&str, &str)>> {
    json.starts_with('{').then(|| {
        let mut items = items(json);
        std::iter::from_fn(|| Some((items.next()?, items.next()?))).collect()
    })
}

/// The elements of an array in order; `None` when the text is no array.
pub(super) fn elements(json: &str) -> Option<impl Iterator<Item = &str>> {
    json.starts_with('[').then(|| items(json))
}

/// The text of a JSON string; `None` for another value, and for one whose escapes spell half a surrogate pair.
pub(super) fn text(json: &str) -> Option<String> {
    json.starts_with('"').then(|| serde_json::from_str(json).ok()).flatten()
}

/// Whether a value is a string of that text.
pub(super) fn is_text(json: &str, expected: &str) -> bool {
    if json.contains('\\') {
        text(json).as_deref() == Some(expected)
    } else {
        json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) == Some(expected)
    }
}

/// The same JSON without white space between its tokens.
pub(super) fn compact(json: &str) -> String {
    let mut compact = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(start) = rest.find(|c: char| !c.is_ascii_whitespace()) {
        rest = &rest[start..];
        let length = match rest.as_bytes().first() {
            Some(b'"') => string_length(rest),
            _ => rest.find(|c: char| c.is_ascii_whitespace() || c == '"').unwrap_or(rest.len()),
        };
        compact.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    compact
}

/// The values directly inside a container in order; in an object keys and values take turns.
fn items(container: &str) -> impl Iterator<Item = &str> {
    let mut rest = container.get(1..).unwrap_or_default();
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches([' ', '\t', '\n', '\r', ',', ':']);
        let length = match rest.as_bytes().first()? {
            b']' | b'}' => return None,
            b'"' => string_length(rest),
            b'[' | b'{' => container_length(rest),
            _ => rest.find([' ', '\t', '\n', '\r', ',', ']', '}']).unwrap_or(rest.len()),
        };
        let item;
        (item, rest) = rest.split_at(length);
        Some(item)
    })
}

/// The bytes of the string that `text` begins with, quotes included.
fn string_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The bytes of the array or object that `text` begins with, brackets included.
fn container_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0usize, 0usize);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at += string_length(&text[at..]),
            b'[' | b'{' => (at, depth) = (at + 1, depth + 1),
            b']' | b'}' if depth == 1 => return at + 1,
            b']' | b'}' => (at, depth) = (at + 1, depth.saturating_sub(1)),
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_members_and_elements() {
        let object = r#"{ "a\"}" : [1, {"x":"]"}] , "b":-1.50e3,"a\"}":"中"}"#;
        let members = members(object).unwrap();
        assert_eq!(members, [(r#""a\"}""#, r#"[1, {"x":"]"}]"#), (r#""b""#, "-1.50e3"), (r#""a\"}""#, r#""中""#)]);
        assert!(elements(members[0].1).unwrap().eq(["1", r#"{"x":"]"}"#]));
        assert!(elements("[ ]").unwrap().eq([""; 0]));
        assert!(elements("{}").is_none());
    }

    #[test]
    fn reads_texts_with_escapes() {
        assert_eq!(text(r#""😀 \n""#).as_deref(), Some("😀 \n"));
        assert_eq!(text(r#""\ud83d""#), None);
        assert_eq!(text("7"), None);
        assert!(is_text(r#""sk\u0069ll""#, "skill"));
        assert!(!is_text(r#""skills""#, "skill"));
    }

    #[test]
    fn compacts_without_touching_values() {
        assert_eq!(compact("{ \"a b\" : [ 1.0 ,\n\"x  \\\" y\" ] }"), "{\"a b\":[1.0,\"x  \\\" y\"]}");
    }

    proptest::proptest! {
        #[test]
        fn compact_means_the_same(json in "(\\PC|[\\[\\]{}:,\"\\\\ \n]){0,30}") {
            let value = serde_json::json!({ "k": [json, { "n": 1.5 }], "": null });
            let pretty = serde_json::to_string_pretty(&value).unwrap();
            proptest::prop_assert_eq!(compact(&pretty), value.to_string());
        }
    }
}
