//! The file that a write begins with, beside the one it is to become, and the ones that killed writes left behind (S3).

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

const PREFIX: &str = ".skillstage-";
const SUFFIX: &str = ".tmp";
/// Random characters between the two.
const RANDOM: usize = 12;
/// A younger one is let be: between its creation and its lock it looks as if nobody held it.
const ABANDONED_AFTER: Duration = Duration::from_secs(60);
/// Most names of a directory that are looked at for leftovers, so that a save in a huge one stays quick.
const MAX_NAMES: usize = 10_000;

/// A file in `parent` that holds `text`, on disk, under a name nobody looks for. It goes away when dropped. Its lock
/// says that a living process has it: the system takes the lock back whichever way the process ends.
pub fn holding(parent: &Path, text: &str, permissions: Permissions) -> io::Result<NamedTempFile> {
    sweep(parent);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM).permissions(permissions);
    let mut file = builder.tempfile_in(parent)?;
    // Without locks on this file system nothing is ever swept there either.
    let _ = file.as_file().try_lock();
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Removes what killed writes left in `parent`. What cannot be looked at or removed stays: a save does not fail for it.
fn sweep(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.take(MAX_NAMES).flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(is_temporary_name);
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) && is_abandoned(&entry.path()).unwrap_or(false)
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_temporary_name(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Whether a file is older than [`ABANDONED_AFTER`] and no living process holds its lock.
fn is_abandoned(path: &Path) -> io::Result<bool> {
    let file = File::open(path)?;
    let age = SystemTime::now().duration_since(file.metadata()?.modified()?);
    Ok(age.is_ok_and(|age| age >= ABANDONED_AFTER) && file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A file of that name, last written `seconds` ago.
    fn file(dir: &Path, name: &str, seconds: u64) -> (File, PathBuf) {
        let path = dir.join(name);
        let file = File::create_new(&path).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).unwrap();
        (file, path)
    }

    #[test]
    fn s3_what_a_killed_save_left_goes_with_the_next_one_and_nothing_else_does() {
        let dir = tempfile::tempdir().unwrap();
        let (_, abandoned) = file(dir.path(), ".skillstage-aaaaaaaaaaaa.tmp", 3_600);
        let (holder, held) = file(dir.path(), ".skillstage-bbbbbbbbbbbb.tmp", 3_600);
        holder.lock().unwrap();
        let (_, young) = file(dir.path(), ".skillstage-cccccccccccc.tmp", 0);
        let (_, foreign) = file(dir.path(), ".skillstage-notes", 3_600);
        drop(holding(dir.path(), "text", super::super::write::new_file_permissions()).unwrap());
        assert!(!abandoned.exists());
        assert!(held.exists() && young.exists() && foreign.exists());
        drop(holder);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3, "its own went with it");
    }
}
