//! Loading a workspace from a real disk: snapshots, broken configs, captured references.

use std::fs;
use std::sync::Arc;

use skillstage::diag::{Code, Place, Severity};
use skillstage::workspace::{Body, Fault, Library, Roots, Snapshot, Source, Workspace};

#[path = "support/disk.rs"]
mod disk;

use disk::Disk;

fn names(library: &Library) -> Vec<&str> {
    library.snapshot.skills.iter().map(|skill| skill.name.as_str()).collect()
}

fn fault_of(library: &Library, skill: &str, path: &str) -> Fault {
    library.reference(skill, path).unwrap_err()
}

#[test]
fn u1_plain_files_and_other_directories_are_no_skills() {
    let disk = Disk::allowing(&["tone"]);
    disk.skill("tone", "How to sound.", "B");
    disk.write("skills/README.md", "# Not a skill");
    disk.write("skills/notes/todo.md", "nothing");
    let snapshot = disk.snapshot();
    assert_eq!((snapshot.skills.len(), snapshot.refused.len(), snapshot.diagnostics.len()), (1, 0, 0));
    assert_eq!(snapshot.skills[0].file, "skills/tone/SKILL.md");
}

#[test]
fn u1_an_empty_root_is_fine_and_a_missing_one_is_told() {
    let disk = Disk::allowing(&[]);
    assert_eq!(disk.snapshot().diagnostics, []);
    fs::remove_dir(disk.path("skills")).unwrap();
    let snapshot = disk.snapshot();
    assert_eq!(
        (snapshot.diagnostics[0].code, snapshot.diagnostics[0].severity),
        (Code::FileUnreadable, Severity::Warning)
    );
}

#[test]
fn opening_what_is_no_workspace_names_the_way_out() {
    let dir = tempfile::tempdir().unwrap();
    let error = Workspace::open(Roots::workspace(dir.path())).unwrap_err();
    assert_eq!(error.code, Code::NotAWorkspace);
    let help = error.help.unwrap();
    assert!(help.contains("skillstage demo") && help.contains("skillstage init"));
}

#[test]
fn what_keeps_a_workspace_from_opening_is_told_where_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let skills = dir.path().join("skills");
    let place = Some(Place::file(skills.display().to_string()));
    fs::write(&skills, "a file").unwrap();
    let error = Workspace::open(Roots { config: None, ..Roots::workspace(dir.path()) }).unwrap_err();
    assert_eq!((error.message.as_str(), &error.place), ("is not a directory", &place));
    fs::remove_file(&skills).unwrap();
    std::os::unix::fs::symlink("skills", &skills).unwrap();
    let error = Workspace::open(Roots::workspace(dir.path())).unwrap_err();
    assert!(error.message.starts_with("cannot be read: "), "{error}");
    assert_eq!(error.place, place);
}

#[test]
fn u7_skills_stand_in_order_of_code_points() {
    let disk = Disk::allowing(&["b", "a-b", "ab", "a", "a1"]);
    for name in ["ab", "b", "a", "a1", "a-b"] {
        disk.skill(name, "d", "B");
    }
    assert_eq!(names(&disk.library()), ["a", "a-b", "a1", "ab", "b"]);
}

#[test]
fn u7_the_id_covers_config_and_skills_and_nothing_else() {
    let disk = Disk::allowing(&["tone"]);
    disk.skill("tone", "d", "B");
    let first = disk.snapshot();
    disk.skill("tone", "d", "B");
    disk.write("skills_config.yml", "# same meaning\nallowlist: [tone]\nenabled: true\n");
    assert_eq!(disk.snapshot().id, first.id);
    assert_eq!(first.short_id().len(), 7);
    disk.skill("tone", "d", "C");
    let edited = disk.snapshot();
    disk.write("skills_config.yml", "enabled: false\nallowlist: [tone]\n");
    let disabled = disk.snapshot();
    assert!(edited.id != first.id && disabled.id != edited.id);
}

#[test]
fn u8_a_missing_config_at_start_is_an_empty_one() {
    let disk = Disk::new();
    disk.skill("tone", "d", "B");
    let snapshot = disk.snapshot();
    assert_eq!((snapshot.config.enabled, snapshot.config.source, snapshot.skills.len()), (false, Source::Missing, 1));
    let workspace = disk.open();
    assert_eq!(workspace.load(Some(&snapshot)).broken, None, "still missing is not vanished");
}

