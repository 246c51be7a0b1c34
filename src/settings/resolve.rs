//! Which source counts: the pure part.

use super::choice::{Choice, wrong_word};
use super::file::{self, Layer, Owner};
use super::{Lang, Origin, Setting, Settings, ThemeId};
use crate::diag::{Code, Diagnostic};
use crate::tokens;

/// What the command line sets, as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flags {
    /// `--dialect`
    pub dialect: Option<String>,
    /// `--binding`
    pub binding: Option<String>,
    /// `--estimator`
    pub estimator: Option<String>,
    /// `--lang`
    pub lang: Option<String>,
    /// `--theme`
    pub theme: Option<String>,
    /// `--mouse` or `--no-mouse`
    pub mouse: Option<bool>,
    /// `--ascii`
    pub ascii: bool,
    /// `--read-only`
    pub read_only: bool,
}

/// A settings file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsFile {
    /// Its path, as diagnostics and origins show it.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The settings in force, and what is wrong with their sources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Resolved {
    /// The settings; a wrong value counts as not set.
    pub settings: Settings,
    /// What is wrong: flags first, then the workspace's file, then the person's.
    pub diagnostics: Vec<Diagnostic>,
}

/// Resolves the settings from their sources. `env` gives an environment variable.
pub fn resolve(
    flags: &Flags,
    workspace: Option<&SettingsFile>,
    person: Option<&SettingsFile>,
    env: impl Fn(&'static str) -> Option<String>,
) -> Resolved {
    let mut faults = Vec::new();
    let flagged = flag_layer(flags, &mut faults);
    let shared = workspace.map(|file| file::read(file, Owner::Workspace, &mut faults)).unwrap_or_default();
    let own = person.map(|file| file::read(file, Owner::Person, &mut faults)).unwrap_or_default();
    let from_workspace = Origin::Workspace(workspace.map(|file| file.path.clone()).unwrap_or_default());
    let from_person = Origin::Person(person.map(|file| file.path.clone()).unwrap_or_default());
    let base = Settings::default();
    let settings = Settings {
        dialect: first([by_flag(flagged.dialect, "--dialect"), by(shared.dialect, &from_workspace)], base.dialect),
        binding: first([by_flag(flagged.binding, "--binding"), by(shared.binding, &from_workspace)], base.binding),
        estimator: first(
            [by_flag(flagged.estimator, "--estimator"), by(shared.estimator, &from_workspace)],
            base.estimator,
        ),
        description_max: first([by(shared.dsh.description_max.map(Some), &from_workspace)], base.description_max),
        templates: first([by(shared.dsh.templates, &from_workspace)], base.templates),
        prices: first([by(shared.prices.map(Some), &from_workspace)], base.prices),
        lang: first([by_flag(flagged.lang, "--lang"), by(own.lang, &from_person), locale(&env)], base.lang),
        theme: theme([by_flag(flagged.theme, "--theme"), by(own.theme, &from_person)], &env),
        mouse: first(
            [
                by_flag(flags.mouse, if flags.mouse == Some(false) { "--no-mouse" } else { "--mouse" }),
                by(own.mouse, &from_person),
            ],
            base.mouse,
        ),
        ascii: first([by_flag(flags.ascii.then_some(true), "--ascii"), by(own.ascii, &from_person)], base.ascii),
        read_only: first([by_flag(flags.read_only.then_some(true), "--read-only")], base.read_only),
        keys: first([by(own.keys, &from_person)], base.keys),
        calibration: first([by(shared.calibration, &from_workspace)], base.calibration),
        estimators: base.estimators,
    };
    Resolved { settings, diagnostics: faults }
}

/// The words of the flags as values.
fn flag_layer(flags: &Flags, faults: &mut Vec<Diagnostic>) -> Layer {
    Layer {
        dialect: flag_choice("--dialect", flags.dialect.as_deref(), faults),
        binding: flag_choice("--binding", flags.binding.as_deref(), faults),
        estimator: flag_word("--estimator", flags.estimator.as_deref(), &tokens::CHOICES, tokens::full_name, faults),
        lang: flag_choice("--lang", flags.lang.as_deref(), faults),
        theme: flag_choice("--theme", flags.theme.as_deref(), faults),
        ..Layer::default()
    }
}

fn flag_choice<T: Choice>(flag: &str, word: Option<&str>, faults: &mut Vec<Diagnostic>) -> Option<T> {
    let known: Vec<&str> = T::WORDS.iter().map(|(word, _)| *word).collect();
    flag_word(flag, word, &known, T::parse, faults)
}

fn flag_word<T>(
    flag: &str,
    word: Option<&str>,
    known: &[&str],
    parse: impl Fn(&str) -> Option<T>,
    faults: &mut Vec<Diagnostic>,
) -> Option<T> {
    let word = word?;
    let value = parse(word);
    if value.is_none() {
        let (message, help) = wrong_word(flag, word, known);
        faults.push(Diagnostic { help, ..Diagnostic::error(Code::SettingsValue, message) });
    }
    value
}

fn by<T>(value: Option<T>, origin: &Origin) -> Option<Setting<T>> {
    value.map(|value| Setting { value, origin: origin.clone() })
}

fn by_flag<T>(value: Option<T>, flag: &'static str) -> Option<Setting<T>> {
    by(value, &Origin::Flag(flag))
}

/// The first source that sets something, else the default.
fn first<T, const N: usize>(sources: [Option<Setting<T>>; N], default: Setting<T>) -> Setting<T> {
    sources.into_iter().flatten().next().unwrap_or(default)
}

/// The theme: `auto` hands over to what comes behind all files, first `NO_COLOR`, then the terminal.
fn theme<const N: usize>(
    sources: [Option<Setting<Option<ThemeId>>>; N],
    env: impl Fn(&'static str) -> Option<String>,
) -> Setting<ThemeId> {
    match sources.into_iter().flatten().next() {
        Some(Setting { value: Some(value), origin }) => Setting { value, origin },
        _ if env("NO_COLOR").is_some_and(|value| !value.is_empty()) => {
            Setting { value: ThemeId::Plain, origin: Origin::Env("NO_COLOR") }
        }
        _ => Setting::default(),
    }
}

/// The language of the locale: the first of its variables that is not empty says it.
fn locale(env: impl Fn(&'static str) -> Option<String>) -> Option<Setting<Lang>> {
    let mut variables = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
    variables.find_map(|variable| {
        let locale = env(variable).filter(|value| !value.is_empty())?;
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        let value = if language.eq_ignore_ascii_case("zh") { Lang::Zh } else { Lang::En };
        Some(Setting { value, origin: Origin::Env(variable) })
    })
}

#[cfg(test)]
mod tests;
