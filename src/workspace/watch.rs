//! Says when something of a workspace changed on disk, so that the next turn can use it (U15).
//!
//! One thread waits for events, lets a burst of them end, watches anew what vanished and came back, and only then calls
//! back: whatever changes after that call is seen again. Editors that save by renaming or truncating, and deploys that
//! replace whole directories, are seen like any other change; while the workspace itself is gone, the thread looks for
//! it every second.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use cap_fs_ext::MetadataExt;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use super::Workspace;

/// A burst of events has ended when nothing comes for this long.
const QUIET: Duration = Duration::from_millis(50);
/// A burst is reported after this long even if it goes on.
const LONGEST: Duration = Duration::from_millis(500);
/// How often files are looked at where the system gives no events.
const POLL: Duration = Duration::from_secs(1);

/// Watches until it is dropped.
#[derive(Debug)]
pub struct Watch {
    stop: Sender<Signal>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        // The thread may be gone already.
        let _ = self.stop.send(Signal::Stop);
    }
}

#[derive(Debug)]
enum Signal {
    Event(notify::Result<Event>),
    Stop,
}

impl Workspace {
    /// Calls `changed` from a thread of its own after each burst of changes to the skills, the config, `skillstage.yml`
    /// or `scenarios/`, with the changed paths as diagnostics show them, sorted. No paths: anything may have changed. The
    /// first call is of that kind and comes when the watch is set, so that no change before it is missed. Uses the
    /// system's events, else looks every second. Touches the disk only in its thread.
    /// Where not even a thread can be had, it calls never.
    pub fn watch(&self, changed: impl FnMut(&[String]) + Send + 'static) -> Watch {
        let (stop, signals) = channel();
        let targets = self.targets();
        let sender = stop.clone();
        let thread = std::thread::Builder::new().name("watch".to_owned());
        let _ = thread.spawn(move || watch(targets, sender, &signals, changed));
        Watch { stop }
    }

    fn targets(&self) -> Vec<Target> {
        let skills = &self.roots.skills;
        let mut targets = vec![
            Target::tree(skills, self.shown(skills)),
            Target::only(parent_of(skills), vec![(skills.clone(), self.shown(skills))]),
        ];
        let scenarios = self.roots.base.join("scenarios");
        if self.roots.config.is_some() {
            targets.push(Target::tree(&scenarios, "scenarios".to_owned()));
        }
        let own = ["scenarios", "skillstage.yml"].map(|name| (self.roots.base.join(name), name.to_owned()));
        targets.push(Target::only(self.roots.base.clone(), own.to_vec()));
        if let Some(config) = &self.roots.config {
            targets.push(Target::only(parent_of(config), vec![(config.clone(), self.shown(config))]));
        }
        targets
    }
}

fn parent_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// A directory that is watched, and what counts in it.
struct Target {
    path: PathBuf,
    /// The names in it that count, with their labels; for a whole tree, the tree's own label.
    wanted: Wanted,
    armed: Option<Armed>,
}

enum Wanted {
    Tree(String),
    Names(Vec<(PathBuf, String)>),
}

/// What a watch was set on.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Armed {
    path: PathBuf,
    identity: (u64, u64),
}

impl Target {
    fn tree(path: &Path, label: String) -> Target {
        Target { path: path.to_owned(), wanted: Wanted::Tree(label), armed: None }
    }

    fn only(path: PathBuf, names: Vec<(PathBuf, String)>) -> Target {
        Target { path, wanted: Wanted::Names(names), armed: None }
    }

    /// The label of an event's path, if it counts here.
    fn label(&self, path: &Path) -> Option<String> {
        let inside = path.strip_prefix(&self.armed.as_ref()?.path).ok()?;
        match &self.wanted {
            Wanted::Tree(label) if inside.as_os_str().is_empty() => Some(label.clone()),
            Wanted::Tree(label) => Some(super::joined(label, &inside.to_string_lossy())),
            Wanted::Names(names) => {
                let named =
                    names.iter().find(|(path, _)| path.file_name().is_some_and(|name| inside == Path::new(name)));
                named.map(|(_, label)| label.clone())
            }
        }
    }

