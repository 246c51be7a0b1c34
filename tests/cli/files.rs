//! Subcommands as files in `tests/cmd`: commands, output and exit codes, on the sample workspace.

#[test]
fn commands_print_what_their_files_say() {
    let cases = trycmd::TestCases::new();
    cases.env("XDG_CONFIG_HOME", "/nonexistent").env("HOME", "/nonexistent");
    cases.env("LANG", "C").env("LC_ALL", "C").env("LANGUAGE", "").env("NO_COLOR", "1").env("COLUMNS", "100");
    cases.case("tests/cmd/*.trycmd");
}
