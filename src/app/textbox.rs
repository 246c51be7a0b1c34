//! An input: `tui-textarea` with the keys of TEXT, deletion by grapheme, and one or many lines.

use crossterm::event::KeyCode;
use tui_textarea::{CursorMove, TextArea};
use unicode_segmentation::UnicodeSegmentation;

use super::Key;

/// A text being written and its cursor.
#[derive(Debug, Clone)]
pub struct TextBox {
    area: TextArea<'static>,
    multi_line: bool,
}

impl TextBox {
    /// An input that holds `text`, the cursor behind it.
    pub fn new(text: &str, multi_line: bool) -> TextBox {
        let mut area = TextArea::new(text.split('\n').map(str::to_owned).collect());
        area.move_cursor(CursorMove::Bottom);
        area.move_cursor(CursorMove::End);
        TextBox { area, multi_line }
    }

    /// The text, lines joined by LF.
    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// Its lines; never empty.
    pub fn lines(&self) -> &[String] {
        self.area.lines()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.area.lines().iter().all(String::is_empty)
    }

    /// Where the cursor stands: line and character (Unicode scalar values) in it, from 0.
    pub fn cursor(&self) -> (usize, usize) {
        let cursor = self.area.cursor();
        (cursor.0, cursor.1)
    }

    /// The widget underneath, for those who draw it.
    pub fn area(&self) -> &TextArea<'static> {
        &self.area
    }

    /// Puts `text` in at the cursor: CRLF and CR become LF, and in a single line they become spaces.
    pub fn insert(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = if self.multi_line { text } else { text.replace('\n', " ") };
        self.area.insert_str(text);
    }

    /// A new line, where the input has several.
    pub fn newline(&mut self) {
        if self.multi_line {
            self.area.insert_newline();
        }
    }

    /// Takes the last change back.
    pub fn undo(&mut self) {
        self.area.undo();
    }

    /// Does it again.
    pub fn redo(&mut self) {
        self.area.redo();
    }

    /// Deletes the word before the cursor.
    pub fn delete_word(&mut self) {
        self.area.delete_word();
    }

    /// Moves to the start of the line.
    pub fn line_start(&mut self) {
        self.area.move_cursor(CursorMove::Head);
    }

    /// Moves to the end of the line.
    pub fn line_end(&mut self) {
        self.area.move_cursor(CursorMove::End);
    }

    /// Deletes from the start of the line to the cursor; at the start nothing, so that no line is joined.
    pub fn delete_to_start(&mut self) {
        if self.cursor().1 > 0 {
            self.area.delete_line_by_head();
        }
    }

    /// Deletes from the cursor to the end of the line.
    pub fn delete_to_end(&mut self) {
        self.area.delete_line_by_end();
    }

    /// Takes an editing key; `false` when the key edits nothing.
    pub fn key(&mut self, key: Key) -> bool {
        match (key.code, key.ctrl) {
            (KeyCode::Char(c), false) if !key.alt => self.area.insert_char(c),
            (KeyCode::Backspace, _) => self.delete_before(),
            (KeyCode::Delete, _) => self.delete_after(),
            (KeyCode::Left, _) => self.step(false),
            (KeyCode::Right, _) => self.step(true),
            (KeyCode::Up, _) => self.area.move_cursor(CursorMove::Up),
            (KeyCode::Down, _) => self.area.move_cursor(CursorMove::Down),
            (KeyCode::PageUp, _) => self.area.move_cursor(CursorMove::Top),
            (KeyCode::PageDown, _) => self.area.move_cursor(CursorMove::Bottom),
            _ => return false,
        }
        true
    }

    /// The line of the cursor, before and behind it.
    fn around(&self) -> (String, String) {
        let (row, column) = self.cursor();
        let line = self.area.lines().get(row).map_or("", String::as_str);
        let at = line.char_indices().nth(column).map_or(line.len(), |(index, _)| index);
        (line[..at].to_owned(), line[at..].to_owned())
    }

    fn step(&mut self, forward: bool) {
        let (before, behind) = self.around();
        let grapheme = if forward { behind.graphemes(true).next() } else { before.graphemes(true).next_back() };
        let movement = if forward { CursorMove::Forward } else { CursorMove::Back };
        for _ in 0..grapheme.map_or(1, |grapheme| grapheme.chars().count()) {
            self.area.move_cursor(movement);
        }
    }

    fn delete_before(&mut self) {
        let (before, _) = self.around();
        match before.graphemes(true).next_back() {
            Some(grapheme) => {
                let characters = grapheme.chars().count();
                for _ in 0..characters {
                    self.area.move_cursor(CursorMove::Back);
                }
                self.area.delete_str(characters);
            }
            None => {
                self.area.delete_newline();
            }
        }
    }

    fn delete_after(&mut self) {
        let (_, behind) = self.around();
        match behind.graphemes(true).next() {
            Some(grapheme) => {
                self.area.delete_str(grapheme.chars().count());
            }
            None => {
                self.area.delete_next_char();
            }
        }
    }
}
