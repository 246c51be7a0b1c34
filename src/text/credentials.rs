//! What looks like a credential in a text (S5): where it stands and of what kind it is, never its value.
//!
//! A text is read once from left to right, in runs of letters, digits, `_` and `-`. A run may be a key by its form
//! (`ghp_…`), or name what follows (`api_key: …`, `Bearer …`). Two more start at signs: `-----BEGIN` and `://`. A value
//! that a person wrote in a key's stead is none; `stand_in` tells them apart.

mod stand_in;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;

use stand_in::{is_random, is_stand_in};

/// What a credential looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CredentialKind {
    /// A PEM block with a private key.
    PrivateKey,
    /// A token of GitHub.
    GitHubToken,
    /// A token of GitLab.
    GitLabToken,
    /// The id of an access key of AWS.
    AwsAccessKey,
    /// A token of Slack.
    SlackToken,
    /// An API key of Google.
    GoogleApiKey,
    /// `sk-…`, as OpenAI, Anthropic and others form their keys.
    SkKey,
    /// A live key of Stripe.
    StripeKey,
    /// A token of Hugging Face.
    HuggingFaceToken,
    /// A token of npm.
    NpmToken,
    /// A signed JSON web token.
    JsonWebToken,
    /// What follows `Bearer`.
    BearerToken,
    /// A password before the host of a URL.
    UrlPassword,
    /// A long random value given to a name such as `api_key` or `password`.
    SecretValue,
}

impl CredentialKind {
    /// A few words for messages.
    pub fn as_str(self) -> &'static str {
        match self {
            CredentialKind::PrivateKey => "private key",
            CredentialKind::GitHubToken => "GitHub token",
            CredentialKind::GitLabToken => "GitLab token",
            CredentialKind::AwsAccessKey => "AWS access key",
            CredentialKind::SlackToken => "Slack token",
            CredentialKind::GoogleApiKey => "Google API key",
            CredentialKind::SkKey => "API key (sk-…)",
            CredentialKind::StripeKey => "Stripe key",
            CredentialKind::HuggingFaceToken => "Hugging Face token",
            CredentialKind::NpmToken => "npm token",
            CredentialKind::JsonWebToken => "JSON web token",
            CredentialKind::BearerToken => "Bearer token",
            CredentialKind::UrlPassword => "password in a URL",
            CredentialKind::SecretValue => "long random value of a secret's name",
        }
    }
}

impl fmt::Display for CredentialKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A credential in a text. Does not hold its value, so that no message can repeat it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// What it looks like.
    pub kind: CredentialKind,
    /// Where it stands: bytes of the text, on character boundaries.
    pub range: Range<usize>,
}

/// What looks like a credential in `text`, in order, not overlapping. Takes time and memory in proportion to the text.
pub fn find_credentials(text: &str) -> Vec<Credential> {
    let mut found: Vec<Credential> = Vec::new();
    let mut at = 0;
    while let Some(start) = glance(text.as_bytes(), at) {
        let (credential, next) = look(text, start);
        at = credential.as_ref().map_or(next, |credential| credential.range.end);
        found.extend(credential);
    }
    found
}

/// The credential that starts at `at` or is named there, if any, and where to go on if there is none.
fn look(text: &str, at: usize) -> (Option<Credential>, usize) {
    if starts(text, at, PEM_BEGIN) {
        return (private_key(text, at), at + PEM_BEGIN.len());
    }
    if starts(text, at, "://") {
        return (url_password(text, at + 3), at + 3);
    }
    match end_of(text, at, is_word) {
        end if end == at => (None, at + 1),
        end => (in_run(text, at..end), end),
    }
}

