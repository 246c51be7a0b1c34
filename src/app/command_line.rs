//! The `skillstage prompt …` command line that gives the prompt on the screen.

use super::{State, Walk};
use crate::dialect::dsh::{FILESYSTEM, RootState, ToolView};
use crate::dialect::{Action, Ask, Dialect};
use crate::driver::Move;
use crate::prompt::Message;
use crate::settings::{Choice, Origin};
use crate::text::shell_word;
use crate::turn::{Change, Event, Setup, Turn};
use crate::workspace::SkillEdit;

/// The command line for the request on the screen, quoted for a POSIX shell; `None` before the first turn, and for a
/// session with an event that no flag stands for. Loads and reads become `--load` and `--read`. Another response comes
/// through standard input where it is the only one, else through process substitution, which bash and zsh know.
pub fn command_line(state: &State) -> Option<String> {
    let turn = state.turn.as_ref()?;
    let setup = turn.setup();
    let mut words = vec!["skillstage".to_owned(), "prompt".to_owned()];
    words.extend(state.source_args.iter().map(|word| shell_word(word)));
    let flag = |words: &mut Vec<String>, name: &str, value: &str| words.extend([name.to_owned(), shell_word(value)]);
    let moves = moves_before(state, turn);
    // How many of the moves are the scenario's own.
    let own = |walk: &Walk| walk.play.events().iter().zip(moves).take_while(|(step, played)| step == played).count();
    let walked = state.walk.as_ref().map_or(0, own);
    match &state.walk {
        Some(walk) if walk.as_recorded => return None,
        Some(walk) => {
            let until = walk.play.played().saturating_sub(walk.play.events().len() - walked);
            flag(&mut words, "--scenario", &walk.scenario().file);
            flag(&mut words, "--until", &until.to_string());
        }
        None => opening(setup, |name, value| flag(&mut words, name, value)),
    }
    if state.walk.is_none() && matches!(state.settings.dialect.origin, Origin::Flag(_)) {
        flag(&mut words, "--dialect", setup.dialect.id().word());
    }
    if !state.is_session() && matches!(state.settings.binding.origin, Origin::Flag(_)) {
        flag(&mut words, "--binding", setup.binding.word());
    }
    if matches!(state.settings.estimator.origin, Origin::Flag(_)) {
        flag(&mut words, "--estimator", setup.estimator.name());
    }
    let moves = flags(turn, moves, walked)?;
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
            Played::Then(text) => flag(&mut words, "--then", text),
            Played::Change(word) => flag(&mut words, "--change", word),
            Played::Without(name) => flag(&mut words, "--without", name),
        }
    }
    Some(piped + &words.join(" "))
}

/// Scene and message, where no session brings its own.
fn opening(setup: &Setup, mut flag: impl FnMut(&str, &str)) {
    flag("--scene", setup.scene.as_str());
    flag("--message", &setup.message.text);
    if let Some(time) = &setup.message.time {
        flag("--at", time);
    }
    if setup.message.images > 0 {
        flag("--images", &setup.message.images.to_string());
    }
}

/// A move as the command line writes it.
enum Played {
    Load(Vec<String>),
    Read(Vec<String>),
    Raw(String),
    Then(String),
    Change(&'static str),
    Without(String),
}

/// The moves that led to the request on the screen; for the last one all there were.
fn moves_before<'a>(state: &'a State, turn: &Turn) -> &'a [Event] {
    if state.request + 1 == turn.requests().len() {
        return &state.moves;
    }
    let mut again = Turn::start(turn.opening());
    let before =
        state.moves.iter().take_while(|event| again.requests().len() <= state.request && again.play(event).is_ok());
    let count = before.count();
    &state.moves[..count]
}

/// The moves behind the first so many as flags; `None` where one has none.
fn flags(turn: &Turn, moves: &[Event], walked: usize) -> Option<Vec<Played>> {
    let flags = moves.iter().map(|event| match event {
        Event::Response(response) => Some(Played::of(&*turn.setup().dialect, response)),
        Event::Message(Message { text, time: None, images: 0 }) => Some(Played::Then(text.clone())),
        Event::Message(_) => None,
        Event::Change(Change::Tool(ToolView::Hidden)) => Some(Played::Change("hide")),
        Event::Change(Change::Tool(ToolView::Shadowed)) => Some(Played::Change("shadow")),
        Event::Change(Change::Tool(ToolView::Visible)) => Some(Played::Change("show")),
        Event::Change(Change::Provider { name, state }) if name == FILESYSTEM => match state {
            RootState::Incomplete => Some(Played::Change("incomplete")),
            RootState::Ready => Some(Played::Change("complete")),
            failing => (*failing == RootState::failing(name)).then_some(Played::Change("fail")),
        },
        Event::Change(Change::Provider { .. }) => None,
        Event::Change(Change::Compact) => Some(Played::Change("compact")),
        Event::Change(Change::Skill(SkillEdit::Remove(name))) => Some(Played::Without(name.clone())),
        Event::Change(Change::Skill(_) | Change::Files(_)) => None,
    });
    flags.skip(walked).collect()
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
