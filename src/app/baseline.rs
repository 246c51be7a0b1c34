//! Comparing (`=`): a request is pinned, and every number of the prompt panel says how far it is from there. Pin, then
//! change the scene, the dialect, the estimator, a file or a what-if: the change column follows. A git revision can be
//! pinned, too.

use std::path::Path;
use std::sync::Arc;

use super::State;
use crate::compare::{ChangedLine, Part, changed_lines, sentence};
use crate::diag::Diagnostic;
use crate::prompt::{Prompt, join};
use crate::scenario::load_base;
use crate::text::shell_word;
use crate::turn::{Event, Setup, Turn};
use crate::workspace::{Roots, Workspace, checkout};

/// What is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Baseline {
    /// What it is, in the language of the screen.
    pub label: String,
    /// Its scene.
    pub scene: String,
    /// The git revision, where it is one.
    pub revision: Option<String>,
    /// Whether it is a first request, which `skillstage compare` can make again.
    pub at_rest: bool,
    /// The prompt.
    pub prompt: Prompt,
}

/// The request on the stage as a git revision has it: run off the loop, see [`super::Effect::ReadRevision`].
#[derive(Debug, Clone)]
pub struct RevisionJob {
    /// The revision as typed.
    pub revision: String,
    /// The turn's start; its content is replaced by that of the revision.
    pub setup: Setup,
    /// What happened in the turn up to the request.
    pub moves: Vec<Event>,
}

impl RevisionJob {
    /// Reads the revision and plays the same moves on it.
    ///
    /// # Errors
    /// `git-failed`, and what is wrong with the workspace as the revision has it.
    pub fn run(&self, base: &Path) -> Result<Prompt, Diagnostic> {
        let out = checkout(base, &self.revision)?;
        let workspace = Workspace::open(Roots::workspace(out.path()))?;
        let loaded = workspace.load(None);
        if let Some(broken) = loaded.broken {
            return Err(broken);
        }
        let host = load_base(&workspace).map_or_else(|_| Arc::clone(&self.setup.host), |base| Arc::new(base.host));
        let library = Arc::new(workspace.capture(loaded.snapshot));
        let mut turn = Turn::start(Setup { library, host, ..self.setup.clone() });
        self.moves.iter().take_while(|event| turn.play(event).is_ok()).for_each(drop);
        Ok(turn.prompt().clone())
    }
}

impl State {
    /// The words of comparing.
    pub fn compare_words(&self) -> &'static crate::lang::CompareWords {
        crate::lang::CompareWords::of(self.lang())
    }

    /// The prompt of the request on the screen.
    pub fn shown_prompt(&self) -> Option<&Prompt> {
        self.turn.as_ref()?.requests().get(self.request)
    }

    /// The comparison in one sentence, and the command that makes it where there is one: for a pull request.
    pub fn comparison_text(&self) -> Option<String> {
        let baseline = self.baseline.as_ref()?;
        let now = i64::try_from(self.shown_prompt()?.tokens()).ok()?;
        let before = i64::try_from(baseline.prompt.tokens()).ok()?;
        let told = sentence(now - before, self.scene.as_str());
        let is_first = baseline.at_rest && self.request == 0;
        let mut words = vec!["skillstage".to_owned()];
        words.extend(self.source_args.iter().map(|word| shell_word(word)));
        words.push("compare".to_owned());
        let command = match &baseline.revision {
            Some(revision) if is_first => {
                words.extend(["--rev".to_owned(), shell_word(revision), "--scene".to_owned()]);
                words.push(shell_word(self.scene.as_str()));
                Some(words.join(" "))
            }
            None if is_first && baseline.scene != self.scene.as_str() => {
                words.extend([shell_word(&baseline.scene), shell_word(self.scene.as_str())]);
                Some(words.join(" "))
            }
            _ => None,
        };
        let counted = self.estimator.name();
        Some(match command {
            Some(command) => format!("{told} (counted by {counted}): `{command}`"),
            None => format!("{told} (counted by {counted}, compared with {})", baseline.label),
        })
    }

    /// What changed in a row's text since the baseline, words marked as `[-gone-]` and `{+new+}`; `None` where the row is as
    /// it was. A row is a segment or a group of them.
    pub fn changed_text(&self, id: &str) -> Option<String> {
        let text = |prompt: &Prompt| {
            let is_of = |segment: &&Arc<crate::prompt::Segment>| {
                segment.id == id || super::rows::group_of(segment).is_some_and(|group| group == id)
            };
            join(prompt.segments.iter().filter(is_of))
        };
        let (before, after) = (text(&self.baseline.as_ref()?.prompt), text(self.shown_prompt()?));
        let lines = changed_lines(&before, &after, 3);
        (!lines.is_empty()).then(|| lines.iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}

/// A line with its sign; its words are marked by more than colour.
fn line(line: &ChangedLine) -> String {
    let marked = |parts: &[Part], open: &str, close: &str| {
        // A line that changed as a whole has no words to tell apart.
        let all = parts.iter().all(|part| part.changed);
        let mark = |part: &Part| match part.changed && !all {
            true => format!("{open}{}{close}", part.text),
            false => part.text.clone(),
        };
        parts.iter().map(mark).collect::<String>()
    };
    match line {
        ChangedLine::Kept(text) => format!("  {text}"),
        ChangedLine::Gone(parts) => format!("- {}", marked(parts, "[-", "-]")),
        ChangedLine::New(parts) => format!("+ {}", marked(parts, "{+", "+}")),
        ChangedLine::Gap => "  ...".to_owned(),
    }
}
