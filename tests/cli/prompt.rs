//! `skillstage prompt`: the turn as data.

use serde_json::Value;

use super::{err, json, out, prompt, run, run_with, sample};

const LONG: [&str; 4] = ["--load", "time-words", "--read", "time-words/references/dates-first-half.md"];

fn rows<'a>(value: &'a Value, kind: &str) -> Vec<&'a Value> {
    value["segments"].as_array().unwrap().iter().filter(|segment| segment["kind"] == kind).collect()
}

fn sum(segments: &Value) -> u64 {
    segments.as_array().unwrap().iter().map(|segment| segment["tokens"].as_u64().unwrap()).sum()
}

#[test]
fn t2_the_total_is_the_sum_of_the_rows_and_the_text_is_the_rows_joined() {
    for scene in ["private_chat", "group_chat", "help", "reminder", "command"] {
        for moves in [&[][..], &["--load", "tone-guard"], &LONG] {
            if scene == "command" && !moves.is_empty() {
                continue; // without skills the first response ends the turn
            }
            let args: Vec<&str> = ["--scene", scene].iter().chain(moves).copied().collect();
            let report = prompt(sample(), &args);
            assert_eq!(report["tokens"]["total"].as_u64().unwrap(), sum(&report["segments"]), "{scene}");
            let fixed = ["prompt", "--message", "今天好累"];
            let text = run(sample(), fixed.iter().chain(&args));
            let mut rest = out(&text);
            for segment in report["segments"].as_array().unwrap() {
                let piece = segment["text"].as_str().unwrap();
                assert_eq!(segment["bytes"].as_u64().unwrap() as usize, piece.len());
                rest =
                    rest.trim_start_matches('\n').strip_prefix(piece.trim_start_matches('\n')).unwrap_or_else(|| {
                        panic!("{scene}: {} does not stand next in the text", segment["id"]);
                    });
            }
            assert_eq!(rest.trim(), "");
        }
    }
}

#[test]
fn u16_what_stands_before_the_boundary_is_the_same_for_two_messages() {
    let stable = |message: &str| {
        let report = json(&run(sample(), ["prompt", "--scene", "help", "--format", "json", "--message", message]));
        let boundary = report["boundary"].as_u64().unwrap() as usize;
        let segments = report["segments"].as_array().unwrap().clone();
        assert!(segments[..boundary].iter().all(|segment| segment["stable"] == true));
        assert!(segments[boundary..].iter().all(|segment| segment["stable"] == false));
        segments[..boundary].to_vec()
    };
    assert_eq!(stable("one"), stable("another, longer"));
}

#[test]
fn u25_a_group_chat_keeps_private_rows_without_their_text() {
    let report = prompt(sample(), &["--scene", "group_chat"]);
    let private: Vec<&Value> =
        report["segments"].as_array().unwrap().iter().filter(|segment| segment["private"] == true).collect();
    assert_eq!(private.len(), 4);
    for segment in private {
        assert_eq!((&segment["withheld"], &segment["tokens"], &segment["text"]), (&true.into(), &0.into(), &"".into()));
    }
    let open = prompt(sample(), &["--scene", "private_chat"]);
    let shown = open["segments"].as_array().unwrap().iter().filter(|s| s["private"] == true && s["text"] != "");
    assert_eq!(shown.count(), 4);
}

#[test]
fn u21_a_load_and_a_read_stand_in_the_prompt_and_a_second_load_costs_no_copy() {
    let read = "tone-guard/references/examples.md";
    let report = prompt(sample(), &["--scene", "group_chat", "--load", "tone-guard,tone-guard", "--read", read]);
    assert_eq!((&report["outcome"], &report["rounds"]), (&"pending".into(), &2.into()));
    let requests = report["round_trips"][0]["requests"].as_array().unwrap();
    assert_eq!((&requests[0]["result"], &requests[0]["repeat"]), (&"ok".into(), &false.into()));
    assert_eq!((&requests[1]["result"], &requests[1]["repeat"]), (&"ok".into(), &true.into()));
    assert!(requests[1]["tokens"].as_u64() < requests[0]["tokens"].as_u64());
    let results = rows(&report, "result");
    assert!(results[0]["text"].as_str().unwrap().contains("# 语气守护"));
    assert!(results[2]["text"].as_str().unwrap().contains("# 正反例"));
    let loaded: Vec<&str> = report["skills"].as_array().unwrap().iter().map(|s| s["why"].as_str().unwrap()).collect();
    assert_eq!(loaded, ["bound", "loaded"]);
}

