//! Settings with their origin: a flag beats the workspace (`skillstage.yml`), the workspace beats the person
//! (`$XDG_CONFIG_HOME/skillstage/config.yml`, else `~/.config/…`), the person beats the environment, all beat the default.
//!
//! ```yaml
//! # skillstage.yml, what belongs to the workspace      # config.yml, what belongs to the person
//! dialect: utility                                     lang: zh          # en | zh
//! binding: resident     # resident | offered           theme: dark       # dark | light | plain | auto
//! estimator: o200k      # or heuristic, cl100k, …      mouse: true
//! calibration: {o200k: 1.08}  # billed tokens by counted ones
//! dsh:                                                 ascii: false
//!   catalog_description_max_length: 500                keys: {quit: Q}   # action: key
//!   templates: {initial: texts/initial.md}
//! prices: {input: 0.27, cached_input: 0.07}   # per million tokens
//! ```
//!
//! An unknown key, or one that belongs in the other file, is a warning and has no effect; a value that is not allowed is
//! an error with its place, and the next source in the order counts.

mod choice;
mod dsh;
mod estimator;
mod file;
mod load;
mod prices;
mod resolve;

use std::collections::BTreeMap;

use crate::diag::Place;
use crate::tokens::{Estimators, Factors};

pub use crate::lang::Lang;
pub use choice::Choice;
pub use dsh::{DescriptionMax, TemplateFile, TemplateFiles};
pub use load::{load, person_path};
pub use prices::{Money, Prices};
pub use resolve::{Flags, Resolved, SettingsFile, resolve};

/// The rules by which a host shows skills to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum DialectId {
    /// The utility bot's read-only language skills.
    #[default]
    Utility,
    /// dsh's skill catalog and tool.
    Dsh,
}

/// What a scene's binding means (U18).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Binding {
    /// The bound skill's body stands in the prompt from the start.
    #[default]
    Resident,
    /// The scene's catalog offers only `always` and bound skills; bodies come by load. `always` stays resident.
    Offered,
}

/// Colours for a dark or a light terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ThemeId {
    /// Light text on dark.
    #[default]
    Dark,
    /// Dark text on light.
    Light,
    /// Bold, underline and reverse only (`NO_COLOR`).
    Plain,
}

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Nothing said otherwise.
    Default,
    /// The personal config file, shown by its path.
    Person(String),
    /// `skillstage.yml` of the workspace.
    Workspace(String),
    /// The environment variable of that name.
    Env(&'static str),
    /// The flag of that name.
    Flag(&'static str),
}

/// A value and where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting<T> {
    /// The value in force.
    pub value: T,
    /// Who set it.
    pub origin: Origin,
}

impl<T> Setting<T> {
    /// A value that nobody set.
    pub fn unset(value: T) -> Setting<T> {
        Setting { value, origin: Origin::Default }
    }
}

impl<T: Default> Default for Setting<T> {
    fn default() -> Self {
        Setting::unset(T::default())
    }
}

/// A key as a settings file writes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WrittenKey {
    /// The key's name.
    pub text: String,
    /// Where it stands; none for a key that comes from no file.
    pub place: Option<Place>,
}

impl From<&str> for WrittenKey {
    fn from(text: &str) -> WrittenKey {
        WrittenKey { text: text.to_owned(), place: None }
    }
}

/// Everything that can be set, resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// `dialect`, workspace or flag.
    pub dialect: Setting<DialectId>,
    /// `estimator`: a name of `estimators`.
    pub estimator: Setting<String>,
    /// `calibration`, workspace only: what a service bills for a token of an estimator.
    pub calibration: Setting<Factors>,
    /// `binding`.
    pub binding: Setting<Binding>,
    /// `dsh.catalog_description_max_length`, workspace only; none is the dialect's own.
    pub description_max: Setting<Option<DescriptionMax>>,
    /// `dsh.templates`, workspace only: texts in place of the dialect's own.
    pub templates: Setting<TemplateFiles>,
    /// `prices`, workspace only: what a model's tokens cost.
    pub prices: Setting<Option<Prices>>,
    /// `lang`, person or flag, else the locale.
    pub lang: Setting<Lang>,
    /// `theme`, person or flag, else `NO_COLOR`, else (by default) what the terminal says.
    pub theme: Setting<ThemeId>,
    /// `mouse`, person or flag.
    pub mouse: Setting<bool>,
    /// `ascii`: draw boxes and bars with ASCII; by default as the terminal needs it.
    pub ascii: Setting<bool>,
    /// `read_only`: no writing action is offered. Flag only.
    pub read_only: Setting<bool>,
    /// `keys`: action name to key, person only. Whoever knows the actions checks them (`app::Keymap`).
    pub keys: Setting<BTreeMap<String, WrittenKey>>,
    /// Who can count: the built-in estimators, and the one of the file that `estimator` names.
    pub estimators: Estimators,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            dialect: Setting::default(),
            estimator: Setting::unset(crate::tokens::NAMES[0].to_owned()),
            calibration: Setting::default(),
            binding: Setting::default(),
            description_max: Setting::default(),
            templates: Setting::default(),
            prices: Setting::default(),
            lang: Setting::default(),
            theme: Setting::default(),
            mouse: Setting::unset(true),
            ascii: Setting::default(),
            read_only: Setting::default(),
            keys: Setting::default(),
            estimators: Estimators::default(),
        }
    }
}
