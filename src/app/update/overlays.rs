//! What stands above the panels: opening it, and its keys while no cursor stands in it.

use std::sync::Arc;

use crate::app::command_line::command_line;
use crate::app::overlay::ATTEMPTED_FRAME;
use crate::app::rows::TextSource;
use crate::app::rows::compare::pairs;
use crate::app::{
    Action, CopyItem, CopyMenu, DiagnosticList, Document, Effect, Field, FullText, InputBox, Layout, Overlay, Question,
    State, TextBox, contexts, equality_lines, help_lines,
};
use crate::diag::Diagnostic;

impl State {
    /// Keys while an overlay without a cursor is on top.
    pub(super) fn act_on_overlay(&mut self, action: Action) {
        let page = isize::try_from(self.overlay_lines()).unwrap_or(isize::MAX);
        match action {
            Action::Open => self.open_in_overlay(),
            Action::SaveCopy => self.save_copy(),
            Action::LowerLimit | Action::RaiseLimit | Action::BindHere | Action::KeepWhatIf | Action::DropWhatIf => {
                self.act_on_what_if(action);
            }
            Action::PlayAsRecorded => self.play_selected(true),
            Action::Search => self.open_search(),
            Action::FilterScenarios => self.open_scenario_filter(),
            Action::NextMatch => self.next_match(true),
            Action::PreviousMatch => self.next_match(false),
            Action::Up => self.move_overlay(-1),
            Action::Down => self.move_overlay(1),
            Action::PageUp => self.move_overlay(-page),
            Action::PageDown => self.move_overlay(page),
            Action::Top => self.move_overlay(isize::MIN / 2),
            Action::Bottom => self.move_overlay(isize::MAX / 2),
            _ => {}
        }
    }

    /// Lines that an overlay over the whole body shows inside its border.
    pub fn overlay_lines(&self) -> usize {
        usize::from(Layout::of(self).body.height.saturating_sub(2)).max(1)
    }

    /// Scrolls the top overlay, or moves its selection.
    pub(super) fn move_overlay(&mut self, by: isize) {
        let shown = self.overlay_lines();
        let lines = self.scrolled_lines();
        let moved = |at: usize, count: usize| at.saturating_add_signed(by).min(count.saturating_sub(1));
        let scrolled = |at: usize, count: usize| at.saturating_add_signed(by).min(count.saturating_sub(shown));
        let items = self.what_if_items().len();
        match self.overlays.last_mut() {
            Some(Overlay::Help { offset, .. } | Overlay::Attempted { offset } | Overlay::Equality { offset, .. }) => {
                *offset = scrolled(*offset, lines)
            }
            Some(Overlay::FullText(full)) => full.offset = scrolled(full.offset, full.document.lines.len()),
            Some(Overlay::Confirm(Question::Apply { changes, offset, .. })) => {
                *offset = moved(*offset, super::bindings::most_lines(changes));
            }
            Some(Overlay::Confirm(Question::Fix { mending, offset })) => {
                *offset = moved(*offset, super::check::most_lines(mending));
            }
            Some(Overlay::Scenarios(list)) => {
                list.selected = moved(list.selected, list.shown().len());
            }
            Some(Overlay::WhatIf { selected }) => *selected = moved(*selected, items),
            Some(Overlay::World(menu)) => menu.selected = moved(menu.selected, menu.items.len()),
            Some(Overlay::Copy(menu)) => menu.selected = moved(menu.selected, menu.items.len()),
            Some(Overlay::Palette(palette)) => palette.selected = moved(palette.selected, palette.matches.len()),
            Some(Overlay::Diagnostics(list)) => {
                list.selected = moved(list.selected, list.items.len());
                list.offset = list.offset.clamp((list.selected + 1).saturating_sub((shown / 2).max(1)), list.selected);
            }
            _ => {}
        }
    }

    /// Lines of the top overlay, where it scrolls by lines.
    fn scrolled_lines(&self) -> usize {
        let turn = self.turn.as_ref();
        match self.overlays.last() {
            Some(Overlay::Help { from, .. }) => help_lines(self, from).len(),
            Some(Overlay::Equality { equality, .. }) => equality_lines(self, equality).len(),
            Some(Overlay::Attempted { .. }) => {
                let both = turn.and_then(|turn| Some((turn.attempted()?, turn.prompt())));
                both.map_or(0, |(tried, sent)| pairs(tried, sent).len()) + ATTEMPTED_FRAME
            }
            _ => 0,
        }
    }

