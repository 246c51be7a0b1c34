//! What reaches the state ([`Msg`]) and what it asks the runtime to do ([`Effect`]).
//!
//! ```text
//! terminal, disk, workers ──▶ Msg ──▶ update(&mut State, Msg) ──▶ Vec<Effect> ──▶ runtime ──▶ Msg
//! ```
//!
//! `update` reads no clock, no disk and no terminal: times, results and ids arrive in messages. Every effect that
//! answers does so with the message its docs name, and carries the [`JobId`] of the ask back, so that a late answer to
//! a question nobody asks any more is dropped.

use std::path::PathBuf;
use std::sync::Arc;

use super::{BothCosts, CheckJob, CostJob, CountJob, Counts, Field, Key, Mending, Panel, RevisionJob, TrialJob};
use crate::check::{Checked, Finding};
use crate::diag::Diagnostic;
use crate::prompt::Prompt;
use crate::scenario::{Base, Broken, Ground, Listed, Scenario};
use crate::settings::Settings;
use crate::tokens::Estimator;
use crate::workspace::Library;

/// Names one asynchronous ask. Never reused in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(pub u64);

/// Everything that can happen to the state.
#[derive(Debug, Clone)]
pub enum Msg {
    /// A key was pressed or repeated (never a release).
    Key(Key),
    /// A bracketed paste, whole, line ends as the terminal sent them.
    Paste(String),
    /// The mouse: the runtime has hit-tested the cell with [`super::layout::Layout::hit`].
    Pointer(Pointer),
    /// The terminal has this size now, in cells.
    Resize {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// The wall clock as `HH:MM`. The runtime sends it at the start and whenever the minute changes.
    Clock(String),
    /// The files on disk may have changed (the watcher, debounced). Answered by [`Effect::Load`].
    FilesChanged,
    /// Answers [`Effect::Load`].
    Loaded(Box<LoadedWorkspace>),
    /// Loading failed altogether: what was shown before stays. Answers [`Effect::Load`].
    LoadFailed {
        /// The ask.
        id: JobId,
        /// Why.
        diagnostics: Vec<Diagnostic>,
    },
    /// Answers [`Effect::Count`].
    Counted {
        /// The ask.
        id: JobId,
        /// The numbers.
        counts: Arc<Counts>,
    },
    /// Answers [`Effect::CountScenes`].
    ScenesCounted {
        /// The ask.
        id: JobId,
        /// The numbers.
        costs: Arc<BothCosts>,
    },
    /// Answers [`Effect::WriteConfig`]: written whole, or why not.
    ConfigWritten(Result<(), Diagnostic>),
    /// Answers [`Effect::Check`].
    Checked {
        /// The ask.
        id: JobId,
        /// What was found, or why nothing could be.
        result: Result<Arc<Checked>, Diagnostic>,
    },
    /// Answers [`Effect::TryScenarios`].
    ScenariosTried {
        /// The ask.
        id: JobId,
        /// The scenarios that break.
        broken: Arc<[Broken]>,
    },
    /// Answers [`Effect::ReadRevision`].
    RevisionRead {
        /// The ask.
        id: JobId,
        /// The revision.
        revision: String,
        /// The prompt as the revision makes it, or why there is none.
        result: Result<Prompt, Diagnostic>,
    },
    /// Answers [`Effect::ReadSkill`].
    SkillRead {
        /// The skill.
        name: String,
        /// Its file as stored, or why it cannot be read.
        result: Result<Arc<str>, Diagnostic>,
    },
    /// Answers [`Effect::PrepareFix`].
    FixPrepared(Result<Mending, Diagnostic>),
    /// Answers [`Effect::WriteFix`]: the file that was written, or why not.
    FixWritten(Result<String, Diagnostic>),
    /// Answers [`Effect::WarmEstimator`]: the estimator, its tables loaded, and the texts it has counted.
    EstimatorReady {
        /// The estimator.
        estimator: Arc<dyn Estimator>,
        /// What it has counted.
        texts: Vec<Arc<str>>,
    },
    /// Answers [`Effect::Highlight`].
    Highlighted {
        /// The ask.
        id: JobId,
        /// The spans.
        highlight: Arc<Highlight>,
    },
    /// Answers [`Effect::Copy`]: the text was sent to the terminal, or why not.
    Copied(Result<(), String>),
    /// Answers [`Effect::SaveFile`]: the path written, or why nothing was written.
    Saved(Result<PathBuf, Diagnostic>),
    /// Answers [`Effect::ListScenarios`].
    ScenariosListed(Arc<[Listed]>),
    /// Answers [`Effect::Wake`].
    Woke(JobId),
    /// Answers [`Effect::Record`]: the text of the scenario, or why there is none.
    Recorded(Result<Arc<str>, Vec<Diagnostic>>),
    /// Answers [`Effect::SaveScenario`] where a file stands already: what it holds.
    SaveExists {
        /// The file, relative to the workspace.
        path: PathBuf,
        /// What was to be written.
        text: Arc<str>,
        /// What stands there.
        old: Arc<str>,
    },
    /// Answers [`Effect::EditText`]: the text as the editor left it, or why there is none.
    Edited {
        /// The field it belongs to.
        field: Field,
        /// The text, or one sentence why not.
        result: Result<String, String>,
    },
    /// Answers [`Effect::OpenEditor`]; keys typed meanwhile were dropped by the runtime.
    EditorClosed(Result<(), String>),
}

/// What the mouse did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointer {
    /// A click in a panel, on the row that is `row` lines below its first line (0 is the first line inside the border).
    /// A second click on the selected row opens it.
    Click {
        /// The panel.
        panel: Panel,
        /// Lines below the panel's first inner line.
        row: u16,
    },
    /// The wheel over a panel, or over the top overlay where there is one.
    Scroll {
        /// The panel.
        panel: Panel,
        /// Lines, down is positive.
        lines: i16,
    },
}

