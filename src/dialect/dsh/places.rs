//! What a session can reach: the workspace, and the roots that a scenario declares beside it (D8).

use std::path::PathBuf;
use std::sync::Arc;

use super::{FILESYSTEM, Resolved, Root, RootState, SessionSkill, View, resolve};
use crate::dialect::World;
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

/// Who provides skills, and how it answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// Its name.
    pub name: String,
    /// How it answers.
    pub state: RootState,
}

impl Places {
    /// The providers of all roots, each once, the workspace's first; one of several roots is as the first of these that is
    /// not ready.
    pub fn providers(&self, world: &World) -> Vec<Provider> {
        let mut providers = vec![Provider { name: FILESYSTEM.to_owned(), state: RootState::Ready }];
        for root in &self.roots {
            match providers.iter_mut().find(|known| known.name == root.provider) {
                Some(known) if known.state == RootState::Ready => known.state = root.state.clone(),
                Some(_) => {}
                None => providers.push(Provider { name: root.provider.clone(), state: root.state.clone() }),
            }
        }
        for provider in &mut providers {
            if let Some(state) = world.providers.get(&provider.name) {
                provider.state = state.clone();
            }
        }
        providers
    }

    /// The labels of all roots, the workspace first.
    pub fn labels(&self) -> Vec<String> {
        let declared = self.roots.iter().map(|root| root.label.clone());
        [WORKSPACE.to_owned()].into_iter().chain(declared).collect()
    }

    /// Resolves the names of the workspace's skills and the declared ones, as the providers answer in `world`.
    pub(super) fn resolve(&self, skills: &[Arc<Skill>], world: &World) -> Resolved {
        let offered = skills.iter().filter_map(|skill| SessionSkill::from_workspace(skill, root_of(skill)));
        let skills = offered.map(Arc::new).collect();
        let (label, provider) = (WORKSPACE.to_owned(), FILESYSTEM.to_owned());
        let workspace = Root { label, scope: None, provider, state: RootState::Ready, skills };
        let as_now = |root: Root| {
            let state = world.providers.get(&root.provider).cloned().unwrap_or(root.state);
            Root { state, ..root }
        };
        let roots: Vec<Root> = [workspace].into_iter().chain(self.roots.iter().cloned()).map(as_now).collect();
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
