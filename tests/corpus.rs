//! Real skills by many authors: none crashes the reader, and every refusal has a place and a reason.
//!
//! The skills are those of the directory that `SKILLSTAGE_CORPUS` names, else of `../shared/corpus/real-skills.tar.gz`,
//! unpacked for the test; without either the test says so and passes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use skillstage::check::catalog::{Listed, near, vague};
use skillstage::check::markdown::Outline;
use skillstage::check::references::{Document, Tree, links};
use skillstage::check::{Wants, check, safety};
use skillstage::diag::{Code, Diagnostic, Severity};
use skillstage::dialect::dsh::DescriptionCap;
use skillstage::workspace::{Roots, SkillSource, Snapshot, Workspace};

/// The directory that holds the skills, and what keeps it alive.
fn corpus() -> Option<(PathBuf, Option<tempfile::TempDir>)> {
    if let Some(named) = std::env::var_os("SKILLSTAGE_CORPUS") {
        return Some((named.into(), None));
    }
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/real-skills.tar.gz");
    if !archive.is_file() {
        eprintln!("skipped: no real skills (set SKILLSTAGE_CORPUS to a directory of skills)");
        return None;
    }
    let unpacked = tempfile::tempdir().unwrap();
    let tar = Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(unpacked.path()).status();
    if !tar.is_ok_and(|status| status.success()) {
        eprintln!("skipped: `tar` could not unpack {}", archive.display());
        return None;
    }
    Some((unpacked.path().join("real-skills/skills"), Some(unpacked)))
}

/// Holds the skills against what a plain YAML parser read of them, where its table lies beside them.
fn compare_with_oracle(snapshot: &Snapshot, skills: &Path) {
    let Ok(table) = std::fs::read_to_string(skills.join("../ORACLE.tsv")) else { return };
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let column = |name| header.iter().position(|column| *column == name).unwrap();
    let (dir, parses, name, length) =
        (column("skill"), column("yaml_parses"), column("name"), column("description_chars"));
    let mut compared = 0;
    for row in lines {
        match snapshot.skill(row[dir]) {
            Some(skill) => {
                assert_eq!((row[parses], row[name]), ("y", skill.name.as_str()), "{}", row[dir]);
                // The table was made without the line end before the closing fence, which ends a block scalar there.
                let found = skill.description.chars().count();
                let without = skill.description.strip_suffix('\n').map_or(found, |_| found - 1);
                let wanted: usize = row[length].parse().unwrap();
                assert!(wanted == found || wanted == without, "{}: {wanted}, not {found}", row[dir]);
                compared += 1;
            }
            None => assert!(row[parses] != "y" || row[name] != row[dir] || row[name].contains('_'), "{}", row[dir]),
        }
    }
    println!("{compared} skills read as a plain YAML parser reads them");
}

#[test]
fn real_skills_load_or_are_refused_with_a_place_and_a_reason() {
    let Some((skills, _unpacked)) = corpus() else { return };
    let directories =
        std::fs::read_dir(&skills).unwrap().filter(|entry| entry.as_ref().unwrap().path().join("SKILL.md").is_file());
    let directories = directories.count();
    let workspace =
        Workspace::open(Roots { skills: skills.clone(), config: None, ..Roots::workspace(&skills) }).unwrap();
    let snapshot = workspace.load(None).snapshot;
    assert_eq!(snapshot.skills.len() + snapshot.refused.len(), directories);
    assert_eq!(workspace.load(None).snapshot, snapshot, "a second load gives the same");
    compare_with_oracle(&snapshot, &skills);

    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for refused in &snapshot.refused {
        assert!(!refused.diagnostics.is_empty(), "{}", refused.dir);
        for error in &refused.diagnostics {
            let place = error.place.as_ref().unwrap_or_else(|| panic!("{error} has no place"));
            assert!(place.file.ends_with("/SKILL.md") && place.line.is_some(), "{error}");
            assert!(error.severity == Severity::Error && !error.message.is_empty(), "{error}");
            kinds.entry(error.code.as_str()).or_default().push(format!(
                "{error} · {:?} · fix: {}",
                error.help,
                error.fix.is_some()
            ));
        }
    }
    for skill in &snapshot.skills {
        for warning in &skill.warnings {
            kinds.entry(warning.code.as_str()).or_default().push(warning.to_string());
        }
    }
    println!("{} load, {} are refused", snapshot.skills.len(), snapshot.refused.len());
    for (kind, found) in &kinds {
        println!("{kind}: {}", found.len());
        found.iter().for_each(|line| println!("    {line}"));
    }

    let library = workspace.capture(snapshot);
    let references: Vec<_> = library.references.values().flatten().collect();
    let faults: Vec<_> = references.iter().filter_map(|reference| reference.content.as_ref().err()).collect();
    assert!(faults.iter().all(|fault| !fault.message.is_empty()));
    println!("{} references, {} of them cannot be read", references.len(), faults.len());
}

