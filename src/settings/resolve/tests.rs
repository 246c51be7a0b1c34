use super::super::{Binding, DialectId};
use super::*;

fn file(path: &str, text: &str) -> SettingsFile {
    SettingsFile { path: path.to_owned(), text: text.to_owned() }
}

fn no_env(_: &'static str) -> Option<String> {
    None
}

fn workspace(text: &str) -> Resolved {
    resolve(&Flags::default(), Some(&file("skillstage.yml", text)), None, no_env)
}

fn person(text: &str) -> Resolved {
    resolve(&Flags::default(), None, Some(&file("config.yml", text)), no_env)
}

/// What is wrong, as `line:column severity code help`.
fn faults(resolved: Resolved) -> Vec<String> {
    let short = |fault: Diagnostic| {
        let place = fault.place.expect("a place");
        let help = fault.help.unwrap_or_default();
        format!(
            "{}:{} {} {} {help}",
            place.line.unwrap(),
            place.column.unwrap(),
            fault.severity.as_str(),
            fault.code.as_str()
        )
    };
    resolved.diagnostics.into_iter().map(short).collect()
}

#[test]
fn nothing_set_gives_the_defaults() {
    let resolved = resolve(&Flags::default(), None, None, no_env);
    assert_eq!(resolved, Resolved { settings: Settings::default(), diagnostics: Vec::new() });
    assert_eq!(resolved.settings.estimator.value, "heuristic");
    assert!(resolved.settings.mouse.value);
}

#[test]
fn a_flag_beats_the_workspace_and_the_workspace_the_default() {
    let text = "dialect: utility\nbinding: offered\nestimator: cl100k_base\n";
    let set = workspace(text).settings;
    let origin = Origin::Workspace("skillstage.yml".into());
    assert_eq!(set.dialect, Setting { value: DialectId::Utility, origin: origin.clone() });
    assert_eq!(set.binding, Setting { value: Binding::Offered, origin: origin.clone() });
    assert_eq!(set.estimator, Setting { value: "cl100k".into(), origin });

    let flags = Flags { binding: Some("resident".into()), estimator: Some("o200k".into()), ..Flags::default() };
    let set = resolve(&flags, Some(&file("skillstage.yml", text)), None, no_env).settings;
    assert_eq!(set.binding, Setting { value: Binding::Resident, origin: Origin::Flag("--binding") });
    assert_eq!(set.estimator, Setting { value: "o200k".into(), origin: Origin::Flag("--estimator") });
}

#[test]
fn a_flag_beats_the_person_and_the_person_the_environment() {
    let text = "lang: en\ntheme: light\nmouse: false\nascii: true\nkeys: {quit: Q, panel: 1}\n";
    let env = |name| match name {
        "LANG" => Some("zh_CN.UTF-8".to_owned()),
        "NO_COLOR" => Some("1".to_owned()),
        _ => None,
    };
    let own = file("config.yml", text);
    let set = resolve(&Flags::default(), None, Some(&own), env).settings;
    let origin = || Origin::Person("config.yml".into());
    assert_eq!(set.lang, Setting { value: Lang::En, origin: origin() });
    assert_eq!(set.theme, Setting { value: ThemeId::Light, origin: origin() });
    assert_eq!(set.mouse, Setting { value: false, origin: origin() });
    assert_eq!(set.ascii, Setting { value: true, origin: origin() });
    assert_eq!(
        set.keys.value.iter().map(|(id, key)| (id.as_str(), key.text.as_str())).collect::<Vec<_>>(),
        [("panel", "1"), ("quit", "Q")]
    );

    let flags = Flags {
        lang: Some("zh".into()),
        theme: Some("plain".into()),
        mouse: Some(true),
        ascii: true,
        read_only: true,
        ..Flags::default()
    };
    let set = resolve(&flags, None, Some(&own), env).settings;
    assert_eq!(set.lang, Setting { value: Lang::Zh, origin: Origin::Flag("--lang") });
    assert_eq!(set.theme, Setting { value: ThemeId::Plain, origin: Origin::Flag("--theme") });
    assert_eq!(set.mouse, Setting { value: true, origin: Origin::Flag("--mouse") });
    assert_eq!(set.read_only, Setting { value: true, origin: Origin::Flag("--read-only") });

    let set = resolve(&Flags::default(), None, None, env).settings;
    assert_eq!(set.lang, Setting { value: Lang::Zh, origin: Origin::Env("LANG") });
    assert_eq!(set.theme, Setting { value: ThemeId::Plain, origin: Origin::Env("NO_COLOR") });
}

