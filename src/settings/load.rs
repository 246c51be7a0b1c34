//! Reading the settings files from the disk.

use std::env;
use std::path::{Path, PathBuf};

use super::dsh::read_templates;
use super::estimator::{calibrate, read_estimator};
use super::{Flags, Resolved, SettingsFile, resolve};
use crate::diag::Diagnostic;
use crate::workspace::{Workspace, read_personal_file};

/// The workspace's file.
const WORKSPACE_FILE: &str = "skillstage.yml";

/// The most bytes of a settings file.
const MAX_BYTES: u64 = 64 * 1024;

/// Resolves the settings from flags, the workspace's file, the person's file and the environment of this process.
pub fn load(flags: &Flags, workspace: Option<&Workspace>) -> Resolved {
    let env = |name: &'static str| env::var(name).ok();
    let mut faults = Vec::new();
    let mut take = |read: Result<Option<SettingsFile>, Diagnostic>| {
        read.unwrap_or_else(|fault| {
            faults.push(fault);
            None
        })
    };
    let shared = take(workspace.map_or(Ok(None), workspace_file));
    let own = take(person_path(env).map_or(Ok(None), |path| person_file(&path)));
    let mut resolved = resolve(flags, shared.as_ref(), own.as_ref(), env);
    resolved.diagnostics.splice(0..0, faults);
    read_estimator(&mut resolved, workspace);
    calibrate(&mut resolved.settings);
    if let Some(workspace) = workspace {
        read_templates(&mut resolved.settings.templates.value, workspace, &mut resolved.diagnostics);
    }
    resolved
}

/// Where the person's file lies: below `XDG_CONFIG_HOME` where that is an absolute path, else below `~/.config`.
pub fn person_path(env: impl Fn(&'static str) -> Option<String>) -> Option<PathBuf> {
    let absolute = |name| env(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let config = absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")))?;
    Some(config.join("skillstage/config.yml"))
}

fn workspace_file(workspace: &Workspace) -> Result<Option<SettingsFile>, Diagnostic> {
    let text = workspace.read_file(WORKSPACE_FILE, MAX_BYTES)?;
    Ok(text.map(|text| SettingsFile { path: WORKSPACE_FILE.to_owned(), text }))
}

/// Reads the person's file. It is the user's own and may be a link, as those who keep their settings in a repository
/// have it. A home that may not be entered is as good as none.
fn person_file(path: &Path) -> Result<Option<SettingsFile>, Diagnostic> {
    if !path.exists() {
        return Ok(None);
    }
    let text = read_personal_file(path, MAX_BYTES)?;
    Ok(text.map(|text| SettingsFile { path: path.display().to_string(), text }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::diag::Code;

    #[test]
    fn the_personal_file_lies_where_the_desktop_rules_say() {
        let of = |variables: &'static [(&str, &str)]| {
            person_path(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
        };
        let path = |text: &str| Some(PathBuf::from(text));
        assert_eq!(of(&[("XDG_CONFIG_HOME", "/x"), ("HOME", "/h")]), path("/x/skillstage/config.yml"));
        assert_eq!(of(&[("XDG_CONFIG_HOME", "x"), ("HOME", "/h")]), path("/h/.config/skillstage/config.yml"));
        assert_eq!(of(&[("XDG_CONFIG_HOME", "")]), None);
    }

    #[test]
    fn a_personal_file_is_read_within_bounds() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.yml");
        assert_eq!(person_file(&file), Ok(None));
        fs::write(&file, "lang: zh\n").unwrap();
        assert_eq!(person_file(&file).unwrap().unwrap().text, "lang: zh\n");
        fs::write(&file, [b'#'; MAX_BYTES as usize + 1]).unwrap();
        assert_eq!(person_file(&file).unwrap_err().code, Code::FileTooLarge);
        fs::write(&file, [0xff]).unwrap();
        assert_eq!(person_file(&file).unwrap_err().code, Code::FileNotUtf8);
        assert_eq!(person_file(folder.path()).unwrap_err().code, Code::FileNotRegular);
    }
}
