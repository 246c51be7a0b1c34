//! Everything the screen shows, as one value. `update` alone changes it; the view borrows it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::walk::Walk;
use super::{
    Baseline, BindingsScreen, CheckScreen, Counts, Effect, Highlight, JobId, Keymap, Overlay, RowKey, Rows, Screen,
    TextBox, TextSource, WhatIfStage,
};
use crate::check::{Worst, worst};
use crate::diag::Diagnostic;
use crate::dialect::Dialect;
use crate::driver::matcher::Reasons;
use crate::lang::{Lang, Strings, strings};
use crate::prompt::Message;
use crate::scenario::{Base, Ground, Scenario};
use crate::scene::Scene;
use crate::settings::{DialectId, Settings};
use crate::tokens::Estimator;
use crate::turn::{Event, Turn};
use crate::workspace::Library;

/// The five panels of the Stage, by their digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Panel {
    /// 1 Scenes.
    Scenes,
    /// 2 Skills.
    Skills,
    /// 3 Turn.
    Turn,
    /// 4 Prompt.
    Prompt,
    /// 5 Text.
    Text,
}

impl Panel {
    /// All, in the order of their digits.
    pub const ALL: [Panel; 5] = [Panel::Scenes, Panel::Skills, Panel::Turn, Panel::Prompt, Panel::Text];

    /// Its digit, 1 to 5.
    pub fn digit(self) -> u8 {
        self.index() as u8 + 1
    }

    /// Its place in [`Panel::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// The two states of the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Keys are commands.
    Command,
    /// A cursor stands in this input; every printable key is text.
    Text(Field),
}

/// The inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The user's message; several lines.
    Message,
    /// The user's next message in a session; several lines.
    NextMessage,
    /// A skill of the session as a `SKILL.md`; several lines.
    EditSkill,
    /// A skill that the session does not have yet, as a `SKILL.md`; several lines.
    AddSkill,
    /// What the model says, raw; several lines, with a preview of how it is parsed.
    Response,
    /// The final reply; several lines.
    Reply,
    /// The time beside the message.
    Time,
    /// The number of images.
    Images,
    /// The filter of a panel; stands in the panel's border.
    Filter(Panel),
    /// The filter of the findings; stands in their border.
    FilterFindings,
    /// The filter of the list of scenarios; stands in its border.
    FilterScenarios,
    /// The query of the palette.
    Palette,
    /// The search in the full-screen text.
    Search,
    /// Where to save a copy.
    SavePath,
    /// Where to save the turn as a scenario.
    SaveScenario,
    /// Where to save the change set as a patch.
    ExportPatch,
    /// A limit of the config and its value.
    Limit,
    /// A git revision to compare with.
    Revision,
    /// The value of the chosen limit of the what-if.
    WhatIfLimit,
    /// The text of the chosen skill of the what-if; several lines.
    WhatIfSkill,
}

impl Field {
    /// Whether Ctrl-J puts a new line into it.
    pub fn is_multi_line(self) -> bool {
        use Field::{AddSkill, EditSkill, Message, NextMessage, Reply, Response, WhatIfSkill};
        matches!(self, Message | NextMessage | Response | Reply | EditSkill | AddSkill | WhatIfSkill)
    }
}

/// An offset to be computed with the next rows: the lines around the newest request of panel 3.
pub(super) const FOLLOW: usize = usize::MAX;

/// Where the selection of a list stands and which line is its first on the screen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListState {
    /// The selected row's key; kept over reloads.
    pub selected: Option<RowKey>,
    /// The selected row's index among all rows of the panel (selectable or not).
    pub index: usize,
    /// The first row on the screen.
    pub offset: usize,
}

/// The filter of a list. While `input` is there the cursor stands in it; `text` filters as one types.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Rows must contain it (upper and lower case alike). Empty: all rows.
    pub text: String,
    /// The open input.
    pub input: Option<TextBox>,
}

