//! Moving in lists and panels, and what Enter does on a row.

use crate::app::rows::skills::skill_key;
use crate::app::rows::{PromptRow, SceneRow, SkillRow, SkillState, TurnRow, Way};
use crate::app::state::Stale;
use crate::app::{Action, Field, Layout, Overlay, Panel, RowKey, State};

impl State {
    /// Gives a panel the focus and brings it onto the screen.
    pub(super) fn focus_panel(&mut self, panel: Panel) {
        self.focus = panel;
        match panel {
            Panel::Scenes | Panel::Skills | Panel::Turn => self.left = panel,
            Panel::Prompt | Panel::Text => self.right = panel,
        }
        // A panel that comes onto the screen may have another width than when its lines were broken.
        self.stale = Stale { turn: true, text: true, ..self.stale };
        if !matches!(panel, Panel::Scenes | Panel::Text) {
            self.followed = panel;
        }
    }

    /// The panel `by` places on, in the order of the digits.
    pub(super) fn cycle_focus(&mut self, by: usize) {
        let panel = Panel::ALL[(self.focus.index() + by) % Panel::ALL.len()];
        self.focus_panel(panel);
    }

    /// Moves the selection of the focused panel by so many rows; text scrolls.
    pub(super) fn move_by(&mut self, rows: isize) {
        let panel = self.focus;
        if panel == Panel::Text {
            return self.scroll(panel, rows);
        }
        let count = self.line_count(panel);
        let mut index = self.list(panel).index;
        let mut left = rows.unsigned_abs();
        let mut at = index;
        // Lines that cannot be selected are walked over; a page never lands behind the last row that can.
        while left > 0 {
            let next = if rows < 0 { at.checked_sub(1) } else { Some(at + 1).filter(|next| *next < count) };
            let Some(next) = next else { break };
            at = next;
            if self.key_at(panel, at).is_some() {
                index = at;
                left -= 1;
            }
        }
        self.select(panel, index);
        if rows < 0 && (0..index).all(|above| self.key_at(panel, above).is_none()) {
            self.lists[panel.index()].offset = 0;
        }
    }

    /// Moves by pages of what the focused panel shows.
    pub(super) fn page(&mut self, pages: isize) {
        let rows = Layout::of(self).list_rows(self.focus).saturating_sub(1).max(1);
        self.move_by(pages.saturating_mul(isize::try_from(rows).unwrap_or(isize::MAX)));
    }

    /// The first or last row.
    pub(super) fn move_to_end(&mut self, last: bool) {
        let all = isize::try_from(self.line_count(self.focus)).unwrap_or(isize::MAX);
        self.move_by(if last { all } else { -all });
    }

    /// Scrolls a panel without changing its selection, as far as the selection allows.
    pub(super) fn scroll(&mut self, panel: Panel, lines: isize) {
        let list = &mut self.lists[panel.index()];
        list.offset = list.offset.saturating_add_signed(lines);
        if panel != Panel::Text {
            let shown = Layout::of(self).list_rows(panel);
            let count = self.line_count(panel);
            let list = &mut self.lists[panel.index()];
            list.offset = list.offset.min(count.saturating_sub(shown));
            let (first, end) = (list.offset, (list.offset + shown).min(count));
            let index = list.index.clamp(first, end.saturating_sub(1).max(first));
            let found = (index..end).find(|at| self.key_at(panel, *at).is_some());
            let found = found.or_else(|| (first..index).rev().find(|at| self.key_at(panel, *at).is_some()));
            if let Some(index) = found {
                self.select(panel, index);
            }
        }
    }

    /// A click gives the focus and selects; on the selected row it opens.
    pub(super) fn click(&mut self, panel: Panel, row: u16) {
        let focused = self.focus == panel;
        self.focus_panel(panel);
        let Some(row) = row.checked_sub(Layout::head_lines(panel)) else { return };
        let index = self.list(panel).offset.saturating_add(usize::from(row));
        if self.key_at(panel, index).is_none() {
            return;
        }
        if focused && self.list(panel).index == index {
            self.open_row();
        } else {
            self.select(panel, index);
        }
    }

    pub(super) fn select(&mut self, panel: Panel, index: usize) {
        let Some(key) = self.key_at(panel, index).cloned() else { return };
        let list = &mut self.lists[panel.index()];
        (list.index, list.selected) = (index, Some(key));
    }

