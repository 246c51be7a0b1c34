//! The skills whose bodies a turn has had, as the host would give them now.

use std::sync::Arc;

use super::Turn;
use crate::workspace::Digest;

/// A skill whose body the turn has had.
#[derive(Debug, Clone)]
pub struct Used {
    /// Its name.
    pub name: String,
    /// Its fingerprint (U7).
    pub fingerprint: Digest,
    /// Its `SKILL.md`; `None` where it does not lie in the workspace.
    pub file: Option<String>,
    /// Its body; `None` where there is none to load.
    pub body: Option<Arc<str>>,
}

impl Turn {
    /// What stands behind a name now: of a session the skill that won it (D8). `None` where it is gone.
    pub fn used(&self, name: &str) -> Option<Used> {
        let Some(reach) = &self.plan().reach else {
            let skill = self.setup().library.snapshot.skill(name)?;
            return Some(Used {
                name: skill.name.clone(),
                fingerprint: skill.fingerprint.clone(),
                file: Some(skill.file.clone()),
                body: skill.body.text().map(|content| Arc::clone(&content.text)),
            });
        };
        let skill = &reach.winner(name)?.skill;
        Some(Used {
            name: skill.name.to_string(),
            fingerprint: skill.fingerprint(),
            file: skill.stored.as_ref().map(|stored| stored.file.clone()),
            body: skill.content.as_ref().ok().map(Arc::clone),
        })
    }
}
