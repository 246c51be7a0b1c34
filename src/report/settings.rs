//! `skillstage settings`: each setting, its value and where the value came from.

use serde::Serialize;

use super::human::table;
use crate::settings::{Choice, Origin, Setting, Settings};

/// One setting.
#[derive(Debug, Serialize)]
pub struct SettingRow {
    name: &'static str,
    value: String,
    /// `default`, `person`, `workspace`, `environment` or `flag`.
    origin: &'static str,
    /// The file, variable or flag that set it; null for a default.
    from: Option<String>,
}

/// Every setting, in the order of the documentation.
pub fn rows(settings: &Settings) -> Vec<SettingRow> {
    let mut rows = vec![
        row("dialect", &settings.dialect, |id| id.word().to_owned()),
        row("binding", &settings.binding, |binding| binding.word().to_owned()),
        row("estimator", &settings.estimator, String::clone),
        row("lang", &settings.lang, |lang| lang.word().to_owned()),
        row("theme", &settings.theme, |theme| theme.word().to_owned()),
        row("ascii", &settings.ascii, bool::to_string),
        row("mouse", &settings.mouse, bool::to_string),
        row("read_only", &settings.read_only, bool::to_string),
    ];
    rows.push(row("keys", &settings.keys, |keys| {
        let pairs: Vec<String> = keys.iter().map(|(action, key)| format!("{action}: {key}")).collect();
        pairs.join(", ")
    }));
    rows
}

/// The rows as a table.
pub fn human(rows: &[SettingRow]) -> String {
    let line = |row: &SettingRow| {
        let from = row.from.as_ref().map_or(String::new(), |from| format!(" {from}"));
        vec![row.name.to_owned(), row.value.clone(), format!("{}{from}", row.origin)]
    };
    table(&rows.iter().map(line).collect::<Vec<_>>(), &[])
}

fn row<T>(name: &'static str, setting: &Setting<T>, show: impl Fn(&T) -> String) -> SettingRow {
    let (origin, from) = match &setting.origin {
        Origin::Default => ("default", None),
        Origin::Person(file) => ("person", Some(file.clone())),
        Origin::Workspace(file) => ("workspace", Some(file.clone())),
        Origin::Env(variable) => ("environment", Some((*variable).to_owned())),
        Origin::Flag(flag) => ("flag", Some((*flag).to_owned())),
    };
    SettingRow { name, value: show(&setting.value), origin, from }
}
