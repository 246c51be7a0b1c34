//! COMMAND, layers and the table of bindings.

use std::collections::BTreeMap;

use skillstage::app::{
    Action, BINDINGS, Context, Effect, Group, HelpLine, Key, Keymap, Msg, Notice, Overlay, Panel, help_lines,
    notice_lines,
};
use skillstage::settings::{Lang, Settings};

use crate::harness::Stage;
use crate::support::World;

/// Every set of contexts the keyboard can stand in, the nearest first.
fn places() -> Vec<Vec<Context>> {
    let mut places: Vec<Vec<Context>> =
        Panel::ALL.into_iter().map(|panel| vec![Context::Panel(panel), Context::Stage, Context::Command]).collect();
    places.push(vec![Context::Bindings, Context::Command]);
    places.push(vec![Context::Check, Context::Command]);
    places.push(vec![Context::FullText, Context::Command]);
    places.push(vec![Context::CopyMenu, Context::Command]);
    places.push(vec![Context::Scenarios, Context::Command]);
    places.push(vec![Context::WhatIf, Context::Command]);
    places.push(vec![Context::Playing, Context::Panel(Panel::Turn), Context::Stage, Context::Command]);
    places.push(vec![Context::Command]);
    places.push(vec![Context::Text]);
    places
}

#[test]
fn every_binding_is_reached_by_each_of_its_keys() {
    let keymap = Keymap::default();
    for binding in BINDINGS {
        for key in binding.keys {
            let reached = places().iter().any(|place| keymap.action(place, *key) == Some(binding.action));
            assert!(reached, "{} by {key}", binding.id);
        }
    }
}

#[test]
fn no_key_means_two_things_in_one_context() {
    for (at, one) in BINDINGS.iter().enumerate() {
        for other in &BINDINGS[at + 1..] {
            assert_ne!(one.id, other.id);
            assert_ne!(one.action, other.action);
            let shared = one.contexts.iter().any(|context| other.contexts.contains(context));
            let key = one.keys.iter().find(|key| other.keys.contains(key));
            assert!(!(shared && key.is_some()), "{} and {} share {key:?}", one.id, other.id);
        }
    }
}

/// UI: nothing rests on keys that terminals swallow; keys of later work are free; hjkl move and mean nothing else.
#[test]
fn the_table_keeps_to_the_rules_of_the_keyboard() {
    let free = ["M"].map(|key| Key::parse(key).expect("a key"));
    for binding in BINDINGS {
        for key in binding.keys {
            assert!(!key.alt && !free.contains(key), "{}", binding.id);
            let swallowed = ['b', 'a', ' ', 's', 'q', 'h', 'i', 'm'].map(Key::ctrl);
            // One that is swallowed may stand beside a key that is not: nothing rests on it.
            let rests = binding.keys.iter().all(|key| swallowed.contains(key));
            assert!(!rests, "{}", binding.id);
            let moves = ["up", "down", "collapse", "expand"].contains(&binding.id);
            assert!(moves || !['h', 'j', 'k', 'l'].map(Key::char).contains(key), "{}", binding.id);
            assert_eq!(Key::parse(&key.to_string()), Some(*key));
        }
    }
}

#[test]
fn a_personal_key_goes_first_and_shows_everywhere() {
    let keys = BTreeMap::from([("new-turn".to_owned(), "x".into()), ("up".to_owned(), "K".into())]);
    let (keymap, faults) = Keymap::new(&keys);
    assert_eq!(faults, Vec::new());
    let place = [Context::Panel(Panel::Turn), Context::Stage, Context::Command];
    assert_eq!(keymap.action(&place, Key::char('x')), Some(Action::NewTurn));
    assert_eq!(keymap.action(&place, Key::char('n')), None);
    assert_eq!(keymap.shown(Action::NewTurn), Some(Key::char('x')));
    let up = Key::parse("up").expect("a key");
    assert_eq!(keymap.action(&place, up), Some(Action::Up), "the main path never needs a letter");
}

