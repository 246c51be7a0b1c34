use proptest::prelude::*;

use super::*;
use crate::dialect::{Action, Ask, Malformed};

const LOAD: &str = r#"{"name":"skill","args":{"action":"load","params":{"name":"reply-style"}}}"#;

/// The asks in short: an action's words, `!field` for a malformed request, `tool NAME`.
fn asks(response: &str) -> Vec<String> {
    let short = |ask: Ask| match ask {
        Ask::Skill { action: Ok(Action::Load { name }), .. } => format!("load {name}"),
        Ask::Skill { action: Ok(Action::Read { name, path }), .. } => format!("read {name} {path}"),
        Ask::Skill { action: Ok(Action::List), .. } => "list".to_owned(),
        Ask::Skill { action: Err(Malformed { field, .. }), .. } => format!("!{field}"),
        Ask::Tool { name, .. } => format!("tool {name}"),
    };
    parse(response).asks.into_iter().map(short).collect()
}

#[test]
fn u19_candidates_are_whole_values_elements_and_plans() {
    assert_eq!(asks(LOAD), ["load reply-style"]);
    assert_eq!(asks(&format!("好。{LOAD}{LOAD} ok")), ["load reply-style", "load reply-style"]);
    assert_eq!(
        asks(&format!("[{LOAD}, {{\"name\":\"weather\",\"args\":null}}]")),
        ["load reply-style", "tool weather"]
    );
    assert_eq!(asks(&format!("{{\"a\":[{LOAD}],\"b\":[{LOAD}]}}")), ["load reply-style", "load reply-style"]);
}

#[test]
fn u19_nothing_deeper_and_never_inside_args() {
    for response in [
        format!("[[{LOAD}]]"),
        format!("{{\"a\":{LOAD}}}"),
        format!("{{\"a\":{{\"b\":[{LOAD}]}}}}"),
        format!("{{\"a\":[[{LOAD}]]}}"),
        format!("[{{\"tools\":[{LOAD}]}}]"),
        format!("{{\"args\":[{LOAD}]}}"),
        format!("{{\"\\u0061rgs\":[{LOAD}]}}"),
    ] {
        assert_eq!(asks(&response), [""; 0], "{response}");
        assert_eq!(parse(&response).chat, [response], "plain text as it stands");
    }
    assert_eq!(asks(&format!("{{\"name\":\"mail\",\"args\":[{LOAD}]}}")), ["tool mail"]);
    assert_eq!(asks(&format!("{{\"name\":\"mail\",\"args\":{{\"x\":[{LOAD}]}}}}")), ["tool mail"]);
}

