//! The file that takes one usage line a turn (`--log FILE`, U27). Lines are written by a thread of their own, in order,
//! so that a slow disk does not hold the screen.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// How long leaving waits for the last lines.
const PATIENCE: Duration = Duration::from_secs(2);

/// An open usage log.
#[derive(Debug)]
pub struct UsageLog {
    lines: Sender<String>,
    ended: Receiver<io::Result<()>>,
}

impl UsageLog {
    /// Opens `file` for appending, and makes it where there is none.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(file: &Path) -> io::Result<UsageLog> {
        let file = OpenOptions::new().append(true).create(true).open(file)?;
        let (lines, incoming) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        thread::Builder::new().name("usage log".to_owned()).spawn(move || {
            let _ = end.send(append(file, &incoming));
        })?;
        Ok(UsageLog { lines, ended })
    }

    /// Appends a line, given without its line end.
    pub fn line(&self, line: String) {
        let _ = self.lines.send(line); // the thread ends early only on an error, which `close` reports
    }

    /// Waits until everything is written, two seconds at most.
    ///
    /// # Errors
    /// What went wrong first; or that it takes too long.
    pub fn close(self) -> io::Result<()> {
        drop(self.lines);
        let late = |_| Err(io::Error::new(io::ErrorKind::TimedOut, "the disk takes too long"));
        self.ended.recv_timeout(PATIENCE).unwrap_or_else(late)
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
        assert!(UsageLog::open(&dir.path().join("no/such/dir.log")).is_err());
    }
}
