//! Files that mean harm (U5): links, FIFOs, sockets, devices, huge files, odd names, and files that are swapped while
//! they are read.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use rustix::time::{ClockId, clock_gettime};
use skillstage::diag::Code;
use skillstage::workspace::{Body, Library, Snapshot, Workspace};

#[path = "support/disk.rs"]
mod disk;

use disk::Disk;

/// A text that must never come out of a workspace.
const SECRET: &str = "secret-of-another-directory";

fn refused(snapshot: &Snapshot, dir: &str) -> Code {
    let refused = snapshot.refused.iter().find(|refused| refused.dir == dir);
    refused.unwrap_or_else(|| panic!("`{dir}` is not refused")).diagnostics[0].code
}

fn fifo(path: &std::path::Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn u5_links_are_refused_at_every_level_below_the_root() {
    let disk = Disk::allowing(&["folder", "file", "references", "inner", "loop"]);
    let outside = Disk::new();
    for name in ["folder", "file", "references", "inner"] {
        outside.skill(name, SECRET, SECRET);
        outside.write(&format!("skills/{name}/references/a.md"), SECRET);
    }
    symlink(outside.path("skills/folder"), disk.path("skills/folder")).unwrap();
    symlink("loop", disk.path("skills/loop")).unwrap();
    disk.write("skills/file/keep", "");
    symlink(outside.path("skills/file/SKILL.md"), disk.path("skills/file/SKILL.md")).unwrap();
    disk.skill("references", "d", "B");
    symlink(outside.path("skills/references/references"), disk.path("skills/references/references")).unwrap();
    disk.skill("inner", "d", "B");
    disk.write("skills/inner/references/plain.md", "fine");
    symlink(outside.path("skills/inner/references/a.md"), disk.path("skills/inner/references/a.md")).unwrap();
    symlink("plain.md", disk.path("skills/inner/references/near.md")).unwrap();
    symlink("gone.md", disk.path("skills/inner/references/dangling.md")).unwrap();

    let library = disk.library();
    for dir in ["folder", "loop", "file"] {
        assert_eq!(refused(&library.snapshot, dir), Code::FileSymlink, "{dir}");
    }
    assert_eq!(library.reference("references", "references/a.md").unwrap_err().code, Code::FileSymlink);
    for path in ["references/a.md", "references/near.md", "references/dangling.md"] {
        assert_eq!(library.reference("inner", path).unwrap_err().code, Code::FileSymlink, "{path}");
    }
    assert!(library.reference("inner", "references/plain.md").is_ok());
    assert!(!format!("{library:?}").contains(SECRET));
}

#[test]
fn u1_the_root_itself_may_be_a_link() {
    let disk = Disk::allowing(&["tone"]);
    let outside = Disk::new();
    outside.skill("tone", "d", "B");
    fs::remove_dir(disk.path("skills")).unwrap();
    symlink(outside.path("skills"), disk.path("skills")).unwrap();
    assert_eq!(disk.snapshot().skills.len(), 1);
}

#[test]
fn u5_hard_links_are_ordinary_files() {
    let disk = Disk::allowing(&["tone"]);
    disk.skill("tone", "d", "B");
    fs::create_dir(disk.path("skills/tone/references")).unwrap();
    disk.write("text", "shared");
    fs::hard_link(disk.path("text"), disk.path("skills/tone/references/a.md")).unwrap();
    assert!(disk.library().reference("tone", "references/a.md").is_ok());
}

#[test]
fn u5_what_is_no_regular_file_is_refused_without_waiting() {
    let disk = Disk::allowing(&["fifo", "socket", "folder", "refs"]);
    for name in ["fifo", "socket", "folder/SKILL.md"] {
        fs::create_dir_all(disk.path("skills").join(name)).unwrap();
    }
    fifo(&disk.path("skills/fifo/SKILL.md"));
    // A socket's path must be short, so it is bound elsewhere and moved.
    let short = tempfile::tempdir_in("/tmp").unwrap();
    let _listener = UnixListener::bind(short.path().join("s")).unwrap();
    let moved = fs::rename(short.path().join("s"), disk.path("skills/socket/SKILL.md"));
    disk.skill("refs", "d", "B");
    fs::create_dir_all(disk.path("skills/refs/references/folder.md")).unwrap();
    fifo(&disk.path("skills/refs/references/fifo.md"));
    let made_device = Command::new("mknod")
        .arg(disk.path("skills/refs/references/zero.md"))
        .args(["c", "1", "5"])
        .status()
        .is_ok_and(|status| status.success());

    let library = disk.library(); // does not wait for a writer
    assert_eq!(refused(&library.snapshot, "fifo"), Code::FileNotRegular);
    assert_eq!(refused(&library.snapshot, "folder"), Code::FileNotRegular);
    if moved.is_ok() {
        assert_eq!(refused(&library.snapshot, "socket"), Code::FileNotRegular);
    }
    assert_eq!(library.reference("refs", "references/folder.md").unwrap_err().code, Code::FileNotRegular);
    assert_eq!(library.reference("refs", "references/fifo.md").unwrap_err().code, Code::FileNotRegular);
    if made_device {
        // Where the file system forbids devices, the open itself fails.
        let code = library.reference("refs", "references/zero.md").unwrap_err().code;
        assert!(matches!(code, Code::FileNotRegular | Code::FileUnreadable), "{code}");
    } else {
        eprintln!("no device: mknod is not permitted here");
    }
}

#[test]
fn u5_the_config_is_read_like_any_file() {
    let disk = Disk::new();
    fifo(&disk.path("skills_config.yml"));
    assert_eq!(disk.load().broken.unwrap().code, Code::FileNotRegular);
    fs::remove_file(disk.path("skills_config.yml")).unwrap();
    disk.write("elsewhere.yml", "enabled: true\n");
    symlink("elsewhere.yml", disk.path("skills_config.yml")).unwrap();
    assert_eq!(disk.load().broken.unwrap().code, Code::FileSymlink);
    fs::remove_file(disk.path("skills_config.yml")).unwrap();
    File::create(disk.path("skills_config.yml")).unwrap().set_len(1 << 30).unwrap();
    assert_eq!(disk.load().broken.unwrap().code, Code::FileTooLarge);
}

#[test]
fn u5_scenario_files_follow_no_link() {
    let disk = Disk::new();
    let outside = Disk::new();
    outside.write("secret.md", SECRET);
    symlink(outside.root(), disk.path("prompts")).unwrap();
    symlink(outside.path("secret.md"), disk.path("skillstage.yml")).unwrap();
    let workspace = disk.open();
    for path in ["prompts/secret.md", "skillstage.yml"] {
        assert_eq!(workspace.read_file(path, 1000).unwrap_err().code, Code::FileSymlink, "{path}");
    }
}

#[test]
fn u6_a_huge_file_is_refused_without_reading_it() {
    let disk = Disk::allowing(&["sparse", "tailed", "refs"]);
    fs::create_dir_all(disk.path("skills/sparse")).unwrap();
    // Reading one of these would take minutes, and more memory than there is.
    const HUGE: u64 = 1 << 40;
    File::create(disk.path("skills/sparse/SKILL.md")).unwrap().set_len(HUGE).unwrap();
    disk.skill("tailed", "d", &"text\n".repeat(20_000));
    File::options().write(true).open(disk.path("skills/tailed/SKILL.md")).unwrap().set_len(HUGE).unwrap();
    disk.skill("refs", "d", "B");
    disk.write("skills/refs/references/huge.md", "");
    File::create(disk.path("skills/refs/references/huge.md")).unwrap().set_len(HUGE).unwrap();
    let library = disk.library();
    assert_eq!(refused(&library.snapshot, "sparse"), Code::FileBinary);
    let tailed = library.snapshot.skill("tailed").unwrap();
    assert!(matches!(tailed.body, Body::TooLarge { bytes } if bytes > 1_000_000_000));
    assert_eq!(library.body("tailed").unwrap_err().code, Code::BodyTooLarge);
    assert_eq!(library.reference("refs", "references/huge.md").unwrap_err().code, Code::ReferenceTooLarge);
}

#[test]
fn u11_a_config_of_very_many_wrong_names_is_judged_quickly() {
    let disk = Disk::new();
    for index in 0..200 {
        disk.skill(&format!("a-rather-long-name-of-a-skill-{index}"), "d", "B");
    }
    let names = |prefix: &str| {
        (0..12_000).map(|index| format!("{prefix}-name-of-a-skill-{index}")).collect::<Vec<_>>().join(",")
    };
    let text =
        format!("enabled: true\nallowlist: [{}]\nalways: [{}]\n", names("a-rather-lung"), names("a-rather-ling"));
    disk.write("skills_config.yml", text);
    let processor_time = || clock_gettime(ClockId::ThreadCPUTime).tv_sec;
    let start = processor_time();
    let snapshot = disk.snapshot();
    assert!(processor_time() - start < 20, "12,000 names with 200 each, compared letter by letter, take longer");
    assert_eq!(snapshot.diagnostics.len(), 24_000);
    assert_eq!(snapshot.diagnostics[0].help.as_deref(), Some("did you mean `a-rather-long-name-of-a-skill-0`?"));
}

#[test]
fn u5_odd_directory_names_are_refused_and_break_nothing() {
    let disk = Disk::allowing(&["tone"]);
    disk.skill("tone", "d", "B");
    let odd: [&[u8]; 8] =
        [b"--help", b"-", b"a b", b"tone\n", b"\x1b[31mred", b"caf\xe9", "语气".as_bytes(), b"tone;rm -rf x"];
    for name in odd {
        let dir = disk.path("skills").join(OsStr::from_bytes(name));
        fs::create_dir(&dir).unwrap();
        let text = [b"---\nname: '", name, b"'\ndescription: d\n---\nB"].concat();
        fs::write(dir.join("SKILL.md"), text).unwrap();
    }
    let snapshot = disk.snapshot();
    assert_eq!((snapshot.skills.len(), snapshot.refused.len()), (1, odd.len()));
    assert_eq!(refused(&snapshot, "--help"), Code::NameInvalid);
    assert_eq!(refused(&snapshot, "caf\u{fffd}"), Code::FileNotUtf8);
    let disk = Disk::allowing(&["tone"]);
    disk.skill("tone", "d", "B");
    let name = OsStr::from_bytes(b"references/caf\xe9.md");
    fs::create_dir(disk.path("skills/tone/references")).unwrap();
    fs::write(disk.path("skills/tone").join(name), "x").unwrap();
    let library = disk.library();
    assert_eq!(library.references["tone"][0].content.as_ref().unwrap_err().code, Code::FileNotUtf8);
}

/// Swaps `path` for a link to `secret` and back until `done`; gives the number of swaps.
fn keep_swapping(disk: &Disk, path: &str, secret: &std::path::Path, done: &AtomicBool) -> usize {
    let (target, aside, link) = (disk.path(path), disk.path("aside"), disk.path("link"));
    let _ = fs::remove_file(&link); // of a round before
    symlink(secret, &link).unwrap();
    let mut swaps = 0;
    while !done.load(Ordering::Relaxed) {
        fs::rename(&target, &aside).unwrap();
        fs::rename(&link, &target).unwrap();
        fs::rename(&target, &link).unwrap();
        fs::rename(&aside, &target).unwrap();
        swaps += 1;
    }
    swaps
}

/// Runs `read` thousands of times while `path` is swapped for a link and back.
fn under_swapping(disk: &Disk, path: &str, secret: &std::path::Path, mut read: impl FnMut()) {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let swapper = scope.spawn(|| keep_swapping(disk, path, secret, &done));
        for _ in 0..4000 {
            read();
        }
        done.store(true, Ordering::Relaxed);
        assert!(swapper.join().unwrap() > 0);
    });
}

