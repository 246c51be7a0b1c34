//! Saving what was played, so that it can be shown as it was (S3).

use std::sync::Arc;

use super::base::Base;
use super::file::parse;
use super::recorded::Run;
use super::{Act, Bundle, Expect, Ground, Recorded, Scenario, Step};
use crate::diag::{Code, Diagnostic, Place};
use crate::dialect::dsh::{Places, RootState};
use crate::prompt::HostContext;
use crate::text::find_credentials;
use crate::turn::{Change, Event, Setup, skill_changes};
use crate::workspace::{Library, Skill, SkillEdit};

/// A turn as it was played on the stage or by the command line.
#[derive(Debug, Clone, Copy)]
pub struct Played<'a> {
    /// What the file is called.
    pub title: &'a str,
    /// What fixed the turn when it opened.
    pub opening: &'a Setup,
    /// Where a session runs.
    pub places: &'a Arc<Places>,
    /// What happened since.
    pub events: &'a [Event],
    /// What each event shows, the opening first; there may be fewer.
    pub captions: &'a [Option<String>],
}

impl Played<'_> {
    /// It as a scenario, nothing recorded yet. `file` is what it is to be.
    pub fn scenario(&self, file: &str) -> Scenario {
        let setup = self.opening;
        let base = Base {
            title: Some(self.title.to_owned()).filter(|title| !title.is_empty()),
            dialect: Some(setup.dialect.id()),
            binding: Some(setup.binding),
            estimator: Some(setup.estimator.name().to_owned()),
            scene: Some(setup.scene.clone()),
            host: without_withheld(&setup.host, setup.scene.withholds_private()),
            message: setup.message.clone(),
            places: Arc::clone(self.places),
        };
        let caption = |event: usize| self.captions.get(event).cloned().flatten();
        let mut steps = Vec::new();
        let mut library = Arc::clone(&setup.library);
        for (index, event) in self.events.iter().enumerate() {
            let mut say = caption(index + 1);
            for act in acts(event, &mut library) {
                steps.push(Step { say: say.take(), act, expect: Expect::default(), place: Place::file(file) });
            }
        }
        Scenario { file: file.to_owned(), base, say: caption(0), steps, ..Scenario::default() }
    }
}

/// The host's part without the text of what the scene withholds (U25): the model never saw it, so a recording that is passed
/// on must not hold it either.
fn without_withheld(host: &HostContext, withholds: bool) -> HostContext {
    let mut host = host.clone();
    let context = host.context.iter_mut().filter(|item| item.private).map(|item| &mut item.text);
    let history = host.history.iter_mut().filter(|item| item.private).map(|item| &mut item.text);
    if withholds {
        context.chain(history).for_each(|text| "withheld".clone_into(text));
    }
    host
}

/// The acts that an event is; a change of several skills at once is one for each. `library` is what the skills are by then.
fn acts(event: &Event, library: &mut Arc<Library>) -> Vec<Act> {
    match event {
        Event::Response(response) => vec![Act::Model(response.clone())],
        Event::Message(message) => vec![Act::User(message.clone())],
        Event::Change(Change::Tool(tool)) => vec![Act::Tool(*tool)],
        Event::Change(Change::Provider { name, state }) => {
            vec![Act::Provider { name: name.clone(), state: state.clone() }]
        }
        Event::Change(Change::Compact) => vec![Act::Compact],
        Event::Change(Change::Skill(edit)) => {
            let Some(now) = library.edited(edit) else { return Vec::new() };
            *library = Arc::new(now);
            vec![Act::Skill(edit.clone())]
        }
        Event::Change(Change::Files(now)) => {
            let before = std::mem::replace(library, Arc::clone(now));
            let changes = skill_changes(&before.snapshot, &now.snapshot);
            changes.into_iter().filter_map(|change| skill_edit(&change.name, &before, now)).map(Act::Skill).collect()
        }
    }
}

/// What became of a skill that is not as it was.
fn skill_edit(name: &str, before: &Library, now: &Library) -> Option<SkillEdit> {
    match (before.snapshot.skill(name), now.snapshot.skill(name)) {
        (Some(before), Some(now)) => Some(SkillEdit::between(before, now)),
        (None, Some(now)) => Some(SkillEdit::Put(Arc::clone(now))),
        (Some(_), None) => Some(SkillEdit::Remove(name.to_owned())),
        (None, None) => None,
    }
}

/// Records a scenario: plays it on `ground`, notes what is seen and bundles what was used. Gives the text of its file,
/// which was read back and played on the bundle and showed the same.
///
/// # Errors
/// Whatever keeps it from being played; `credential-found` for each part that looks like a credential (S5);
/// `not-recordable` where the file would not show what was seen.
pub fn record(mut scenario: Scenario, ground: Ground) -> Result<String, Vec<Diagnostic>> {
    let file = scenario.file.clone();
    let run = Run::of(&Arc::new(scenario.clone()), ground.clone()).map_err(|fault| vec![fault])?;
    let (recorded, bundle) = (Recorded::of(&run), Bundle::of(&run));
    let found = credentials(&scenario, &bundle);
    if !found.is_empty() {
        return Err(found);
    }
    let library = Arc::clone(&bundle.library);
    (scenario.recorded, scenario.bundle) = (Some(recorded.clone()), Some(bundle));
    let text = scenario.to_file_text();
    let unlike = |why: String| {
        let fault =
            Diagnostic::error(Code::NotRecordable, format!("the recording would not show what was seen: {why}"));
        vec![fault.at(Place::file(&file))]
    };
    let again = parse(&file, &text, |_, _| Ok(None))
        .map_err(|faults| unlike(faults.first().map_or_else(String::new, |fault| fault.message.clone())))?;
    let kept = again.bundle.as_ref().is_some_and(|again| same_skills(&again.library, &library));
    let again = Run::of(&Arc::new(again.clone()), again.ground(&ground)).map_err(|fault| unlike(fault.message))?;
    match Recorded::of(&again).first_difference(&recorded) {
        Some((step, segment)) => Err(unlike(format!("at step {step} the segment {segment} differs"))),
        None if !kept => Err(unlike("a skill of the bundle reads back differently".to_owned())),
        None => Ok(text),
    }
}

