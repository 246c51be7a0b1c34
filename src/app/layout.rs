//! Where everything stands at a size: the one answer for drawing, scrolling and the mouse.
//!
//! ```text
//! ≥160 columns   1 Scenes / 2 Skills │ 3 Turn │ 4 Prompt │ 5 Text
//! ≥120 columns   1 Scenes / 2 Skills │ 3 Turn │ 4 Prompt / 5 Text        header, tabs, panels, notices, key bar
//! ≥80 columns    one of 1–3 │ one of 4–5                                 header, panels, notices, key bar
//! ≥40×12         one panel
//! smaller        nothing but a message
//! ```

use ratatui::layout::Rect;

use super::{Panel, Screen, State, notice_lines};

/// Rectangles in cells. A panel's rectangle includes its border; panels do not overlap.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Layout {
    /// The terminal is smaller than 40×12: only a message is drawn, everything else is empty.
    pub too_small: bool,
    /// The first line.
    pub header: Rect,
    /// The line of tabs; empty where the header carries them.
    pub tabs: Rect,
    /// The panels on the screen, in the order of their digits.
    pub panels: Vec<(Panel, Rect)>,
    /// What lies between header and notices: the panels, or another screen.
    pub main: Rect,
    /// The broken-config banner, how a turn ended that no panel shows, and the newest notice, see [`notice_lines`].
    pub notices: Rect,
    /// The last line.
    pub key_bar: Rect,
    /// Everything between header and key bar: overlays stand inside it.
    pub body: Rect,
}

/// How many columns of panels there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Columns {
    /// One panel at a time.
    One,
    /// One of 1–3 beside one of 4–5.
    Two,
    /// All five panels in three columns.
    Three,
    /// Text as a column of its own.
    Four,
}

impl Columns {
    /// The columns at a size.
    pub fn at(width: u16, height: u16) -> Columns {
        match width {
            160.. if height >= 24 => Columns::Four,
            120.. if height >= 24 => Columns::Three,
            80.. => Columns::Two,
            _ => Columns::One,
        }
    }
}

impl Layout {
    /// The layout of `state` at its size.
    pub fn of(state: &State) -> Layout {
        let (width, height) = (state.width, state.height);
        if width < 40 || height < 12 {
            return Layout { too_small: true, ..Layout::default() };
        }
        let columns = Columns::at(width, height);
        let tabs = u16::from(columns >= Columns::Three);
        let notices = u16::try_from(notice_lines(state).len()).unwrap_or(u16::MAX);
        let body = Rect::new(0, 1 + tabs, width, height - 2 - tabs);
        let panels = Rect { height: body.height - notices, ..body };
        Layout {
            too_small: false,
            header: Rect::new(0, 0, width, 1),
            tabs: Rect::new(0, 1, width, tabs),
            panels: if state.screen == Screen::Stage { place(state, columns, panels) } else { Vec::new() },
            main: panels,
            notices: Rect::new(0, panels.bottom(), width, notices),
            key_bar: Rect::new(0, height - 1, width, 1),
            body,
        }
    }

    /// Where a panel stands, border included; `None` when it is not on the screen.
    pub fn panel(&self, panel: Panel) -> Option<Rect> {
        self.panels.iter().find(|(known, _)| *known == panel).map(|(_, rect)| *rect)
    }

    /// Whether `panel` is on the screen of `state`, without asking what else stands there.
    pub fn shows(state: &State, panel: Panel) -> bool {
        match Columns::at(state.width, state.height) {
            Columns::One => state.focus == panel,
            Columns::Two => state.left == panel || state.right == panel,
            Columns::Three | Columns::Four => true,
        }
    }

    /// The inside of a panel's border. Panel 4 gives its first line to [`super::rows::PromptHead`]; see [`Layout::list_rows`].
    pub fn inner(&self, panel: Panel) -> Rect {
        let rect = self.panel(panel).unwrap_or_default();
        Rect::new(
            rect.x.saturating_add(1),
            rect.y.saturating_add(1),
            rect.width.saturating_sub(2),
            rect.height.saturating_sub(2),
        )
    }

    /// Lines that a panel's header takes inside its border, above its rows.
    pub fn head_lines(panel: Panel) -> u16 {
        u16::from(panel == Panel::Prompt)
    }

    /// How many rows of its list a panel shows.
    pub fn list_rows(&self, panel: Panel) -> usize {
        usize::from(self.inner(panel).height.saturating_sub(Layout::head_lines(panel)))
    }

    /// The panel at a cell, and the line inside its border (0 is the first; on the border the nearest).
    pub fn hit(&self, column: u16, row: u16) -> Option<(Panel, u16)> {
        let (panel, rect) = self.panels.iter().find(|(_, rect)| rect.contains((column, row).into()))?;
        Some((*panel, row.saturating_sub(rect.y + 1)))
    }
}

fn place(state: &State, columns: Columns, area: Rect) -> Vec<(Panel, Rect)> {
    let column = |x: u16, width: u16| Rect { x: area.x + x, width, ..area };
    match columns {
        Columns::One => vec![(state.focus, area)],
        Columns::Two => {
            let left = area.width * 45 / 100;
            vec![(state.left, column(0, left)), (state.right, column(left, area.width - left))]
        }
        Columns::Three => {
            let (first, second) = (area.width / 4, area.width * 69 / 200);
            let mut panels = stack(state, column(0, first));
            panels.push((Panel::Turn, column(first, second)));
            let right = column(first + second, area.width - first - second);
            let prompt = area.height * 2 / 3;
            panels.push((Panel::Prompt, Rect { height: prompt, ..right }));
            panels.push((Panel::Text, Rect { y: right.y + prompt, height: right.height - prompt, ..right }));
            panels
        }
        Columns::Four => {
            let (first, second, third) = (area.width / 5, area.width / 4, area.width * 26 / 100);
            let mut panels = stack(state, column(0, first));
            panels.push((Panel::Turn, column(first, second)));
            panels.push((Panel::Prompt, column(first + second, third)));
            panels.push((Panel::Text, column(first + second + third, area.width - first - second - third)));
            panels
        }
    }
}

/// Scenes above skills: scenes take what they need up to half the height.
fn stack(state: &State, area: Rect) -> Vec<(Panel, Rect)> {
    let wanted = u16::try_from(state.rows.scenes.len()).unwrap_or(u16::MAX).saturating_add(2);
    let scenes = wanted.clamp(5, (area.height / 2).max(5));
    vec![
        (Panel::Scenes, Rect { height: scenes, ..area }),
        (Panel::Skills, Rect { y: area.y + scenes, height: area.height - scenes, ..area }),
    ]
}
