use proptest::prelude::*;

use super::CredentialKind::*;
use super::*;
use crate::text::testing::processor_time;

/// Letters and digits as a generator of keys draws them: the tests hold no key, not even a made-up one, in one piece.
fn drawn(count: usize) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let draw = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(LETTERS[usize::try_from(state >> 33).unwrap() % LETTERS.len()])
    };
    (0..count).map(draw).collect()
}

/// The kinds found in a text and what stands in their ranges.
fn found(text: &str) -> Vec<(CredentialKind, &str)> {
    find_credentials(text).into_iter().map(|credential| (credential.kind, &text[credential.range])).collect()
}

#[test]
fn s5_keys_are_told_by_their_form_wherever_they_stand() {
    let upper = drawn(16).to_ascii_uppercase();
    let jwt = format!("eyJ{}.eyJ{}.{}", drawn(30), drawn(60), drawn(43));
    let keys = [
        (GitHubToken, format!("ghp_{}", drawn(36))),
        (GitHubToken, format!("github_pat_{}_{}", drawn(22), drawn(59))),
        (GitLabToken, format!("glpat-{}", drawn(20))),
        (AwsAccessKey, format!("AKIA{upper}")),
        (SlackToken, format!("xoxb-735190286415-{}", drawn(24))),
        (GoogleApiKey, format!("AIza{}", drawn(35))),
        (SkKey, format!("sk-{}", drawn(48))),
        (SkKey, format!("sk-proj-{}", drawn(64))),
        (SkKey, format!("sk-ant-api03-{}-{}", drawn(40), drawn(40))),
        (StripeKey, format!("sk_live_{}", drawn(24))),
        (HuggingFaceToken, format!("hf_{}", drawn(34))),
        (NpmToken, format!("npm_{}", drawn(36))),
        (JsonWebToken, jwt),
    ];
    for (kind, key) in &keys {
        let places =
            ["{}", "key: {}", "\"api_key\": \"{}\",", "令牌{}。", "a line\\n{}\\n", "(`{}`)", "Bearer {}", "TOKEN={}"];
        for place in places {
            assert_eq!(found(&place.replace("{}", key)), [(*kind, key.as_str())], "{kind} in {place}");
        }
    }
}

#[test]
fn s5_a_private_key_is_found_with_its_lines_or_in_one() {
    let line = drawn(64);
    for label in ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "] {
        let begin = format!("-----BEGIN {label}PRIVATE KEY-----");
        for end in ["\n", "\r\n", "\\n", "\n    "] {
            let text = format!("key: {begin}{end}{line}{end}{line}{end}-----END {label}PRIVATE KEY-----\n");
            let all = find_credentials(&text);
            assert_eq!(all.len(), 1, "{text}");
            assert_eq!((all[0].kind, all[0].range.start), (PrivateKey, 5));
            assert!(text[all[0].range.clone()].ends_with(&format!("{line}{end}")), "{text}");
        }
        assert_eq!(found(&format!("{begin}\n...\n-----END {label}PRIVATE KEY-----")), []);
        assert_eq!(found(&format!("{begin}\nYOUR_KEY\n")), []);
    }
    assert_eq!(found(&format!("-----BEGIN PUBLIC KEY-----\n{line}\n")), []);
}

#[test]
fn s5_a_secret_is_told_by_what_names_it() {
    let value = drawn(32);
    for place in [
        "api_key: {}",
        "API-KEY = '{}'",
        "\"clientSecret\":\"{}\"",
        "--token={}",
        "db.password := \"{}\"",
        "\\\"token\\\": \\\"{}\\\"",
    ] {
        assert_eq!(found(&place.replace("{}", &value)), [(SecretValue, value.as_str())], "{place}");
    }
    assert_eq!(found(&format!("Authorization: Bearer {value}")), [(BearerToken, value.as_str())]);
    for place in ["commit {}", "sha: {}", "tokenizer: {}", "api_key {}", "secretary: {}"] {
        assert_eq!(found(&place.replace("{}", &value)), [], "{place}");
    }
    let password = drawn(12);
    let url = format!("postgres://admin:{password}@db.internal:5432/app");
    assert_eq!(found(&url), [(UrlPassword, password.as_str())]);
}

