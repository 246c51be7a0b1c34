//! What `skillstage explain CODE` says: a page per code, in both languages. A code without a page does not compile.

mod budget;
mod catalog;
mod config;
mod files;
mod paths;
mod program;
mod recordings;
mod references;
mod safety;
mod sessions;
mod skills;
mod spec;
mod turns;

use super::Code;
use crate::lang::Lang;

/// A text in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Both {
    en: &'static str,
    zh: &'static str,
}

impl Both {
    /// The text in `lang`.
    pub fn in_language(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Zh => self.zh,
        }
    }
}

/// The page of one code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// A few words.
    pub title: Both,
    /// What it means.
    pub meaning: Both,
    /// Why it is so.
    pub why: Both,
    /// What to do about it.
    pub help: Both,
    /// An example that gets the code, where one makes sense.
    pub bad: Option<&'static str>,
    /// The same, mended.
    pub good: Option<&'static str>,
}

/// A page from its texts, each in English and Chinese.
const fn page(
    title: [&'static str; 2],
    meaning: [&'static str; 2],
    why: [&'static str; 2],
    help: [&'static str; 2],
) -> Page {
    const fn both(texts: [&'static str; 2]) -> Both {
        Both { en: texts[0], zh: texts[1] }
    }
    Page { title: both(title), meaning: both(meaning), why: both(why), help: both(help), bad: None, good: None }
}

impl Page {
    const fn example(self, bad: &'static str, good: &'static str) -> Page {
        Page { bad: Some(bad), good: Some(good), ..self }
    }

    /// The page of `code`.
    pub fn of(code: Code) -> Page {
        match code {
            Code::FileSymlink => files::FILE_SYMLINK,
            Code::FileNotRegular => files::FILE_NOT_REGULAR,
            Code::FileUnreadable => files::FILE_UNREADABLE,
            Code::FileBinary => files::FILE_BINARY,
            Code::FileNotUtf8 => files::FILE_NOT_UTF8,
            Code::FileTooLarge => files::FILE_TOO_LARGE,
            Code::TooMany => files::TOO_MANY,
            Code::FrontMatterMissing => skills::FRONT_MATTER_MISSING,
            Code::FrontMatterUnclosed => skills::FRONT_MATTER_UNCLOSED,
            Code::FrontMatterTooLarge => skills::FRONT_MATTER_TOO_LARGE,
            Code::FrontMatterNotMapping => skills::FRONT_MATTER_NOT_MAPPING,
            Code::YamlInvalid => skills::YAML_INVALID,
            Code::YamlDuplicateKey => skills::YAML_DUPLICATE_KEY,
            Code::YamlTooComplex => skills::YAML_TOO_COMPLEX,
            Code::NameMissing => skills::NAME_MISSING,
            Code::NameNotText => skills::NAME_NOT_TEXT,
            Code::NameInvalid => skills::NAME_INVALID,
            Code::NameTooLong => skills::NAME_TOO_LONG,
            Code::NameMismatch => skills::NAME_MISMATCH,
            Code::DescriptionMissing => skills::DESCRIPTION_MISSING,
            Code::DescriptionNotText => skills::DESCRIPTION_NOT_TEXT,
            Code::DescriptionEmpty => skills::DESCRIPTION_EMPTY,
            Code::DescriptionLong => skills::DESCRIPTION_LONG,
            Code::CompatibilityInvalid => skills::COMPATIBILITY_INVALID,
            Code::ControlCharacters => skills::CONTROL_CHARACTERS,
            Code::BodyTooLarge => skills::BODY_TOO_LARGE,
            Code::ConfigYaml => config::CONFIG_YAML,
            Code::ConfigValue => config::CONFIG_VALUE,
            Code::ConfigUnknownKey => config::CONFIG_UNKNOWN_KEY,
            Code::ConfigCeiling => config::CONFIG_CEILING,
            Code::ConfigNotAllowed => config::CONFIG_NOT_ALLOWED,
            Code::ConfigNoSkill => config::CONFIG_NO_SKILL,
            Code::ConfigCustomScene => config::CONFIG_CUSTOM_SCENE,
            Code::ConfigExcludedScene => config::CONFIG_EXCLUDED_SCENE,
            Code::ConfigVanished => config::CONFIG_VANISHED,
            Code::ConfigNotEditable => config::CONFIG_NOT_EDITABLE,
            Code::ResidentMaxSkills => config::RESIDENT_MAX_SKILLS,
            Code::ResidentTooLarge => config::RESIDENT_TOO_LARGE,
            Code::ConfigDuplicate => budget::CONFIG_DUPLICATE,
            Code::AlwaysHeavy => budget::ALWAYS_HEAVY,
            Code::BudgetWorstCase => budget::BUDGET_WORST_CASE,
            Code::BudgetNever => budget::BUDGET_NEVER,
            Code::SpecInvalid => spec::SPEC_INVALID,
            Code::SpecStricter => spec::SPEC_STRICTER,
            Code::SpecLaxer => spec::SPEC_LAXER,
            Code::PathEmpty => paths::PATH_EMPTY,
            Code::PathNul => paths::PATH_NUL,
            Code::PathDrive => paths::PATH_DRIVE,
            Code::PathBackslash => paths::PATH_BACKSLASH,
            Code::PathAbsolute => paths::PATH_ABSOLUTE,
            Code::PathTraversal => paths::PATH_TRAVERSAL,
            Code::PathNotReference => paths::PATH_NOT_REFERENCE,
            Code::ReferenceNotFound => paths::REFERENCE_NOT_FOUND,
            Code::ReferenceTooLarge => paths::REFERENCE_TOO_LARGE,
            Code::RequestMalformed => turns::REQUEST_MALFORMED,
            Code::SkillUnknown => turns::SKILL_UNKNOWN,
            Code::SkillNotAllowed => turns::SKILL_NOT_ALLOWED,
            Code::SkillNotOffered => turns::SKILL_NOT_OFFERED,
            Code::SkillRefused => turns::SKILL_REFUSED,
            Code::SkillNameInvalid => sessions::SKILL_NAME_INVALID,
            Code::SkillNotForModel => sessions::SKILL_NOT_FOR_MODEL,
            Code::BodyHeavy => sessions::BODY_HEAVY,
            Code::ProviderFault => sessions::PROVIDER_FAULT,
            Code::ToolUnavailable => sessions::TOOL_UNAVAILABLE,
            Code::BodyNotLoaded => turns::BODY_NOT_LOADED,
            Code::MaxSkills => turns::MAX_SKILLS,
            Code::MaxRounds => turns::MAX_ROUNDS,
            Code::ToolCallNotAllowed => turns::TOOL_CALL_NOT_ALLOWED,
            Code::BudgetTokens => turns::BUDGET_TOKENS,
            Code::BudgetRounds => turns::BUDGET_ROUNDS,
            Code::Blocked => turns::BLOCKED,
            Code::TurnEnded => turns::TURN_ENDED,
            Code::HiddenText => safety::HIDDEN_TEXT,
            Code::HiddenInstruction => safety::HIDDEN_INSTRUCTION,
            Code::HostMarkup => safety::HOST_MARKUP,
            Code::CredentialInSkill => safety::CREDENTIAL_IN_SKILL,
            Code::LinkMissing => references::LINK_MISSING,
            Code::LinkCase => references::LINK_CASE,
            Code::LinkUnreadable => references::LINK_UNREADABLE,
            Code::LinkOutside => references::LINK_OUTSIDE,
            Code::ReferenceUnmentioned => references::REFERENCE_UNMENTIONED,
            Code::CatalogAlike => catalog::CATALOG_ALIKE,
            Code::CatalogDuplicate => catalog::CATALOG_DUPLICATE,
            Code::DescriptionVague => catalog::DESCRIPTION_VAGUE,
            Code::CatalogCost => catalog::CATALOG_COST,
            Code::SettingsYaml => program::SETTINGS_YAML,
            Code::SettingsUnknownKey => program::SETTINGS_UNKNOWN_KEY,
            Code::SettingsValue => program::SETTINGS_VALUE,
            Code::CalibrationFile => program::CALIBRATION_FILE,
            Code::TokenizerFile => program::TOKENIZER_FILE,
            Code::TemplateInvalid => program::TEMPLATE_INVALID,
            Code::ScenarioYaml => program::SCENARIO_YAML,
            Code::ScenarioUnknownKey => program::SCENARIO_UNKNOWN_KEY,
            Code::ScenarioValue => program::SCENARIO_VALUE,
            Code::ScenarioCycle => program::SCENARIO_CYCLE,
            Code::CredentialFound => recordings::CREDENTIAL_FOUND,
            Code::NotRecordable => recordings::NOT_RECORDABLE,
            Code::NotAWorkspace => program::NOT_A_WORKSPACE,
            Code::FileExists => program::FILE_EXISTS,
            Code::FileChanged => program::FILE_CHANGED,
            Code::WriteFailed => program::WRITE_FAILED,
            Code::GitFailed => program::GIT_FAILED,
            Code::NotATerminal => program::NOT_A_TERMINAL,
            Code::Usage => program::USAGE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_full_page_of_its_own_in_both_languages() {
        for code in Code::ALL {
            let page = Page::of(*code);
            for text in [page.title, page.meaning, page.why, page.help] {
                for text in [text.en, text.zh] {
                    assert!(!text.trim().is_empty() && text == text.trim() && !text.contains('\n'), "{code}: {text:?}");
                }
                assert_ne!(text.en, text.zh, "{code}");
                assert!(text.zh.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{code}: {:?}", text.zh);
            }
            assert_eq!(page.bad.is_some(), page.good.is_some(), "{code}");
            let same = Code::ALL.iter().filter(|other| Page::of(**other).title == page.title).count();
            assert_eq!(same, 1, "{code} shares its title");
        }
    }
}