    /// Whether it is a directory that holds what counts, and no watch stands on it: nothing else says when it comes. A
    /// tree that comes is seen in the directory around it.
    fn is_gone(&self) -> bool {
        self.armed.is_none() && matches!(self.wanted, Wanted::Names(_))
    }

    /// Sets the watch where none is set, or where another directory stands by now. A directory that is not there gets
    /// its watch when it comes. Says whether a watch was set.
    fn arm(&mut self, watcher: &mut dyn Watcher) -> notify::Result<bool> {
        let found = identify(&self.path);
        if found == self.armed {
            return Ok(false);
        }
        if let Some(old) = self.armed.take() {
            let _ = watcher.unwatch(&old.path); // gone with its directory
        }
        let Some(found) = found else { return Ok(false) };
        let mode = match self.wanted {
            Wanted::Tree(_) => RecursiveMode::Recursive,
            Wanted::Names(_) => RecursiveMode::NonRecursive,
        };
        match watcher.watch(&found.path, mode) {
            Ok(()) => self.armed = Some(found),
            Err(error) if matches!(error.kind, notify::ErrorKind::PathNotFound) => {}
            Err(error) => return Err(error),
        }
        Ok(self.armed.is_some())
    }
}

fn identify(path: &Path) -> Option<Armed> {
    let path = path.canonicalize().ok()?;
    let metadata = Dir::open_ambient_dir(&path, ambient_authority()).ok()?.dir_metadata().ok()?;
    Some(Armed { path, identity: (metadata.dev(), metadata.ino()) })
}

fn watch(
    mut targets: Vec<Target>,
    sender: Sender<Signal>,
    signals: &Receiver<Signal>,
    mut changed: impl FnMut(&[String]),
) {
    let Some(mut watcher) = start(&mut targets, sender) else { return };
    changed(&[]);
    loop {
        let gone = targets.iter().any(Target::is_gone);
        let Some(burst) = next_burst(signals, gone.then_some(POLL)) else { return };
        let mut labels = BTreeSet::new();
        let mut lost = burst.lost;
        for path in &burst.paths {
            labels.extend(targets.iter().filter_map(|target| target.label(path)));
            // The number of a directory that vanished may be taken by its successor: forget it.
            targets.iter_mut().filter(|target| is_armed_at(target, path)).for_each(|target| target.armed = None);
        }
        for target in &mut targets {
            // Another directory than before: no event told what it holds.
            lost |= target.arm(watcher.as_mut()).unwrap_or(true);
        }
        if lost || !labels.is_empty() {
            changed(&labels.into_iter().collect::<Vec<_>>());
        }
    }
}

fn is_armed_at(target: &Target, path: &Path) -> bool {
    target.armed.as_ref().is_some_and(|armed| armed.path == path)
}

/// The system's watcher with every target armed, else one that looks every second.
fn start(targets: &mut [Target], sender: Sender<Signal>) -> Option<Box<dyn Watcher>> {
    let config = Config::default().with_follow_symlinks(false);
    let events = sender.clone();
    let forward = move |event| drop(events.send(Signal::Event(event)));
    if let Ok(mut watcher) = RecommendedWatcher::new(forward, config) {
        if targets.iter_mut().all(|target| target.arm(&mut watcher).is_ok()) {
            return Some(Box::new(watcher));
        }
        targets.iter_mut().for_each(|target| target.armed = None);
    }
    let forward = move |event| drop(sender.send(Signal::Event(event)));
    let config = config.with_poll_interval(POLL).with_compare_contents(true);
    let mut watcher = PollWatcher::new(forward, config).ok()?;
    for target in targets {
        target.arm(&mut watcher).ok()?;
    }
    Some(Box::new(watcher))
}

#[derive(Default)]
struct Burst {
    paths: BTreeSet<PathBuf>,
    lost: bool,
}

