//! The format of `skills_config.yml` as JSON Schema, for editors. These types only describe; a test holds their keys and
//! those of the reader together.

#![expect(dead_code, reason = "the fields are read by the derive alone")]

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, schema_for};

/// Which skills the host may use, where, and how much of them.
#[derive(JsonSchema)]
#[schemars(title = "skills_config.yml", deny_unknown_fields)]
struct ConfigFile {
    /// Whether skills are on; false without it.
    enabled: Option<bool>,
    /// The names that may be used.
    allowlist: Option<Vec<String>>,
    /// The names whose bodies stand in every scene's prompt.
    always: Option<Vec<String>>,
    /// Per scene the bound names; reminder inherits notification.
    scenes: Option<BTreeMap<String, Vec<String>>>,
    /// Limits; they can be lowered, never raised.
    limits: Option<LimitsOfFile>,
}

/// The host's limits.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct LimitsOfFile {
    /// Largest body, in bytes.
    #[schemars(range(max = 32768))]
    body_bytes: Option<u64>,
    /// Largest reference, in bytes.
    #[schemars(range(max = 16384))]
    reference_bytes: Option<u64>,
    /// Most skills whose body is in one prompt.
    #[schemars(range(max = 3))]
    max_skills: Option<u64>,
    /// Most responses with requests that are served in one turn.
    #[schemars(range(max = 2))]
    max_rounds: Option<u64>,
    /// Most estimated text tokens of the whole prompt.
    #[schemars(range(max = 12000))]
    max_tokens: Option<u64>,
}

/// The JSON Schema of `skills_config.yml`.
pub fn config_schema() -> Schema {
    schema_for!(ConfigFile)
}

#[cfg(test)]
mod tests {
    use super::super::read::{KEYS, LIMIT_KEYS};
    use super::super::{CEILING, Limits};
    use super::*;

    #[test]
    fn u8_the_schema_has_the_keys_that_the_reader_knows_and_the_hosts_ceilings() {
        let schema = serde_json::to_value(config_schema()).unwrap();
        let keys =
            |schema: &serde_json::Value| schema["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&schema), KEYS);
        let limits = &schema["$defs"]["LimitsOfFile"];
        assert_eq!(keys(limits), LIMIT_KEYS);
        let Limits { body_bytes, reference_bytes, max_skills, max_rounds, max_tokens } = CEILING;
        let ceilings = [body_bytes, reference_bytes, max_skills as u64, max_rounds as u64, max_tokens as u64];
        let most = LIMIT_KEYS.map(|key| limits["properties"][key]["maximum"].as_u64().unwrap());
        assert_eq!(most, ceilings);
    }
}