#[test]
fn u5_u11_u21_errors_go_to_the_model_by_their_codes() {
    let asks =
        "safety-notes/references/phrases.md,reply-style/../x,reply-style/scripts/a.sh,reply-style/references/no.md";
    let report = prompt(sample(), &["--scene", "help", "--read", asks, "--load", "legal-tone,no-such,--help"]);
    let results: Vec<&str> = report["round_trips"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|trip| trip["requests"].as_array().unwrap())
        .map(|request| request["result"].as_str().unwrap())
        .collect();
    let expected = [
        "body-not-loaded",
        "path-traversal",
        "path-not-reference",
        "reference-not-found",
        "skill-not-allowed",
        "skill-unknown",
        "skill-unknown",
    ];
    assert_eq!(results, expected);
}

#[test]
fn u23_over_the_limit_the_turn_degrades_with_the_numbers() {
    let report = prompt(sample(), &["--scene", "private_chat"].iter().chain(&LONG).copied().collect::<Vec<_>>());
    assert_eq!(report["outcome"], "degraded");
    let (total, limit) =
        (report["attempted"]["total"].as_u64().unwrap(), report["attempted"]["limit"].as_u64().unwrap());
    assert!(total > limit && limit == 12_000);
    assert_eq!(sum(&report["attempted"]["segments"]), total);
    let reason = report["reason"].as_str().unwrap();
    assert!(reason.starts_with("budget-tokens: ") && reason.contains(&total.to_string()) && reason.contains("12000"));
    assert!(rows(&report, "catalog").is_empty() && report["skills"].as_array().unwrap().is_empty());

    let text = run(sample(), ["prompt", "--scene", "private_chat", "--message", "m"].iter().chain(&LONG));
    assert!(err(&text).contains("degraded") && err(&text).contains("budget-tokens"), "{}", err(&text));
    assert_eq!(text.status.code(), Some(0));
}

#[test]
fn t1_an_estimate_says_where_the_true_number_lies_and_an_exact_count_is_itself() {
    let of = |estimator: &str| {
        let report = prompt(sample(), &["--scene", "help", "--estimator", estimator]);
        ["low", "total", "high"].map(|end| report["tokens"][end].as_u64().unwrap())
    };
    let [low, likely, high] = of("heuristic");
    assert!(low < likely && likely < high);
    let [low, exact, high] = of("o200k");
    assert_eq!((low, high), (exact, exact));
    let said = run(sample(), ["prompt", "--scene", "help", "--message", "m"].iter().chain(&LONG));
    assert!(err(&said).contains("tokens (heuristic: ") && err(&said).contains(", fits)"), "{}", err(&said));
}

#[test]
fn u23_a_degraded_turn_takes_one_last_response_and_stays_degraded() {
    let args: Vec<&str> = ["prompt", "--scene", "private_chat", "--message", "m", "--format", "json"]
        .iter()
        .chain(&LONG)
        .chain(&["--respond", "-"])
        .copied()
        .collect();
    let report = json(&run_with(sample(), &args, "早点睡。"));
    assert_eq!((&report["outcome"], &report["reply"]), (&"degraded".into(), &"早点睡。".into()));
}

