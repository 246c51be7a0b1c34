//! What the runtime answers. An answer to a question nobody asks any more is dropped.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::app::rows::scenes::scenes;
use crate::app::state::Stale;
use crate::app::{
    Broken, CountJob, Counts, Effect, Field, Highlight, JobId, LoadedWorkspace, Notice, Panel, RowKey, State, TextBox,
};
use crate::diag::{Code, Diagnostic, Severity};
use crate::dialect;
use crate::dialect::dsh::Places;
use crate::lang::fill;
use crate::scenario::Base;
use crate::settings::DialectId;
use crate::tokens::Estimator;
use crate::workspace::{Library, Reference};

/// The config as notices name it.
const CONFIG: &str = "skills_config.yml";

impl State {
    /// Reads the workspace, or once more when it is being read.
    pub(super) fn load(&mut self) {
        if self.pending.load.is_some() {
            self.pending.load_again = true;
            return;
        }
        let id = self.new_job();
        self.pending.load = Some(id);
        let uncapped = self.dialect.id() == DialectId::Dsh;
        self.ask(Effect::Load { id, uncapped, previous: self.disk_library().cloned() });
    }

    pub(super) fn loaded(&mut self, loaded: LoadedWorkspace) {
        if !self.finish_load(loaded.id) {
            return;
        }
        if let Some(stage) = &self.what_if {
            self.library = Some(Arc::clone(&stage.disk));
        }
        self.take_broken(loaded.broken, loaded.at);
        // What was wrong with the base is told anew while it is; that there was no workspace is over.
        let is_over = |fault: &Diagnostic| is_of_scenarios(fault) || fault.code == Code::NotAWorkspace;
        self.notices.retain(|notice| !matches!(notice, Notice::Fault(fault) if is_over(fault)));
        let base = match loaded.base {
            Ok(base) => base,
            Err(faults) => {
                faults.into_iter().for_each(|fault| self.tell(Notice::Fault(fault)));
                self.base.clone()
            }
        };
        let before = self.library.clone();
        let known = self.library.clone().filter(|library| **library == *loaded.library);
        let on_stage = self.turn.as_ref().map(|turn| turn.setup().library.clone());
        let on_stage = on_stage.filter(|library| **library == *loaded.library);
        let is_new = known.is_none();
        if is_new || *base != *self.base {
            // What is on the stage already keeps its identity, so that an edit taken back leaves no notice.
            self.library = Some(on_stage.or(known).unwrap_or(loaded.library));
            if base.places != self.base.places {
                self.take_places(&base.places);
            }
            self.base = base;
            self.stale.scenes = true;
            self.count();
            self.tell_findings();
        }
        self.take_config(&loaded.config_file, loaded.config);
        (self.prepared, self.scenarios) = (loaded.prepared, loaded.scenarios);
        self.stale.turn = true;
        if self.turn.is_none() {
            self.open_stage();
            if let Some((scenario, ground, as_recorded)) = self.opens.take() {
                self.open_scenario(scenario, ground, as_recorded);
            }
        } else if self.walk.is_some() {
            if let (true, Some(library)) = (is_new, self.library.clone()) {
                self.walk_follows(&library);
            }
        } else if let Some(before) = before.filter(|_| self.is_session()) {
            self.take_changes(&before);
        }
        self.what_if_follows();
        self.tell_changes();
        self.run_check();
    }

    /// The base declares other roots. They are the person's own: a scenario on the stage keeps those it has.
    fn take_places(&mut self, places: &Arc<Places>) {
        let own = self.walk.as_mut().map_or(&mut self.dialect, |walk| &mut walk.before.dialect);
        *own = dialect::by_id(own.id(), &self.settings, places);
    }

    pub(super) fn load_failed(&mut self, id: JobId, diagnostics: Vec<Diagnostic>) {
        if self.finish_load(id) {
            diagnostics.into_iter().for_each(|fault| self.tell(Notice::Fault(fault)));
            self.stale = Stale::ALL;
        }
    }

    pub(super) fn counted(&mut self, id: JobId, counts: Arc<Counts>) {
        if self.pending.count == Some(id) {
            self.pending.count = None;
            self.counts = counts;
            self.stale = Stale { scenes: true, skills: true, prompt: true, ..self.stale };
        }
    }

