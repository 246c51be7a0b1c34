//! What follows the cursor: the request on the screen, and the text of panel 5.

use crate::app::rows::{PromptRow, SkillRow, SkillState, TextSource, TurnRow};
use crate::app::{Panel, RowKey, State};
use crate::dialect::dsh::WORKSPACE;

impl State {
    /// Walking through the turn walks through its requests; whether another one is on the screen now.
    pub(super) fn follow_request(&mut self) -> bool {
        let request = Some(Panel::Turn).filter(|panel| self.followed == *panel).and_then(|_| self.request_at_cursor());
        let moved = request.is_some_and(|request| request != self.request);
        self.request = request.unwrap_or(self.request);
        moved
    }

    /// The text of the row under the cursor of the list that last had the focus; `None` where that list is empty.
    pub(super) fn text_at_cursor(&self) -> Option<TextSource> {
        match self.followed {
            Panel::Skills => match &self.rows.skills.get(self.list(Panel::Skills).index)?.data {
                SkillRow::Root { .. } => None,
                SkillRow::Skill { name, state: SkillState::Refused, .. } => Some(TextSource::Refused(name.clone())),
                SkillRow::Skill { name, root: WORKSPACE, .. } => Some(TextSource::Skill(name.clone())),
                SkillRow::Skill { name, root, .. } => Some(TextSource::Provided(*root, name.clone())),
                SkillRow::Reference { skill, path, .. } => Some(TextSource::Reference(skill.clone(), path.clone())),
            },
            Panel::Turn => self.turn_text(),
            Panel::Prompt | Panel::Scenes | Panel::Text => self.prompt_text(),
        }
    }

    /// The kind of the selected row of the turn, and the step (from 0) and the place in it that its key names.
    fn turn_cursor(&self) -> Option<(&str, Option<usize>, Option<usize>)> {
        let RowKey(key) = self.key_at(Panel::Turn, self.list(Panel::Turn).index)?;
        let (kind, name) = key.split_once(':')?;
        let mut numbers = name.split('.').map(|number| number.parse::<usize>().ok()?.checked_sub(1));
        Some((kind, numbers.next().flatten(), numbers.next().flatten()))
    }

    /// The request that the selected row of the turn belongs to. A result stands in the request behind its step.
    fn request_at_cursor(&self) -> Option<usize> {
        let last = self.turn.as_ref()?.requests().len().checked_sub(1)?;
        let above = || {
            let rows = self.rows.turn.iter().take(self.list(Panel::Turn).index + 1);
            rows.rev().find_map(|row| match row.data {
                TurnRow::Request { number, .. } => number.checked_sub(1),
                _ => None,
            })
        };
        let request = match self.turn_cursor()? {
            ("user", ..) => 0,
            ("host", Some(step), Some(place)) if self.result(step, place).is_some() => step + 1,
            ("request" | "ask" | "host" | "withheld" | "matcher" | "reply", Some(step), _) => step,
            ("schema" | "catalog" | "message", Some(request), _) => request,
            _ => above().unwrap_or(last),
        };
        Some(request.min(last))
    }

    /// A row of the turn that has no text of its own stands for its request: the text is what the prompt's cursor is on.
    fn turn_text(&self) -> Option<TextSource> {
        let turn = self.turn.as_ref()?;
        match self.turn_cursor()? {
            ("user", ..) => Some(TextSource::Message),
            ("ask" | "withheld" | "reply", Some(step), _) => Some(TextSource::Response(step)),
            ("matcher", Some(step), _) => Some(TextSource::Matcher(step)),
            ("schema", ..) => Some(TextSource::Segment("tool:skill".to_owned())),
            ("catalog", Some(0), _) => Some(TextSource::Segment("catalog".to_owned())),
            (kind @ ("catalog" | "message"), Some(request), _) => {
                Some(TextSource::Segment(format!("{kind}.{}", request + 1)))
            }
            ("host", Some(step), Some(place)) => match self.result(step, place) {
                Some(segment) => Some(TextSource::Segment(segment.to_owned())),
                None => Some(TextSource::Response(step)),
            },
            ("reply", ..) => Some(TextSource::Reply),
            ("call", _, Some(place)) => Some(TextSource::Call(place)),
            ("blocked", ..) => turn.steps().len().checked_sub(1).map(TextSource::Response),
            _ => self.prompt_text(),
        }
    }

    /// The segment of a result that stands in a prompt.
    fn result(&self, step: usize, place: usize) -> Option<&str> {
        let turn = self.turn.as_ref().filter(|turn| step + 1 < turn.requests().len())?;
        turn.steps().get(step)?.answers.get(place)?.segment.as_deref()
    }

    fn prompt_text(&self) -> Option<TextSource> {
        let row = self.rows.prompt.get(self.list(Panel::Prompt).index)?;
        match &row.data {
            PromptRow::Segment { row, .. } | PromptRow::Group { row, .. } => Some(TextSource::Segment(row.id.clone())),
            PromptRow::LeftOut(finding) => Some(TextSource::Finding(Box::new(finding.clone()))),
            _ => None,
        }
    }
}
