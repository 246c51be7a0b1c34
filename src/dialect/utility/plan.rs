//! What a scene shows of a snapshot: its catalog and its resident skills (U10, U13, U14, U18, U22).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diag::{Code, Diagnostic};
use crate::dialect::{Off, Resident, ScenePlan, Why, World};
use crate::scene::{Scene, SceneKind};
use crate::settings::Binding;
use crate::workspace::{Skill, Snapshot};

/// See the module's docs.
pub fn plan(snapshot: &Snapshot, scene: &Scene, binding: Binding) -> ScenePlan {
    let mut plan = ScenePlan {
        scene: scene.clone(),
        off: None,
        binding,
        limits: snapshot.config.limits,
        catalog: Vec::new(),
        residents: Vec::new(),
        left_out: Vec::new(),
        world: World::default(),
        reach: None,
    };
    let allowed = allowed_skills(snapshot);
    plan.off = off(snapshot, scene, &allowed);
    if plan.off.is_some() {
        return plan;
    }
    let bound = bound_skills(snapshot, scene, &allowed);
    place_residents(&mut plan, &bound);
    plan.catalog = match binding {
        Binding::Resident => allowed.into_values().cloned().collect(),
        Binding::Offered => bound.into_iter().map(|(_, (skill, _))| skill.clone()).collect(),
    };
    if plan.catalog.is_empty() {
        plan.off = Some(Off::NothingOffered);
    }
    plan
}

/// The valid skills on the allowlist, by name.
fn allowed_skills(snapshot: &Snapshot) -> BTreeMap<&str, &Arc<Skill>> {
    let allowed = snapshot.skills.iter().filter(|skill| snapshot.is_allowed(&skill.name));
    allowed.map(|skill| (skill.name.as_str(), skill)).collect()
}

fn off(snapshot: &Snapshot, scene: &Scene, allowed: &BTreeMap<&str, &Arc<Skill>>) -> Option<Off> {
    if scene.kind() == SceneKind::NoSkills {
        Some(Off::SceneWithoutSkills)
    } else if !snapshot.config.enabled {
        Some(Off::Disabled)
    } else if allowed.is_empty() {
        Some(Off::EmptyAllowlist)
    } else {
        None
    }
}

/// `always` and this scene's bindings, its own before inherited ones, each skill once (U10), by name.
fn bound_skills<'a>(
    snapshot: &Snapshot,
    scene: &Scene,
    allowed: &BTreeMap<&'a str, &'a Arc<Skill>>,
) -> BTreeMap<&'a str, (&'a Arc<Skill>, Why)> {
    let config = &snapshot.config;
    let inherited = scene.inherits().and_then(|from| config.scenes.get(from.as_str()).map(|names| (from, names)));
    let always = config.always.iter().map(|name| (name, Why::Always));
    let own = config.scenes.get(scene.as_str()).into_iter().flatten().map(|name| (name, Why::Bound));
    let inherited = inherited
        .into_iter()
        .flat_map(|(from, names)| names.iter().map(move |name| (name, Why::Inherited(from.clone()))));
    let mut bound = BTreeMap::new();
    for (name, why) in always.chain(own).chain(inherited) {
        if let Some((name, skill)) = allowed.get_key_value(name.as_str()) {
            bound.entry(*name).or_insert((*skill, why));
        }
    }
    bound
}

/// Gives bodies their place: `always` before bound, each by name, while `max_skills` lasts (U22). A body over its limit
/// takes no place (U6). Under `offered` only `always` is resident (U18).
fn place_residents(plan: &mut ScenePlan, bound: &BTreeMap<&str, (&Arc<Skill>, Why)>) {
    let always = bound.values().filter(|(_, why)| *why == Why::Always);
    let others = bound.values().filter(|(_, why)| *why != Why::Always && plan.binding == Binding::Resident);
    let limits = plan.limits;
    for (skill, why) in always.chain(others) {
        if skill.body.bytes() > limits.body_bytes {
            plan.left_out.push(too_large(skill, limits.body_bytes));
        } else if plan.residents.len() >= limits.max_skills {
            plan.left_out.push(too_many(skill, plan, limits.max_skills));
        } else {
            plan.residents.push(Resident { skill: Arc::clone(skill), why: why.clone() });
        }
    }
    plan.residents.sort_by(|a, b| a.skill.name.cmp(&b.skill.name));
}

fn too_large(skill: &Skill, limit: u64) -> Diagnostic {
    let bytes = skill.body.bytes();
    let message = format!("`{}` cannot be resident: its body has {bytes} bytes, the limit is {limit}", skill.name);
    Diagnostic::warning(Code::ResidentTooLarge, message).help("shorten the body or move parts of it into references")
}

fn too_many(skill: &Skill, plan: &ScenePlan, limit: usize) -> Diagnostic {
    let message = format!("`{}` is left out of {}: max_skills is {limit} and already used up", skill.name, plan.scene);
    Diagnostic::warning(Code::ResidentMaxSkills, message).help("bind fewer skills to this scene")
}
