//! Which root wins a name, by working directory (D8).

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::{SessionSkill, SkillName};

/// How well a root's provider answers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RootState {
    /// With all it has.
    #[default]
    Ready,
    /// With what it knows so far: the snapshot is incomplete (D3).
    Incomplete,
    /// With this fault: the snapshot is incomplete, and a lookup that reaches the root fails with it (D5).
    Failing(String),
}

impl RootState {
    /// The state of a provider that fails, of which nothing is said but its name.
    pub fn failing(provider: &str) -> RootState {
        RootState::Failing(format!("the provider \"{provider}\" does not answer"))
    }

    /// The word for it: `complete`, `incomplete` or `failed`.
    pub fn word(&self) -> &'static str {
        match self {
            RootState::Ready => "complete",
            RootState::Incomplete => "incomplete",
            RootState::Failing(_) => "failed",
        }
    }
}

/// A place that offers skills.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Root {
    /// Its name on the screen.
    pub label: String,
    /// The directory that it serves, with everything below. `None` serves every directory and is the farthest.
    pub scope: Option<PathBuf>,
    /// Who provides its skills.
    pub provider: String,
    /// How well its provider answers.
    pub state: RootState,
    /// What it offers. Where it offers a name twice, the first wins.
    pub skills: Vec<Arc<SessionSkill>>,
}

/// A skill that won its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The skill.
    pub skill: Arc<SessionSkill>,
    /// The index of its root.
    pub root: usize,
}

/// A skill that another root keeps from the session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The skill.
    pub skill: Arc<SessionSkill>,
    /// The index of its root.
    pub root: usize,
    /// The index of the root that stands before it: one that offers the name too, or whose provider fails (which may
    /// be its own).
    pub to: usize,
}

/// What a session in one working directory can reach.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Resolved {
    offers: BTreeMap<SkillName, Offer>,
    lost: Vec<Lost>,
    order: Vec<usize>,
    complete: bool,
    fault: Option<String>,
}

/// Resolves every name for a session in `cwd`: roots that serve it are asked from the nearest to the farthest, equally
/// near ones in their order; a failing provider ends the walk. Paths are compared as text, links are not followed.
pub fn resolve(roots: &[Root], cwd: &Path) -> Resolved {
    let cwd = lexical(cwd);
    let serving = |(index, root): (usize, &Root)| Some((distance(root.scope.as_deref(), &cwd)?, index));
    let mut order: Vec<(usize, usize)> = roots.iter().enumerate().filter_map(serving).collect();
    order.sort_unstable();

    let mut resolved = Resolved { complete: true, ..Resolved::default() };
    let mut failing = None;
    for (_, index) in order {
        let Some(root) = roots.get(index) else { continue };
        resolved.order.push(index);
        resolved.complete &= root.state == RootState::Ready;
        if let (RootState::Failing(fault), None) = (&root.state, failing) {
            failing = Some(index);
            resolved.fault = Some(fault.clone());
        }
        for skill in &root.skills {
            resolved.take(skill, index, failing);
        }
    }
    resolved.lost.sort_by(|a, b| a.skill.name.cmp(&b.skill.name));
    resolved
}

impl Resolved {
    /// The skills that won their names, sorted by code point (D1).
    pub fn offers(&self) -> impl Iterator<Item = &Offer> {
        self.offers.values()
    }

    /// The skills that lost theirs, sorted by name, nearer ones first.
    pub fn lost(&self) -> &[Lost] {
        &self.lost
    }

    /// The skill that won that name.
    pub fn offer(&self, name: &str) -> Option<&Offer> {
        self.offers.get(name)
    }

    /// The skill that would have a name if no provider failed: the nearest of those that have none before them.
    pub fn next_in_line(&self, name: &str) -> Option<&Lost> {
        let first = self.lost.partition_point(|lost| lost.skill.name.as_str() < name);
        self.lost.get(first).filter(|lost| lost.skill.name.as_str() == name && !self.offers.contains_key(name))
    }

    /// The indices of the roots that serve the working directory, the nearest first.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Whether every provider answered with all it has.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The skill of that name, `None` where no root offers it.
    ///
    /// # Errors
    /// The message of a failing provider that had to be asked.
    pub fn lookup(&self, name: &SkillName) -> Result<Option<&Arc<SessionSkill>>, &str> {
        match (self.offers.get(name), &self.fault) {
            (None, Some(fault)) => Err(fault),
            (found, _) => Ok(found.map(|offer| &offer.skill)),
        }
    }

