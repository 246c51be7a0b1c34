//! The usage line of a turn (U27): what was used, never what was said.

use serde_json::{Value, json};

use crate::prompt::Prompt;
use crate::turn::Turn;

/// One line of JSON: scene, outcome, estimated tokens, skills with their fingerprints and how each came in, counts of
/// loads and reads. No text of message, bodies or responses.
pub fn usage(turn: &Turn) -> String {
    let snapshot = &turn.setup().library.snapshot;
    let skills: Vec<Value> = turn
        .ledger()
        .bodies
        .iter()
        .map(|name| {
            let fingerprint = snapshot.skill(name).map(|skill| skill.fingerprint.as_str());
            let reads = turn.ledger().references.iter().filter(|(skill, _)| skill == name).count();
            let resident = turn.plan().resident(name).is_some();
            json!({ "name": name, "fingerprint": fingerprint, "resident": resident, "reads": reads })
        })
        .collect();
    json!({
        "scene": turn.setup().scene.as_str(),
        "outcome": turn.outcome().as_str(),
        "estimator": turn.setup().estimator.name(),
        "tokens": turn.prompt().tokens(),
        "requests": turn.requests().len(),
        "tokens_of_all_requests": turn.requests().iter().map(Prompt::tokens).sum::<usize>(),
        "round_trips": turn.rounds(),
        "images": turn.setup().message.images,
        "skills": skills,
    })
    .to_string()
}