#[test]
fn u8_a_missing_config_that_was_named_is_told() {
    let disk = Disk::new();
    let roots = |config: &str| Roots { config: Some(disk.path(config)), ..Roots::workspace(disk.root()) };
    let findings = |config| Workspace::open(roots(config)).unwrap().load(None).snapshot.diagnostics.clone();
    assert_eq!(findings("skills_config.yml"), []);
    let told = findings("skils_config.yml");
    assert_eq!((told[0].severity, &told[0].place), (Severity::Warning, &Some(Place::file("skils_config.yml"))));
}

#[test]
fn u8_a_config_that_vanishes_or_turns_empty_while_running_is_broken() {
    let disk = Disk::allowing(&["tone"]);
    disk.skill("tone", "d", "B");
    let workspace = disk.open();
    let before = disk.snapshot();
    disk.write("skills_config.yml", "");
    let emptied = workspace.load(Some(&before));
    fs::remove_file(disk.path("skills_config.yml")).unwrap();
    let gone = workspace.load(Some(&before));
    for loaded in [emptied, gone] {
        assert_eq!(loaded.broken.unwrap().code, Code::ConfigVanished);
        assert!(Arc::ptr_eq(&loaded.snapshot, &before));
    }
    disk.write("skills_config.yml", "enabled: false\n");
    let closed = workspace.load(Some(&before));
    assert!(closed.broken.is_none() && !closed.snapshot.config.enabled);
}

#[test]
fn u12_a_broken_config_keeps_the_last_valid_snapshot() {
    let disk = Disk::allowing(&["tone"]);
    disk.skill("tone", "d", "B");
    let workspace = disk.open();
    let before = disk.snapshot();
    disk.write("skills_config.yml", "enabled: true\nlimits:\n  max_rounds: -2\n");
    disk.skill("tone", "d", "edited");
    let loaded = workspace.load(Some(&before));
    assert_eq!(loaded.snapshot, before);
    let broken = loaded.broken.unwrap();
    assert_eq!((broken.code, broken.place), (Code::ConfigValue, Some(Place::at("skills_config.yml", 3, 15))));
    disk.write("skills_config.yml", "enabled: true\nallowlist: [tone]\n");
    let mended = workspace.load(Some(&before));
    assert!(mended.broken.is_none() && mended.snapshot.id != before.id);
}

#[test]
fn u12_with_no_earlier_snapshot_skills_are_off_and_still_listed() {
    let disk = Disk::new();
    disk.write("skills_config.yml", "enabled: true\nallowlist: [tone\n");
    disk.skill("tone", "d", "B");
    let workspace = disk.open();
    let first = workspace.load(None);
    assert!(first.broken.is_some() && !first.snapshot.config.enabled);
    assert_eq!(first.snapshot.skills.len(), 1);
    disk.skill("voice", "d", "B");
    let second = workspace.load(Some(&first.snapshot));
    assert_eq!(second.snapshot.skills.len(), 2, "there is no valid snapshot to keep");
    fs::remove_file(disk.path("skills_config.yml")).unwrap();
    assert!(workspace.load(Some(&second.snapshot)).broken.is_none());
}

#[test]
fn u11_names_without_allowlist_or_valid_skill_are_reported_with_a_place() {
    let disk = Disk::new();
    disk.write(
        "skills_config.yml",
        "enabled: true\nallowlist: [tone, broken, tune]\nalways: [tome]\nscenes:\n  help: [other, broken]\n",
    );
    disk.skill("tone", "d", "B");
    disk.write("skills/broken/SKILL.md", "no front matter");
    let snapshot = disk.snapshot();
    let found: Vec<_> = snapshot
        .diagnostics
        .iter()
        .map(|d| (d.code, d.place.clone().unwrap().line.unwrap(), d.help.clone().unwrap()))
        .collect();
    assert_eq!(found.len(), 5);
    assert_eq!((found[0].0, found[0].1), (Code::ConfigNoSkill, 2));
    assert!(found[0].2.contains("skills/broken/SKILL.md:1:1"), "{}", found[0].2);
    assert_eq!(found[1], (Code::ConfigNoSkill, 2, "did you mean `tone`?".to_owned()));
    assert_eq!(found[2], (Code::ConfigNotAllowed, 3, "did you mean `tone`?".to_owned()));
    assert_eq!((found[3].0, found[3].1), (Code::ConfigNotAllowed, 5));
    assert_eq!((found[4].0, found[4].1), (Code::ConfigNoSkill, 5));
}