#[test]
fn s5_what_stands_in_the_stead_of_a_credential_is_none() {
    let twenty = "x".repeat(20);
    for text in [
        "OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxx",
        "api_key: <your-key>",
        "api_key: YOUR_API_KEY",
        "token: ${TOKEN}",
        "token: $GITHUB_TOKEN_FOR_2_REPOS_IN_CI3",
        "password: {{ vault.password }}",
        "export GITHUB_TOKEN=ghp_your_token_here",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "AKIAIOSFODNN7EXAMPLE",
        "Authorization: Bearer <token>",
        "Bearer YOUR_ACCESS_TOKEN",
        "Bearer authentication is described in section 2.1",
        "token = os.environ['GITHUB_TOKEN']",
        "secret = client.secrets.get_secret_value(SecretId=name)",
        "password = generate_password_with_length_24()",
        "token: claude-opus-4-20250514-and-later",
        "postgres://user:password@localhost/db",
        "postgres://user:${DB_PASS_1}@host/db",
        "https://example.org:8080/a@b",
        "class=\"sk-circle-fade-dot-2-with-a-long-name\"",
        "api_key: abcdefghijklmnopqrstuvwxyz0123",
        "api_key: 0123456789abcdef0123456789abcdef",
        "secret: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefghijklmnopqrstuv",
        &format!("xoxb-{twenty}-{twenty}"),
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn s5_what_is_told_of_a_credential_holds_nothing_of_it() {
    let key = format!("ghp_{}", drawn(36));
    let told = format!("{:?}", find_credentials(&key));
    assert!(!told.contains("ghp_") && !told.contains(&key[4..10]), "{told}");
}

/// Texts that make a careless search start over again and again.
fn hostile(bytes: usize) -> Vec<String> {
    let units = [
        "token=",
        "token:",
        "bearer ",
        "://a:b@",
        "://",
        "a:b@",
        "-----BEGIN ",
        "-----BEGIN PRIVATE KEY-----",
        "eyJa.",
        "eyJ",
        ".eyJ",
        "sk-",
        "AKIA",
        "-",
        "_",
        "a1",
        "token=a/",
        "\\n",
        "=",
        "token ",
        "令",
        "secret\"",
        "://a:1a",
        "-----BEGIN A PRIVATE KEY-----AAAA",
        "bearer bearer",
        "token   ",
    ];
    units.iter().map(|unit| unit.repeat(bytes / unit.len())).collect()
}

#[test]
fn time_grows_with_the_text_and_not_faster() {
    for (small, large) in hostile(1 << 16).iter().zip(&hostile(1 << 20)) {
        let takes = |text: &str| {
            let work = || drop(std::hint::black_box(find_credentials(text)));
            processor_time(work).as_micros()
        };
        // 16 times the text takes 256 times the time if quadratic.
        let most = 64 * takes(small).max(1_000);
        let unit: String = large.chars().take(40).collect();
        assert!(takes(large) < most, "over {most} µs for {unit:?} …");
    }
}

proptest! {
    #[test]
    fn ranges_are_in_order_and_on_character_boundaries(
        parts in proptest::collection::vec(
            prop_oneof![
                ".{0,12}",
                "[A-Za-z0-9]{16,40}",
                proptest::sample::select(vec![
                    "token: ", "api_key=", "Bearer ", "://u:", "@h", "ghp_", "sk-", "eyJ", ".", "-----BEGIN RSA PRIVATE KEY-----",
                    "\n", "\\n", "é", "令牌", "\"", "AKIA", "xoxb-",
                ])
                .prop_map(str::to_owned),
            ],
            0..20,
        )
    ) {
        let text = parts.concat();
        let mut last = 0;
        for credential in find_credentials(&text) {
            prop_assert!(credential.range.start >= last && !credential.range.is_empty());
            prop_assert!(text.get(credential.range.clone()).is_some());
            last = credential.range.end;
        }
    }

    /// The glance that spares most words the closer look never spares a credential.
    #[test]
    fn what_is_told_at_a_glance_is_what_every_look_tells(
        parts in prop::collection::vec(
            prop_oneof![
                "[\\\\ \n\"'`:=\\].a/-]{0,4}",
                "[A-Za-z0-9_-]{1,24}",
                Just("api_key".to_owned()), Just("Bearer".to_owned()), Just("eyJ".to_owned()), Just("://".to_owned()),
                Just("ghp_0a1B2c3D4e5F6g7H8i9J0kAlBmCnDoEpFqGr".to_owned()), Just("-----BEGIN ".to_owned()),
                Just("tok-EN_".to_owned()), Just("u:pa55word9x@h".to_owned()), Just("x9K2m4P7q1R8t3V6w5Z0".to_owned()),
            ],
            0..12,
        )
    ) {
        let text = parts.concat();
        let (mut found, mut at) = (Vec::new(), 0);
        while at < text.len() {
            let (credential, next) = look(&text, at);
            at = credential.as_ref().map_or(next, |credential| credential.range.end);
            found.extend(credential);
        }
        prop_assert_eq!(find_credentials(&text), found);
    }
}
