//! Writing a file whole or not at all: a crash leaves none or all of it (S3).

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::Path;

use rustix::fs::OFlags;
use tempfile::NamedTempFile;

use super::sandbox::{self, RegularFile};
use super::temporary;
use crate::diag::{Code, Diagnostic, Place};

/// Writes `text` to a new file where the person says, inside a workspace or not, with the directories on the way. The
/// file appears whole. Relative paths count from the current directory.
///
/// # Errors
/// `file-exists` for whatever stands there already, or `write-failed`.
pub fn write_new_file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let shown = path.to_string_lossy();
    let written = std::path::absolute(path).and_then(|path| write_new(&path, text));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(&shown),
        _ => failed(&shown, &error),
    })
}

/// Reads a text file that the person named, byte for byte as stored, at most `max_bytes`: what [`replace_file`] is to
/// find again. Directories on the way may be links, the file may not. `None` where nothing stands.
///
/// # Errors
/// `file-symlink`, `file-not-regular`, `file-unreadable`, `file-too-large`, `file-binary` or `file-not-utf8`.
pub fn read_stored_file(path: &Path, max_bytes: u64) -> Result<Option<String>, Diagnostic> {
    sandbox::stored_text(path, max_bytes).map_err(|refusal| refusal.diagnostic(&path.to_string_lossy()))
}

/// Replaces the file at `path`, once the person has consented, by `text`. `expected` is what was read of it before they
/// were asked, as stored ([`read_stored_file`]): they consented to lose that and nothing else. The file is the old one or the
/// new one, whole, whenever the process ends. It keeps permissions, owner and group; access lists and extended
/// attributes it does not keep.
///
/// A change between the last look and the exchange of the names, a few system calls, is not seen.
///
/// # Errors
/// `file-changed` when it holds anything else now or is gone, `file-symlink`, `file-not-regular` or `file-unreadable`, or
/// `write-failed`, such as where the owner cannot be kept.
pub fn replace_file(path: &Path, text: &str, expected: &str) -> Result<(), Diagnostic> {
    let shown = path.to_string_lossy();
    let path = std::path::absolute(path).map_err(|error| failed(&shown, &error))?;
    let old = unchanged(&path, expected, &shown)?;
    let new = prepared(&path, text, &old).map_err(|error| failed(&shown, &error))?;
    // Writing takes the most time, so this is the look that counts.
    unchanged(&path, expected, &shown)?;
    exchange(new, &path).map_err(|error| failed(&shown, &error))
}

/// Writes `text` where the person says and consents to lose whatever file stands there, of any size and content. As
/// [`replace_file`], or as [`write_new_file`] where nothing stands.
///
/// # Errors
/// `file-symlink`, `file-not-regular`, `file-unreadable` or `write-failed`.
pub fn overwrite_file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let shown = path.to_string_lossy();
    let old = RegularFile::named(path).map_err(|refusal| refusal.diagnostic(&shown))?;
    let Some(old) = old else { return write_new_file(path, text) };
    let written = std::path::absolute(path).and_then(|path| exchange(prepared(&path, text, &old.metadata()?)?, &path));
    written.map_err(|error| failed(&shown, &error))
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

fn changed(file: &str, how: &str) -> Diagnostic {
    Diagnostic::error(Code::FileChanged, format!("{how} since it was read, and is not replaced"))
        .at(Place::file(file))
        .help("look at it as it is now and decide again, or name another place")
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    // A file where a directory should be is a failure of its own, not the file that would be overwritten.
    fs::create_dir_all(parent).map_err(io::Error::other)?;
    temporary::holding(parent, text, new_file_permissions())?.persist_noclobber(path)?;
    sync_directory(path)
}

/// Holds the file at `path` against what was read of it before.
fn unchanged(path: &Path, expected: &str, shown: &str) -> Result<fs::Metadata, Diagnostic> {
    let refused = |refusal: sandbox::Refusal| refusal.diagnostic(shown);
    let Some(mut file) = RegularFile::named(path).map_err(refused)? else {
        return Err(changed(shown, "has gone"));
    };
    let mut stored = Vec::new();
    // One byte more than expected tells a file that grew.
    if file.read(expected.len() as u64 + 1, &mut stored).map_err(refused)? != expected.as_bytes() {
        return Err(changed(shown, "has changed"));
    }
    file.metadata().map_err(|error| failed(shown, &error))
}

/// The new file beside the old one, on disk, with the old one's owner, group and permissions.
fn prepared(path: &Path, text: &str, old: &fs::Metadata) -> io::Result<NamedTempFile> {
    let parent = path.parent().unwrap_or(Path::new("."));
    // Nobody else reads it before it belongs to whom the old one does.
    let new = temporary::holding(parent, text, Permissions::from_mode(0o600))?;
    let created = new.as_file().metadata()?;
    if (created.uid(), created.gid()) != (old.uid(), old.gid()) {
        fchown(new.as_file(), Some(old.uid()), Some(old.gid()))?;
    }
    new.as_file().set_permissions(old.permissions())?;
    new.as_file().sync_all()?;
    Ok(new)
}

fn exchange(new: NamedTempFile, path: &Path) -> io::Result<()> {
    new.persist(path)?;
    sync_directory(path)
}

/// A new name is on disk only once its directory is.
fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
}

/// Those of an ordinary new file; the process's mask still takes away from them.
pub fn new_file_permissions() -> Permissions {
    Permissions::from_mode(0o666)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
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
    fn s3_a_file_is_replaced_only_while_it_is_what_was_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("turn.yml");
        fs::write(&path, "\u{feff}old\r\n").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let read = read_stored_file(&path, 100).unwrap().unwrap();
        replace_file(&path, "new", &read).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o640);
        for other in ["old", "ne", "new\n", ""] {
            assert_eq!(replace_file(&path, "lost", other).unwrap_err().code, Code::FileChanged, "{other:?}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left beside it");
        assert_eq!(replace_file(&dir.path().join("gone"), "x", "").unwrap_err().code, Code::FileChanged);
        assert!(!dir.path().join("gone").exists());
    }

    #[test]
    fn s3_with_consent_a_file_of_any_size_and_content_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("page.html");
        overwrite_file(&path, "first").unwrap();
        fs::write(&path, [0xff, 0]).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        overwrite_file(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o640);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn u5_no_link_and_no_directory_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let (target, link) = (dir.path().join("target"), dir.path().join("link"));
        fs::write(&target, "kept").unwrap();
        symlink(&target, &link).unwrap();
        assert_eq!(replace_file(&link, "x", "kept").unwrap_err().code, Code::FileSymlink);
        assert_eq!(read_stored_file(&link, 100).unwrap_err().code, Code::FileSymlink);
        assert_eq!(replace_file(dir.path(), "x", "").unwrap_err().code, Code::FileNotRegular);
        assert_eq!(overwrite_file(&link, "x").unwrap_err().code, Code::FileSymlink);
        assert_eq!(overwrite_file(dir.path(), "x").unwrap_err().code, Code::FileNotRegular);
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "kept");
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
