//! Catalog: names and descriptions side by side, as the model sees them when it chooses.

mod near;
mod vague;

use std::collections::BTreeMap;

use crate::diag::{Code, Diagnostic};
use crate::dialect::dsh::{DescriptionCap, cut_description};
use crate::text::thousands;

use near::Terms;
pub use vague::vague;

/// What a catalog says of a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its description, as YAML gives it.
    pub description: &'a str,
}

/// A finding on one skill of a list; its place is the skill's description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnSkill {
    /// The skill's index in the list.
    pub skill: usize,
    /// What is wrong; without a place.
    pub diagnostic: Diagnostic,
}

/// Skills that a model cannot tell apart by their descriptions, in full or as a host cuts them at `cap` (D1), one finding
/// each. On two cores.
///
/// Takes time in proportion to the list: a skill is compared with a bounded number of those that share a rare term.
pub fn near(skills: &[Listed<'_>], cap: DescriptionCap) -> Vec<OnSkill> {
    let in_full = || {
        let terms = Terms::of(skills.iter().map(|skill| skill.description));
        (near::pairs(&terms, skills), terms)
    };
    let ((in_full, terms), cut) = rayon::join(in_full, || pairs_when_cut(skills, cap));
    let cut = cut.into_iter().filter(|(one, other)| !terms.are_near(*one, *other));
    [duplicates(skills, in_full), alike(skills, cut, cap)].concat()
}

/// Skills whose description is nearly that of an earlier one in the list: at least 85 % of their terms are shared.
/// Descriptions by one template that each name their own subject are none.
fn duplicates(skills: &[Listed<'_>], pairs: Vec<(usize, usize)>) -> Vec<OnSkill> {
    let found = pairs.into_iter().map(|(skill, earlier)| {
        let message =
            format!("the description is nearly that of `{}`, so a model cannot choose", name(skills, earlier));
        let help = "say in each when it is to be used and the other is not, or make one skill of the two";
        OnSkill { skill, diagnostic: Diagnostic::warning(Code::CatalogDuplicate, message).help(help) }
    });
    found.collect()
}

/// Skills whose description becomes nearly that of an earlier one where a host cuts both at `cap`.
fn pairs_when_cut(skills: &[Listed<'_>], cap: DescriptionCap) -> Vec<(usize, usize)> {
    let cut: Vec<Option<String>> = skills.iter().map(|skill| cut_description(skill.description, cap)).collect();
    if cut.iter().flatten().count() < 2 {
        return Vec::new(); // one that is cut can only become less like the others
    }
    let shown = skills.iter().zip(&cut).map(|(skill, cut)| cut.as_deref().unwrap_or(skill.description));
    let are_cut = |index: usize| cut.get(index).is_some_and(Option::is_some);
    let mut pairs = near::pairs(&Terms::of(shown), skills);
    pairs.retain(|(one, other)| are_cut(*one) && are_cut(*other));
    pairs
}

/// Skills whose description becomes nearly that of an earlier one though in full they differ.
fn alike(skills: &[Listed<'_>], pairs: impl Iterator<Item = (usize, usize)>, cap: DescriptionCap) -> Vec<OnSkill> {
    let found = pairs.map(|(skill, earlier)| {
        let (units, other) = (thousands(cap.units()), name(skills, earlier));
        let message = format!("cut at {units} characters, the description is nearly that of `{other}`");
        let help = "put what tells the two apart at the beginning";
        OnSkill { skill, diagnostic: Diagnostic::warning(Code::CatalogAlike, message).help(help) }
    });
    found.collect()
}

fn name<'a>(skills: &[Listed<'a>], index: usize) -> &'a str {
    skills.get(index).map_or("", |skill| skill.name)
}

/// What the catalog costs: one finding for all scenes in which it takes the same number of tokens, the dearest first.
/// `scenes` gives the tokens of the catalog in each scene, `estimator` who counted them.
pub fn cost<'a>(
    scenes: impl IntoIterator<Item = (&'a str, usize)>,
    max_tokens: usize,
    estimator: &str,
) -> Vec<Diagnostic> {
    let mut by_tokens: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (scene, tokens) in scenes.into_iter().filter(|(_, tokens)| *tokens > 0) {
        by_tokens.entry(tokens).or_default().push(scene);
    }
    let found = by_tokens.into_iter().rev().map(|(tokens, scenes)| {
        let share = match max_tokens {
            0 => String::new(),
            most => format!(", {:.1} % of `max_tokens` ({})", tokens as f64 * 100.0 / most as f64, thousands(most)),
        };
        let (tokens, scenes) = (thousands(tokens), scenes.join(", "));
        let message = format!("the catalog takes {tokens} tokens ({estimator}){share} in {scenes}");
        Diagnostic::info(Code::CatalogCost, message)
    });
    found.collect()
}

#[cfg(test)]
mod tests;
