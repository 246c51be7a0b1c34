//! Keys as data: what was pressed, without the terminal that reported it.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// One key press. Shift is folded into the character (`N`) or the code (`BackTab`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// Which key.
    pub code: KeyCode,
    /// With Control.
    pub ctrl: bool,
    /// With Alt. No binding rests on it.
    pub alt: bool,
}

impl Key {
    /// The key alone.
    pub const fn new(code: KeyCode) -> Key {
        Key { code, ctrl: false, alt: false }
    }

    /// The character alone.
    pub const fn char(c: char) -> Key {
        Key::new(KeyCode::Char(c))
    }

    /// The character with Control.
    pub const fn ctrl(c: char) -> Key {
        Key { code: KeyCode::Char(c), ctrl: true, alt: false }
    }

    /// The same key as COMMAND reads it: the full-width `：？／＝` that an input method types are their ASCII twins.
    pub fn as_command(self) -> Key {
        let KeyCode::Char(c) = self.code else { return self };
        let twin = match c {
            '：' => ':',
            '？' => '?',
            '／' => '/',
            '＝' => '=',
            other => other,
        };
        Key { code: KeyCode::Char(twin), ..self }
    }

    /// The digit that it types.
    pub fn digit(self) -> Option<u8> {
        let KeyCode::Char(c) = self.code else { return None };
        c.to_digit(10).and_then(|digit| u8::try_from(digit).ok())
    }

    /// Whether an input method seems to be on: a character that no Latin keyboard types.
    pub fn is_from_input_method(self) -> bool {
        let KeyCode::Char(c) = self.as_command().code else { return false };
        matches!(u32::from(c), 0x2E80..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0xFE30..=0xFE4F | 0xFF00..=0xFFEF | 0x20000..=0x3FFFF)
            || matches!(c, '“' | '”' | '‘' | '’' | '…' | '—' | '·')
    }

    /// Reads a key as settings and tests write it: `n`, `N`, `:`, `space`, `enter`, `tab`, `shift-tab`, `esc`, `f1`,
    /// `pgup`, `pgdn`, `home`, `end`, `up`, `down`, `left`, `right`, `backspace`, `delete`, `ctrl-g`. A name may be
    /// written in capitals, as the screen shows it; a single character is what it is.
    pub fn parse(text: &str) -> Option<Key> {
        let (ctrl, name) = match text.split_at_checked("ctrl-".len()) {
            Some((prefix, rest)) if prefix.eq_ignore_ascii_case("ctrl-") && !rest.is_empty() => (true, rest),
            _ => (false, text),
        };
        let mut chars = name.chars();
        let code = match (chars.next(), chars.next()) {
            (Some(c), None) => KeyCode::Char(if ctrl { c.to_ascii_lowercase() } else { c }),
            _ => named(&name.to_ascii_lowercase())?,
        };
        Some(Key { code, ctrl, alt: false })
    }

    /// The names that [`Key::parse`] takes for keys that are no character, F-keys aside.
    pub fn names() -> [&'static str; 15] {
        NAMED.map(|(name, _)| name)
    }
}

const NAMED: [(&str, KeyCode); 15] = [
    ("enter", KeyCode::Enter),
    ("tab", KeyCode::Tab),
    ("shift-tab", KeyCode::BackTab),
    ("esc", KeyCode::Esc),
    ("space", KeyCode::Char(' ')),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("pgup", KeyCode::PageUp),
    ("pgdn", KeyCode::PageDown),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
];

fn named(name: &str) -> Option<KeyCode> {
    if let Some((_, code)) = NAMED.iter().find(|(known, _)| *known == name) {
        return Some(*code);
    }
    let number: u8 = name.strip_prefix('f')?.parse().ok()?;
    (1..=12).contains(&number).then_some(KeyCode::F(number))
}

impl fmt::Display for Key {
    /// As [`Key::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("ctrl-")?;
        }
        match self.code {
            KeyCode::Char(c) if c != ' ' => write!(f, "{c}"),
            KeyCode::F(number) => write!(f, "f{number}"),
            code => match NAMED.iter().find(|(_, known)| *known == code) {
                Some((name, _)) => f.write_str(name),
                None => f.write_str("?"),
            },
        }
    }
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Key {
        let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        let shift = event.modifiers.contains(KeyModifiers::SHIFT);
        let code = match event.code {
            KeyCode::Tab if shift => KeyCode::BackTab,
            KeyCode::Char(c) if ctrl => KeyCode::Char(c.to_ascii_lowercase()),
            code => code,
        };
        Key { code, ctrl, alt: event.modifiers.contains(KeyModifiers::ALT) }
    }
}
