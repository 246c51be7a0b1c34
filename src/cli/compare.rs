//! `skillstage compare`: what a change does to each scene, in tokens, rows and texts.

use std::path::Path;
use std::sync::Arc;

use tempfile::TempDir;

use super::args::{CompareArgs, CompareFormat, Globals};
use super::out::{Exit, Failure, Run, print};
use super::session::{Session, scene, source_args};
use crate::bindings::scene_costs;
use crate::compare::compare;
use crate::diag::{Code, Diagnostic};
use crate::prompt::Prompt;
use crate::report::compare::{Named, Pair, Report, comparison, json, markdown};
use crate::scenario::{Base, Play, load_base};
use crate::scene::{SCENES, Scene};
use crate::turn::{Setup, Turn};
use crate::workspace::{Library, checkout};

/// One side of a comparison as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Side {
    /// A scene of this workspace.
    Scene(String),
    /// A scenario of this workspace, played to its end.
    Scenario(String),
    /// Every scene of a workspace directory.
    Directory(String),
    /// Every scene as a git revision has it.
    Revision(String),
    /// Every scene under another dialect.
    Dialect(String),
    /// Every scene as another estimator counts it.
    Estimator(String),
    /// Every scene of this workspace as it is.
    Here,
}

impl Side {
    fn parse(text: &str) -> Side {
        match text.split_once(':') {
            Some(("rev", revision)) => Side::Revision(revision.to_owned()),
            Some(("dialect", name)) => Side::Dialect(name.to_owned()),
            Some(("estimator", name)) => Side::Estimator(name.to_owned()),
            Some(("scene", name)) => Side::Scene(name.to_owned()),
            _ if text.ends_with(".yml") || text.ends_with(".yaml") => Side::Scenario(text.to_owned()),
            _ if text.contains('/') || text.starts_with('.') || Path::new(text).is_dir() => {
                Side::Directory(text.to_owned())
            }
            _ => Side::Scene(text.to_owned()),
        }
    }

    /// Whether it is one prompt, not every scene.
    fn is_one(&self) -> bool {
        matches!(self, Side::Scene(_) | Side::Scenario(_))
    }

    fn label(&self) -> String {
        match self {
            Side::Scene(name) | Side::Scenario(name) | Side::Directory(name) => name.clone(),
            Side::Revision(name) => format!("rev:{name}"),
            Side::Dialect(name) => format!("dialect:{name}"),
            Side::Estimator(name) => format!("estimator:{name}"),
            Side::Here => "the workspace as it is".to_owned(),
        }
    }
}

/// Prints the comparison: exit 1 where anything differs.
pub fn run(dir: Option<&Path>, globals: &Globals, args: &CompareArgs) -> Run {
    let (before, after) = sides(args)?;
    let (old, new) = (prompts(&before, dir, globals, args)?, prompts(&after, dir, globals, args)?);
    let pairs = paired(old, new, before.is_one(), &after);
    if pairs.is_empty() {
        let fault = Diagnostic::error(Code::Usage, "the two sides have no scene in common");
        return Err(fault.help("`skillstage scenes` lists them").into());
    }
    let command = command(dir, globals, args);
    let (before, after) = (before.label(), after.label());
    let report = Report { before: &before, after: &after, pairs: &pairs, command: &command, texts: args.texts };
    print(&match args.format {
        CompareFormat::Human => comparison(&report),
        CompareFormat::Json => json(&report),
        CompareFormat::Md => markdown(&report),
    })?;
    Ok(if report.is_same() { Exit::Fine } else { Exit::Findings })
}

fn sides(args: &CompareArgs) -> Result<(Side, Side), Diagnostic> {
    let usage = |message: &str| {
        Diagnostic::error(Code::Usage, message)
            .help("such as `skillstage compare --rev HEAD~1`, or `skillstage compare private_chat group_chat`")
    };
    let before = match (&args.before, &args.rev) {
        (Some(before), None) => Side::parse(before),
        (None, Some(revision)) => Side::Revision(revision.clone()),
        (Some(_), Some(_)) => return Err(usage("--rev and A both say what stands before")),
        (None, None) => return Err(usage("say what to compare with")),
    };
    let after = args.after.as_deref().map_or(Side::Here, Side::parse);
    match before.is_one() == after.is_one() {
        true => Ok((before, after)),
        false => Err(usage("one side is a single prompt and the other every scene")),
    }
}

/// The prompts of a side: one, or the first of every scene.
fn prompts(side: &Side, dir: Option<&Path>, globals: &Globals, args: &CompareArgs) -> Result<Vec<Named>, Failure> {
    let elsewhere = Globals { workspace: None, skills: None, config: None, ..globals.clone() };
    let scenes = |session: &Session| every_scene(session, &args.scene);
    Ok(match side {
        Side::Here => scenes(&Session::for_replay(dir, globals)?)?,
        Side::Directory(path) => scenes(&Session::for_replay(Some(Path::new(path)), &elsewhere)?)?,
        Side::Dialect(name) => {
            scenes(&Session::for_replay(dir, &Globals { dialect: Some(name.clone()), ..globals.clone() })?)?
        }
        Side::Estimator(name) => {
            scenes(&Session::for_replay(dir, &Globals { estimator: Some(name.clone()), ..globals.clone() })?)?
        }
        Side::Revision(revision) => {
            if globals.skills.is_some() || globals.config.is_some() {
                let fault =
                    Diagnostic::error(Code::Usage, "a revision is of a workspace, not of --skills and --config");
                return Err(fault.into());
            }
            let out: TempDir = checkout(dir.unwrap_or(Path::new(".")), revision)?;
            scenes(&Session::for_replay(Some(out.path()), &elsewhere)?)?
        }
        Side::Scene(name) => vec![one_scene(&Session::for_replay(dir, globals)?, name)?],
        Side::Scenario(file) => vec![played(&Session::for_replay(dir, globals)?, file)?],
    })
}

