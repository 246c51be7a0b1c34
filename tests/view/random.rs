//! Whatever the size and whatever was typed: drawing never panics, writes only inside, and puts the caret on the screen.

use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use skillstage::app::{BINDINGS, Key, Layout, Mode, Msg};
use skillstage::lang::Lang;
use skillstage::settings::{Setting, Settings, ThemeId};
use skillstage::view;

use crate::harness::Stage;
use crate::support::{World, load, read};

fn a_message() -> impl Strategy<Value = Msg> {
    let bound: Vec<Key> = BINDINGS.iter().flat_map(|binding| binding.keys.iter().copied()).collect();
    prop_oneof![
        8 => proptest::sample::select(bound).prop_map(Msg::Key),
        2 => any::<char>().prop_map(|c| Msg::Key(Key::char(c))),
        2 => proptest::sample::select(vec![load("tone"), read("tone", "references/a.md"), "好\u{1b}👩‍👩‍👧\t\n\n".repeat(40)])
            .prop_map(Msg::Paste),
        1 => (1u16..=250, 1u16..=80).prop_map(|(width, height)| Msg::Resize { width, height }),
    ]
}

fn a_look() -> impl Strategy<Value = Settings> {
    let themes = proptest::sample::select(vec![ThemeId::Dark, ThemeId::Light, ThemeId::Plain]);
    (any::<bool>(), any::<bool>(), themes).prop_map(|(zh, ascii, theme)| Settings {
        lang: Setting { value: if zh { Lang::Zh } else { Lang::En }, ..Setting::default() },
        ascii: Setting { value: ascii, ..Setting::default() },
        theme: Setting { value: theme, ..Setting::default() },
        ..Settings::default()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]
    #[test]
    fn drawing_never_panics(
        settings in a_look(),
        (width, height) in (1u16..=250, 1u16..=80),
        messages in proptest::collection::vec(a_message(), 0..25),
        (real_width, real_height) in (1u16..=250, 1u16..=80),
    ) {
        let mut stage = Stage::with(World::default(), settings, (width, height), false);
        for msg in messages {
            stage.send(msg);
            let state = &stage.state;
            let mut buffer = Buffer::empty(Rect::new(0, 0, state.width, state.height));
            let caret = view::paint(state, &mut buffer);
            prop_assert!(caret.is_none_or(|caret| buffer.area.contains(caret)));
            let bar: String = buffer.content.iter().rev().take(usize::from(state.width)).map(|cell| cell.symbol()).collect();
            prop_assert!(Layout::of(state).too_small || !bar.contains('…'), "an entry of the key bar is whole or not there");
            let typing = matches!(state.mode(), Mode::Text(_));
            prop_assert!(typing || caret.is_none(), "a caret stands only in an input");
            let shows = state.width >= 80 && state.height >= 24;
            prop_assert!(!shows || typing == caret.is_some(), "an input has its caret");
        }
        // The terminal may have another size by now than the state was told.
        view::paint(&stage.state, &mut Buffer::empty(Rect::new(0, 0, real_width, real_height)));
    }
}
