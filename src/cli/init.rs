//! `skillstage init`: the sample workspace, written out, all of it or nothing.

use std::fs;
use std::io;
use std::path::Path;

use tempfile::TempDir;

use super::args::{Globals, InitArgs};
use super::out::{Exit, Run, print};
use super::sample;
use crate::diag::{Code, Diagnostic, Place};
use crate::text::printable_line;
use crate::workspace::write_new_file;

/// What stands at the top of a workspace, in the order in which it is put in place: the config last, since without it
/// nothing is enabled.
const TOP: [&str; 3] = ["skills", "scenarios", CONFIG];
const CONFIG: &str = "skills_config.yml";

/// Writes the sample workspace and says where.
pub fn run(globals: &Globals, args: &InitArgs) -> Run {
    if globals.read_only {
        let message = "`init` writes, and --read-only says that nothing is written";
        return Err(Diagnostic::error(Code::Usage, message).help("leave --read-only out").into());
    }
    write(&args.target)?;
    let target = args.target.display().to_string();
    print(&format!(
        "{} files written to {}\nopen it with: skillstage {}\n",
        sample::FILES.len(),
        printable_line(&target),
        printable_line(&target)
    ))?;
    Ok(Exit::Fine)
}

/// Writes the sample workspace into `target`, which is created if missing.
///
/// # Errors
/// `file-exists` when something stands where a part of it would go, `write-failed` with what the system says. Either way
/// nothing of ours is left behind.
pub fn write(target: &Path) -> Result<(), Diagnostic> {
    for name in TOP {
        let path = target.join(name);
        if path.symlink_metadata().is_ok() {
            return Err(exists(&path));
        }
    }
    let created = !target.exists();
    let result = fs::create_dir_all(target).map_err(|error| failed(target, &error)).and_then(|()| stage(target));
    if result.is_err() && created {
        let _ = fs::remove_dir(target); // only if it is empty
    }
    result
}

/// Writes everything beside its place first, then moves it in; a failure takes back what was moved.
fn stage(target: &Path) -> Result<(), Diagnostic> {
    let staging = staged(target).map_err(|error| failed(target, &error))?;
    let mut moved = Vec::new();
    let result = TOP.iter().try_for_each(|name| {
        put(staging.path(), target, name)?;
        moved.push(*name);
        Ok(())
    });
    if result.is_err() {
        for name in moved {
            let _ = fs::rename(target.join(name), staging.path().join(name));
        }
    }
    result
}

/// The directories of the sample, in a directory of ours inside `target`.
fn staged(target: &Path) -> io::Result<TempDir> {
    let staging = tempfile::Builder::new().prefix(".skillstage-").tempdir_in(target)?;
    for (path, text) in sample::FILES.iter().filter(|(path, _)| *path != CONFIG) {
        let file = staging.path().join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, text)?;
    }
    Ok(staging)
}

fn put(staging: &Path, target: &Path, name: &str) -> Result<(), Diagnostic> {
    match sample::FILES.iter().find(|(path, _)| *path == name) {
        Some((_, text)) => write_new_file(&target.join(name), text), // a file would be renamed over another
        None => fs::rename(staging.join(name), target.join(name)).map_err(|error| failed(target, &error)),
    }
}

fn failed(target: &Path, error: &io::Error) -> Diagnostic {
    if error.kind() == io::ErrorKind::AlreadyExists {
        return exists(target);
    }
    Diagnostic::error(Code::WriteFailed, format!("the sample workspace cannot be written: {error}"))
        .at(Place::file(target.display().to_string()))
        .help("name a directory that you may write to, on a disk with room")
}

fn exists(path: &Path) -> Diagnostic {
    Diagnostic::error(Code::FileExists, "something stands here already, and nothing is overwritten")
        .at(Place::file(path.display().to_string()))
        .help("name an empty or a new directory: skillstage init DIR")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn files(root: &Path) -> BTreeSet<String> {
        fn walk(root: &Path, at: &Path, found: &mut BTreeSet<String>) {
            for entry in fs::read_dir(at).unwrap().flatten() {
                if entry.path().is_dir() {
                    walk(root, &entry.path(), found);
                } else {
                    found.insert(entry.path().strip_prefix(root).unwrap().to_string_lossy().into_owned());
                }
            }
        }
        let mut found = BTreeSet::new();
        walk(root, root, &mut found);
        found
    }

    #[test]
    fn the_embedded_sample_is_the_one_at_the_top_level() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for (path, text) in sample::FILES {
            assert_eq!(fs::read_to_string(root.join(path)).unwrap(), *text, "{path}");
        }
        let mut on_disk = BTreeSet::from([CONFIG.to_owned()]);
        for part in ["skills", "scenarios"] {
            on_disk.extend(files(&root.join(part)).into_iter().map(|path| format!("{part}/{path}")));
        }
        let embedded: BTreeSet<String> = sample::FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(embedded, on_disk);
    }

    #[test]
    fn everything_is_written_and_nothing_else_is_left() {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("deep/new");
        write(&target).unwrap();
        let expected: BTreeSet<String> = sample::FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(files(&target), expected);
    }

    #[test]
    fn an_existing_part_is_never_touched_and_nothing_is_added() {
        for taken in TOP {
            let place = tempfile::tempdir().unwrap();
            fs::write(place.path().join(taken), "mine").unwrap();
            assert_eq!(write(place.path()).unwrap_err().code, Code::FileExists);
            assert_eq!(files(place.path()), BTreeSet::from([taken.to_owned()]));
            assert_eq!(fs::read_to_string(place.path().join(taken)).unwrap(), "mine");
        }
    }

    #[test]
    fn a_part_that_appears_meanwhile_takes_everything_back() {
        let place = tempfile::tempdir().unwrap();
        let staging = tempfile::tempdir_in(place.path()).unwrap();
        fs::write(place.path().join(CONFIG), "mine").unwrap();
        assert!(stage(place.path()).is_err());
        drop(staging);
        assert_eq!(files(place.path()), BTreeSet::from([CONFIG.to_owned()]));
        assert_eq!(fs::read_to_string(place.path().join(CONFIG)).unwrap(), "mine");
    }
}
