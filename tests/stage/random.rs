//! Whatever is typed: no panic, no broken promise.

use proptest::prelude::*;
use skillstage::app::rows::PromptRow;
use skillstage::app::{BINDINGS, Field, Key, Layout, Mode, Msg, Panel, Pointer, Screen};

use skillstage::turn::Event;

use crate::harness::Stage;
use crate::rows::sums;
use crate::support::{World, load, read};

fn a_key() -> impl Strategy<Value = Msg> {
    let bound: Vec<Key> = BINDINGS.iter().flat_map(|binding| binding.keys.iter().copied()).collect();
    let ends = [Key::ctrl('c'), Key::char('q')];
    let bound: Vec<Key> = bound.into_iter().filter(|key| !ends.contains(key)).collect();
    prop_oneof![
        12 => proptest::sample::select(bound).prop_map(Msg::Key),
        3 => any::<char>().prop_filter("quits", |c| *c != 'q').prop_map(|c| Msg::Key(Key::char(c))),
        1 => proptest::sample::select(vec!["backspace", "delete", "ctrl-u", "ctrl-w", "ctrl-k", "ctrl-r"])
            .prop_map(|name| Msg::Key(Key::parse(name).expect("a key"))),
        2 => proptest::sample::select(vec![load("tone"), load("nobody"), read("tone", "references/a.md"), "好".into()])
            .prop_map(Msg::Paste),
        1 => (1u16..220, 1u16..70).prop_map(|(width, height)| Msg::Resize { width, height }),
        1 => Just(Msg::FilesChanged),
        1 => (proptest::sample::select(Panel::ALL.to_vec()), 0u16..40)
            .prop_map(|(panel, row)| Msg::Pointer(Pointer::Click { panel, row })),
        1 => (proptest::sample::select(Panel::ALL.to_vec()), -9i16..9)
            .prop_map(|(panel, lines)| Msg::Pointer(Pointer::Scroll { panel, lines })),
        1 => Just(Msg::Copied(Err("no terminal".into()))),
        2 => proptest::sample::select(vec!["tone", "brief"]).prop_map(|name| Msg::SkillRead {
            name: name.into(),
            result: Ok(format!("---\nname: {name}\ndescription: When.\n---\nShort.\n").into()),
        }),
        1 => Just(Msg::Edited { field: Field::Message, result: Ok("edited\n".into()) }),
    ]
}

/// Worlds in which turns go differently: plain, with little room, bound, switched off.
fn a_world() -> impl Strategy<Value = World> {
    (0..4).prop_map(|kind| {
        let mut world = World::default();
        match kind {
            1 => world.config.limits.max_tokens = 260,
            2 => world.bind("private_chat", &["tone", "brief"]),
            3 => world.config.enabled = false,
            _ => {}
        }
        world
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn random_keys_keep_every_promise(world in a_world(), slow: bool, messages in proptest::collection::vec(a_key(), 1..80)) {
        let mut stage = Stage::new(world);
        stage.slow = slow; // a count that is awaited changes no sum
        for msg in messages {
            let is_esc = matches!(&msg, Msg::Key(key) if key.to_string() == "esc");
            let overlays = stage.state.overlays.len();
            stage.send(msg);
            let state = &stage.state;
            prop_assert!(!state.quit, "only q and Ctrl-C quit");
            prop_assert!(!is_esc || state.overlays.len() + 1 >= overlays, "Esc takes one layer");
            // Rows add up, whatever is shown (T2).
            let (tokens, changes) = sums(&stage);
            let head = state.rows.prompt_head.as_ref().map_or(0, |head| head.total);
            prop_assert!(!state.filter_text(Panel::Prompt).is_empty() || tokens == head);
            let total = state.rows.prompt.iter().find_map(|row| match row.data {
                PromptRow::Total { change, .. } => change,
                _ => None,
            });
            prop_assert!(!state.filter_text(Panel::Prompt).is_empty() || total.is_none_or(|total| total == changes));
            let turn = state.turn.as_ref().expect("a turn");
            prop_assert!(state.request < turn.requests().len());
            let responses = state.moves.iter().filter(|event| matches!(event, Event::Response(_))).count();
            prop_assert_eq!(turn.steps().len(), responses);
            // Panels are inside the screen and do not overlap; the focused one is there.
            let layout = Layout::of(state);
            prop_assert!(layout.too_small || state.screen != Screen::Stage || layout.panel(state.focus).is_some());
            for (at, (_, one)) in layout.panels.iter().enumerate() {
                prop_assert!(one.right() <= state.width && one.bottom() <= state.height);
                prop_assert!(layout.panels[at + 1..].iter().all(|(_, other)| one.intersection(*other).is_empty()));
            }
            // The selection stands on a row that can be selected.
            for panel in [Panel::Scenes, Panel::Skills, Panel::Turn, Panel::Prompt] {
                prop_assert!(state.list(panel).selected.is_some() || !state.filter_text(panel).is_empty());
            }
        }
        // From anywhere, enough Esc lead back to the bare Stage.
        for _ in 0..40 {
            stage.keys("<esc>");
        }
        prop_assert_eq!(stage.state.mode(), Mode::Command);
        prop_assert!(stage.state.overlays.is_empty() && stage.state.notices.is_empty());
    }
}
