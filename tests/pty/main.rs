//! DESIGN, tests 6: the real binary in a pseudo-terminal. The main job, by keys and eyes; and the terminal as it was
//! before, on every way out.

mod terminal;
mod workspace;

use std::process::Command;

use portable_pty::CommandBuilder;
use terminal::{Answers, DOWN, ENTER, ESC, RIGHT, Terminal, skillstage, with_environment};
use workspace::{Home, skill};

/// The screen on `home`'s workspace, once the workspace is read.
fn open(home: &Home) -> Terminal {
    open_with(skillstage(home.path()), Answers::Yes)
}

fn open_with(mut command: CommandBuilder, answers: Answers) -> Terminal {
    command.arg("bot");
    let mut terminal = Terminal::start(command, answers);
    terminal.wait_text("YOUR MOVE");
    terminal
}

/// Presses Down until the row with `text` is selected; each press is seen before the next.
fn select(terminal: &mut Terminal, text: &str) {
    for _ in 0..20 {
        if is_selected(&terminal.rows(), text) {
            return;
        }
        let before = terminal.text();
        terminal.keys(DOWN);
        terminal.wait("a move of the selection", |screen| screen.contents() != before);
    }
    panic!("{text} is not selected:\n{}", terminal.text());
}

fn is_selected(rows: &[String], text: &str) -> bool {
    rows.iter().any(|row| row.split('│').any(|cell| cell.trim_start().starts_with('>') && cell.contains(text)))
}

#[test]
fn a_turn_is_played_and_quitting_restores_the_terminal() {
    let home = Home::new();
    let mut terminal = open(&home);
    terminal.keys("e");
    terminal.wait_text("Enter starts a new turn with it");
    terminal.keys("今天好累，想早点睡。q?1");
    terminal.wait_text("今天好累，想早点睡。q?1");
    terminal.keys(ENTER);
    terminal.wait("the message in the turn", |screen| {
        let text = screen.contents();
        text.contains("今天好累") && !text.contains("Enter starts a new turn with it")
    });

    terminal.keys("2");
    select(&mut terminal, "tone-guard");
    terminal.keys(ENTER);
    terminal.wait_text("body of tone-guard");
    if !terminal.text().contains("ex.md") {
        terminal.keys(RIGHT);
        terminal.wait_text("ex.md");
    }
    select(&mut terminal, "ex.md");
    terminal.keys(ENTER);
    terminal.wait_text("round trips 2 of 2");

    terminal.keys("r");
    terminal.wait_text("Final reply: it ends the turn");
    terminal.keys("好的，早点休息。");
    terminal.wait_text("好的，早点休息。");
    terminal.keys(ENTER);
    terminal.wait_text("replied");

    terminal.resize(40, 12);
    terminal.wait("a panel at 40×12", |screen| screen.size() == (12, 40) && screen.contents().contains("[2 Skills]"));
    terminal.resize(30, 8);
    terminal.wait_text("Skillstage needs");
    terminal.resize(120, 36);
    terminal.wait_text("replied");

    terminal.quit();
}

#[test]
fn signals_restore_the_terminal_and_are_told_as_a_shell_tells_them() {
    let home = Home::new();
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let mut terminal = open(&home);
        terminal.signal(signal);
        assert_eq!(terminal.exit_code(), code, "{signal}");
        terminal.assert_restored();
    }
}

#[cfg(debug_assertions)] // the way to provoke one is compiled only then
#[test]
fn a_panic_restores_the_terminal_before_its_message() {
    let home = Home::new();
    let mut command = skillstage(home.path());
    command.env("SKILLSTAGE_TEST_PANIC", "1");
    let mut terminal = open_with(command, Answers::Yes);
    terminal.keys("?");
    assert_eq!(terminal.exit_code(), 101);
    terminal.assert_restored();
    let restored = terminal.wait_bytes(0, "\x1b[?1049l");
    terminal.wait_bytes(restored, "provoked by SKILLSTAGE_TEST_PANIC");
}

#[test]
fn u15_an_edit_on_disk_counts_from_the_next_turn() {
    let home = Home::new();
    let mut terminal = open(&home);
    terminal.keys("2");
    select(&mut terminal, "reply-style");
    terminal.wait_text("Short sentences.");
    home.write("bot/skills/reply-style/SKILL.md", &skill("reply-style", "Long sentences from now on."));
    terminal.wait_text("changed on disk");
    assert!(terminal.text().contains("Short sentences."), "this turn keeps its text:\n{}", terminal.text());
    terminal.keys("n");
    terminal.wait_text("Long sentences from now on.");
    terminal.quit();
}

#[test]
fn the_first_frame_waits_for_no_scan() {
    let home = Home::with_skills(3_000);
    let mut terminal = open(&home);
    terminal.keys("2");
    terminal.wait_text("skill-0000");
    let text = String::from_utf8_lossy(&terminal.bytes()).into_owned();
    let loading = text.find("reading the workspace").expect("the first frame says what is under way");
    assert!(Some(loading) < text.find("skill-0000"), "it came before the skills");
    assert!(Some(loading) < text.find("YOUR MOVE"), "it came before the turn");
    terminal.quit();
}