#[test]
fn skills_alone_are_all_allowed_and_nothing_is_bound() {
    let disk = Disk::new();
    disk.skill("tone", "d", "B");
    disk.skill("voice", "d", "B");
    let root = disk.path("skills");
    let workspace = Workspace::open(Roots { skills: root.clone(), config: None, ..Roots::workspace(root) }).unwrap();
    let snapshot = workspace.load(None).snapshot;
    assert!(snapshot.config.enabled && snapshot.is_allowed("tone") && snapshot.is_allowed("voice"));
    assert!(snapshot.config.always.is_empty() && snapshot.config.scenes.is_empty());
    assert_eq!(snapshot.skills[0].file, "tone/SKILL.md");
}

#[test]
fn a_config_may_lie_elsewhere() {
    let disk = Disk::new();
    disk.skill("tone", "d", "B");
    let elsewhere = tempfile::tempdir().unwrap();
    let config = elsewhere.path().join("bot.yml");
    fs::write(&config, "enabled: true\nallowlist: [none]\n").unwrap();
    let workspace = Workspace::open(Roots { config: Some(config.clone()), ..Roots::workspace(disk.root()) }).unwrap();
    let snapshot = workspace.load(None).snapshot;
    assert_eq!(snapshot.diagnostics[0].place.as_ref().unwrap().file, config.display().to_string());
}

#[test]
fn u6_bodies_and_references_are_accepted_at_the_limit_and_refused_above() {
    let disk = Disk::allowing(&["over", "at"]);
    disk.write(
        "skills_config.yml",
        "enabled: true\nallowlist: [over, at]\nlimits: {body_bytes: 10, reference_bytes: 6}\n",
    );
    disk.skill("at", "d", "0123456789");
    disk.skill("over", "d", "0123456789\n");
    disk.write("skills/at/references/at.md", "a\r\nb\r\n");
    disk.write("skills/at/references/over.md", "1234567");
    let library = disk.library();
    assert_eq!(&*library.body("at").unwrap().text, "0123456789");
    let fault = library.body("over").unwrap_err();
    assert_eq!(fault.code, Code::BodyTooLarge);
    assert!(fault.message.contains("11") && fault.message.contains("10"), "{}", fault.message);
    let over = library.snapshot.skill("over").unwrap();
    assert!(matches!(over.body, Body::Text(_)), "it stays in the catalog, whole");
    assert_eq!(over.warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(), [Code::BodyTooLarge]);
    assert_eq!(library.snapshot.skill("at").unwrap().warnings, []);
    let at = library.reference("at", "references/at.md").unwrap().content.clone().unwrap();
    assert_eq!((&*at.text, at.bytes), ("a\nb\n", 6));
    let fault = fault_of(&library, "at", "references/over.md");
    assert_eq!(fault.code, Code::ReferenceTooLarge);
    assert!(fault.message.contains('7') && fault.message.contains('6'), "{}", fault.message);
}

#[test]
fn u15_a_library_keeps_its_content_when_the_files_go() {
    let disk = Disk::allowing(&["tone"]);
    disk.skill("tone", "d", "B");
    disk.write("skills/tone/references/a.md", "\u{feff}kept\r\n");
    let library = disk.library();
    fs::remove_dir_all(disk.path("skills")).unwrap();
    assert_eq!(&*library.body("tone").unwrap().text, "B");
    let reference = library.reference("tone", "./references/a.md").unwrap();
    assert_eq!((reference.path.as_str(), &*reference.content.as_ref().unwrap().text), ("references/a.md", "kept\n"));
}