/// Something told that stays until read (Esc takes it away, the newest first).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// These files changed on disk, and the session on the stage has them from here on (D6).
    Taken(Vec<String>),
    /// These files changed on disk; the turn keeps its snapshot, `n` uses the new one (U15). Gone once `n` used them.
    Changed(Vec<String>),
    /// Config and skills have so many errors and warnings; the diagnostics list them.
    Findings(usize),
    /// `scenarios/base.yml` or the settings have a fault.
    Fault(Diagnostic),
    /// The workspace lies there until the screen is left.
    Temporary(String),
    /// Something failed. Words are already in the screen's language.
    Error(String),
    /// Why the last key did nothing. Words are already in the screen's language. Gone with the next key.
    Hint(String),
    /// Something done: copied, saved. Words are already in the screen's language. Gone with the next key.
    Done(String),
    /// A CJK character came in COMMAND. Gone with the next key.
    InputMethod,
}

/// The config on disk is not in force (U12); stays until it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Since when, as `HH:MM:SS`.
    pub since: String,
    /// Why, with line and column.
    pub diagnostic: Diagnostic,
}

/// Asks whose answers are awaited; at most one of each kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pending {
    /// Reading the workspace.
    pub load: Option<JobId>,
    /// Another change came while reading.
    pub load_again: bool,
    /// Counting tokens of scenes and skills.
    pub count: Option<JobId>,
    /// Highlighting, and the text it is for.
    pub highlight: Option<(JobId, Arc<str>)>,
    /// Reading a git revision.
    pub revision: Option<JobId>,
    /// An exact estimator's tables are loading; the one before stays in force.
    pub estimator: Option<String>,
}

/// How the screen starts.
#[derive(Debug, Clone)]
pub struct Start {
    /// The settings, resolved.
    pub settings: Settings,
    /// The host's rules.
    pub dialect: Arc<dyn Dialect>,
    /// The directory, as the header shows it.
    pub title: String,
    /// Flags that say where the workspace lies, for the equivalent command line: `["/srv/bot"]`, `["--skills", "x"]`.
    pub source_args: Vec<String>,
    /// Where the workspace lies, if it goes away when the screen is left, as that of the demo does.
    pub temporary: Option<String>,
    /// Where the person's config lies, whether or not there is one.
    pub personal_config: Option<String>,
    /// What is wrong with the settings, personal keys aside.
    pub settings_faults: Vec<Diagnostic>,
    /// The workspace cannot be written, or `--read-only`.
    pub read_only: bool,
    /// A scenario to open on, what it is played on, and whether that is its bundle.
    pub opens: Option<(Arc<Scenario>, Ground, bool)>,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// The clock, `HH:MM`.
    pub clock: String,
}

/// See the module's docs.
#[derive(Debug, Clone)]
pub struct State {
    // The frame.
    /// The settings in force; `L`, `T`, `b` and `E` change them for this session.
    pub settings: Settings,
    /// Keys to actions, with personal ones.
    pub keymap: Keymap,
    /// The directory, as the header shows it.
    pub title: String,
    /// Flags that say where the workspace lies.
    pub source_args: Vec<String>,
    /// Where the workspace lies, if it goes away when the screen is left.
    pub temporary: Option<String>,
    /// Where the person's config lies.
    pub personal_config: Option<String>,
    /// What is wrong with the settings, personal keys included; the diagnostics list it.
    pub settings_faults: Vec<Diagnostic>,
    /// No writing action is offered; the header says so.
    pub read_only: bool,
    /// Columns of the terminal.
    pub width: u16,
    /// Rows of the terminal.
    pub height: u16,
    /// The clock, `HH:MM`.
    pub clock: String,

