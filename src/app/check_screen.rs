//! F5, the Check screen: the findings by file, and the chosen one whole.

use std::sync::Arc;

use super::rows::contains;
use super::{Filter, JobId, State};
use crate::check::{Checked, Finding, Wants, check};
use crate::diag::{Diagnostic, Severity};
use crate::dialect::dsh::DescriptionCap;
use crate::dialect::utility::Utility;
use crate::scenario::Base;
use crate::scene::{SCENES, Scene};
use crate::settings::Binding;
use crate::tokens::Estimator;
use crate::turn::Setup;
use crate::workspace::Workspace;

/// The state of the screen.
#[derive(Debug, Clone, Default)]
pub struct CheckScreen {
    /// What the last run found; `None` before the first.
    pub checked: Option<Arc<Checked>>,
    /// The run that is awaited.
    pub pending: Option<JobId>,
    /// The chosen finding: an index into all findings.
    pub selected: usize,
    /// The filter of the list: file, severity, code or message must contain it.
    pub filter: Filter,
    /// The keys scroll the finding; where there is room for one box it is the one shown.
    pub in_finding: bool,
    /// The first line of the finding on the screen.
    pub offset: usize,
}

/// What is checked: run off the loop, see [`super::Effect::Check`].
#[derive(Debug, Clone)]
pub struct CheckJob {
    /// What scenes share.
    pub base: Arc<Base>,
    /// What a binding means.
    pub binding: Binding,
    /// Who counts.
    pub estimator: Arc<dyn Estimator>,
    /// Where the other host cuts descriptions (D1).
    pub cap: DescriptionCap,
}

impl CheckJob {
    /// Checks the workspace.
    ///
    /// # Errors
    /// Those of the check.
    pub fn run(&self, workspace: &Workspace) -> Result<Checked, Diagnostic> {
        let wants = Wants { cap: self.cap, ..Wants::default() };
        check(workspace, wants, |library| {
            Ok(Setup {
                dialect: Arc::new(Utility),
                library,
                scene: Scene::new(SCENES[0]),
                binding: self.binding,
                host: Arc::new(self.base.host.clone()),
                message: self.base.message.clone(),
                estimator: Arc::clone(&self.estimator),
            })
        })
    }
}

/// What the fixes of one file make of it, shown before it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mending {
    /// The file, relative to the workspace.
    pub file: String,
    /// What the fixes do.
    pub titles: Vec<String>,
    /// The file as it was read.
    pub before: Arc<str>,
    /// The file as it would be.
    pub after: Arc<str>,
}

impl CheckScreen {
    /// The findings, by file.
    pub fn findings(&self) -> &[Finding] {
        self.checked.as_ref().map_or(&[], |checked| &checked.findings)
    }

    /// Those that the filter lets through, as indices into all findings.
    pub fn shown(&self) -> Vec<usize> {
        let text = &self.filter.text;
        let passes = |finding: &Finding| {
            let Diagnostic { code, severity, message, place, .. } = &finding.diagnostic;
            let file = place.as_ref().map_or("", |place| &place.file);
            [file, severity.as_str(), code.as_str(), message].into_iter().any(|part| contains(part, text))
        };
        let shown = self.findings().iter().enumerate().filter(|(_, finding)| passes(finding));
        shown.map(|(index, _)| index).collect()
    }

    /// The chosen one, where the filter lets it through.
    pub fn finding(&self) -> Option<&Finding> {
        let shown = self.filter.text.is_empty() || self.shown().contains(&self.selected);
        self.findings().get(self.selected).filter(|_| shown)
    }

    /// How many errors and how many warnings there are.
    pub fn counts(&self) -> (usize, usize) {
        let count = |severity| self.findings().iter().filter(|one| one.diagnostic.severity == severity).count();
        (count(Severity::Error), count(Severity::Warning))
    }
}

impl State {
    /// The words of the Check screen.
    pub fn check_words(&self) -> &'static crate::lang::CheckWords {
        crate::lang::CheckWords::of(self.lang())
    }
}
