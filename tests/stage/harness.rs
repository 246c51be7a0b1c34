//! A runtime in memory: effects are answered at once from a [`World`].

use std::sync::Arc;

use skillstage::app::rows::TurnRow;
use skillstage::app::{Action, Effect, Key, LoadedWorkspace, Msg, Overlay, Panel, Start, State, update};
use skillstage::check::Checked;
use skillstage::diag::Diagnostic;
use skillstage::dialect::dsh::Places;
use skillstage::dialect::utility::Utility;
use skillstage::prompt::Message;
use skillstage::scenario::{Base, Scenario};
use skillstage::settings::Settings;

use skillstage::workspace::Library;

use crate::support::World;

/// The screen, its world, and what it asked for that only a terminal can do.
pub struct Stage {
    pub state: State,
    pub world: World,
    /// The session that the workspace offers.
    pub prepared: Result<Option<Arc<Scenario>>, Vec<Diagnostic>>,
    /// The roots that the base declares (D8).
    pub places: Arc<Places>,
    /// Why the config on disk is not in force.
    pub broken: Option<Diagnostic>,
    /// The clock of the next load, `HH:MM:SS`.
    pub at: &'static str,
    /// Whether the last reading of the workspace had no cap on bodies.
    pub uncapped: bool,
    /// Counts never come: the screen goes on without them.
    pub slow: bool,
    /// How the config is called.
    pub config_file: &'static str,
    /// The config as the disk holds it; the world has its meaning.
    pub config: Option<Arc<str>>,
    /// What a check of the disk finds.
    pub checked: Arc<Checked>,
    /// Effects that were not answered: copies, saves, editors, quit.
    pub asked: Vec<Effect>,
}

impl Stage {
    pub fn new(world: World) -> Stage {
        Stage::with(world, Settings::default(), (120, 36), false)
    }

    pub fn with(world: World, settings: Settings, size: (u16, u16), read_only: bool) -> Stage {
        let (state, effects) = State::new(Start {
            settings,
            dialect: Arc::new(Utility),
            title: "/srv/bot".into(),
            source_args: vec!["/srv/bot".into()],
            temporary: None,
            personal_config: None,
            settings_faults: Vec::new(),
            read_only,
            opens: None,
            size,
            clock: "09:30".into(),
        });
        let mut stage = Stage {
            state,
            world,
            places: Arc::default(),
            broken: None,
            prepared: Ok(None),
            at: "09:30:00",
            uncapped: false,
            slow: false,
            config_file: "skills_config.yml",
            config: None,
            checked: Arc::default(),
            asked: Vec::new(),
        };
        stage.run(effects);
        stage
    }

    /// The disk holds this config from here on, and the screen reads it.
    pub fn write_config(&mut self, text: &str) -> &mut Stage {
        self.world.config = self.world.snapshot().with_config(text).expect("a config").config;
        self.config = Some(text.into());
        self.send(Msg::FilesChanged)
    }

    /// Chooses an action of a session's menu of changes.
    pub fn change(&mut self, action: Action) {
        self.keys("c");
        let Some(Overlay::World(menu)) = self.state.overlays.last() else { panic!("the menu") };
        let at = menu.items.iter().position(|item| item.action == action).expect("it can be done");
        self.keys(&"<down>".repeat(at)).keys("<enter>");
    }

    /// Types `keys`: characters, and names between `<` and `>` as [`Key::parse`] reads them.
    pub fn keys(&mut self, keys: &str) -> &mut Stage {
        let mut rest = keys;
        while let Some(c) = rest.chars().next() {
            let (key, length) = match rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
                Some((name, _)) => (Key::parse(name).expect("a key"), name.len() + 2),
                None => (Key::char(c), c.len_utf8()),
            };
            rest = &rest[length..];
            self.send(Msg::Key(key));
        }
        self
    }

    pub fn send(&mut self, msg: Msg) -> &mut Stage {
        let effects = update(&mut self.state, msg);
        self.run(effects);
        self
    }

    fn run(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if let Effect::Load { uncapped, .. } = &effect {
                self.uncapped = *uncapped;
            }
            let answer = match &effect {
                Effect::Load { id, .. } => Msg::Loaded(Box::new(LoadedWorkspace {
                    id: *id,
                    library: self.world.library(),
                    broken: self.broken.clone(),
                    config_file: self.config_file.into(),
                    config: self.config.clone(),
                    base: Ok(Arc::new(self.base())),
                    prepared: self.prepared.clone(),
                    scenarios: 8,
                    at: self.at.into(),
                })),
                Effect::Count { .. } if self.slow => continue,
                Effect::Count { id, job } => Msg::Counted { id: *id, counts: Arc::new(job.run()) },
                Effect::CountScenes { id, job } => {
                    let references = job.library.references.clone();
                    let costs = job.run(|snapshot| Library { snapshot, references });
                    Msg::ScenesCounted { id: *id, costs: Arc::new(costs) }
                }
                Effect::Check { id, .. } => Msg::Checked { id: *id, result: Ok(Arc::clone(&self.checked)) },
                Effect::WarmEstimator { estimator, texts } => {
                    Msg::EstimatorReady { estimator: estimator.clone(), texts: texts.clone() }
                }
                Effect::Highlight { .. } => continue,
                _ => {
                    self.asked.push(effect);
                    continue;
                }
            };
            self.send(answer);
        }
    }

    fn base(&self) -> Base {
        let message = Message { text: "今天好累，想早点睡。".into(), time: Some("21:40".into()), images: 0 };
        Base { host: self.world.host.clone(), message, places: Arc::clone(&self.places), ..Base::default() }
    }

    /// Stands on the row of panel 2 with that key (`skill:tone`, `reference:tone/references/a.md`).
    pub fn on_skill_row(&mut self, key: &str) -> &mut Stage {
        if self.state.walk.is_none() {
            self.keys("2");
        }
        // While a scenario plays a digit is a speed.
        while self.state.focus != Panel::Skills {
            self.keys("<tab>");
        }
        self.keys("<home>");
        for _ in 0..self.state.rows.skills.len() {
            if self.selected(Panel::Skills) == key {
                return self;
            }
            self.keys("<down>");
        }
        panic!("there is no row {key} in {:?}", self.state.rows.skills);
    }

    /// The key of the selected row of a panel.
    pub fn selected(&self, panel: Panel) -> &str {
        self.state.list(panel).selected.as_ref().map_or("", |key| &key.0)
    }

    pub fn turn_rows(&self) -> Vec<TurnRow> {
        self.state.rows.turn.iter().map(|row| row.data.clone()).collect()
    }
}
