//! Numbers as the screen writes them where there is little room, or where they change.

use crate::text::thousands;

/// `2128` as `2.1k`; below a thousand as it stands.
pub fn short(number: usize) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..99_950 => {
            let tenths = number.saturating_add(50) / 100;
            format!("{}.{}k", tenths / 10, tenths % 10)
        }
        99_950..999_500 => format!("{}k", (number + 500) / 1_000),
        _ => {
            let tenths = number / 100_000;
            format!("{}.{}M", tenths / 10, tenths % 10)
        }
    }
}

/// A number in at most four cells: `1204` as it stands, `12345` as `12k`.
pub fn tight(number: usize) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1_000),
        _ => format!("{}M", number / 1_000_000),
    }
}

/// A change with its sign: `+334`, `-20`; nothing for no change.
pub fn change(change: i64) -> String {
    match usize::try_from(change.unsigned_abs()).unwrap_or(usize::MAX) {
        0 => String::new(),
        size => format!("{}{}", if change > 0 { '+' } else { '-' }, thousands(size)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_fit_in_five_cells() {
        assert_eq!([7, 999, 1_000, 2_128, 9_874].map(short), ["7", "999", "1.0k", "2.1k", "9.9k"]);
        assert_eq!([99_949, 99_950, 999_499, 1_250_000].map(short), ["99.9k", "100k", "999k", "1.2M"]);
    }

    #[test]
    fn changes_have_a_sign_and_no_change_is_silent() {
        assert_eq!([334, -1_200, 0].map(change), ["+334", "-1,200", ""]);
    }
}
