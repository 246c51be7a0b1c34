//! The command line as typed: parsed low here, built high in [`super::session`].

mod calibrate;
mod check;
mod compare;
mod export;
mod schema;
mod sweep;

pub use calibrate::CalibrateArgs;
pub use check::{CheckArgs, CheckFormat, Deny};
pub use compare::{CompareArgs, CompareFormat, ReuseArgs};
pub use export::{ExportArgs, ExportFormat};
pub use schema::SchemaName;
pub use sweep::{SweepArgs, SweepFormat};

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use clap_complete::Shell;

use crate::prompt::MAX_IMAGES;

/// A terminal playground for Agent Skills and prompts.
///
/// Without a subcommand it opens the screen on the workspace DIR. With one, it prints the same facts for scripts.
#[derive(Debug, Parser)]
#[command(name = "skillstage", version, after_help = AFTER_HELP)]
pub struct Cli {
    /// The workspace: a directory with skills_config.yml, skills/ and scenarios/ [default: the current directory]
    #[arg(value_name = "DIR")]
    pub dir: Option<PathBuf>,

    #[command(flatten)]
    pub globals: Globals,

    #[command(subcommand)]
    pub command: Option<Command>,
}

const AFTER_HELP: &str = "\
Exit codes: 0 fine, 1 findings or a comparison that differs, 2 could not run.
Try it without a workspace of your own: skillstage demo";

/// Flags that every subcommand understands.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Everywhere")]
pub struct Globals {
    /// The workspace, for subcommands [default: the current directory]
    #[arg(long, global = true, value_name = "DIR")]
    pub workspace: Option<PathBuf>,

    /// Take the skills from this folder; without --config every valid skill is allowed and nothing is bound
    #[arg(long, global = true, value_name = "DIR")]
    pub skills: Option<PathBuf>,

    /// Take this skills_config.yml, such as a deployed bot's
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Rules by which the host shows skills: utility or dsh
    #[arg(long, global = true, value_name = "NAME")]
    pub dialect: Option<String>,

    /// What a binding means: resident (the body is in the prompt) or offered (only the catalog line is)
    #[arg(long, global = true, value_name = "READING")]
    pub binding: Option<String>,

    /// Who counts tokens: heuristic or heuristic:o200k (an estimate for DeepSeek, GPT-4o), o200k or cl100k (exact for GPT-4o, GPT-4), or file:PATH (exact, by a tokenizer.json of the byte-level BPE family)
    #[arg(long, global = true, value_name = "NAME")]
    pub estimator: Option<String>,

    /// Language of the screen and of `explain`, en or zh; findings and this help are in English
    #[arg(long, global = true, value_name = "LANG")]
    pub lang: Option<String>,

    /// Colours of the screen: dark, light or plain
    #[arg(long, global = true, value_name = "THEME")]
    pub theme: Option<String>,

    /// Draw the screen with ASCII only
    #[arg(long, global = true)]
    pub ascii: bool,

    /// Offer no action that writes
    #[arg(long, global = true)]
    pub read_only: bool,

    /// Use the mouse on the screen
    #[arg(long, global = true, overrides_with = "no_mouse")]
    pub mouse: bool,

    /// Leave the mouse to the terminal
    #[arg(long, global = true, overrides_with = "mouse")]
    pub no_mouse: bool,

