//! Rows, selections and scrolling after a change: nothing else computes them.

use std::sync::Arc;

use crate::app::rows::{self, Document, TurnRow};
use crate::app::state::{FOLLOW, Stale};
use crate::app::{Effect, Highlight, Layout, Panel, Row, RowKey, State, Syntax};

/// Highlighted texts that are kept.
const KEPT_HIGHLIGHTS: usize = 32;

impl State {
    /// Computes the rows that the last message made stale, then puts selections and offsets where they belong.
    pub(super) fn refresh(&mut self) {
        let stale = std::mem::take(&mut self.stale);
        if stale.scenes {
            self.rows.scenes = rows::scenes::build(self);
            self.keep_selection(Panel::Scenes);
        }
        if stale.skills {
            self.rows.skills = rows::skills::build(self);
            self.keep_selection(Panel::Skills);
        }
        if stale.turn {
            self.build_turn();
        }
        let moved = self.follow_request();
        if moved {
            self.build_turn(); // it marks the request on the screen
        }
        if stale.prompt || moved {
            self.rows.prompt_head = rows::prompt::head(self);
            self.rows.prompt = rows::prompt::build(self);
            self.keep_selection(Panel::Prompt);
        }
        let source = self.text_at_cursor();
        if stale.text || stale.prompt || moved || source != self.text_source {
            self.text_source = source;
            self.build_text();
        }
        for panel in Panel::ALL {
            self.keep_visible(panel);
        }
        self.ask_highlight();
    }

    fn build_turn(&mut self) {
        self.rows.turn = rows::turn::build(self);
        self.keep_selection(Panel::Turn);
    }

    /// The keys of a panel's rows, `None` for lines that the selection skips.
    pub(super) fn key_at(&self, panel: Panel, index: usize) -> Option<&RowKey> {
        fn key<T>(rows: &[Row<T>], index: usize) -> Option<&RowKey> {
            rows.get(index).and_then(|row| row.key.as_ref())
        }
        match panel {
            Panel::Scenes => key(&self.rows.scenes, index),
            Panel::Skills => key(&self.rows.skills, index),
            Panel::Turn => key(&self.rows.turn, index),
            Panel::Prompt => key(&self.rows.prompt, index),
            Panel::Text => None,
        }
    }

    /// How many lines a panel has in all.
    pub fn line_count(&self, panel: Panel) -> usize {
        match panel {
            Panel::Scenes => self.rows.scenes.len(),
            Panel::Skills => self.rows.skills.len(),
            Panel::Turn => self.rows.turn.len(),
            Panel::Prompt => self.rows.prompt.len(),
            Panel::Text => self.rows.text.as_ref().map_or(0, |document| document.lines.len()),
        }
    }

    /// After new rows: the selection stays on its row wherever that is now; else it goes to the nearest one.
    fn keep_selection(&mut self, panel: Panel) {
        let list = &self.lists[panel.index()];
        let (wanted, index) = (list.selected.clone(), list.index);
        let count = self.line_count(panel);
        let found = match &wanted {
            Some(_) if self.key_at(panel, index) == wanted.as_ref() => Some(index),
            Some(_) => (0..count).find(|at| self.key_at(panel, *at) == wanted.as_ref()),
            None => None,
        };
        let nearest = || {
            let below = (index..count).find(|at| self.key_at(panel, *at).is_some());
            below.or_else(|| (0..index.min(count)).rev().find(|at| self.key_at(panel, *at).is_some()))
        };
        let index = found.or_else(nearest);
        let selected = index.and_then(|at| self.key_at(panel, at).cloned());
        let list = &mut self.lists[panel.index()];
        (list.index, list.selected) = (index.unwrap_or(0), selected);
    }

