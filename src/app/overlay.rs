//! What can stand above the panels. Overlays are a stack: Esc takes the top one away.

use std::path::PathBuf;
use std::sync::Arc;

use super::{Action, Context, Document, Field, Mending, ScenarioList, TextBox};
use crate::bindings::ChangeSet;
use crate::diag::{Code, Diagnostic};
use crate::turn::{Equality, Outcome};

/// Lines of the comparison with what was tried around its rows: the reason, the heads of the columns, the totals.
pub const ATTEMPTED_FRAME: usize = 3;

/// One overlay.
#[derive(Debug, Clone)]
pub enum Overlay {
    /// F1: the keys, generated from the bindings of where one was.
    Help {
        /// First line shown.
        offset: usize,
        /// Where the keyboard stood when it opened, the nearest context first.
        from: Vec<Context>,
    },
    /// `:`: every action, filtered as one types.
    Palette(Box<Palette>),
    /// A text being written.
    Input(Box<InputBox>),
    /// `f`: a text on the whole screen.
    FullText(Box<FullText>),
    /// A question that Enter answers with yes and Esc with no.
    Confirm(Question),
    /// `y`: what to copy.
    Copy(CopyMenu),
    /// U13: the prompt compared with the one without skills.
    Equality {
        /// What was found.
        equality: Box<Equality>,
        /// First line shown.
        offset: usize,
    },
    /// A degraded turn: what was tried beside what was sent.
    Attempted {
        /// First line shown.
        offset: usize,
    },
    /// What can change around a session.
    World(WorldMenu),
    /// `w`: what can be changed for this session alone, and what breaks.
    WhatIf {
        /// The chosen line: an index into [`State::what_if_items`](super::State::what_if_items).
        selected: usize,
    },
    /// F4: the scenarios of the workspace.
    Scenarios(Box<ScenarioList>),
    /// `D`: the diagnostics of config and skills.
    Diagnostics(DiagnosticList),
}

impl Overlay {
    /// The action whose key opened it and closes it again.
    pub(super) fn opened_by(&self) -> Option<Action> {
        match self {
            Overlay::Equality { .. } => Some(Action::Equality),
            Overlay::Attempted { .. } => Some(Action::Attempted),
            Overlay::Diagnostics(_) => Some(Action::Diagnostics),
            Overlay::FullText(_) => Some(Action::FullText),
            Overlay::Help { .. } => Some(Action::Help),
            Overlay::Copy(_) => Some(Action::Copy),
            Overlay::Scenarios(_) => Some(Action::Scenarios),
            Overlay::WhatIf { .. } => Some(Action::WhatIf),
            _ => None,
        }
    }

    /// The input the cursor stands in, if this overlay has one.
    pub fn field(&self) -> Option<Field> {
        match self {
            Overlay::Palette(_) => Some(Field::Palette),
            Overlay::Input(input) => Some(input.field),
            Overlay::FullText(full) => full.search_input.as_ref().map(|_| Field::Search),
            Overlay::Scenarios(list) => list.input.as_ref().map(|_| Field::FilterScenarios),
            _ => None,
        }
    }

    /// The full-screen text, if it is one.
    pub fn full_text(&self) -> Option<&FullText> {
        match self {
            Overlay::FullText(full) => Some(full),
            _ => None,
        }
    }

    /// The full-screen text, if it is one.
    pub(super) fn full_text_mut(&mut self) -> Option<&mut FullText> {
        match self {
            Overlay::FullText(full) => Some(full),
            _ => None,
        }
    }

    /// The list of scenarios, if it is one.
    pub(super) fn scenarios_mut(&mut self) -> Option<&mut ScenarioList> {
        match self {
            Overlay::Scenarios(list) => Some(list),
            _ => None,
        }
    }

    /// The input, if it is one.
    pub(super) fn input_mut(&mut self) -> Option<&mut InputBox> {
        match self {
            Overlay::Input(input) => Some(input),
            _ => None,
        }
    }
}

/// The palette.
#[derive(Debug, Clone)]
pub struct Palette {
    /// The query.
    pub query: TextBox,
    /// The actions that match and can be done now, best first.
    pub matches: Vec<PaletteItem>,
    /// Index into `matches`.
    pub selected: usize,
}

/// A line of the palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaletteItem {
    /// What Enter does.
    pub action: Action,
    /// Its words in the screen's language.
    pub label: &'static str,
}