    /// Append one line of usage for each turn to this file: names, fingerprints, counts, never texts
    #[arg(long, global = true, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// What to do instead of opening the screen.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open the sample workspace in a temporary directory
    Demo,
    /// Write the sample workspace out; no existing file is touched
    Init(InitArgs),
    /// Print the prompt as the next request would send it
    Prompt(Box<PromptArgs>),
    /// Play a turn and save it as a scenario, with the content that it used
    Record(Box<RecordArgs>),
    /// Replay scenarios and say what came of them
    Run(RunArgs),
    /// Open the screen on a scenario, at its opening
    Play(PlayArgs),
    /// Export a scenario to show it elsewhere
    Export(ExportArgs),
    /// Check config and skills before a model sees them, and what each scene can cost at worst
    Check(CheckArgs),
    /// List the rules of `check`
    Rules(FormatArgs),
    /// List the scenes and what each one shows
    Scenes(FormatArgs),
    /// Show scenes × skills, with the reason of each cell and what each scene costs
    Bindings(BindingsArgs),
    /// Compare scenes, scenarios, workspaces, dialects, estimators or git revisions: rows, tokens, texts
    Compare(CompareArgs),
    /// Say what of each request a service's prefix cache can serve again, and what that costs
    Reuse(ReuseArgs),
    /// Try a limit at many values, and say which scenarios still fit at each
    Sweep(SweepArgs),
    /// Print the catalog of a scene
    Catalog(CatalogArgs),
    /// Compare token counts with what a service billed, and give a factor for each estimator
    Calibrate(CalibrateArgs),
    /// Print each setting and where its value came from
    Settings(FormatArgs),
    /// Describe a diagnostic's code, or list all codes
    Explain(ExplainArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
    /// Print the JSON Schema of an output
    Schema {
        /// The output
        name: SchemaName,
    },
}

/// Arguments of `init`.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// Where to; created if missing
    #[arg(default_value = ".", value_name = "DIR")]
    pub target: PathBuf,
}

/// Arguments of `prompt`. The order of the flags that say what happens counts across all of them; see [`super::moves`].
#[derive(Debug, Args)]
pub struct PromptArgs {
    /// The scene, such as group_chat; a scenario has its own
    #[arg(long, value_name = "SCENE", required_unless_present = "scenario")]
    pub scene: Option<String>,

    /// The user's message; a scenario has its own
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, required_unless_present = "scenario")]
    pub message: Option<String>,

    /// The time that stands beside the message: any text, such as 09:30
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub at: Option<String>,

    /// How many images come with the message; billed by the service, never estimated
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true,
          value_parser = value_parser!(u32).range(..=i64::from(MAX_IMAGES)))]
    pub images: u32,

    #[command(flatten)]
    #[allow(missing_docs)]
    pub moves: MoveArgs,

    /// Who plays the model instead: matcher, a plain comparison of words, which is not a model
    #[arg(long, value_name = "NAME", value_enum, conflicts_with_all = ["load", "read", "respond", "reply"])]
    pub driver: Option<DriverName>,

    /// Play this scenario of the workspace first, such as scenarios/dsh-session.yml
    #[arg(long, value_name = "FILE", conflicts_with_all = ["message", "at", "images"])]
    pub scenario: Option<String>,

    /// Play so many steps of the scenario behind its opening message
    #[arg(long, value_name = "N", requires = "scenario")]
    pub until: Option<usize>,

    /// Compare the turn's prompt with the one without skills: equal is exit 0, else 1
    #[arg(long)]
    pub compare_without_skills: bool,

    /// How to print it
    #[arg(long, value_enum, default_value_t = PromptFormat::Text)]
    pub format: PromptFormat,
}

/// What happens to the turn. The order of these flags counts across all of them, so they are read by [`super::moves`].
#[derive(Debug, Args)]
pub struct MoveArgs {
    /// One response that loads skills; a comma joins several requests in it
    #[arg(long, value_name = "NAME[,NAME…]")]
    pub load: Vec<String>,

    /// One response that reads references; a comma joins several requests in it
    #[arg(long, value_name = "NAME/PATH[,…]")]
    pub read: Vec<String>,

    /// One response of the model from a file, or `-` for standard input
    #[arg(long, value_name = "FILE|-")]
    pub respond: Vec<PathBuf>,

    /// One response of the model, word for word
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub reply: Vec<String>,

    /// dsh: the user's next message, after a reply
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub then: Vec<String>,

    /// dsh: from here on the tool or the providers are like this, or the session is compacted
    #[arg(long, value_name = "WHAT", value_enum)]
    pub change: Vec<ChangeWord>,

    /// dsh: from here on this skill is gone; no file is touched
    #[arg(long, value_name = "NAME")]
    pub without: Vec<String>,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Files or directories of the workspace; without, every scenario in scenarios/
    #[arg(value_name = "FILE|DIR")]
    pub files: Vec<String>,

    /// Only scenarios whose file or title holds this
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,

    /// Stop at the first that does not pass
    #[arg(long)]
    pub fail_fast: bool,

