//! A workspace as a git revision has it, through the git command line: written to a temporary directory, from which it is
//! read like any other. Nothing of the repository changes, no hook and no filter runs: the blobs are taken as they are.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Component, Path};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::diag::{Code, Diagnostic};
use crate::text::echo;

/// Most files of a revision.
const MOST_FILES: usize = 20_000;
/// Largest file that is written out. A larger one is as long, and as unreadable to a host, but empty.
const LARGEST: u64 = 16 << 20;
/// Most bytes of a revision in all.
const MOST_BYTES: u64 = 512 << 20;

/// Writes the workspace at `base` as `revision` has it into a temporary directory.
///
/// # Errors
/// `git-failed`: there is no git, the directory lies in no repository, or the revision is none.
pub fn checkout(base: &Path, revision: &str) -> Result<TempDir, Diagnostic> {
    if revision.is_empty() || revision.starts_with('-') || revision.contains(':') {
        return Err(failed(format!("`{}` is no revision", echo(revision))).help("name a commit, a branch or a tag"));
    }
    let inside = git(base, &["rev-parse", "--is-inside-work-tree"])
        .map_err(|_| failed("the workspace lies in no git repository").help("compare two directories instead"));
    if !matches!(inside.as_deref().map(str::trim), Ok("true")) {
        ask_for_git()?;
        return inside.and(Err(failed("the workspace lies in no git work tree")));
    }
    let tree = git(base, &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}:./")])
        .map_err(|_| no_such(revision))?;
    let listing = git(base, &["ls-tree", "-r", "-z", "-l", "--full-tree", tree.trim()])?;
    let into = tempfile::tempdir().map_err(|error| failed(format!("no temporary directory: {error}")))?;
    write_files(base, &entries(&listing)?, into.path())?;
    Ok(into)
}

fn failed(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::GitFailed, message)
}

fn no_such(revision: &str) -> Diagnostic {
    failed(format!("git knows no revision `{}` that holds the workspace", echo(revision)))
        .help("`git log --oneline` lists revisions")
}

/// # Errors
/// Where there is no git at all.
fn ask_for_git() -> Result<(), Diagnostic> {
    let asked = Command::new("git").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    match asked {
        Ok(status) if status.success() => Ok(()),
        _ => Err(failed("the git command is not there").help("install git, or compare two directories")),
    }
}

fn command(base: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(base).args(["-c", "core.fsmonitor=false"]).env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C");
    command
}