    /// An exact estimator is ready for the turn whose texts it has `counted`; for another turn it counts once more.
    pub(super) fn estimator_ready(&mut self, estimator: Arc<dyn Estimator>, counted: &[Arc<str>]) {
        if self.turn.is_none() || self.pending.estimator.as_deref() != Some(estimator.name()) {
            return;
        }
        let texts = self.texts_on_stage();
        let is_counted = |text: &Arc<str>| counted.iter().any(|known| Arc::ptr_eq(known, text));
        if !texts.iter().all(is_counted) {
            return self.ask(Effect::WarmEstimator { estimator, texts });
        }
        self.pending.estimator = None;
        let told = fill(self.strings().estimator_now, &[("name", estimator.name())]);
        self.count_with(estimator);
        self.tell(Notice::Done(told));
    }

    pub(super) fn highlighted(&mut self, id: JobId, highlight: Arc<Highlight>) {
        if let Some((_, text)) = self.pending.highlight.take_if(|(asked, _)| *asked == id) {
            self.keep_highlight(text, highlight);
        }
    }

    pub(super) fn copied(&mut self, result: Result<(), String>) {
        match result {
            Ok(()) => self.tell(Notice::Done(self.or_to_file(self.strings().copied))),
            Err(why) => self.tell_error(self.or_to_file(&fill(self.strings().copy_failed, &[("why", &why)]))),
        }
    }

    /// What became of a copy, and the other way where it may be gone.
    fn or_to_file(&self, told: &str) -> String {
        if self.read_only { told.to_owned() } else { format!("{told} {}", self.strings().copy_to_file) }
    }

    pub(super) fn saved(&mut self, result: Result<PathBuf, Diagnostic>) {
        match result {
            Ok(path) => {
                let told = fill(self.strings().saved, &[("path", &path.to_string_lossy())]);
                self.tell(Notice::Done(told));
            }
            Err(fault) => self.tell(Notice::Fault(fault)),
        }
    }

    /// The text comes back from the editor into its box, or into the draft when the box was closed meanwhile.
    pub(super) fn edited(&mut self, field: Field, result: Result<String, String>) {
        let text = match result {
            Ok(text) => TextBox::new(text.trim_end_matches('\n'), field.is_multi_line()),
            Err(why) => {
                let words = fill(self.strings().editor_failed, &[("why", &why)]);
                return self.tell_error(words);
            }
        };
        match self.overlays.last_mut().and_then(|overlay| overlay.input_mut()).filter(|input| input.field == field) {
            Some(input) => input.text = text,
            None => {
                self.drafts.insert(field, text);
            }
        }
        self.update_preview();
    }

    pub(super) fn editor_closed(&mut self, result: Result<(), String>) {
        if let Err(why) = result {
            let words = fill(self.strings().editor_failed, &[("why", &why)]);
            self.tell_error(words);
        }
    }

    /// Counts scenes, bodies and references off the loop.
    pub(super) fn count(&mut self) {
        let Some(library) = self.library.clone() else { return };
        let id = self.new_job();
        self.pending.count = Some(id);
        let job = CountJob {
            dialect: self.dialect.clone(),
            on_stage: self.turn.as_ref().map_or_else(|| library.clone(), |turn| turn.setup().library.clone()),
            library,
            base: self.walk.as_ref().map_or_else(|| self.base.clone(), |walk| Arc::new(walk.scenario().base.clone())),
            binding: self.settings.binding.value,
            estimator: self.estimator.clone(),
            scenes: scenes(self),
        };
        self.ask(Effect::Count { id, job: Arc::new(job) });
    }

    fn finish_load(&mut self, id: JobId) -> bool {
        if self.pending.load != Some(id) {
            return false;
        }
        self.pending.load = None;
        if std::mem::take(&mut self.pending.load_again) {
            self.load();
        }
        true
    }

    /// A broken config keeps the time at which it broke (U12).
    fn take_broken(&mut self, broken: Option<Diagnostic>, at: String) {
        let before = self.broken.take();
        if before.is_some() && broken.is_none() {
            self.tell(Notice::Done(self.strings().config_mended.to_owned()));
        }
        let since = before.map_or(at, |before| before.since);
        self.broken = broken.map(|diagnostic| Broken { since, diagnostic });
    }

    /// The first turn, once there is something to play it on.
    fn open_stage(&mut self) {
        let Base { scene, message, .. } = &*self.base.clone();
        self.scene = scene.clone().unwrap_or_else(|| self.scene.clone());
        self.message = message.clone();
        if self.message.time.is_none() {
            self.message.time = Some(self.clock.clone());
        }
        self.new_turn();
        self.stand_on_resident();
        if let Some(name) = self.pending.estimator.clone() {
            self.use_estimator(&name);
        }
    }

