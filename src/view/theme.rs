//! Styles named by what they mean. No other file of the project names a colour; `clippy.toml` holds that.
//!
//! Nothing is said by colour alone: every style that carries meaning stands beside a marker, a word or a number, and
//! [`Theme::plain`] (for `NO_COLOR`) has only bold, underline and reverse.

#![allow(clippy::disallowed_types, reason = "the one place where meanings get their colours")]

use ratatui::style::{Color, Modifier, Style};

use crate::app::Class;
use crate::settings::ThemeId;

/// One style for each meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// Ordinary text.
    pub text: Style,
    /// Text of second rank: units, explanations, line numbers.
    pub quiet: Style,
    /// What stands out without judging: totals, the active choice.
    pub strong: Style,
    /// Box lines.
    pub border: Style,
    /// Box lines of the panel that takes the keys.
    pub border_focus: Style,
    /// The title of a panel.
    pub title: Style,
    /// The title of the panel that takes the keys.
    pub title_focus: Style,
    /// The selected row of a panel that does not take the keys.
    pub selected: Style,
    /// The selected row of the panel that takes the keys.
    pub selected_focus: Style,
    /// In order: it fits, it was read, it is reused.
    pub good: Style,
    /// Worth a look: withheld, changed on disk.
    pub warning: Style,
    /// Over a limit, refused, failed.
    pub bad: Style,
    /// A number that differs from the one compared with.
    pub change: Style,
    /// The part of the prompt before the boundary.
    pub stable: Style,
    /// What the user says.
    pub user: Style,
    /// What the model says.
    pub model: Style,
    /// What the host answers.
    pub host: Style,
    /// A key in the key bar and in the help.
    pub key: Style,
    /// The word TEXT while a cursor stands in an input.
    pub text_state: Style,
    /// Text marked in an input.
    pub marked: Style,
    /// A place that a search found.
    pub found: Style,
    /// The place that the search stands on.
    pub found_here: Style,
    /// Markdown headings.
    pub heading: Style,
    /// Emphasis and strong text.
    pub emphasis: Style,
    /// Code, fences.
    pub code: Style,
    /// Links and addresses.
    pub link: Style,
    /// Keys of YAML and JSON, tags.
    pub name: Style,
    /// Text values.
    pub string: Style,
    /// Numbers and constants.
    pub constant: Style,
    /// Comments, quotes, brackets, bullets.
    pub comment: Style,
}

impl Theme {
    /// The theme of that name.
    pub fn of(id: ThemeId) -> Theme {
        match id {
            ThemeId::Dark => Theme::dark(),
            ThemeId::Light => Theme::light(),
            ThemeId::Plain => Theme::plain(),
        }
    }

    /// Light text on a dark terminal.
    pub fn dark() -> Theme {
        Theme::coloured(&Palette {
            quiet: Color::Indexed(246),
            line: Color::Indexed(240),
            focus: Color::Indexed(80),
            row: Color::Indexed(236),
            row_focus: Color::Indexed(24),
            good: Color::Indexed(114),
            warning: Color::Indexed(221),
            bad: Color::Indexed(210),
            blue: Color::Indexed(117),
            violet: Color::Indexed(183),
            orange: Color::Indexed(216),
            ink: Color::Indexed(16),
            paper: Color::Indexed(222),
        })
    }

    /// Dark text on a light terminal.
    pub fn light() -> Theme {
        Theme::coloured(&Palette {
            quiet: Color::Indexed(242),
            line: Color::Indexed(248),
            focus: Color::Indexed(24),
            row: Color::Indexed(254),
            row_focus: Color::Indexed(153),
            good: Color::Indexed(22),
            warning: Color::Indexed(94),
            bad: Color::Indexed(124),
            blue: Color::Indexed(25),
            violet: Color::Indexed(90),
            orange: Color::Indexed(130),
            ink: Color::Indexed(16),
            paper: Color::Indexed(222),
        })
    }

    /// Bold, underline and reverse only.
    pub fn plain() -> Theme {
        let text = Style::new();
        let bold = text.add_modifier(Modifier::BOLD);
        let underline = text.add_modifier(Modifier::UNDERLINED);
        let reverse = text.add_modifier(Modifier::REVERSED);
        Theme {
            text,
            quiet: text,
            strong: bold,
            border: text,
            border_focus: bold,
            title: text,
            title_focus: bold,
            selected: bold,
            selected_focus: reverse,
            good: text,
            warning: bold,
            bad: bold.add_modifier(Modifier::UNDERLINED),
            change: bold,
            stable: text,
            user: bold,
            model: bold,
            host: bold,
            key: bold,
            text_state: reverse,
            marked: reverse,
            found: underline,
            found_here: reverse,
            heading: bold,
            emphasis: bold,
            code: text,
            link: underline,
            name: bold,
            string: text,
            constant: text,
            comment: text,
        }
    }

    /// The style of a class of highlighted text.
    pub fn class(&self, class: Class) -> Style {
        match class {
            Class::Heading => self.heading,
            Class::Emphasis => self.emphasis,
            Class::Code => self.code,
            Class::Link => self.link,
            Class::Key => self.name,
            Class::String => self.string,
            Class::Constant => self.constant,
            Class::Quote | Class::Comment | Class::Punctuation => self.comment,
        }
    }

    fn coloured(palette: &Palette) -> Theme {
        let text = Style::new();
        let ink = |colour| text.fg(colour);
        let bold = |colour| text.fg(colour).add_modifier(Modifier::BOLD);
        let strong = text.add_modifier(Modifier::BOLD);
        Theme {
            text,
            quiet: ink(palette.quiet),
            strong,
            border: ink(palette.line),
            border_focus: bold(palette.focus),
            title: text,
            title_focus: bold(palette.focus),
            selected: text.bg(palette.row).add_modifier(Modifier::BOLD),
            selected_focus: text.bg(palette.row_focus).add_modifier(Modifier::BOLD),
            good: ink(palette.good),
            warning: ink(palette.warning),
            bad: bold(palette.bad),
            change: ink(palette.orange),
            stable: ink(palette.blue),
            user: bold(palette.blue),
            model: bold(palette.violet),
            host: bold(palette.good),
            key: bold(palette.focus),
            text_state: text.fg(palette.ink).bg(palette.paper).add_modifier(Modifier::BOLD),
            marked: text.bg(palette.row_focus),
            found: text.add_modifier(Modifier::UNDERLINED).fg(palette.orange),
            found_here: text.fg(palette.ink).bg(palette.paper),
            heading: bold(palette.blue),
            emphasis: strong,
            code: ink(palette.orange),
            link: ink(palette.blue).add_modifier(Modifier::UNDERLINED),
            name: ink(palette.blue),
            string: ink(palette.good),
            constant: ink(palette.violet),
            comment: ink(palette.quiet),
        }
    }
}

/// The few colours a theme is made of.
struct Palette {
    quiet: Color,
    line: Color,
    focus: Color,
    row: Color,
    row_focus: Color,
    good: Color,
    warning: Color,
    bad: Color,
    blue: Color,
    violet: Color,
    orange: Color,
    ink: Color,
    paper: Color,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_has_no_colour() {
        let theme = format!("{:?}", Theme::plain());
        let coloured = theme.split("fg: ").skip(1).any(|rest| !rest.starts_with("None"))
            || theme.split("bg: ").skip(1).any(|rest| !rest.starts_with("None"));
        assert!(!coloured, "{theme}");
    }
}