#[test]
fn u22_requests_past_the_last_round_trip_get_errors_and_then_degrade_the_turn() {
    let load = ["--load", "tone-guard"];
    let three: Vec<&str> = ["--scene", "help"].into_iter().chain(load.repeat(3)).collect();
    let report = prompt(sample(), &three);
    assert_eq!((&report["outcome"], &report["rounds"]), (&"pending".into(), &2.into()));
    assert_eq!(report["round_trips"][2]["kind"], "past_rounds");
    assert_eq!(report["round_trips"][2]["requests"][0]["result"], "max-rounds");

    let four: Vec<&str> = ["--scene", "help"].into_iter().chain(load.repeat(4)).collect();
    let report = prompt(sample(), &four);
    assert_eq!(report["outcome"], "degraded");
    assert!(report["reason"].as_str().unwrap().starts_with("budget-rounds: "));
    assert_eq!(report["round_trips"][3]["kind"], "refused");

    let five: Vec<&str> = ["prompt", "--message", "m", "--scene", "help"].into_iter().chain(load.repeat(5)).collect();
    let output = run(sample(), five);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("error[turn-ended]"), "{}", err(&output));
    assert!(output.stdout.is_empty());
}

#[test]
fn a_response_after_the_reply_exits_2() {
    let args = ["prompt", "--scene", "help", "--message", "m", "--respond", "-", "--load", "tone-guard"];
    let output = run_with(sample(), &args, "done");
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("error[turn-ended]"), "{}", err(&output));
}

#[test]
fn u20_chat_and_tool_calls_beside_a_request_are_withheld() {
    let plan = r#"Wait. {"reply":"You can.","plan":[{"name":"create_reminder","args":{"at":"16:50"}},
        {"name":"skill","args":{"action":"load","params":{"name":"safety-notes"}}}]}"#;
    let args = ["prompt", "--scene", "private_chat", "--message", "m", "--format", "json", "--respond", "-"];
    let report = json(&run_with(sample(), &args, plan));
    let trip = &report["round_trips"][0];
    assert_eq!(trip["withheld"]["chat"], "Wait.\nYou can.");
    assert_eq!(trip["withheld"]["tool_calls"][0]["name"], "create_reminder");
    let sent: String = report["segments"].as_array().unwrap().iter().map(|s| s["text"].as_str().unwrap()).collect();
    assert!(!sent.contains("You can.") && !sent.contains("create_reminder"));
}

