//! Taking a response of this host's model apart: native tool calls, not a text protocol.
//!
//! A response is the assistant message of a chat completion, or calls one behind the other, or a list of calls, as JSON
//! and nothing around it; anything else is the reply. Calls are taken in both spellings:
//!
//! ```json
//! {"content":"…","tool_calls":[{"type":"function","function":{"name":"skill","arguments":"{\"name\":\"x\"}"}}]}
//! {"name":"skill","arguments":{"name":"x"}}
//! ```

use serde_json::{Value, json};

use super::host::TOOL;
use crate::dialect::{Action, Ask, Malformed, Parsed};

/// Takes `response` apart. JSON nested deeper than 128 levels is text.
pub fn parse(response: &str) -> Parsed {
    let values: Vec<Value> =
        serde_json::Deserializer::from_str(response).into_iter().collect::<Result<_, _>>().unwrap_or_default();
    let message = match values.as_slice() {
        [one] => Some(one),
        _ => None,
    };
    let listed = message.and_then(|one| one.get("tool_calls").unwrap_or(one).as_array());
    let asks: Option<Vec<Ask>> = listed.unwrap_or(&values).iter().map(ask).collect();
    match asks {
        Some(asks) if !asks.is_empty() => {
            let content = message.and_then(|one| one.get("content")?.as_str()).map(str::trim);
            Parsed {
                asks,
                chat: content.filter(|text| !text.is_empty()).map(str::to_owned).into_iter().collect(),
                ..Parsed::default()
            }
        }
        _ => Parsed {
            chat: Some(response.trim()).filter(|text| !text.is_empty()).map(str::to_owned).into_iter().collect(),
            ..Parsed::default()
        },
    }
}

/// The call as it stands in the prompt: compact, `name` before `arguments`.
pub fn written(name: &str, arguments: &Value) -> String {
    json!({ "name": name, "arguments": arguments }).to_string()
}

/// One call, in either spelling; `None` for a value that is none.
fn ask(call: &Value) -> Option<Ask> {
    let call = call.get("function").unwrap_or(call);
    let name = call.get("name")?.as_str()?;
    let given = call.get("arguments")?;
    // A service sends the arguments as JSON inside a text.
    let inner = given.as_str().and_then(|text| serde_json::from_str(text).ok());
    let arguments = inner.as_ref().unwrap_or(given);
    let json = written(name, arguments);
    if name != TOOL {
        return Some(Ask::Tool { name: name.to_owned(), json });
    }
    let action = match arguments.get("name") {
        Some(Value::String(name)) => Ok(Action::Load { name: name.clone() }),
        Some(_) => Err(malformed("`name` is not text")),
        None => Err(malformed("`name` is missing")),
    };
    Some(Ask::Skill { action, json })
}

fn malformed(message: &str) -> Malformed {
    Malformed { field: "arguments.name", message: message.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(name: &str) -> Ask {
        Ask::Skill {
            action: Ok(Action::Load { name: name.into() }),
            json: format!(r#"{{"name":"skill","arguments":{{"name":"{name}"}}}}"#),
        }
    }

    #[test]
    fn d4_calls_are_taken_in_both_spellings_and_in_order() {
        let native = r#"{"role":"assistant","content":"One moment.","tool_calls":[
            {"id":"1","type":"function","function":{"name":"skill","arguments":"{\"name\":\"a\"}"}},
            {"id":"2","type":"function","function":{"name":"weather","arguments":"{\"city\":\"X\"}"}}]}"#;
        let parsed = parse(native);
        let weather =
            Ask::Tool { name: "weather".into(), json: r#"{"name":"weather","arguments":{"city":"X"}}"#.into() };
        assert_eq!(parsed.asks, [load("a"), weather]);
        assert_eq!(parsed.chat, ["One moment."]);
        assert_eq!(parse(r#"{"name":"skill","arguments":{"name":"a"}}"#).asks, [load("a")]);
        assert_eq!(
            parse(r#"[{"name":"skill","arguments":{"name":"a"}},{"name":"skill","arguments":{"name":"b"}}]"#)
                .asks
                .len(),
            2
        );
        let lines = concat!(
            r#"{"name":"skill","arguments":{"name":"a"}}"#,
            "\n",
            r#"{"name":"skill","arguments":{"name":"b"}}"#
        );
        assert_eq!(parse(lines).asks, [load("a"), load("b")]);
    }

    #[test]
    fn a_response_that_is_no_call_is_the_reply() {
        for text in ["", "hello", "[]", "{}", "7", r#"{"name":"skill"}"#, r#"I call {"name":"skill","arguments":{}}"#] {
            let parsed = parse(text);
            assert_eq!((parsed.asks.len(), parsed.chat_text().as_str()), (0, text), "{text}");
        }
    }

    #[test]
    fn a_call_without_a_name_names_the_argument() {
        for arguments in ["{}", r#"{"name":7}"#, r#""not json""#, "null"] {
            let parsed = parse(&format!(r#"{{"name":"skill","arguments":{arguments}}}"#));
            let [Ask::Skill { action: Err(malformed), .. }] = parsed.asks.as_slice() else { panic!("{arguments}") };
            assert_eq!(malformed.field, "arguments.name");
        }
    }
}
