//! Config: what `skills_config.yml` asks for and the host cannot or should not do. What is wrong with its keys and names
//! the loader has found already (U8–U12).

use std::collections::BTreeMap;

use crate::diag::{Code, Diagnostic};
use crate::dialect::Why;
use crate::prompt::Kind;
use crate::text::thousands;
use crate::turn::Turn;

/// The findings of the scenes of a config, each a turn at its start: bindings that cannot be resident, each told once
/// with its scenes, and `always` where it alone takes over a third of the budget.
pub fn config(turns: &[Turn]) -> Vec<Diagnostic> {
    let mut left_out: BTreeMap<(Code, String), (Diagnostic, Vec<&str>)> = BTreeMap::new();
    for turn in turns {
        for diagnostic in &turn.plan().left_out {
            let key = (diagnostic.code, diagnostic.message.replace(turn.plan().scene.as_str(), ""));
            let entry = left_out.entry(key).or_insert_with(|| (diagnostic.clone(), Vec::new()));
            entry.1.push(turn.plan().scene.as_str());
        }
    }
    let left_out = left_out.into_values().map(|(mut diagnostic, scenes)| {
        if scenes.len() > 1 {
            diagnostic.message = format!("{} (in {})", diagnostic.message, scenes.join(", "));
        }
        diagnostic
    });
    left_out.chain(turns.first().and_then(heavy_always)).collect()
}

/// `always` costs every turn of every scene its bodies.
fn heavy_always(turn: &Turn) -> Option<Diagnostic> {
    let plan = turn.plan();
    let always = plan.residents.iter().filter(|resident| resident.why == Why::Always);
    let names: Vec<&str> = always.map(|resident| resident.skill.name.as_str()).collect();
    let is_always = |label: &str| names.contains(&label);
    let bodies = turn.at_rest().segments.iter().filter(|segment| segment.kind == Kind::SkillBody);
    let tokens: usize = bodies.filter(|segment| is_always(&segment.label)).map(|segment| segment.tokens).sum();
    let limit = plan.limits.max_tokens;
    if tokens <= limit / 3 {
        return None;
    }
    let [tokens, limit] = [tokens, limit].map(thousands);
    let message = format!(
        "`always` ({}) takes {tokens} of {limit} tokens in every turn of every scene, over a third",
        names.join(", ")
    );
    let help = "bind it to the scenes that need it, or shorten the bodies";
    Some(Diagnostic::warning(Code::AlwaysHeavy, message).help(help))
}
