//! The file that takes one usage line a turn (`--log FILE`, U27). Lines are written by a thread of their own, in order,
//! so that a slow disk does not hold the screen.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use crate::diag::{Code, Diagnostic, Place};
use crate::workspace::open_to_append;

/// How long leaving waits for the last lines.
const PATIENCE: Duration = Duration::from_secs(2);

/// An open usage log.
#[derive(Debug)]
pub struct UsageLog {
    file: PathBuf,
    lines: Sender<String>,
    ended: Receiver<io::Result<()>>,
}

impl UsageLog {
    /// Opens `file` for appending, and makes it where there is none.
    ///
    /// # Errors
    /// `write-failed`.
    pub fn open(file: &Path) -> Result<UsageLog, Diagnostic> {
        let open = open_to_append(file)?;
        let (lines, incoming) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let thread = thread::Builder::new().name("usage log".to_owned());
        let log = UsageLog { file: file.to_owned(), lines, ended };
        let started = thread.spawn(move || {
            let _ = end.send(append(open, &incoming));
        });
        match started {
            Ok(_) => Ok(log),
            Err(error) => Err(log.failed(&error)),
        }
    }

    /// Appends a line, given without its line end.
    pub fn line(&self, line: String) {
        let _ = self.lines.send(line); // the thread ends early only on an error, which `close` reports
    }

    /// Waits until everything is written, two seconds at most.
    ///
    /// # Errors
    /// `write-failed`: what went wrong first; or that it takes too long.
    pub fn close(mut self) -> Result<(), Diagnostic> {
        self.lines = mpsc::channel().0; // the last sender goes, and with it the thread
        let late = |_| Err(io::Error::new(io::ErrorKind::TimedOut, "the disk takes too long"));
        self.ended.recv_timeout(PATIENCE).unwrap_or_else(late).map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &io::Error) -> Diagnostic {
        let message = format!("the usage lines cannot be appended: {error}");
        Diagnostic::error(Code::WriteFailed, message).at(Place::file(self.file.display().to_string()))
    }
}

fn append(mut file: File, lines: &Receiver<String>) -> io::Result<()> {
    for mut line in lines {
        line.push('\n');
        file.write_all(line.as_bytes())?; // one write a line: lines of two sessions do not mix
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn u27_lines_are_appended_in_order() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("usage.log");
        for lines in [["a", "b"], ["c", "d"]] {
            let log = UsageLog::open(&path).unwrap();
            for line in lines {
                log.line(line.to_owned());
            }
            log.close().unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a\nb\nc\nd\n");
    }

    #[test]
    fn a_log_that_cannot_be_opened_is_an_error_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("no/such/dir.log");
        let error = UsageLog::open(&path).unwrap_err();
        assert_eq!((error.code, error.place), (Code::WriteFailed, Some(Place::file(path.display().to_string()))));
    }
}