#[test]
fn a_terminal_that_answers_nothing_works_as_well() {
    let home = Home::new();
    let mut terminal = open_with(skillstage(home.path()), Answers::Nothing);
    assert!(terminal.text().contains('│'), "narrow boxes are assumed");
    terminal.quit();
}

#[test]
fn where_boxes_are_wide_they_are_drawn_in_ascii() {
    let home = Home::new();
    let mut terminal = open_with(skillstage(home.path()), Answers::WideBoxes);
    assert!(terminal.text().is_ascii(), "{}", terminal.text());
    terminal.quit();
}

#[test]
fn what_is_set_about_ascii_goes_before_what_the_terminal_says() {
    let home = Home::new();
    let mut command = skillstage(home.path());
    command.arg("--ascii");
    let mut by_flag = open_with(command, Answers::Yes);
    assert!(by_flag.text().is_ascii(), "{}", by_flag.text());
    by_flag.quit();
    for (config, answers, ascii) in [("true", Answers::Yes, true), ("false", Answers::WideBoxes, false)] {
        home.write("config/skillstage/config.yml", &format!("ascii: {config}\n"));
        let mut by_file = open_with(skillstage(home.path()), answers);
        assert_eq!(by_file.text().is_ascii(), ascii, "ascii: {config}\n{}", by_file.text());
        by_file.quit();
    }
}

#[test]
fn the_theme_is_what_the_terminal_says_and_no_color_goes_before() {
    let home = Home::new();
    let shown = |name: &str, value: &str| {
        let mut command = skillstage(home.path());
        command.env(name, value);
        let mut terminal = open_with(command, Answers::Yes);
        let colour = terminal.colour_of("[3 Turn 1]");
        terminal.quit();
        colour
    };
    let light = shown("NOTHING", "said"); // the terminal answers that its background is white
    assert_eq!(light, shown("COLORFGBG", "0;15"), "both say light");
    assert_ne!(light, shown("COLORFGBG", "15;0"), "dark has colours of its own");
    assert_eq!(shown("NO_COLOR", "1"), vt100::Color::Default, "no colour at all");
}

#[test]
fn keys_typed_while_the_terminal_is_asked_are_not_lost() {
    let home = Home::new();
    for answers in [Answers::Yes, Answers::Nothing] {
        let mut command = skillstage(home.path());
        command.arg("bot");
        let mut terminal = Terminal::start(command, answers);
        terminal.keys("?"); // before the first byte came out
        terminal.wait_text("[Keys]");
        terminal.keys(ESC);
        terminal.wait("the overlay to go", |screen| !screen.contents().contains("[Keys]"));
        terminal.quit();
    }
}

#[test]
fn the_editor_gets_the_terminal_and_what_was_typed_meanwhile_is_dropped() {
    let home = Home::new();
    let made = Command::new("mkfifo").arg(home.path().join("go")).status().expect("mkfifo runs");
    assert!(made.success());
    home.write("editor.sh", "printf 'EDITOR UP'\ncat \"$HOME/go\" > /dev/null\nprintf 'from the editor' > \"$1\"\n");
    let mut command = skillstage(home.path());
    command.env("VISUAL", format!("sh '{}'", home.path().join("editor.sh").display()));
    let mut terminal = open_with(command, Answers::Yes);
    terminal.keys("e");
    terminal.wait_text("Enter starts a new turn with it");
    terminal.keys("\x07"); // Ctrl-G
    terminal.wait("the editor on the main screen", |screen| {
        !screen.alternate_screen() && screen.contents().contains("EDITOR UP")
    });
    terminal.keys("typed");
    terminal.wait_text("typed"); // the terminal echoes it: it is back in its usual mode
    home.write("go", "");
    terminal.wait("the text in the message", |screen| {
        screen.alternate_screen() && screen.contents().contains("from the editor")
    });
    terminal.keys("!");
    terminal.wait_text("from the editor!");
    terminal.keys(ESC);
    terminal.signal("TERM");
    terminal.exit_code();
    terminal.assert_restored();
}

#[test]
fn ctrl_z_gives_the_shell_its_terminal_and_fg_the_screen_back() {
    let home = Home::new();
    let mut shell = CommandBuilder::new("sh");
    shell.args(["-mc", "\"$0\" bot; echo; echo SHELL HAS IT; read line; fg; echo ENDED WITH $?"]);
    shell.arg(env!("CARGO_BIN_EXE_skillstage"));
    let mut terminal = Terminal::start(with_environment(shell, home.path()), Answers::Yes);
    terminal.wait_text("YOUR MOVE");
    terminal.keys("\x1a");
    terminal.wait("the shell", |screen| !screen.alternate_screen() && screen.contents().contains("SHELL HAS IT"));
    terminal.keys("echoed");
    terminal.wait_text("echoed");
    terminal.keys("\n");
    terminal.wait("the screen again", |screen| screen.alternate_screen() && screen.contents().contains("YOUR MOVE"));
    terminal.keys("?");
    terminal.wait_text("[Keys]");
    terminal.keys("qq");
    terminal.wait_text("ENDED WITH 0");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
}

