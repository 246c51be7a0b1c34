//! A workspace on a real disk, in a directory that goes away with it.

#![allow(dead_code)] // each test binary uses its own part

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use skillstage::workspace::{Library, Loaded, Roots, Snapshot, Workspace};

/// A temporary workspace.
pub struct Disk {
    dir: tempfile::TempDir,
}

impl Disk {
    /// An empty workspace with a skills root.
    pub fn new() -> Disk {
        let disk = Disk { dir: tempfile::tempdir().unwrap() };
        fs::create_dir(disk.path("skills")).unwrap();
        disk
    }

    /// A workspace whose config allows `names`.
    pub fn allowing(names: &[&str]) -> Disk {
        let disk = Disk::new();
        disk.write("skills_config.yml", format!("enabled: true\nallowlist: [{}]\n", names.join(", ")));
        disk
    }

    /// A path in it.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.dir.path().join(relative)
    }

    /// Its root.
    pub fn root(&self) -> &Path {
        self.dir.path()
    }

    /// Writes a file, with the directories on the way.
    pub fn write(&self, relative: &str, contents: impl AsRef<[u8]>) {
        let path = self.path(relative);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }

    /// Writes a valid skill.
    pub fn skill(&self, name: &str, description: &str, body: &str) {
        self.write(
            &format!("skills/{name}/SKILL.md"),
            format!("---\nname: '{name}'\ndescription: {description}\n---\n{body}"),
        );
    }

    /// Opens it.
    pub fn open(&self) -> Workspace {
        Workspace::open(Roots::workspace(self.root())).unwrap()
    }

    /// Loads it anew.
    pub fn load(&self) -> Loaded {
        self.open().load(None)
    }

    /// Loads it anew and expects a valid config.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        let loaded = self.load();
        assert_eq!(loaded.broken, None);
        loaded.snapshot
    }

    /// Loads it anew with its references.
    pub fn library(&self) -> Library {
        self.open().capture(self.snapshot())
    }
}
