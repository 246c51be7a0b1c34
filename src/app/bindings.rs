//! The one table of bindings: what can be done, by which keys, and where. Help, key bar and palette are generated from
//! it, so that they cannot drift from what the keys do; personal settings rebind it ([`super::Keymap`]).

use crossterm::event::KeyCode;

use super::{Key, Panel};
use crate::lang::Strings;

/// Where a binding counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// In COMMAND, with or without an overlay.
    Command,
    /// In COMMAND on the Stage, no overlay open.
    Stage,
    /// On the Stage with the focus in this panel; goes before [`Context::Stage`].
    Panel(Panel),
    /// With the full-screen text on top; goes before [`Context::Command`].
    FullText,
    /// With the copy menu on top; goes before [`Context::Command`].
    CopyMenu,
    /// With the list of scenarios on top; goes before [`Context::Command`].
    Scenarios,
    /// On the Bindings screen, no overlay open; goes before [`Context::Command`].
    Bindings,
    /// On the Check screen, no overlay open; goes before [`Context::Command`].
    Check,
    /// On the Stage while a scenario plays; goes before the panels.
    Playing,
    /// With the list of the what-if on top; goes before [`Context::Command`].
    WhatIf,
    /// In TEXT. Keys that type something are text there, whatever they are bound to.
    Text,
}

/// Everything a key can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each is described by its words in the string tables")]
pub enum Action {
    Open,
    Mark,
    TypeResponse,
    Reply,
    Matcher,
    NewTurn,
    Replay,
    PlayWorst,
    Back,
    EditMessage,
    EditTime,
    EditImages,
    Filter,
    Palette,
    Record,
    Copy,
    FullText,
    OpenEditor,
    Attempted,
    Equality,
    Diagnostics,
    Notices,
    World,
    HideTool,
    ShadowTool,
    ShowTool,
    MakeIncomplete,
    MakeComplete,
    MakeFailing,
    Compact,
    EditSkill,
    RemoveSkill,
    AddSkill,
    Step,
    NextStep,
    StepBefore,
    PlayByItself,
    Scenarios,
    PlayAsRecorded,
    FilterScenarios,
    Check,
    Fix,
    EditFinding,
    Bindings,
    ToggleBinding,
    SetLimit,
    Switch,
    Apply,
    Export,
    TakeBack,
    Compare,
    Revision,
    WhatIf,
    LowerLimit,
    RaiseLimit,
    BindHere,
    KeepWhatIf,
    DropWhatIf,
    NextPane,
    PreviousPane,
    Dialect,
    Binding,
    Estimator,
    Language,
    Theme,
    Help,
    FocusScenes,
    FocusSkills,
    FocusTurn,
    FocusPrompt,
    FocusText,
    NextPanel,
    PreviousPanel,
    Up,
    Down,
    Collapse,
    Expand,
    PageUp,
    PageDown,
    Top,
    Bottom,
    Search,
    NextMatch,
    PreviousMatch,
    SaveCopy,
    Leave,
    Stage,
    Quit,
    Cancel,
    Accept,
    Newline,
    LeaveText,
    ExternalEditor,
    Undo,
    Redo,
    LineStart,
    LineEnd,
    DeleteWord,
    DeleteToStart,
    DeleteToEnd,
}

/// The headings of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// Playing a turn.
    Play,
    /// Playing a scenario.
    Scenario,
    /// What happens between two requests of a session.
    World,
    /// The Bindings screen.
    Bindings,
    /// The Check screen.
    Check,
    /// Looking at what would be.
    WhatIf,
    /// Looking at what there is.
    Look,
    /// Settings of this session.
    Session,
    /// Moving in lists and panels.
    Move,
    /// Keys of overlays alone.
    Overlays,
    /// With and without an overlay.
    Everywhere,
    /// While a cursor stands in an input.
    Text,
}

impl Group {
    /// All, in the order of the table.
    pub const ALL: [Group; 12] = [
        Group::Play,
        Group::Scenario,
        Group::World,
        Group::Bindings,
        Group::Check,
        Group::WhatIf,
        Group::Look,
        Group::Session,
        Group::Move,
        Group::Overlays,
        Group::Everywhere,
        Group::Text,
    ];
}

