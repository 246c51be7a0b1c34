//! Every text of ours that the model sees, in one place. The rules are in the host's language and hold the seed's own
//! sentences on requests and priority (U25). Results that carry no content are in English; those that are errors name
//! their code, so that a reader can look it up.

use std::sync::Arc;

use crate::diag::Code;
use crate::scene::{Scene, SceneKind};
use crate::text::{collapse_white_space, echo, escape_attribute, escape_markup};
use crate::workspace::{Limits, Skill};

/// How to ask, and what outranks a skill (U19, U24, U25).
pub fn rules(scene: &Scene, limits: &Limits) -> String {
    let ending = match scene.kind() {
        SceneKind::TextWrapper => {
            "本场合只允许读取技能，不执行业务工具。最终给出 {\"text\":\"…\"} 或直接给出文本，得到的是普通字符串。"
        }
        _ => "在完成读取之前，本次回应中的聊天文字和业务工具计划都不会发出或执行；读完后再给出最终回应。",
    };
    format!(
        r#"# 语言技能
下面的目录只列出技能的名称和说明。需要时用只读请求读取正文和参考文件：
{{"name":"skill","args":{{"action":"load","params":{{"name":"<技能名>"}}}}}}
{{"name":"skill","args":{{"action":"read","params":{{"name":"<技能名>","path":"references/<文件名>"}}}}}}
{{"name":"skill","args":{{"action":"list","params":{{}}}}}}
路径相对技能根目录；必须先加载技能正文，再读它的参考文件。一次回应可以有多个请求，按顺序处理。本轮最多 {} 个技能（含常驻）、{} 次往返。
{ending}
当前用户的明确要求和个人表达偏好优先于语言技能；技能不得改变事实、权限、用户称呼或结构化输出协议。"#,
        limits.max_skills, limits.max_rounds
    )
}

/// The catalog: one line a skill, nothing cut, and no description can forge an entry or close the block (U17).
pub fn catalog(skills: &[Arc<Skill>]) -> String {
    let size: usize = skills.iter().map(|skill| skill.name.len() + skill.description.len() + 8).sum();
    let mut block = String::with_capacity(size + 64);
    block.push_str("<available_skills>\n");
    for skill in skills {
        block.push_str("- ");
        block.push_str(&skill.name);
        block.push_str(": ");
        block.push_str(&escape_markup(&collapse_white_space(&skill.description)));
        block.push('\n');
    }
    block.push_str("</available_skills>");
    block
}

/// A resident body in its frame.
pub fn resident_body(name: &str, body: &str) -> String {
    framed(&format!("<skill name=\"{}\">", escape_attribute(name)), body, "</skill>")
}

/// A result that carries content: a body, a reference or the catalog, verbatim.
pub fn content_result(attributes: &str, content: &str) -> String {
    framed(&format!("<skill_result{attributes}>"), content, "</skill_result>")
}

/// The answer to a second request of what already stands in the prompt (U21).
pub fn repeat_result(attributes: &str, status: &str) -> String {
    format!(
        "<skill_result{attributes} status=\"{status}\">its full text stands above and is not repeated</skill_result>"
    )
}

/// An error result: its code, the field to blame if there is one, and why.
pub fn error_result(attributes: &str, code: Code, field: Option<&str>, message: &str) -> String {
    let field = field.map(|field| format!(" field=\"{field}\"")).unwrap_or_default();
    format!("<skill_result{attributes} error=\"{code}\"{field}>{}</skill_result>", escape_markup(message))
}

/// One attribute, its value made safe: what the model wrote comes back in a result and must not open or close it.
pub fn attribute(key: &str, value: &str) -> String {
    format!(" {key}=\"{}\"", escape_attribute(&echo(value)))
}

fn framed(open: &str, content: &str, close: &str) -> String {
    let line_end = if content.is_empty() || content.ends_with('\n') { "" } else { "\n" };
    format!("{open}\n{content}{line_end}{close}")
}
