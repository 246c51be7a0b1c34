//! `skillstage settings`: each setting, its value and where the value came from.

use serde::Serialize;
use serde_json::{Value, json};

use super::human::table;
use crate::dialect::dsh::DescriptionCap;
use crate::settings::{Choice, Origin, Setting, Settings};

/// One setting.
#[derive(Debug, Serialize)]
pub struct SettingRow {
    name: &'static str,
    /// A text, a truth value, or for `keys` and `dsh.templates` an object.
    value: Value,
    /// `default`, `person`, `workspace`, `environment` or `flag`.
    origin: &'static str,
    /// The file, variable or flag that set it; null for a default.
    from: Option<String>,
}

/// Every setting, in the order of the documentation.
pub fn rows(settings: &Settings) -> Vec<SettingRow> {
    vec![
        row("dialect", &settings.dialect, |id| json!(id.word())),
        row("binding", &settings.binding, |binding| json!(binding.word())),
        row("estimator", &settings.estimator, |name| json!(name)),
        row("calibration", &settings.calibration, |factors| {
            factors.iter().map(|(name, factor)| (name.clone(), json!(factor.value()))).collect()
        }),
        row("dsh.catalog_description_max_length", &settings.description_max, |max| {
            let own = DescriptionCap::default().units();
            max.as_ref().map_or_else(|| json!(own), |max| json!(i64::try_from(max.units).unwrap_or(i64::MAX)))
        }),
        row("dsh.templates", &settings.templates, |templates| {
            templates.iter().map(|(id, template)| (id.clone(), json!(template.file))).collect()
        }),
        row("prices", &settings.prices, |prices| match prices {
            None => Value::Null,
            Some(prices) => {
                let prices_by_key = prices.by_key().map(|(key, price)| (key.to_owned(), json!(price.to_string())));
                let currency = ("currency".to_owned(), json!(prices.currency));
                prices_by_key.into_iter().chain([currency]).collect()
            }
        }),
        row("lang", &settings.lang, |lang| json!(lang.word())),
        row("theme", &settings.theme, |theme| json!(theme.word())),
        row("ascii", &settings.ascii, |on| json!(on)),
        row("mouse", &settings.mouse, |on| json!(on)),
        row("read_only", &settings.read_only, |on| json!(on)),
        row("keys", &settings.keys, |keys| {
            keys.iter().map(|(action, key)| (action.clone(), json!(key.text))).collect()
        }),
    ]
}

/// The rows as a table.
pub fn human(rows: &[SettingRow]) -> String {
    let line = |row: &SettingRow| {
        let from = row.from.as_ref().map_or(String::new(), |from| format!(" {from}"));
        vec![row.name.to_owned(), shown(&row.value), format!("{}{from}", row.origin)]
    };
    table(&rows.iter().map(line).collect::<Vec<_>>(), &[])
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(keys) => {
            let pairs: Vec<String> = keys.iter().map(|(action, key)| format!("{action}: {}", shown(key))).collect();
            pairs.join(", ")
        }
        other => other.to_string(),
    }
}

fn row<T>(name: &'static str, setting: &Setting<T>, show: impl Fn(&T) -> Value) -> SettingRow {
    let (origin, from) = match &setting.origin {
        Origin::Default => ("default", None),
        Origin::Person(file) => ("person", Some(file.clone())),
        Origin::Workspace(file) => ("workspace", Some(file.clone())),
        Origin::Env(variable) => ("environment", Some((*variable).to_owned())),
        Origin::Flag(flag) => ("flag", Some((*flag).to_owned())),
    };
    SettingRow { name, value: show(&setting.value), origin, from }
}