#[test]
fn u4_only_references_of_allowed_valid_skills_are_captured() {
    let disk = Disk::allowing(&["tone", "broken"]);
    disk.skill("tone", "d", "B");
    disk.skill("hidden", "d", "B");
    disk.write("skills/broken/SKILL.md", "---\nname: other\ndescription: d\n---\n");
    for file in ["tone/references/b.txt", "tone/references/a.md", "tone/references/run.sh", "tone/references/deep/x.md"]
    {
        disk.write(&format!("skills/{file}"), "x");
    }
    disk.write("skills/hidden/references/a.md", "x");
    disk.write("skills/broken/references/a.md", "x");
    let library = disk.library();
    let paths: Vec<&str> = library.references["tone"].iter().map(|reference| reference.path.as_str()).collect();
    assert_eq!((paths, library.references.len()), (vec!["references/a.md", "references/b.txt"], 1));
    assert_eq!(fault_of(&library, "broken", "references/a.md").code, Code::SkillRefused);
    assert_eq!(library.body("nobody").unwrap_err().code, Code::SkillUnknown);
    disk.write("skills_config.yml", "enabled: true\nallowlist: [tone]\n");
    let refused = disk.library().skill("broken").unwrap_err();
    assert_eq!(refused.code, Code::SkillUnknown, "what is not allowed is not told apart from nothing");
    let long = disk.library().skill(&"\u{1b}x".repeat(10_000)).unwrap_err().message;
    assert!(long.len() < 2_000 && !long.contains('\u{1b}'), "{long}");
    assert_eq!(fault_of(&library, "nobody", "").code, Code::SkillUnknown);
}

#[test]
fn too_many_references_are_told_and_the_first_by_name_stay() {
    let disk = Disk::allowing(&["tone"]);
    disk.skill("tone", "d", "B");
    for index in (0..1003).rev() {
        disk.write(&format!("skills/tone/references/{index:04}.md"), "x");
    }
    let library = disk.library();
    assert!(library.reference("tone", "references/0999.md").is_ok());
    let fault = fault_of(&library, "tone", "references/1000.md");
    assert_eq!(fault.code, Code::TooMany);
    assert!(fault.message.contains('3'), "{}", fault.message);
}

#[test]
fn u5_workspace_files_are_read_under_the_same_rules() {
    let disk = Disk::new();
    disk.write("prompts/persona.md", "\u{feff}Be kind.\r\n");
    disk.write("prompts/large.md", "x".repeat(101));
    disk.write("prompts/latin.md", b"caf\xe9");
    let workspace = disk.open();
    assert_eq!(workspace.read_file("./prompts/persona.md", 100).unwrap().as_deref(), Some("Be kind.\n"));
    assert_eq!(workspace.read_file("prompts/none.md", 100).unwrap(), None);
    assert_eq!(workspace.read_file("nowhere/none.md", 100).unwrap(), None);
    for (path, code) in [
        ("prompts/large.md", Code::FileTooLarge),
        ("prompts/latin.md", Code::FileNotUtf8),
        ("prompts", Code::FileNotRegular),
        ("../x", Code::PathTraversal),
        ("/etc/passwd", Code::PathAbsolute),
        ("prompts//persona.md", Code::PathEmpty),
    ] {
        assert_eq!(workspace.read_file(path, 100).unwrap_err().code, code, "{path}");
    }
}

#[test]
fn u15_a_catalog_is_loaded_with_the_bodies_that_are_bound_and_judged_like_all() {
    let disk = Disk::new();
    disk.write(
        "skills_config.yml",
        "enabled: true\nallowlist: [bound, tone, voice, none]\nalways: [tone]\nscenes: {help: [bound]}\nlimits: {body_bytes: 3}\n",
    );
    for (name, body) in [("bound", "b"), ("tone", "t"), ("voice", "voice"), ("zest", "z\0")] {
        disk.skill(name, "d", body);
    }
    let (whole, catalog) = (disk.snapshot(), disk.open().load_catalog().snapshot);
    let heads = |snapshot: &Snapshot| -> Vec<_> {
        let heads = snapshot
            .skills
            .iter()
            .map(|skill| (skill.name.clone(), skill.description.clone(), skill.body.bytes(), skill.warnings.clone()));
        heads.collect()
    };
    assert_eq!(heads(&catalog), heads(&whole));
    assert_eq!((&catalog.config, &catalog.refused), (&whole.config, &whole.refused));
    assert_eq!(catalog.diagnostics, whole.diagnostics);
    for name in ["bound", "tone"] {
        assert_eq!(catalog.skill(name).unwrap().body, whole.skill(name).unwrap().body);
    }
    assert_eq!(catalog.skill("voice").unwrap().body, Body::LetGo { bytes: 5 });
    disk.write("skills_config.yml", "enabled: [");
    let loaded = disk.open().load_catalog();
    assert_eq!(
        (loaded.broken.map(|broken| broken.code), loaded.snapshot.config.enabled),
        (Some(Code::ConfigYaml), false)
    );
}
