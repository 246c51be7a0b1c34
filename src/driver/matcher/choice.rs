//! What the matcher does next in a turn: load, read, or reply.

use std::collections::BTreeSet;

use super::rank::{Document, Hit, rank, rank_by};
use super::{Ranked, Read, Reason, Verdict};
use crate::dialect::{Action, Ask};
use crate::driver::Move;
use crate::lang::{Lang, fill, strings};
use crate::text::{is_cjk, is_han};
use crate::turn::{Next, Noted, ReferenceStanding, Standing, Turn};

/// Most skills that it picks for one message.
const MOST_PICKS: usize = 3;
/// Most references that it reads for one message.
const MOST_READS: usize = 3;
/// Most skills of a ranking that a reason lists.
const MOST_LISTED: usize = 20;

/// Its move and why; `None` where the turn takes no response.
pub(super) fn next_move(turn: &Turn) -> Option<(Move, Reason)> {
    let next = turn.next();
    if next == Next::Over {
        return None;
    }
    let situation = Situation::of(turn);
    let mut reason = situation.reason();
    let served = matches!(next, Next::Served { .. });
    let loads: Vec<Action> = reason
        .skills
        .iter()
        .filter(|ranked| ranked.verdict == Verdict::Asked)
        .map(|ranked| Action::Load { name: ranked.name.clone() })
        .collect();
    if served && !loads.is_empty() {
        return Some((Move::Ask(loads), reason));
    }
    // A session's tool gives bodies alone.
    let reads = served && !turn.setup().dialect.is_session();
    reason.references = if reads { situation.reads(&reason.skills) } else { Vec::new() };
    let reads: Vec<Action> = reason
        .references
        .iter()
        .map(|read| Action::Read { name: read.skill.clone(), path: read.path.clone() })
        .collect();
    let reply = || Move::Say(reply(situation.message, &reason.skills));
    Some((if reads.is_empty() { reply() } else { Move::Ask(reads) }, reason))
}

/// A skill as the model is shown it.
struct Shown<'t> {
    name: String,
    description: String,
    body: &'t str,
}

impl Shown<'_> {
    fn document(&self) -> Document<'_> {
        Document { name: &self.name, description: &self.description, body: self.body }
    }
}

/// What the matcher looks at.
struct Situation<'t> {
    turn: &'t Turn,
    /// The message that waits for a reply.
    message: &'t str,
    /// What was asked for since that message, whatever came of it.
    asked: BTreeSet<(&'t str, Option<&'t str>)>,
    /// What the model is shown, and the bodies behind it.
    catalog: Vec<Shown<'t>>,
}

