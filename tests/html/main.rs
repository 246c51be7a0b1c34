//! HTML pages in a real browser. Where no Chromium is found these tests say so and pass.

mod chromium;
mod export;

use std::fs;
use std::path::{Path, PathBuf};

use chromium::{Chromium, ColorScheme, Key};
use serde_json::json;

/// A page with `body`, and what keeps it on disk.
fn page(body: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = fs::canonicalize(dir.path()).unwrap().join("page.html");
    let head = "<!doctype html><meta charset=utf-8><title>页</title>";
    fs::write(&path, format!("{head}<body>{body}</body>")).unwrap();
    (dir, path)
}

/// The page did nothing that an exported page must not do.
#[track_caller]
fn assert_quiet(browser: &Chromium, path: &Path) {
    let seen = browser.seen();
    assert!(seen.errors().is_empty() && seen.exceptions.is_empty(), "{seen:?}");
    assert!(seen.requests_elsewhere(path).is_empty(), "{seen:?}");
    assert_eq!(seen.requests.len(), 1, "the page itself: {seen:?}");
}

#[test]
fn a_page_is_stepped_through_with_keys_in_light_and_dark() {
    let Some(mut browser) = Chromium::start() else { return };
    let (_dir, path) = page(
        "<style>body { color: rgb(1, 2, 3) } @media (prefers-color-scheme: dark) { body { color: rgb(4, 5, 6) } }</style>
        <p>0</p><script>
        const shown = document.querySelector('p');
        addEventListener('keydown', ({ key }) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
            if (step) shown.textContent = Number(shown.textContent) + step;
            console.log('step', step, key);
        });
        </script>",
    );
    browser.open(&path);
    assert_eq!(browser.evaluate("document.title"), json!("页"));
    let step = "document.querySelector('p').textContent";
    assert_eq!(browser.evaluate(step), json!("0"));
    browser.press(Key::ArrowRight);
    browser.press(Key::ArrowRight);
    assert_eq!(browser.evaluate(step), json!("2"));
    browser.press(Key::ArrowLeft);
    assert_eq!(browser.evaluate(step), json!("1"));
    assert_eq!(browser.seen().console, ["log: step 1 ArrowRight", "log: step 1 ArrowRight", "log: step -1 ArrowLeft"]);

    let color = "getComputedStyle(document.body).color";
    browser.prefer(ColorScheme::Dark);
    assert_eq!(browser.evaluate(color), json!("rgb(4, 5, 6)"));
    browser.prefer(ColorScheme::Light);
    assert_eq!(browser.evaluate(color), json!("rgb(1, 2, 3)"));
    assert_quiet(&browser, &path);
}

#[test]
fn an_error_on_the_console_and_an_exception_are_caught() {
    let Some(mut browser) = Chromium::start() else { return };
    let (_dir, path) = page("<script>console.error('wrong', 7); nothing.there</script>");
    browser.open(&path);
    let seen = browser.seen();
    assert_eq!(seen.errors(), ["error: wrong 7"]);
    assert_eq!(seen.exceptions.len(), 1, "{seen:?}");
    assert!(seen.exceptions[0].starts_with("ReferenceError: nothing is not defined"), "{seen:?}");

    let (_quiet, path) = page("<p>");
    browser.open(&path);
    assert_quiet(&browser, &path);
}

#[test]
fn a_request_to_anywhere_is_caught() {
    let Some(mut browser) = Chromium::start() else { return };
    let requests = [
        ("<img src='https://pictures.invalid/a.png'>", "https://pictures.invalid/a.png"),
        ("<link rel=stylesheet href='other.css'>", "other.css"),
        (
            "<style>@font-face { font-family: f; src: url(https://fonts.invalid/f) } p { font-family: f }</style><p>x</p>",
            "https://fonts.invalid/f",
        ),
        ("<iframe src='https://frames.invalid/'></iframe>", "https://frames.invalid/"),
        ("<script>fetch('https://data.invalid/').catch(() => {})</script>", "https://data.invalid/"),
        ("<script>new WebSocket('wss://sockets.invalid/')</script>", "wss://sockets.invalid/"),
        ("<script>navigator.sendBeacon('https://beacons.invalid/')</script>", "https://beacons.invalid/"),
    ];
    for (body, wanted) in requests {
        let (_dir, path) = page(body);
        browser.open(&path);
        let is_caught = |seen: &chromium::Seen| seen.requests_elsewhere(&path).iter().any(|url| url.ends_with(wanted));
        browser.wait_seen(wanted, is_caught);
    }
    let (_dir, path) = page("<img src='data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC'>");
    browser.open(&path);
    assert!(browser.seen().requests_elsewhere(&path).is_empty(), "{:?}", browser.seen());
}
