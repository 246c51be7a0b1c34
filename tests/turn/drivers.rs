//! Drivers play the model through the one trait: a list of responses, and a person's moves.

use skillstage::diag::Code;
use skillstage::dialect::Action;
use skillstage::driver::{Move, Person, Script, play};
use skillstage::turn::{Next, Outcome};

use crate::support::{World, load, read};

#[test]
fn a_script_plays_its_responses_in_order() {
    let mut turn = World::default().turn("private_chat");
    let responses = [load("tone"), read("tone", "references/a.md"), "好的。".to_owned()];
    assert_eq!(play(&mut turn, &mut Script::new(responses.clone())).expect("it plays"), 3);
    assert_eq!((turn.outcome(), turn.reply()), (&Outcome::Replied, Some("好的。")));
    let played: Vec<&str> = turn.steps().iter().map(|step| step.response.as_str()).collect();
    assert_eq!(played, responses.each_ref().map(String::as_str));
}

#[test]
fn a_script_that_goes_on_after_the_end_is_told() {
    let mut turn = World::default().turn("private_chat");
    let ended = play(&mut turn, &mut Script::new(["done".to_owned(), "late".to_owned()])).expect_err("it ended");
    assert_eq!((ended.code, turn.steps().len()), (Code::TurnEnded, 1));
}

#[test]
fn a_person_makes_one_move_at_a_time() {
    let mut turn = World::default().turn("private_chat");
    let asks = ["tone", "brief"].map(|name| Action::Load { name: name.to_owned() });
    let mut person = Person::with(Move::Ask(asks.to_vec()));
    assert_eq!(play(&mut turn, &mut person).expect("a move"), 1);
    assert_eq!(turn.steps()[0].answers.len(), 2, "both in one response");
    assert_eq!(turn.next(), Next::Served { left: 1 });
    play(&mut turn, &mut Person::with(Move::Say("晚安。".to_owned()))).expect("a reply");
    assert_eq!(turn.reply(), Some("晚安。"));
}
