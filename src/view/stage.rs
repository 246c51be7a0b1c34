//! The Stage: its panels in the places that [`Layout`] gives them.
//!
//! ```text
//! three columns                          two columns                     one column
//! ┌1 Scenes─┐┌[3 Turn 1]┐┌4 Prompt─┐     ┌1─2─[3 Turn]──┐┌[4 Prompt]─5┐  ┌1─2─[3 Turn 1]─4─5┐
//! └─────────┘│          ││         │     │              ││            │  │                  │
//! ┌2 Skills─┐│          │└─────────┘     └ COMMAND ─────┘└────────────┘  └ COMMAND ─────────┘
//! │         ││          │┌5 Text───┐
//! └─────────┘└ COMMAND ─┘└─────────┘
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::frame::{Caption, Frame, Tab};
use super::list::Window;
use super::look::Look;
use super::pen::Pen;
use super::row::{Line, Selected};
use super::{document, filter, prompt, scenes, skills, turn};
use crate::app::rows::Since;
use crate::app::{Columns, Layout, Panel, State};
use crate::lang::fill;
use crate::prompt::Kind;
use crate::text::wrap;

/// Draws all panels; gives the place of the caret where a filter is being typed.
pub fn draw(state: &State, layout: &Layout, look: &Look, pen: &mut Pen) -> Option<Position> {
    let mut caret = None;
    for (panel, area) in &layout.panels {
        let stage = Stage { state, look, panel: *panel, area: *area };
        caret = stage.draw(pen).or(caret);
    }
    caret
}

/// One panel on its place.
struct Stage<'a> {
    state: &'a State,
    look: &'a Look<'a>,
    panel: Panel,
    area: Rect,
}

