//! `skillstage check`: every fault found before the model sees it; and `rules`.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use super::args::{CheckArgs, CheckFormat, Deny, Format, FormatArgs, Globals};
use super::out::{Exit, Failure, Run, note, print};
use super::session::{Session, may_write};
use crate::check::{Checked, Finding, Mended, Wants, check, mend};
use crate::diag::{Code, Diagnostic, Severity};
use crate::dialect::dsh::DescriptionCap;
use crate::lang::Lang;
use crate::report::check as report;
use crate::scenario::{Base, load_base};
use crate::scene::{SCENES, Scene};
use crate::text::printable_line;
use crate::workspace::{read_stored_file, replace_file};

/// Most rounds of fixes in one run.
const MOST_PASSES: usize = 10;
/// Largest file that is mended, in bytes; more than any that is judged whole.
const MOST_BYTES: u64 = 16 << 20;

/// Checks what the command line names and prints the findings.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &CheckArgs) -> Run {
    let targets = targets(dir, args);
    let mut checked = all(&targets, globals, args)?;
    if args.fix {
        may_write(globals)?;
        // What a fix lays bare can have one of its own. Who was asked has answered, so only `--yes` goes on.
        for _ in 0..MOST_PASSES {
            if !fix(&checked.findings, args)? {
                break;
            }
            checked = all(&targets, globals, args)?;
            if !args.yes {
                break;
            }
        }
    }
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    print(&match args.format {
        CheckFormat::Human => report::human(&checked, colour),
        CheckFormat::Json => report::json(&checked),
        CheckFormat::Sarif => report::sarif(&checked.findings),
        CheckFormat::Github => report::github(&checked.findings),
    })?;
    Ok(exit(&checked.findings, args.deny))
}

/// Checks every target and keeps the findings that are asked for.
fn all(targets: &[Target], globals: &Globals, args: &CheckArgs) -> Result<Checked, Failure> {
    let mut all = Checked::default();
    for target in targets {
        all.add(target.check(globals, args)?);
    }
    let wanted = |finding: &Finding| {
        let code = &finding.diagnostic.code;
        (args.select.is_empty() || args.select.contains(code)) && !args.ignore.contains(code)
    };
    all.findings.retain(wanted);
    Ok(all)
}

/// Shows the fixes of each file and writes them once they are consented to. `true` when a file changed.
fn fix(findings: &[Finding], args: &CheckArgs) -> Result<bool, Failure> {
    let mut by_file: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.diagnostic.fix.is_some()) {
        if let Some(place) = &finding.diagnostic.place {
            by_file.entry(&place.file).or_default().push(finding);
        }
    }
    let mut changed = false;
    for (file, findings) in by_file {
        let path = Path::new(file);
        let Some(before) = read_stored_file(path, MOST_BYTES)? else { continue };
        let Mended { text, applied } = mend(&before, findings);
        if text == before {
            continue;
        }
        let titles: Vec<&str> = applied.iter().map(|fix| fix.title.as_str()).collect();
        note(&report::human_fix(file, &titles.join("; "), &before, &text));
        if args.yes || consents(file)? {
            replace_file(path, &text, &before)?;
            note(&format!("  written: {}\n", printable_line(file)));
            changed = true;
        }
    }
    Ok(changed)
}

/// Whether the person at the terminal wants the fixes of `file` written.
fn consents(file: &str) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() {
        let fault = Diagnostic::error(Code::Usage, "nobody is there to be asked about the fixes");
        return Err(fault.help("`--fix --yes` writes them without asking").into());
    }
    note(&format!("write this to {}? [y/N] ", printable_line(file)));
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
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

/// What is checked in one go.
struct Target {
    /// The workspace, or the folder that holds the skills.
    base: PathBuf,
    /// The folder of skills, where there is no workspace around it.
    skills: Option<PathBuf>,
    /// The skills to judge, by their directories' names; all where there are none.
    only: Vec<String>,
}

/// A workspace has a config or a `skills` folder, a skill has a `SKILL.md`; anything else is a folder of skills. Skills
/// of one workspace are judged together with the workspace around them, so that its scenes are costed with them.
fn targets(dir: Option<&Path>, args: &CheckArgs) -> Vec<Target> {
    let named = || args.dirs.iter().map(PathBuf::as_path);
    let dirs: Vec<&Path> = if args.dirs.is_empty() { vec![dir.unwrap_or(Path::new("."))] } else { named().collect() };
    let mut targets: Vec<Target> = Vec::new();
    for target in dirs.into_iter().map(Target::of) {
        let same = |known: &&mut Target| {
            (&known.base, &known.skills, known.only.is_empty())
                == (&target.base, &target.skills, target.only.is_empty())
        };
        match targets.iter_mut().find(same) {
            Some(known) => known.only.extend(target.only),
            None => targets.push(target),
        }
    }
    targets
}

impl Target {
    fn of(dir: &Path) -> Target {
        let is_workspace = |base: &Path| base.join("skills_config.yml").is_file() || base.join("skills").is_dir();
        if !dir.join("SKILL.md").is_file() {
            let skills = (!is_workspace(dir)).then(|| dir.to_owned());
            return Target { base: dir.to_owned(), skills, only: Vec::new() };
        }
        // `.` has no name and no folder that could be typed.
        let absolute = dir.file_name().is_none().then(|| std::path::absolute(dir).ok()).flatten();
        let dir = absolute.as_deref().unwrap_or(dir);
        let only = dir.file_name().map(|name| name.to_string_lossy().into_owned()).into_iter().collect();
        let typed = |path: &Path| if path.as_os_str().is_empty() { PathBuf::from(".") } else { path.to_owned() };
        let parent = typed(dir.parent().unwrap_or(dir));
        let above = parent.parent().filter(|_| parent.ends_with("skills")).map(typed);
        match above.filter(|above| is_workspace(above)) {
            Some(base) => Target { base, skills: None, only },
            None => Target { base: parent.clone(), skills: Some(parent), only },
        }
    }

    fn check(&self, globals: &Globals, args: &CheckArgs) -> Result<Checked, Failure> {
        let skills = self.skills.clone().or_else(|| globals.skills.clone());
        let globals = Globals { skills, dialect: Some("utility".to_owned()), ..globals.clone() };
        let session = Session::open(Some(&self.base), &globals)?;
        let (base, faults) = match load_base(&session.workspace) {
            Ok(base) => (base, Vec::new()),
            Err(faults) => (Base::default(), faults),
        };
        let cap = session.settings.description_max.value.as_ref();
        let cap = cap.and_then(|max| DescriptionCap::new(max.units).ok()).unwrap_or_default();
        let wants = Wants { only: &self.only, cap, spec: args.spec };
        let mut checked =
            check(&session.workspace, wants, |library| session.setup(library, Scene::new(SCENES[0]), base))?;
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