/// The next place at or behind `from` that is worth a [`look`]: the start of a run or of `://`. Nearly every run is told
/// by its bytes to be no key and to name none: it is short, neither the start of a web token nor `Bearer` nor `BEGIN`,
/// and no `:` or `=` follows it.
fn glance(bytes: &[u8], from: usize) -> Option<usize> {
    let mut length = 0;
    for (offset, byte) in bytes.get(from..)?.iter().enumerate() {
        let class = CLASSES[usize::from(*byte)];
        length = if class & WORD != 0 { length + 1 } else { 0 };
        if class & TELLS == 0 && length != LEAST_KEY {
            continue;
        }
        let (at, passed) = (from + offset, &bytes[from..from + offset]);
        let behind = &bytes[at + 1..];
        let start = match byte {
            b'J' if passed.ends_with(b"ey") => Some(at + 1 - length),
            b'b' | b'B' if begins_with(behind, b"earer") || begins_with(behind, b"egin ") => Some(at + 1 - length),
            b':' | b'=' => named_before(passed).map(|start| from + start),
            _ if length == LEAST_KEY => Some(at + 1 - length),
            _ => None,
        };
        if start.is_some() {
            return start;
        }
        if *byte == b':' && behind.starts_with(b"//") {
            return Some(at);
        }
    }
    None
}

/// The start of the run that ends `passed`, spaces and quotes aside, if it may name a secret.
fn named_before(passed: &[u8]) -> Option<usize> {
    let ends = |byte: &u8| !matches!(byte, b'"' | b'\'' | b'`' | b'\\' | b']' | b' ');
    let end = passed.iter().rposition(ends)? + 1;
    let may_name =
        matches!(passed[end - 1].to_ascii_lowercase(), b'y' | b't' | b'n' | b'd' | b'l' | b'r' | b'-' | b'_');
    may_name.then(|| passed[..end].iter().rposition(|byte| !is_word(*byte)).map_or(0, |before| before + 1))
}

fn begins_with(bytes: &[u8], lower_case: &[u8]) -> bool {
    bytes.get(..lower_case.len()).is_some_and(|start| start.eq_ignore_ascii_case(lower_case))
}

/// A byte of a run: a letter, a digit, `_` or `-`.
const WORD: u8 = 1;
/// A byte that tells of a credential where it has the right neighbours.
const TELLS: u8 = 2;

/// What each byte may be. Every byte of every text is looked up, so it is a table.
const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        let word = if is_word(byte) { WORD } else { 0 };
        let tells = if matches!(byte, b'J' | b'b' | b'B' | b':' | b'=') { TELLS } else { 0 };
        table[byte as usize] = word | tells;
        byte += 1;
    }
    table
};

/// A key by its form, or the value that the run's end names.
fn in_run(text: &str, mut run: Range<usize>) -> Option<Credential> {
    // Behind a backslash the first letter is the end of an escape such as `\n`.
    let escaped = text[..run.start].ends_with('\\') && text[run.clone()].starts_with(['n', 'r', 't']);
    run.start += usize::from(escaped);
    run.start += text[run.clone()].bytes().take_while(|byte| matches!(byte, b'-' | b'_')).count();
    if let Some(credential) = key_by_form(text, run.clone()) {
        return Some(credential);
    }
    let (value, kind) = if text[run.clone()].eq_ignore_ascii_case("bearer") {
        (run.end + spaces(text, run.end)?, CredentialKind::BearerToken)
    } else {
        // Few words of a text are followed by a sign, so that is asked first.
        let value = assigned(text, run.end)?;
        names_a_secret(&text[run.clone()]).then_some((value, CredentialKind::SecretValue))?
    };
    let range = value..end_of_value(text, value);
    // A form says more about a key than the name before it.
    let word = value..end_of(text, value, is_word);
    key_by_form(text, word).or_else(|| is_random(&text[range.clone()]).then_some(Credential { kind, range }))
}

/// Characters of the shortest key whose form tells what it is.
const LEAST_KEY: usize = 20;

/// How a family of keys begins, which characters follow, and how many.
struct Form {
    prefix: &'static str,
    kind: CredentialKind,
    follows: fn(u8) -> bool,
    least: usize,
    most: usize,
}

const fn form(prefix: &'static str, kind: CredentialKind, follows: fn(u8) -> bool, least: usize, most: usize) -> Form {
    Form { prefix, kind, follows, least, most }
}