    fn open_in_overlay(&mut self) {
        match self.overlays.last() {
            Some(Overlay::Confirm(Question::Quit { .. })) => self.quit_now(),
            Some(Overlay::Confirm(Question::Replace { path, text, old })) => {
                let (path, text, old) = (path.clone(), Arc::clone(text), Arc::clone(old));
                self.replace_file(path, text, old);
            }
            Some(Overlay::Confirm(Question::Apply { changes, .. })) => {
                let changes = changes.clone();
                self.apply(&changes);
            }
            Some(Overlay::Confirm(Question::Fix { mending, .. })) => {
                let mending = (**mending).clone();
                self.write_fix(mending);
            }
            Some(Overlay::Copy(menu)) => {
                let text = menu.items.get(menu.selected).map(|(_, text)| text.clone());
                self.overlays.pop();
                text.into_iter().for_each(|text| self.ask(Effect::Copy { text }));
            }
            Some(Overlay::Scenarios(_)) => self.play_selected(false),
            Some(Overlay::WhatIf { .. }) => self.open_what_if_item(),
            Some(Overlay::World(menu)) => {
                let change = menu.items.get(menu.selected).cloned();
                self.overlays.pop();
                change.into_iter().for_each(|change| self.change_world(change));
            }
            Some(Overlay::Diagnostics(list)) => {
                let place = list.items.get(list.selected).and_then(|diagnostic| diagnostic.place.clone());
                if self.read_only {
                    self.hint(self.strings().read_only_refuses);
                } else if let Some(place) = place {
                    self.ask(Effect::OpenEditor { file: place.file, line: place.line.unwrap_or(1) });
                }
            }
            Some(Overlay::FullText(_)) => self.move_overlay(1),
            _ => {
                self.overlays.pop();
            }
        }
    }

    pub(super) fn open_help(&mut self) {
        if !matches!(self.overlays.last(), Some(Overlay::Help { .. })) {
            self.overlays.push(Overlay::Help { offset: 0, from: contexts(self) });
        }
    }

    /// `f`: the text of panel 5 on the whole screen.
    pub(super) fn open_full_text(&mut self) {
        // The selection may have moved in this very message: the text follows it first.
        self.refresh();
        let Some(document) = self.rows.text.clone() else {
            return self.hint(self.strings().no_text);
        };
        self.show_full(document);
    }

    /// Everything that was told and not yet taken away, on the whole screen.
    pub(super) fn open_notices(&mut self) {
        match Document::build(self, &TextSource::Notices, self.full_width(), None) {
            Some(document) if !document.raw.is_empty() => self.show_full(document),
            _ => self.hint(self.strings().no_text),
        }
    }

    pub(super) fn show_full(&mut self, document: Document) {
        self.overlays.push(Overlay::FullText(Box::new(FullText {
            document: document.broken_for(self.full_width()),
            offset: 0,
            query: String::new(),
            search_input: None,
            matches: Vec::new(),
            current: 0,
        })));
    }

    pub(super) fn full_width(&self) -> usize {
        usize::from(Layout::of(self).body.width.saturating_sub(2)).max(20)
    }

    /// After a resize the full-screen texts are broken anew and stay at the line they showed.
    pub(super) fn break_full_text(&mut self) {
        let width = self.full_width();
        for full in self.overlays.iter_mut().filter_map(Overlay::full_text_mut) {
            let source = full.document.lines.get(full.offset).map_or(0, |line| line.source);
            full.document = full.document.clone().broken_for(width);
            full.offset = full.document.lines.iter().position(|line| line.source >= source).unwrap_or(0);
            full.matches = matches(&full.document, &full.query);
            full.current = full.current.min(full.matches.len().saturating_sub(1));
        }
    }

    pub(super) fn open_search(&mut self) {
        if let Some(full) = self.overlays.last_mut().and_then(Overlay::full_text_mut) {
            full.search_input = Some(TextBox::new(&full.query, false));
        }
    }

