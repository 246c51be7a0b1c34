//! What changes the world around a session (D2–D6): all of it in this session only, nothing is written (U28).

use std::sync::Arc;

use crate::app::rows::SkillRow;
use crate::app::{Action, Effect, Field, InputBox, Notice, Overlay, Panel, State, TextBox, WorldChange, WorldMenu};
use crate::dialect::dsh::{FILESYSTEM, Provider, RootState, ToolView, WORKSPACE};
use crate::lang::fill;
use crate::turn::{Change, Event};
use crate::workspace::{Library, Skill, SkillEdit};

/// What can change, in the order of the menu.
pub(super) const CHANGES: [Action; 10] = [
    Action::HideTool,
    Action::ShadowTool,
    Action::ShowTool,
    Action::MakeIncomplete,
    Action::MakeComplete,
    Action::MakeFailing,
    Action::Compact,
    Action::EditSkill,
    Action::RemoveSkill,
    Action::AddSkill,
];

/// What the text of a new skill starts with.
const NEW_SKILL: &str = "---\nname: new-skill\ndescription: \n---\n";

impl State {
    /// Whether a change would change anything.
    pub(super) fn can_change(&self, action: Action) -> bool {
        let Some(turn) = self.turn.as_ref().filter(|_| self.is_session()) else { return false };
        let world = &turn.plan().world;
        match action {
            Action::HideTool => world.tool != ToolView::Hidden,
            Action::ShadowTool => world.tool != ToolView::Shadowed,
            Action::ShowTool => world.tool != ToolView::Visible,
            Action::MakeIncomplete | Action::MakeComplete | Action::MakeFailing => {
                !self.providers_for(action).is_empty()
            }
            Action::EditSkill | Action::RemoveSkill => self.selected_skill().is_some(),
            _ => true,
        }
    }

    /// The menu of what can change.
    pub(super) fn open_world(&mut self) {
        let actions = CHANGES.into_iter().filter(|action| self.can_change(*action));
        let items: Vec<WorldChange> = actions.flat_map(|action| self.changes_of(action)).collect();
        if items.is_empty() {
            return self.hint(self.strings().why_loading);
        }
        self.overlays.push(Overlay::World(WorldMenu { items, selected: 0 }));
    }

    /// The lines of the menu for an action: one for each provider that it would change.
    fn changes_of(&self, action: Action) -> Vec<WorldChange> {
        let one = |about| WorldChange { action, about };
        match action {
            Action::MakeIncomplete | Action::MakeComplete | Action::MakeFailing => {
                self.providers_for(action).into_iter().map(|name| one(Some(name))).collect()
            }
            Action::EditSkill | Action::RemoveSkill => {
                vec![one(self.selected_skill().map(|skill| skill.name.clone()))]
            }
            _ => vec![one(None)],
        }
    }

    /// The providers that do not answer yet as the action makes them.
    fn providers_for(&self, action: Action) -> Vec<String> {
        let Some(turn) = &self.turn else { return Vec::new() };
        let providers = turn.setup().dialect.providers(&turn.plan().world);
        let differs = |provider: &Provider| state_of(action, &provider.name).word() != provider.state.word();
        providers.into_iter().filter(differs).map(|provider| provider.name).collect()
    }

    /// Makes a change that the menu offered.
    pub(super) fn change_world(&mut self, change: WorldChange) {
        match (change.action, change.about) {
            (action @ (Action::MakeIncomplete | Action::MakeComplete | Action::MakeFailing), Some(name)) => {
                let state = state_of(action, &name);
                self.change(Change::Provider { name, state });
            }
            (action, _) => self.act(action),
        }
    }

    pub(super) fn act_on_world(&mut self, action: Action) {
        match action {
            Action::HideTool => self.change(Change::Tool(ToolView::Hidden)),
            Action::ShadowTool => self.change(Change::Tool(ToolView::Shadowed)),
            Action::ShowTool => self.change(Change::Tool(ToolView::Visible)),
            // By a key or from the palette: the workspace's, where that is not so already.
            Action::MakeIncomplete | Action::MakeComplete | Action::MakeFailing => {
                let providers = self.providers_for(action);
                let name = providers.iter().find(|name| *name == FILESYSTEM).or(providers.first()).cloned();
                self.change_world(WorldChange { action, about: name });
            }
            Action::Compact => self.change(Change::Compact),
            Action::EditSkill => self.edit_skill(),
            Action::RemoveSkill => {
                if let Some(skill) = self.selected_skill() {
                    self.change_skill(SkillEdit::Remove(skill.name.clone()));
                }
            }
            Action::AddSkill => self.open_skill(Field::AddSkill, NEW_SKILL),
            _ => {}
        }
    }

