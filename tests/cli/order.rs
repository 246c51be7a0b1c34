//! The order and bytes of everything printed depend on content alone: not on directory order, locale, time zone or
//! modification times (U7, U16).

use std::fs;
use std::time::{Duration, SystemTime};

use super::disk::Disk;
use super::{run, skillstage};

const NAMES: [&str; 7] = ["zeta", "a-b", "ab", "a", "b9", "b10", "m"];

fn workspace(order: impl Iterator<Item = usize>, age: u64) -> Disk {
    let disk = Disk::new();
    for index in order {
        let name = NAMES[index];
        disk.skill(name, &format!("Skill {name} 技能"), &format!("Body of {name} É"));
        disk.write(&format!("skills/{name}/references/z.md"), format!("z of {name}"));
        disk.write(&format!("skills/{name}/references/a.txt"), format!("a of {name}"));
        let stamp = SystemTime::now() - Duration::from_secs(age * 86_400 * (index as u64 + 1));
        for file in ["SKILL.md", "references/z.md", "references/a.txt"] {
            let file = fs::File::options().append(true).open(disk.path(&format!("skills/{name}/{file}"))).unwrap();
            file.set_modified(stamp).unwrap();
        }
    }
    disk.write(
        "skills_config.yml",
        "enabled: true\nallowlist: [m, a, ab, a-b, b10, b9, zeta]\nalways: [zeta, a]\nscenes: {help: [ab]}\n",
    );
    disk.write(
        "scenarios/base.yml",
        "version: 1\nprompts: [{id: p, text: Persona}]\nhistory: [{speaker: user, text: h}]\n",
    );
    disk
}

/// A recording and a hand-written scenario, with a passing and a failing expectation, run in five surroundings.
#[test]
fn s4_a_replay_gives_the_same_bytes_in_another_zone_locale_order_folder_and_on_other_cores() {
    let record = ["record", "--scene", "help", "--message", "m", "--load", "m", "--reply", "ok", "--title", "T"];
    let steps = "steps:\n  - user: Hi\n  - load: m\n    expect: {loaded: [a, zeta], holds: [Persona]}\n";
    let prepared = |disk: Disk, recording: Option<&[u8]>| {
        match recording {
            Some(bytes) => fs::write(disk.path("scenarios/r.yml"), bytes).unwrap(),
            None => assert!(run(disk.root(), [&record[..], &["-o", "scenarios/r.yml"]].concat()).status.success()),
        }
        disk.write("scenarios/h.yml", format!("version: 1\nextends: base.yml\nscene: help\n{steps}"));
        disk.write("skills/m/SKILL.md", "---\nname: m\ndescription: Edited.\n---\nNow.\n");
        disk
    };
    let first = prepared(workspace(0..NAMES.len(), 0), None);
    let recording = fs::read(first.path("scenarios/r.yml")).unwrap();
    let other = prepared(workspace((0..NAMES.len()).rev(), 400), Some(&recording));
    for format in ["human", "json", "junit", "github"] {
        let args = ["run", "--format", format];
        let expected = run(first.root(), args);
        assert_eq!(expected.status.code(), Some(1), "one fails, one drifted");
        for (locale, zone, cores) in [("tr_TR.UTF-8", "Asia/Shanghai", "1"), ("C", "America/St_Johns", "4")] {
            for disk in [&first, &other] {
                let mut command = skillstage(disk.root());
                command.args(args).env("LANG", locale).env("LC_ALL", locale).env("TZ", zone);
                let output = command.env("RAYON_NUM_THREADS", cores).output().unwrap();
                assert!(output.stdout == expected.stdout, "{format} differs under {locale}, {zone}, {cores} cores");
            }
        }
    }
    for format in ["html", "cast"] {
        let args = ["export", "scenarios/r.yml", "--format", format];
        let expected = run(first.root(), args);
        assert!(expected.status.success());
        for (locale, zone, no_color) in [("zh_CN.UTF-8", "Asia/Shanghai", "1"), ("C", "America/St_Johns", "")] {
            for disk in [&first, &other] {
                let mut command = skillstage(disk.root());
                command.args(args).env("LANG", locale).env("LC_ALL", locale).env("TZ", zone);
                let output = command.env("NO_COLOR", no_color).output().unwrap();
                assert!(output.stdout == expected.stdout, "{format} differs under {locale}, {zone}, {no_color}");
            }
        }
    }
    let text = String::from_utf8(recording).unwrap();
    assert!(!text.contains(first.root().to_str().unwrap()), "paths of a recording are relative to the workspace");
}

#[test]
fn u7_the_bytes_do_not_depend_on_directory_order_locale_time_zone_or_modification_times() {
    let commands: [&[&str]; 5] = [
        &["catalog", "--scene", "help", "--format", "json"],
        &["catalog", "--scene", "help"],
        &["scenes", "--format", "json"],
        &["prompt", "--scene", "help", "--message", "m", "--read", "ab/references/z.md,ab/references/a.txt"],
        &["prompt", "--scene", "help", "--message", "m", "--at", "09:30", "--load", "m", "--format", "json"],
    ];
    let first = workspace(0..NAMES.len(), 0);
    let others = [workspace((0..NAMES.len()).rev(), 400), workspace([3, 1, 6, 0, 5, 2, 4].into_iter(), 9_000)];
    for args in commands {
        let expected = run(first.root(), args);
        assert!(expected.status.success());
        for other in &others {
            for (locale, zone) in [("tr_TR.UTF-8", "Asia/Shanghai"), ("C", "America/St_Johns"), ("zh_CN.UTF-8", "UTC")]
            {
                let mut command = skillstage(other.root());
                command.args(args).env("LANG", locale).env("LC_ALL", locale).env("TZ", zone);
                let output = command.output().unwrap();
                assert!(output.stdout == expected.stdout, "{args:?} differs under {locale}, {zone}");
            }
        }
    }
}
