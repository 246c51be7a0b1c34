//! Skills as rows; allowlist, `always` and the scenes as columns; below, the selected cell in words.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::list::Window;
use super::super::look::Look;
use super::super::pen::Pen;
use super::super::row::{Line, Selected};
use super::super::stage::paragraph;
use crate::app::{Pane, Place, State};
use crate::bindings::{Cell, Matrix, Row, Standing};
use crate::dialect::Why;
use crate::lang::{BindingsWords, fill};
use crate::text::{pad, printable, thousands, width, wrap};
use crate::workspace::{Config, Where};

/// Cells of a scene's column: a blank, the mark, and a star where it changes.
const SCENE: usize = 3;
/// Cells of a name at least.
const NAME: usize = 10;

pub fn draw(state: &State, area: Rect, look: &Look, pen: &mut Pen) {
    let screen = &state.bindings;
    let Some((before, after)) = &screen.cells else {
        let inside = super::open(state, Pane::Matrix, area, None, look, pen);
        return paragraph(look.strings.loading, inside, look.theme.quiet, pen);
    };
    let cells = usize::from(area.width.saturating_sub(4)).max(1);
    let details = details(state, after, look.bindings, cells);
    // The reason of the cell is worth a row of the matrix.
    let detail_height = (details.len() as u16 + 1).min((area.height.saturating_sub(4) / 2).max(2));
    let height = area.height.saturating_sub(3 + detail_height);
    let window = Window::around(screen.row, after.rows.len(), height);
    let inside = super::open(state, Pane::Matrix, area, Some(&window), look, pen);
    let grid = Grid::of(state, usize::from(inside.width), look.bindings);
    grid.head(inside, look, pen);
    let rows = Rect { y: inside.y + 1, height, ..inside };
    let focused = screen.pane == Pane::Matrix && state.overlays.is_empty();
    for (y, index) in (rows.y..).zip(window.rows) {
        let row = &after.rows[index];
        let was = before.rows.iter().find(|known| known.skill == row.skill);
        let selected = Selected::of(Some(screen.row), index, focused);
        grid.row(state, row, was, selected, Rect { y, height: 1, ..rows }, look, pen);
    }
    let rule = look.glyphs.horizontal.repeat(usize::from(inside.width));
    pen.text(inside.x, rows.bottom(), inside.width, &rule, look.theme.border);
    for (y, (text, strong)) in (rows.bottom() + 1..inside.bottom()).zip(&details) {
        let style = if *strong { look.theme.strong } else { look.theme.quiet };
        pen.text(inside.x + 1, y, inside.width.saturating_sub(2), text, style);
    }
}

/// Which columns are on the screen and how wide they are.
struct Grid {
    name: usize,
    heads: Vec<(usize, String, usize)>,
    /// The config with the change set.
    now: Option<Config>,
}

impl Grid {
    fn of(state: &State, room: usize, words: &BindingsWords) -> Grid {
        let heads: Vec<(usize, String, usize)> = state
            .bindings
            .places()
            .iter()
            .enumerate()
            .map(|(index, place)| match place {
                Place::Allow => {
                    (index, words.head_allow.to_owned(), width(words.head_allow).max(width(words.yes) + 1) + 1)
                }
                Place::Always => {
                    (index, words.head_always.to_owned(), width(words.head_always).max(width(words.yes) + 1) + 1)
                }
                Place::Scene(_) => (index, (index - 1).to_string(), SCENE),
            })
            .collect();
        let longest =
            state.bindings.after().into_iter().flat_map(|matrix| &matrix.rows).map(|row| width(&row.skill)).max();
        let room = room.saturating_sub(2);
        let mut heads = heads;
        // What does not fit goes at the end that is farther from the selected column.
        let taken = |heads: &[(usize, String, usize)]| heads.iter().map(|(_, _, cells)| cells).sum::<usize>();
        while taken(&heads) + NAME > room && heads.len() > 1 {
            let last_is_selected = heads.last().is_some_and(|(index, ..)| *index <= state.bindings.column);
            let at = if last_is_selected { 0 } else { heads.len() - 1 };
            heads.remove(at);
        }
        let name = longest.unwrap_or(0).max(NAME).min(room.saturating_sub(taken(&heads)));
        Grid { name, heads, now: state.edited_config() }
    }

    fn head(&self, area: Rect, look: &Look, pen: &mut Pen) {
        let mut line = Line::at(1).left(pad(look.bindings.head_skill, self.name), look.theme.quiet);
        for (_, head, cells) in &self.heads {
            line = line.left(column(head, *cells), look.theme.quiet);
        }
        line.draw(area, area.y, pen);
    }

    #[allow(clippy::too_many_arguments, reason = "a row is drawn from what it is and what it was")]
    fn row(
        &self,
        state: &State,
        row: &Row,
        was: Option<&Row>,
        selected: Selected,
        area: Rect,
        look: &Look,
        pen: &mut Pen,
    ) {
        let name = pen.fit(&row.skill, self.name as u16).into_owned();
        let mut line = Line::at(1).left(pad(&name, self.name), look.theme.text);
        let places = state.bindings.places();
        for (index, _, cells) in &self.heads {
            let Some(place) = places.get(*index) else { continue };
            let (text, style) = self.cell(state, row, was, *place, look);
            line = line.left(column(&text, *cells), style);
        }
        line.selected = selected;
        line.draw(area, area.y, pen);
        // The selected cell, beside the colour, in brackets.
        if !matches!(selected, Selected::No) {
            let before: usize =
                self.heads.iter().take_while(|(index, ..)| *index != state.bindings.column).map(|head| head.2).sum();
            let Some((_, _, cells)) = self.heads.iter().find(|(index, ..)| *index == state.bindings.column) else {
                return;
            };
            let x = area.x + (1 + self.name + before) as u16;
            let style = if matches!(selected, Selected::Focused) { look.theme.title_focus } else { look.theme.title };
            pen.style(Rect { x: x + 1, width: (*cells - 1) as u16, ..area }, style);
            let text = places.get(state.bindings.column).map(|place| self.cell(state, row, was, *place, look).0);
            let text = text.map(|text| column(&text, *cells)).unwrap_or_default();
            let start = x + (text.len() - text.trim_start().len()) as u16;
            pen.text(start.saturating_sub(1), area.y, 1, "[", style);
        }
    }

