//! A buffer as text: what is written, then what it looks like, one letter for each style. `TestBackend`'s own display
//! drops the styles.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell, CellWidth};
use ratatui::style::Modifier;

/// The picture of a buffer: the text between bars, the letters of the styles, and what each letter means.
pub fn picture(buffer: &Buffer, caret: Option<(u16, u16)>) -> String {
    let mut legend: Vec<String> = Vec::new();
    let (mut text, mut styles) = (String::new(), String::new());
    for y in buffer.area.top()..buffer.area.bottom() {
        let (mut line, mut letters) = (String::new(), String::new());
        let mut hidden = 0;
        for x in buffer.area.left()..buffer.area.right() {
            let cell = &buffer[(x, y)];
            letters.push(letter(cell, &mut legend));
            if hidden > 0 {
                hidden -= 1;
                continue;
            }
            line.push_str(cell.symbol());
            hidden = usize::from(cell.symbol().cell_width().max(1)) - 1;
        }
        let _ = writeln!(text, "|{line}|");
        let _ = writeln!(styles, "{}", letters.trim_end_matches(' '));
    }
    let mut picture = format!("{text}\n{}\n\n", styles.trim_end_matches('\n'));
    for (index, style) in legend.iter().enumerate() {
        let _ = writeln!(picture, "{} {style}", letter_of(index));
    }
    if let Some((x, y)) = caret {
        let _ = writeln!(picture, "caret at column {x}, row {y}");
    }
    picture
}

fn letter(cell: &Cell, legend: &mut Vec<String>) -> char {
    let style = describe(cell);
    if style.is_empty() {
        return ' ';
    }
    let index = legend.iter().position(|known| *known == style).unwrap_or_else(|| {
        legend.push(style);
        legend.len() - 1
    });
    letter_of(index)
}

fn letter_of(index: usize) -> char {
    ('a'..='z').chain('A'..='Z').nth(index).unwrap_or('?')
}

/// `bold 80 on 24`; nothing for the terminal's own look.
fn describe(cell: &Cell) -> String {
    let mut parts = Vec::new();
    let modifiers = [(Modifier::BOLD, "bold"), (Modifier::UNDERLINED, "underlined"), (Modifier::REVERSED, "reversed")];
    parts
        .extend(modifiers.into_iter().filter(|(bit, _)| cell.modifier.contains(*bit)).map(|(_, name)| name.to_owned()));
    if cell.fg != Default::default() {
        parts.push(cell.fg.to_string());
    }
    if cell.bg != Default::default() {
        parts.push(format!("on {}", cell.bg));
    }
    parts.join(" ")
}
