//! Text that tries to open or close the frames in which a host shows skills.

use std::ops::Range;

use super::Shown;
use crate::check::Spotted;
use crate::check::markdown::Outline;
use crate::diag::{Code, Diagnostic};

/// The elements of both dialects. The bare `skill` stands for the placeholder `<skill>` more often than for the frame.
const ELEMENTS: [&str; 7] = [
    "available_skills",
    "skill",
    "skill_result",
    "skill_content",
    "skill_resources",
    "skill_instructions",
    "system-reminder",
];

/// Every tag of the host in `part`.
pub(super) fn spot(text: &str, part: &Range<usize>, shown: Shown, outline: &Outline<'_>) -> Vec<Spotted> {
    let Some(searched) = text.get(part.clone()) else { return Vec::new() };
    let mut found = Vec::new();
    for (at, _) in searched.match_indices('<') {
        let Some((tag, length)) = tag(&searched[at..]) else { continue };
        let start = part.start + at;
        if shown == Shown::Verbatim && outline.in_code_block(start) && !tag.closes {
            continue; // an example of how a host shows skills, which opens nothing that matters
        }
        let does = if tag.closes { "closes" } else { "opens" };
        let message = format!("`{}` {does} the host's own markup", &searched[at..at + length]);
        let diagnostic = match shown {
            Shown::Escaped => {
                let message = format!("{message}; a catalog shows it escaped, so it does nothing there");
                Diagnostic::info(Code::HostMarkup, message)
            }
            Shown::Verbatim if outline.in_code_span(start) => {
                Diagnostic::info(Code::HostMarkup, format!("{message}; it is named as code here"))
            }
            Shown::Verbatim => {
                let message = format!("{message}: what follows would read as the host's words, not the skill's");
                Diagnostic::warning(Code::HostMarkup, message)
            }
        };
        let help = "take the tag out, or name the element without its angle brackets";
        found.push(Spotted { diagnostic: diagnostic.help(help), bytes: start..start + length });
    }
    found
}

struct HostTag {
    closes: bool,
}

/// The tag of the host with which `text` starts, and its length in bytes up to its name's end or its `>`. Spaces and
/// the case of letters do not hide it from a model.
fn tag(text: &str) -> Option<(HostTag, usize)> {
    /// More spaces than anyone takes for one tag.
    const SPACES: usize = 8;
    let spaces = |text: &str| text.bytes().take(SPACES).take_while(u8::is_ascii_whitespace).count();
    let mut at = 1 + spaces(text.get(1..)?);
    let closes = text[at..].starts_with('/');
    if closes {
        at += 1;
        at += spaces(&text[at..]);
    }
    let name = text[at..].bytes().take(20).take_while(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte));
    let name = &text[at..at + name.count()];
    let element = ELEMENTS.iter().find(|element| element.eq_ignore_ascii_case(name))?;
    at += name.len();
    let gap = spaces(&text[at..]);
    let behind = &text[at + gap..];
    let ended = behind.starts_with('>');
    let has_attribute = gap > 0 && ["name=", "path=", "status=", "error="].iter().any(|key| behind.starts_with(key));
    let is_tag = if closes { ended } else { has_attribute || ended && *element != "skill" };
    is_tag.then_some((HostTag { closes }, if ended { at + gap + 1 } else { at }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Severity;
    use crate::dialect::dsh::{TemplateId, Templates};

    fn found(text: &str) -> Vec<(Severity, String)> {
        let outline = Outline::of(text, 0..text.len());
        let spotted = spot(text, &(0..text.len()), Shown::Verbatim, &outline);
        spotted.into_iter().map(|one| (one.diagnostic.severity, text[one.bytes].to_owned())).collect()
    }

    #[test]
    fn what_closes_or_opens_a_frame_is_found() {
        for tag in [
            "</available_skills>",
            "</skill>",
            "</SKILL >",
            "< / skill_result>",
            "<skill_result name=\"x\">",
            "<skill_result>",
            "<available_skills>",
            "<system-reminder>",
            "</skill_content>",
        ] {
            let text = format!("before {tag} after");
            let end = tag.trim_end_matches(" name=\"x\">");
            assert_eq!(found(&text), [(Severity::Warning, end.to_owned())], "{tag}");
        }
        assert_eq!(found("<skill name=\"a\">").len(), 1);
        assert_eq!(found("\n```\n</skill>\n<available_skills>\n```\n"), [(Severity::Warning, "</skill>".to_owned())]);
        assert_eq!(found("Hosts write `</skill>`."), [(Severity::Info, "</skill>".to_owned())]);
    }

    #[test]
    fn placeholders_and_other_elements_are_not() {
        for text in
            ["<skill>/references/x.md", "<skill-name>", "<skill name>", "a < skill", "<skills>", "</skills>", "<"]
        {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn u17_an_escaped_value_is_only_worth_knowing() {
        let text = "description: </available_skills>";
        let spotted = spot(text, &(0..text.len()), Shown::Escaped, &Outline::default());
        assert_eq!(spotted.len(), 1);
        assert_eq!(spotted[0].diagnostic.severity, Severity::Info);
    }

    #[test]
    fn every_element_of_the_templates_is_known() {
        for id in TemplateId::ALL {
            let text = Templates::default().text(*id).to_owned();
            for (at, _) in text.match_indices("</") {
                assert!(tag(&text[at..]).is_some(), "{}", &text[at..]);
            }
        }
    }
}
