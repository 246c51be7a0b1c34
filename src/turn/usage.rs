//! The usage line of a turn (U27): names, fingerprints, the scene, estimates and counts. Never a text: no message, no
//! body, no key, and of what the model asked for only names of skills that the snapshot knows.

use serde_json::{Value, json};

use super::Turn;

/// The line of a turn as compact JSON, without a newline. `tokens` is the estimate of the last prompt; for a degraded
/// turn that is the prompt without skills. `skills` are those whose body the turn has had, resident or loaded.
pub fn usage_line(turn: &Turn) -> String {
    let (setup, ledger) = (turn.setup(), turn.ledger());
    // What a session was given stays in it, whatever became of the skill since (D6).
    let fingerprint =
        |name: &String| ledger.given.get(name).cloned().or_else(|| turn.used(name).map(|skill| skill.fingerprint));
    let used = ledger.bodies.iter().filter_map(|name| Some((name, fingerprint(name)?)));
    let skills: Vec<Value> =
        used.map(|(name, fingerprint)| json!({ "name": name, "fingerprint": &*fingerprint })).collect();
    json!({
        "scene": setup.scene.as_str(),
        "skills": skills,
        "estimator": setup.estimator.name(),
        "tokens": turn.prompt().tokens(),
        "loads": ledger.bodies.len().saturating_sub(turn.plan().residents.len()),
        "reads": ledger.references.len(),
    })
    .to_string()
}