    pub(super) fn accept_search(&mut self) {
        let Some(full) = self.overlays.last_mut().and_then(Overlay::full_text_mut) else { return };
        full.query = full.search_input.take().map(|input| input.text()).unwrap_or_default();
        full.matches = matches(&full.document, &full.query);
        full.current = full.matches.iter().position(|line| *line >= full.offset).unwrap_or(0);
        self.show_match();
    }

    fn next_match(&mut self, forward: bool) {
        let Some(full) = self.overlays.last_mut().and_then(Overlay::full_text_mut) else { return };
        let count = full.matches.len();
        if count > 0 {
            full.current = (full.current + if forward { 1 } else { count - 1 }) % count;
        }
        self.show_match();
    }

    fn show_match(&mut self) {
        let shown = self.overlay_lines();
        let Some(full) = self.overlays.last_mut().and_then(Overlay::full_text_mut) else { return };
        if let Some(line) = full.matches.get(full.current) {
            let last = full.document.lines.len().saturating_sub(shown);
            full.offset = line.saturating_sub(shown / 2).min(last);
        }
    }

    pub(super) fn open_attempted(&mut self) {
        match self.turn.as_ref().and_then(|turn| turn.attempted()) {
            Some(_) => self.overlays.push(Overlay::Attempted { offset: 0 }),
            None => self.hint(self.strings().nothing_attempted),
        }
    }

    /// U13: the prompt of the next request beside the one without skills, byte for byte.
    pub(super) fn open_equality(&mut self) {
        match &self.turn {
            Some(turn) => self.overlays.push(Overlay::Equality { equality: Box::new(turn.equality()), offset: 0 }),
            None => self.hint(self.strings().why_loading),
        }
    }

    /// `D`: everything found in config, skills and settings, and what this scene leaves out.
    pub(super) fn open_diagnostics(&mut self) {
        let mut items: Vec<Diagnostic> = self.broken.iter().map(|broken| broken.diagnostic.clone()).collect();
        if let Some(library) = &self.library {
            items.extend(library.snapshot.findings().cloned());
        }
        items.extend(self.settings_faults.iter().cloned());
        items.extend(self.turn.iter().flat_map(|turn| turn.plan().left_out.iter().cloned()));
        items.sort_by_key(|item| std::cmp::Reverse(item.severity));
        self.overlays.push(Overlay::Diagnostics(DiagnosticList { items, selected: 0, offset: 0 }));
    }

    /// `y`: the prompt, the text of panel 5, or the command line that gives the prompt.
    pub(super) fn open_copy_menu(&mut self) {
        let Some(prompt) = self.turn.as_ref().and_then(|turn| turn.requests().get(self.request)) else {
            return self.hint(self.strings().no_text);
        };
        let mut items: Vec<(CopyItem, Arc<str>)> = vec![(CopyItem::Prompt, prompt.text().into())];
        items.extend(self.rows.text.as_ref().map(|document| (CopyItem::Segment, document.raw.clone())));
        items.extend(self.comparison_text().map(|text| (CopyItem::Comparison, text.into())));
        items.extend(command_line(self).map(|line| (CopyItem::Command, line.into())));
        self.overlays.push(Overlay::Copy(CopyMenu { items, temporary: self.temporary.is_some(), selected: 0 }));
    }

    /// Offers a file instead of the clipboard.
    fn save_copy(&mut self) {
        let Some(Overlay::Copy(menu)) = self.overlays.last() else { return };
        let Some((_, text)) = menu.items.get(menu.selected).cloned() else { return };
        self.overlays.pop();
        let field = Field::SavePath;
        let name = self.drafts.remove(&field).unwrap_or_else(|| TextBox::new("", false));
        let input = InputBox { field, text: name, preview: None, error: None, saves: Some(text) };
        self.overlays.push(Overlay::Input(Box::new(input)));
    }
}

/// The lines of the screen that hold `query`, upper and lower case alike.
fn matches(document: &Document, query: &str) -> Vec<usize> {
    if query.is_empty() {
        return Vec::new();
    }
    let query = query.to_lowercase();
    let lines = document.lines.iter().enumerate();
    lines.filter(|(_, line)| document.line(line).to_lowercase().contains(&query)).map(|(at, _)| at).collect()
}
