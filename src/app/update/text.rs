//! Keys in TEXT: inputs, filters, the palette, the search.

use std::path::PathBuf;
use std::sync::Arc;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::app::rows::turn::withheld;
use crate::app::{
    Action, AskLabel, Context, Effect, Field, Filter, InputBox, Key, Mode, Overlay, Palette, PaletteItem, Panel,
    Preview, PreviewAsk, Screen, State, TextBox,
};
use crate::diag::Code;
use crate::prompt::{MAX_IMAGES, Message};
use crate::turn::{Event, Next, Outcome, StepKind, Turn};

/// Longer responses are not played for the preview while one types; sending them plays them.
const PREVIEW_BYTES: usize = 256 * 1024;

impl State {
    pub(super) fn text_key(&mut self, field: Field, key: Key) {
        let action = self.keymap.action(&[Context::Text], key);
        if action != Some(Action::Cancel) {
            self.quit_armed = false;
        }
        match action {
            Some(Action::Cancel) => self.cancel(),
            Some(Action::Help) => self.open_help(),
            Some(Action::Accept) => self.accept(field),
            Some(Action::LeaveText) => self.leave_text(field),
            Some(Action::ExternalEditor) if field.is_multi_line() => self.open_in_editor(field),
            Some(Action::Newline) => self.edit(TextBox::newline),
            Some(Action::Undo) => self.edit(TextBox::undo),
            Some(Action::Redo) => self.edit(TextBox::redo),
            Some(Action::DeleteWord) => self.edit(TextBox::delete_word),
            Some(Action::LineStart) => self.edit(TextBox::line_start),
            Some(Action::LineEnd) => self.edit(TextBox::line_end),
            Some(Action::DeleteToStart) => self.edit(TextBox::delete_to_start),
            Some(Action::DeleteToEnd) => self.edit(TextBox::delete_to_end),
            _ if field == Field::Palette && self.palette_key(key) => {}
            _ => {
                if self.text_box().is_some_and(|text_box| text_box.key(key)) {
                    self.text_edited();
                }
            }
        }
    }

    fn edit(&mut self, change: impl FnOnce(&mut TextBox)) {
        if let Some(text_box) = self.text_box() {
            change(text_box);
        }
        self.text_edited();
    }

    /// The input that the cursor stands in.
    pub(super) fn text_box(&mut self) -> Option<&mut TextBox> {
        match self.mode() {
            Mode::Text(Field::Filter(panel)) => self.filters.get_mut(&panel)?.input.as_mut(),
            Mode::Text(Field::FilterFindings) => self.check.filter.input.as_mut(),
            _ => match self.overlays.last_mut()? {
                Overlay::Palette(palette) => Some(&mut palette.query),
                Overlay::Input(input) => Some(&mut input.text),
                Overlay::FullText(full) => full.search_input.as_mut(),
                Overlay::Scenarios(list) => list.input.as_deref_mut(),
                _ => None,
            },
        }
    }

    /// What follows a text as one types: matches, preview, filtered rows.
    pub(super) fn text_edited(&mut self) {
        match self.mode() {
            Mode::Text(Field::Filter(panel)) => {
                let text = self.text_box().map(|text_box| text_box.text()).unwrap_or_default();
                self.set_filter(panel, text);
            }
            Mode::Text(Field::FilterFindings) => self.filter_findings(),
            Mode::Text(Field::FilterScenarios) => self.filter_scenarios(),
            Mode::Text(Field::Palette) => self.match_palette(),
            Mode::Text(Field::Response | Field::Reply) => self.update_preview(),
            _ => {}
        }
        if let Some(input) = self.overlays.last_mut().and_then(Overlay::input_mut) {
            input.error = None;
        }
    }

    /// Opens an input with the text that was left in it, else with what it changes.
    pub(super) fn open_input(&mut self, field: Field) {
        let response = matches!(field, Field::Response | Field::Reply);
        match self.turn.as_ref().map(Turn::next) {
            None => return self.hint(self.strings().why_loading),
            Some(Next::Over) if response => return self.hint(self.why_ended()),
            Some(_) => {}
        }
        let draft = self.drafts.remove(&field);
        self.stale.turn = true; // its ways say where a text was begun
        let text = draft.unwrap_or_else(|| TextBox::new(&self.unchanged_text(field), field.is_multi_line()));
        self.overlays.push(Overlay::Input(Box::new(InputBox { field, text, preview: None, error: None, saves: None })));
        self.update_preview();
    }

    fn accept(&mut self, field: Field) {
        match field {
            Field::Palette => self.run_palette(),
            Field::Filter(panel) => {
                self.filters.entry(panel).and_modify(|filter| filter.input = None);
            }
            Field::FilterFindings | Field::FilterScenarios => self.leave_text(field),
            Field::Search => self.accept_search(),
            _ => {
                let Some(Overlay::Input(mut input)) = self.overlays.pop() else { return };
                if let Err(error) = self.take_input(&input) {
                    input.error = Some(error);
                    self.overlays.push(Overlay::Input(input));
                }
            }
        }
    }