#[test]
fn u19_malformed_requests_name_their_field() {
    let request = |args: &str| format!("{{\"name\":\"skill\",\"args\":{args}}}");
    for (args, field) in [
        ("7", "args"),
        ("{}", "action"),
        (r#"{"action":1}"#, "action"),
        (r#"{"action":"load","action":"load","params":{"name":"a"}}"#, "action"),
        (r#"{"action":"load"}"#, "params"),
        (r#"{"action":"list"}"#, "params"),
        (r#"{"action":"list","params":[]}"#, "params"),
        (r#"{"action":"load","params":{"name":"a","path":"b"}}"#, "params"),
        (r#"{"action":"load","params":{"name":null}}"#, "params.name"),
        (r#"{"action":"load","params":{"name":"a","name":"b"}}"#, "params.name"),
        (r#"{"action":"load","params":{"name":"\ud800"}}"#, "params.name"),
        (r#"{"action":"read","params":{"path":"b"}}"#, "params.name"),
        (r#"{"action":"read","params":{"name":"a","path":["b"]}}"#, "params.path"),
    ] {
        assert_eq!(asks(&request(args)), [format!("!{field}")], "{args}");
    }
    assert_eq!(asks(r#"{"name":"skill","name":"x","args":{}}"#), ["!name"]);
    assert_eq!(asks(r#"{"name":"skill","args":{},"args":{}}"#), ["!args"]);
    let parsed = parse(r#"{ "name" : "skill", "n" : 1.0 }"#);
    assert!(matches!(&parsed.asks[..], [Ask::Skill { json, .. }] if json == r#"{"name":"skill","n":1.0}"#));
}

#[test]
fn u16_well_formed_requests_have_one_spelling() {
    let spelled =
        r#"{ "args" : {"params":{"path":"a/b","name":"n\u0041"},"action":"read","why":1}, "name":"skill", "id":7}"#;
    let parsed = parse(spelled);
    let canonical = r#"{"name":"skill","args":{"action":"read","params":{"name":"nA","path":"a/b"}}}"#;
    assert!(matches!(&parsed.asks[..], [Ask::Skill { json, .. }] if json == canonical), "{:?}", parsed.asks);
}

#[test]
fn u19_a_name_without_args_or_that_is_no_text_is_no_call() {
    for response in [r#"{"name":"weather"}"#, r#"{"name":7,"args":{}}"#, r#"{"args":{}}"#, "[1, \"skill\"]"] {
        assert_eq!(asks(response), [""; 0]);
        assert_eq!(parse(response).chat, [response]);
    }
}

#[test]
fn u19_chat_is_prose_and_the_texts_of_a_plan() {
    let plan = format!(
        "先看。\n{{\"thought\":\"t\",\"message\":\" a \",\"tools\":[{LOAD}],\"reply\":\"b\",\"text\":7,\"content\":\"\"}} 稍等"
    );
    assert_eq!(parse(&plan).chat, ["先看。", "a", "b", "稍等"]);
    let plain = "用 [1] 和 {\"reply\":\"x\"} 说明";
    assert_eq!(parse(plain).chat, [plain]);
}

#[test]
fn u19_fence_lines_around_requests_are_no_chat() {
    for (response, chat) in [
        (format!("看\n```json\n{LOAD}\n```\n稍等"), vec!["看", "稍等"]),
        (format!("~~~~ json x\n{LOAD}\n~~~\n~~~~\nb"), vec!["~~~\nb"]),
        (format!("```json {LOAD} ```"), vec![]),
        (format!("  ```\n  note\n{LOAD}\n{LOAD}\n  ```"), vec!["note"]),
        (format!("```\n{LOAD}"), vec![]),
        ("```json\n{\"a\":1}\n```".to_owned(), vec!["```json\n{\"a\":1}\n```"]),
        (format!("```\ncode\n```\n{LOAD}"), vec!["```\ncode\n```"]),
        ("```rust\nfn main() {}\n```".to_owned(), vec!["```rust\nfn main() {}\n```"]),
    ] {
        assert_eq!(parse(&response).chat, chat, "{response}");
    }
}

#[test]
fn u19_a_value_that_breaks_off_is_text_with_a_hint() {
    let unclosed = &LOAD[..LOAD.len() - 1];
    let parsed = parse(unclosed);
    assert_eq!(parsed.chat, [unclosed]);
    assert_eq!(parsed.unclosed.as_deref(), Some(unclosed));
    let broken = format!("```json\n{unclosed}\n```\n{LOAD}");
    assert_eq!(parse(&broken).unclosed.as_deref(), Some(unclosed));
    assert_eq!(asks(&broken), ["load reply-style"], "what stands behind the break is searched");
    assert_eq!(asks(&format!("[{LOAD}")), [""; 0], "what stands inside is not");
    assert_eq!(asks(&format!("{{ 开头 {LOAD}")), ["load reply-style"]);
    assert_eq!(parse("{ \"a\": 1").unclosed, None);
}

#[test]
fn u24_the_text_value_is_the_whole_response() {
    for (response, text) in [
        (r#" {"text": "你\n好"} "#, Some("你\n好")),
        ("```json\n{\"text\":\"x\"}\n```\n", Some("x")),
        (r#"{"text":""}"#, Some("")),
        (r#"{"text":7}"#, None),
        (r#"{"text":"a","text":"b"}"#, None),
        (r#"so: {"text":"x"}"#, None),
        (r#"{"text":"x"}{"text":"y"}"#, None),
        ("text", None),
    ] {
        assert_eq!(parse(response).text_value.as_deref(), text, "{response}");
    }
}

#[test]
fn u19_depth_has_no_limit() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    assert_eq!(parse(&deep).chat.concat(), deep);
    let call = format!("{{\"name\":\"x\",\"args\":{deep}}}");
    assert_eq!(asks(&call), ["tool x"]);
}

#[test]
fn hostile_megabytes_are_taken_apart() {
    for text in ["{", "[", "{\"a\":", "[\"", "[]", "{\"name\":\"skill\"", "```\n", "\"name\" ", "{\"name\":\"skill\"}"]
    {
        let response = text.repeat(1_000_000 / text.len());
        let parsed = parse(&response);
        assert_eq!(parsed.has_request(), text == "{\"name\":\"skill\"}", "{text}");
    }
}

/// Pieces of a response: prose that holds no bracket, and values that ask.
fn pieces() -> impl Strategy<Value = Vec<(bool, String)>> {
    let prose = "[^\\[\\]{}`~]{0,12}".prop_map(|text| (false, text));
    let value = prop_oneof![
        Just(LOAD.to_owned()),
        Just("{\"name\":\"w\",\"args\":1}".to_owned()),
        Just("[{\"name\":\"skill\"}]".to_owned())
    ];
    proptest::collection::vec(prop_oneof![prose, value.prop_map(|text| (true, text))], 0..8)
}

proptest! {
    #[test]
    fn u19_all_prose_is_chat_and_order_stays(pieces in pieces()) {
        let response: String = pieces.iter().map(|(_, text)| text.as_str()).collect();
        let parsed = parse(&response);
        let solid = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let prose: String = pieces.iter().filter(|(asks, _)| !asks).map(|(_, text)| solid(text)).collect();
        prop_assert_eq!(solid(&parsed.chat.concat()), prose);
        prop_assert_eq!(parsed.asks.len(), pieces.iter().filter(|(asks, _)| *asks).count());
    }

    #[test]
    fn any_response_without_asks_is_one_chat_text(response in "(?s)(.|[\\[\\]{}:,\"\\\\`~\n]){0,60}") {
        let parsed = parse(&response);
        prop_assert!(parsed.chat.iter().all(|text| !text.trim().is_empty()));
        if parsed.asks.is_empty() {
            prop_assert_eq!(parsed.chat.concat(), response.trim());
        }
    }
}
