//! What a session can reach: the workspace, and the roots that a scenario declares beside it (D8).

use std::path::PathBuf;
use std::sync::Arc;

use super::{DescriptionCap, FILESYSTEM, Offer, Resolved, Root, RootState, SessionSkill, View, resolve};
use crate::dialect::World;
use crate::workspace::Skill;

/// The index of the workspace among the roots of a session.
pub const WORKSPACE: usize = 0;

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
    /// The roots as their providers answer now: the workspace, then the declared ones; [`Resolved`] counts in these.
    pub roots: Vec<Root>,
    /// Who won each name, and who lost.
    pub resolved: Resolved,
    /// The catalog as it would be written now.
    pub view: View,
}

impl Reach {
    /// The label of a root, as reports name it.
    pub fn label(&self, root: usize) -> &str {
        self.roots.get(root).map_or("", |root| &root.label)
    }

    /// The skill that won a name.
    pub fn winner(&self, name: &str) -> Option<&Offer> {
        self.resolved.offer(name)
    }
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

    /// What can be reached of the workspace's skills and the declared ones, as the providers answer in `world`.
    pub(super) fn reach(&self, skills: &[Arc<Skill>], world: &World, cap: DescriptionCap) -> Reach {
        let offered = skills.iter().filter_map(|skill| SessionSkill::from_workspace(skill, root_of(skill)));
        let skills = offered.map(Arc::new).collect();
        let (label, provider) = ("workspace".to_owned(), FILESYSTEM.to_owned());
        let workspace = Root { label, scope: None, provider, state: RootState::Ready, skills };
        let as_now = |root: Root| {
            let state = world.providers.get(&root.provider).cloned().unwrap_or(root.state);
            Root { state, ..root }
        };
        let roots: Vec<Root> = [workspace].into_iter().chain(self.roots.iter().cloned()).map(as_now).collect();
        let resolved = resolve(&roots, &self.cwd);
        Reach { view: View::observe(&resolved, world.tool, cap), roots, resolved }
    }
}

/// The directory that a skill's own directory stands in, relative to the workspace, so that a session gives the same
/// bytes wherever the workspace lies (S4).
fn root_of(skill: &Skill) -> &str {
    let directory = skill.file.strip_suffix("/SKILL.md").unwrap_or(&skill.file);
    let root = directory.strip_suffix(skill.name.as_str()).map_or("", |root| root.trim_end_matches('/'));
    if root.is_empty() { "." } else { root }
}
