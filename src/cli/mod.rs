//! The command line: arguments, one file per subcommand, exit codes.
//!
//! ```text
//! argv ─ clap ─▶ args (low) ─▶ session (high) ─▶ engine ─▶ report ─▶ out ─▶ exit code
//!                                    └▶ screen ─▶ tui::run
//! ```

mod args;
mod bindings;
mod calibrate;
mod catalog;
mod check;
mod compare;
mod explain;
mod export;
mod generate;
mod init;
mod moves;
mod out;
mod prompt;
mod record;
mod reuse;
mod run;
mod sample;
mod scenes;
mod screen;
mod session;
mod settings;
mod sweep;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};

use self::args::{Cli, Command};
use self::out::{Exit, Failure, finish};
use crate::diag::{Code, Diagnostic};
use crate::text::printable;

/// Runs the command line and says how it ended: 0 fine, 1 findings, 2 could not run (SPEC section 7).
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    match dispatch(arguments) {
        Ok(code) => code,
        Err(failure) => finish(Err(failure)).into(),
    }
}

fn dispatch(arguments: impl IntoIterator<Item = OsString>) -> Result<ExitCode, Failure> {
    let parsed = Cli::command().try_get_matches_from(arguments).and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches)?;
        Ok((cli, matches))
    });
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(answer) => return clap_answer(&answer),
    };
    let globals = &cli.globals;
    let dir = workspace(&cli)?;
    let exit = match &cli.command {
        None => return screen::open(dir, globals),
        Some(Command::Demo) => return screen::demo(globals),
        Some(Command::Init(args)) => init::run(globals, args)?,
        Some(Command::Prompt(args)) => {
            let given = matches.subcommand_matches("prompt").map_or(Ok(Vec::new()), moves::given)?;
            prompt::run(dir, globals, args, &given)?
        }
        Some(Command::Run(args)) => run::run(dir, globals, args)?,
        Some(Command::Play(args)) => return screen::play(dir, globals, args),
        Some(Command::Export(args)) => export::run(dir, globals, args)?,
        Some(Command::Record(args)) => {
            let given = matches.subcommand_matches("record").map_or(Ok(Vec::new()), moves::given)?;
            record::run(dir, globals, args, &given)?
        }
        Some(Command::Check(args)) => check::run(dir, globals, args)?,
        Some(Command::Rules(args)) => check::rules(settings::lang(globals)?, *args)?,
        Some(Command::Scenes(args)) => scenes::run(dir, globals, *args)?,
        Some(Command::Bindings(args)) => bindings::run(dir, globals, *args)?,
        Some(Command::Compare(args)) => compare::run(dir, globals, args)?,
        Some(Command::Reuse(args)) => reuse::run(dir, globals, args)?,
        Some(Command::Sweep(args)) => sweep::run(dir, globals, args)?,
        Some(Command::Catalog(args)) => catalog::run(dir, globals, args)?,
        Some(Command::Calibrate(args)) => calibrate::run(dir, globals, args)?,
        Some(Command::Settings(args)) => settings::run(dir, globals, *args)?,
        Some(Command::Explain(args)) => explain::run(settings::lang(globals)?, args)?,
        Some(Command::Completions { shell }) => generate::completions(*shell)?,
        Some(Command::Man) => generate::man()?,
        Some(Command::Schema { name }) => generate::schema(*name)?,
    };
    Ok(exit.into())
}

/// The workspace as DIR or as `--workspace`, not both.
fn workspace(cli: &Cli) -> Result<Option<&Path>, Diagnostic> {
    match (cli.dir.as_deref(), cli.globals.workspace.as_deref()) {
        (Some(_), Some(_)) => Err(Diagnostic::error(Code::Usage, "the workspace is named twice")
            .help("name it as DIR or with --workspace DIR, not both")),
        (dir, flag) => Ok(dir.or(flag)),
    }
}

/// Help and version go to standard output; a wrong command line to standard error, with what was typed made safe.
fn clap_answer(answer: &clap::Error) -> Result<ExitCode, Failure> {
    if answer.use_stderr() {
        out::note(&printable(&answer.render().to_string()));
        return Ok(Exit::CouldNotRun.into());
    }
    out::print(&answer.render().to_string())?;
    Ok(Exit::Fine.into())
}
