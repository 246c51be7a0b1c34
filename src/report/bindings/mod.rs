//! `skillstage bindings`: scenes × skills in four formats, one file each.

mod csv;
mod human;
mod json;
mod markdown;

pub use csv::csv;
pub use human::human;
pub use json::json;
pub use markdown::markdown;

use crate::bindings::{Cell, Matrix, SceneCost, Standing};
use crate::dialect::{Off, Why};
use crate::text::thousands;
use crate::tokens::Fit;

/// What is reported: the cells, and the numbers of each scene in the order of the columns.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The snapshot's id.
    pub snapshot: &'a str,
    /// Who counted.
    pub estimator: &'a str,
    /// The cells.
    pub matrix: &'a Matrix,
    /// The numbers.
    pub costs: &'a [SceneCost],
}

/// Why a cell is as it is, in a few words.
fn reason(cell: &Cell) -> String {
    let standing = standing(cell.standing);
    match &cell.asked {
        None => standing,
        Some(why) if cell.standing == Standing::Resident => asked(why),
        Some(why) if cell.standing == Standing::Offered => format!("{}, offered", asked(why)),
        Some(why) => format!("{}, left out: {standing}", asked(why)),
    }
}

fn asked(why: &Why) -> String {
    match why {
        Why::Always => "always".to_owned(),
        Why::Bound => "bound".to_owned(),
        Why::Inherited(scene) => format!("inherited from {scene}"),
    }
}

fn standing(standing: Standing) -> String {
    match standing {
        Standing::Resident => "resident".to_owned(),
        Standing::Offered => "offered".to_owned(),
        Standing::NotOffered => "not offered".to_owned(),
        Standing::TooLarge { bytes, limit } => {
            format!("its body has {} bytes, the limit is {}", thousands(bytes as usize), thousands(limit as usize))
        }
        Standing::NoPlace { limit } => format!("max_skills is {limit}"),
        Standing::NotAllowed => "not on the allowlist".to_owned(),
        Standing::Refused => "its files were refused".to_owned(),
        Standing::Missing => "there is no such skill".to_owned(),
        Standing::Off(Off::SceneWithoutSkills) => "skills do not apply".to_owned(),
        Standing::Off(Off::Disabled) => "skills are off".to_owned(),
        Standing::Off(Off::EmptyAllowlist) => "nothing on the allowlist is valid".to_owned(),
        Standing::Off(Off::NothingOffered) => "this scene offers no skill".to_owned(),
    }
}

/// What comes of a cell, as data has it.
fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Resident => "resident",
        Standing::Offered => "offered",
        Standing::NotOffered => "not_offered",
        Standing::TooLarge { .. } => "body_too_large",
        Standing::NoPlace { .. } => "max_skills",
        Standing::NotAllowed => "not_allowed",
        Standing::Refused => "refused",
        Standing::Missing => "missing",
        Standing::Off(_) => "off",
    }
}

/// What there is to say of a scene's numbers.
fn remark(cost: &SceneCost) -> String {
    match (cost.over(), cost.worst_over()) {
        (0, 0) if cost.fit() == Fit::MayNotFit => {
            let high = cost.worst.map_or(0, |worst| worst.high);
            format!("may not fit: up to {}", thousands(high))
        }
        (0, 0) => String::new(),
        (0, over) => format!("can come over by {}", thousands(over)),
        (over, _) => format!("OVER by {}", thousands(over)),
    }
}
