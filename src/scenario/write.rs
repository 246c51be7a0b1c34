//! A scenario as the text of a file that reads back as the same scenario.

use super::{Act, Scenario, Step};
use crate::dialect::Action;
use crate::dialect::dsh::{FILESYSTEM, Places, ResourceBase, Root, RootState, ToolView};
use crate::prompt::{HostContext, Message, Speaker};
use crate::settings::Choice as _;
use crate::workspace::SkillEdit;
use crate::workspace::yaml::{Emitter, scalar};

impl Scenario {
    /// The text of its file: what `recorded` and `bundle` hold stands at the end. Expectations are not written: a
    /// recording says what was seen.
    pub fn to_file_text(&self) -> String {
        let mut out = Emitter::default();
        out.line(0, "version: 1");
        let base = &self.base;
        if let Some(title) = &base.title {
            out.text(0, "title", title);
        }
        out.text(0, "dialect", base.dialect().word());
        if let Some(binding) = base.binding {
            out.text(0, "binding", binding.word());
        }
        if let Some(estimator) = &base.estimator {
            out.text(0, "estimator", estimator);
        }
        if let Some(scene) = &base.scene {
            out.text(0, "scene", scene.as_str());
        }
        host(&mut out, &base.host);
        if !base.places.roots.is_empty() || !base.places.cwd.as_os_str().is_empty() {
            places(&mut out, 0, &base.places);
        }
        // A step `user` says something; a turn can open with nothing said.
        let is_silent = base.message.text.is_empty();
        if is_silent {
            out.line(0, "message:");
            fields(&mut out, 1, &base.message);
        }
        out.line(0, if is_silent && self.steps.is_empty() { "steps: []" } else { "steps:" });
        if !is_silent {
            message(&mut out, self.say.as_deref(), &base.message);
        }
        self.steps.iter().for_each(|one| step(&mut out, one));
        if let Some(recorded) = &self.recorded {
            recorded.emit(&mut out);
        }
        if let Some(bundle) = &self.bundle {
            bundle.emit(&mut out);
        }
        out.finish()
    }
}

fn host(out: &mut Emitter, host: &HostContext) {
    out.line(0, if host.prompts.is_empty() { "prompts: []" } else { "prompts:" });
    for prompt in &host.prompts {
        out.text(1, "- id", &prompt.id);
        out.text(2, "text", &prompt.text);
    }
    out.line(0, if host.context.is_empty() { "context: []" } else { "context:" });
    for item in &host.context {
        out.text(1, "- id", &item.id);
        out.text(2, "text", &item.text);
        private(out, item.private);
    }
    out.line(0, if host.history.is_empty() { "history: []" } else { "history:" });
    for item in &host.history {
        out.line(1, if item.speaker == Speaker::User { "- speaker: user" } else { "- speaker: assistant" });
        out.text(2, "text", &item.text);
        if let Some(time) = &item.time {
            out.text(2, "time", time);
        }
        private(out, item.private);
    }
}

fn private(out: &mut Emitter, private: bool) {
    if private {
        out.line(2, "private: true");
    }
}

/// The key `dsh`, `depth` levels in: where a session runs, and the roots with all their texts.
pub(super) fn places(out: &mut Emitter, depth: usize, places: &Places) {
    out.line(depth, "dsh:");
    out.text(depth + 1, "cwd", &places.cwd.to_string_lossy());
    out.line(depth + 1, if places.roots.is_empty() { "roots: []" } else { "roots:" });
    places.roots.iter().for_each(|one| root(out, depth, one));
}

fn root(out: &mut Emitter, depth: usize, root: &Root) {
    out.text(depth + 2, "- label", &root.label);
    if let Some(scope) = &root.scope {
        out.text(depth + 3, "scope", &scope.to_string_lossy());
    }
    out.text(depth + 3, "provider", &root.provider);
    match &root.state {
        RootState::Ready => {}
        RootState::Incomplete => out.line(depth + 3, "complete: false"),
        RootState::Failing(why) => out.text(depth + 3, "fails", why),
    }
    out.line(depth + 3, if root.skills.is_empty() { "skills: []" } else { "skills:" });
    for skill in &root.skills {
        out.text(depth + 4, "- name", skill.name.as_str());
        out.text(depth + 5, "description", &skill.description);
        if let Ok(body) = &skill.content {
            out.text(depth + 5, "text", body);
        }
        let base = skill.resource_base.as_ref().map(|base| match base {
            ResourceBase::Directory { path } => ("directory", path),
            ResourceBase::Url { url } => ("url", url),
            ResourceBase::Opaque { description } => ("opaque", description),
        });
        if let Some((kind, text)) = base {
            out.line(depth + 5, &format!("resource_base: {{{kind}: {}}}", scalar(text)));
        }
        if skill.disable_model_invocation {
            out.line(depth + 5, "disable_model_invocation: true");
        }
    }
}