/// Whether two libraries hold the same of each skill; warnings and lines are not part of it.
fn same_skills(one: &Library, other: &Library) -> bool {
    let parts = |library: &Library| {
        let skills = library.snapshot.skills.iter();
        let part = |skill: &Arc<Skill>| {
            let skill = Skill::clone(skill);
            (skill.name, skill.description, skill.extra, skill.body, skill.file)
        };
        skills.map(part).collect::<Vec<_>>()
    };
    parts(one) == parts(other) && one.references == other.references
}

impl Scenario {
    /// The ground of its bundle; the same ground where it has none.
    pub fn ground(&self, ground: &Ground) -> Ground {
        let Some(bundle) = &self.bundle else { return ground.clone() };
        let library = Arc::clone(&bundle.library);
        let ground = Ground::of(library, Arc::clone(&ground.settings), Arc::clone(&ground.estimators));
        Ground { places: bundle.places.clone(), ..ground }
    }
}

impl Recorded {
    /// The step and the segment of the first request that is not as in `other`.
    pub fn first_difference(&self, other: &Recorded) -> Option<(usize, String)> {
        let pairs = self.requests.iter().zip(&other.requests);
        for (mine, theirs) in pairs {
            let segments = mine.segments.iter().zip(&theirs.segments);
            let different = segments.into_iter().find(|(one, two)| one != two).map(|(one, _)| one.id.clone());
            let longer = || {
                let common = mine.segments.len().min(theirs.segments.len());
                mine.segments.get(common).or(theirs.segments.get(common)).map(|segment| segment.id.clone())
            };
            if let Some(segment) = different.or_else(longer) {
                return Some((mine.step, segment));
            }
        }
        let common = self.requests.len().min(other.requests.len());
        let more = self.requests.get(common).or(other.requests.get(common))?;
        Some((more.step, more.segments.last().map_or_else(String::new, |segment| segment.id.clone())))
    }
}

/// Every part of a recording that looks like a credential, with its place (S5). None of its text is repeated.
fn credentials(scenario: &Scenario, bundle: &Bundle) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut look = |what: &str, place: Option<(&str, usize)>, text: &str| {
        for credential in find_credentials(text) {
            let before = &text[..credential.range.start];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let (file, first) = place.unwrap_or((what, 1));
            let message = format!("{what} holds what looks like a {}; a recording holds none", credential.kind);
            found.push(
                Diagnostic::error(Code::CredentialFound, message)
                    .at(Place::at(file, first + line - 1, column))
                    .help("take it out, or put another value in its place, and play the turn again"),
            );
        }
    };
    let base = &scenario.base;
    look("the title", None, base.title.as_deref().unwrap_or_default());
    base.host.prompts.iter().for_each(|prompt| look(&format!("prompt {}", prompt.id), None, &prompt.text));
    base.host.context.iter().for_each(|item| look(&format!("context {}", item.id), None, &item.text));
    base.host.history.iter().for_each(|item| look("the history", None, &item.text));
    for root in &base.places.roots {
        for skill in &root.skills {
            look(&format!("skill {}", skill.name), None, &skill.description);
            look(&format!("skill {}", skill.name), None, skill.content.as_deref().unwrap_or_default());
        }
    }
    look("the message", None, &base.message.text);
    for (index, step) in scenario.steps.iter().enumerate() {
        let what = format!("step {}", index + 1);
        for text in texts(&step.act) {
            look(&what, None, text);
        }
    }
    for skill in &bundle.library.snapshot.skills {
        look(&skill.file, Some((&skill.file, 1)), &skill.description);
        skill.extra.iter().for_each(|(_, value)| look(&skill.file, Some((&skill.file, 1)), value));
        let body = skill.body.text().map_or("", |content| &content.text);
        look(&skill.file, Some((&skill.file, skill.body_line)), body);
        for reference in bundle.library.references.get(&skill.name).into_iter().flatten() {
            let file = skill.reference_file(&reference.path);
            look(&file, Some((&file, 1)), reference.content.as_ref().map_or("", |content| &content.text));
        }
    }
    found
}

/// The texts that an act brings.
fn texts(act: &Act) -> Vec<&str> {
    match act {
        Act::User(message) => vec![&message.text],
        Act::Model(text) => vec![text],
        Act::Config(text) => vec![text],
        Act::Skill(SkillEdit::Put(skill)) => {
            vec![&skill.description, skill.body.text().map_or("", |content| &content.text)]
        }
        Act::Skill(SkillEdit::Edit { description, body, .. }) => {
            description.iter().chain(body).map(String::as_str).collect()
        }
        Act::Provider { state: RootState::Failing(why), .. } => vec![why],
        Act::Ask(_) | Act::Skill(SkillEdit::Remove(_)) | Act::Tool(_) | Act::Provider { .. } | Act::Compact => {
            Vec::new()
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
