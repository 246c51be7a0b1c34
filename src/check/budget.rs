//! Budget: what a scene can cost at worst, and what it can never have (U22, U23).

use std::collections::BTreeMap;

use super::worst::{Unreachable, WhyNever, Worst};
use crate::diag::{Code, Diagnostic};
use crate::text::thousands;

/// The scenes that can never have something, and why not.
type Scenes<'w> = Vec<(&'w Worst, WhyNever)>;

/// The findings of the worst cases of a config's scenes: one for the scenes that pass their limit by the same requests,
/// and one for each skill or reference that no response brings into a prompt. What is never to be had in any scene is a
/// warning, in some a note.
pub fn budget(worst: &[Worst]) -> Vec<Diagnostic> {
    let mut same: BTreeMap<Option<String>, Vec<&Worst>> = BTreeMap::new();
    for scene in worst.iter().filter(|worst| worst.over() > 0) {
        same.entry(asked(scene)).or_default().push(scene);
    }
    let over = same.into_values().filter_map(|scenes| over_limit(&scenes));
    let mut never: BTreeMap<(&str, Option<&str>, &str), Scenes<'_>> = BTreeMap::new();
    for scene in worst {
        for Unreachable { skill, reference, why } in &scene.unreachable {
            // What is refused has its own finding; what its body keeps away goes with the body.
            if let Some(reason) = reason(*why) {
                never.entry((skill, reference.as_deref(), reason)).or_default().push((scene, *why));
            }
        }
    }
    let never = never
        .into_iter()
        .map(|((skill, reference, reason), scenes)| never_had(skill, reference, reason, &scenes, worst.len()));
    over.chain(never).collect()
}

/// The finding of scenes that are over by the same requests.
fn over_limit(scenes: &[&Worst]) -> Option<Diagnostic> {
    let worst = scenes.iter().rev().max_by_key(|worst| worst.over())?; // the first of equals
    let [total, limit, over] = [worst.total, worst.limit, worst.over()].map(thousands);
    let how = match asked(worst) {
        Some(asked) => format!(" if the model {asked}"),
        None => " before the model asks for anything".to_owned(),
    };
    let others: Vec<&str> =
        scenes.iter().map(|other| other.scene.as_str()).filter(|other| *other != worst.scene.as_str()).collect();
    let others = if others.is_empty() { String::new() } else { format!("; likewise {}", others.join(", ")) };
    let message =
        format!("{} can come to {total} tokens, over `max_tokens` ({limit}) by {over}{how}{others}", worst.scene);
    let help = "the turn then degrades: shorten what it loads, lower `max_skills`, or bind less; `skillstage scenes` has the numbers";
    Some(Diagnostic::warning(Code::BudgetWorstCase, message).help(help))
}

/// What the worst response asks for, in words; `None` where it asks for nothing.
fn asked(worst: &Worst) -> Option<String> {
    const NAMED: usize = 3;
    let reads = worst.reads();
    let loads = (!worst.loads().is_empty()).then(|| format!("loads {}", worst.loads().join(", ")));
    let reads = match reads.len() {
        0 => None,
        1..=NAMED => Some(format!("reads {}", reads.join(", "))),
        count => Some(format!("reads {count} references")),
    };
    let parts: Vec<String> = loads.into_iter().chain(reads).collect();
    (!parts.is_empty()).then(|| parts.join(", then "))
}

/// Why something can never be had, in words; `None` where another finding says it.
fn reason(why: WhyNever) -> Option<&'static str> {
    match why {
        WhyNever::NoSkillLeft => Some("resident skills use up `max_skills`"),
        WhyNever::NoRound => Some("`max_rounds` is 0"),
        WhyNever::OverBudget(_) => Some("even alone it passes `max_tokens`"),
        WhyNever::Refused(_) | WhyNever::BodyNever => None,
    }
}

/// The finding on what `scenes` of `all` can never have for this reason.
fn never_had(skill: &str, reference: Option<&str>, reason: &str, scenes: &Scenes<'_>, all: usize) -> Diagnostic {
    let (what, verb) = match reference {
        Some(path) => (format!("`{path}` of `{skill}`"), "read"),
        None => (format!("`{skill}`"), "loaded"),
    };
    let over = scenes.iter().filter_map(|(_, why)| match why {
        WhyNever::OverBudget(over) => Some(*over),
        _ => None,
    });
    let by = over.min().map(|over| format!(", by {} at least", thousands(over))).unwrap_or_default();
    let names: Vec<&str> = scenes.iter().map(|(worst, _)| worst.scene.as_str()).collect();
    let everywhere = names.len() == all;
    let place = if everywhere { "any scene".to_owned() } else { names.join(", ") };
    let message = format!("{what} can never be {verb} in {place}: {reason}{by}");
    let finding = match everywhere {
        true => Diagnostic::warning(Code::BudgetNever, message),
        false => Diagnostic::info(Code::BudgetNever, message),
    };
    finding.help("bind fewer skills there, raise the limit, or shorten what stands in the prompt")
}