#[test]
fn u24_a_final_tool_call_in_a_text_wrapper_is_blocked() {
    let args = ["prompt", "--scene", "reminder", "--message", "m", "--format", "json", "--respond", "-"];
    let report = json(&run_with(sample(), &args, r#"{"name":"send_mail","args":{"to":"a"}}"#));
    assert_eq!((&report["outcome"], &report["reply"]), (&"blocked".into(), &Value::Null));
    assert!(report["reason"].as_str().unwrap().starts_with("blocked: "));
    assert!(report["reason"].as_str().unwrap().contains("send_mail"));
    let report = json(&run_with(sample(), &args, r#"{"text":"会议改到 14:30。"}"#));
    assert_eq!((&report["outcome"], &report["reply"]), (&"replied".into(), &"会议改到 14:30。".into()));
}

#[test]
fn u26_images_are_counted_beside_the_estimate() {
    let with = prompt(sample(), &["--scene", "help", "--images", "3"]);
    let without = prompt(sample(), &["--scene", "help"]);
    assert_eq!(with["images"], 3);
    assert_eq!(with["tokens"], without["tokens"]);
}

#[test]
fn messages_are_a_chat_completions_array() {
    let args = ["prompt", "--scene", "group_chat", "--message", "hi", "--at", "09:30", "--format", "messages"];
    let messages = json(&run(sample(), args.iter().chain(&["--load", "tone-guard,safety-notes"])));
    let roles: Vec<&str> = messages.as_array().unwrap().iter().map(|m| m["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["system", "system", "user", "assistant", "user", "assistant", "user"]);
    assert_eq!(messages[4]["content"], "[09:30] hi");
    assert!(messages.as_array().unwrap().iter().all(|m| m["content"] != "" && m.as_object().unwrap().len() == 2));
}

#[test]
fn u20_the_plan_of_a_final_reply_stands_beside_it_and_a_withheld_one_does_not() {
    let plan = r#"{"reply":"Done.","plan":[{"name":"create_reminder","args":{"at":"16:50"}}]}"#;
    let request = r#"{"name":"skill","args":{"action":"load","params":{"name":"tone-guard"}}}"#;
    let report = |scene: &str, response: &str| {
        let args = ["prompt", "--scene", scene, "--message", "m", "--format", "json", "--respond", "-"];
        json(&run_with(sample(), &args, response))
    };
    let replied = report("private_chat", plan);
    assert_eq!((&replied["outcome"], &replied["reply"]), (&"replied".into(), &"Done.".into()));
    assert_eq!(replied["tool_calls"], serde_json::json!([{"name": "create_reminder", "args": {"at": "16:50"}}]));
    let withheld = report("private_chat", &format!("{request}\n{plan}"));
    assert_eq!(withheld["tool_calls"], serde_json::json!([]));
    assert_eq!(withheld["round_trips"][0]["withheld"]["tool_calls"][0]["name"], "create_reminder");
    assert_eq!(report("help", plan)["tool_calls"], serde_json::json!([]), "a text wrapper runs none");
    assert_eq!(report("command", request)["tool_calls"][0]["name"], "skill", "to the caller it is a call like any");
}

#[test]
fn u18_under_offered_a_bound_body_is_not_resident() {
    let resident = prompt(sample(), &["--scene", "help"]);
    let offered = prompt(sample(), &["--scene", "help", "--binding", "offered", "--load", "tone-guard"]);
    assert_eq!((rows(&resident, "skill_body").len(), rows(&offered, "skill_body").len()), (1, 0));
    assert_eq!(offered["round_trips"][0]["requests"][0]["result"], "skill-not-offered");
}

#[test]
fn the_schema_names_every_member_that_is_printed() {
    let schema = json(&run(sample(), ["schema", "prompt"]));
    let with_moves = ["--scene", "help", "--load", "tone-guard"];
    let long: Vec<&str> = ["--scene", "private_chat"].iter().chain(&LONG).copied().collect();
    for report in [prompt(sample(), &with_moves), prompt(sample(), &long)] {
        conforms(&report, &schema, &schema, "prompt");
    }
}

/// Checks `value` against the parts of JSON Schema that ours uses.
fn conforms(value: &Value, schema: &Value, root: &Value, at: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        return conforms(value, root.pointer(name.trim_start_matches('#')).unwrap(), root, at);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let inner = choices.iter().find(|choice| (choice["type"] == "null") == value.is_null()).unwrap();
        return conforms(value, inner, root, at);
    }
    let name = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    match &schema["type"] {
        Value::String(one) => assert_eq!(one, name, "{at}"),
        Value::Array(several) => assert!(several.contains(&name.into()), "{at}: {name} is none of {several:?}"),
        _ => assert_eq!(schema, &Value::Bool(true), "{at} has no type"),
    }
    if let (Some(members), Some(properties)) = (value.as_object(), schema["properties"].as_object()) {
        for (key, member) in members {
            let property = properties.get(key).unwrap_or_else(|| panic!("{at}.{key} is not in the schema"));
            assert!(property["description"].is_string(), "{at}.{key} is not described");
            conforms(member, property, root, &format!("{at}.{key}"));
        }
        for required in schema["required"].as_array().into_iter().flatten() {
            assert!(members.contains_key(required.as_str().unwrap()), "{at} lacks {required}");
        }
    }
    for element in value.as_array().into_iter().flatten() {
        conforms(element, &schema["items"], root, &format!("{at}[]"));
    }
}

/// The ranking is data, and the schema describes it.
#[test]
fn the_matcher_says_who_it_is_and_why_in_json() {
    let fixed = ["prompt", "--scene", "private_chat", "--driver", "matcher", "--format", "json"];
    let line = fixed.iter().chain(&["--message", "Turn my meeting notes into a recap"]);
    let report = json(&run(sample(), line));
    assert_eq!(report["driver"]["label"], "matcher: not a model");
    let first = &report["driver"]["rankings"][0];
    assert_eq!((&first["response"], &first["skills"][0]["name"]), (&1.into(), &"meeting-recap".into()));
    assert_eq!(first["skills"][0]["verdict"], "asked");
    assert!(first["skills"][0]["words"].as_array().is_some_and(|words| words.contains(&"meeting".into())));
    assert!(report["reply"].as_str().is_some_and(|reply| reply.contains("not a model")));
}
