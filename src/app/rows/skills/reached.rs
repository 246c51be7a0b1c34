//! Panel 2 of a session: what it can reach, root by root, the nearest first, and what lost its name to which (D8).
//!
//! ```text
//!  registry
//!   from-the-web   offered  12
//!   tone-guard     loaded   31
//!  workspace
//! + reply-style    offered 812
//! + tone-guard  lost to registry
//! ```

use std::sync::Arc;

use super::{Builder, SkillRow, SkillState, behind_key, in_prompt, skill_key};
use crate::app::rows::session::large_share;
use crate::app::rows::{Row, contains};
use crate::diag::Code;
use crate::dialect::dsh::{Reach, Root, RootState, SessionSkill, ToolView, WORKSPACE};
use crate::turn::Next;

/// What stands in the list of one root.
type Entry<'a> = (&'a str, Option<&'a Arc<SessionSkill>>);

impl Builder<'_> {
    /// The rows of all roots.
    pub(super) fn reached(&self, reach: &Reach) -> Vec<Row<SkillRow>> {
        let serving = reach.resolved.order();
        let elsewhere = (0..reach.roots.len()).filter(|root| !serving.contains(root));
        let mut rows = Vec::new();
        for index in serving.iter().copied().chain(elsewhere) {
            let Some(root) = reach.roots.get(index) else { continue };
            let before = rows.len();
            self.root(reach, index, root, &mut rows);
            if reach.roots.len() > 1 && (rows.len() > before || self.filter.is_empty()) {
                let (label, state) = (root.label.clone(), root.state.clone());
                rows.insert(before, Row::plain(SkillRow::Root { label, state, serves: serving.contains(&index) }));
            }
        }
        rows
    }

    /// The rows of one root, sorted by name; those of the workspace with what was refused.
    fn root(&self, reach: &Reach, index: usize, root: &Root, rows: &mut Vec<Row<SkillRow>>) {
        let mut entries: Vec<Entry<'_>> = root.skills.iter().map(|skill| (skill.name.as_str(), Some(skill))).collect();
        if index == WORKSPACE {
            let refused = &self.turn.setup().library.snapshot.refused;
            entries.extend(refused.iter().map(|refused| (refused.dir.as_str(), None)));
        }
        entries.sort_by(|a, b| a.0.cmp(b.0));
        for (name, skill) in entries {
            match skill {
                Some(skill) => self.offered(reach, index, skill, rows),
                None if contains(name, self.filter) => rows.push(self.refused(name)),
                None => {}
            }
        }
    }

    fn offered(&self, reach: &Reach, root: usize, skill: &Arc<SessionSkill>, rows: &mut Vec<Row<SkillRow>>) {
        let name = skill.name.as_str();
        let has_won = reach.winner(name).is_some_and(|won| Arc::ptr_eq(&won.skill, skill));
        let is_loaded = has_won && self.turn.ledger().bodies.contains(name);
        let is_next = reach.resolved.next_in_line(name).is_some_and(|lost| Arc::ptr_eq(&lost.skill, skill));
        let key = if has_won || is_next { skill_key(name) } else { behind_key(root, name) };
        let tokens = Some(is_loaded).filter(|loaded| *loaded).and_then(|_| in_prompt(self.turn, name, false));
        let tokens = tokens.or_else(|| self.counted(root, name));
        let state = match has_won {
            true => self.winner_state(skill, is_loaded, tokens),
            false => behind(reach, root, name),
        };
        match &skill.stored {
            Some(stored) => self.stored(stored, key, (state, tokens), is_loaded, rows),
            None if contains(name, self.filter) => rows.push(Row::selectable(
                key.clone(),
                SkillRow::Skill {
                    name: name.to_owned(),
                    root,
                    state,
                    tokens,
                    open: None,
                    marked: self.marked.contains(&key),
                    changed: false,
                },
            )),
            None => {}
        }
    }

    /// How a skill stands that won its name.
    fn winner_state(&self, skill: &SessionSkill, is_loaded: bool, tokens: Option<usize>) -> SkillState {
        if is_loaded {
            SkillState::Loaded
        } else if !matches!(self.turn.next(), Next::Served { .. }) {
            SkillState::Cannot(Code::TurnEnded)
        } else if self.turn.plan().world.tool != ToolView::Visible {
            SkillState::NoTool
        } else if !skill.is_model_invocable() {
            SkillState::NotForModel
        } else {
            let large = tokens.and_then(|tokens| large_share(self.turn, tokens));
            large.map_or(SkillState::Offered, SkillState::Large)
        }
    }
}

/// Why a skill of `root` does not have its name.
fn behind(reach: &Reach, root: usize, name: &str) -> SkillState {
    if !reach.resolved.order().contains(&root) {
        return SkillState::Elsewhere;
    }
    if let Some(won) = reach.winner(name) {
        return SkillState::Lost(reach.label(won.root).to_owned());
    }
    let is_failing =
        |index: &&usize| reach.roots.get(**index).is_some_and(|root| matches!(root.state, RootState::Failing(_)));
    let failing = reach.resolved.order().iter().find(is_failing);
    SkillState::Behind(failing.map_or("", |index| reach.label(*index)).to_owned())
}