    fn cell(&self, state: &State, row: &Row, was: Option<&Row>, place: Place, look: &Look) -> (String, Style) {
        let theme = &look.theme;
        let listed = |list: Where| {
            let names = |config: &Config| match list {
                Where::Allowlist => config.allowlist.contains(&row.skill),
                _ => config.always.contains(&row.skill),
            };
            let now = self.now.as_ref().is_some_and(names);
            let before = state.library.as_ref().is_some_and(|library| names(&library.snapshot.config));
            let text = if now { look.bindings.yes } else { "-" };
            (
                starred(text, now != before),
                if now != before {
                    theme.warning
                } else if now {
                    theme.text
                } else {
                    theme.quiet
                },
            )
        };
        match place {
            Place::Allow => listed(Where::Allowlist),
            Place::Always => listed(Where::Always),
            Place::Scene(at) => {
                let Some(cell) = row.cells.get(at) else { return (String::new(), theme.text) };
                let changed = was.and_then(|row| row.cells.get(at)) != Some(cell);
                let style = match (changed, cell.is_left_out(), cell.standing) {
                    (true, ..) => theme.warning,
                    (_, true, _) => theme.bad,
                    (_, _, Standing::Resident) => theme.good,
                    _ => theme.quiet,
                };
                (starred(mark(cell), changed), style)
            }
        }
    }
}

/// A text in a column that ends with a cell for the star.
fn column(text: &str, cells: usize) -> String {
    let star = usize::from(!text.ends_with('*'));
    let blank = cells.saturating_sub(width(text) + star);
    format!("{}{text}{}", " ".repeat(blank), " ".repeat(star))
}

fn starred(text: &str, changed: bool) -> String {
    if changed { format!("{text}*") } else { text.to_owned() }
}

fn mark(cell: &Cell) -> &'static str {
    match (&cell.asked, cell.standing) {
        (Some(Why::Always), Standing::Resident) => "A",
        (Some(Why::Bound), Standing::Resident | Standing::Offered) => "B",
        (Some(Why::Inherited(_)), Standing::Resident | Standing::Offered) => "I",
        (_, Standing::Offered) => "o",
        (_, Standing::Off(_)) => " ",
        (Some(_), _) => "!",
        (None, Standing::NotAllowed) => "-",
        (None, Standing::Refused | Standing::Missing) => "x",
        (None, _) => ".",
    }
}

/// The selected cell in words, then the legend; whether each line is about the cell.
fn details(state: &State, matrix: &Matrix, words: &BindingsWords, cells: usize) -> Vec<(String, bool)> {
    let cell = state.bindings.selected().map(|(row, place)| {
        let name = printable(&row.skill);
        match place {
            Place::Allow => {
                let is = state.is_asked_by(&Where::Allowlist, &row.skill);
                format!("{name}: {}", if is { words.on_allowlist } else { words.not_allowed })
            }
            Place::Always => {
                let is = state.is_asked_by(&Where::Always, &row.skill);
                format!("{name}: {}", if is { words.always } else { words.not_always })
            }
            Place::Scene(at) => {
                let scene = matrix.columns.get(at).map(|column| column.scene.to_string()).unwrap_or_default();
                let why = row.cells.get(at).map(|cell| reason(cell, words)).unwrap_or_default();
                format!("{name} · {}: {why}", printable(&scene))
            }
        }
    });
    let cell = cell.into_iter().flat_map(|text| wrap(&text, cells)).map(|line| (line, true));
    cell.chain(wrap(words.legend, cells).into_iter().map(|line| (line, false))).collect()
}

fn reason(cell: &Cell, words: &BindingsWords) -> String {
    let standing = standing(cell.standing, words);
    let asked = cell.asked.as_ref().map(|why| match why {
        Why::Always => words.always.to_owned(),
        Why::Bound => words.bound.to_owned(),
        Why::Inherited(from) => fill(words.inherited, &[("scene", from.as_str())]),
    });
    match asked {
        None => standing,
        Some(asked) if cell.standing == Standing::Resident => asked,
        Some(asked) if cell.standing == Standing::Offered => format!("{asked}; {standing}"),
        Some(asked) => fill(words.left_out, &[("asked", &asked), ("why", &standing)]),
    }
}

fn standing(standing: Standing, words: &BindingsWords) -> String {
    match standing {
        Standing::Resident => words.bound.to_owned(),
        Standing::Offered => words.offered.to_owned(),
        Standing::NotOffered => words.not_offered.to_owned(),
        Standing::TooLarge { bytes, limit } => {
            fill(words.too_large, &[("bytes", &thousands(bytes as usize)), ("limit", &thousands(limit as usize))])
        }
        Standing::NoPlace { limit } => fill(words.no_place, &[("limit", &limit.to_string())]),
        Standing::NotAllowed => words.not_allowed.to_owned(),
        Standing::Refused => words.refused.to_owned(),
        Standing::Missing => words.missing.to_owned(),
        Standing::Off(_) => words.off.to_owned(),
    }
}