fn message(out: &mut Emitter, say: Option<&str>, message: &Message) {
    let head = caption(out, say);
    out.line(head.depth, &format!("{}user:", head.dash));
    fields(out, 3, message); // inside a mapping inside a list's item
}

fn fields(out: &mut Emitter, depth: usize, message: &Message) {
    out.text(depth, "text", &message.text);
    if let Some(time) = &message.time {
        out.text(depth, "time", time);
    }
    if message.images > 0 {
        out.line(depth, &format!("images: {}", message.images));
    }
}

/// Where the next key of an item stands: behind its dash, or below its first key.
struct Head {
    depth: usize,
    dash: &'static str,
}

fn caption(out: &mut Emitter, say: Option<&str>) -> Head {
    let Some(say) = say else { return Head { depth: 1, dash: "- " } };
    out.text(1, "- say", say);
    Head { depth: 2, dash: "" }
}

fn step(out: &mut Emitter, step: &Step) {
    if let Act::User(said) = &step.act {
        return message(out, step.say.as_deref(), said);
    }
    let Head { depth, dash } = caption(out, step.say.as_deref());
    let mut line = |text: String| out.line(depth, &format!("{dash}{text}"));
    match &step.act {
        Act::User(_) => {}
        Act::Ask(asks) => line(self::asks(asks)),
        Act::Skill(SkillEdit::Remove(name)) => line(format!("change: {{remove: {}}}", scalar(name))),
        Act::Tool(ToolView::Visible) => line("change: {tool: visible}".to_owned()),
        Act::Tool(ToolView::Hidden) => line("change: {tool: hidden}".to_owned()),
        Act::Tool(ToolView::Shadowed) => line("change: {tool: shadowed}".to_owned()),
        Act::Provider { name, state } => line(provider(name, state)),
        Act::Compact => line("change: {compact: true}".to_owned()),
        Act::Model(response) => out.text(depth, &format!("{dash}model"), response),
        Act::Config(text) => {
            line("change:".to_owned());
            out.text(3, "config", text);
        }
        Act::Skill(SkillEdit::Put(skill)) => {
            line("change:".to_owned());
            out.line(3, "add:");
            out.text(4, "skill", &skill.name);
            out.text(4, "description", &skill.description);
            out.text(4, "body", skill.body.text().map_or("", |content| &content.text));
        }
        Act::Skill(SkillEdit::Edit { skill, description, body }) => {
            line("change:".to_owned());
            out.line(3, "edit:");
            out.text(4, "skill", skill);
            for (key, text) in [("description", description), ("body", body)] {
                if let Some(text) = text {
                    out.text(4, key, text);
                }
            }
        }
    }
}

/// A change of a provider; the workspace's has a short form.
fn provider(name: &str, state: &RootState) -> String {
    let word = state.word();
    match state {
        RootState::Failing(why) => {
            let (name, why) = (scalar(name), scalar(why));
            format!("change: {{provider: {{name: {name}, state: {word}, message: {why}}}}}")
        }
        _ if name == FILESYSTEM => format!("change: {{provider: {word}}}"),
        _ => format!("change: {{provider: {{name: {}, state: {word}}}}}", scalar(name)),
    }
}

/// Requests of one response, which are all of one kind.
fn asks(asks: &[Action]) -> String {
    let names: Vec<String> = asks
        .iter()
        .map(|ask| match ask {
            Action::Load { name } => scalar(name),
            Action::Read { name, path } => scalar(&format!("{name}/{path}")),
            Action::List => String::new(),
        })
        .collect();
    match asks.first() {
        Some(Action::Read { .. }) => format!("read: [{}]", names.join(", ")),
        Some(Action::Load { .. }) => format!("load: [{}]", names.join(", ")),
        _ => "list: true".to_owned(),
    }
}
