use serde_json::{Value, json};

use super::*;

/// A tokenizer of the bytes and the merges `a b`, `ab c`, with a change.
fn file(change: impl Fn(&mut Value)) -> Result<FileBpe, Diagnostic> {
    let text = include_str!("../../../tests/data/tokens/files/gpt2.json");
    let mut value: Value = serde_json::from_str(text).expect("JSON");
    change(&mut value);
    FileBpe::read("t.json", &value.to_string())
}

#[test]
fn t1_what_is_not_counted_exactly_is_refused_with_the_reason() {
    let refused = |change: fn(&mut Value)| {
        let fault = file(change).expect_err("refused");
        assert_eq!(fault.code, Code::TokenizerFile);
        fault.message
    };
    for (message, reason) in [
        (refused(|file| file["model"]["type"] = json!("Unigram")), "its model is not BPE"),
        (refused(|file| file["model"]["dropout"] = json!(0.1)), "dropped at random"),
        (refused(|file| file["model"]["byte_fallback"] = json!(true)), "unknown bytes"),
        (refused(|file| file["model"]["end_of_word_suffix"] = json!("</w>")), "a suffix"),
        (refused(|file| file["model"]["vocab"]["!"] = Value::Null), "it is no tokenizer.json"),
        (refused(|file| file["model"]["merges"][3] = json!("no such")), "merge 3 names a token"),
        (refused(|file| file["normalizer"] = json!({"type": "Lowercase"})), "its normalizer is Lowercase"),
        (refused(|file| file["pre_tokenizer"] = Value::Null), "not byte-level"),
        (refused(|file| file["pre_tokenizer"] = json!({"type": "Metaspace"})), "not known"),
        (refused(|file| file["pre_tokenizer"]["add_prefix_space"] = json!(true)), "a space before"),
        (refused(|file| file["added_tokens"][0]["lstrip"] = json!(true)), "what stands around it"),
        (
            refused(|file| {
                let split =
                    json!({"type": "Split", "pattern": {"Regex": "("}, "behavior": "Isolated", "invert": false});
                file["pre_tokenizer"] = json!({"type": "Sequence", "pretokenizers": [split, file["pre_tokenizer"]]});
            }),
            "its pattern cannot be used",
        ),
    ] {
        assert!(message.contains(reason), "{message}");
    }
    assert!(
        file(|file| {
            file["model"]["vocab"].as_object_mut().expect("tokens").remove("!");
        })
        .is_err()
    );
    for text in ["", "{}", "[1]", "{\"model\": 3}", &"[".repeat(100_000)] {
        assert!(FileBpe::read("t.json", text).is_err());
    }
}

#[test]
fn t1_a_pattern_that_never_ends_leaves_one_piece() {
    let file = file(|file| {
        let split =
            json!({"type": "Split", "pattern": {"Regex": "(?=(a+)+$)b"}, "behavior": "Isolated", "invert": false});
        let level = json!({"type": "ByteLevel", "add_prefix_space": false, "use_regex": false});
        file["pre_tokenizer"] = json!({"type": "Sequence", "pretokenizers": [split, level]});
    });
    let file = file.expect("a tokenizer");
    assert!(file.count(&format!("{}!", "a".repeat(10_000))) > 0);
}
