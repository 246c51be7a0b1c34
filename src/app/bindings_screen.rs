//! F3, the Bindings screen: scenes × skills, and the change set. What it shows is derived from the newest content, since
//! the next turn uses that.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{JobId, State};
use crate::bindings::{ChangeSet, Column, Matrix, Row, SceneCost, SkillDraft, scene_costs};
use crate::dialect::Dialect;
use crate::scenario::Base;
use crate::scene::{SCENES, Scene};
use crate::settings::Binding;
use crate::tokens::Estimator;
use crate::turn::Setup;
use crate::workspace::{Config, ConfigEdit, Library, Snapshot, Where};

/// Which screen is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Screen {
    /// F2.
    #[default]
    Stage,
    /// F3.
    Bindings,
    /// F5.
    Check,
}

/// The parts of the Bindings screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pane {
    /// Skills × scenes.
    #[default]
    Matrix,
    /// The scenes with their numbers, before and after.
    Scenes,
    /// The difference of the file.
    Changes,
}

impl Pane {
    /// All, in the order of Tab.
    pub const ALL: [Pane; 3] = [Pane::Matrix, Pane::Scenes, Pane::Changes];
}

/// A column of the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Whether the skill is on the allowlist.
    Allow,
    /// Whether it is in `always`.
    Always,
    /// A scene, by its index among the matrix's columns.
    Scene(usize),
}

/// What was written, and what takes it back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// What the file held before; `None` where there was none.
    pub before: Option<Arc<str>>,
    /// What it holds since.
    pub after: Arc<str>,
    /// The texts of skills that were written with it, by name.
    pub drafts: BTreeMap<String, SkillDraft>,
}

impl Applied {
    /// The texts of skills that take back what was written.
    pub fn reversed(&self) -> BTreeMap<String, SkillDraft> {
        let reversed = self.drafts.iter().map(|(name, draft)| Some((name.clone(), draft.reversed()?)));
        reversed.flatten().collect()
    }
}

/// The numbers of the scenes as the file is, and as the change set makes them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BothCosts {
    /// Of the file.
    pub before: Vec<SceneCost>,
    /// With the change set.
    pub after: Vec<SceneCost>,
}

/// The state of the screen.
#[derive(Debug, Clone)]
pub struct BindingsScreen {
    /// The edits, over the text of the file as it was last read.
    pub changes: ChangeSet,
    /// The cells as the file is, and with the change set; `None` until the workspace is read.
    pub cells: Option<(Matrix, Matrix)>,
    /// The numbers, once counted.
    pub costs: Arc<BothCosts>,
    /// The count that is awaited.
    pub counting: Option<JobId>,
    /// What `undo` takes back.
    pub applied: Option<Applied>,
    /// A write is under way; its answer says which text stands then.
    pub writing: Option<Applied>,
    /// Which part has the keys.
    pub pane: Pane,
    /// The selected row: an index into the rows of the matrix.
    pub row: usize,
    /// The selected column: an index into [`BindingsScreen::places`].
    pub column: usize,
    /// The first line of the difference on the screen.
    pub offset: usize,
}

impl Default for BindingsScreen {
    fn default() -> BindingsScreen {
        BindingsScreen {
            changes: ChangeSet::new(crate::workspace::CONFIG_FILE, None),
            cells: None,
            costs: Arc::default(),
            counting: None,
            applied: None,
            writing: None,
            pane: Pane::Matrix,
            row: 0,
            column: 2,
            offset: 0,
        }
    }
}

impl BindingsScreen {
    /// The cells with the change set.
    pub fn after(&self) -> Option<&Matrix> {
        self.cells.as_ref().map(|(_, after)| after)
    }

    /// The columns that can be stood on.
    pub fn places(&self) -> Vec<Place> {
        let scenes = self.after().into_iter().flat_map(|matrix| matrix.open_columns()).map(|(at, _)| Place::Scene(at));
        [Place::Allow, Place::Always].into_iter().chain(scenes).collect()
    }

    /// The selected row and column.
    pub fn selected(&self) -> Option<(&Row, Place)> {
        Some((self.after()?.rows.get(self.row)?, *self.places().get(self.column)?))
    }

    /// The scene of the selected column.
    pub fn selected_scene(&self) -> Option<&Column> {
        match self.selected()? {
            (_, Place::Scene(at)) => self.after()?.columns.get(at),
            _ => None,
        }
    }
}

impl State {
    /// The words of the Bindings screen.
    pub fn bindings_words(&self) -> &'static crate::lang::BindingsWords {
        crate::lang::BindingsWords::of(self.lang())
    }

    /// The config as the change set makes it.
    pub fn edited_config(&self) -> Option<Config> {
        let config = &self.disk_library()?.snapshot.config;
        let edits = self.bindings.changes.edits().iter();
        Some(edits.fold(config.clone(), |config, edit| edit.applied(&config)))
    }

    /// What Enter does to the selected cell: the opposite of what the config says.
    pub fn toggled(&self) -> Option<ConfigEdit> {
        let (row, place) = self.bindings.selected()?;
        let config = self.edited_config()?;
        let holds = |names: &[String]| names.contains(&row.skill);
        let (list, stands) = match place {
            Place::Allow => (Where::Allowlist, config.allowlist.contains(&row.skill)),
            Place::Always => (Where::Always, holds(&config.always)),
            Place::Scene(at) => {
                let scene = &self.bindings.after()?.columns.get(at)?.scene;
                let stands = config.scenes.get(scene.as_str()).is_some_and(|names| holds(names));
                (Where::Scene(scene.to_string()), stands)
            }
        };
        Some(ConfigEdit::Name { list, name: row.skill.clone(), stands: !stands })
    }
}

/// What to count for the screen, off the loop.
#[derive(Debug, Clone)]
pub struct CostJob {
    /// The host's rules.
    pub dialect: Arc<dyn Dialect>,
    /// The content as it is.
    pub library: Arc<Library>,
    /// The snapshot with the change set; its references are captured by whoever runs the job.
    pub edited: Option<Arc<Snapshot>>,
    /// What scenes share.
    pub base: Arc<Base>,
    /// What a binding means.
    pub binding: Binding,
    /// Who counts.
    pub estimator: Arc<dyn Estimator>,
}

impl CostJob {
    /// Counts; `capture` reads the references of a snapshot that allows other skills.
    pub fn run(&self, capture: impl FnOnce(Arc<Snapshot>) -> Library) -> BothCosts {
        let setup = Setup {
            dialect: Arc::clone(&self.dialect),
            library: Arc::clone(&self.library),
            scene: Scene::new(SCENES[0]),
            binding: self.binding,
            host: Arc::new(self.base.host.clone()),
            message: self.base.message.clone(),
            estimator: Arc::clone(&self.estimator),
        };
        let before = scene_costs(&setup);
        let after = match &self.edited {
            Some(edited) => scene_costs(&Setup { library: Arc::new(capture(Arc::clone(edited))), ..setup }),
            None => before.clone(),
        };
        BothCosts { before, after }
    }
}
