//! The model's responses as `prompt` takes them: each `--load`, `--read` and `--respond`, in the order given.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::ArgMatches;

use crate::diag::{Code, Diagnostic, Place};
use crate::dialect::{Action, Dialect};
use crate::driver::Move;

/// Most bytes that are read as one response.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// One response as typed: a file is not yet read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// Ask for these, in one response.
    Ask(Vec<Action>),
    /// Whatever this file holds; `-` is standard input.
    Respond(PathBuf),
}

/// The responses of a command line, in the order in which the flags stand there.
///
/// # Errors
/// `usage` for an empty name, a `--read` without a `/`, and standard input named twice.
pub fn given(matches: &ArgMatches) -> Result<Vec<Given>, Diagnostic> {
    let mut found: Vec<(usize, Given)> = Vec::new();
    for (index, value) in occurrences::<String>(matches, "load") {
        found.push((index, asks("--load", value, |name| Ok(Action::Load { name: name.to_owned() }))?));
    }
    for (index, value) in occurrences::<String>(matches, "read") {
        found.push((index, asks("--read", value, reference)?));
    }
    for (index, value) in occurrences::<PathBuf>(matches, "respond") {
        found.push((index, Given::Respond(value.clone())));
    }
    found.sort_by_key(|(index, _)| *index);
    let found: Vec<Given> = found.into_iter().map(|(_, given)| given).collect();
    if found.iter().filter(|given| matches!(given, Given::Respond(file) if is_stdin(file))).count() > 1 {
        return Err(usage("standard input can be one response only", "put the other responses into files"));
    }
    Ok(found)
}

impl Given {
    /// The response as the model would write it.
    ///
    /// # Errors
    /// When the file cannot be read, is no UTF-8, or is larger than 16 MiB.
    pub fn response(&self, dialect: &dyn Dialect) -> Result<String, Diagnostic> {
        match self {
            Given::Ask(actions) => Ok(Move::Ask(actions.clone()).response(dialect)),
            Given::Respond(file) if is_stdin(file) => read("standard input", io::stdin().lock()),
            Given::Respond(file) => {
                let name = file.display().to_string();
                read(&name, File::open(file).map_err(|error| unreadable(&name, &error))?)
            }
        }
    }
}

fn occurrences<'a, T: Clone + Send + Sync + 'static>(
    matches: &'a ArgMatches,
    id: &str,
) -> impl Iterator<Item = (usize, &'a T)> {
    let indices = matches.indices_of(id).into_iter().flatten();
    indices.zip(matches.get_many::<T>(id).into_iter().flatten())
}

fn asks(flag: &str, value: &str, action: impl Fn(&str) -> Result<Action, Diagnostic>) -> Result<Given, Diagnostic> {
    let names: Vec<&str> = value.split(',').map(str::trim).collect();
    if names.iter().any(|name| name.is_empty()) {
        return Err(usage(
            &format!("{flag} {value:?} holds an empty name"),
            "write one name, or names joined by commas",
        ));
    }
    Ok(Given::Ask(names.into_iter().map(action).collect::<Result<_, _>>()?))
}

fn reference(text: &str) -> Result<Action, Diagnostic> {
    match text.split_once('/') {
        Some((name, path)) => Ok(Action::Read { name: name.to_owned(), path: path.to_owned() }),
        None => Err(usage(
            &format!("--read {text:?} names no file"),
            "write SKILL/PATH, such as reply-style/references/examples.md",
        )),
    }
}

fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

fn read(name: &str, source: impl Read) -> Result<String, Diagnostic> {
    let mut bytes = Vec::new();
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        let message = format!("a response has at most {MOST_BYTES} bytes");
        return Err(Diagnostic::error(Code::FileTooLarge, message).at(Place::file(name)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Diagnostic::error(Code::FileNotUtf8, format!("a response is UTF-8; byte {at} is not")).at(Place::file(name))
    })
}

fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error(Code::FileUnreadable, format!("the response cannot be read: {error}")).at(Place::file(name))
}

fn usage(message: &str, help: &str) -> Diagnostic {
    Diagnostic::error(Code::Usage, message).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Cli;
    use crate::dialect::utility::Utility;
    use clap::CommandFactory as _;

    fn parse(line: &[&str]) -> Result<Vec<Given>, Diagnostic> {
        let fixed = ["skillstage", "prompt", "--scene", "help", "--message", "m"];
        let matches = Cli::command().try_get_matches_from(fixed.iter().chain(line)).unwrap();
        given(matches.subcommand_matches("prompt").unwrap())
    }

    fn load(name: &str) -> Action {
        Action::Load { name: name.to_owned() }
    }

    #[test]
    fn the_order_counts_across_flags_and_a_comma_joins() {
        let found =
            parse(&["--read", "a/references/x.md", "--load", "b,c", "--respond", "-", "--load=--help"]).unwrap();
        let expected = [
            Given::Ask(vec![Action::Read { name: "a".to_owned(), path: "references/x.md".to_owned() }]),
            Given::Ask(vec![load("b"), load("c")]),
            Given::Respond(PathBuf::from("-")),
            Given::Ask(vec![load("--help")]),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_comma_joins_requests_in_one_response() {
        let asked = Given::Ask(vec![load("a"), Action::Read { name: "b".to_owned(), path: "\"q".to_owned() }]);
        let parsed = Utility.parse(&asked.response(&Utility).unwrap());
        assert_eq!(parsed.requests().filter_map(|(action, _)| action.clone().ok()).count(), 2);
        assert!(parsed.chat.is_empty());
    }

    #[test]
    fn what_cannot_be_meant_is_a_usage_error() {
        for line in [&["--load", "a,,b"][..], &["--read", "a"], &["--respond", "-", "--respond", "-"]] {
            assert_eq!(parse(line).unwrap_err().code, Code::Usage, "{line:?}");
        }
    }

    #[test]
    fn a_response_is_bounded_text() {
        assert_eq!(read("f", &b"\xff"[..]).unwrap_err().code, Code::FileNotUtf8);
        assert_eq!(read("f", io::repeat(b'a')).unwrap_err().code, Code::FileTooLarge);
        assert_eq!(read("f", "好".as_bytes()).unwrap(), "好");
    }
}
