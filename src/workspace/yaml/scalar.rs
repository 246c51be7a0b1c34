//! The core schema of YAML 1.2 (section 10.3.2): what a plain scalar is.

use super::Kind;

/// What the core schema makes of a plain scalar.
pub fn kind(text: &str) -> Kind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => Kind::Bool,
        ".nan" | ".NaN" | ".NAN" => Kind::Float,
        _ if is_int(text) => Kind::Int,
        _ if is_float(text) => Kind::Float,
        _ => Kind::Text,
    }
}

/// The value of an integer as the core schema writes it; `None` where it does not fit.
pub fn int(text: &str) -> Option<i128> {
    if let Some(octal) = text.strip_prefix("0o") {
        return i128::from_str_radix(octal, 8).ok();
    }
    if let Some(hex) = text.strip_prefix("0x") {
        return i128::from_str_radix(hex, 16).ok();
    }
    text.parse().ok()
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['-', '+']).unwrap_or(text)
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_int(text: &str) -> bool {
    if let Some(octal) = text.strip_prefix("0o") {
        return !octal.is_empty() && octal.bytes().all(|byte| matches!(byte, b'0'..=b'7'));
    }
    if let Some(hex) = text.strip_prefix("0x") {
        return !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    digits(unsigned(text))
}

/// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`, or an infinity.
fn is_float(text: &str) -> bool {
    let text = unsigned(text);
    if matches!(text, ".inf" | ".Inf" | ".INF") {
        return true;
    }
    let mantissa = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) if digits(unsigned(exponent)) => mantissa,
        Some(_) => return false,
        None => text,
    };
    match mantissa.split_once('.') {
        Some(("", fraction)) => digits(fraction),
        Some((whole, fraction)) => digits(whole) && (fraction.is_empty() || digits(fraction)),
        None => digits(mantissa),
    }
}