/// What the families say of a skill's texts.
fn spotted(source: &SkillSource<'_>) -> Vec<Diagnostic> {
    let (Some(text), Some((front_matter, body))) = (source.text, &source.parts) else { return Vec::new() };
    let mut found = safety::front_matter(text, front_matter.clone());
    let references = source.references.iter().filter_map(|one| Some((one.path.as_str(), one.text.as_deref().ok()?)));
    let texts: Vec<(&str, &str)> = [("SKILL.md", text)].into_iter().chain(references).collect();
    let paths = source.references.iter().map(|one| &one.path).chain(&source.others);
    let tree = Tree::new(paths.cloned().chain(["SKILL.md".to_owned()]));
    for (path, text) in texts {
        let part = if path == "SKILL.md" { body.clone() } else { 0..text.len() };
        let outline = Outline::of(text, part);
        found.extend(safety::content(text, &outline));
        found.extend(links(&Document { path, text, outline: &outline }, &tree));
    }
    found.into_iter().map(|spotted| spotted.diagnostic).collect()
}

/// The measure is no false alarm. Of each kind samples were read, and nearly all were right; a rule that grows over its
/// bound has to be read again.
#[test]
fn real_skills_get_no_more_warnings_than_were_read_and_found_right() {
    const MOST: [(&str, usize); 2] = [("link-missing", 424), ("link-outside", 255)];
    let Some((skills, _unpacked)) = corpus() else { return };
    let roots = Roots { skills: skills.clone(), config: None, ..Roots::workspace(&skills) };
    let (loaded, judged) = Workspace::open(roots).unwrap().load_judged(&[], spotted);
    let snapshot = loaded.snapshot;
    let listed = snapshot.skills.iter().map(|one| Listed { name: &one.name, description: &one.description });
    let listed: Vec<Listed> = listed.collect();
    let across = [near(&listed, DescriptionCap::default()), vague(&listed)].concat();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for diagnostic in judged.into_iter().flatten().chain(across.into_iter().map(|one| one.diagnostic)) {
        assert_ne!(diagnostic.severity, Severity::Error, "{diagnostic}");
        if diagnostic.severity == Severity::Warning {
            *counts.entry(diagnostic.code.as_str()).or_default() += 1;
        }
    }
    println!("{counts:?}");
    for (code, count) in counts {
        let most = MOST.iter().find(|(known, _)| *known == code).map_or(0, |(_, most)| *most);
        assert!(count <= most, "{code}: {count}, at most {most}");
    }
}

#[test]
fn the_specification_is_judged_as_its_reference_validator_does() {
    let Some((skills, _unpacked)) = corpus() else { return };
    let Ok(table) = std::fs::read_to_string(skills.join("../ORACLE.tsv")) else { return };
    let workspace =
        Workspace::open(Roots { skills: skills.clone(), config: None, ..Roots::workspace(&skills) }).unwrap();
    let wants = Wants { spec: true, ..Wants::default() };
    let checked = check(&workspace, wants, |_| unreachable!("without a config nothing is costed")).unwrap();
    let refused: BTreeSet<&str> = checked
        .findings
        .iter()
        .filter(|finding| matches!(finding.diagnostic.code, Code::SpecInvalid | Code::SpecStricter))
        .filter_map(|finding| finding.diagnostic.place.as_ref()?.file.split('/').rev().nth(1))
        .collect();
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let column = |name| header.iter().position(|column| *column == name).unwrap();
    let (dir, verdict, error) = (column("skill"), column("reference_validator"), column("error"));
    let (agreed, differing): (Vec<_>, Vec<_>) =
        lines.partition(|row| (row[verdict] == "invalid") == refused.contains(row[dir]));
    println!("{} verdicts as the reference validator gives them", agreed.len());
    let differing: Vec<_> = differing.iter().map(|row| (row[dir], row[verdict], row[error])).collect();
    assert_eq!((agreed.len(), &differing[..]), (checked.skills, &[][..]));
}