impl<'t> Situation<'t> {
    fn of(turn: &'t Turn) -> Situation<'t> {
        let last = turn.notes().iter().rev().find_map(|note| match &note.what {
            Noted::Message(message) => Some((message.text.as_str(), note.answered)),
            _ => None,
        });
        let (message, answered) = last.unwrap_or((&turn.setup().message.text, 0));
        let since = turn.steps().iter().skip(answered);
        let asked = since.flat_map(|step| &step.parsed.asks).filter_map(|ask| match ask {
            Ask::Skill { action: Ok(Action::Load { name }), .. } => Some((name.as_str(), None)),
            Ask::Skill { action: Ok(Action::Read { name, path }), .. } => Some((name.as_str(), Some(path.as_str()))),
            _ => None,
        });
        Situation { turn, message, asked: asked.collect(), catalog: catalog(turn) }
    }

    /// The ranking, and what comes of each skill in it.
    fn reason(&self) -> Reason {
        let documents: Vec<Document<'_>> = self.catalog.iter().map(Shown::document).collect();
        let hits = rank(&documents, self.message);
        let sharing = hits.len();
        let mut picked = 0;
        let mut room = self.room();
        let skills = hits.into_iter().take(MOST_LISTED).filter_map(|hit| {
            let name = &self.catalog.get(hit.index)?.name;
            let verdict = self.verdict(name, &hit, &mut picked, &mut room);
            Some(Ranked { name: name.clone(), score: hit.score, words: hit.words, verdict })
        });
        Reason { skills: skills.collect(), sharing, ranked: self.catalog.len(), references: Vec::new() }
    }

    /// How many more bodies the limits allow.
    fn room(&self) -> usize {
        self.turn.plan().limits.max_skills.saturating_sub(self.turn.ledger().bodies.len())
    }

    fn verdict(&self, name: &str, hit: &Hit, picked: &mut usize, room: &mut usize) -> Verdict {
        if !hit.fits {
            return Verdict::Weak;
        }
        if *picked == MOST_PICKS {
            return Verdict::Outranked;
        }
        *picked += 1;
        if self.turn.ledger().bodies.contains(name) {
            Verdict::Present
        } else if *room > 0 && self.can_load(name) {
            *room -= 1;
            Verdict::Asked
        } else {
            Verdict::Closed
        }
    }

    /// Whether a load would be served, for all that can be known before.
    fn can_load(&self, name: &str) -> bool {
        if self.asked.contains(&(name, None)) {
            return false;
        }
        // A session can reach skills that lie elsewhere, and its host has no limits.
        let skill = self.turn.setup().library.snapshot.skill(name);
        match skill.filter(|_| !self.turn.setup().dialect.is_session()) {
            Some(skill) => self.turn.standing(skill) == Standing::Askable,
            None => matches!(self.turn.next(), Next::Served { .. }),
        }
    }

    /// The references of the skills it picked whose mention in the body shares a telling word with the message.
    fn reads(&self, ranked: &[Ranked]) -> Vec<Read> {
        let library = &self.turn.setup().library;
        let picked = ranked.iter().filter(|ranked| ranked.verdict == Verdict::Present);
        let skills = picked.filter_map(|ranked| library.snapshot.skill(&ranked.name));
        let mentions: Vec<(&str, &str, String)> = skills
            .flat_map(|skill| {
                let references = library.references.get(&skill.name).into_iter().flatten();
                let askable = references.filter(|reference| {
                    let known = self.asked.contains(&(&skill.name, Some(&reference.path)));
                    !known && self.turn.reference_standing(skill, reference) == ReferenceStanding::Askable
                });
                let body = skill.body.text().map_or("", |content| &content.text);
                askable.map(|reference| (skill.name.as_str(), reference.path.as_str(), mention(body, &reference.path)))
            })
            .filter(|(_, _, mention)| !mention.is_empty())
            .collect();
        // Ranked beside the catalog, which says which words are common.
        let catalog = self.catalog.iter().map(Shown::document);
        let documents: Vec<Document<'_>> = catalog
            .chain(mentions.iter().map(|(_, path, mention)| Document { name: path, description: mention, body: "" }))
            .collect();
        let hits = rank_by(&documents, self.catalog.len(), self.message).into_iter().filter(|hit| hit.tells);
        hits.filter_map(|hit| {
            let (skill, path, _) = mentions.get(hit.index.checked_sub(self.catalog.len())?)?;
            Some(Read { skill: (*skill).to_owned(), path: (*path).to_owned(), words: hit.words })
        })
        .take(MOST_READS)
        .collect()
    }
}

/// The lines of a body that name a reference.
fn mention(body: &str, path: &str) -> String {
    body.lines().filter(|line| line.contains(path)).collect::<Vec<_>>().join("\n")
}

/// What the model is shown: of a session the catalog as it would be written now, else the scene's.
fn catalog(turn: &Turn) -> Vec<Shown<'_>> {
    let plan = turn.plan();
    match &plan.reach {
        Some(reach) => {
            let entries = reach.view.entries().iter().map(|entry| {
                let (name, line) = (entry.name().as_str().to_owned(), entry.text());
                let description = line.split_once(": ").map_or("", |(_, description)| description).to_owned();
                let body = reach.winner(&name).and_then(|won| won.skill.content.as_deref().ok());
                Shown { body: body.unwrap_or_default(), name, description }
            });
            entries.collect()
        }
        None => {
            let shown = plan.catalog.iter().map(|skill| {
                let (name, description) = (skill.name.clone(), skill.description.clone());
                Shown { body: skill.body.text().map_or("", |content| &content.text), name, description }
            });
            shown.collect()
        }
    }
}

/// Says in the message's language that no model speaks, and what was picked.
fn reply(message: &str, skills: &[Ranked]) -> String {
    let s = strings(language(message));
    let picked = skills.iter().filter(|ranked| ranked.verdict == Verdict::Present);
    let names: Vec<&str> = picked.map(|ranked| ranked.name.as_str()).collect();
    match names.is_empty() {
        true => s.matcher_reply_none.to_owned(),
        false => fill(s.matcher_reply, &[("names", &names.join(s.list_separator))]),
    }
}

/// Chinese where the message has Han characters and neither kana nor hangul; else English.
fn language(message: &str) -> Lang {
    let other = message.chars().any(|c| is_cjk(c) && !is_han(c));
    if message.chars().any(is_han) && !other { Lang::Zh } else { Lang::En }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reply_speaks_the_language_of_the_message() {
        assert_eq!(language("今天好累, so tired"), Lang::Zh);
        for message in ["tired", "", "今日はとても疲れた", "오늘 今日"] {
            assert_eq!(language(message), Lang::En, "{message}");
        }
    }
}
