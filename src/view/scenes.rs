//! Panel 1: scenes with their tokens at rest and at worst.
//!
//! ```text
//! ┌1 Scenes ── at rest ── worst─┐
//! │> private_chat   2.1k   9.9k │
//! │  reminder       1.5k   8.3k │
//! │    inherits notification    │
//! │  command          no skills │
//! └─────────────────────────────┘
//! ```

use super::look::Look;
use super::numbers::short;
use super::row::Line;
use crate::app::rows::SceneRow;
use crate::lang::fill;
use crate::scene::{Scene, SceneKind};

/// Cells between the numbers and the border.
pub const MARGIN: u16 = 1;
/// Cells of the column of worst cases, the gap before it included.
pub const WORST: u16 = 7;

/// The line of one row.
pub fn line<'t>(row: &'t SceneRow, look: &Look) -> Line<'t> {
    let (theme, s) = (look.theme, look.strings);
    match row {
        SceneRow::Scene { scene, kind, current, at_rest, worst } => {
            let style = if *current { theme.strong } else { theme.text };
            let line = Line::at(2).left(name(scene, look), style);
            match (kind, at_rest) {
                (_, Some(tokens)) if look.session => line.right(short(*tokens), style, 0),
                (_, Some(tokens)) => {
                    line.right(short(*tokens), style, 0).right(worst.map(short).unwrap_or_default(), style, WORST)
                }
                (SceneKind::NoSkills, None) if !look.session => line.right(s.scene_no_skills_short, theme.quiet, 0),
                (_, None) => line.right(s.counting, theme.quiet, 0),
            }
        }
        SceneRow::Inherits(scene) => {
            Line::at(4).left(fill(s.scene_inherits, &[("scene", scene.as_str())]), theme.quiet)
        }
        SceneRow::Over(tokens) => Line::at(4).left(fill(s.scene_over, &[("n", &short(*tokens))]), theme.bad),
        SceneRow::WorstOver(tokens) => {
            Line::at(4).left(fill(s.scene_worst_over, &[("n", &short(*tokens))]), theme.warning)
        }
    }
}

/// A scene's id; the three long ids of places without skills, which no config may name, are in words.
fn name<'t>(scene: &'t Scene, look: &Look) -> &'t str {
    let s = look.strings;
    match scene.as_str() {
        "api_fault" => s.scene_api_fault,
        "memory_compression" => s.scene_compression,
        "sticker_review" => s.scene_sticker_review,
        id => id,
    }
}
