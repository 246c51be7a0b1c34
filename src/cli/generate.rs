//! What is generated from the command line's own definition and from the output types: completions, manual, schema.

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::args::{Cli, SchemaName};
use super::out::{Exit, Run, print};
use crate::report::json::json;
use crate::report::{calibrate, check, compare, prompt, reuse, run, sweep};
use crate::scenario::scenario_schema;
use crate::workspace::config_schema;

/// A completion script.
pub fn completions(shell: Shell) -> Run {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "skillstage", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}

/// The manual page: the command, then each subcommand.
pub fn man() -> Run {
    let mut command = Cli::command();
    command.build();
    let mut pages = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut pages)?;
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        clap_mangen::Man::new(subcommand.clone()).render(&mut pages)?;
    }
    print(&String::from_utf8_lossy(&pages))?;
    Ok(Exit::Fine)
}

/// The JSON Schema of an output, made from the types that print it.
pub fn schema(name: SchemaName) -> Run {
    match name {
        SchemaName::Prompt => print(&json(&prompt::schema()))?,
        SchemaName::Run => print(&json(&run::schema()))?,
        SchemaName::Check => print(&json(&check::schema()))?,
        SchemaName::Compare => print(&json(&compare::schema()))?,
        SchemaName::Reuse => print(&json(&reuse::schema()))?,
        SchemaName::Sweep => print(&json(&sweep::schema()))?,
        SchemaName::Calibrate => print(&json(&calibrate::schema()))?,
        SchemaName::Scenario => print(&json(&scenario_schema()))?,
        SchemaName::Config => print(&json(&config_schema()))?,
    }
    Ok(Exit::Fine)
}