fn every_scene(session: &Session, wanted: &[String]) -> Result<Vec<Named>, Failure> {
    let (library, base) = content(session)?;
    let config = &library.snapshot.config;
    for name in wanted {
        scene(name, &library.snapshot)?;
    }
    let scenes = config.listed_scenes().into_iter();
    let scenes = scenes.filter(|scene| wanted.is_empty() || wanted.iter().any(|name| name == scene.as_str()));
    let scenes: Vec<Scene> = scenes.collect();
    let setup = session.setup(Arc::clone(&library), Scene::new(SCENES[0]), base)?;
    let costs = scene_costs(&setup);
    let named = scenes.into_iter().map(|scene| {
        let cost = costs.iter().find(|cost| cost.scene == scene);
        let worst = cost.and_then(|cost| Some((cost.worst?.likely, cost.limit)));
        let prompt = at_rest(&Setup { scene: scene.clone(), ..setup.clone() });
        Named { name: scene.to_string(), prompt, estimator: setup.estimator.name().to_owned(), worst }
    });
    Ok(named.collect())
}

fn one_scene(session: &Session, name: &str) -> Result<Named, Failure> {
    let (library, base) = content(session)?;
    let scene = scene(name, &library.snapshot)?;
    let setup = session.setup(library, scene, base)?;
    let estimator = setup.estimator.name().to_owned();
    Ok(Named { name: name.to_owned(), prompt: at_rest(&setup), estimator, worst: None })
}

fn content(session: &Session) -> Result<(Arc<Library>, Base), Failure> {
    let loaded = session.load();
    if let Some(broken) = loaded.broken {
        return Err(broken.into()); // its scenes would be without skills: that is no comparison
    }
    let base = load_base(&session.workspace)?;
    Ok((Arc::new(session.workspace.capture(loaded.snapshot)), base))
}

fn at_rest(setup: &Setup) -> Prompt {
    Turn::start(setup.clone()).at_rest().clone()
}

/// The last prompt of a scenario.
fn played(session: &Session, file: &str) -> Result<Named, Failure> {
    let (scenario, ground) = session.grounds().scenario(&session.workspace, file)?;
    let steps = scenario.steps.len();
    let play = Play::until(scenario, ground, steps)?;
    let estimator = play.turn().setup().estimator.name().to_owned();
    Ok(Named { name: file.to_owned(), prompt: play.turn().prompt().clone(), estimator, worst: None })
}

/// Prompts of the same name side by side; two single ones whatever they are called.
fn paired(before: Vec<Named>, after: Vec<Named>, single: bool, side: &Side) -> Vec<Pair> {
    let pair = |before: Named, after: Named, name: String| {
        let comparison = compare(&before.prompt, &after.prompt);
        Pair { name, before, after, comparison }
    };
    if single {
        let names = side.label();
        return before.into_iter().zip(after).map(|(before, after)| pair(before, after, names.clone())).collect();
    }
    let mut after = after;
    let pairs = before.into_iter().filter_map(|before| {
        let at = after.iter().position(|after| after.name == before.name)?;
        let name = before.name.clone();
        Some(pair(before, after.remove(at), name))
    });
    pairs.collect()
}

/// The command line that makes this comparison.
fn command(dir: Option<&Path>, globals: &Globals, args: &CompareArgs) -> String {
    let mut words = vec!["skillstage".to_owned()];
    words.extend(source_args(dir, globals));
    words.push("compare".to_owned());
    words.extend(args.before.clone());
    words.extend(args.after.clone());
    words.extend(args.rev.iter().flat_map(|revision| ["--rev".to_owned(), revision.clone()]));
    words.extend(args.scene.iter().flat_map(|scene| ["--scene".to_owned(), scene.clone()]));
    if let Some(estimator) = &globals.estimator {
        words.extend(["--estimator".to_owned(), estimator.clone()]);
    }
    shell_words::join(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_told_by_how_it_is_written() {
        for (text, side) in [
            ("private_chat", Side::Scene("private_chat".into())),
            ("scene:x.yml", Side::Scene("x.yml".into())),
            ("scenarios/a.yml", Side::Scenario("scenarios/a.yml".into())),
            ("../bot", Side::Directory("../bot".into())),
            (".", Side::Directory(".".into())),
            ("rev:HEAD~1", Side::Revision("HEAD~1".into())),
            ("dialect:dsh", Side::Dialect("dsh".into())),
            ("estimator:heuristic:o200k", Side::Estimator("heuristic:o200k".into())),
        ] {
            assert_eq!(Side::parse(text), side);
        }
    }
}
