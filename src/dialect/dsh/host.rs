//! The dsh host as a [`Dialect`]: a session whose catalog follows the world around it.

use std::sync::Arc;

use serde_json::json;

use super::{
    CatalogMessage, DescriptionCap, Lifecycle, Places, Provider, Resolved, TemplateId, Templates, ToolError, ToolView,
    call, calls,
};
use crate::diag::{Code, Diagnostic};
use crate::dialect::{Action, Answer, Ask, CatalogNotice, Dialect, Ledger, Parsed, ScenePlan, World};
use crate::prompt::{Kind, Role, Segment};
use crate::scene::Scene;
use crate::settings::{Binding, DialectId, Settings, TemplateFile};
use crate::text::{cut, nearest, printable_line};
use crate::workspace::{Library, Limits, Snapshot};

/// The name of the tool.
pub(super) const TOOL: &str = "skill";

/// The source of texts that are the host's.
const DSH: &str = "dsh";

/// Most cells of a name of the model's that a row repeats.
const LABEL_CELLS: usize = 60;

/// The dsh dialect.
#[derive(Debug, Clone, Default)]
pub struct Dsh {
    cap: DescriptionCap,
    templates: Templates,
    places: Arc<Places>,
}

impl Dsh {
    /// The dialect with its own cap on descriptions and its own texts (D1, D2).
    pub fn new(cap: DescriptionCap, templates: Templates) -> Dsh {
        Dsh { cap, templates, places: Arc::default() }
    }

    /// The same dialect in these places (D8).
    pub fn at(self, places: Arc<Places>) -> Dsh {
        Dsh { places, ..self }
    }

    /// The dialect as `settings` want it, and what is wrong with these; a wrong value counts as not set.
    pub fn configured(settings: &Settings) -> (Dsh, Vec<Diagnostic>) {
        let (mut dsh, mut faults) = (Dsh::default(), Vec::new());
        if let Some(max) = &settings.description_max.value {
            match DescriptionCap::new(max.units) {
                Ok(cap) => dsh.cap = cap,
                Err(small) => {
                    faults.push(Diagnostic::error(Code::SettingsValue, small.to_string()).at(max.place.clone()));
                }
            }
        }
        for (id, template) in &settings.templates.value {
            match TemplateId::parse(id) {
                Some(id) => {
                    faults
                        .extend(dsh.templates.replace(id, &template.file, &template.text).err().into_iter().flatten());
                }
                None => faults.push(no_such_template(id, template)),
            }
        }
        (dsh, faults)
    }
}

impl Dialect for Dsh {
    fn id(&self) -> DialectId {
        DialectId::Dsh
    }

    /// Every valid skill, whatever the workspace's allowlist, bindings and limits say: those are the utility host's.
    fn plan(&self, snapshot: &Snapshot, scene: &Scene, binding: Binding, world: World) -> ScenePlan {
        let reach = self.places.reach(&snapshot.skills, &world, self.cap);
        ScenePlan {
            reach: Some(Arc::new(reach)),
            scene: scene.clone(),
            off: None,
            binding,
            limits: Limits::NONE,
            catalog: snapshot.skills.clone(),
            residents: Vec::new(),
            left_out: Vec::new(),
            world,
        }
    }

    fn begin(&self, plan: &ScenePlan) -> Ledger {
        let mut catalogs = Lifecycle::default();
        if let Some(reach) = &plan.reach {
            catalogs.prefix(&reach.view, &self.templates);
        }
        Ledger { catalogs, ..Ledger::default() }
    }

    fn opening(&self, plan: &ScenePlan) -> Vec<Segment> {
        let view = plan.reach.as_ref().map(|reach| &reach.view);
        let initial = view.and_then(|view| Lifecycle::default().prefix(view, &self.templates).due());
        let initial = initial.map(|message| Segment { stable: true, id: "catalog".to_owned(), ..catalog(&message) });
        self.tool_schema(plan).into_iter().chain(initial).collect()
    }

    fn tool_schema(&self, plan: &ScenePlan) -> Option<Segment> {
        (plan.world.tool == ToolView::Visible).then(|| Segment {
            id: "tool:skill".to_owned(),
            kind: Kind::ToolSchema,
            label: "tool skill".to_owned(),
            source: DSH.to_owned(),
            stable: true,
            role: Role::System,
            text: self.templates.tool_schema().into(),
            ..Segment::default()
        })
    }

    fn parse(&self, response: &str) -> Parsed {
        calls::parse(response)
    }

    fn request(&self, action: &Action) -> String {
        match action {
            Action::Load { name } | Action::Read { name, .. } => calls::written(TOOL, &json!({ "name": name })),
            Action::List => calls::written(TOOL, &json!({})),
        }
    }

