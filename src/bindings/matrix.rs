//! Scenes × skills: what the config asks for in each cell, and what comes of it (U10, U11, U14, U18, U22).

use std::collections::{BTreeSet, HashSet};

use crate::dialect::{Dialect, Off, ScenePlan, Why, World};
use crate::scene::Scene;
use crate::settings::Binding;
use crate::workspace::{Config, Limits, Snapshot};

/// What comes of a skill in a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Its body stands in the prompt from the start.
    Resident,
    /// The catalog names it; the model may load it.
    Offered,
    /// Under `binding: offered` this scene's catalog does not name it (U18).
    NotOffered,
    /// It should be resident and is not: its body is over `body_bytes` (U6).
    TooLarge {
        /// The body's size in bytes, as stored.
        bytes: u64,
        /// `body_bytes`.
        limit: u64,
    },
    /// It should be resident and is not: others take all of `max_skills` (U22).
    NoPlace {
        /// `max_skills`.
        limit: usize,
    },
    /// It is not on the allowlist (U11).
    NotAllowed,
    /// Its directory was refused.
    Refused,
    /// The config names it and there is no such skill.
    Missing,
    /// The scene has no skills (U13, U14).
    Off(Off),
}

/// One skill in one scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// What the config asks for, if it asks for anything: `always`, bound, or inherited.
    pub asked: Option<Why>,
    /// What comes of it.
    pub standing: Standing,
}

impl Cell {
    /// Whether the config asks for it in vain.
    pub fn is_left_out(&self) -> bool {
        self.asked.is_some() && !matches!(self.standing, Standing::Resident | Standing::Offered)
    }
}

/// A scene and how much of `max_skills` its residents take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The scene.
    pub scene: Scene,
    /// Why it has no skills, if so.
    pub off: Option<Off>,
    /// How many bodies are resident.
    pub residents: usize,
}

/// A skill and its cells, one for each column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its name; of a refused directory the directory's.
    pub skill: String,
    /// In the order of [`Matrix::columns`].
    pub cells: Vec<Cell>,
}

/// Scenes × skills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    /// The scenes, as every list of scenes has them (U14).
    pub columns: Vec<Column>,
    /// Every valid skill, every refused directory and every name of the config, by code point (U7).
    pub rows: Vec<Row>,
    /// What a binding means.
    pub binding: Binding,
    /// The limits in force.
    pub limits: Limits,
}

impl Matrix {
    /// What `snapshot` shows under the rules of `dialect`. Counts no tokens.
    pub fn of(snapshot: &Snapshot, dialect: &dyn Dialect, binding: Binding) -> Matrix {
        let config = &snapshot.config;
        let plan = |scene: Scene| dialect.plan(snapshot, &scene, binding, World::default());
        let plans: Vec<ScenePlan> = config.listed_scenes().into_iter().map(plan).collect();
        let refused: HashSet<&str> = snapshot.refused.iter().map(|refused| refused.dir.as_str()).collect();
        let rows = names(snapshot).into_iter().map(|skill| Row {
            cells: plans.iter().map(|plan| cell(snapshot, plan, skill, &refused)).collect(),
            skill: skill.to_owned(),
        });
        Matrix { rows: rows.collect(), columns: plans.iter().map(Column::of).collect(), binding, limits: config.limits }
    }

    /// The columns in which skills can stand, with their index.
    pub fn open_columns(&self) -> impl Iterator<Item = (usize, &Column)> {
        let closed = |column: &Column| column.off == Some(Off::SceneWithoutSkills);
        self.columns.iter().enumerate().filter(move |(_, column)| !closed(column))
    }
}

impl Column {
    fn of(plan: &ScenePlan) -> Column {
        Column { scene: plan.scene.clone(), off: plan.off, residents: plan.residents.len() }
    }
}

/// Every name there is a row for.
fn names(snapshot: &Snapshot) -> BTreeSet<&str> {
    let config = &snapshot.config;
    let skills = snapshot.skills.iter().map(|skill| &skill.name);
    let refused = snapshot.refused.iter().map(|refused| &refused.dir);
    let named = config.allowlist.iter().chain(&config.always).chain(config.scenes.values().flatten());
    skills.chain(refused).chain(named).map(String::as_str).collect()
}

fn cell(snapshot: &Snapshot, plan: &ScenePlan, skill: &str, refused: &HashSet<&str>) -> Cell {
    let asked = match plan.off {
        Some(Off::SceneWithoutSkills) => None,
        _ => asked(&snapshot.config, &plan.scene, skill),
    };
    let standing = standing(snapshot, plan, skill, refused, asked.as_ref());
    Cell { asked, standing }
}

/// What the config asks for: `always` before the scene's own bindings before inherited ones (U10).
fn asked(config: &Config, scene: &Scene, skill: &str) -> Option<Why> {
    let binds =
        |scene: &Scene| config.scenes.get(scene.as_str()).is_some_and(|names| names.iter().any(|name| name == skill));
    if config.always.iter().any(|name| name == skill) {
        return Some(Why::Always);
    }
    match scene.inherits() {
        _ if binds(scene) => Some(Why::Bound),
        Some(from) if binds(&from) => Some(Why::Inherited(from)),
        _ => None,
    }
}