#[test]
fn personal_keys_that_cannot_be_are_told_and_left_out() {
    let cases = [
        ("new-trun", "x", "new-turn"),
        ("new-turn", "hyper", "not a key"),
        ("new-turn", "u", "taken"),
        ("new-turn", "ctrl-s", "terminals"),
        ("accept", "x", "TEXT"),
        ("quit", "esc", "one layer"),
        ("quit", "？", "input method"),
    ];
    for (id, key, wanted) in cases {
        let (keymap, faults) = Keymap::new(&BTreeMap::from([(id.to_owned(), key.into())]));
        let told = format!("{} {}", faults[0].message, faults[0].help.clone().unwrap_or_default());
        assert!(told.contains(wanted), "{id}: {key}: {told}");
        assert_eq!(keymap, Keymap::default());
    }
}

#[test]
fn a_fault_in_personal_keys_stands_on_the_first_screen() {
    let mut settings = Settings::default();
    settings.keys.value.insert("quit".into(), "nonsense".into());
    let stage = Stage::with(World::default(), settings, (80, 24), false);
    assert!(matches!(stage.state.notices.first(), Some(Notice::Fault(_))));
}

#[test]
fn full_width_keys_count_as_their_twins_and_other_cjk_is_answered() {
    let mut stage = Stage::new(World::default());
    stage.keys("？");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Help { .. })));
    stage.keys("<esc>你");
    assert_eq!(stage.state.notices, vec![Notice::InputMethod]);
    stage.keys("<esc>");
    assert!(stage.state.notices.is_empty());
}

#[test]
fn esc_takes_one_layer_at_a_time_and_never_quits() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys(" /t<enter>f<f1>");
    stage.send(Msg::Copied(Err("no terminal".into())));
    let layers = |stage: &Stage| {
        let state = &stage.state;
        let filter = usize::from(!state.filter_text(Panel::Skills).is_empty());
        state.overlays.len() + filter + usize::from(!state.marked.is_empty()) + state.notices.len()
    };
    assert_eq!(layers(&stage), 5);
    for left in (0..5).rev() {
        stage.keys("<esc>");
        assert_eq!(layers(&stage), left);
    }
    stage.keys("<esc><esc>");
    assert!(!stage.state.quit);
}

#[test]
fn q_closes_overlays_then_asks_when_a_turn_was_played() {
    let mut stage = Stage::new(World::default());
    stage.keys("<f1>q");
    assert!(stage.state.overlays.is_empty() && !stage.state.quit);
    stage.on_skill_row("skill:tone").keys("<enter>q");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Confirm(_))));
    stage.keys("<esc>");
    assert!(!stage.state.quit);
    stage.keys("q<enter>");
    assert!(stage.state.quit);
    assert!(matches!(stage.asked.last(), Some(Effect::Quit)));
    assert!(Stage::new(World::default()).keys("q").state.quit, "nothing to lose, nothing to ask");
}

#[test]
fn ctrl_c_twice_quits_and_another_key_between_does_not() {
    let mut stage = Stage::new(World::default());
    stage.keys("<ctrl-c><down><ctrl-c>");
    assert!(!stage.state.quit);
    stage.keys("<ctrl-c>");
    assert!(stage.state.quit);
}

#[test]
fn digits_and_tab_walk_through_the_panels_at_every_width() {
    for size in [(40, 12), (80, 24), (120, 36), (200, 60)] {
        let mut stage = Stage::with(World::default(), Settings::default(), size, false);
        for panel in Panel::ALL {
            stage.keys(&panel.digit().to_string());
            assert_eq!(stage.state.focus, panel);
            assert!(skillstage::app::Layout::of(&stage.state).panel(panel).is_some(), "{panel:?} is on the screen");
        }
        stage.keys("<tab>");
        assert_eq!(stage.state.focus, Panel::Scenes);
        stage.keys("<shift-tab>");
        assert_eq!(stage.state.focus, Panel::Text);
    }
}

#[test]
fn the_help_scrolls_to_its_last_line_and_no_further() {
    for read_only in [false, true] {
        let mut stage = Stage::with(World::default(), Settings::default(), (80, 24), read_only);
        stage.keys("<f1><end>");
        let Some(Overlay::Help { offset, from }) = stage.state.overlays.last() else { panic!("the help") };
        let lines = skillstage::app::help_lines(&stage.state, from).len();
        assert_eq!(*offset, lines - stage.state.overlay_lines());
    }
}

