//! Dialects: the rules by which a host shows skills to a model and answers its requests.
//!
//! A dialect is pure policy and wording. It keeps no state: what a turn has given so far stands in the [`Ledger`] that
//! the turn hands in.

pub mod dsh;
pub mod utility;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diag::{Code, Diagnostic};
use crate::prompt::Segment;
use crate::scene::Scene;
use crate::settings::{Binding, DialectId, Settings};
use crate::workspace::{Digest, Library, Limits, Skill, Snapshot};

/// Why a skill is resident in a scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// It is in `always`.
    Always,
    /// It is bound to this scene.
    Bound,
    /// It is bound to the scene that this one inherits (U10).
    Inherited(Scene),
}

/// A skill whose body stands in the prompt from the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resident {
    /// The skill.
    pub skill: Arc<Skill>,
    /// Why it is resident.
    pub why: Why,
}

/// Why a scene has no skills at all: the prompt is then byte for byte what it is without them (U13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Off {
    /// `enabled: false`, or no valid config yet.
    Disabled,
    /// The allowlist is empty, or nothing on it is valid.
    EmptyAllowlist,
    /// Skills do not apply to this scene (U14).
    SceneWithoutSkills,
    /// Under `binding: offered` the scene offers no skill (U18).
    NothingOffered,
}

/// What one scene shows of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenePlan {
    /// The scene.
    pub scene: Scene,
    /// Why there are no skills, if so; all lists are then empty.
    pub off: Option<Off>,
    /// What a binding means in it (U18).
    pub binding: Binding,
    /// The limits in force.
    pub limits: Limits,
    /// The catalog's skills, in catalog order.
    pub catalog: Vec<Arc<Skill>>,
    /// The resident skills, in prompt order.
    pub residents: Vec<Resident>,
    /// Skills that should be resident and are not, and why (U6, U22).
    pub left_out: Vec<Diagnostic>,
    /// What surrounds a session (D2, D3).
    pub world: World,
    /// What a session can reach, resolved and written once for all its requests; `None` for a turn that is no session.
    pub reach: Option<Arc<dsh::Reach>>,
}

/// What surrounds a session and can change between two of its requests (D2, D3). A turn that is no session has the
/// default: nothing hidden, nothing missing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct World {
    /// What becomes of the `skill` tool.
    pub tool: dsh::ToolView,
    /// How the providers answer that do not answer as they did at first, by name.
    pub providers: BTreeMap<String, dsh::RootState>,
}

/// What a request asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// A skill's body.
    Load {
        /// The skill, as the model wrote it.
        name: String,
    },
    /// A reference.
    Read {
        /// The skill, as the model wrote it.
        name: String,
        /// The path, as the model wrote it.
        path: String,
    },
    /// The catalog once more.
    List,
}

/// A request whose fields are wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// The field to blame: `args`, `action`, `params`, `params.name`, `params.path`; `name` when it stands twice.
    pub field: &'static str,
    /// Why, in one sentence.
    pub message: String,
}

/// Something the model asked for, in the order of the response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// A skill request; malformed ones count like any other (U19).
    Skill {
        /// What it asks for, or which field is wrong.
        action: Result<Action, Malformed>,
        /// The request object as canonical JSON: compact, well-formed ones as `name`, `args`, `action`, `params`.
        json: String,
    },
    /// A business tool call.
    Tool {
        /// The tool.
        name: String,
        /// The call as compact JSON.
        json: String,
    },
}

/// A model response, taken apart (U19).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parsed {
    /// Requests and business tool calls in the order of the response.
    pub asks: Vec<Ask>,
    /// The chat texts in order: prose outside JSON, plan members `reply`, `text`, `content`, `message`, and values that
    /// are neither request nor call, as they stand. Trimmed, none empty.
    pub chat: Vec<String>,
    /// The string in `{"text": …}` where the whole response is that object (U24).
    pub text_value: Option<String>,
    /// The first JSON value that breaks off and looks like a request, quoted; the screen hints at it.
    pub unclosed: Option<String>,
}

impl Parsed {
    /// Whether the response holds a skill request, well formed or not.
    pub fn has_request(&self) -> bool {
        self.asks.iter().any(|ask| matches!(ask, Ask::Skill { .. }))
    }

    /// The skill requests: what each asks for, and its canonical JSON.
    pub fn requests(&self) -> impl Iterator<Item = (&Result<Action, Malformed>, &str)> {
        self.asks.iter().filter_map(|ask| match ask {
            Ask::Skill { action, json } => Some((action, json.as_str())),
            Ask::Tool { .. } => None,
        })
    }