    /// Enter on the selected row of the focused panel.
    pub(super) fn open_row(&mut self) {
        let index = self.list(self.focus).index;
        match self.focus {
            Panel::Scenes => {
                if let Some(SceneRow::Scene { scene, .. }) = self.rows.scenes.get(index).map(|row| row.data.clone()) {
                    self.choose_scene(scene);
                }
            }
            Panel::Skills => match self.rows.skills.get(index).map(|row| &row.data) {
                Some(SkillRow::Skill { state: SkillState::Refused, .. }) => self.open_full_text(),
                Some(_) => self.ask_selected(),
                None => {}
            },
            Panel::Turn => {
                if let Some(row) = self.rows.turn.get(index).map(|row| row.data.clone()) {
                    self.open_turn_row(&row);
                }
            }
            Panel::Prompt => match self.rows.prompt.get(index).map(|row| row.data.clone()) {
                Some(PromptRow::Segment { .. } | PromptRow::Group { .. }) if self.open_changed() => {}
                Some(PromptRow::Group { row, .. }) => self.toggle_group(&row.id),
                Some(PromptRow::LeftOut(_)) => self.open_diagnostics(),
                Some(PromptRow::Segment { .. }) => self.open_full_text(),
                _ => {}
            },
            Panel::Text => self.open_full_text(),
        }
    }

    fn open_turn_row(&mut self, row: &TurnRow) {
        let is_first = self.list(Panel::Turn).selected.as_ref().is_some_and(|RowKey(key)| key.starts_with("user:"));
        match row {
            TurnRow::User { .. } if is_first => self.open_input(Field::Message),
            TurnRow::User { .. } | TurnRow::Schema { .. } | TurnRow::Catalog { .. } => self.open_full_text(),
            TurnRow::Request { .. } => self.focus_panel(Panel::Prompt),
            TurnRow::Off(_) => self.open_equality(),
            TurnRow::Degraded(_) => self.open_attempted(),
            TurnRow::Ask(_)
            | TurnRow::Withheld { .. }
            | TurnRow::Host { .. }
            | TurnRow::Matcher(_)
            | TurnRow::Replied
            | TurnRow::Call(_)
            | TurnRow::Blocked(_) => {
                self.open_full_text();
            }
            TurnRow::Way(way) | TurnRow::Begun(way) => self.act(match way {
                Way::Ask => Action::FocusSkills,
                Way::Type => Action::TypeResponse,
                Way::Reply => Action::Reply,
                Way::Matcher => Action::Matcher,
                Way::Back => Action::Back,
                Way::NewTurn => Action::NewTurn,
                Way::Replay => Action::Replay,
                Way::Compare => Action::Attempted,
                Way::Message => Action::EditMessage,
                Way::World => Action::World,
                Way::Step => Action::Step,
            }),
            _ => {}
        }
    }

    /// Left and right: close and open a skill or a group; elsewhere they step through the panels.
    pub(super) fn set_open(&mut self, open: bool) {
        let index = self.list(self.focus).index;
        match self.focus {
            Panel::Skills => self.set_skill_open(index, open),
            Panel::Prompt => match self.rows.prompt.get(index).map(|row| row.data.clone()) {
                Some(PromptRow::Group { row, open: is_open, .. }) if is_open != open => self.toggle_group(&row.id),
                Some(PromptRow::Segment { nested: true, .. }) if !open => self.close_group_above(index),
                _ => {}
            },
            _ => {}
        }
    }

    fn set_skill_open(&mut self, index: usize, open: bool) {
        let name = match self.rows.skills.get(index).map(|row| &row.data) {
            Some(SkillRow::Skill { name, open: Some(is_open), .. }) if *is_open != open => name.clone(),
            Some(SkillRow::Reference { skill, .. }) if !open => skill.clone(),
            _ => return,
        };
        self.open_skills.insert(name.clone(), open);
        self.lists[Panel::Skills.index()].selected = Some(skill_key(&name));
        self.stale.skills = true;
    }

    fn toggle_group(&mut self, id: &str) {
        if !self.open_groups.remove(id) {
            self.open_groups.insert(id.to_owned());
        }
        self.stale.prompt = true;
    }

    fn close_group_above(&mut self, index: usize) {
        let group = self.rows.prompt.iter().take(index).rev().find_map(|row| match &row.data {
            PromptRow::Group { row, .. } => Some(row.id.clone()),
            _ => None,
        });
        if let Some(id) = group {
            self.open_groups.remove(&id);
            self.lists[Panel::Prompt.index()].selected = Some(RowKey::new("group", id));
            self.stale.prompt = true;
        }
    }

    /// Whether an overlay of this session shows the text on the whole screen.
    pub(super) fn has_full_text(&self) -> bool {
        matches!(self.overlays.last(), Some(Overlay::FullText(_)))
    }
}