    fn answer(&self, ask: &Ask, plan: &ScenePlan, _: &Library, ledger: &mut Ledger) -> Answer {
        match ask {
            _ if plan.world.tool != ToolView::Visible => no_such_tool(ask),
            Ask::Tool { .. } => no_such_tool(ask),
            Ask::Skill { action: Ok(Action::Load { name }), .. } => self.load(name, plan, ledger),
            Ask::Skill { action: Ok(_), .. } => no_such_tool(ask),
            Ask::Skill { action: Err(malformed), .. } => {
                let why = format!("Error: {}", malformed.message);
                error(Code::RequestMalformed, malformed.field.to_owned(), why)
            }
        }
    }

    fn answer_past_rounds(&self, ask: &Ask, _limits: &Limits) -> Answer {
        no_such_tool(ask) // this host counts no round trips, so nothing is ever past them
    }

    /// The whole assistant message: what it said, then its calls, one a line.
    fn request_text(&self, parsed: &Parsed) -> String {
        let calls = parsed.asks.iter().map(|ask| match ask {
            Ask::Skill { json, .. } | Ask::Tool { json, .. } => json.as_str(),
        });
        parsed.chat.iter().map(String::as_str).chain(calls).collect::<Vec<_>>().join("\n")
    }

    fn answers_tool_calls(&self, _scene: &Scene) -> bool {
        true
    }

    fn is_session(&self) -> bool {
        true
    }

    fn providers(&self, world: &World) -> Vec<Provider> {
        self.places.providers(world)
    }

    fn observe(&self, plan: &ScenePlan, ledger: &mut Ledger) -> Option<CatalogNotice> {
        let message = ledger.catalogs.step(&plan.reach.as_ref()?.view, &self.templates).due()?;
        let segment = catalog(&message);
        Some(CatalogNotice { kind: message.kind, digest: message.digest, segment })
    }
}

impl Dsh {
    fn load(&self, name: &str, plan: &ScenePlan, ledger: &mut Ledger) -> Answer {
        let label = printable_line(&cut(name, LABEL_CELLS)).into_owned();
        let nothing = Resolved::default();
        let resolved = plan.reach.as_ref().map_or(&nothing, |reach| &reach.resolved);
        match call(name, resolved, &self.templates) {
            Ok(loaded) => {
                let offer = resolved.offer(name);
                ledger.bodies.insert(name.to_owned());
                ledger.given.extend(offer.map(|offer| (name.to_owned(), offer.skill.fingerprint())));
                let stored = offer.and_then(|offer| offer.skill.stored.as_ref());
                let file = stored.map(|skill| skill.file.clone());
                let (source, text) = (file.unwrap_or(loaded.value.provider), loaded.text);
                Answer { error: None, why: None, repeat: false, label, source, text }
            }
            Err(refused) => {
                let code = match refused {
                    ToolError::InvalidName(_) => Code::SkillNameInvalid,
                    ToolError::Unknown(_) => Code::SkillUnknown,
                    ToolError::NotForModel(_) => Code::SkillNotForModel,
                    ToolError::Provider(_) => Code::ProviderFault,
                };
                error(code, label, refused.to_string())
            }
        }
    }
}

fn no_such_template(id: &str, template: &TemplateFile) -> Diagnostic {
    let known = TemplateId::ALL.iter().map(|id| id.as_str());
    let help = match nearest(id, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known templates: {}", known.collect::<Vec<_>>().join(", ")),
    };
    let message = format!("there is no template `{id}`");
    Diagnostic::error(Code::SettingsValue, message).at(template.place.clone()).help(help)
}

/// A tool that this session does not have: hidden, shadowed, or none of ours (D4).
fn no_such_tool(ask: &Ask) -> Answer {
    let name = match ask {
        Ask::Tool { name, .. } => printable_line(&cut(name, LABEL_CELLS)).into_owned(),
        Ask::Skill { .. } => TOOL.to_owned(),
    };
    let why = format!("Error: tool \"{name}\" is not available");
    error(Code::ToolUnavailable, name, why)
}

fn error(code: Code, label: String, text: String) -> Answer {
    Answer { error: Some(code), why: Some(text.clone()), repeat: false, label, source: DSH.to_owned(), text }
}

fn catalog(message: &CatalogMessage) -> Segment {
    Segment {
        kind: Kind::Catalog,
        label: "catalog".to_owned(),
        source: DSH.to_owned(),
        role: Role::User,
        text: message.text.as_str().into(),
        ..Segment::default()
    }
}
