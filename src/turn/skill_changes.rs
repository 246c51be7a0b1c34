//! What a change did to the skills of a session.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::workspace::{Skill, Snapshot};

/// What became of one skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillChange {
    /// Its name.
    pub name: String,
    /// What became of it.
    pub kind: SkillChangeKind,
}

/// See [`SkillChange`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkillChangeKind {
    /// It is new.
    Added,
    /// Its description is another, perhaps its body too.
    Described,
    /// Its description is the same; its body or its other fields are not (D3: nothing is appended for a body).
    BodyOnly,
    /// It is gone.
    Removed,
}

/// What became of each skill from one snapshot to the next, by name; nothing of those that stayed as they were.
pub fn skill_changes(old: &Snapshot, new: &Snapshot) -> Vec<SkillChange> {
    let (mut old, mut new) = (old.skills.as_slice(), new.skills.as_slice());
    let mut changes = Vec::new();
    loop {
        let (skill, kind) = match (old.split_first(), new.split_first()) {
            (None, None) => return changes,
            (Some((gone, rest)), next) if next.is_none_or(|(next, _)| gone.name < next.name) => {
                old = rest;
                (gone, Some(SkillChangeKind::Removed))
            }
            (Some((before, old_rest)), Some((after, new_rest))) if before.name.cmp(&after.name) == Ordering::Equal => {
                (old, new) = (old_rest, new_rest);
                (after, edited(before, after))
            }
            (_, Some((added, rest))) => {
                new = rest;
                (added, Some(SkillChangeKind::Added))
            }
            (Some(_), None) => return changes, // the guard above takes it
        };
        changes.extend(kind.map(|kind| SkillChange { name: skill.name.clone(), kind }));
    }
}

fn edited(before: &Arc<Skill>, after: &Arc<Skill>) -> Option<SkillChangeKind> {
    if Arc::ptr_eq(before, after) {
        return None;
    }
    let same = (&before.body, &before.extra) == (&after.body, &after.extra);
    match before.description == after.description {
        false => Some(SkillChangeKind::Described),
        true => (!same).then_some(SkillChangeKind::BodyOnly),
    }
}
