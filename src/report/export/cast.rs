//! An asciinema v2 cast: the Stage itself, a frame for each step, drawn by the screen's own view.

use std::io::{self, Write as _};
use std::sync::Arc;

use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde_json::json;

use crate::app::{Effect, Key, LoadedWorkspace, Msg, Start, State, update};
use crate::diag::{Code, Diagnostic, Place};
use crate::dialect;
use crate::scenario::{Base, Ground, Scenario};
use crate::settings::{Origin, Setting, Settings};
use crate::text::{printable_line, width};
use crate::view;

/// Seconds that a step stands at least, and for each cell of its caption.
const SECONDS: (f64, f64) = (2.0, 0.06);

/// Most columns and rows of a cast.
pub const MOST: u16 = 500;

/// The scenario as a cast of `size` columns and rows. Times come from the captions' lengths, so that the same files give
/// the same bytes (S4).
///
/// # Errors
/// What keeps the scenario from being played.
pub fn cast(scenario: &Arc<Scenario>, ground: Ground, size: (u16, u16)) -> Result<String, Diagnostic> {
    let unplayable = |why: String| Diagnostic::error(Code::ScenarioValue, why).at(Place::file(&scenario.file));
    let title = printable_line(scenario.base.title.as_deref().unwrap_or(&scenario.file)).into_owned();
    let (columns, rows) = size;
    let env = json!({ "TERM": "xterm-256color" });
    let header = json!({ "version": 2, "width": columns, "height": rows, "title": title, "env": env });
    let mut lines = vec![header.to_string()];
    // The theme says whether there are colours, not a `NO_COLOR` where the cast is made.
    crossterm::style::force_color_output(true);
    let mut state = opened(scenario, ground, size);
    let mut at = 0.0;
    for step in 0..=scenario.steps.len() {
        if step > 0 {
            send(&mut state, Msg::Key(Key::new(crossterm::event::KeyCode::Right)));
        }
        let walk = state.walk.as_ref().filter(|walk| walk.place().0 == step);
        let walk = walk.ok_or_else(|| unplayable(format!("step {step} cannot be played")))?;
        let caption = walk.say().map_or(0, width);
        let frame = frame(&state).map_err(|error| unplayable(error.to_string()))?;
        lines.push(json!([at, "o", frame]).to_string());
        at = ((at + SECONDS.0 + SECONDS.1 * caption as f64) * 100.0).round() / 100.0;
    }
    // The last frame stands as long as the others.
    lines.push(json!([at, "o", ""]).to_string());
    Ok(lines.join("\n") + "\n")
}

/// The Stage with the scenario at its opening.
fn opened(scenario: &Arc<Scenario>, ground: Ground, size: (u16, u16)) -> State {
    let settings = of_files(&ground.settings);
    let library = Arc::clone(&ground.library);
    let (mut state, effects) = State::new(Start {
        dialect: dialect::by_id(scenario.base.dialect(), &settings, &scenario.base.places),
        settings,
        title: "skillstage".to_owned(),
        source_args: Vec::new(),
        temporary: None,
        personal_config: None,
        settings_faults: Vec::new(),
        read_only: true,
        opens: Some((Arc::clone(scenario), ground, false)),
        size,
        clock: "09:30".to_owned(),
    });
    let load = effects.iter().find_map(|effect| match effect {
        Effect::Load { id, .. } => Some(*id),
        _ => None,
    });
    if let Some(id) = load {
        let (base, prepared, at) = (Ok(Arc::new(Base::default())), Ok(None), "09:30:00".to_owned());
        send(
            &mut state,
            Msg::Loaded(Box::new(LoadedWorkspace {
                id,
                library,
                broken: None,
                config_file: crate::workspace::CONFIG_FILE.to_owned(),
                config: None,
                base,
                prepared,
                scenarios: 0,
                at,
            })),
        );
    }
    state
}

/// The settings without what the surroundings and the person say where the cast is made: its screen is seen elsewhere (S4).
fn of_files(settings: &Settings) -> Settings {
    let default = Settings::default();
    Settings {
        lang: shared(&settings.lang, default.lang),
        theme: shared(&settings.theme, default.theme),
        mouse: shared(&settings.mouse, default.mouse),
        ascii: shared(&settings.ascii, default.ascii),
        keys: shared(&settings.keys, default.keys),
        ..settings.clone()
    }
}

/// A setting that neither the surroundings nor the person makes.
fn shared<T: Clone>(setting: &Setting<T>, default: Setting<T>) -> Setting<T> {
    if matches!(setting.origin, Origin::Env(_) | Origin::Person(_)) { default } else { setting.clone() }
}

/// Sends a message and answers what it asks: nothing here runs off the loop.
fn send(state: &mut State, msg: Msg) {
    let mut messages = vec![msg];
    while let Some(msg) = messages.pop() {
        for effect in update(state, msg) {
            messages.extend(match effect {
                Effect::Count { id, job } => Some(Msg::Counted { id, counts: Arc::new(job.run()) }),
                Effect::WarmEstimator { estimator, texts } => Some(Msg::EstimatorReady { estimator, texts }),
                _ => None,
            });
        }
    }
}

/// The bytes that draw the whole screen.
fn frame(state: &State) -> io::Result<String> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, state.width, state.height));
    view::paint(state, &mut buffer);
    let mut bytes = Vec::new();
    bytes.write_all(b"\x1b[?25l\x1b[0m\x1b[2J\x1b[H")?;
    let empty = Buffer::empty(buffer.area);
    CrosstermBackend::new(&mut bytes).draw(empty.diff(&buffer).into_iter())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Grounds;
    use crate::workspace::{Roots, Workspace};

    /// The Stage with a scenario of the sample workspace.
    fn stage(file: &str, size: (u16, u16)) -> State {
        let roots = Roots::workspace(env!("CARGO_MANIFEST_DIR"));
        let workspace = Workspace::open(roots.clone()).unwrap();
        let grounds = Grounds::new(roots, Arc::default());
        let (scenario, ground) = grounds.scenario(&workspace, file).unwrap();
        opened(&scenario, ground, size)
    }

    #[test]
    fn a_terminal_that_plays_a_frame_shows_each_cell_as_the_view_drew_it() {
        for (columns, rows) in [(120, 36), (80, 24), (40, 12)] {
            let mut state = stage("scenarios/load-and-read.yml", (columns, rows));
            let mut terminal = vt100::Parser::new(rows, columns, 0);
            for step in 0..=3 {
                assert_eq!(state.walk.as_ref().unwrap().place().0, step);
                terminal.process(frame(&state).unwrap().as_bytes());
                let mut drawn = Buffer::empty(Rect::new(0, 0, columns, rows));
                view::paint(&state, &mut drawn);
                for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
                    let cell = terminal.screen().cell(y, x).unwrap();
                    if !cell.is_wide_continuation() {
                        let shown = if cell.contents().is_empty() { " " } else { cell.contents() };
                        assert_eq!(shown, drawn[(x, y)].symbol(), "step {step}, {columns}x{rows}, column {x}, row {y}");
                    }
                }
                send(&mut state, Msg::Key(Key::new(crossterm::event::KeyCode::Right)));
            }
        }
    }
}