#[test]
fn the_help_starts_with_the_keys_of_where_one_was_and_names_every_action() {
    let mut stage = Stage::new(World::default());
    for (keys, first) in [("<f1>", Group::Play), ("<esc>r<f1>", Group::Text), ("<esc><esc>4f<f1>", Group::Overlays)] {
        let Some(Overlay::Help { from, .. }) = stage.keys(keys).state.overlays.last().cloned() else {
            panic!("{keys}")
        };
        let lines = help_lines(&stage.state, &from);
        assert!(matches!(lines[0], HelpLine::Heading(group) if group == first), "{keys}");
        let listed = |id: &str| {
            lines
                .iter()
                .filter(|line| matches!(line, HelpLine::Keys { binding, named: true } if binding.id == id))
                .count()
        };
        for binding in BINDINGS {
            assert_eq!(listed(binding.id), usize::from(stage.state.is_available(binding.action)), "{}", binding.id);
        }
    }
}

#[test]
fn faults_of_personal_settings_stay_in_the_diagnostics() {
    let mut settings = Settings::default();
    settings.keys.value.insert("quit".into(), "nonsense".into());
    let mut stage = Stage::with(World::default(), settings, (120, 36), false);
    stage.keys("<esc><esc>");
    assert!(stage.state.notices.is_empty());
    let Some(Overlay::Diagnostics(list)) = stage.keys("D").state.overlays.last() else { panic!("the diagnostics") };
    assert!(list.items.iter().any(|item| item.message.contains("nonsense")), "{:?}", list.items);
}

#[test]
fn l_changes_the_language_at_once() {
    let mut stage = Stage::new(World::default());
    stage.keys("L");
    assert_eq!(stage.state.lang(), Lang::Zh);
    stage.keys(":舞台");
    let Some(Overlay::Palette(palette)) = stage.state.overlays.last() else { panic!("the palette") };
    assert_eq!(palette.matches.first().map(|item| item.action), Some(Action::Stage));
}

#[test]
fn a_click_selects_and_a_second_one_opens() {
    let mut stage = Stage::new(World::default());
    let click = || Msg::Pointer(skillstage::app::Pointer::Click { panel: Panel::Scenes, row: 1 });
    stage.send(click());
    assert_eq!(stage.selected(Panel::Scenes), "scene:group_chat");
    assert_eq!(stage.state.scene.as_str(), "private_chat");
    stage.send(click());
    assert_eq!(stage.state.scene.as_str(), "group_chat");
}

#[test]
fn an_overlay_closes_with_the_key_that_opened_it() {
    let mut world = World::default();
    world.config.limits.max_tokens = 10;
    let mut stage = Stage::new(world);
    for key in ["v", "d", "D", "f", "y", "?", "<f1>"] {
        assert_eq!(stage.keys(key).state.overlays.len(), 1, "{key}");
        assert_eq!(stage.keys(key).state.overlays.len(), 0, "{key}");
    }
}

#[test]
fn the_whole_screen_takes_the_keys_that_work_everywhere_and_says_which_do_not() {
    let mut stage = Stage::new(World::default());
    stage.on_skill_row("skill:tone").keys("f");
    stage.keys("D");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Diagnostics(_))));
    stage.keys("<esc>:");
    assert!(matches!(stage.state.overlays.last(), Some(Overlay::Palette(_))));
    stage.keys("<esc>b");
    assert!(matches!(stage.state.notices.last(), Some(Notice::Hint(why)) if why.contains("Esc")));
    stage.keys("<down>");
    assert!(!stage.state.notices.iter().any(|notice| matches!(notice, Notice::Hint(_))));
}

#[test]
fn all_that_was_told_can_be_read() {
    let mut stage = Stage::new(World::default());
    for why in ["first reason", "second reason", "third reason"] {
        stage.send(Msg::Copied(Err(why.into())));
    }
    let shown: String = notice_lines(&stage.state).into_iter().map(|line| line.text).collect();
    assert!(shown.contains("+2 more: !") && shown.contains("third"), "{shown}");
    let Some(Overlay::FullText(full)) = stage.keys("!").state.overlays.last() else { panic!("the notices") };
    let places = ["third", "second", "first"].map(|word| full.document.raw.find(word).expect("each is there"));
    assert!(places.is_sorted(), "the newest first");
}