    // The content.
    /// The host's rules.
    pub dialect: Arc<dyn Dialect>,
    /// Who counts.
    pub estimator: Arc<dyn Estimator>,
    /// The newest content, in a what-if as that makes it; the turn may hold an older one. `None` until the first load is
    /// done.
    pub library: Option<Arc<Library>>,
    /// The files in which the newest content differs from the turn's, relative to the workspace; refused skills by
    /// their directory.
    pub changed: BTreeSet<String>,
    /// What the prompt panel compares with in place of the request before.
    pub baseline: Option<Box<Baseline>>,
    /// The what-if under way.
    pub what_if: Option<Box<WhatIfStage>>,
    /// What scenes share.
    pub base: Arc<Base>,
    /// The config on disk is not in force.
    pub broken: Option<Broken>,

    // The stage.
    /// The scene of the turn on the stage and of the next one.
    pub scene: Scene,
    /// The message of the turn on the stage and of the next one.
    pub message: Message,
    /// The turn on the stage; `None` until the first load is done.
    pub turn: Option<Turn>,
    /// Its number in this session, from 1.
    pub turn_number: usize,
    /// What happened in it: responses, and in a session further messages and changes.
    pub moves: Vec<Event>,
    /// What "same moves again" plays: the moves of the last turn that had any, by dialect.
    pub last_moves: BTreeMap<DialectId, Vec<Event>>,
    /// Which of the turn's responses are the matcher's, and why it gave them.
    pub matched: Reasons,
    /// The same of `last_moves`.
    pub last_matched: BTreeMap<DialectId, Reasons>,
    /// The prepared session of the workspace, or what is wrong with its file.
    pub prepared: Result<Option<Arc<Scenario>>, Vec<Diagnostic>>,
    /// How many files `scenarios/` holds beside the base.
    pub scenarios: usize,
    /// The scenario on the stage.
    pub walk: Option<Walk>,
    /// A scenario that goes on the stage as soon as there is a workspace.
    pub opens: Option<(Arc<Scenario>, Ground, bool)>,
    /// The skill whose text stands in the input, or was left there.
    pub editing: Option<String>,
    /// The request whose prompt is shown, from 0: an index into `turn.requests()`.
    pub request: usize,

    /// Which screen is up.
    pub screen: Screen,
    /// The Bindings screen.
    pub bindings: BindingsScreen,
    /// The Check screen.
    pub check: CheckScreen,

    // The panels.
    /// Which panel has the focus.
    pub focus: Panel,
    /// Which of panels 1 to 3 the left column shows where there are two columns.
    pub left: Panel,
    /// Which of panels 4 and 5 the right column shows where there are two columns.
    pub right: Panel,
    /// The lists, by [`Panel::index`]. That of panel 5 uses `offset` alone.
    pub lists: [ListState; 5],
    /// The filters, by [`Panel::index`].
    pub filters: BTreeMap<Panel, Filter>,
    /// Skills of panel 2 that the person opened or closed. The others show their references once their body is in the
    /// prompt.
    pub open_skills: BTreeMap<String, bool>,
    /// Groups of panel 4 that are open, by id.
    pub open_groups: BTreeSet<String>,
    /// Skills and references marked for one response, in the order marked.
    pub marked: Vec<RowKey>,
    /// The list whose cursor panel 5 follows: that of panel 2, 3 or 4 which last had the focus.
    pub followed: Panel,
    /// What panel 5 shows; derived from the cursor of that list.
    pub text_source: Option<TextSource>,
    /// The rows of all panels; derived from the rest, see [`Rows`].
    pub rows: Rows,
    /// Tokens of scenes at rest, bodies and references, once counted.
    pub counts: Arc<Counts>,
    /// Highlighted texts, newest last.
    pub highlights: Vec<(Arc<str>, Arc<Highlight>)>,

