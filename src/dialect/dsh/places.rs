//! What a session can reach: the workspace, and the roots that a scenario declares beside it (D8).

use std::path::PathBuf;
use std::sync::Arc;

use super::{Resolved, Root, RootState, SessionSkill, View, resolve};
use crate::workspace::Skill;

/// The root of the workspace, as reports name it.
const WORKSPACE: &str = "workspace";

/// Where a session runs, and the roots beside the workspace. The workspace serves every directory and is the farthest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    /// The working directory.
    pub cwd: PathBuf,
    /// The declared roots, in order.
    pub roots: Vec<Root>,
}

/// What a session can reach now, and what its model would be shown of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// The labels of the roots: the workspace, then the declared ones; [`Resolved`] counts in these.
    pub roots: Vec<String>,
    /// Who won each name, and who lost.
    pub resolved: Resolved,
    /// The catalog as it would be written now.
    pub view: View,
}

impl Places {
    /// The labels of all roots, the workspace first.
    pub fn labels(&self) -> Vec<String> {
        let declared = self.roots.iter().map(|root| root.label.clone());
        [WORKSPACE.to_owned()].into_iter().chain(declared).collect()
    }

    /// Resolves the names of the workspace's skills and the declared ones. `incomplete` is the workspace's provider.
    pub(super) fn resolve(&self, skills: &[Arc<Skill>], incomplete: bool) -> Resolved {
        let offered = skills.iter().filter_map(|skill| SessionSkill::from_workspace(skill, root_of(skill)));
        let state = if incomplete { RootState::Incomplete } else { RootState::Ready };
        let skills = offered.map(Arc::new).collect();
        let workspace = Root { label: WORKSPACE.to_owned(), scope: None, state, skills };
        let roots: Vec<Root> = [workspace].into_iter().chain(self.roots.iter().cloned()).collect();
        resolve(&roots, &self.cwd)
    }
}

/// The directory that a skill's own directory stands in, relative to the workspace, so that a session gives the same
/// bytes wherever the workspace lies (S4).
fn root_of(skill: &Skill) -> &str {
    let directory = skill.file.strip_suffix("/SKILL.md").unwrap_or(&skill.file);
    let root = directory.strip_suffix(skill.name.as_str()).map_or("", |root| root.trim_end_matches('/'));
    if root.is_empty() { "." } else { root }
}