    /// The cursor of the prompt starts on a resident body, where there is one: that is what skills are about.
    fn stand_on_resident(&mut self) {
        let prompt = self.turn.iter().flat_map(|turn| &turn.prompt().segments);
        let resident = prompt.map(|segment| &segment.id).find(|id| id.starts_with("body:"));
        self.lists[Panel::Prompt.index()].selected = resident.map(|id| RowKey::new("segment", id));
    }

    /// Says that there are errors or warnings, below newer notices.
    fn tell_findings(&mut self) {
        self.notices.retain(|notice| !matches!(notice, Notice::Findings(_)));
        let found = self.library.iter().flat_map(|library| library.snapshot.findings());
        let count = found.filter(|one| one.severity >= Severity::Warning).count();
        if count > 0 {
            self.notices.insert(0, Notice::Findings(count));
        }
    }

    /// Gives a session the skills as they are on disk now; the config is none of its concern.
    fn take_changes(&mut self, before: &Arc<Library>) {
        let Some(now) = self.library.clone() else { return };
        if before.snapshot.skills != now.snapshot.skills {
            let files = changes(before, &now).into_iter().filter(|file| file != CONFIG).collect();
            self.follow_disk(before, &now, files);
        }
    }

    /// Says which files differ from what the turn on the stage uses (U15).
    fn tell_changes(&mut self) {
        self.notices.retain(|notice| !matches!(notice, Notice::Changed(_)));
        let (Some(turn), Some(newest)) = (&self.turn, &self.library) else { return };
        // A session has them already.
        let mut files = if self.is_session() { Vec::new() } else { changes(&turn.setup().library, newest) };
        let changed = files.iter().cloned().collect();
        self.stale.skills |= self.changed != changed;
        self.changed = changed;
        let has_other_roots = !std::ptr::addr_eq(Arc::as_ptr(&turn.setup().dialect), Arc::as_ptr(&self.dialect));
        if self.walk.is_none() && (has_other_roots || *turn.setup().host != self.base.host) {
            files.push("scenarios/base.yml".to_owned());
        }
        if !files.is_empty() {
            // What became of the last key stays in sight.
            let passing = self.notices.pop_if(|told| matches!(told, Notice::Done(_)));
            self.tell(Notice::Changed(files));
            self.notices.extend(passing);
        }
    }
}

fn is_of_scenarios(fault: &Diagnostic) -> bool {
    fault.place.as_ref().is_some_and(|place| place.file.starts_with("scenarios/"))
}

/// The files that differ between two libraries; refused skills by their directory.
fn changes(before: &Arc<Library>, now: &Arc<Library>) -> Vec<String> {
    if Arc::ptr_eq(before, now) {
        return Vec::new();
    }
    let config = (before.snapshot.config != now.snapshot.config).then(|| CONFIG.to_owned());
    let skills = differences(before, now, |library| {
        library.snapshot.skills.iter().map(|skill| (skill.file.as_str(), &skill.fingerprint)).collect()
    });
    // A library holds the references of the skills it allows: those that an allowlist lost or won did not change on disk.
    let in_both = |skill: &str| [before, now].iter().all(|library| library.snapshot.config.allowlist.contains(skill));
    let references = differences(before, now, |library| {
        let all = library.references.iter().filter(|(skill, _)| in_both(skill)).flat_map(|(skill, references)| {
            let digest =
                |reference: &'_ Reference| reference.content.as_ref().ok().map(|content| content.sha256.clone());
            references.iter().map(move |reference| ((skill.as_str(), reference.path.as_str()), digest(reference)))
        });
        all.collect()
    });
    let refused = differences(before, now, |library| {
        library.snapshot.refused.iter().map(|refused| (refused.dir.as_str(), &refused.diagnostics)).collect()
    });
    let shown = |(skill, path): (&str, &str)| {
        let skill = now.snapshot.skill(skill).or_else(|| before.snapshot.skill(skill));
        skill.map_or_else(|| path.to_owned(), |skill| skill.reference_file(path))
    };
    let named = skills.into_iter().chain(refused).map(str::to_owned);
    config.into_iter().chain(named).chain(references.into_iter().map(shown)).collect()
}

/// The keys whose value is not the same in both, in order.
fn differences<'a, K: Ord + Copy, V: PartialEq>(
    before: &'a Library,
    now: &'a Library,
    parts: impl Fn(&'a Library) -> BTreeMap<K, V>,
) -> Vec<K> {
    let (before, now) = (parts(before), parts(now));
    let gone_or_changed = before.iter().filter(|(key, value)| now.get(key) != Some(value)).map(|(key, _)| *key);
    let new = now.keys().filter(|key| !before.contains_key(key)).copied();
    gone_or_changed.chain(new).collect::<BTreeSet<K>>().into_iter().collect()
}