#[test]
fn the_mouse_chooses_where_it_is_wanted_and_is_given_back() {
    let home = Home::new();
    let mut terminal = open(&home);
    let row = terminal.rows().iter().position(|row| row.contains("tone-guard")).expect("the skill has a row");
    terminal.keys(&format!("\x1b[<0;10;{}M\x1b[<0;10;{}m", row + 1, row + 1));
    terminal.wait("the row under the mouse", |screen| {
        let rows: Vec<String> = screen.rows(0, screen.size().1).collect();
        is_selected(&rows, "tone-guard") && screen.contents().contains("[2 Skills]")
    });
    terminal.quit();
    let written = String::from_utf8_lossy(&terminal.bytes()).into_owned();
    assert!(written.contains("\x1b[?1000h"), "the mouse was asked for");

    let mut command = skillstage(home.path());
    command.arg("--no-mouse");
    let mut without = open_with(command, Answers::Yes);
    without.quit();
    assert!(
        !String::from_utf8_lossy(&without.bytes()).contains("\x1b[?1000h"),
        "with --no-mouse it stays the terminal's"
    );
}

#[test]
fn u27_the_usage_line_is_in_the_log_when_the_program_has_ended() {
    let home = Home::new();
    let mut command = skillstage(home.path());
    command.args(["--log", "usage.log"]);
    let mut terminal = open_with(command, Answers::Yes);
    terminal.keys("r");
    terminal.wait_text("Final reply: it ends the turn");
    terminal.keys("secret words");
    terminal.keys(ENTER);
    terminal.wait_text("replied");
    terminal.quit();
    let log = std::fs::read_to_string(home.path().join("usage.log")).expect("the log");
    assert_eq!(log.lines().count(), 1, "one line a turn: {log}");
    assert!(log.contains("private_chat") && !log.contains("secret"), "{log}");
}

#[test]
fn the_demo_says_where_its_files_are_and_that_a_command_lasts_no_longer() {
    let home = Home::new();
    let mut command = skillstage(home.path());
    command.arg("demo");
    command.env("TMPDIR", home.path());
    let mut terminal = Terminal::start(command, Answers::Yes);
    terminal.wait_text("YOUR MOVE");
    let places = std::fs::read_dir(home.path()).expect("the home").flatten().map(|entry| entry.path());
    let mut places = places.filter(|path| path.to_string_lossy().contains("skillstage-demo-"));
    let place = places.next().expect("the sample's files");
    terminal.wait_text(&format!("are in {}", place.display()));
    terminal.keys("y");
    terminal.wait_text("works while the demo is open");
    terminal.keys("q");
    terminal.quit();
}

#[test]
fn a_key_of_the_personal_config_that_is_unknown_is_told_on_the_screen() {
    let home = Home::new();
    home.write("config/skillstage/config.yml", "colour: dark\n");
    let mut terminal = open(&home);
    terminal.wait_text("colour");
    terminal.keys("D");
    terminal.wait_text("[Diagnostics 1]");
    terminal.keys("q");
    terminal.keys("?");
    terminal.wait_text("[Keys]");
    terminal.keys("\x1b[F");
    terminal.wait_text("skillstage/config.yml");
    terminal.keys("q");
    terminal.quit();
}

#[test]
fn a_scenario_is_played_to_its_end_and_left() {
    let home = Home::new();
    let steps = "steps:\n  - {user: Good night, say: It opens.}\n  - {load: tone-guard, say: The model asks., expect: \
                 {loaded: [reply-style, tone-guard]}}\n  - {model: Sleep well., say: The end., expect: {outcome: pending}}\n";
    home.write("bot/scenarios/night.yml", &format!("version: 1\ntitle: Night\nscene: private_chat\n{steps}"));
    let mut command = skillstage(home.path());
    command.args(["--workspace", "bot", "play", "scenarios/night.yml"]);
    let mut terminal = Terminal::start(command, Answers::Yes);
    terminal.wait_text("step 0 of 2  It opens.");
    terminal.keys(RIGHT);
    terminal.wait_text("✓ loaded reply-style, tone-guard");

    terminal.keys("i");
    terminal.wait_text("TEXT");
    terminal.keys("By hand.");
    terminal.keys(ENTER);
    terminal.wait_text("You play by hand");
    terminal.keys(RIGHT);
    terminal.wait_text("✓ loaded reply-style, tone-guard");

    terminal.keys("9"); // the rest by itself
    terminal.wait_text("step 2 of 2  The end.");
    terminal.wait_text("✗ outcome pending: it is replied");
    terminal.keys(ESC);
    terminal.wait("the person's own turn", |screen| !screen.contents().contains("step 2 of 2"));
    assert!(!terminal.text().contains("Good night"), "{}", terminal.text());
    terminal.quit();
}