/// A text being written.
#[derive(Debug, Clone)]
pub struct InputBox {
    /// What it is for.
    pub field: Field,
    /// The text and its cursor.
    pub text: TextBox,
    /// How a response would be taken, live ([`Field::Response`] only).
    pub preview: Option<Preview>,
    /// What is wrong with the text (a number that is none); stays until it is mended.
    pub error: Option<String>,
    /// What [`Field::SavePath`] and [`Field::SaveScenario`] save.
    pub saves: Option<Arc<str>>,
}

/// How a response would be taken if it were sent now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Each ask with the answer it would get, in order.
    pub asks: Vec<PreviewAsk>,
    /// It holds a request: chat and plans are withheld (U20).
    pub asks_skills: bool,
    /// Characters of chat, withheld or sent.
    pub chat_characters: usize,
    /// Business tool calls, withheld or executed.
    pub plans: usize,
    /// An unclosed JSON value that looks like a request, quoted.
    pub unclosed: Option<String>,
    /// How the turn would stand afterwards.
    pub outcome: Outcome,
    /// Tokens of the next request, the change included; `None` when there is none.
    pub next_tokens: Option<usize>,
}

/// One ask of a preview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewAsk {
    /// What is asked.
    pub ask: super::AskLabel,
    /// The error that would go back; `None` is fine.
    pub error: Option<Code>,
    /// Why, in one sentence.
    pub message: Option<String>,
    /// Tokens of the result.
    pub tokens: usize,
}

/// A text on the whole screen.
#[derive(Debug, Clone)]
pub struct FullText {
    /// The text, broken for the width of the screen.
    pub document: Document,
    /// First line shown: an index into `document.lines`.
    pub offset: usize,
    /// The search in force; empty for none.
    pub query: String,
    /// The open search input.
    pub search_input: Option<TextBox>,
    /// Lines of the screen that hold a match: indices into `document.lines`.
    pub matches: Vec<usize>,
    /// The match one stands on: an index into `matches`.
    pub current: usize,
}

/// What is asked before it is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// Quit, though a turn with so many moves is not saved.
    Quit {
        /// Its moves.
        moves: usize,
        /// Texts that were begun.
        drafts: usize,
        /// Edits of the config that are not applied.
        edits: usize,
        /// Changes of a what-if.
        what_if: usize,
    },
    /// Write the change set to the config.
    Apply {
        /// What is written.
        changes: Box<ChangeSet>,
        /// It takes back what was written before.
        undo: bool,
        /// The first line of it that is shown.
        offset: usize,
    },
    /// Write the fix of a finding.
    Fix {
        /// What is written.
        mending: Box<Mending>,
        /// The first line of it that is shown.
        offset: usize,
    },
    /// Replace a file by a recording (S3).
    Replace {
        /// The file, relative to the workspace.
        path: PathBuf,
        /// The recording.
        text: Arc<str>,
        /// What the file holds now, and what is lost.
        old: Arc<str>,
    },
}

/// What can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyItem {
    /// The prompt shown, as one text.
    Prompt,
    /// The text of panel 5.
    Segment,
    /// How the prompt shown differs from what is pinned, in a sentence.
    Comparison,
    /// The `skillstage prompt …` command line that gives the prompt shown.
    Command,
}

/// The copy menu: three things, each to the clipboard or to a file.
#[derive(Debug, Clone)]
pub struct CopyMenu {
    /// What there is to copy, with its text as it would be copied.
    pub items: Vec<(CopyItem, Arc<str>)>,
    /// The workspace goes away when the screen is left, and the command line with it.
    pub temporary: bool,
    /// Index into `items`. Enter sends it to the terminal, `o` offers a file.
    pub selected: usize,
}

/// What can change around a session, as a list to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorldMenu {
    /// What can be done now.
    pub items: Vec<WorldChange>,
    /// Index into `items`.
    pub selected: usize,
}

/// Something that can change around a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorldChange {
    /// What is done.
    pub action: Action,
    /// To which provider, or to the skill that stands selected in panel 2; none where it is about neither.
    pub about: Option<String>,
}

/// The diagnostics.
#[derive(Debug, Clone)]
pub struct DiagnosticList {
    /// All, errors first, else in file order.
    pub items: Vec<Diagnostic>,
    /// Index into `items`; its help and fix are shown in full.
    pub selected: usize,
    /// First item shown.
    pub offset: usize,
}