/// What a git command prints.
fn git(base: &Path, arguments: &[&str]) -> Result<String, Diagnostic> {
    let output = command(base).args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|error| failed(format!("git cannot be run: {error}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(failed(format!("git says: {}", echo(said.trim()))));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A file of a revision.
struct Entry<'a> {
    object: &'a str,
    bytes: u64,
    path: &'a Path,
}

/// The regular files of `ls-tree -l`; links and submodules are no part of a workspace (U5).
fn entries(listing: &str) -> Result<Vec<Entry<'_>>, Diagnostic> {
    let mut entries = Vec::new();
    let mut bytes = 0_u64;
    for line in listing.split('\0').filter(|line| !line.is_empty()) {
        let Some((head, path)) = line.split_once('\t') else { continue };
        let mut words = head.split_ascii_whitespace();
        let (Some(mode), Some("blob"), Some(object), Some(size)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            continue;
        };
        let path = Path::new(path);
        let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
        if !mode.starts_with("100") || !is_plain {
            continue;
        }
        let size = size.parse().unwrap_or(0);
        bytes = bytes.saturating_add(if size <= LARGEST { size } else { 0 });
        if entries.len() >= MOST_FILES || bytes > MOST_BYTES {
            let message = format!("the revision is larger than {MOST_FILES} files or {} MiB", MOST_BYTES >> 20);
            return Err(failed(message).help("keep the workspace in a directory of its own"));
        }
        entries.push(Entry { object, bytes: size, path });
    }
    Ok(entries)
}

fn write_files(base: &Path, entries: &[Entry<'_>], into: &Path) -> Result<(), Diagnostic> {
    let broken = |error: std::io::Error| failed(format!("the revision cannot be written out: {error}"));
    let mut objects = Objects::open(base).map_err(broken)?;
    for entry in entries {
        let file = into.join(entry.path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent).map_err(broken)?;
        }
        let mut file = File::create_new(&file).map_err(broken)?;
        match entry.bytes > LARGEST {
            true => file.set_len(entry.bytes).map_err(broken)?,
            false => file.write_all(&objects.read(entry.object).map_err(broken)?).map_err(broken)?,
        }
    }
    Ok(())
}

/// `git cat-file --batch`: one process for all objects, asked one at a time.
struct Objects {
    child: Child,
}

impl Objects {
    fn open(base: &Path) -> std::io::Result<Objects> {
        let mut command = command(base);
        command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        Ok(Objects { child: command.spawn()? })
    }

    fn read(&mut self, object: &str) -> std::io::Result<Vec<u8>> {
        let ended = || std::io::Error::other("git ended early");
        let (Some(stdin), Some(stdout)) = (&mut self.child.stdin, &mut self.child.stdout) else { return Err(ended()) };
        stdin.write_all(format!("{object}\n").as_bytes())?;
        stdin.flush()?;
        // A byte at a time up to the end of the line, so that nothing of the content is taken into a buffer.
        let mut head = String::new();
        BufReader::with_capacity(1, &mut *stdout).read_line(&mut head)?;
        let bytes = head.trim_end().rsplit(' ').next().and_then(|bytes| bytes.parse::<u64>().ok()).ok_or_else(ended)?;
        let mut content = Vec::new();
        stdout.take(bytes).read_to_end(&mut content)?;
        let mut end = [0];
        stdout.read_exact(&mut end)?;
        Ok(content)
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        drop(self.child.stdin.take()); // it ends once nothing more is asked
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(dir: &Path, arguments: &[&str]) {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b.test", "-c", "commit.gpgsign=false"];
        let done = Command::new("git").arg("-C").arg(dir).args(identity).args(arguments).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    fn has_git() -> bool {
        let has = ask_for_git().is_ok();
        if !has {
            eprintln!("no git here: revisions are not tested");
        }
        has
    }

    #[test]
    fn a_revision_is_written_out_as_it_was_and_below_the_workspace_alone() {
        if !has_git() {
            return;
        }
        let repository = tempfile::tempdir().unwrap();
        let workspace = repository.path().join("bot");
        fs::create_dir_all(workspace.join("skills/语气")).unwrap();
        fs::write(repository.path().join("other.txt"), "not of the workspace").unwrap();
        fs::write(workspace.join("skills/语气/SKILL.md"), "one\r\n").unwrap();
        std::os::unix::fs::symlink("/etc/passwd", workspace.join("link.md")).unwrap();
        run(repository.path(), &["init", "-q"]);
        run(repository.path(), &["add", "-A"]);
        run(repository.path(), &["commit", "-q", "-m", "one"]);
        fs::write(workspace.join("skills/语气/SKILL.md"), "two\n").unwrap();

        let out = checkout(&workspace, "HEAD").unwrap();
        assert_eq!(fs::read(out.path().join("skills/语气/SKILL.md")).unwrap(), b"one\r\n");
        assert!(!out.path().join("other.txt").exists() && !out.path().join("link.md").exists());
        assert_eq!(fs::read(workspace.join("skills/语气/SKILL.md")).unwrap(), b"two\n", "nothing of it changes");
    }

    #[test]
    fn what_is_no_revision_is_told_and_never_a_flag() {
        if !has_git() {
            return;
        }
        let outside = tempfile::tempdir().unwrap();
        let told = |base: &Path, revision: &str| {
            let fault = checkout(base, revision).unwrap_err();
            assert_eq!(fault.code, Code::GitFailed);
            fault.message
        };
        assert!(told(outside.path(), "HEAD").contains("no git repository"));
        run(outside.path(), &["init", "-q"]);
        for revision in ["", "--upload-pack=x", "-h", "HEAD:../.."] {
            assert!(told(outside.path(), revision).contains("is no revision"), "{revision}");
        }
        assert!(told(outside.path(), "no\u{1b}such").contains("knows no revision"));
    }
}
