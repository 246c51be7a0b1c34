//! How a request is written: the canonical JSON of U16 and U19.

use serde_json::json;

use crate::dialect::Action;

/// The request object, compact, keys as `name`, `args`, `action`, `params`.
pub fn canonical(action: &Action) -> String {
    let (verb, params) = match action {
        Action::Load { name } => ("load", json!({ "name": name })),
        Action::Read { name, path } => ("read", json!({ "name": name, "path": path })),
        Action::List => ("list", json!({})),
    };
    json!({ "name": "skill", "args": { "action": verb, "params": params } }).to_string()
}
