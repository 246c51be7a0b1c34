//! What happens to the turn that `prompt` plays: the model's responses (`--load`, `--read`, `--respond`, `--reply`) and, in
//! a session, the next message (`--then`) and changes around it (`--change`, `--without`), in the order given.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::ArgMatches;

use super::args::ChangeWord;
use crate::diag::{Code, Diagnostic, Place};
use crate::dialect::Action;
use crate::dialect::dsh::{FILESYSTEM, RootState, ToolView};
use crate::driver::Move;
use crate::prompt::Message;
use crate::text::nearest;
use crate::turn::{Change, Event, Turn};
use crate::workspace::SkillEdit;

/// Most bytes that are read as one response.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// One event as typed: a file is not yet read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// Ask for these, in one response.
    Ask(Vec<Action>),
    /// Whatever this file holds; `-` is standard input.
    Respond(PathBuf),
    /// Say this, word for word.
    Reply(String),
    /// The user goes on with this message.
    Then(String),
    /// The world around the session changes.
    Change(ChangeWord),
    /// The skill of this name is gone.
    Without(String),
}

/// The events of a command line, in the order in which the flags stand there.
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
    found.extend(occurrences(matches, "reply").map(|(index, text)| (index, Given::Reply(String::clone(text)))));
    found.extend(occurrences(matches, "then").map(|(index, text)| (index, Given::Then(String::clone(text)))));
    found.extend(occurrences(matches, "change").map(|(index, word)| (index, Given::Change(*word))));
    found.extend(occurrences(matches, "without").map(|(index, name)| (index, Given::Without(String::clone(name)))));
    found.sort_by_key(|(index, _)| *index);
    let found: Vec<Given> = found.into_iter().map(|(_, given)| given).collect();
    if found.iter().filter(|given| matches!(given, Given::Respond(file) if is_stdin(file))).count() > 1 {
        return Err(usage("standard input can be one response only", "put the other responses into files"));
    }
    Ok(found)
}

impl Given {
    /// The event that this is to `turn`.
    ///
    /// # Errors
    /// When the file cannot be read, is no UTF-8, or is larger than 16 MiB; `usage` for a skill that is not there, and
    /// for what only a session takes.
    pub fn event(&self, turn: &Turn) -> Result<Event, Diagnostic> {
        if let Some(flag) = self.flag_of_sessions()
            && !turn.setup().dialect.is_session()
        {
            let message = format!("{flag} needs a session, and a turn of this dialect ends with the reply");
            return Err(usage(&message, "add `--dialect dsh`"));
        }
        Ok(match self {
            Given::Ask(actions) => Event::Response(Move::Ask(actions.clone()).response(&*turn.setup().dialect)),
            Given::Respond(file) if is_stdin(file) => Event::Response(read("standard input", io::stdin().lock())?),
            Given::Respond(file) => {
                let name = file.display().to_string();
                Event::Response(read(&name, File::open(file).map_err(|error| unreadable(&name, &error))?)?)
            }
            Given::Reply(text) => Event::Response(text.clone()),
            Given::Then(text) => Event::Message(Message { text: text.clone(), ..Message::default() }),
            Given::Change(word) => Event::Change(change(*word)),
            Given::Without(name) => Event::Change(without(name, turn)?),
        })
    }

    /// The flag of what only a session takes.
    fn flag_of_sessions(&self) -> Option<&'static str> {
        match self {
            Given::Ask(_) | Given::Respond(_) | Given::Reply(_) => None,
            Given::Then(_) => Some("--then"),
            Given::Change(_) => Some("--change"),
            Given::Without(_) => Some("--without"),
        }
    }
}

fn change(word: ChangeWord) -> Change {
    let provider = |state| Change::Provider { name: FILESYSTEM.to_owned(), state };
    match word {
        ChangeWord::Hide => Change::Tool(ToolView::Hidden),
        ChangeWord::Shadow => Change::Tool(ToolView::Shadowed),
        ChangeWord::Show => Change::Tool(ToolView::Visible),
        ChangeWord::Incomplete => provider(RootState::Incomplete),
        ChangeWord::Complete => provider(RootState::Ready),
        ChangeWord::Fail => provider(RootState::failing(FILESYSTEM)),
        ChangeWord::Compact => Change::Compact,
    }
}

fn without(name: &str, turn: &Turn) -> Result<Change, Diagnostic> {
    let library = &turn.setup().library;
    if library.snapshot.skill(name).is_some() {
        return Ok(Change::Skill(SkillEdit::Remove(name.to_owned())));
    }
    let near = nearest(name, library.snapshot.skills.iter().map(|skill| skill.name.as_str()));
    let help = near.map_or("`skillstage catalog` lists them".to_owned(), |near| format!("did you mean `{near}`?"));
    Err(usage(&format!("--without {name:?} names no skill that is there"), &help))
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
    fn a_session_is_scripted_in_order() {
        let line = ["--reply", "Done.", "--then", "And?", "--change", "hide", "--without", "a", "--change", "compact"];
        let expected = [
            Given::Reply("Done.".to_owned()),
            Given::Then("And?".to_owned()),
            Given::Change(ChangeWord::Hide),
            Given::Without("a".to_owned()),
            Given::Change(ChangeWord::Compact),
        ];
        assert_eq!(parse(&line).unwrap(), expected);
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
