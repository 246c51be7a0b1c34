//! Writing a file of the workspace whole or not at all (S3): a crash leaves the old file or the new one.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use rustix::fs::OFlags;

use super::sandbox::Folder;
use super::{Workspace, file_components};
use crate::diag::{Code, Diagnostic, Place};

/// What happens to a file that is in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and the write fails with `file-exists`.
    Keep,
    /// It is replaced.
    Replace,
}

impl Workspace {
    /// Writes `text` to the file `relative` to the workspace, with the directories on the way. The file appears whole,
    /// under the permissions of the one it replaces. Links are neither followed nor replaced.
    ///
    /// # Errors
    /// A `path-…` code for a path that leaves the workspace or is odd, `file-symlink` or `file-not-regular` for what
    /// stands on the way, `file-exists`, or `write-failed`.
    pub fn write_file(&self, relative: &str, text: &str, existing: Existing) -> Result<(), Diagnostic> {
        let components = file_components(relative)?;
        let root = Folder::root(&self.roots.base).map_err(|refusal| refusal.diagnostic(relative))?;
        if let Some(root) = root {
            // Refuses links and whatever else is no file; a missing file is what a write is for.
            let found = root.walk(&components).map_err(|refusal| refusal.diagnostic(relative))?;
            if found.is_some() && existing == Existing::Keep {
                return Err(exists(relative));
            }
        }
        let path = components.iter().fold(self.roots.base.clone(), |path, component| path.join(component));
        match write_atomic(&path, text, existing) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(relative)),
            result => result.map_err(|error| failed(relative, &error)),
        }
    }
}

/// Writes `text` to a new file where the person says, inside a workspace or not, with the directories on the way. The
/// file appears whole. Relative paths count from the current directory.
///
/// # Errors
/// `file-exists` for whatever stands there already, or `write-failed`.
pub fn write_new_file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let shown = path.to_string_lossy();
    let written = std::path::absolute(path).and_then(|path| write_atomic(&path, text, Existing::Keep));
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

fn write_atomic(path: &Path, text: &str, existing: Existing) -> io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    // A file where a directory should be is a failure of its own, not the file that would be overwritten.
    fs::create_dir_all(parent).map_err(io::Error::other)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".skillstage-").permissions(new_file_permissions());
    let mut file = builder.tempfile_in(parent)?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = fs::symlink_metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    match existing {
        Existing::Keep => file.persist_noclobber(path)?,
        Existing::Replace => file.persist(path)?,
    };
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
    use crate::workspace::Roots;

    fn workspace() -> (tempfile::TempDir, Workspace) {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("skills")).unwrap();
        let workspace = Workspace::open(Roots::workspace(dir.path())).unwrap();
        (dir, workspace)
    }

    #[test]
    fn s3_a_write_replaces_whole_and_keeps_permissions() {
        let (dir, workspace) = workspace();
        workspace.write_file("scenarios/new/a.yml", "one", Existing::Keep).unwrap();
        let path = dir.path().join("scenarios/new/a.yml");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        workspace.write_file("scenarios/new/a.yml", "two", Existing::Replace).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn s3_a_write_never_overwrites_unasked() {
        let (dir, workspace) = workspace();
        fs::write(dir.path().join("a.yml"), "mine").unwrap();
        let error = workspace.write_file("a.yml", "yours", Existing::Keep).unwrap_err();
        assert_eq!(error.code, Code::FileExists);
        let behind_the_check = write_atomic(&dir.path().join("a.yml"), "yours", Existing::Keep).unwrap_err();
        assert_eq!(behind_the_check.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(dir.path().join("a.yml")).unwrap(), "mine");
    }

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
    fn u5_a_write_follows_no_link_and_stays_inside() {
        let (dir, workspace) = workspace();
        let outside = tempfile::tempdir().unwrap();
        symlink(outside.path(), dir.path().join("out")).unwrap();
        fs::write(outside.path().join("target"), "theirs").unwrap();
        symlink(outside.path().join("target"), dir.path().join("link.yml")).unwrap();
        for (path, code) in [
            ("out/a.yml", Code::FileSymlink),
            ("link.yml", Code::FileSymlink),
            ("skills", Code::FileNotRegular),
            ("../a.yml", Code::PathTraversal),
            ("/a.yml", Code::PathAbsolute),
            ("a//b.yml", Code::PathEmpty),
        ] {
            assert_eq!(workspace.write_file(path, "x", Existing::Replace).unwrap_err().code, code, "{path}");
        }
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
        assert_eq!(fs::read_to_string(outside.path().join("target")).unwrap(), "theirs");
    }
}
