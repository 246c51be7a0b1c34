//! The person's own editor: `$VISUAL`, else `$EDITOR`, else `vi`, on a file or on a text.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

/// The largest text taken back from an editor, in bytes.
const TEXT_LIMIT: u64 = 8 * 1024 * 1024;

/// The editor's program and arguments. They are split as a shell splits words, but no shell runs: what a variable holds
/// is never expanded.
///
/// # Errors
/// When a quote in the variable is not closed.
pub fn command() -> io::Result<Vec<String>> {
    let set = ["VISUAL", "EDITOR"].into_iter().find_map(|name| env::var(name).ok().filter(|v| !v.trim().is_empty()));
    split(set.as_deref().unwrap_or("vi"))
}

fn split(value: &str) -> io::Result<Vec<String>> {
    shell_words::split(value).map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidInput, format!("a quote is not closed in the editor `{value}`"))
    })
}

/// Runs the editor on `file`, at `line` where the editor is known to take `+LINE`, and waits for it. The terminal must
/// be handed out.
///
/// # Errors
/// When the editor cannot be started or says that it failed.
pub fn edit_file(file: &Path, line: Option<usize>) -> io::Result<()> {
    let words = command()?;
    let (program, arguments) =
        words.split_first().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the editor is empty"))?;
    let mut command = Command::new(program);
    command.args(arguments);
    if let Some(line) = line.filter(|_| takes_line(program)) {
        command.arg(format!("+{line}"));
    }
    let status = command
        .arg(std::path::absolute(file)?) // a name that starts with a hyphen is no option
        .status()
        .map_err(|error| io::Error::new(error.kind(), format!("the editor `{program}` did not start: {error}")))?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("the editor `{program}` ended with {status}"))) }
}

/// Runs the editor on `text` in a temporary file and gives back what was saved; one line end at the end, which editors
/// add, is taken off where `text` had none. The terminal must be handed out.
///
/// # Errors
/// As [`edit_file`]; or when the file cannot be written or is no UTF-8 text of bearable size any more.
pub fn edit_text(text: &str, suffix: &str) -> io::Result<String> {
    let mut file = tempfile::Builder::new().prefix("skillstage-").suffix(suffix).tempfile()?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    edit_file(file.path(), None)?;
    // Editors that save by rename leave our handle on the old file: read by name.
    let size = fs::metadata(file.path())?.len();
    if size > TEXT_LIMIT {
        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("the text is {size} bytes long")));
    }
    let mut edited = fs::read_to_string(file.path())?.replace("\r\n", "\n");
    if !text.ends_with('\n') && edited.ends_with('\n') {
        edited.pop();
    }
    Ok(edited)
}

/// Whether the editor of that name takes `+LINE` before the file.
fn takes_line(program: &str) -> bool {
    let name = Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    matches!(name, "vi" | "vim" | "nvim" | "view" | "nano" | "emacs" | "emacsclient" | "micro" | "kak" | "joe" | "mg")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_editor_is_split_like_a_shell_would_and_nothing_is_expanded() {
        assert_eq!(split("code --wait").unwrap(), ["code", "--wait"]);
        assert_eq!(split("'/opt/my editor/ed' -x \"a b\"").unwrap(), ["/opt/my editor/ed", "-x", "a b"]);
        assert_eq!(split("ed $(touch x); rm y").unwrap(), ["ed", "$(touch", "x);", "rm", "y"]);
        assert!(split("ed 'open").is_err());
    }

    #[test]
    fn a_line_is_given_only_to_editors_that_take_it() {
        assert!(takes_line("/usr/bin/vim"));
        assert!(!takes_line("code"));
    }
}