    fn change(&mut self, change: Change) {
        self.make_move(Event::Change(change));
    }

    fn change_skill(&mut self, edit: SkillEdit) {
        self.change(Change::Skill(edit));
        self.count_if_newer();
    }

    /// The session's own skill that stands selected in panel 2, itself or by one of its references.
    fn selected_skill(&self) -> Option<Arc<Skill>> {
        let row = self.rows.skills.get(self.list(Panel::Skills).index)?;
        let (SkillRow::Skill { name, root: WORKSPACE, .. } | SkillRow::Reference { skill: name, .. }) = &row.data
        else {
            return None;
        };
        self.turn.as_ref()?.setup().library.snapshot.skill(name).cloned()
    }

    /// Opens the selected skill as a `SKILL.md`.
    fn edit_skill(&mut self) {
        let Some(skill) = self.selected_skill() else { return };
        let Some(text) = skill.to_file_text() else {
            return self.hint(self.strings().no_text);
        };
        // What was begun on another skill is not this one's text.
        if self.editing.as_ref() != Some(&skill.name) {
            self.drafts.remove(&Field::EditSkill);
        }
        self.editing = Some(skill.name.clone());
        self.open_skill(Field::EditSkill, &text);
    }

    fn open_skill(&mut self, field: Field, text: &str) {
        let text = self.drafts.remove(&field).unwrap_or_else(|| TextBox::new(text, true));
        self.overlays.push(Overlay::Input(Box::new(InputBox { field, text, preview: None, error: None, saves: None })));
    }

    /// Takes a skill that was written.
    ///
    /// # Errors
    /// What the same file on disk would be refused for, with line and column.
    pub(super) fn take_skill(&mut self, field: Field, text: &str) -> Result<(), String> {
        let text = format!("{}\n", text.trim_end_matches('\n'));
        let dir = self.editing.clone().filter(|_| field == Field::EditSkill);
        let skill = Skill::from_file_text(&text, dir.as_deref())
            .map_err(|faults| faults.first().map_or(String::new(), ToString::to_string))?;
        let known = self.turn.as_ref().and_then(|turn| turn.setup().library.snapshot.skill(&skill.name));
        if field == Field::AddSkill && known.is_some() {
            return Err(fill(self.strings().skill_is_there, &[("name", &skill.name)]));
        }
        let same = known.is_some_and(|known| (&known.fingerprint, &known.extra) == (&skill.fingerprint, &skill.extra));
        let edit = match known {
            Some(known) => SkillEdit::between(known, &skill),
            None => SkillEdit::Put(Arc::new(skill)),
        };
        if !same {
            self.change_skill(edit);
        }
        Ok(())
    }

    /// The skills on disk are `now` others than `before`: the session has them from here on, but for what it changed
    /// itself (D6).
    pub(super) fn follow_disk(&mut self, before: &Library, now: &Arc<Library>, files: Vec<String>) {
        let Some(turn) = &mut self.turn else { return };
        let event = Event::Change(Change::Files(turn.setup().library.following(before, now)));
        if turn.play(&event).is_ok() {
            self.moves.push(event);
            self.count_if_newer();
            self.turn_changed();
            self.tell(Notice::Taken(files));
        }
    }

    /// What the message box is for now: the next message of a session that has its reply, else the first one.
    pub(super) fn message_field(&self) -> Field {
        match &self.turn {
            Some(turn) if turn.takes_message() => Field::NextMessage,
            _ => Field::Message,
        }
    }

    /// Opens `$EDITOR` on the text in the input.
    pub(super) fn open_in_editor(&mut self, field: Field) {
        let text = self.text_box().map(|text_box| text_box.text()).unwrap_or_default();
        self.ask(Effect::EditText { field, text });
    }
}

/// How a provider answers once the action is done.
fn state_of(action: Action, provider: &str) -> RootState {
    match action {
        Action::MakeIncomplete => RootState::Incomplete,
        Action::MakeFailing => RootState::failing(provider),
        _ => RootState::Ready,
    }
}