    /// Uses what was written, or says why it cannot be used.
    fn take_input(&mut self, input: &InputBox) -> Result<(), String> {
        let text = input.text.text();
        match input.field {
            Field::Message => {
                self.message.text = text;
                self.new_turn();
            }
            Field::NextMessage => {
                self.make_move(Event::Message(Message { text, ..Message::default() }));
            }
            Field::EditSkill | Field::AddSkill => self.take_skill(input.field, &text)?,
            Field::Time => {
                self.message.time = Some(text).filter(|time| !time.trim().is_empty());
                self.new_turn();
            }
            Field::Images => match text.trim().parse() {
                Ok(images) if images <= MAX_IMAGES => {
                    self.message.images = images;
                    self.new_turn();
                }
                _ => return Err(self.strings().bad_images.to_owned()),
            },
            Field::Response | Field::Reply if text.trim().is_empty() => {
                return Err(self.strings().preview_empty.to_owned());
            }
            Field::Response | Field::Reply => {
                self.make_move(Event::Response(text));
            }
            Field::SavePath => match (text.trim(), &input.saves) {
                (path, Some(text)) if !path.is_empty() => {
                    let text = if text.ends_with('\n') { text.clone() } else { format!("{text}\n").into() };
                    self.ask(Effect::SaveFile { path: PathBuf::from(path), text });
                }
                _ => return Err(self.strings().bad_path.to_owned()),
            },
            Field::Limit => self.take_limit(&text)?,
            Field::Revision => self.take_revision(&text)?,
            Field::WhatIfLimit => self.take_what_if_limit(&text)?,
            Field::WhatIfSkill => self.take_what_if_skill(&text)?,
            Field::ExportPatch => match (text.trim(), &input.saves) {
                (path, Some(patch)) if !path.is_empty() => {
                    self.ask(Effect::SaveFile { path: PathBuf::from(path), text: Arc::clone(patch) });
                }
                _ => return Err(self.strings().bad_path.to_owned()),
            },
            Field::SaveScenario => match (text.trim(), &input.saves) {
                (path, Some(text)) if !path.is_empty() => {
                    self.ask(Effect::SaveScenario { path: PathBuf::from(path), text: Arc::clone(text), over: None });
                }
                _ => return Err(self.strings().bad_path.to_owned()),
            },
            Field::Filter(_) | Field::FilterFindings | Field::FilterScenarios | Field::Palette | Field::Search => {}
        }
        Ok(())
    }

    /// Esc and Tab: the cursor leaves, the text stays.
    fn leave_text(&mut self, field: Field) {
        match field {
            Field::Filter(panel) => {
                self.filters.entry(panel).and_modify(|filter| filter.input = None);
            }
            Field::FilterFindings => self.check.filter.input = None,
            Field::Search => {
                if let Some(full) = self.overlays.last_mut().and_then(Overlay::full_text_mut) {
                    full.search_input = None;
                }
            }
            Field::FilterScenarios => {
                if let Some(list) = self.overlays.last_mut().and_then(Overlay::scenarios_mut) {
                    list.input = None;
                }
            }
            Field::Palette => {
                self.overlays.pop();
            }
            _ => {
                if let Some(Overlay::Input(input)) = self.overlays.pop()
                    && input.text.text() != self.unchanged_text(field)
                {
                    self.drafts.insert(field, input.text);
                    self.stale.turn = true;
                }
            }
        }
    }

    /// The text an input opens with when nothing was begun.
    fn unchanged_text(&self, field: Field) -> String {
        match field {
            Field::Message => self.message.text.clone(),
            Field::Time => self.message.time.clone().unwrap_or_default(),
            Field::Images => self.message.images.to_string(),
            _ => String::new(),
        }
    }

    /// `/`: the filter of the focused panel; in panel 5 the search of the full-screen text.
    pub(super) fn open_filter(&mut self) {
        if self.focus == Panel::Text {
            self.open_full_text();
            if self.has_full_text() {
                self.open_search();
            }
            return;
        }
        let filter = self.filters.entry(self.focus).or_default();
        filter.input = Some(TextBox::new(&filter.text, false));
    }

    pub(super) fn set_filter(&mut self, panel: Panel, text: String) {
        let filter: &mut Filter = self.filters.entry(panel).or_default();
        filter.text = text;
        match panel {
            Panel::Scenes => self.stale.scenes = true,
            Panel::Skills => self.stale.skills = true,
            Panel::Turn => self.stale.turn = true,
            Panel::Prompt => self.stale.prompt = true,
            Panel::Text => {}
        }
    }

    /// `:`: every action that can be done here.
    pub(super) fn open_palette(&mut self) {
        let palette = Palette { query: TextBox::new("", false), matches: Vec::new(), selected: 0 };
        self.overlays.push(Overlay::Palette(Box::new(palette)));
        self.match_palette();
    }