    /// The business tool calls: name and compact JSON.
    pub fn tool_calls(&self) -> impl Iterator<Item = (&str, &str)> {
        self.asks.iter().filter_map(|ask| match ask {
            Ask::Tool { name, json } => Some((name.as_str(), json.as_str())),
            Ask::Skill { .. } => None,
        })
    }

    /// The chat texts joined by newlines.
    pub fn chat_text(&self) -> String {
        self.chat.join("\n")
    }
}

impl ScenePlan {
    /// Why `name` is resident, if it is.
    pub fn resident(&self, name: &str) -> Option<&Resident> {
        self.residents.iter().find(|resident| resident.skill.name == name)
    }

    /// Whether the catalog shows `name`.
    pub fn offers(&self, name: &str) -> bool {
        self.catalog.binary_search_by(|skill| skill.name.as_str().cmp(name)).is_ok()
    }
}

/// What a turn has put into the prompt so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ledger {
    /// Skills whose body is in the prompt, residents included.
    pub bodies: BTreeSet<String>,
    /// Fingerprints of the skills that a session was given, each as it was when it was last given (D6).
    pub given: BTreeMap<String, Digest>,
    /// References read: skill and normal path.
    pub references: BTreeSet<(String, String)>,
    /// What the model of a session knows of the catalog (D3).
    pub catalogs: dsh::Lifecycle,
}

/// The host's answer to one ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// `None` is `ok`.
    pub error: Option<Code>,
    /// Why it is an error, in one sentence, as it stands in `text` but not escaped.
    pub why: Option<String>,
    /// The content was already in the prompt: answered so, without a second copy (U21).
    pub repeat: bool,
    /// Short text for the row: `tone-guard`, `references/ex.md`, `list`.
    pub label: String,
    /// Where the content came from: a file relative to the workspace, or `skillstage`.
    pub source: String,
    /// The text the model sees.
    pub text: String,
}

/// The rules of that host, as `settings` want them; a wrong value counts as not set, and [`dsh::Dsh::configured`] says
/// what is wrong. A session runs in `places`.
pub fn by_id(id: DialectId, settings: &Settings, places: &Arc<dsh::Places>) -> Arc<dyn Dialect> {
    match id {
        DialectId::Utility => Arc::new(utility::Utility),
        DialectId::Dsh => Arc::new(dsh::Dsh::configured(settings).0.at(Arc::clone(places))),
    }
}

/// The rules of one host.
pub trait Dialect: std::fmt::Debug + Send + Sync {
    /// Which one.
    fn id(&self) -> DialectId;

    /// What `scene` shows of `snapshot`.
    fn plan(&self, snapshot: &Snapshot, scene: &Scene, binding: Binding, world: World) -> ScenePlan;

    /// What a turn has put into the prompt once it has opened.
    fn begin(&self, plan: &ScenePlan) -> Ledger;

    /// The stable segments that follow the host's prompts: rules, catalog, resident bodies. Not yet counted; empty when
    /// the plan is off.
    fn opening(&self, plan: &ScenePlan) -> Vec<Segment>;

    /// Takes a response apart.
    fn parse(&self, response: &str) -> Parsed;

    /// How a model of this host writes a request for `action`.
    fn request(&self, action: &Action) -> String;

    /// Answers one ask and notes in the ledger what that puts into the prompt.
    fn answer(&self, ask: &Ask, plan: &ScenePlan, library: &Library, ledger: &mut Ledger) -> Answer;

    /// The answer to an ask after the last allowed round trip (U22).
    fn answer_past_rounds(&self, ask: &Ask, limits: &Limits) -> Answer;

    /// What the response of a round trip leaves in the prompt (U16).
    fn request_text(&self, parsed: &Parsed) -> String;

    /// Whether business tool calls get an answer instead of being withheld (U20, U24).
    fn answers_tool_calls(&self, scene: &Scene) -> bool;

    /// Whether a turn is a session: it goes on with the next message, and the world around it can change.
    fn is_session(&self) -> bool {
        false
    }

    /// The catalog message that is due before the next request of a session, if one is (D3).
    fn observe(&self, _plan: &ScenePlan, _ledger: &mut Ledger) -> Option<CatalogNotice> {
        None
    }

    /// Who provides a session's skills and how each answers now, the workspace's provider first; nobody else's business.
    fn providers(&self, _world: &World) -> Vec<dsh::Provider> {
        Vec::new()
    }

    /// The schema of the tool that stands in the next request, if one does (D4).
    fn tool_schema(&self, _plan: &ScenePlan) -> Option<Segment> {
        None
    }
}

/// A catalog message appended to a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogNotice {
    /// Replacement or retired.
    pub kind: dsh::CatalogKind,
    /// The digest recorded with it.
    pub digest: String,
    /// The message; its id is the turn's to give.
    pub segment: Segment,
}
