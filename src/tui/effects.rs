//! What `app` asks for, done off the loop. Answers come back as messages; see [`Effect`] for which.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinSet;

use super::lane::{Lane, Work};
use super::usage_log::UsageLog;
use super::{clipboard, clock};
use crate::app::{Effect, Field, JobId, LoadedWorkspace, Mending, Msg};
use crate::check::{Finding, Mended, mend};
use crate::diag::{Code, Diagnostic};
use crate::scenario;
use crate::scenario::{MAX_SCENARIO, SCENARIOS, listed, record, scenario_files};
use crate::tokens::Estimator;
use crate::view::highlight::highlight;
use crate::workspace::{
    Library, MAX_CONFIG, Roots, Snapshot, Watch, Workspace, read_stored_file, replace_file, write_new_file,
};

/// Most scenarios of the list on the screen.
const MAX_LISTED: usize = 2_000;

/// Largest file that is mended, in bytes.
const MAX_FIXED: u64 = 16 << 20;

/// How long leaving waits for a file that is being written.
const PATIENCE: Duration = Duration::from_secs(2);

/// What only the loop can do, since it has the terminal.
#[derive(Debug)]
pub enum Foreground {
    /// Leave.
    Quit,
    /// Stop until continued.
    Suspend,
    /// Open the editor on a text.
    EditText {
        /// The field that gets it back.
        field: Field,
        /// The text.
        text: String,
    },
    /// Open the editor on a file of the workspace.
    OpenEditor {
        /// The file.
        file: PathBuf,
        /// The line to stand on, from 1.
        line: usize,
    },
}

/// Does effects. Must be used inside the runtime.
pub struct Effects {
    roots: Roots,
    log: Option<UsageLog>,
    answers: UnboundedSender<Msg>,
    loads: Arc<Lane>,
    counts: Arc<Lane>,
    scenes: Arc<Lane>,
    checks: Arc<Lane>,
    highlights: Arc<Lane>,
    tables: Arc<Lane>,
    saves: JoinSet<()>,
    watch: Arc<OnceLock<Watch>>,
}

impl Effects {
    /// Answers go to `answers`.
    pub fn new(roots: Roots, log: Option<UsageLog>, answers: UnboundedSender<Msg>) -> Effects {
        let lane = || Lane::new(answers.clone());
        Effects {
            loads: lane(),
            counts: lane(),
            scenes: lane(),
            checks: lane(),
            highlights: lane(),
            tables: lane(),
            saves: JoinSet::new(),
            watch: Arc::default(),
            roots,
            log,
            answers,
        }
    }