    fn match_palette(&mut self) {
        let Some(Overlay::Palette(palette)) = self.overlays.last() else { return };
        let query = palette.query.text();
        let pattern = Pattern::parse(&query, CaseMatching::Ignore, Normalization::Smart);
        let mut matcher = Matcher::new(Config::DEFAULT);
        let mut buffer = Vec::new();
        let mut scored: Vec<(u32, PaletteItem)> = self
            .palette_items()
            .into_iter()
            .filter_map(|(id, item)| {
                let words = format!("{} {id}", item.label);
                let score = pattern.score(Utf32Str::new(&words, &mut buffer), &mut matcher)?;
                Some((score, item))
            })
            .collect();
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        if let Some(Overlay::Palette(palette)) = self.overlays.last_mut() {
            palette.matches = scored.into_iter().map(|(_, item)| item).collect();
            palette.selected = 0;
        }
    }

    /// Up and down choose in the palette while the cursor stays in the query.
    fn palette_key(&mut self, key: Key) -> bool {
        let action = self.keymap.action(&[Context::Command], key);
        let types = matches!(key.code, crossterm::event::KeyCode::Char(_));
        let Some(Overlay::Palette(palette)) = self.overlays.last_mut() else { return false };
        let last = palette.matches.len().saturating_sub(1);
        palette.selected = match action.filter(|_| !types) {
            Some(Action::Up) => palette.selected.saturating_sub(1),
            Some(Action::Down) => (palette.selected + 1).min(last),
            Some(Action::PageUp) => palette.selected.saturating_sub(10),
            Some(Action::PageDown) => (palette.selected + 10).min(last),
            _ => return false,
        };
        true
    }

    /// Does the chosen action where one was when the palette opened.
    fn run_palette(&mut self) {
        let Some(Overlay::Palette(palette)) = self.overlays.pop() else { return };
        if let Some(item) = palette.matches.get(palette.selected) {
            self.act(item.action);
        }
    }

    /// Plays the response on a copy of the turn: how it would be taken, what is withheld, which errors go back.
    pub(super) fn update_preview(&mut self) {
        let Some(Overlay::Input(input)) = self.overlays.last() else { return };
        if !matches!(input.field, Field::Response | Field::Reply) {
            return;
        }
        let text = input.text.text();
        let turn = self.turn.as_ref().filter(|_| !text.trim().is_empty() && text.len() <= PREVIEW_BYTES);
        let preview = turn.and_then(|turn| preview(turn, &text));
        if let Some(Overlay::Input(input)) = self.overlays.last_mut() {
            input.preview = preview;
        }
    }

    /// Everything the palette offers, in the order of the table.
    fn palette_items(&self) -> Vec<(&'static str, PaletteItem)> {
        let on_bindings = [Context::Bindings, Context::Command];
        let on_check = [Context::Check, Context::Command];
        let stage = [Context::Panel(self.focus), Context::Stage, Context::Command];
        let beneath = match self.overlays.len() {
            0 | 1 if self.screen == Screen::Bindings => &on_bindings[..],
            0 | 1 if self.screen == Screen::Check => &on_check[..],
            0 | 1 => &stage[..],
            _ => &stage[2..],
        };
        let bindings = self.keymap.bindings(beneath).filter(|binding| binding.is_command());
        let bindings = bindings.filter(|binding| self.is_available(binding.action));
        let strings = self.strings();
        bindings
            .map(|binding| {
                (binding.id, PaletteItem { action: binding.action, label: binding.words(strings, self.is_session()) })
            })
            .collect()
    }
}

fn preview(turn: &Turn, response: &str) -> Option<Preview> {
    let mut played = turn.clone();
    played.respond(response).ok()?;
    let step = played.steps().last()?;
    let answered = step.answers.iter().map(|answered| PreviewAsk {
        ask: AskLabel::of(&answered.ask),
        error: answered.answer.error,
        message: answered.answer.why.clone(),
        tokens: answered.tokens,
    });
    // Requests after the last chance get no answers: the turn degrades on them.
    let refused = step.parsed.asks.iter().filter(|_| step.kind == StepKind::Refused).map(|ask| PreviewAsk {
        ask: AskLabel::of(ask),
        error: Some(Code::BudgetRounds),
        message: None,
        tokens: 0,
    });
    let asks = answered.chain(refused);
    let (chat_characters, plans) = withheld(&played, step);
    let next_tokens = matches!(played.outcome(), Outcome::Pending | Outcome::Degraded(_))
        .then(|| played.prompt().tokens())
        .filter(|_| played.next() != Next::Over);
    Some(Preview {
        asks: asks.collect(),
        asks_skills: step.kind != StepKind::Final,
        chat_characters,
        plans,
        unclosed: step.parsed.unclosed.clone(),
        outcome: played.outcome().clone(),
        next_tokens,
    })
}