#[test]
fn the_theme_auto_asks_no_color_and_then_the_terminal() {
    let flags = Flags { theme: Some("auto".into()), ..Flags::default() };
    let own = file("config.yml", "theme: light");
    assert_eq!(resolve(&flags, None, Some(&own), no_env).settings.theme, Setting::default());
    let no_color = |name| (name == "NO_COLOR").then(|| "1".to_owned());
    let theme = resolve(&flags, None, Some(&own), no_color).settings.theme;
    assert_eq!(theme, Setting { value: ThemeId::Plain, origin: Origin::Env("NO_COLOR") });
    let empty = |name| (name == "NO_COLOR").then(String::new);
    assert_eq!(resolve(&Flags::default(), None, None, empty).settings.theme, Setting::default());
}

#[test]
fn the_first_locale_variable_that_says_something_counts() {
    let lang = |variables: &'static [(&str, &str)]| {
        let env = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        resolve(&Flags::default(), None, None, env).settings.lang
    };
    let of = |value, variable| Setting { value, origin: Origin::Env(variable) };
    assert_eq!(lang(&[("LC_ALL", "en_GB.UTF-8"), ("LANG", "zh_CN")]), of(Lang::En, "LC_ALL"));
    assert_eq!(lang(&[("LC_ALL", ""), ("LC_MESSAGES", "zh"), ("LANG", "C")]), of(Lang::Zh, "LC_MESSAGES"));
    assert_eq!(lang(&[("LANG", "C.UTF-8")]), of(Lang::En, "LANG"));
    assert_eq!(lang(&[]), Setting::default());
}

#[test]
fn wrong_keys_and_values_have_places_and_hints() {
    assert_eq!(faults(workspace("bindng: offered")), ["1:1 warning settings-unknown-key did you mean `binding`?"]);
    assert_eq!(
        faults(workspace("xyzzy: 1")),
        ["1:1 warning settings-unknown-key known keys: dialect, binding, estimator, calibration, dsh, prices"]
    );
    assert_eq!(
        faults(workspace("theme: dark")),
        ["1:1 warning settings-unknown-key it belongs in your own `$XDG_CONFIG_HOME/skillstage/config.yml`"]
    );
    assert_eq!(
        faults(person("lang: zh\nestimator: o200k")),
        ["2:1 warning settings-unknown-key it belongs in the workspace's `skillstage.yml`"]
    );
    assert_eq!(
        faults(workspace("binding: ofered\nestimator: 200")),
        ["1:10 error settings-value did you mean `offered`?", "2:12 error settings-value "]
    );
    assert_eq!(
        faults(person("ascii: yes\nkeys: {quit: ~, up: [k]}")),
        [
            "1:8 error settings-value ",
            "2:14 error settings-value write the key's name in quotes",
            "2:21 error settings-value write one key, such as `up: x`; the action's arrows, Enter and F-keys work beside it",
        ]
    );
    assert_eq!(faults(person("lnag: zh\nbinding: offered\ntheme: 7")).len(), 3);
    assert!(faults(person("lnag: zh\nbinding: offered\ntheme: 7")).is_sorted(), "in file order");
    assert!(faults(person("lang: [")).iter().all(|fault| fault.contains("error settings-yaml")));
    assert_eq!(faults(person("- a")), ["1:1 error settings-value "]);
    assert_eq!(faults(person("# nothing\n")), [""; 0]);
}

#[test]
fn a_wrong_value_counts_as_not_set() {
    let flags = Flags { binding: Some("both".into()), ..Flags::default() };
    let resolved = resolve(&flags, Some(&file("skillstage.yml", "binding: offered")), None, no_env);
    assert_eq!(resolved.settings.binding.value, Binding::Offered);
    assert_eq!(resolved.diagnostics[0].message, "--binding is `both`; it must be one of resident, offered");
    let flags = Flags { dialect: Some("utilty".into()), ..Flags::default() };
    let fault = &resolve(&flags, None, None, no_env).diagnostics[0];
    assert_eq!(fault.message, "--dialect is `utilty`; it must be one of utility, dsh");
    assert_eq!(fault.help.as_deref(), Some("did you mean `utility`?"));
}
