//! The model's responses as `prompt` takes them: each `--load`, `--read` and `--respond`, in the order given.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use serde_json::json;

use crate::diag::{Code, Diagnostic, Place};

/// Most bytes that are read as one response.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// One response, not yet read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// Load these skills.
    Load(Vec<String>),
    /// Read these references: skill and path.
    Read(Vec<(String, String)>),
    /// Whatever this file holds; `-` is standard input.
    Respond(PathBuf),
}

/// The moves of a command line, in the order in which the flags stand there.
///
/// # Errors
/// `usage` for an empty name, a `--read` without a `/`, and standard input named twice.
pub fn moves(matches: &ArgMatches) -> Result<Vec<Move>, Diagnostic> {
    let mut found: Vec<(usize, Move)> = Vec::new();
    for (index, value) in occurrences::<String>(matches, "load") {
        found.push((index, Move::Load(names("--load", value)?)));
    }
    for (index, value) in occurrences::<String>(matches, "read") {
        let asked = names("--read", value)?;
        found.push((index, Move::Read(asked.iter().map(|text| reference(text)).collect::<Result<_, _>>()?)));
    }
    for (index, value) in occurrences::<PathBuf>(matches, "respond") {
        found.push((index, Move::Respond(value.clone())));
    }
    found.sort_by_key(|(index, _)| *index);
    let moves: Vec<Move> = found.into_iter().map(|(_, given)| given).collect();
    if moves.iter().filter(|given| matches!(given, Move::Respond(file) if is_stdin(file))).count() > 1 {
        return Err(usage("standard input can be one response only", "put the other responses into files"));
    }
    Ok(moves)
}

impl Move {
    /// The response as the model would write it.
    ///
    /// # Errors
    /// When the file cannot be read, is no UTF-8, or is larger than 16 MiB.
    pub fn response(&self) -> Result<String, Diagnostic> {
        match self {
            Move::Load(names) => Ok(requests(names.iter().map(|name| ("load", json!({ "name": name }))))),
            Move::Read(asked) => {
                Ok(requests(asked.iter().map(|(name, path)| ("read", json!({ "name": name, "path": path })))))
            }
            Move::Respond(file) if is_stdin(file) => read("standard input", io::stdin().lock()),
            Move::Respond(file) => {
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

fn names(flag: &str, value: &str) -> Result<Vec<String>, Diagnostic> {
    let names: Vec<String> = value.split(',').map(|name| name.trim().to_owned()).collect();
    if names.iter().any(String::is_empty) {
        return Err(usage(
            &format!("{flag} {value:?} holds an empty name"),
            "write one name, or names joined by commas",
        ));
    }
    Ok(names)
}

fn reference(text: &str) -> Result<(String, String), Diagnostic> {
    match text.split_once('/') {
        Some((name, path)) => Ok((name.to_owned(), path.to_owned())),
        None => Err(usage(
            &format!("--read {text:?} names no file"),
            "write SKILL/PATH, such as reply-style/references/examples.md",
        )),
    }
}

/// One request stands alone; several are the elements of an array.
fn requests(asked: impl Iterator<Item = (&'static str, serde_json::Value)>) -> String {
    let request = |(action, params)| json!({ "name": "skill", "args": { "action": action, "params": params } });
    let mut objects: Vec<serde_json::Value> = asked.map(request).collect();
    match objects.len() {
        1 => objects.remove(0).to_string(),
        _ => serde_json::Value::Array(objects).to_string(),
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

    fn parse(line: &[&str]) -> Result<Vec<Move>, Diagnostic> {
        let fixed = ["skillstage", "prompt", "--scene", "help", "--message", "m"];
        let matches = Cli::command().try_get_matches_from(fixed.iter().chain(line)).unwrap();
        moves(matches.subcommand_matches("prompt").unwrap())
    }

    #[test]
    fn the_order_counts_across_flags() {
        let given =
            parse(&["--read", "a/references/x.md", "--load", "b,c", "--respond", "-", "--load=--help"]).unwrap();
        let expected = [
            Move::Read(vec![("a".to_owned(), "references/x.md".to_owned())]),
            Move::Load(vec!["b".to_owned(), "c".to_owned()]),
            Move::Respond(PathBuf::from("-")),
            Move::Load(vec!["--help".to_owned()]),
        ];
        assert_eq!(given, expected);
    }

    #[test]
    fn a_comma_joins_requests_in_one_response() {
        let one = Move::Load(vec!["a".to_owned()]).response().unwrap();
        assert_eq!(one, r#"{"name":"skill","args":{"action":"load","params":{"name":"a"}}}"#);
        let two = Move::Read(vec![("a".to_owned(), "p".to_owned()), ("b".to_owned(), "\"q".to_owned())]).response();
        assert_eq!(
            two.unwrap(),
            concat!(
                r#"[{"name":"skill","args":{"action":"read","params":{"name":"a","path":"p"}}},"#,
                r#"{"name":"skill","args":{"action":"read","params":{"name":"b","path":"\"q"}}}]"#
            )
        );
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
