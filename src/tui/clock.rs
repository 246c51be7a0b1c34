//! The wall clock of the person at the screen: local time, in the time zone of the system or of `TZ` (UTC where neither
//! can be read). Only the screen shows it; nothing that is written or compared depends on it.

use std::time::Duration;

use jiff::Zoned;

/// Now, as `HH:MM`.
pub fn minute() -> String {
    Zoned::now().strftime("%H:%M").to_string()
}

/// Now, as `HH:MM:SS`.
pub fn second() -> String {
    Zoned::now().strftime("%H:%M:%S").to_string()
}

/// How long [`minute`] stays what it is.
pub fn until_next_minute() -> Duration {
    let into = u64::try_from(Zoned::now().second()).unwrap_or(0);
    Duration::from_secs(60_u64.saturating_sub(into).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_two_digits_each() {
        for (text, length) in [(minute(), 5), (second(), 8)] {
            assert_eq!(text.len(), length, "{text}");
            assert!(text.bytes().enumerate().all(|(at, byte)| if at % 3 == 2 {
                byte == b':'
            } else {
                byte.is_ascii_digit()
            }));
        }
        assert!((1..=60).contains(&until_next_minute().as_secs()));
    }
}