/// What a load read from the disk.
#[derive(Debug, Clone)]
pub struct LoadedWorkspace {
    /// The ask.
    pub id: JobId,
    /// The snapshot in force with its references captured (U15). The previous one where the config is broken.
    pub library: Arc<Library>,
    /// Why the config on disk is not in force (U12).
    pub broken: Option<Diagnostic>,
    /// The config file as diagnostics name it.
    pub config_file: String,
    /// The config file as stored; `None` where there is none.
    pub config: Option<Arc<str>>,
    /// `scenarios/base.yml`, or what is wrong with it (the base before stays).
    pub base: Result<Arc<Base>, Vec<Diagnostic>>,
    /// The prepared session, where the workspace has one, or what is wrong with its file.
    pub prepared: Result<Option<Arc<Scenario>>, Vec<Diagnostic>>,
    /// How many files `scenarios/` holds beside the base.
    pub scenarios: usize,
    /// When it was read, as `HH:MM:SS`.
    pub at: String,
}

/// Work for the runtime.
#[derive(Debug, Clone)]
pub enum Effect {
    /// Leave, restoring the terminal.
    Quit,
    /// Read the workspace off the loop: config, skills, references, base. Answers [`Msg::Loaded`] or [`Msg::LoadFailed`].
    Load {
        /// The ask.
        id: JobId,
        /// The host has no cap on bodies (D6).
        uncapped: bool,
        /// The library in force, whose snapshot is `previous` for [`crate::workspace::Workspace::load`].
        previous: Option<Arc<Library>>,
    },
    /// Run [`CountJob::run`] off the loop. A newer one replaces an older one. Answers [`Msg::Counted`].
    Count {
        /// The ask.
        id: JobId,
        /// What to count.
        job: Arc<CountJob>,
    },
    /// Run [`CostJob::run`] off the loop. A newer one replaces an older one. Answers [`Msg::ScenesCounted`].
    CountScenes {
        /// The ask.
        id: JobId,
        /// What to count.
        job: Arc<CostJob>,
    },
    /// Write the config, atomically, once the person has seen what is written; `over` is what it held when it was read,
    /// `None` where there was no file. Answers [`Msg::ConfigWritten`].
    WriteConfig {
        /// The new text.
        text: Arc<str>,
        /// What it replaces.
        over: Option<Arc<str>>,
    },
    /// Run [`CheckJob::run`] off the loop. A newer one replaces an older one. Answers [`Msg::Checked`].
    Check {
        /// The ask.
        id: JobId,
        /// What to check.
        job: Arc<CheckJob>,
    },
    /// Run [`TrialJob::run`] off the loop. Answers [`Msg::ScenariosTried`].
    TryScenarios {
        /// The ask.
        id: JobId,
        /// What to play.
        job: Arc<TrialJob>,
    },
    /// Run [`RevisionJob::run`] off the loop. Answers [`Msg::RevisionRead`].
    ReadRevision {
        /// The ask.
        id: JobId,
        /// What to read and play.
        job: Arc<RevisionJob>,
    },
    /// Read a skill's file as it is stored. Answers [`Msg::SkillRead`].
    ReadSkill {
        /// The skill.
        name: String,
        /// Its file, relative to the workspace.
        file: String,
    },
    /// Read the finding's file and work out what its fix makes of it. Answers [`Msg::FixPrepared`].
    PrepareFix {
        /// The finding.
        finding: Box<Finding>,
    },
    /// Write a fixed file, atomically, once the person has seen what is written. Answers [`Msg::FixWritten`].
    WriteFix(Box<Mending>),
    /// Load the tables of an exact estimator off the loop and count `texts` with it, so that counting them again does not
    /// block. Answers [`Msg::EstimatorReady`].
    WarmEstimator {
        /// The estimator.
        estimator: Arc<dyn Estimator>,
        /// What the screen will ask it to count.
        texts: Vec<Arc<str>>,
    },
    /// Highlight `text` off the loop. Answers [`Msg::Highlighted`]. Newer asks come first.
    Highlight {
        /// The ask.
        id: JobId,
        /// What the text is.
        syntax: Syntax,
        /// The text as it is displayed (safe to print, line ends LF).
        text: Arc<str>,
    },
    /// Put `text` on the clipboard (OSC 52). Answers [`Msg::Copied`].
    Copy {
        /// The text.
        text: Arc<str>,
    },
    /// Write a new file, atomically, never over an existing one. A relative path counts from where Skillstage was
    /// started. Answers [`Msg::Saved`].
    SaveFile {
        /// Where to.
        path: PathBuf,
        /// What.
        text: Arc<str>,
    },
    /// Replay the scenarios of the workspace. Answers [`Msg::ScenariosListed`].
    ListScenarios {
        /// What scenarios leave open.
        settings: Arc<Settings>,
    },
    /// Answer with [`Msg::Woke`] after a while.
    Wake {
        /// The ask.
        id: JobId,
        /// How long.
        milliseconds: u64,
    },
    /// Record this scenario on this ground (S3). Answers [`Msg::Recorded`].
    Record {
        /// The turn as a scenario.
        scenario: Box<Scenario>,
        /// What it was played on.
        ground: Ground,
    },
    /// Write a scenario into the workspace, atomically. `over` is what the person saw there and consented to lose.
    /// Answers [`Msg::Saved`] or [`Msg::SaveExists`].
    SaveScenario {
        /// The file, relative to the workspace.
        path: PathBuf,
        /// The scenario.
        text: Arc<str>,
        /// What stands there and is replaced.
        over: Option<Arc<str>>,
    },
    /// Open `$EDITOR` on `text` in a temporary file. Answers [`Msg::Edited`].
    EditText {
        /// The field that gets the text back.
        field: Field,
        /// What to edit.
        text: String,
    },
    /// Open `$EDITOR` on a file of the workspace. Answers [`Msg::EditorClosed`].
    OpenEditor {
        /// The file, relative to the workspace.
        file: String,
        /// The line to stand on, from 1.
        line: usize,
    },
    /// Ring nothing, do nothing but drop the work of these asks if it still runs (Esc and Ctrl-C cancel).
    Cancel(Vec<JobId>),
    /// Append the usage line of an ended turn where `--log FILE` asks for it (U27); else nothing.
    LogUsage(String),
}

/// How a text is highlighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// Markdown.
    Markdown,
    /// YAML.
    Yaml,
    /// JSON.
    Json,
    /// As it is.
    Plain,
}

/// What a span of a highlighted text is; the theme gives it its look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// A heading.
    Heading,
    /// Emphasised or strong text.
    Emphasis,
    /// Code, inline or fenced.
    Code,
    /// A link or an address.
    Link,
    /// A quotation.
    Quote,
    /// A key of a mapping.
    Key,
    /// A string value.
    String,
    /// A number, boolean or null.
    Constant,
    /// A comment.
    Comment,
    /// Marks of the syntax: list bullets, brackets, fences.
    Punctuation,
}

/// The spans of a text, line by line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Highlight {
    /// Per line (split at LF) the classed byte ranges inside that line, in order, not overlapping; gaps are plain.
    pub lines: Vec<Vec<(std::ops::Range<usize>, Class)>>,
}
