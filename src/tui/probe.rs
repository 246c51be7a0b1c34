//! Two questions asked of the terminal before the first frame: how wide it draws a box line, and whether its
//! background is light.
//!
//! A terminal that answers nothing costs [`PATIENCE`] once and is taken for a narrow, dark one. Typed keys are not
//! lost: only crossterm reads, the answer to the width question is taken out by it, and the answer to the colour
//! question, which crossterm does not know, arrives as keys that [`Answers`] takes out again, also when it comes late.

use std::io;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crossterm::event::{Event, EventStream, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::Print;
use crossterm::{cursor, terminal as cells};

use super::terminal;
use crate::settings::ThemeId;

/// How long the terminal may take to answer.
const PATIENCE: Duration = Duration::from_millis(80);

/// Asks for the background colour.
const ASK_BACKGROUND: &str = "\x1b]11;?\x1b\\";

/// What is to be found out.
#[derive(Debug, Clone, Copy)]
pub struct Questions {
    /// Whether box characters take two cells.
    pub width: bool,
    /// Whether the background is light.
    pub background: bool,
}

/// What was found out; `None` where nobody asked or the terminal said nothing.
#[derive(Debug, Default)]
pub struct Findings {
    /// A box line takes two cells, so that only ASCII draws straight boxes.
    pub wide_boxes: Option<bool>,
    /// The theme that fits the background.
    pub theme: Option<ThemeId>,
    /// What was typed meanwhile, in order.
    pub typed: Vec<Event>,
    /// Takes an answer that comes late out of what is typed.
    pub answers: Answers,
}

/// Asks the terminal. The screen must be set up, nothing drawn yet, and nobody else reading.
///
/// # Errors
/// When the terminal cannot be written to or read.
pub fn ask(questions: Questions) -> io::Result<Findings> {
    let mut found = Findings::default();
    if !questions.width && !questions.background {
        return Ok(found);
    }
    if questions.background {
        found.answers.expect();
        terminal::send(Print(ASK_BACKGROUND))?;
    }
    terminal::send(cursor::MoveTo(0, 0))?;
    terminal::send(Print("─"))?;
    if let Some((column, _)) = cursor_position()? {
        // Where the cursor stands also ends the wait for the colour: it answers what nobody asked.
        found.wide_boxes = questions.width.then_some(column > 1);
        // The terminal answers in order: the colour, if it tells it, is there by now.
        while crossterm::event::poll(Duration::ZERO)? {
            let event = crossterm::event::read()?;
            found.typed.extend(found.answers.sift(event));
        }
        found.theme = found.answers.take_theme();
    }
    terminal::send(cells::Clear(cells::ClearType::All))?;
    Ok(found)
}

/// Where the cursor stands, if the terminal says so in time. crossterm would wait for two seconds: it waits on another
/// thread, and dropping an event stream wakes it.
fn cursor_position() -> io::Result<Option<(u16, u16)>> {
    let waker = EventStream::new();
    let (answer, answered) = mpsc::channel();
    thread::Builder::new().name("probe".to_owned()).spawn(move || answer.send(cursor::position().ok()))?;
    let place = answered.recv_timeout(PATIENCE).ok().flatten();
    drop(waker);
    Ok(place)
}

/// The theme that `COLORFGBG` (`15;0`: foreground, background) asks for, where it is set and readable.
pub fn theme_from_colorfgbg(value: &str) -> Option<ThemeId> {
    let background: u8 = value.rsplit(';').next()?.trim().parse().ok()?;
    Some(if matches!(background, 7 | 9..=15) { ThemeId::Light } else { ThemeId::Dark })
}

/// Takes the answer to the colour question out of what is typed.
///
/// crossterm shows `ESC ] 11;rgb:ffff/ffff/ffff ESC \` as the keys Alt-`]`, `1`, `1`, … Alt-`\`. As keys they would run
/// commands, so from Alt-`]` on they are held back as long as they spell an answer; what does not is given back.
#[derive(Debug, Default)]
pub struct Answers {
    expected: bool,
    held: Vec<Event>,
    text: String,
    theme: Option<ThemeId>,
}

/// What every answer starts with.
const ANSWER: &str = "11;rgb:";
/// The longest answer, in characters: three numbers of four hex digits.
const ANSWER_LENGTH: usize = ANSWER.len() + 14;

impl Answers {
    fn expect(&mut self) {
        self.expected = true;
    }

    /// The theme that an answer named since the last call.
    pub fn take_theme(&mut self) -> Option<ThemeId> {
        self.theme.take()
    }

    /// Gives on the events that are no part of an answer, in order.
    pub fn sift(&mut self, event: Event) -> Vec<Event> {
        if !self.expected {
            return vec![event];
        }
        let pressed = match &event {
            Event::Key(KeyEvent { code: KeyCode::Char(c), modifiers, kind: KeyEventKind::Press, .. }) => {
                Some((*c, *modifiers))
            }
            _ => None,
        };
        match pressed {
            Some((']', KeyModifiers::ALT)) if self.held.is_empty() => self.held.push(event),
            // ESC \ or BEL ends the answer; BEL is Ctrl-G as a key.
            Some(('\\', KeyModifiers::ALT) | ('g', KeyModifiers::CONTROL)) if !self.held.is_empty() => {
                match theme_from_answer(&self.text) {
                    Some(theme) => {
                        *self = Answers { theme: Some(theme), ..Answers::default() };
                    }
                    None => return self.give_back(event),
                }
            }
            Some((c, KeyModifiers::NONE)) if !self.held.is_empty() && self.spells_an_answer_with(c) => {
                self.text.push(c);
                self.held.push(event);
            }
            _ => return self.give_back(event),
        }
        Vec::new()
    }

    fn spells_an_answer_with(&self, next: char) -> bool {
        let at = self.text.len();
        match ANSWER.as_bytes().get(at) {
            Some(&wanted) => next == char::from(wanted),
            None => at < ANSWER_LENGTH && (next.is_ascii_hexdigit() || next == '/'),
        }
    }

    fn give_back(&mut self, event: Event) -> Vec<Event> {
        self.text.clear();
        let mut events = std::mem::take(&mut self.held);
        events.push(event);
        events
    }
}

/// The theme for the background in `11;rgb:RRRR/GGGG/BBBB` (one to four hex digits each).
fn theme_from_answer(answer: &str) -> Option<ThemeId> {
    let mut parts = answer.strip_prefix(ANSWER)?.split('/').map(|hex| {
        let full = 16_u32.checked_pow(u32::try_from(hex.len()).ok()?)?.checked_sub(1).filter(|&full| full > 0)?;
        Some(f64::from(u32::from_str_radix(hex, 16).ok()?) / f64::from(full))
    });
    let (red, green, blue) = (parts.next()??, parts.next()??, parts.next()??);
    let light = 0.299 * red + 0.587 * green + 0.114 * blue;
    Some(if light > 0.5 { ThemeId::Light } else { ThemeId::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(c: char, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(KeyCode::Char(c), modifiers))
    }

    fn plain(text: &str) -> Vec<Event> {
        text.chars().map(|c| key(c, KeyModifiers::NONE)).collect()
    }

    /// The events of `text` between Alt-`]` and `end`, sifted: what is given on, and the theme.
    fn sifted(text: &str, end: &[Event]) -> (Vec<Event>, Option<ThemeId>) {
        let mut answers = Answers::default();
        answers.expect();
        let mut events = vec![key(']', KeyModifiers::ALT)];
        events.extend(plain(text));
        events.extend_from_slice(end);
        let given = events.into_iter().flat_map(|event| answers.sift(event)).collect();
        (given, answers.take_theme())
    }

    #[test]
    fn an_answer_is_taken_out_and_names_the_theme() {
        let string_end = [key('\\', KeyModifiers::ALT)];
        let bell = [key('g', KeyModifiers::CONTROL)];
        assert_eq!(sifted("11;rgb:ffff/ffff/ffff", &string_end), (vec![], Some(ThemeId::Light)));
        assert_eq!(sifted("11;rgb:1e1e/1e1e/1e1e", &bell), (vec![], Some(ThemeId::Dark)));
        assert_eq!(sifted("11;rgb:ff/ff/e0", &bell), (vec![], Some(ThemeId::Light)));
    }

    #[test]
    fn keys_around_an_answer_are_given_on_in_order() {
        let mut answers = Answers::default();
        answers.expect();
        let mut events = plain("a");
        events.push(key(']', KeyModifiers::ALT));
        events.extend(plain("11;rgb:0/0/0"));
        events.push(key('\\', KeyModifiers::ALT));
        events.extend(plain("中q"));
        let given: Vec<Event> = events.into_iter().flat_map(|event| answers.sift(event)).collect();
        assert_eq!(given, plain("a中q"));
    }

    #[test]
    fn what_only_starts_like_an_answer_is_given_back() {
        let mut typed = vec![key(']', KeyModifiers::ALT)];
        typed.extend(plain("11;x"));
        assert_eq!(sifted("11;x", &[]), (typed, None));
        let end = [key('\\', KeyModifiers::ALT)];
        assert_eq!(sifted("11;rgb:", &end).0.len(), 9, "no colour, no answer");
        let long = "f".repeat(30);
        assert_eq!(sifted(&format!("11;rgb:{long}"), &[]).0.len(), 38, "an endless answer is not held for ever");
    }

    #[test]
    fn nothing_is_held_back_when_nothing_was_asked() {
        let mut answers = Answers::default();
        let event = key(']', KeyModifiers::ALT);
        assert_eq!(answers.sift(event.clone()), vec![event]);
    }

    #[test]
    fn colorfgbg_names_the_background_last() {
        assert_eq!(theme_from_colorfgbg("15;0"), Some(ThemeId::Dark));
        assert_eq!(theme_from_colorfgbg("0;15"), Some(ThemeId::Light));
        assert_eq!(theme_from_colorfgbg("0;default;15"), Some(ThemeId::Light));
        assert_eq!(theme_from_colorfgbg("12;8"), Some(ThemeId::Dark));
        assert_eq!(theme_from_colorfgbg("15;default"), None);
        assert_eq!(theme_from_colorfgbg(""), None);
    }
}
