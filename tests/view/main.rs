//! Pictures of the screen, text and style, at the four sizes of the design and in every look.

mod bindings;
mod check;
#[allow(dead_code, reason = "the Stage's own tests use the rest")]
#[path = "../stage/findings.rs"]
mod findings;
#[allow(dead_code, reason = "the Stage's own tests use the rest")]
#[path = "../stage/harness.rs"]
mod harness;
mod narrow;
mod overlays;
mod picture;
mod random;
mod sample;
mod scenarios;
mod session;
#[allow(dead_code, reason = "the turn's own tests use the rest")]
#[path = "../support/mod.rs"]
mod support;
mod what_if;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use skillstage::app::State;
use skillstage::lang::Lang;
use skillstage::settings::ThemeId;
use skillstage::view;

use picture::picture;
use sample::{Look, loading, played};

/// Draws a state at its own size.
pub fn drawn(state: &State) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, state.width, state.height));
    let caret = view::paint(state, &mut buffer).map(|caret| (caret.x, caret.y));
    picture(&buffer, caret)
}

#[test]
fn stage_at_every_size() {
    for (width, height) in [(40, 12), (80, 24), (120, 36), (200, 60)] {
        insta::assert_snapshot!(format!("stage_{width}x{height}"), drawn(&played(Look::at(width, height))));
    }
}

#[test]
fn stage_in_chinese() {
    for (width, height) in [(80, 24), (120, 36)] {
        let look = Look { lang: Lang::Zh, ..Look::at(width, height) };
        insta::assert_snapshot!(format!("stage_zh_{width}x{height}"), drawn(&played(look)));
    }
}

#[test]
fn stage_in_other_looks() {
    let light = Look { theme: ThemeId::Light, ..Look::at(120, 36) };
    insta::assert_snapshot!("stage_light", drawn(&played(light)));
    let plain = Look { theme: ThemeId::Plain, ascii: true, ..Look::at(120, 36) };
    insta::assert_snapshot!("stage_plain_ascii", drawn(&played(plain)));
}

#[test]
fn first_frame_before_anything_is_read() {
    insta::assert_snapshot!("first_frame", drawn(&loading(Look::at(80, 24))));
}

#[test]
fn too_small_says_what_is_needed() {
    insta::assert_snapshot!("too_small", drawn(&played(Look::at(39, 11))));
}