const FORMS: [Form; 22] = {
    use CredentialKind::{
        AwsAccessKey, GitHubToken, GitLabToken, GoogleApiKey, HuggingFaceToken, NpmToken, SkKey, SlackToken, StripeKey,
    };
    const MANY: usize = 512;
    [
        form("ghp_", GitHubToken, is_alphanumeric, 36, MANY),
        form("gho_", GitHubToken, is_alphanumeric, 36, MANY),
        form("ghu_", GitHubToken, is_alphanumeric, 36, MANY),
        form("ghs_", GitHubToken, is_alphanumeric, 36, MANY),
        form("ghr_", GitHubToken, is_alphanumeric, 36, MANY),
        form("github_pat_", GitHubToken, is_word, 50, MANY),
        form("glpat-", GitLabToken, is_word, 20, MANY),
        form("AKIA", AwsAccessKey, is_upper_or_digit, 16, 16),
        form("ASIA", AwsAccessKey, is_upper_or_digit, 16, 16),
        form("xoxb-", SlackToken, is_word, 24, MANY),
        form("xoxp-", SlackToken, is_word, 24, MANY),
        form("xoxa-", SlackToken, is_word, 24, MANY),
        form("xoxr-", SlackToken, is_word, 24, MANY),
        form("xoxs-", SlackToken, is_word, 24, MANY),
        form("xoxe-", SlackToken, is_word, 24, MANY),
        form("xapp-", SlackToken, is_word, 24, MANY),
        form("AIza", GoogleApiKey, is_word, 35, 35),
        form("sk-", SkKey, is_word, 20, MANY),
        form("sk_live_", StripeKey, is_alphanumeric, 20, MANY),
        form("rk_live_", StripeKey, is_alphanumeric, 20, MANY),
        form("hf_", HuggingFaceToken, is_alphanumeric, 30, 60),
        form("npm_", NpmToken, is_alphanumeric, 36, 36),
    ]
};

/// A key whose form alone tells what it is: the whole run and nothing else.
fn key_by_form(text: &str, run: Range<usize>) -> Option<Credential> {
    let word = &text[run.clone()];
    if word.starts_with("eyJ") {
        return json_web_token(text, run.start);
    }
    if word.len() < LEAST_KEY {
        return None;
    }
    let (form, rest) = FORMS.iter().find_map(|form| Some((form, word.strip_prefix(form.prefix)?)))?;
    let fits = (form.least..=form.most).contains(&rest.len()) && rest.bytes().all(form.follows);
    // `sk-` begins names too, such as those of CSS classes: those are words.
    let is_key = fits && !is_stand_in(rest) && (form.kind != CredentialKind::SkKey || has_random_part(rest));
    is_key.then_some(Credential { kind: form.kind, range: run })
}

fn has_random_part(rest: &str) -> bool {
    rest.split(['-', '_']).any(is_random)
}

/// Three parts of base64 with dots between them, the first two JSON objects.
fn json_web_token(text: &str, start: usize) -> Option<Credential> {
    /// The payload of the token that manuals show: `{"sub":"1234567890"`.
    const SHOWN_IN_MANUALS: &str = "eyJzdWIiOiIxMjM0NTY3ODkw";
    let header = end_of(text, start, is_word);
    let payload = end_of(text, header + usize::from(starts(text, header, ".eyJ")), is_word);
    let end = end_of(text, payload + usize::from(starts(text, payload, ".")), is_word);
    let shown = text.get(header + 1..).is_some_and(|payload| payload.starts_with(SHOWN_IN_MANUALS));
    let is_token = payload > header + 1 && end > payload + 20 && !shown && !is_stand_in(&text[payload + 1..end]);
    is_token.then_some(Credential { kind: CredentialKind::JsonWebToken, range: start..end })
}

/// Whether a variable, key or option of that name holds a secret: the name ends with one of these words, its case and
/// hyphens aside.
fn names_a_secret(name: &str) -> bool {
    const WORDS: [&str; 10] = [
        "apikey",
        "accesskey",
        "secretkey",
        "privatekey",
        "authkey",
        "secret",
        "token",
        "password",
        "passwd",
        "credential",
    ];
    const LONGEST: usize = 100;
    if name.len() > LONGEST {
        return false;
    }
    let plain = name.bytes().filter(|byte| is_alphanumeric(*byte)).map(|byte| char::from(byte.to_ascii_lowercase()));
    let plain: String = plain.collect();
    WORDS.iter().any(|word| plain.ends_with(word))
}

