//! `skillstage check`: every fault found before the model sees it; and `rules`.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use super::args::{CheckArgs, CheckFormat, Deny, Format, FormatArgs, Globals};
use super::out::{Exit, Failure, Run, print};
use super::session::Session;
use crate::check::{Checked, Finding, Worst, check};
use crate::diag::Severity;
use crate::lang::Lang;
use crate::report::check as report;
use crate::scenario::{Base, load_base};
use crate::scene::{SCENES, Scene};

/// Checks what the command line names and prints the findings.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &CheckArgs) -> Run {
    let (mut findings, mut worst, mut skills): (Vec<Finding>, Vec<Worst>, usize) = Default::default();
    for target in targets(dir, args) {
        let checked = target.check(globals)?;
        findings.extend(checked.findings);
        worst.extend(checked.worst);
        skills += checked.skills;
    }
    let wanted = |finding: &Finding| {
        let code = &finding.diagnostic.code;
        (args.select.is_empty() || args.select.contains(code)) && !args.ignore.contains(code)
    };
    findings.retain(wanted);
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    print(&match args.format {
        CheckFormat::Human => report::human(&findings, &worst, skills, colour),
        CheckFormat::Json => report::json(&findings, &worst, skills),
        CheckFormat::Sarif => report::sarif(&findings),
        CheckFormat::Github => report::github(&findings),
    })?;
    Ok(exit(&findings, args.deny))
}

/// Prints the rules.
pub fn rules(lang: Lang, args: FormatArgs) -> Run {
    print(&report::rules(lang, args.format == Format::Json))?;
    Ok(Exit::Fine)
}

fn exit(findings: &[Finding], deny: Option<Deny>) -> Exit {
    let worst = findings.iter().map(|finding| finding.diagnostic.severity).max();
    let from = if deny == Some(Deny::Warnings) { Severity::Warning } else { Severity::Error };
    if worst >= Some(from) { Exit::Findings } else { Exit::Fine }
}

/// What one DIR names.
struct Target {
    /// The workspace, or the folder that holds the skills.
    base: PathBuf,
    /// The folder of skills, where there is no workspace around it.
    skills: Option<PathBuf>,
    /// The one skill to judge.
    only: Option<String>,
}

/// A workspace has a config or a `skills` folder, a skill has a `SKILL.md`; anything else is a folder of skills. A skill
/// in a workspace is judged with the workspace around it, so that its scenes are costed with it.
fn targets(dir: Option<&Path>, args: &CheckArgs) -> Vec<Target> {
    let named = || args.dirs.iter().map(PathBuf::as_path);
    let dirs: Vec<&Path> = if args.dirs.is_empty() { vec![dir.unwrap_or(Path::new("."))] } else { named().collect() };
    dirs.into_iter().map(Target::of).collect()
}

impl Target {
    fn of(dir: &Path) -> Target {
        let workspace = |base: &Path| base.join("skills_config.yml").is_file() || base.join("skills").is_dir();
        if !dir.join("SKILL.md").is_file() {
            return match workspace(dir) {
                true => Target { base: dir.to_owned(), skills: None, only: None },
                false => Target { base: dir.to_owned(), skills: Some(dir.to_owned()), only: None },
            };
        }
        let root = dir.join("..");
        let absolute = std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned());
        let parent = parent(dir).unwrap_or(root);
        let only = absolute.file_name().map(|name| name.to_string_lossy().into_owned());
        let above = parent.parent().filter(|_| parent.ends_with("skills"));
        match above.map(|above| if above.as_os_str().is_empty() { Path::new(".") } else { above }) {
            Some(above) if workspace(above) => Target { base: above.to_owned(), skills: None, only },
            _ => Target { base: parent.clone(), skills: Some(parent), only },
        }
    }

    fn check(&self, globals: &Globals) -> Result<Checked, Failure> {
        let skills = self.skills.clone().or_else(|| globals.skills.clone());
        let globals = Globals { skills, dialect: Some("utility".to_owned()), ..globals.clone() };
        let session = Session::open(Some(&self.base), &globals)?;
        let (base, faults) = match load_base(&session.workspace) {
            Ok(base) => (base, Vec::new()),
            Err(faults) => (Base::default(), faults),
        };
        let mut checked = check(&session.workspace, self.only.as_deref(), |library| {
            session.setup(library, Scene::new(SCENES[0]), base)
        })?;
        let faults = faults.into_iter().map(|diagnostic| Finding { diagnostic, excerpt: None });
        checked.findings.splice(0..0, faults);
        checked.findings.iter_mut().for_each(|finding| self.place(finding));
        Ok(checked)
    }

    /// Files count from where the command ran.
    fn place(&self, finding: &mut Finding) {
        if let Some(place) = finding.diagnostic.place.as_mut().filter(|_| self.base != Path::new(".")) {
            place.file = self.base.join(&place.file).to_string_lossy().into_owned();
        }
    }
}

/// The directory that holds `dir`, as it would be typed.
fn parent(dir: &Path) -> Option<PathBuf> {
    let parent = dir.parent()?;
    match dir.file_name() {
        Some(_) if parent.as_os_str().is_empty() => Some(PathBuf::from(".")),
        Some(_) => Some(parent.to_owned()),
        None => None,
    }
}
