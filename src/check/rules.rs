//! The rules of `check`: which codes it can give, of which family each is, and how bad.

use crate::diag::{Code, Severity};

/// A family of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// A skill's files, front matter and limits: what is refused at load, and what loads with a warning.
    Format,
    /// What a skill's texts point to.
    References,
    /// `skills_config.yml`.
    Config,
    /// What a text hides or forges.
    Safety,
    /// Names and descriptions side by side.
    Catalog,
    /// What a scene can cost, and what it can never have.
    Budget,
    /// The open Agent Skills specification, where `--spec` asks for it.
    Spec,
}

impl Family {
    /// The name that reports print.
    pub fn as_str(self) -> &'static str {
        match self {
            Family::Format => "format",
            Family::References => "references",
            Family::Config => "config",
            Family::Safety => "safety",
            Family::Catalog => "catalog",
            Family::Budget => "budget",
            Family::Spec => "spec",
        }
    }
}

/// One rule.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its code, which has a page.
    pub code: Code,
    /// Its family.
    pub family: Family,
    /// How bad a finding is at most.
    pub severity: Severity,
}

macro_rules! rules {
    ($($family:ident $severity:ident: $($code:ident)*;)*) => {
        /// Every rule, by family and severity.
        pub const RULES: &[Rule] = &[$($(
            Rule { code: Code::$code, family: Family::$family, severity: Severity::$severity },
        )*)*];
    };
}

rules! {
    Format Error: FileSymlink FileNotRegular FileUnreadable FileBinary FileNotUtf8 FileTooLarge TooMany
        FrontMatterMissing FrontMatterUnclosed FrontMatterTooLarge FrontMatterNotMapping YamlInvalid YamlDuplicateKey
        YamlTooComplex NameMissing NameNotText NameInvalid NameTooLong NameMismatch DescriptionMissing
        DescriptionNotText DescriptionEmpty;
    Format Warning: DescriptionLong CompatibilityInvalid ControlCharacters BodyTooLarge;
    Config Error: ConfigYaml ConfigValue ConfigExcludedScene;
    Config Warning: ConfigUnknownKey ConfigCeiling ConfigNotAllowed ConfigNoSkill ConfigCustomScene ConfigDuplicate
        ResidentMaxSkills ResidentTooLarge AlwaysHeavy;
    Safety Warning: HiddenText HiddenInstruction HostMarkup CredentialInSkill;
    References Warning: LinkMissing LinkCase LinkOutside;
    References Info: LinkUnreadable ReferenceUnmentioned;
    Catalog Warning: CatalogAlike CatalogDuplicate DescriptionVague;
    Catalog Info: CatalogCost;
    Budget Warning: BudgetWorstCase BudgetNever;
    Spec Error: SpecInvalid SpecStricter;
    Spec Info: SpecLaxer;
}

/// The rule of a code, if `check` gives it.
pub fn rule(code: Code) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.code == code)
}