    /// Starts `effect`; gives back what the loop itself must do.
    pub fn start(&mut self, effect: Effect) -> Option<Foreground> {
        match effect {
            Effect::Quit => return Some(Foreground::Quit),
            Effect::EditText { field, text } => return Some(Foreground::EditText { field, text }),
            Effect::OpenEditor { file, line } => {
                return Some(Foreground::OpenEditor { file: self.roots.base.join(file), line });
            }
            Effect::Load { id, uncapped, previous } => self.load(id, uncapped, previous),
            Effect::Count { id, job } => {
                let work: Work = Box::new(move || Msg::Counted { id, counts: Arc::new(job.run()) });
                self.counts.replace(Some(id), None, work);
            }
            Effect::CountScenes { id, job } => {
                let roots = self.roots.clone();
                let capture = move |snapshot: Arc<Snapshot>| match Workspace::open(roots) {
                    Ok(workspace) => workspace.capture(snapshot),
                    Err(_) => Library::without_references(snapshot),
                };
                let work: Work = Box::new(move || Msg::ScenesCounted { id, costs: Arc::new(job.run(capture)) });
                self.scenes.replace(Some(id), None, work);
            }
            Effect::WriteConfig { text, over } => self.write_config(text, over),
            Effect::Check { id, job } => {
                let roots = self.roots.clone();
                let run = move || job.run(&Workspace::open(roots)?).map(Arc::new);
                let work: Work = Box::new(move || Msg::Checked { id, result: run() });
                self.checks.replace(Some(id), None, work);
            }
            Effect::PrepareFix { finding } => self.prepare_fix(*finding),
            Effect::WriteFix(mending) => self.write_fix(*mending),
            Effect::WarmEstimator { estimator, texts } => self.tables.submit(None, None, warm(estimator, texts)),
            Effect::Highlight { id, syntax, text } => {
                let work: Work =
                    Box::new(move || Msg::Highlighted { id, highlight: Arc::new(highlight(&text, syntax)) });
                self.highlights.submit(Some(id), None, work);
            }
            Effect::Copy { text } => {
                let sent = clipboard::copy(&text).map_err(|error| error.to_string());
                self.answer(Msg::Copied(sent));
            }
            Effect::SaveFile { path, text } => self.save(path, text),
            Effect::ListScenarios { settings } => {
                let (roots, answers) = (self.roots.clone(), self.answers.clone());
                // Nobody waits for it when the screen is left.
                tokio::task::spawn_blocking(move || {
                    let listed = listed(&roots, &settings, MAX_LISTED);
                    let _ = answers.send(Msg::ScenariosListed(listed.into()));
                });
            }
            Effect::TryScenarios { id, job } => {
                let (roots, answers) = (self.roots.clone(), self.answers.clone());
                tokio::task::spawn_blocking(move || {
                    let _ = answers.send(Msg::ScenariosTried { id, broken: job.run(&roots).into() });
                });
            }
            Effect::ReadRevision { id, job } => {
                let (base, answers) = (self.roots.base.clone(), self.answers.clone());
                tokio::task::spawn_blocking(move || {
                    let result = job.run(&base);
                    let _ = answers.send(Msg::RevisionRead { id, revision: job.revision.clone(), result });
                });
            }
            Effect::ReadSkill { name, file } => {
                let (file, answers) = (self.roots.base.join(file), self.answers.clone());
                tokio::task::spawn_blocking(move || {
                    let result = read_stored_file(&file, MAX_FIXED).map(|text| text.unwrap_or_default().into());
                    let _ = answers.send(Msg::SkillRead { name, result });
                });
            }
            Effect::Wake { id, milliseconds } => {
                let answers = self.answers.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
                    let _ = answers.send(Msg::Woke(id));
                });
            }
            Effect::Record { scenario, ground } => {
                let answers = self.answers.clone();
                self.saves.spawn_blocking(move || {
                    let _ = answers.send(Msg::Recorded(record(*scenario, ground).map(Arc::from)));
                });
            }
            Effect::SaveScenario { path, text, over } => self.save_scenario(path, text, over),
            Effect::Cancel(ids) => {
                for lane in [&self.loads, &self.counts, &self.highlights] {
                    lane.cancel(&ids);
                }
            }
            Effect::LogUsage(line) => {
                if let Some(log) = &self.log {
                    log.line(line);
                }
            }
        }
        None
    }

    /// Waits, a few seconds at most, for what must not be lost: files being saved, lines of the usage log.
    ///
    /// # Errors
    /// `write-failed` when the usage log could not be written.
    pub async fn finish(&mut self) -> Result<(), Diagnostic> {
        let saved = async { while self.saves.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(PATIENCE, saved).await;
        self.log.take().map_or(Ok(()), UsageLog::close)
    }

    fn answer(&self, msg: Msg) {
        let _ = self.answers.send(msg); // nobody listens any more once the screen is gone
    }

    fn load(&self, id: JobId, uncapped: bool, previous: Option<Arc<Library>>) {
        let fault = Diagnostic::error(Code::FileUnreadable, "reading the workspace failed inside Skillstage")
            .help("this is a fault of the program; its message is printed when you quit");
        let failed = Msg::LoadFailed { id, diagnostics: vec![fault] };
        let roots = Roots { uncapped, ..self.roots.clone() };
        let (roots, watch, answers) = (roots, Arc::clone(&self.watch), self.answers.clone());
        let work: Work = Box::new(move || match read(id, roots, previous, &watch, answers) {
            Ok(loaded) => Msg::Loaded(Box::new(loaded)),
            Err(diagnostic) => Msg::LoadFailed { id, diagnostics: vec![diagnostic] },
        });
        self.loads.replace(Some(id), Some(failed), work);
    }

    /// A recording, into the workspace; a file that stands there is told of first and replaced only as it was told (S3).
    fn save_scenario(&mut self, path: PathBuf, text: Arc<str>, over: Option<Arc<str>>) {
        let (answers, file) = (self.answers.clone(), self.roots.base.join(&path));
        self.saves.spawn_blocking(move || {
            let written = match over {
                Some(old) => replace_file(&file, &text, &old).map(|()| None),
                None => match write_new_file(&file, &text) {
                    Err(fault) if fault.code == Code::FileExists => read_stored_file(&file, MAX_SCENARIO),
                    written => written.map(|()| None),
                },
            };
            let _ = answers.send(match written {
                Ok(Some(old)) => Msg::SaveExists { path, text, old: old.into() },
                Ok(None) => Msg::Saved(Ok(path)),
                Err(fault) => Msg::Saved(Err(fault)),
            });
        });
    }

    /// The config, as the person has seen it.
    fn write_config(&mut self, text: Arc<str>, over: Option<Arc<str>>) {
        let (answers, file) = (self.answers.clone(), self.roots.config.clone());
        self.saves.spawn_blocking(move || {
            let written = match (file, over) {
                (Some(file), Some(old)) => replace_file(&file, &text, &old),
                (Some(file), None) => write_new_file(&file, &text),
                (None, _) => Err(Diagnostic::error(Code::WriteFailed, "there is no config file here")),
            };
            let _ = answers.send(Msg::ConfigWritten(written));
        });
    }

    /// What the finding's fix makes of its file as it is now.
    fn prepare_fix(&mut self, finding: Finding) {
        let (answers, base) = (self.answers.clone(), self.roots.base.clone());
        self.saves.spawn_blocking(move || {
            let file = finding.diagnostic.place.as_ref().map(|place| place.file.clone()).unwrap_or_default();
            let read = read_stored_file(&base.join(&file), MAX_FIXED);
            let _ = answers.send(Msg::FixPrepared(read.map(|text| {
                let before = text.unwrap_or_default();
                let Mended { text, applied } = mend(&before, [&finding]);
                let titles = applied.iter().map(|fix| fix.title.clone()).collect();
                Mending { file, titles, before: before.into(), after: text.into() }
            })));
        });
    }

    /// A fixed file, as the person has seen it.
    fn write_fix(&mut self, mending: Mending) {
        let (answers, base) = (self.answers.clone(), self.roots.base.clone());
        self.saves.spawn_blocking(move || {
            let written = replace_file(&base.join(&mending.file), &mending.after, &mending.before);
            let _ = answers.send(Msg::FixWritten(written.map(|()| mending.file)));
        });
    }

    fn save(&mut self, path: PathBuf, text: Arc<str>) {
        let answers = self.answers.clone();
        self.saves.spawn_blocking(move || {
            let saved = write_new_file(&path, &text).map(|()| path);
            let _ = answers.send(Msg::Saved(saved));
        });
    }
}

