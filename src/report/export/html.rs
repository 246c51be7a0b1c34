//! The page: its style and script are part of it, and its policy lets nothing else run and nothing be fetched.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::page::Page;
use super::words::Words;
use crate::diag::Diagnostic;
use crate::lang::Lang;
use crate::scenario::{Ground, Scenario};
use crate::settings::Choice as _;
use crate::text::{escape_markup, printable_line};

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The scenario as one page that works from disk. The same files and language give the same bytes (S4).
///
/// # Errors
/// What keeps the scenario from being played.
pub fn html(scenario: &Arc<Scenario>, ground: Ground, lang: Lang) -> Result<String, Diagnostic> {
    let words = Words::of(lang);
    let page = Page::of(scenario, ground, words)?;
    let base = &scenario.base;
    let title = base.title.as_deref().unwrap_or(&scenario.file);
    let scene = base.scene.as_ref().map_or("", |scene| scene.as_str());
    let meta = format!("{} · {scene} · {}", base.dialect().word(), scenario.file);
    let values = [
        ("lang", words.lang.to_owned()),
        ("happened", words.happened.to_owned()),
        ("expectations", words.expectations.to_owned()),
        ("prompt", words.prompt.to_owned()),
        ("step", words.step.to_owned()),
        ("back", words.back.to_owned()),
        ("next", words.next.to_owned()),
        ("no-script", words.no_script.to_owned()),
        ("title-lang", if title.chars().any(is_chinese) { "zh" } else { "en" }.to_owned()),
        ("title", escape_markup(&printable_line(title))),
        ("meta", escape_markup(&printable_line(&meta))),
        ("style-hash", hash(STYLE)),
        ("script-hash", hash(SCRIPT)),
        ("style", STYLE.to_owned()),
        ("script", SCRIPT.to_owned()),
        ("data", inert(&serde_json::to_string(&page).unwrap_or_default())),
    ];
    Ok(filled(&values))
}

/// The template with each `{{name}}` replaced; what is put in is not looked at again.
fn filled(values: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut parts = TEMPLATE.split("{{");
    page.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        page.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
        page.push_str(rest);
    }
    page
}

/// JSON in which nothing ends the element that it stands in.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// As the page's policy names a text.
fn hash(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text.as_bytes()))
}

fn is_chinese(character: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_the_data_ends_its_element() {
        let json = serde_json::to_string("</script><!--<script>&amp;").unwrap();
        assert!(!inert(&json).contains(['<', '>', '&']));
        assert_eq!(serde_json::from_str::<String>(&inert(&json)).unwrap(), "</script><!--<script>&amp;");
    }

    #[test]
    fn every_place_of_the_template_is_filled_and_the_parts_hold_none() {
        let names: Vec<&str> = TEMPLATE.split("{{").skip(1).filter_map(|part| Some(part.split_once("}}")?.0)).collect();
        let values: Vec<(&str, String)> = names.iter().map(|name| (*name, "{{title}}".to_owned())).collect();
        assert_eq!(filled(&values).matches("{{title}}").count(), names.len(), "what is put in is not looked at again");
        assert!(!STYLE.contains("</") && !SCRIPT.contains("</script"));
    }
}
