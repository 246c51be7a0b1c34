//! The stable codes. Every code has a page (`skillstage explain CODE`).

use std::fmt;

macro_rules! codes {
    ($($(#[$meta:meta])* $variant:ident = $text:literal,)*) => {
        /// The stable name of one kind of finding or of one error result to the model.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[$meta])* $variant,)* }

        impl Code {
            /// Every code, in the order of this file.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The code as it is printed and typed.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $text,)* }
            }
        }
    };
}

codes! {
    // Files (U5, U6)
    /// A symbolic link stands on the way.
    FileSymlink = "file-symlink",
    /// A FIFO, socket, device or directory stands where a file should.
    FileNotRegular = "file-not-regular",
    /// The file could not be opened or read.
    FileUnreadable = "file-unreadable",
    /// A NUL byte: not text.
    FileBinary = "file-binary",
    /// Not UTF-8.
    FileNotUtf8 = "file-not-utf8",
    /// Larger than Skillstage reads at all.
    FileTooLarge = "file-too-large",
    /// More directories, files or bytes than Skillstage takes in.
    TooMany = "too-many",

    // Skill format (U1–U3, U6)
    /// The first line is not `---`.
    FrontMatterMissing = "front-matter-missing",
    /// No closing `---` line.
    FrontMatterUnclosed = "front-matter-unclosed",
    /// Over 16 KiB.
    FrontMatterTooLarge = "front-matter-too-large",
    /// Not a mapping of keys.
    FrontMatterNotMapping = "front-matter-not-mapping",
    /// Not YAML.
    YamlInvalid = "yaml-invalid",
    /// One key twice.
    YamlDuplicateKey = "yaml-duplicate-key",
    /// Anchors, depth or size beyond what is read.
    YamlTooComplex = "yaml-too-complex",
    /// No `name`.
    NameMissing = "name-missing",
    /// `name` is not text.
    NameNotText = "name-not-text",
    /// `name` is not lower-case words joined by hyphens.
    NameInvalid = "name-invalid",
    /// `name` is over 64 characters.
    NameTooLong = "name-too-long",
    /// `name` is not its directory's name.
    NameMismatch = "name-mismatch",
    /// No `description`.
    DescriptionMissing = "description-missing",
    /// `description` is not text.
    DescriptionNotText = "description-not-text",
    /// `description` is empty.
    DescriptionEmpty = "description-empty",
    /// `description` is over 1,024 characters (warning).
    DescriptionLong = "description-long",
    /// `compatibility` is not text or over 500 characters (warning).
    CompatibilityInvalid = "compatibility-invalid",
    /// A shown value holds control characters (warning).
    ControlCharacters = "control-characters",
    /// The body is over `body_bytes`: never cut, its load is an error.
    BodyTooLarge = "body-too-large",

    // skills_config.yml (U8–U12, U22)
    /// Not YAML.
    ConfigYaml = "config-yaml",
    /// A value of the wrong type, or a negative number.
    ConfigValue = "config-value",
    /// A key the host does not know.
    ConfigUnknownKey = "config-unknown-key",
    /// A limit above the host's ceiling was clamped.
    ConfigCeiling = "config-ceiling",
    /// A name in `always` or `scenes` that is not on the allowlist.
    ConfigNotAllowed = "config-not-allowed",
    /// A name on the allowlist without a valid skill.
    ConfigNoSkill = "config-no-skill",
    /// A scene key that is none of the seven.
    ConfigCustomScene = "config-custom-scene",
    /// A scene key where skills never apply.
    ConfigExcludedScene = "config-excluded-scene",
    /// The file vanished or became empty while running.
    ConfigVanished = "config-vanished",
    /// An edit that would change something else of the file.
    ConfigNotEditable = "config-not-editable",
    /// Resident skills exceed `max_skills`: the rest is left out.
    ResidentMaxSkills = "resident-max-skills",
    /// A bound or always skill's body is over its limit: left out.
    ResidentTooLarge = "resident-too-large",
    /// One name twice in a list: it counts once (U10).
    ConfigDuplicate = "config-duplicate",
    /// `always` takes over a third of `max_tokens`.
    AlwaysHeavy = "always-heavy",
    /// A scene can pass `max_tokens` (U23).
    BudgetWorstCase = "budget-worst-case",
    /// No response brings a skill or reference into a prompt.
    BudgetNever = "budget-never",

    // The open specification
    /// The specification's validator and this host refuse the skill.
    SpecInvalid = "spec-invalid",
    /// The specification's validator refuses what this host loads.
    SpecStricter = "spec-stricter",
    /// The specification's validator accepts what this host refuses (info).
    SpecLaxer = "spec-laxer",

    // Reference paths (U4, U5), first of these that fits
    /// The path is empty.
    PathEmpty = "path-empty",
    /// The path holds NUL.
    PathNul = "path-nul",
    /// The path starts with a drive letter.
    PathDrive = "path-drive",
    /// The path holds a backslash.
    PathBackslash = "path-backslash",
    /// The path is absolute.
    PathAbsolute = "path-absolute",
    /// The path climbs with `..`.
    PathTraversal = "path-traversal",
    /// Not `references/*.md` or `references/*.txt`.
    PathNotReference = "path-not-reference",
    /// No such reference.
    ReferenceNotFound = "reference-not-found",
    /// Over `reference_bytes`.
    ReferenceTooLarge = "reference-too-large",

    // Requests and turns (U18–U24)
    /// A request with a missing or wrong field.
    RequestMalformed = "request-malformed",
    /// No skill of that name.
    SkillUnknown = "skill-unknown",
    /// The skill is not on the allowlist.
    SkillNotAllowed = "skill-not-allowed",
    /// Under `binding: offered`, the scene does not offer the skill.
    SkillNotOffered = "skill-not-offered",
    /// The skill's files were refused.
    SkillRefused = "skill-refused",
    /// A read before its skill's body is in the prompt.
    BodyNotLoaded = "body-not-loaded",
    /// A name that is not in kebab case (D5).
    SkillNameInvalid = "skill-name-invalid",
    /// The skill keeps itself from the model (D5).
    SkillNotForModel = "skill-not-for-model",
    /// A loaded body takes over a quarter of `max_tokens` (D6, warning).
    BodyHeavy = "body-heavy",
    /// A provider failed (D5).
    ProviderFault = "provider-fault",
    /// A tool that the session does not have, or not now (D4).
    ToolUnavailable = "tool-unavailable",
    /// More distinct skills than `max_skills`.
    MaxSkills = "max-skills",
    /// A request after the last allowed round trip.
    MaxRounds = "max-rounds",
    /// A business tool call inside the text wrapper.
    ToolCallNotAllowed = "tool-call-not-allowed",
    /// The prompt's estimate is over `max_tokens`: the turn degrades.
    BudgetTokens = "budget-tokens",
    /// Requests after the last chance: the turn degrades.
    BudgetRounds = "budget-rounds",
    /// The final response in a text wrapper is nothing but a tool call.
    Blocked = "blocked",
    /// A response after the turn ended.
    TurnEnded = "turn-ended",

    // Safety of a skill's texts
    /// Characters that show nothing, or show a line in another order.
    HiddenText = "hidden-text",
    /// An HTML comment that speaks to the model.
    HiddenInstruction = "hidden-instruction",
    /// A tag of the host's own frames.
    HostMarkup = "host-markup",
    /// What looks like a credential in a skill.
    CredentialInSkill = "credential-in-skill",

    // What a skill's texts point to (U4)
    /// A link to a reference that does not exist.
    LinkMissing = "link-missing",
    /// A link to a reference whose name has another case.
    LinkCase = "link-case",
    /// A link to a file that the host never reads (info).
    LinkUnreadable = "link-unreadable",
    /// A link that leaves the skill.
    LinkOutside = "link-outside",
    /// A reference that nothing mentions (info).
    ReferenceUnmentioned = "reference-unmentioned",

    // Names and descriptions side by side
    /// Descriptions that a host cuts to the same text.
    CatalogAlike = "catalog-alike",
    /// Descriptions that are nearly the same.
    CatalogDuplicate = "catalog-duplicate",
    /// A description that says neither what nor when.
    DescriptionVague = "description-vague",
    /// What a catalog costs (info).
    CatalogCost = "catalog-cost",

    // Settings, scenarios, the command line
    /// `skillstage.yml` or the personal config does not parse.
    SettingsYaml = "settings-yaml",
    /// A settings key that does not exist.
    SettingsUnknownKey = "settings-unknown-key",
    /// A settings value that is not allowed.
    SettingsValue = "settings-value",
    /// A line of a calibration file is no text with its billed tokens.
    CalibrationFile = "calibration-file",
    /// A tokenizer.json that cannot be counted by.
    TokenizerFile = "tokenizer-file",
    /// A template of the workspace lacks a placeholder, or holds one that does not belong there.
    TemplateInvalid = "template-invalid",
    /// A scenario file does not parse.
    ScenarioYaml = "scenario-yaml",
    /// A scenario key that does not exist.
    ScenarioUnknownKey = "scenario-unknown-key",
    /// A scenario value that is not allowed.
    ScenarioValue = "scenario-value",
    /// A scenario extends itself.
    ScenarioCycle = "scenario-cycle",
    /// What is to be recorded looks like a credential.
    CredentialFound = "credential-found",
    /// A recording would not show what was seen.
    NotRecordable = "not-recordable",
    /// The directory is not a workspace.
    NotAWorkspace = "not-a-workspace",
    /// A file is in the way and is not overwritten.
    FileExists = "file-exists",
    /// A file changed since it was read, so it is not replaced.
    FileChanged = "file-changed",
    /// Writing failed.
    WriteFailed = "write-failed",
    /// A git revision cannot be read.
    GitFailed = "git-failed",
    /// The screen needs a terminal.
    NotATerminal = "not-a-terminal",
    /// The command line asks for something that does not exist.
    Usage = "usage",
}

impl Code {
    /// The code of that name.
    pub fn parse(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.as_str() == text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