/// Reads everything the screen shows of a workspace. The first read also sets the watch, which reports once when it
/// stands: what changed before is read again then.
fn read(
    id: JobId,
    roots: Roots,
    previous: Option<Arc<Library>>,
    watch: &OnceLock<Watch>,
    answers: UnboundedSender<Msg>,
) -> Result<LoadedWorkspace, Diagnostic> {
    let workspace = Workspace::open(roots)?;
    watch.get_or_init(|| {
        workspace.watch(move |_| {
            let _ = answers.send(Msg::FilesChanged); // nobody listens any more once the screen is gone
        })
    });
    let loaded = workspace.load(previous.as_ref().map(|library| &library.snapshot));
    let base = scenario::load_base(&workspace).map(Arc::new);
    let prepared = scenario::prepared_session(&workspace).map(|session| session.map(Arc::new));
    // What is wrong with the directory is told where its list is asked for.
    let scenarios = scenario_files(&workspace, SCENARIOS).ok().flatten().map_or(0, |files| files.len());
    // A config that cannot be read is told of by the load.
    let stored = workspace.roots().config.as_deref().and_then(|path| read_stored_file(path, MAX_CONFIG).ok().flatten());
    let config = stored.map(Arc::from);
    let (library, config_file) = (Arc::new(workspace.capture(loaded.snapshot)), workspace.config_name());
    let broken = loaded.broken;
    Ok(LoadedWorkspace { id, library, broken, config_file, config, base, prepared, scenarios, at: clock::second() })
}

/// Counts what the screen is going to ask for: an exact estimator remembers it, and its tables load on the way.
fn warm(estimator: Arc<dyn Estimator>, texts: Vec<Arc<str>>) -> Work {
    Box::new(move || {
        estimator.count("a");
        for text in &texts {
            estimator.count(text);
        }
        Msg::EstimatorReady { estimator, texts }
    })
}