impl Stage<'_> {
    fn draw(&self, pen: &mut Pen) -> Option<Position> {
        let inside = Frame::inside(self.area);
        let head = Layout::head_lines(self.panel).min(inside.height);
        let rows = Rect { y: inside.y + head, height: inside.height - head, ..inside };
        let window = self.window(rows.height);
        self.frame(&window).draw(self.area, pen);
        match self.panel {
            Panel::Text => self.text(rows, pen),
            _ if window.total == 0 => self.empty(inside, pen),
            _ => self.rows(&window, inside, rows, pen),
        }
        let filter = self.state.filters.get(&self.panel)?;
        filter::draw(filter, self.focused(), self.area, self.look, pen)
    }

    /// Whether the panel takes the keys: the focused one while no overlay does.
    fn focused(&self) -> bool {
        self.state.focus == self.panel && self.state.overlays.is_empty()
    }

    /// The rows on screen: from the list's offset, moved where the selection would be outside.
    fn window(&self, height: u16) -> Window {
        let (list, total) = (self.state.list(self.panel), self.state.line_count(self.panel));
        let window = Window::from(list.offset, total, usize::from(height));
        match self.panel {
            Panel::Text => window,
            _ if list.selected.is_none() || window.rows.contains(&list.index) => window,
            _ => Window::around(list.index, total, height),
        }
    }

    fn rows(&self, window: &Window, inside: Rect, area: Rect, pen: &mut Pen) {
        let (rows, look) = (&self.state.rows, self.look);
        if let (Panel::Prompt, Some(head)) = (self.panel, &rows.prompt_head) {
            prompt::head(head, Rect { height: 1, ..inside }, look, pen);
        }
        let list = self.state.list(self.panel);
        let selection = list.selected.as_ref().map(|_| list.index);
        let margin = if self.panel == Panel::Scenes { scenes::MARGIN } else { 0 };
        let area = Rect { width: area.width.saturating_sub(margin), ..area };
        for (y, index) in (area.y..).zip(window.rows.clone()) {
            let mut line: Line = match self.panel {
                Panel::Scenes => scenes::line(&rows.scenes[index].data, look),
                Panel::Skills => skills::line(&rows.skills[index].data, look),
                Panel::Turn => turn::line(&rows.turn, index, area.width, look),
                Panel::Prompt | Panel::Text => prompt::line(&rows.prompt[index].data, area.width, look),
            };
            line.selected = Selected::of(selection, index, self.focused());
            line.draw(area, y, pen);
        }
    }

    fn text(&self, area: Rect, pen: &mut Pen) {
        match &self.state.rows.text {
            // Private items that are withheld keep their row, not their text (U25).
            Some(document)
                if document.raw.is_empty() && matches!(document.kind, Some(Kind::Context | Kind::History)) =>
            {
                paragraph(self.look.strings.withheld_row, area, self.look.theme.warning, pen);
            }
            Some(document) => {
                document::draw(document, self.state.list(Panel::Text).offset, None, area, self.look, pen);
            }
            None => self.empty(area, pen),
        }
    }

    /// What would fill an empty panel, and which key does that.
    fn empty(&self, area: Rect, pen: &mut Pen) {
        let s = self.look.strings;
        let filter = self.state.filter_text(self.panel);
        let words = match self.panel {
            _ if !filter.is_empty() => fill(s.empty_filter, &[("text", filter)]),
            _ if self.state.library.is_none() => s.loading.to_owned(),
            Panel::Skills => s.empty_skills.to_owned(),
            Panel::Text => s.empty_text.to_owned(),
            Panel::Scenes | Panel::Turn | Panel::Prompt => s.empty_prompt.to_owned(),
        };
        paragraph(&words, area, self.look.theme.quiet, pen);
    }

    fn frame(&self, window: &Window) -> Frame {
        let s = self.look.strings;
        let columns = Columns::at(self.state.width, self.state.height);
        let range = window.range().map(|(from, to, of)| {
            fill(s.lines_of, &[("from", &from.to_string()), ("to", &to.to_string()), ("n", &of.to_string())])
        });
        let focused = self.focused();
        let state = focused.then(|| (s.command_mode.to_owned(), self.look.theme.quiet));
        let mut frame = Frame { tabs: self.tabs(columns), captions: self.captions(), state, range, focused };
        if self.panel == Panel::Text
            && columns >= Columns::Three
            && let Some(range) = frame.range.take()
        {
            frame.captions = vec![Caption { texts: vec![range], from_right: 1 }];
        }
        frame
    }

    /// The panel's title; where panels share a place, those of all that share it.
    fn tabs(&self, columns: Columns) -> Vec<Tab> {
        let shared: &[Panel] = match columns {
            Columns::Three | Columns::Four => &[],
            Columns::One => &Panel::ALL,
            Columns::Two if self.panel <= Panel::Turn => &Panel::ALL[..3],
            Columns::Two => &Panel::ALL[3..],
        };
        if shared.is_empty() {
            let text = format!("{} {}", self.panel.digit(), self.title());
            return vec![Tab { short: text.clone(), text, shown: true }];
        }
        let tab = |panel: &Panel| Tab {
            // The panel shown says what it shows: its text, or that the prompt is another than the usual one.
            text: match panel {
                Panel::Text if self.panel == Panel::Text => format!("{} {}", panel.digit(), self.title()),
                _ => format!("{} {}", panel.digit(), self.short_title(*panel)),
            },
            short: panel.digit().to_string(),
            shown: *panel == self.panel,
        };
        shared.iter().map(tab).collect()
    }

    fn title(&self) -> String {
        let (s, rows) = (self.look.strings, &self.state.rows);
        match (self.panel, &rows.prompt_head, &rows.text) {
            (Panel::Prompt, Some(head), _) if head.fallback => s.panel_prompt_fallback.to_owned(),
            (Panel::Prompt, Some(head), _) => fill(s.panel_prompt, &[("n", &head.request.to_string())]),
            (Panel::Text, _, Some(document)) => fill(s.panel_text, &[("name", self.look.document(document))]),
            (panel, ..) => self.short_title(panel),
        }
    }

    fn short_title(&self, panel: Panel) -> String {
        let s = self.look.strings;
        match panel {
            Panel::Scenes => s.panel_scenes.to_owned(),
            Panel::Skills => s.panel_skills.to_owned(),
            Panel::Turn => fill(
                if self.look.session { s.panel_session } else { s.panel_turn },
                &[("n", &self.state.turn_number.max(1).to_string())],
            ),
            Panel::Prompt => s.panel_prompt_short.to_owned(),
            Panel::Text => s.panel_text_empty.to_owned(),
        }
    }

    fn captions(&self) -> Vec<Caption> {
        let s = self.look.strings;
        match self.panel {
            Panel::Scenes => {
                let worst = Caption { texts: vec![s.at_worst.to_owned()], from_right: scenes::MARGIN };
                let from_right = scenes::MARGIN + if self.look.session { 0 } else { scenes::WORST };
                let at_rest = Caption { texts: vec![s.at_rest.to_owned()], from_right };
                if self.look.session { vec![at_rest] } else { vec![at_rest, worst] }
            }
            Panel::Skills if self.state.changed.is_empty() => {
                vec![Caption {
                    texts: vec![if self.look.session { s.enter_calls } else { s.enter_asks }.to_owned()],
                    from_right: 1,
                }]
            }
            Panel::Skills => {
                let text = format!("{} {}", skills::CHANGED, s.changed_mark);
                vec![Caption { texts: vec![text], from_right: 1 }]
            }
            Panel::Prompt => {
                let since = self.state.rows.prompt_head.as_ref().and_then(|head| head.since.as_ref());
                let texts = |since: &Since| match since {
                    Since::Request(n) => {
                        [s.change_since, s.since].map(|template| fill(template, &[("n", &n.to_string())])).to_vec()
                    }
                    Since::Pinned(what) => {
                        let words = self.look.compare;
                        vec![fill(words.change_since, &[("what", what)]), words.since.to_owned()]
                    }
                };
                since.map(|since| Caption { texts: texts(since), from_right: 0 }).into_iter().collect()
            }
            Panel::Turn | Panel::Text => Vec::new(),
        }
    }
}

/// Draws words that are wrapped to an area, one cell from its left edge.
pub fn paragraph(words: &str, area: Rect, style: Style, pen: &mut Pen) {
    let cells = area.width.saturating_sub(2);
    if cells == 0 {
        return;
    }
    for (y, line) in (area.top()..area.bottom()).zip(wrap(words, usize::from(cells))) {
        pen.text(area.x + 1, y, cells, &line, style);
    }
}
