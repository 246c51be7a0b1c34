//! Waits for keys, signals and workers; draws when something changed.

use std::env;
use std::io;

use crossterm::event::{Event, KeyCode};

use super::probe::{self, Questions};
use super::terminal::Screen;
use super::{Ended, Options};
use crate::settings::{Origin, Settings, ThemeId};

pub fn run(mut options: Options) -> io::Result<Ended> {
    let mut screen = Screen::open(options.settings.mouse.value)?;
    let found = settle(&mut options.settings)?;
    let _ = found.typed;
    loop {
        screen.draw(|frame| frame.render_widget("Skillstage", frame.area()))?;
        if let Event::Key(key) = crossterm::event::read()?
            && key.code == KeyCode::Char('q')
        {
            return Ok(Ended::Quit);
        }
    }
}

/// Asks the terminal for what nobody set.
fn settle(settings: &mut Settings) -> io::Result<probe::Findings> {
    let mut background = settings.theme.origin == Origin::Default;
    if background && env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        settings.theme.value = ThemeId::Plain;
        background = false;
    } else if background
        && let Some(theme) = env::var("COLORFGBG").ok().and_then(|value| probe::theme_from_colorfgbg(&value))
    {
        settings.theme.value = theme;
        background = false;
    }
    let found = probe::ask(Questions { width: settings.ascii.origin == Origin::Default, background })?;
    if let Some(theme) = found.theme {
        settings.theme.value = theme;
    }
    if let Some(wide) = found.wide_boxes {
        settings.ascii.value = wide;
    }
    Ok(found)
}
