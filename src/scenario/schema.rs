//! The format of a scenario file as JSON Schema, for editors. These types only describe; the reader of the files is
//! [`super::load_scenario`], and a test holds the keys of both together.

#![expect(dead_code, reason = "the fields are read by the derive alone")]

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, schema_for};

/// A scenario: what a turn starts with, and what happens.
#[derive(JsonSchema)]
#[schemars(title = "skillstage scenario", deny_unknown_fields)]
struct ScenarioFile {
    /// Always 1.
    #[schemars(range(min = 1, max = 1))]
    version: u32,
    /// What it is called.
    title: Option<String>,
    /// The file beside this one whose parts it overrides, such as base.yml.
    extends: Option<String>,
    /// The rules by which the host shows skills; utility without it.
    dialect: Option<Dialect>,
    /// What a binding means in the utility dialect.
    binding: Option<Binding>,
    /// Who counts tokens.
    #[schemars(regex(pattern = "^(heuristic(:o200k)?|o200k(_base)?|cl100k(_base)?|file:.+)$"))]
    estimator: Option<String>,
    /// The scene's id, such as private_chat.
    scene: Option<String>,
    /// The host's own prompts, in order, each id once.
    prompts: Option<Vec<Prompt>>,
    /// Dynamic context, in order; items may share an id.
    context: Option<Vec<Context>>,
    /// Earlier messages, oldest first.
    history: Option<Vec<History>>,
    /// The message that the stage opens with.
    message: Option<Message>,
    /// For a session of the dsh dialect: where it runs, and roots of skills beside the workspace.
    dsh: Option<Dsh>,
    /// What happens, in order.
    steps: Option<Vec<Step>>,
    /// What was seen when it was recorded; written by `skillstage record` and `run --bless`.
    recorded: Option<BTreeMap<String, serde_json::Value>>,
    /// The content that it was recorded on; written by the same.
    bundle: Option<BTreeMap<String, serde_json::Value>>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Dialect {
    Utility,
    Dsh,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Binding {
    Resident,
    Offered,
}

/// One of the host's prompts; `text` or `file`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Prompt {
    /// Its name.
    id: String,
    /// Its text.
    text: Option<String>,
    /// A file of the workspace that holds it.
    file: Option<String>,
}

/// A piece of dynamic context; `text` or `file`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Context {
    /// Its group, such as memory.
    id: String,
    /// Its text.
    text: Option<String>,
    /// A file of the workspace that holds it.
    file: Option<String>,
    /// Withheld in a group chat.
    private: Option<bool>,
}

/// An earlier message.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct History {
    /// Who said it.
    speaker: Speaker,
    /// What.
    text: String,
    /// When, as text.
    time: Option<String>,
    /// Withheld in a group chat.
    private: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Speaker {
    User,
    Assistant,
}

/// A user's message.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Message {
    /// Its text.
    text: Option<String>,
    /// The time beside it, as text.
    time: Option<String>,
    /// How many images come with it; billed by the service, never estimated.
    images: Option<u32>,
}

/// Where a session runs.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Dsh {
    /// The working directory.
    cwd: Option<String>,
    /// Roots of skills beside the workspace; the nearer one wins a name.
    roots: Option<Vec<Root>>,
}

/// A root of skills beside the workspace.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Root {
    /// Its name on the screen.
    label: String,
    /// The directory that it serves, with all below; every directory without it.
    scope: Option<String>,
    /// Who provides its skills.
    provider: String,
    /// False: it does not answer with all it has.
    complete: Option<bool>,
    /// What it throws whenever it is asked.
    fails: Option<String>,
    skills: Option<Vec<RootSkill>>,
}

/// A skill of a root; `text` or `file`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct RootSkill {
    name: String,
    description: String,
    /// Its body.
    text: Option<String>,
    /// A file of the workspace that holds it.
    file: Option<String>,
    /// Where its resources are; without it its provider manages them.
    resource_base: Option<ResourceBase>,
    /// True keeps it from the model.
    disable_model_invocation: Option<bool>,
}

/// One of these.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ResourceBase {
    directory: Option<String>,
    url: Option<String>,
    opaque: Option<String>,
}

