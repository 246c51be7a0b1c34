//! Copying through the terminal (OSC 52): works over SSH, and never says whether it worked.

use std::io;

use crossterm::clipboard::CopyToClipboard;

use super::terminal;

/// Sends `text` to the terminal's clipboard. Success means sent: whether the terminal allows it cannot be known, so
/// the screen says "sent to the terminal" and offers a file.
///
/// # Errors
/// When the terminal cannot be written to.
pub fn copy(text: &str) -> io::Result<()> {
    terminal::send(CopyToClipboard::to_clipboard_from(text))
}