impl Burst {
    /// Reading a file is no change; everything else may be one.
    fn take(&mut self, event: notify::Result<Event>) -> bool {
        match event {
            Ok(event) if matches!(event.kind, EventKind::Access(_)) => return false,
            Ok(event) => {
                self.lost |= event.need_rescan();
                self.paths.extend(event.paths);
            }
            Err(_) => self.lost = true,
        }
        true
    }
}

/// Waits for changes, `patience` at most if there is one, and lets their burst end. `None` when the watch was dropped.
fn next_burst(signals: &Receiver<Signal>, patience: Option<Duration>) -> Option<Burst> {
    let mut burst = Burst::default();
    loop {
        let signal = match patience {
            Some(patience) => signals.recv_timeout(patience),
            None => signals.recv().map_err(RecvTimeoutError::from),
        };
        match signal {
            Ok(Signal::Event(event)) => {
                if burst.take(event) {
                    break;
                }
            }
            Err(RecvTimeoutError::Timeout) => return Some(burst),
            Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    let deadline = Instant::now() + LONGEST;
    loop {
        let left = deadline.saturating_duration_since(Instant::now()).min(QUIET);
        match signals.recv_timeout(left) {
            Ok(Signal::Event(event)) => {
                burst.take(event);
            }
            Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => return Some(burst),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::workspace::Roots;

    const PATIENCE: Duration = Duration::from_secs(20);

    struct Watched {
        dir: tempfile::TempDir,
        calls: Receiver<Vec<String>>,
        _watch: Watch,
    }

    impl Watched {
        /// A watched workspace whose skills root is a link to `first`, or a directory.
        fn new(linked: bool) -> Watched {
            let dir = tempfile::tempdir().unwrap();
            let root = if linked { "first" } else { "skills" };
            fs::create_dir_all(dir.path().join(root).join("tone")).unwrap();
            if linked {
                symlink("first", dir.path().join("skills")).unwrap();
            }
            fs::write(dir.path().join("skills/tone/SKILL.md"), "old").unwrap();
            let (sender, calls) = channel();
            let workspace = Workspace::open(Roots::workspace(dir.path())).unwrap();
            let watch = workspace.watch(move |paths| drop(sender.send(paths.to_vec())));
            assert_eq!(calls.recv_timeout(PATIENCE).unwrap(), Vec::<String>::new(), "the watch is set");
            Watched { dir, calls, _watch: watch }
        }

        fn path(&self, relative: &str) -> PathBuf {
            self.dir.path().join(relative)
        }

        /// Waits until `path` was reported.
        fn sees(&self, path: &str) {
            let deadline = Instant::now() + PATIENCE;
            loop {
                let left = deadline.saturating_duration_since(Instant::now());
                let paths = self.calls.recv_timeout(left).unwrap_or_else(|_| panic!("{path} was not reported"));
                if paths.iter().any(|seen| seen == path) {
                    return;
                }
            }
        }
    }

    #[test]
    fn edits_by_truncating_and_by_renaming_are_seen() {
        let watched = Watched::new(false);
        fs::write(watched.path("skills/tone/SKILL.md"), "in place").unwrap();
        watched.sees("skills/tone/SKILL.md");
        fs::write(watched.path("skills/tone/.SKILL.md.swp"), "renamed").unwrap();
        fs::rename(watched.path("skills/tone/.SKILL.md.swp"), watched.path("skills/tone/SKILL.md")).unwrap();
        watched.sees("skills/tone/SKILL.md");
        fs::write(watched.path("skills_config.yml"), "enabled: true").unwrap();
        watched.sees("skills_config.yml");
        fs::create_dir_all(watched.path("skills/new/references")).unwrap();
        watched.sees("skills/new");
        fs::write(watched.path("skills/new/references/a.md"), "x").unwrap();
        watched.sees("skills/new/references/a.md");
        fs::create_dir(watched.path("scenarios")).unwrap();
        watched.sees("scenarios");
        fs::write(watched.path("scenarios/base.yml"), "title: x").unwrap();
        watched.sees("scenarios/base.yml");
    }

    #[test]
    fn a_root_that_vanishes_and_comes_back_is_watched_again() {
        let watched = Watched::new(false);
        for round in 0..3 {
            fs::remove_dir_all(watched.path("skills")).unwrap();
            watched.sees("skills");
            fs::create_dir_all(watched.path("skills/tone")).unwrap();
            watched.sees("skills");
            fs::write(watched.path("skills/tone/SKILL.md"), format!("{round}")).unwrap();
            watched.sees("skills/tone/SKILL.md");
        }
    }

    #[test]
    fn a_workspace_that_is_moved_away_and_replaced_is_watched_again() {
        let dir = tempfile::tempdir().unwrap();
        let base = dir.path().join("bot");
        let fresh = |at: &Path| {
            fs::create_dir_all(at.join("skills/tone")).unwrap();
            fs::write(at.join("skills_config.yml"), "enabled: true").unwrap();
        };
        fresh(&base);
        let (sender, calls) = channel();
        let workspace = Workspace::open(Roots::workspace(&base)).unwrap();
        let _watch = workspace.watch(move |paths| drop(sender.send(paths.to_vec())));
        let sees = |wanted: &[&str]| while calls.recv_timeout(PATIENCE).expect("a change is reported") != wanted {};
        sees(&[]);
        for round in 0..2 {
            fs::rename(&base, dir.path().join(format!("old-{round}"))).unwrap();
            // Even where the thread has seen that it is gone.
            fresh(&base);
            sees(&[]);
            fs::write(base.join("skills_config.yml"), format!("enabled: false # {round}")).unwrap();
            sees(&["skills_config.yml"]);
        }
        fs::remove_dir_all(&base).unwrap();
        while calls.recv_timeout(Duration::from_millis(1500)).is_ok() {}
        fresh(&base);
        sees(&[]);
        fs::write(base.join("skills/tone/SKILL.md"), "new").unwrap();
        sees(&["skills/tone/SKILL.md"]);
    }

    #[test]
    fn u1_a_linked_root_is_watched_where_it_points_now() {
        let watched = Watched::new(true);
        fs::create_dir_all(watched.path("second/tone")).unwrap();
        symlink("second", watched.path("next")).unwrap();
        fs::rename(watched.path("next"), watched.path("skills")).unwrap();
        watched.sees("skills");
        fs::write(watched.path("second/tone/SKILL.md"), "new").unwrap();
        watched.sees("skills/tone/SKILL.md");
    }

    #[test]
    fn reading_and_other_files_are_no_change() {
        let watched = Watched::new(false);
        let workspace = Workspace::open(Roots::workspace(watched.dir.path())).unwrap();
        workspace.load(None);
        fs::write(watched.path("Cargo.lock"), "not ours").unwrap();
        fs::write(watched.path("skillstage.yml"), "lang: zh").unwrap();
        let paths = watched.calls.recv_timeout(PATIENCE).unwrap();
        assert_eq!(paths, ["skillstage.yml"]);
    }

    #[test]
    fn polling_sees_changes_too() {
        let dir = tempfile::tempdir().unwrap();
        let (sender, signals) = channel();
        let config = Config::default().with_poll_interval(Duration::from_millis(20)).with_compare_contents(true);
        let forward = move |event| drop(sender.send(Signal::Event(event)));
        let mut watcher = PollWatcher::new(forward, config).unwrap();
        let mut target = Target::tree(dir.path(), "skills".to_owned());
        fs::write(dir.path().join("a"), "1").unwrap();
        target.arm(&mut watcher).unwrap();
        fs::write(dir.path().join("a"), "2").unwrap();
        let burst = next_burst(&signals, None).unwrap();
        let labels: Vec<String> = burst.paths.iter().filter_map(|path| target.label(path)).collect();
        assert!(labels.contains(&"skills/a".to_owned()), "{labels:?}");
    }
}