/// One line of the table.
#[derive(Debug, Clone, Copy)]
pub struct Binding {
    /// What it does.
    pub action: Action,
    /// The name under which personal settings rebind it.
    pub id: &'static str,
    /// Under which heading the help has it.
    pub group: Group,
    /// Its keys; the first is the one the key bar shows.
    pub keys: &'static [Key],
    /// Where it counts.
    pub contexts: &'static [Context],
    /// Its words.
    pub label: fn(&Strings) -> &'static str,
    /// Where and how the key bar shows it; `None` keeps it out.
    pub bar: Option<Bar>,
}

impl Binding {
    /// Its words; what starts a turn starts a session where a turn is one.
    pub fn words(&self, s: &Strings, session: bool) -> &'static str {
        if session && self.action == Action::NewTurn { s.way_new_session } else { (self.label)(s) }
    }

    /// Its words in the key bar; empty where it is kept out.
    pub fn bar_words(&self, s: &Strings, session: bool) -> &'static str {
        match self.bar {
            Some(_) if session && self.action == Action::NewTurn => s.way_new_session,
            Some(bar) => (bar.label)(s),
            None => "",
        }
    }
}

/// A binding in the key bar.
#[derive(Debug, Clone, Copy)]
pub struct Bar {
    /// Its place, lower first.
    pub place: u8,
    /// Its words, shorter than those of help and palette.
    pub label: fn(&Strings) -> &'static str,
}

const fn key(code: KeyCode) -> Key {
    Key::new(code)
}

const fn chr(c: char) -> Key {
    Key::char(c)
}

macro_rules! bindings {
    ($($group:ident { $($action:ident $id:literal [$($key:expr),*] in [$($context:expr),*] $label:ident
        $(bar $bar:literal $short:ident)?;)* })*) => {
        /// The table, in the order of the help.
        pub const BINDINGS: &[Binding] = &[$($(Binding {
            action: Action::$action,
            id: $id,
            group: Group::$group,
            keys: &[$($key),*],
            contexts: &[$($context),*],
            label: |strings| strings.actions.$label,
            bar: bindings!(@bar $($bar $short)?),
        },)*)*];
    };
    (@bar $bar:literal $short:ident) => { Some(Bar { place: $bar, label: |strings| strings.actions.$short }) };
    (@bar) => { None };
}

use Context::{Command, CopyMenu, FullText, Playing, Stage, Text};