    /// Scrolls a panel so that its selection is on the screen and no room below the last line stays empty.
    fn keep_visible(&mut self, panel: Panel) {
        let layout = Layout::of(self);
        let (shown, count) = (layout.list_rows(panel), self.line_count(panel));
        let follows = panel == Panel::Turn && self.list(panel).offset == FOLLOW;
        if follows && shown == 0 {
            return; // until it is on the screen
        }
        // A person's turn has its consequence at the end: as far down as the selection allows.
        let newest = (follows && (self.is_session() || self.walk.is_some())).then(|| self.newest_of_turn(shown));
        let list = &mut self.lists[panel.index()];
        list.offset = newest.unwrap_or(list.offset).min(count);
        if shown == 0 {
            return;
        }
        if panel != Panel::Text && list.selected.is_some() {
            // Lines above the first row that can be selected come into view with it.
            list.offset = list.offset.clamp((list.index + 1).saturating_sub(shown), list.index);
        }
        list.offset = list.offset.min(count.saturating_sub(shown));
        // Lines below the last row that can be selected come into view with it, too.
        let index = list.index;
        if panel != Panel::Text && (index + 1..count).all(|at| self.key_at(panel, at).is_none()) {
            let list = &mut self.lists[panel.index()];
            list.offset = list.offset.max(count.saturating_sub(shown).min(index));
        }
    }

    /// The first line of panel 3 to show, in `shown` lines, where a request has just been made: what led to it stands
    /// above it, and below it the first way to go on, which the key bar names while a scenario plays. Where they do not all
    /// fit, what is nearest to the request does.
    fn newest_of_turn(&self, shown: usize) -> usize {
        let rows = &self.rows.turn;
        let index = self.list(Panel::Turn).index.min(rows.len());
        let is_request = |row: &Row<TurnRow>| matches!(row.data, TurnRow::Request { .. });
        let before = rows[..index].iter().rposition(is_request).map_or(0, |at| at + 1);
        let told = |row: &Row<TurnRow>| !matches!(row.data, TurnRow::Prefix { .. });
        let first = rows[before..index].iter().position(told).map_or(index, |at| before + at);
        let goes_on = |row: &Row<TurnRow>| matches!(row.data, TurnRow::Way(_) | TurnRow::Begun(_) | TurnRow::YourMove);
        let end = rows[index..].iter().position(goes_on).map_or(rows.len(), |at| index + at);
        let end = if self.walk.is_some() { end } else { end + 1 };
        first.max(end.saturating_sub(shown)).min(index)
    }

    fn build_text(&mut self) {
        let width = usize::from(Layout::of(self).inner(Panel::Text).width).max(20);
        let before = self.rows.text.take();
        let document =
            self.text_source.clone().and_then(|source| Document::build(self, &source, width, before.as_ref()));
        let same = match (&before, &document) {
            (Some(before), Some(document)) => before.source == document.source,
            _ => false,
        };
        if !same {
            self.lists[Panel::Text.index()].offset = 0;
        }
        self.rows.text = document.map(|document| self.with_highlight(document));
    }

    fn with_highlight(&self, mut document: Document) -> Document {
        if document.highlight.is_none() {
            let known = self.highlights.iter().find(|(text, _)| *text == document.text);
            document.highlight = known.map(|(_, highlight)| highlight.clone());
        }
        document
    }

    /// Asks for the spans of the text on the screen, unless they are known or asked for.
    fn ask_highlight(&mut self) {
        let full = self.overlays.last().and_then(|overlay| overlay.full_text()).map(|full| &full.document);
        let Some(document) = full.or(self.rows.text.as_ref()) else { return };
        let asked = self.pending.highlight.as_ref().is_some_and(|(_, text)| *text == document.text);
        if document.highlight.is_some() || document.syntax == Syntax::Plain || document.text.is_empty() || asked {
            return;
        }
        let (syntax, text) = (document.syntax, document.text.clone());
        let id = self.new_job();
        self.pending.highlight = Some((id, text.clone()));
        self.ask(Effect::Highlight { id, syntax, text });
    }

    /// Keeps the spans of a text and gives them to the documents that show it.
    pub(super) fn keep_highlight(&mut self, text: Arc<str>, highlight: Arc<Highlight>) {
        if let Some(document) = self.rows.text.as_mut().filter(|document| document.text == text) {
            document.highlight = Some(highlight.clone());
        }
        let full = self.overlays.last_mut().and_then(|overlay| overlay.full_text_mut());
        if let Some(full) = full.filter(|full| full.document.text == text) {
            full.document.highlight = Some(highlight.clone());
        }
        if self.highlights.len() >= KEPT_HIGHLIGHTS {
            self.highlights.remove(0);
        }
        self.highlights.push((text, highlight));
    }

    /// The turn changed: everything that shows it is stale.
    pub(super) fn turn_changed(&mut self) {
        self.stale = Stale { skills: true, turn: true, prompt: true, text: true, ..self.stale };
    }
}
