//! The host's answers to requests (U19, U21, U22, U24).

use super::{SKILLSTAGE, wording};
use crate::diag::Code;
use crate::dialect::{Action, Answer, Ask, Ledger, Malformed, ScenePlan};
use crate::text::echo;
use crate::workspace::{Content, Fault, Library, Limits};

/// Answers one ask and notes in the ledger what that puts into the prompt.
pub fn answer(ask: &Ask, plan: &ScenePlan, library: &Library, ledger: &mut Ledger) -> Answer {
    match ask {
        Ask::Skill { action: Ok(Action::Load { name }), .. } => load(name, plan, library, ledger),
        Ask::Skill { action: Ok(Action::Read { name, path }), .. } => read(name, path, plan, library, ledger),
        Ask::Skill { action: Ok(Action::List), .. } => list(plan),
        Ask::Skill { action: Err(malformed), .. } => malformed_request(malformed),
        Ask::Tool { name, .. } => tool_call(name),
    }
}

/// The answer to any ask after the last allowed round trip (U22); a tool call costs none, so its answer stays its own.
pub fn past_rounds(ask: &Ask, limits: &Limits) -> Answer {
    let (head, label) = match ask {
        Ask::Tool { name, .. } => return tool_call(name),
        Ask::Skill { action: Ok(Action::Load { name }), .. } => (load_head(name), echo(name)),
        Ask::Skill { action: Ok(Action::Read { name, path }), .. } => (read_head(name, path), echo(path)),
        Ask::Skill { action: Ok(Action::List), .. } => (" action=\"list\"".to_owned(), "list".to_owned()),
        Ask::Skill { action: Err(malformed), .. } => (String::new(), malformed.field.to_owned()),
    };
    let message = format!("max_rounds is {} and used up; give the final response now", limits.max_rounds);
    error(&head, label, Fault { code: Code::MaxRounds, message })
}

fn load(name: &str, plan: &ScenePlan, library: &Library, ledger: &mut Ledger) -> Answer {
    let attributes = load_head(name);
    let label = echo(name);
    if ledger.bodies.contains(name) {
        return repeat(wording::repeat_result(&attributes, "already-loaded"), label);
    }
    match loadable(name, plan, library, ledger) {
        Err(fault) => error(&attributes, label, fault),
        Ok(content) => {
            ledger.bodies.insert(name.to_owned());
            let source = library.snapshot.skill(name).map_or(SKILLSTAGE.to_owned(), |skill| skill.file.clone());
            found(wording::content_result(&attributes, &content.text), label, source)
        }
    }
}

fn loadable<'a>(name: &str, plan: &ScenePlan, library: &'a Library, ledger: &Ledger) -> Result<&'a Content, Fault> {
    offered(name, plan, library)?;
    let content = library.body(name)?;
    let limit = plan.limits.max_skills;
    if ledger.bodies.len() >= limit {
        return Err(Fault { code: Code::MaxSkills, message: format!("max_skills is {limit} and used up") });
    }
    Ok(content)
}

/// Whether this scene lets the model have `name` at all (U11, U18).
fn offered(name: &str, plan: &ScenePlan, library: &Library) -> Result<(), Fault> {
    if plan.offers(name) {
        return Ok(());
    }
    let skill = &library.skill(name)?.name;
    Err(match library.snapshot.is_allowed(skill) {
        true => Fault { code: Code::SkillNotOffered, message: format!("`{skill}` is not offered in this scene") },
        false => Fault { code: Code::SkillNotAllowed, message: format!("`{skill}` is not on the allowlist") },
    })
}

fn read(name: &str, path: &str, plan: &ScenePlan, library: &Library, ledger: &mut Ledger) -> Answer {
    let attributes = read_head(name, path);
    match readable(name, path, plan, library, ledger) {
        Err(fault) => error(&attributes, echo(path), fault),
        Ok((normal, content)) => {
            let label = normal.to_owned();
            if !ledger.references.insert((name.to_owned(), normal.to_owned())) {
                return repeat(wording::repeat_result(&attributes, "already-read"), label);
            }
            let source = library.snapshot.skill(name).map_or(label.clone(), |skill| skill.reference_file(normal));
            found(wording::content_result(&attributes, &content.text), label, source)
        }
    }
}

fn readable<'a>(
    name: &str,
    path: &str,
    plan: &ScenePlan,
    library: &'a Library,
    ledger: &Ledger,
) -> Result<(&'a str, &'a Content), Fault> {
    offered(name, plan, library)?;
    if !ledger.bodies.contains(name) {
        let message = format!("load `{}` before its references", echo(name));
        return Err(Fault { code: Code::BodyNotLoaded, message });
    }
    let reference = library.reference(name, path)?;
    match &reference.content {
        Ok(content) => Ok((&reference.path, content)),
        Err(fault) => Err(fault.clone()),
    }
}

fn list(plan: &ScenePlan) -> Answer {
    let text = wording::content_result(" action=\"list\"", &wording::catalog(&plan.catalog));
    found(text, "list".to_owned(), "skills/".to_owned())
}

fn malformed_request(malformed: &Malformed) -> Answer {
    let text = wording::error_result("", Code::RequestMalformed, Some(malformed.field), &malformed.message);
    failed(Code::RequestMalformed, malformed.message.clone(), malformed.field.to_owned(), text)
}

/// A business tool call inside the text wrapper: not executed, and told so (U24).
fn tool_call(name: &str) -> Answer {
    let message = "only skill reads are allowed here; the call was not executed".to_owned();
    error(&wording::attribute("tool", name), echo(name), Fault { code: Code::ToolCallNotAllowed, message })
}

fn load_head(name: &str) -> String {
    format!(" action=\"load\"{}", wording::attribute("name", name))
}

fn read_head(name: &str, path: &str) -> String {
    format!(" action=\"read\"{}{}", wording::attribute("name", name), wording::attribute("path", path))
}

fn found(text: String, label: String, source: String) -> Answer {
    Answer { error: None, why: None, repeat: false, label, source, text }
}

fn repeat(text: String, label: String) -> Answer {
    Answer { error: None, why: None, repeat: true, label, source: SKILLSTAGE.to_owned(), text }
}

fn error(attributes: &str, label: String, fault: Fault) -> Answer {
    let text = wording::error_result(attributes, fault.code, None, &fault.message);
    failed(fault.code, fault.message, label, text)
}

fn failed(code: Code, why: String, label: String, text: String) -> Answer {
    Answer { error: Some(code), why: Some(why), repeat: false, label, source: SKILLSTAGE.to_owned(), text }
}
