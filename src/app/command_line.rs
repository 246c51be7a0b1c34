//! The `skillstage prompt …` command line that gives the prompt on the screen.

use super::State;
use crate::dialect::{Action, Ask, Dialect};
use crate::driver::Move;
use crate::settings::{Choice, Origin};
use crate::text::shell_word;

/// The command line for the request on the screen, quoted for a POSIX shell; `None` before the first turn. Loads and
/// reads become `--load` and `--read`. Another response comes through standard input where it is the only one, else
/// through process substitution, which bash and zsh know.
pub fn command_line(state: &State) -> Option<String> {
    let turn = state.turn.as_ref()?;
    let setup = turn.setup();
    let mut words = vec!["skillstage".to_owned(), "prompt".to_owned()];
    words.extend(state.source_args.iter().map(|word| shell_word(word)));
    let flag = |words: &mut Vec<String>, name: &str, value: &str| words.extend([name.to_owned(), shell_word(value)]);
    flag(&mut words, "--scene", setup.scene.as_str());
    flag(&mut words, "--message", &setup.message.text);
    if let Some(time) = &setup.message.time {
        flag(&mut words, "--at", time);
    }
    if setup.message.images > 0 {
        flag(&mut words, "--images", &setup.message.images.to_string());
    }
    if matches!(state.settings.binding.origin, Origin::Flag(_)) {
        flag(&mut words, "--binding", setup.binding.word());
    }
    if matches!(state.settings.estimator.origin, Origin::Flag(_)) {
        flag(&mut words, "--estimator", setup.estimator.name());
    }
    let is_last = state.request + 1 == turn.requests().len();
    let played = if is_last { state.moves.len() } else { state.request.min(state.moves.len()) };
    let moves: Vec<Played> = state.moves[..played].iter().map(|one| Played::of(&*setup.dialect, one)).collect();
    let raw = moves.iter().filter(|one| matches!(one, Played::Raw(_))).count();
    let mut piped = String::new();
    for one in &moves {
        match one {
            Played::Load(names) => flag(&mut words, "--load", &names.join(",")),
            Played::Read(paths) => flag(&mut words, "--read", &paths.join(",")),
            Played::Raw(text) if raw == 1 => {
                flag(&mut words, "--respond", "-");
                piped = format!("printf %s {} | ", shell_word(text));
            }
            Played::Raw(text) => words.extend(["--respond".to_owned(), format!("<(printf %s {})", shell_word(text))]),
        }
    }
    Some(piped + &words.join(" "))
}

/// A move as the command line writes it.
enum Played {
    Load(Vec<String>),
    Read(Vec<String>),
    Raw(String),
}

impl Played {
    /// Loads alone or reads alone have flags, where the flags give the very same response.
    fn of(dialect: &dyn Dialect, response: &str) -> Played {
        let parsed = dialect.parse(response);
        let actions: Option<Vec<Action>> = parsed
            .asks
            .iter()
            .map(|ask| match ask {
                Ask::Skill { action, .. } => action.clone().ok(),
                Ask::Tool { .. } => None,
            })
            .collect();
        let raw = || Played::Raw(response.to_owned());
        let Some(actions) = actions.filter(|actions| !actions.is_empty()) else { return raw() };
        if Move::Ask(actions.clone()).response(dialect) != response {
            return raw();
        }
        let plain = |text: &str| !text.contains([',', '\n']) && !text.is_empty();
        let loads: Option<Vec<String>> = actions
            .iter()
            .map(|action| match action {
                Action::Load { name } if plain(name) => Some(name.clone()),
                _ => None,
            })
            .collect();
        let reads: Option<Vec<String>> = actions
            .iter()
            .map(|action| match action {
                Action::Read { name, path } if plain(path) && plain(name) && !name.contains('/') => {
                    Some(format!("{name}/{path}"))
                }
                _ => None,
            })
            .collect();
        match (loads, reads) {
            (Some(names), _) => Played::Load(names),
            (_, Some(paths)) => Played::Read(paths),
            _ => raw(),
        }
    }
}
