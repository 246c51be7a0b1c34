//! Writing a file whole or not at all: a crash leaves none or all of it (S3).

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use rustix::fs::OFlags;

use crate::diag::{Code, Diagnostic, Place};

/// Writes `text` to a new file where the person says, inside a workspace or not, with the directories on the way. The
/// file appears whole. Relative paths count from the current directory.
///
/// # Errors
/// `file-exists` for whatever stands there already, or `write-failed`.
pub fn write_new_file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let shown = path.to_string_lossy();
    let written = std::path::absolute(path).and_then(|path| write_atomic(&path, text));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(&shown),
        _ => failed(&shown, &error),
    })
}

/// Opens `path` for appending, and makes it where there is none. Never waits: a FIFO that nobody reads is an error.
///
/// # Errors
/// `write-failed`.
pub fn open_to_append(path: &Path) -> Result<File, Diagnostic> {
    let mut options = OpenOptions::new();
    options.append(true).create(true).custom_flags(OFlags::NONBLOCK.bits().cast_signed());
    options.open(path).map_err(|error| {
        failed(&path.to_string_lossy(), &error).help("name a file in a directory that exists and that you may write")
    })
}

fn failed(file: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error(Code::WriteFailed, format!("cannot be written: {error}")).at(Place::file(file))
}

fn exists(relative: &str) -> Diagnostic {
    let message = "a file of that name exists already and is not overwritten";
    Diagnostic::error(Code::FileExists, message).at(Place::file(relative))
}

fn write_atomic(path: &Path, text: &str) -> io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    // A file where a directory should be is a failure of its own, not the file that would be overwritten.
    fs::create_dir_all(parent).map_err(io::Error::other)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".skillstage-").permissions(new_file_permissions());
    let mut file = builder.tempfile_in(parent)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path)?;
    // The new name is on disk only once its directory is.
    File::open(parent)?.sync_all()
}

/// Those of an ordinary new file; the process's mask still takes away from them.
fn new_file_permissions() -> Permissions {
    Permissions::from_mode(0o666)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn s3_a_file_the_person_names_is_written_whole_and_never_over_another() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("copies/prompt.txt");
        write_new_file(&path, "one").unwrap();
        assert_eq!(write_new_file(&path, "two").unwrap_err().code, Code::FileExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
        assert_eq!(write_new_file(&path.join("below"), "x").unwrap_err().code, Code::WriteFailed);
    }

    #[test]
    fn appending_never_waits_for_a_reader() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("usage.log");
        for line in ["a\n", "b\n"] {
            open_to_append(&path).unwrap().write_all(line.as_bytes()).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "a\nb\n");
        let fifo = dir.path().join("fifo");
        rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, rustix::fs::Mode::RWXU).unwrap();
        for path in [fifo.as_path(), dir.path(), &dir.path().join("no/such/dir.log")] {
            assert_eq!(open_to_append(path).unwrap_err().code, Code::WriteFailed, "{path:?}");
        }
    }

    #[test]
    fn u5_a_write_replaces_no_link() {
        let dir = tempfile::tempdir().unwrap();
        let (target, link) = (dir.path().join("target"), dir.path().join("link"));
        symlink(&target, &link).unwrap();
        assert_eq!(write_new_file(&link, "x").unwrap_err().code, Code::FileExists);
        assert!(link.is_symlink() && !target.exists());
    }

    #[test]
    fn a_new_file_has_ordinary_permissions() {
        let dir = tempfile::tempdir().unwrap();
        let (ours, ordinary) = (dir.path().join("ours"), dir.path().join("ordinary"));
        write_new_file(&ours, "x").unwrap();
        fs::write(&ordinary, "x").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&ordinary));
    }
}