/// Where the value begins that is assigned to the name which ends at `at`: behind `=`, `:` or `:=`, quotes and spaces.
fn assigned(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let sign = rest.trim_start_matches(['"', '\'', '`', '\\', ']']).trim_start_matches(' ');
    let value = sign.strip_prefix(":=").or_else(|| sign.strip_prefix([':', '=']))?;
    let value = value.trim_start_matches([' ', '"', '\'', '`', '\\']);
    Some(at + rest.len() - value.len())
}

/// The spaces at `at`; `None` where there is none.
fn spaces(text: &str, at: usize) -> Option<usize> {
    let count = text[at..].len() - text[at..].trim_start_matches(' ').len();
    (count > 0).then_some(count)
}

/// The password in `user:password@host`, which begins at `start`.
fn url_password(text: &str, start: usize) -> Option<Credential> {
    let is_authority = |byte: u8| byte.is_ascii_graphic() && !b"/?#\"'`<>()[]{}|\\,;".contains(&byte);
    let authority = &text[start..end_of(text, start, is_authority)];
    let (user_info, _host) = authority.rsplit_once('@')?;
    let (user, password) = user_info.split_once(':')?;
    let is_one = password.len() >= 8
        && !password.eq_ignore_ascii_case(user)
        && password.bytes().any(|byte| byte.is_ascii_digit())
        && password.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !is_stand_in(password);
    let from = start + user.len() + 1;
    is_one.then(|| Credential { kind: CredentialKind::UrlPassword, range: from..from + password.len() })
}

const PEM_BEGIN: &str = "-----BEGIN ";

/// A PEM block, with its lines or with `\n` for their ends, that holds more than a few characters of a key.
fn private_key(text: &str, start: usize) -> Option<Credential> {
    const LABEL: usize = 60;
    /// Fewer are an ellipsis or the first line of an explanation.
    const LEAST: usize = 64;
    let label = start + PEM_BEGIN.len();
    let label_end = end_of(text, label, |byte| byte == b' ' || byte.is_ascii_uppercase());
    let is_private = label_end - label <= LABEL && text[label..label_end].ends_with("PRIVATE KEY");
    if !is_private || !starts(text, label_end, "-----") {
        return None;
    }
    let body = label_end + "-----".len();
    // Base64 with the ends of lines, real or escaped; the headers of an encrypted key have `:`, `,` and `-`.
    let end = end_of(text, body, |byte| is_alphanumeric(byte) || b"+/=\\ \t\r\n:,\"".contains(&byte));
    let lines = text[body..end].split(|c: char| c.is_whitespace() || matches!(c, '\\' | '"'));
    let longest = lines.max_by_key(|line| line.len()).unwrap_or_default();
    let is_key = longest.len() >= LEAST && !is_stand_in(longest);
    is_key.then_some(Credential { kind: CredentialKind::PrivateKey, range: start..end })
}

/// Where the value ends that begins at `at`. `=` only pads it: elsewhere it would join a value to the next name, and a
/// text of such pairs would be read over and over.
fn end_of_value(text: &str, at: usize) -> usize {
    let end = end_of(text, at, |byte| is_word(byte) || matches!(byte, b'.' | b'/' | b'+' | b'~'));
    end + text.as_bytes()[end..].iter().take(2).take_while(|byte| **byte == b'=').count()
}

/// The first byte at or behind `at` that `is_part` does not take.
fn end_of(text: &str, at: usize, is_part: impl Fn(u8) -> bool) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| is_part(**byte)).count()
}

fn starts(text: &str, at: usize, with: &str) -> bool {
    text.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(with.as_bytes()))
}

const fn is_word(byte: u8) -> bool {
    is_alphanumeric(byte) || matches!(byte, b'_' | b'-')
}

const fn is_alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_upper_or_digit(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}
