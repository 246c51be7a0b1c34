//! The config's names held against the skills (U11).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Config, Mention, Where};
use crate::diag::{Code, Diagnostic};
use crate::text::nearest;
use crate::workspace::{Refused, Skill};

/// How many names are compared in search of near ones, all findings together: a config of many wrong names must not
/// take long.
const COMPARISONS: usize = 200_000;

/// What the names of a config are held against.
pub struct Judge<'a> {
    valid: HashSet<&'a str>,
    refused: HashMap<&'a str, &'a Refused>,
    config: &'a Config,
    skills: &'a [Arc<Skill>],
    comparisons: usize,
}

impl<'a> Judge<'a> {
    /// The skills and directories that a load found.
    pub fn new(config: &'a Config, skills: &'a [Arc<Skill>], refused: &'a [Refused]) -> Judge<'a> {
        Judge {
            valid: skills.iter().map(|skill| skill.name.as_str()).collect(),
            refused: refused.iter().map(|refused| (refused.dir.as_str(), refused)).collect(),
            config,
            skills,
            comparisons: 0,
        }
    }

    /// A warning for every name that is left out, in the order of `mentions`, placed in `file`.
    pub fn mentions(mut self, mentions: &[Mention], file: &str) -> Vec<Diagnostic> {
        let findings = mentions.iter().filter_map(|mention| {
            let finding = if mention.list != Where::Allowlist && !self.config.allowlist.contains(&mention.name) {
                self.not_allowed(mention)
            } else if !self.valid.contains(mention.name.as_str()) {
                self.no_skill(&mention.name)
            } else {
                return None;
            };
            Some(finding.at(mention.spot.place(file)))
        });
        findings.collect()
    }

    fn not_allowed(&mut self, mention: &Mention) -> Diagnostic {
        let list = match &mention.list {
            Where::Scene(scene) => format!("scenes.{scene}"),
            Where::Always => "always".to_owned(),
            Where::Allowlist => "allowlist".to_owned(),
        };
        let message = format!("`{}` in `{list}` is not on the allowlist; it is left out", mention.name);
        let help = match self.near(&mention.name, self.config.allowlist.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("add `{}` to `allowlist`, or remove it here", mention.name),
        };
        Diagnostic::warning(Code::ConfigNotAllowed, message).help(help)
    }

    fn no_skill(&mut self, name: &str) -> Diagnostic {
        let message = format!("there is no valid skill `{name}`; it is left out");
        let refused = self.refused.get(name).and_then(|refused| refused.diagnostics.first());
        let help = match refused {
            Some(why) => match &why.place {
                Some(place) => format!("it was refused: {place}: {}", why.message),
                None => format!("it was refused: {}", why.message),
            },
            None => match self.near(name, self.skills.iter().map(|skill| skill.name.as_str())) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("create `{name}/SKILL.md` in the skills directory, or remove the name"),
            },
        };
        Diagnostic::warning(Code::ConfigNoSkill, message).help(help)
    }

    fn near(&mut self, name: &str, candidates: impl ExactSizeIterator<Item = &'a str>) -> Option<&'a str> {
        self.comparisons += candidates.len();
        if self.comparisons > COMPARISONS { None } else { nearest(name, candidates) }
    }
}