/// One step; it has one of user, model, load, read, list and change.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Step {
    /// The caption: what it shows.
    say: Option<String>,
    /// What must hold afterwards.
    expect: Option<Expect>,
    /// The user's message; as the first step it opens the scenario.
    user: Option<OneOrMessage>,
    /// The model's response, word for word.
    model: Option<String>,
    /// The model loads these skills.
    load: Option<OneOrMany>,
    /// The model reads these references, as SKILL/references/FILE.
    read: Option<OneOrMany>,
    /// The model asks for the catalog; only true.
    list: Option<bool>,
    /// The world changes; one of its keys.
    change: Option<Change>,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum OneOrMessage {
    Text(String),
    Message(Message),
}

/// A change of the world; nothing on disk changes.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Change {
    /// A skill is added.
    add: Option<Added>,
    /// A skill has another description or body.
    edit: Option<Edited>,
    /// A skill is gone.
    remove: Option<String>,
    /// What skills_config.yml holds from here on.
    config: Option<TextOrFile>,
    /// dsh: the tool.
    tool: Option<Tool>,
    /// dsh: how a provider answers: the workspace's, or a declared root's by its name.
    provider: Option<StateOrProvider>,
    /// dsh: earlier messages give way to a summary; only true.
    compact: Option<bool>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Added {
    skill: String,
    description: String,
    body: String,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Edited {
    skill: String,
    description: Option<String>,
    body: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum TextOrFile {
    Text(String),
    File(NamedFile),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct NamedFile {
    /// A file of the workspace.
    file: String,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Tool {
    Visible,
    Hidden,
    Shadowed,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum StateOrProvider {
    State(ProviderState),
    Provider(Provider),
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum ProviderState {
    Complete,
    Incomplete,
    Failed,
}

/// A provider and how it answers from here on.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Provider {
    /// `filesystem` is the workspace's.
    name: String,
    state: ProviderState,
    /// What one that is failed throws.
    message: Option<String>,
}

/// What must hold after a step.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Expect {
    /// How the turn stands.
    outcome: Option<Outcome>,
    /// Why it is degraded or blocked: budget-tokens, budget-rounds or blocked.
    reason: Option<String>,
    /// The skills whose body is in the prompt, in any order.
    loaded: Option<Vec<String>>,
    /// The references in the prompt, as SKILL/references/FILE.
    read: Option<Vec<String>>,
    /// The codes of this step's error results, in order.
    errors: Option<Vec<String>>,
    /// The prompt's estimate is at most this.
    tokens_at_most: Option<usize>,
    /// The prompt's estimate is at least this.
    tokens_at_least: Option<usize>,
    /// Texts that the prompt holds.
    holds: Option<OneOrMany>,
    /// Texts that the prompt does not hold.
    lacks: Option<OneOrMany>,
    /// Segments by id, in this order; others may stand between.
    order: Option<Vec<String>>,
    /// Percent of the request that repeats the one before.
    reuse_at_least: Option<usize>,
    /// Percent of the request that repeats the one before.
    reuse_at_most: Option<usize>,
    /// What the user gets.
    reply: Option<String>,
    /// dsh: the catalog message that this step appended.
    appended: Option<Appended>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Outcome {
    Pending,
    Replied,
    Degraded,
    Blocked,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Appended {
    Replacement,
    Retired,
    None,
}

/// The JSON Schema of a scenario file.
pub fn scenario_schema() -> Schema {
    schema_for!(ScenarioFile)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::{base, expect, places, steps};
    use super::*;

    fn keys(schema: &serde_json::Value) -> BTreeSet<String> {
        schema["properties"].as_object().expect("properties").keys().cloned().collect()
    }

    fn all<'a>(keys: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
        keys.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn s1_the_schema_has_the_keys_that_the_reader_knows_and_no_others() {
        let schema = serde_json::to_value(scenario_schema()).unwrap();
        let part = |name: &str| keys(&schema["$defs"][name]);
        assert_eq!(keys(&schema), all(base::KEYS.into_iter().chain(base::SCENARIO_KEYS)));
        assert_eq!(part("Step"), all(["say", "expect"].into_iter().chain(steps::ACT_KEYS)));
        assert_eq!(part("Change"), all(steps::CHANGE_KEYS));
        assert_eq!(part("Expect"), all(expect::KEYS));
        assert_eq!(part("Root"), all(places::ROOT_KEYS));
        assert_eq!(part("RootSkill"), all(places::SKILL_KEYS));
        assert_eq!(part("ResourceBase"), all(places::BASES));
        assert_eq!(part("Provider"), all(steps::PROVIDER_KEYS));
        for name in ["Step", "Change", "Provider", "Expect", "Prompt", "History"] {
            assert_eq!(schema["$defs"][name]["additionalProperties"], false, "{name}");
        }
    }
}
