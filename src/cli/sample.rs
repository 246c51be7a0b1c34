//! The sample workspace, embedded, so that `demo` and `init` work anywhere.

macro_rules! files {
    ($($path:literal,)*) => {
        /// Every file of the sample workspace: its path relative to the workspace and its text.
        pub const FILES: &[(&str, &str)] = &[$(($path, include_str!(concat!("../../", $path))),)*];
    };
}

files! {
    "skills_config.yml",
    "scenarios/base.yml",
    "scenarios/dsh-session.yml",
    "scenarios/dsh-tool.yml",
    "scenarios/every-form.yml",
    "scenarios/forged-description.yml",
    "scenarios/group-photo.yml",
    "scenarios/load-and-read.yml",
    "scenarios/offered.yml",
    "scenarios/over-budget.yml",
    "scenarios/past-the-limits.yml",
    "scenarios/reads-and-repeats.yml",
    "scenarios/text-wrapper.yml",
    "scenarios/two-turns.yml",
    "scenarios/withheld-plan.yml",
    "skills/README.md",
    "skills/legal-tone/SKILL.md",
    "skills/legal-tone/references/clauses.md",
    "skills/meeting-recap/SKILL.md",
    "skills/meeting-recap/references/example.md",
    "skills/meeting-recap/references/template.txt",
    "skills/reply-style/SKILL.md",
    "skills/reply-style/references/examples.md",
    "skills/safety-notes/SKILL.md",
    "skills/safety-notes/references/escalation.txt",
    "skills/safety-notes/references/phrases.md",
    "skills/time-words/SKILL.md",
    "skills/time-words/references/dates-first-half.md",
    "skills/time-words/references/dates-second-half.md",
    "skills/tone-guard/SKILL.md",
    "skills/tone-guard/references/examples.md",
    "skills/tone-guard/references/words.txt",
}