#[test]
fn u5_a_file_swapped_for_a_link_never_leaks() {
    let disk = Disk::allowing(&["tone"]);
    let outside = Disk::new();
    outside.skill("tone", SECRET, SECRET);
    disk.skill("tone", "d", "B");
    let workspace = disk.open();
    let (mut seen, mut missed) = (0, 0);
    under_swapping(&disk, "skills/tone/SKILL.md", &outside.path("skills/tone/SKILL.md"), || {
        let snapshot = workspace.load(None).snapshot;
        assert!(!format!("{snapshot:?}").contains(SECRET));
        if snapshot.skills.is_empty() { missed += 1 } else { seen += 1 }
    });
    assert!(seen > 0 && missed > 0, "{seen} seen, {missed} missed: the swap met no read");
    under_swapping(&disk, "skills/tone", &outside.path("skills/tone"), || {
        let snapshot = workspace.load(None).snapshot;
        assert!(!format!("{snapshot:?}").contains(SECRET));
    });
}

#[test]
fn u5_a_reference_swapped_for_a_link_never_leaks() {
    let disk = Disk::allowing(&["tone"]);
    let outside = Disk::new();
    outside.write("references/a.md", SECRET);
    disk.skill("tone", "d", "B");
    disk.write("skills/tone/references/a.md", "fine");
    let (workspace, snapshot) = (disk.open(), disk.snapshot());
    for path in ["references", "references/a.md"] {
        under_swapping(&disk, &format!("skills/tone/{path}"), &outside.path(path), || {
            let library = workspace.capture(snapshot.clone());
            assert!(!format!("{library:?}").contains(SECRET));
        });
    }
}