    /// Only every Nth scenario, from the Kth on, so that N machines share the work
    #[arg(long, value_name = "K/N", value_parser = super::run::shard)]
    pub shard: Option<(usize, usize)>,

    /// Play each recording on the skills that are bundled with it, not on those of today
    #[arg(long)]
    pub as_recorded: bool,

    /// Print what drifted, then rewrite the recorded values; comments and order stay
    #[arg(long, conflicts_with = "as_recorded")]
    pub bless: bool,

    /// How to print it
    #[arg(long, value_enum, default_value_t = RunFormat::Human)]
    pub format: RunFormat,
}

/// Formats of `run`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RunFormat {
    /// A line for each scenario, and what is wrong below it
    Human,
    /// Data; its JSON Schema is printed by `schema run`
    Json,
    /// JUnit XML
    Junit,
    /// Annotations of GitHub Actions
    Github,
}

/// Arguments of `play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The scenario, relative to the workspace, such as scenarios/load-and-read.yml
    #[arg(value_name = "FILE")]
    pub file: String,

    /// Play a recording on the skills that are bundled with it, not on those of today
    #[arg(long)]
    pub as_recorded: bool,
}

/// Arguments of `record`.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// The scene, such as group_chat
    #[arg(long, value_name = "SCENE")]
    pub scene: String,

    /// The user's message
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub message: String,

    /// The time that stands beside the message: any text, such as 09:30
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub at: Option<String>,

    /// How many images come with the message
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u32).range(..=i64::from(MAX_IMAGES)))]
    pub images: u32,

    #[command(flatten)]
    #[allow(missing_docs)]
    pub moves: MoveArgs,

    /// What the recording is called; without, the message
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// The file to write, such as scenarios/evening.yml
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,

    /// Replace the file if there is one
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `bindings`.
#[derive(Debug, Clone, Copy, Args)]
pub struct BindingsArgs {
    /// How to print it
    #[arg(long, value_enum, default_value_t = BindingsFormat::Human)]
    pub format: BindingsFormat,
}

/// Formats of `bindings`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BindingsFormat {
    /// Two tables and a legend
    Human,
    /// Data
    Json,
    /// One line for each scene and skill
    Csv,
    /// Two tables in Markdown
    Md,
}

/// Arguments of `catalog`.
#[derive(Debug, Args)]
pub struct CatalogArgs {
    /// The scene, such as private_chat
    #[arg(long, value_name = "SCENE")]
    pub scene: String,

    #[command(flatten)]
    pub format: FormatArgs,
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The code, such as name-mismatch; without one, all codes are listed
    pub code: Option<String>,
}

/// `--format` of most subcommands.
#[derive(Debug, Clone, Copy, Args)]
pub struct FormatArgs {
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// For people or for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// `--format` of `prompt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PromptFormat {
    /// The prompt as one text
    Text,
    /// Segments, numbers and round trips; `skillstage schema prompt` describes it
    Json,
    /// A chat-completions `messages` array
    Messages,
    /// dsh: what happened, in order, and what it cost
    Timeline,
}

/// `--driver` of `prompt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DriverName {
    /// Ranks descriptions by the words they share with the message, and says why
    Matcher,
}

/// `--change` of `prompt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ChangeWord {
    /// The tool is restricted away
    Hide,
    /// Another tool of its name stands before it
    Shadow,
    /// The tool is visible again
    Show,
    /// The workspace's provider does not answer with all it has
    Incomplete,
    /// It does again
    Complete,
    /// It fails
    Fail,
    /// Earlier messages give way to a summary
    Compact,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_definition_holds_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn both_readmes_name_every_subcommand_and_every_flag() {
        for readme in [include_str!("../../README.md"), include_str!("../../README.zh.md")] {
            let command = Cli::command();
            for subcommand in command.get_subcommands() {
                let line = format!("`skillstage {}", subcommand.get_name());
                assert!(readme.contains(&line), "{line} is missing");
                for flag in command.get_arguments().chain(subcommand.get_arguments()).filter_map(|arg| arg.get_long()) {
                    assert!(readme.contains(&format!("--{flag}")), "--{flag} is missing");
                }
            }
        }
    }
}
