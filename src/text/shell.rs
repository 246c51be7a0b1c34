//! Words for a shell, where a command is handed out to be typed.

/// A word that a POSIX shell, and an interactive bash, read as it is: unlike `shell_words::quote` it leaves no brace and
/// no `!` bare.
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(shell_word("private_chat"), "private_chat");
        assert_eq!(shell_word(""), "''");
        assert_eq!(shell_word("今天 $HOME"), "'今天 $HOME'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
    }
}