/// Everything that a prompt is made of.
fn content(workspace: &Workspace) -> Library {
    workspace.capture(workspace.load(None).snapshot)
}

#[test]
fn u7_nothing_depends_on_the_order_on_disk_or_on_times() {
    let names = ["a", "a-b", "a0", "ab", "b", "z", "zebra", "0", "10", "9"];
    let build = |order: &[usize], seconds: u64| {
        let disk = Disk::allowing(&names);
        for &index in order {
            let name = names[index];
            disk.skill(name, &format!("About {name}."), &format!("Body of {name}."));
            for file in order.iter().map(|index| format!("references/{}.md", names[*index])) {
                disk.write(&format!("skills/{name}/{file}"), &file);
            }
            disk.write(&format!("skills/broken-{name}/SKILL.md"), "nothing");
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds * (index as u64 + 1));
            File::options()
                .write(true)
                .open(disk.path(&format!("skills/{name}/SKILL.md")))
                .unwrap()
                .set_modified(time)
                .unwrap();
        }
        disk
    };
    let forward: Vec<usize> = (0..names.len()).collect();
    let wanted = content(&build(&forward, 1).open());
    assert_eq!((wanted.snapshot.skills.len(), wanted.snapshot.refused.len()), (names.len(), names.len()));
    for seed in 1..6_usize {
        let mut order = forward.clone();
        order.sort_by_key(|index| (index * 7 + 3) * (seed * 2 + 1) % 11);
        assert_eq!(content(&build(&order, seed as u64 * 1_000_003).open()), wanted, "{order:?}");
    }
}
