//! The utility bot's read-only language skills (SPEC section 3): what a scene shows, how the model asks in its text
//! protocol, and what the host answers.

mod answer;
mod parse;
mod plan;
mod request;
mod wording;

pub use parse::parse;
pub use request::canonical;

use super::{Action, Answer, Ask, Dialect, Ledger, Parsed, ScenePlan, World};
use crate::prompt::{Kind, Role, Segment};
use crate::scene::{Scene, SceneKind};
use crate::settings::{Binding, DialectId};
use crate::workspace::{Library, Limits, Snapshot};

/// The utility dialect.
#[derive(Debug, Clone, Copy, Default)]
pub struct Utility;

impl Dialect for Utility {
    fn id(&self) -> DialectId {
        DialectId::Utility
    }

    fn plan(&self, snapshot: &Snapshot, scene: &Scene, binding: Binding, _world: World) -> ScenePlan {
        plan::plan(snapshot, scene, binding)
    }

    fn begin(&self, plan: &ScenePlan) -> Ledger {
        let bodies = plan.residents.iter().map(|resident| resident.skill.name.clone()).collect();
        Ledger { bodies, ..Ledger::default() }
    }

    fn opening(&self, plan: &ScenePlan) -> Vec<Segment> {
        if plan.off.is_some() {
            return Vec::new();
        }
        let rules = Segment {
            id: "skill-rules".to_owned(),
            kind: Kind::SkillRules,
            label: "skill rules".to_owned(),
            source: SKILLSTAGE.to_owned(),
            text: wording::rules(&plan.scene, &plan.limits).into(),
            ..stable()
        };
        let catalog = Segment {
            id: "catalog".to_owned(),
            kind: Kind::Catalog,
            label: "catalog".to_owned(),
            source: "skills/".to_owned(),
            text: wording::catalog(&plan.catalog).into(),
            ..stable()
        };
        let bodies = plan.residents.iter().filter_map(|resident| {
            let content = resident.skill.body.text()?; // a plan leaves out what has none, with its reason (U6)
            Some(Segment {
                id: format!("body:{}", resident.skill.name),
                kind: Kind::SkillBody,
                label: resident.skill.name.clone(),
                source: resident.skill.file.clone(),
                text: wording::resident_body(&resident.skill.name, &content.text).into(),
                ..stable()
            })
        });
        [rules, catalog].into_iter().chain(bodies).collect()
    }

    fn parse(&self, response: &str) -> Parsed {
        parse(response)
    }

    fn request(&self, action: &Action) -> String {
        canonical(action)
    }

    fn answer(&self, ask: &Ask, plan: &ScenePlan, library: &Library, ledger: &mut Ledger) -> Answer {
        answer::answer(ask, plan, library, ledger)
    }

    fn answer_past_rounds(&self, ask: &Ask, limits: &Limits) -> Answer {
        answer::past_rounds(ask, limits)
    }

    /// The request objects alone, as canonical JSON, one a line; withheld text is not repeated.
    fn request_text(&self, parsed: &Parsed) -> String {
        parsed.requests().map(|(_, json)| json).collect::<Vec<_>>().join("\n")
    }

    fn answers_tool_calls(&self, scene: &Scene) -> bool {
        scene.kind() == SceneKind::TextWrapper
    }
}

/// The source of texts that are ours.
const SKILLSTAGE: &str = "skillstage";

fn stable() -> Segment {
    Segment { stable: true, role: Role::System, ..Segment::default() }
}