bindings! {
    Play {
        Open "open" [key(KeyCode::Enter)] in [Command] do_open bar 0 do_open;
        Mark "mark" [chr(' ')] in [Context::Panel(Panel::Skills)] do_mark bar 9 bar_mark;
        TypeResponse "type-response" [chr('i')] in [Stage] do_type_response bar 1 bar_type;
        Reply "reply" [chr('r')] in [Stage] do_reply bar 2 bar_reply;
        Matcher "matcher" [chr('m')] in [Stage] do_matcher bar 5 bar_matcher;
        NewTurn "new-turn" [chr('n')] in [Stage] do_new_turn bar 3 do_new_turn;
        Replay "replay" [chr('N')] in [Stage] do_replay bar 10 bar_replay;
        PlayWorst "play-worst" [chr('W')] in [Stage] do_play_worst;
        Back "back" [chr('u')] in [Stage] do_back bar 4 bar_back;
        EditMessage "edit-message" [chr('e')] in [Stage] do_edit_message bar 6 bar_message;
        EditTime "edit-time" [chr('t')] in [Stage] do_edit_time;
        EditImages "edit-images" [chr('g')] in [Stage] do_edit_images;
    }
    Scenario {
        NextStep "next-step" [key(KeyCode::Right), chr(' ')] in [Playing] do_next_step bar 0 bar_next_step;
        StepBefore "step-before" [key(KeyCode::Left)] in [Playing] do_step_before bar 1 bar_step_before;
        PlayByItself "play-by-itself" [chr('1'), chr('2'), chr('3'), chr('4'), chr('5'), chr('6'), chr('7'), chr('8'), chr('9')]
            in [Playing] do_play_by_itself bar 2 bar_play_by_itself;
        PlayAsRecorded "play-as-recorded" [chr('r')] in [Context::Scenarios] do_play_as_recorded bar 1 bar_as_recorded;
        FilterScenarios "filter-scenarios" [chr('/')] in [Context::Scenarios] do_filter bar 2 do_filter;
    }
    World {
        Step "step" [chr('p')] in [Stage] do_step bar 4 bar_step;
        World "world" [chr('c')] in [Stage] do_world bar 5 bar_world;
        HideTool "hide-tool" [] in [Stage] do_hide_tool;
        ShadowTool "shadow-tool" [] in [Stage] do_shadow_tool;
        ShowTool "show-tool" [] in [Stage] do_show_tool;
        MakeIncomplete "provider-incomplete" [] in [Stage] do_incomplete;
        MakeComplete "provider-complete" [] in [Stage] do_complete;
        MakeFailing "provider-failing" [] in [Stage] do_failing;
        Compact "compact" [] in [Stage] do_compact;
        EditSkill "edit-skill" [] in [Stage] do_edit_skill;
        RemoveSkill "remove-skill" [] in [Stage] do_remove_skill;
        AddSkill "add-skill" [] in [Stage] do_add_skill;
    }
    Bindings {
        ToggleBinding "toggle-binding" [key(KeyCode::Enter), chr(' ')] in [Context::Bindings] do_toggle_binding bar 0 do_toggle_binding;
        Apply "apply" [chr('s')] in [Context::Bindings] do_apply bar 1 do_apply;
        Export "export" [chr('x')] in [Context::Bindings] do_export bar 2 do_export;
        TakeBack "take-back" [chr('u')] in [Context::Bindings] do_take_back bar 3 do_take_back;
        SetLimit "set-limit" [chr('m')] in [Context::Bindings] do_set_limit bar 6 do_set_limit;
        Switch "switch" [chr('e')] in [Context::Bindings] do_switch;
        NextPane "next-pane" [key(KeyCode::Tab)] in [Context::Bindings] do_next_panel bar 5 bar_panel;
        PreviousPane "previous-pane" [key(KeyCode::BackTab)] in [Context::Bindings] do_previous_panel;
    }
    Check {
        Fix "fix" [chr('f')] in [Context::Check] do_fix bar 1 do_fix;
        EditFinding "edit-finding" [chr('e')] in [Context::Check] do_open_editor bar 2 bar_edit;
    }
    WhatIf {
        Compare "compare" [chr('=')] in [Stage] do_compare bar 9 bar_compare;
        Revision "compare-revision" [] in [Stage] do_revision;
        WhatIf "what-if" [chr('w')] in [Stage] do_what_if bar 9 do_what_if;
        LowerLimit "lower-limit" [key(KeyCode::Left), chr('-')] in [Context::WhatIf] do_lower_limit bar 3 bar_lower;
        RaiseLimit "raise-limit" [key(KeyCode::Right), chr('+')] in [Context::WhatIf] do_raise_limit bar 4 bar_raise;
        BindHere "bind-here" [chr(' ')] in [Context::WhatIf] do_bind_here bar 5 bar_bind_here;
        KeepWhatIf "keep-what-if" [chr('s')] in [Context::WhatIf] do_keep_what_if bar 1 bar_keep;
        DropWhatIf "drop-what-if" [chr('x')] in [Context::WhatIf] do_drop_what_if bar 2 do_drop_what_if;
    }
    Look {
        Filter "filter" [chr('/')] in [Stage, Context::Check] do_filter bar 7 do_filter;
        FullText "full-text" [chr('f')] in [Stage] do_full_text bar 11 do_full_text;
        Attempted "attempted" [chr('d')] in [Stage] do_attempted;
        Equality "equality" [chr('v')] in [Stage] do_equality;
        Diagnostics "diagnostics" [chr('D')] in [Command] do_diagnostics;
        Notices "notices" [chr('!')] in [Command] do_notices;
        Record "record" [chr('s')] in [Stage] do_record bar 6 bar_record;
        Copy "copy" [chr('y')] in [Stage] do_copy bar 8 do_copy;
        OpenEditor "open-editor" [chr('o')] in [Stage] do_open_editor;
    }
    Session {
        Dialect "dialect" [chr('H')] in [Stage] do_dialect;
        Binding "binding" [chr('b')] in [Stage] do_binding;
        Estimator "estimator" [chr('E')] in [Stage] do_estimator;
        Language "language" [chr('L')] in [Stage, Context::Bindings, Context::Check] do_language;
        Theme "theme" [chr('T')] in [Stage, Context::Bindings, Context::Check] do_theme;
    }
    Move {
        FocusScenes "focus-scenes" [chr('1')] in [Stage] do_focus_scenes;
        FocusSkills "focus-skills" [chr('2')] in [Stage] do_focus_skills;
        FocusTurn "focus-turn" [chr('3')] in [Stage] do_focus_turn;
        FocusPrompt "focus-prompt" [chr('4')] in [Stage] do_focus_prompt;
        FocusText "focus-text" [chr('5')] in [Stage] do_focus_text;
        NextPanel "next-panel" [key(KeyCode::Tab)] in [Stage] do_next_panel bar 5 bar_panel;
        PreviousPanel "previous-panel" [key(KeyCode::BackTab)] in [Stage] do_previous_panel;
        Up "up" [key(KeyCode::Up), chr('k')] in [Command] do_up;
        Down "down" [key(KeyCode::Down), chr('j')] in [Command] do_down;
        Collapse "collapse" [key(KeyCode::Left), chr('h')] in [Command] do_collapse;
        Expand "expand" [key(KeyCode::Right), chr('l')] in [Command] do_expand;
        PageUp "page-up" [key(KeyCode::PageUp)] in [Command] do_page_up;
        PageDown "page-down" [key(KeyCode::PageDown)] in [Command] do_page_down;
        Top "top" [key(KeyCode::Home)] in [Command] do_top;
        Bottom "bottom" [key(KeyCode::End)] in [Command] do_bottom;
    }
    Overlays {
        Search "search" [chr('/')] in [FullText] do_search bar 1 do_search;
        NextMatch "next-match" [chr('n')] in [FullText] do_next_match bar 2 do_next_match;
        PreviousMatch "previous-match" [chr('N')] in [FullText] do_previous_match bar 3 do_previous_match;
        SaveCopy "save-copy" [chr('o')] in [CopyMenu] do_save_copy bar 1 do_save_copy;
    }
    Everywhere {
        Palette "palette" [chr(':')] in [Command] do_palette bar 12 bar_all;
        Help "help" [key(KeyCode::F(1)), chr('?')] in [Command, Text] do_help bar 13 do_help;
        Stage "stage" [key(KeyCode::F(2))] in [Command] do_stage;
        Bindings "bindings" [key(KeyCode::F(3))] in [Command] do_bindings;
        Check "check" [key(KeyCode::F(5))] in [Command] do_check;
        Scenarios "scenarios" [key(KeyCode::F(4))] in [Command] do_scenarios;
        Leave "leave" [key(KeyCode::Esc)] in [Command] do_leave bar 14 do_leave;
        Quit "quit" [chr('q')] in [Command] do_quit bar 15 do_quit;
        Cancel "cancel" [Key::ctrl('c')] in [Command, Text] do_cancel;
    }
    Text {
        Accept "accept" [key(KeyCode::Enter)] in [Text] do_accept bar 0 do_accept;
        Newline "newline" [Key::ctrl('j')] in [Text] do_newline bar 1 do_newline;
        LeaveText "leave-text" [key(KeyCode::Esc), key(KeyCode::Tab)] in [Text] do_leave_text bar 2 bar_leave_text;
        ExternalEditor "external-editor" [Key::ctrl('g')] in [Text] do_external_editor bar 3 do_external_editor;
        LineStart "line-start" [key(KeyCode::Home), Key::ctrl('a')] in [Text] do_line_start;
        LineEnd "line-end" [key(KeyCode::End), Key::ctrl('e')] in [Text] do_line_end;
        Undo "undo" [Key::ctrl('y')] in [Text] do_undo;
        Redo "redo" [Key::ctrl('r')] in [Text] do_redo;
        DeleteWord "delete-word" [Key::ctrl('w')] in [Text] do_delete_word;
        DeleteToStart "delete-to-start" [Key::ctrl('u')] in [Text] do_delete_to_start;
        DeleteToEnd "delete-to-end" [Key::ctrl('k')] in [Text] do_delete_to_end;
    }
}

/// The line of the table that describes `action`.
pub fn binding(action: Action) -> Option<&'static Binding> {
    BINDINGS.iter().find(|binding| binding.action == action)
}

impl Binding {
    /// Whether it is something to do, rather than a step of the selection: the palette lists those.
    pub fn is_command(&self) -> bool {
        use Action::{Bottom, Collapse, Down, Expand, Leave, PageDown, PageUp, Palette, Top, Up};
        !matches!(
            self.action,
            Up | Down | PageUp | PageDown | Top | Bottom | Collapse | Expand | Leave | Palette | Action::Cancel
        )
    }
}