    // Above the panels.
    /// Overlays; the last is on top and has the keys.
    pub overlays: Vec<Overlay>,
    /// Texts left with Esc, kept until used.
    pub drafts: BTreeMap<Field, TextBox>,
    /// What stays until read, oldest first.
    pub notices: Vec<Notice>,
    /// What is awaited.
    pub pending: Pending,
    /// Ctrl-C was the last key and nothing ran: the next one quits.
    pub quit_armed: bool,
    /// The runtime should leave.
    pub quit: bool,
    /// The next job's number.
    pub(super) next_job: u64,
    /// What the message being taken asks of the runtime; empty between messages.
    pub(super) outbox: Vec<Effect>,
    /// Which rows the message being taken made stale; none between messages.
    pub(super) stale: Stale,
}

/// Which panels' rows no longer fit the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Stale {
    pub scenes: bool,
    pub skills: bool,
    pub turn: bool,
    pub prompt: bool,
    pub text: bool,
}

impl Stale {
    /// Every panel.
    pub const ALL: Stale = Stale { scenes: true, skills: true, turn: true, prompt: true, text: true };
}

impl State {
    /// COMMAND, or the input the cursor stands in.
    pub fn mode(&self) -> Mode {
        if let Some(overlay) = self.overlays.last() {
            return overlay.field().map_or(Mode::Command, Mode::Text);
        }
        if self.screen == Screen::Check {
            return self.check.filter.input.as_ref().map_or(Mode::Command, |_| Mode::Text(Field::FilterFindings));
        }
        match self.filters.get(&self.focus) {
            Some(Filter { input: Some(_), .. }) => Mode::Text(Field::Filter(self.focus)),
            _ => Mode::Command,
        }
    }

    /// The language of the screen.
    pub fn lang(&self) -> Lang {
        self.settings.lang.value
    }

    /// The words of the screen.
    pub fn strings(&self) -> &'static Strings {
        strings(self.lang())
    }

    /// The list of a panel.
    pub fn list(&self, panel: Panel) -> &ListState {
        &self.lists[panel.index()]
    }

    /// The text that filters a panel; empty for all rows.
    pub fn filter_text(&self, panel: Panel) -> &str {
        self.filters.get(&panel).map_or("", |filter| &filter.text)
    }

    /// The config that counts for the next turn differs from the turn's: the header may show both snapshots.
    pub fn has_newer_library(&self) -> bool {
        match (&self.library, &self.turn) {
            (Some(newest), Some(turn)) => !Arc::ptr_eq(newest, &turn.setup().library),
            _ => false,
        }
    }

    /// The counts of bodies and references, where they are of the content of the turn on the stage (U15).
    pub fn turn_counts(&self) -> Option<&Counts> {
        let library = &self.turn.as_ref()?.setup().library;
        self.fresh_counts()
            .filter(|counts| counts.library.as_ref().is_some_and(|counted| Arc::ptr_eq(counted, library)))
    }

    /// The most that the turn on the stage can come to, once its content is counted.
    pub fn worst_case(&self) -> Option<Worst> {
        worst(self.turn.as_ref()?, &self.turn_counts()?.costs)
    }

    /// The reading of the workspace is under way.
    pub fn is_loading(&self) -> bool {
        self.pending.load.is_some()
    }

    /// The counts, where they were made by the estimator in force (T1).
    pub fn fresh_counts(&self) -> Option<&Counts> {
        Some(&*self.counts).filter(|counts| counts.estimator == self.estimator.name())
    }

    /// What "same moves again" would play.
    pub fn moves_to_replay(&self) -> &[Event] {
        if self.moves.is_empty() {
            self.last_moves.get(&self.dialect.id()).map_or(&[], Vec::as_slice)
        } else {
            &self.moves
        }
    }

    /// A step of the scenario on the stage can be played, or the prepared session be opened.
    pub fn has_step(&self) -> bool {
        match &self.walk {
            Some(walk) => !walk.is_over() || self.is_taken_over(),
            None => self.is_session() && !matches!(self.prepared, Ok(None)),
        }
    }

    /// The turn on the stage goes on with further messages, and what surrounds it can change.
    pub fn is_session(&self) -> bool {
        self.dialect.is_session()
    }
}
