//! What `skillstage export --format html` writes, in a real browser: start, step, end, nothing fetched, nothing run.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::json;

use super::assert_quiet;
use super::chromium::{Chromium, ColorScheme, Key};

const HOSTILE: &str = "version: 1
title: </title><script>document.title = 'broken'</script> 中文
scene: help
steps:
  - say: <img src=x onerror=alert(1)> 字幕
    user: '</script><script>console.error(1)</script><!--'
  - model: |
      {\"name\":\"skill\",\"args\":{\"action\":\"load\",\"params\":{\"name\":\"<b>\"}}}
    expect: {errors: [skill-unknown], holds: ['</script>'], outcome: replied}
  - model: bye
";

/// Exports a scenario of the sample workspace, with a hostile one beside the others.
fn exported(scenario: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(dir.path()).unwrap();
    let skillstage = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skillstage"));
        let output = command.args(arguments).current_dir(&root).env("XDG_CONFIG_HOME", &root).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    skillstage(&["init", "."]);
    fs::write(root.join("scenarios/hostile.yml"), HOSTILE).unwrap();
    skillstage(&["export", scenario, "--format", "html", "-o", "page.html"]);
    let path = root.join("page.html");
    (dir, path)
}

fn step(browser: &mut Chromium) -> serde_json::Value {
    browser.evaluate("Number(document.body.dataset.step)")
}

#[test]
fn an_exported_scenario_is_stepped_through_from_start_to_end() {
    let Some(mut browser) = Chromium::start() else { return };
    let (_dir, path) = exported("scenarios/dsh-session.yml");
    browser.open(&path);
    assert_eq!(step(&mut browser), json!(0));
    assert!(browser.evaluate("document.getElementById('back').disabled").as_bool().unwrap());
    let last = browser.evaluate("data.steps.length - 1").as_u64().unwrap();
    assert_eq!(last, 28, "the steps of the sample session");
    for at in 1..=last {
        browser.press(Key::ArrowRight);
        assert_eq!(step(&mut browser), json!(at));
    }
    browser.press(Key::ArrowRight);
    assert_eq!(step(&mut browser), json!(last), "the end is the end");
    browser.press(Key::ArrowLeft);
    assert_eq!(step(&mut browser), json!(last - 1));
    let opened = "(() => { const row = document.querySelector('details[data-id=catalog]'); row.open = true; \
                  return new Promise((done) => row.addEventListener('toggle', () => done(row.textContent), { once: true })); })()";
    assert!(browser.evaluate(opened).as_str().unwrap().contains("<available_skills>"));
    assert_quiet(&browser, &path);
}

#[test]
fn keys_buttons_slider_and_address_lead_to_a_step() {
    let Some(mut browser) = Chromium::start() else { return };
    let (_dir, path) = exported("scenarios/load-and-read.yml");
    browser.open(&path);
    for (key, at) in [(Key::End, 3), (Key::Home, 0), (Key::ArrowLeft, 0)] {
        browser.press(key);
        assert_eq!(step(&mut browser), json!(at), "{key:?}");
    }
    for (action, at) in [
        ("document.getElementById('next').click()", 1),
        ("document.getElementById('next').click()", 2),
        ("document.getElementById('back').click()", 1),
        ("slider.value = 3; slider.dispatchEvent(new Event('input'))", 3),
    ] {
        browser.evaluate(&format!("{{ const slider = document.getElementById('slider'); {action}; undefined }}"));
        assert_eq!(step(&mut browser), json!(at), "{action}");
    }
    assert_eq!(browser.evaluate("location.hash"), json!("#step-3"), "the address is of the step");
    for (hash, at) in
        [("#step-2", 2), ("#step-1.5", 1), ("#step-99", 3), ("#step--1", 0), ("#step-x", 0), ("#step-1e999", 3)]
    {
        let moved = format!(
            "new Promise((done) => {{ addEventListener('hashchange', () => done(), {{ once: true }}); location.hash = '#'; \
             }}).then(() => new Promise((done) => {{ addEventListener('hashchange', () => done(), {{ once: true }}); \
             location.hash = '{hash}'; }}))"
        );
        browser.evaluate(&moved);
        assert_eq!(step(&mut browser), json!(at), "{hash}");
    }
    assert_quiet(&browser, &path);
}

#[test]
fn a_page_fits_a_phone_and_shows_what_is_new_where_there_is_room() {
    let Some(mut browser) = Chromium::start() else { return };
    let (_dir, path) = exported("scenarios/dsh-session.yml");
    browser.open(&path);
    browser.resize(360, 740);
    let fits = "document.documentElement.scrollWidth <= 360";
    for _ in 0..=28 {
        browser.evaluate("document.querySelectorAll('details').forEach((row) => { row.open = true; })");
        assert_eq!(browser.evaluate(fits), json!(true), "at {}", step(&mut browser));
        browser.press(Key::ArrowRight);
    }
    browser.resize(1200, 800);
    browser.press(Key::Home);
    let in_sight = "(() => { const row = document.querySelector('.new summary'); if (!row) return true; \
                    const place = row.getBoundingClientRect(); \
                    return place.top >= 0 && place.bottom <= document.querySelector('footer').offsetTop; })()";
    for _ in 0..28 {
        browser.press(Key::ArrowRight);
        assert_eq!(browser.evaluate(in_sight), json!(true), "at {}", step(&mut browser));
    }
    assert_quiet(&browser, &path);
}

#[test]
fn light_and_dark_have_their_own_ground() {
    let Some(mut browser) = Chromium::start() else { return };
    let (_dir, path) = exported("scenarios/load-and-read.yml");
    browser.open(&path);
    let ground = "getComputedStyle(document.body).backgroundColor";
    browser.prefer(ColorScheme::Light);
    let light = browser.evaluate(ground);
    browser.prefer(ColorScheme::Dark);
    assert_ne!(browser.evaluate(ground), light);
    assert_quiet(&browser, &path);
}

#[test]
fn nothing_of_a_scenario_is_read_as_markup() {
    let Some(mut browser) = Chromium::start() else { return };
    let (_dir, path) = exported("scenarios/hostile.yml");
    browser.open(&path);
    assert_eq!(browser.evaluate("document.scripts.length + document.images.length"), json!(2), "data and script");
    assert!(browser.evaluate("document.title").as_str().unwrap().starts_with("</title><script>"));
    assert_eq!(
        browser.evaluate("document.getElementById('say').textContent"),
        json!("<img src=x onerror=alert(1)> 字幕")
    );
    browser.press(Key::ArrowRight);
    let checks =
        browser.evaluate("[...document.querySelectorAll('.check')].map((check) => check.textContent[0]).join('')");
    assert_eq!(checks, json!("✓✓✗"), "met and unmet expectations");
    assert_quiet(&browser, &path);
}