fn standing(
    snapshot: &Snapshot,
    plan: &ScenePlan,
    name: &str,
    refused: &HashSet<&str>,
    asked: Option<&Why>,
) -> Standing {
    if plan.off == Some(Off::SceneWithoutSkills) {
        return Standing::Off(Off::SceneWithoutSkills);
    }
    let Some(skill) = snapshot.skill(name) else {
        return if refused.contains(name) { Standing::Refused } else { Standing::Missing };
    };
    if !snapshot.is_allowed(name) {
        return Standing::NotAllowed;
    }
    if let Some(off) = plan.off {
        return Standing::Off(off);
    }
    if plan.resident(name).is_some() {
        return Standing::Resident;
    }
    // Under `offered` a binding asks for a catalog line alone, `always` for a body (U18).
    let wants_body = asked.is_some_and(|why| plan.binding == Binding::Resident || *why == Why::Always);
    let (bytes, limit) = (skill.body.bytes(), plan.limits.body_bytes);
    match () {
        () if wants_body && bytes > limit => Standing::TooLarge { bytes, limit },
        () if wants_body => Standing::NoPlace { limit: plan.limits.max_skills },
        () if plan.offers(name) => Standing::Offered,
        () => Standing::NotOffered,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dialect::utility::Utility;
    use crate::workspace::{Refused, Skill};

    fn snapshot(config: &str) -> Snapshot {
        let skill = |name: &str, body: &str| Arc::new(Skill::written(name, "When.", body).unwrap());
        let skills = vec![skill("big", &"x".repeat(40)), skill("one", "1"), skill("three", "3"), skill("two", "2")];
        let refused = vec![Refused { dir: "bad".to_owned(), diagnostics: Vec::new() }];
        Snapshot::of(Config::default(), skills, refused).with_config(config).unwrap()
    }

    fn cell_of(matrix: &Matrix, skill: &str, scene: &str) -> Cell {
        let column = matrix.columns.iter().position(|column| column.scene.as_str() == scene).unwrap();
        matrix.rows.iter().find(|row| row.skill == skill).unwrap().cells[column].clone()
    }

    const CONFIG: &str = "enabled: true\nallowlist: [big, one, three, bad, ghost]\nalways: [three]\nscenes:\n  \
                          notification: [one, big, two, bad, ghost]\n  ops: [one]\nlimits: {max_skills: 1, body_bytes: 39}\n";

    #[test]
    fn u10_u11_u14_u22_each_cell_says_what_is_asked_and_what_comes_of_it() {
        let matrix = Matrix::of(&snapshot(CONFIG), &Utility, Binding::Resident);
        let names: Vec<&str> = matrix.rows.iter().map(|row| row.skill.as_str()).collect();
        assert_eq!(names, ["bad", "big", "ghost", "one", "three", "two"]);
        let at = |skill, scene| {
            let cell = cell_of(&matrix, skill, scene);
            (cell.asked, cell.standing)
        };
        let bound = Some(Why::Bound);
        assert_eq!(at("three", "help"), (Some(Why::Always), Standing::Resident));
        assert_eq!(at("one", "help"), (None, Standing::Offered));
        assert_eq!(at("one", "notification"), (bound.clone(), Standing::NoPlace { limit: 1 }));
        let inherited = Some(Why::Inherited(Scene::new("notification")));
        assert_eq!(at("one", "reminder"), (inherited, Standing::NoPlace { limit: 1 }));
        assert_eq!(at("one", "ops"), (bound.clone(), Standing::NoPlace { limit: 1 }));
        assert_eq!(at("big", "notification"), (bound.clone(), Standing::TooLarge { bytes: 40, limit: 39 }));
        assert_eq!(at("two", "notification"), (bound.clone(), Standing::NotAllowed));
        assert_eq!(at("bad", "notification"), (bound.clone(), Standing::Refused));
        assert_eq!(at("ghost", "notification"), (bound, Standing::Missing));
        assert_eq!(at("one", "command"), (None, Standing::Off(Off::SceneWithoutSkills)));
        assert_eq!(matrix.columns.iter().map(|column| column.residents).max(), Some(1));
        assert_eq!(matrix.open_columns().count(), 8);
    }

    #[test]
    fn u18_under_offered_a_binding_offers_and_always_stays_resident() {
        let config = CONFIG.replace("max_skills: 1", "max_skills: 3");
        let matrix = Matrix::of(&snapshot(&config), &Utility, Binding::Offered);
        let standing = |skill, scene| cell_of(&matrix, skill, scene).standing;
        assert_eq!(standing("three", "help"), Standing::Resident);
        assert_eq!(standing("one", "help"), Standing::NotOffered);
        assert_eq!(standing("one", "notification"), Standing::Offered);
        assert_eq!(standing("one", "reminder"), Standing::Offered);
    }

    #[test]
    fn u13_off_is_the_reason_where_nothing_else_is() {
        let matrix = Matrix::of(&snapshot(&CONFIG.replace("true", "false")), &Utility, Binding::Resident);
        assert_eq!(cell_of(&matrix, "three", "help").standing, Standing::Off(Off::Disabled));
        assert_eq!(cell_of(&matrix, "two", "help").standing, Standing::NotAllowed);
    }
}