    /// Adds an offer, which loses to an earlier one and to a failing root, also where that root offers it itself.
    fn take(&mut self, skill: &Arc<SessionSkill>, root: usize, failing: Option<usize>) {
        let skill = Arc::clone(skill);
        match (self.offers.entry(skill.name.clone()), failing) {
            (Entry::Occupied(winner), _) => {
                let to = winner.get().root;
                self.lost.push(Lost { skill, root, to });
            }
            (Entry::Vacant(_), Some(to)) => self.lost.push(Lost { skill, root, to }),
            (Entry::Vacant(free), None) => {
                free.insert(Offer { skill, root });
            }
        }
    }
}

/// How many directories `cwd` lies below `scope`; `None` where it does not lie there.
fn distance(scope: Option<&Path>, cwd: &Path) -> Option<usize> {
    match scope {
        Some(scope) => Some(cwd.strip_prefix(lexical(scope)).ok()?.components().count()),
        None => Some(usize::MAX),
    }
}

/// The path without `.` and `..`, by its text alone.
fn lexical(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(label: &str, scope: Option<&str>, names: &[&str]) -> Root {
        let skill = |name: &&str| Arc::new(SessionSkill { provider: label.to_owned(), ..SessionSkill::named(name) });
        Root {
            label: label.to_owned(),
            scope: scope.map(PathBuf::from),
            provider: label.to_owned(),
            state: RootState::Ready,
            skills: names.iter().map(skill).collect(),
        }
    }

    fn winners(resolved: &Resolved) -> Vec<String> {
        resolved.offers().map(|offer| format!("{} {}", offer.skill.name, offer.skill.provider)).collect()
    }

    fn losers(resolved: &Resolved) -> Vec<(String, usize, usize)> {
        resolved.lost().iter().map(|lost| (lost.skill.name.to_string(), lost.root, lost.to)).collect()
    }

    fn name(text: &str) -> SkillName {
        SkillName::parse(text).unwrap()
    }

    #[test]
    fn d8_the_nearer_root_wins_and_the_loser_is_listed() {
        let roots = [
            root("user", None, &["pdf", "tone"]),
            root("repository", Some("/repo"), &["tone", "build"]),
            root("package", Some("/repo/app/"), &["tone"]),
        ];
        let inside = resolve(&roots, Path::new("/repo/app/src"));
        assert_eq!(winners(&inside), ["build repository", "pdf user", "tone package"]);
        assert_eq!(losers(&inside), [("tone".to_owned(), 1, 2), ("tone".to_owned(), 0, 2)]);

        let beside = resolve(&roots, Path::new("/repo/app/../application"));
        assert_eq!(winners(&beside), ["build repository", "pdf user", "tone repository"]);
        assert_eq!(winners(&resolve(&roots, Path::new("/elsewhere"))), ["pdf user", "tone user"]);
    }

    #[test]
    fn d8_of_equally_near_roots_the_first_wins() {
        let roots = [root("a", Some("/w"), &["x", "x"]), root("b", Some("/w/."), &["x"])];
        let resolved = resolve(&roots, Path::new("/w"));
        assert_eq!(winners(&resolved), ["x a"]);
        assert_eq!(losers(&resolved), [("x".to_owned(), 0, 0), ("x".to_owned(), 1, 0)]);
    }

    #[test]
    fn d5_a_lookup_fails_only_where_it_reaches_the_failing_provider() {
        let mut roots = [root("near", Some("/w"), &["x"]), root("far", None, &["x", "y"])];
        roots[1].state = RootState::Failing("the registry is down".into());
        let resolved = resolve(&roots, Path::new("/w"));
        assert!(!resolved.is_complete());
        assert_eq!(resolved.lookup(&name("x")).map(|found| found.is_some()), Ok(true));
        assert_eq!(resolved.lookup(&name("y")), Err("the registry is down"));
        assert_eq!(resolved.lookup(&name("z")), Err("the registry is down"));
        assert_eq!(losers(&resolved), [("x".to_owned(), 1, 0), ("y".to_owned(), 1, 1)]);
    }

    #[test]
    fn d3_an_incomplete_provider_still_answers_lookups() {
        let mut roots = [root("here", None, &["x"])];
        roots[0].state = RootState::Incomplete;
        let resolved = resolve(&roots, Path::new("/w"));
        assert!(!resolved.is_complete());
        assert_eq!(resolved.lookup(&name("x")).map(|found| found.is_some()), Ok(true));
        assert_eq!(resolved.lookup(&name("y")), Ok(None));
        assert!(resolve(&[], Path::new("/w")).is_complete());
    }
}
