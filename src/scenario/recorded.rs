//! What was seen when a scenario was recorded: every request, its segments by hash and count (S3).
//!
//! ```yaml
//! recorded:
//!   by: skillstage 0.1.0
//!   snapshot: 7f3a…                      # the fingerprint of config and skills
//!   estimator: heuristic
//!   requests:
//!     - step: 0                          # 0 is the opening
//!       tokens: 2128
//!       keeps: 0                         # so many leading segments are those of the request before
//!       segments:
//!         - {id: "prompt:persona", kind: host_prompt, tokens: 320, sha256: 51c0…}
//! ```

use std::sync::Arc;

use super::base::{ReadFile, Reader};
use super::fields::given;
use super::{Ground, Play, Scenario};
use crate::diag::Diagnostic;
use crate::prompt::{Kind, Prompt, Segment};
use crate::workspace::yaml::{Emitter, Map, scalar};

const KEYS: [&str; 4] = ["by", "snapshot", "estimator", "requests"];
const REQUEST_KEYS: [&str; 4] = ["step", "tokens", "keeps", "segments"];
const SEGMENT_KEYS: [&str; 4] = ["id", "kind", "tokens", "sha256"];

/// See the module's docs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recorded {
    /// The program and its version.
    pub by: String,
    /// The fingerprint of the snapshot (U7).
    pub snapshot: String,
    /// Who counted.
    pub estimator: String,
    /// Every request, in order.
    pub requests: Vec<RecordedRequest>,
}

/// One request.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordedRequest {
    /// The step that made the host send it; 0 is the opening.
    pub step: usize,
    /// The estimate of the whole.
    pub tokens: usize,
    /// Its segments, in order.
    pub segments: Vec<RecordedSegment>,
}

/// One segment, without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedSegment {
    /// Its id.
    pub id: String,
    /// What it is: a name of [`Kind`].
    pub kind: String,
    /// The estimate of its text.
    pub tokens: usize,
    /// SHA-256 (hex) of its text.
    pub sha256: String,
}

/// A scenario played to its end, for who compares what was sent.
pub struct Run {
    /// As it ended.
    pub play: Play,
    /// For each request the step that made the host send it.
    pub steps: Vec<usize>,
}

impl Run {
    /// Plays `scenario` to its end.
    ///
    /// # Errors
    /// Those of [`Play::open`] and [`Play::advance`].
    pub fn of(scenario: &Arc<Scenario>, ground: Ground) -> Result<Run, Diagnostic> {
        let mut run = Run::open(scenario, ground)?;
        while run.advance()? {}
        Ok(run)
    }

    /// Plays the opening alone.
    ///
    /// # Errors
    /// Those of [`Play::open`].
    pub fn open(scenario: &Arc<Scenario>, ground: Ground) -> Result<Run, Diagnostic> {
        let mut run = Run { play: Play::open(Arc::clone(scenario), ground)?, steps: Vec::new() };
        run.note();
        Ok(run)
    }

    /// Plays the next step; `false` where there is none.
    ///
    /// # Errors
    /// Those of [`Play::advance`].
    pub fn advance(&mut self) -> Result<bool, Diagnostic> {
        let advanced = self.play.advance()?;
        self.note();
        Ok(advanced)
    }

    /// Every request with its step.
    pub fn requests(&self) -> impl Iterator<Item = (usize, &Prompt)> {
        self.steps.iter().copied().zip(self.play.requests())
    }

    fn note(&mut self) {
        self.steps.resize(self.play.requests().count(), self.play.played());
    }
}

impl Recorded {
    /// What was seen in a run.
    pub fn of(run: &Run) -> Recorded {
        let requests = run.requests().map(|(step, prompt)| RecordedRequest {
            step,
            tokens: prompt.tokens(),
            segments: prompt.segments.iter().map(|segment| RecordedSegment::of(segment)).collect(),
        });
        Recorded {
            by: concat!("skillstage ", env!("CARGO_PKG_VERSION")).to_owned(),
            snapshot: run.play.ground().library.snapshot.id.to_string(),
            estimator: run.play.turn().setup().estimator.name().to_owned(),
            requests: requests.collect(),
        }
    }

    /// Writes it as the key `recorded`.
    pub fn emit(&self, out: &mut Emitter) {
        out.line(0, "recorded:");
        out.text(1, "by", &self.by);
        out.text(1, "snapshot", &self.snapshot);
        out.text(1, "estimator", &self.estimator);
        out.line(1, "requests:");
        let mut before: &[RecordedSegment] = &[];
        for RecordedRequest { step, tokens, segments } in &self.requests {
            let keeps = before.iter().zip(segments).take_while(|(old, new)| old == new).count();
            out.line(2, &format!("- step: {step}"));
            out.line(3, &format!("tokens: {tokens}"));
            out.line(3, &format!("keeps: {keeps}"));
            if keeps == segments.len() {
                out.line(3, "segments: []");
            } else {
                out.line(3, "segments:");
            }
            for RecordedSegment { id, kind, tokens, sha256 } in &segments[keeps..] {
                let (id, sha256) = (scalar(id), scalar(sha256));
                out.line(4, &format!("- {{id: {id}, kind: {kind}, tokens: {tokens}, sha256: {sha256}}}"));
            }
            before = segments;
        }
    }
}

impl RecordedSegment {
    fn of(segment: &Segment) -> RecordedSegment {
        RecordedSegment {
            id: segment.id.clone(),
            kind: segment.kind.as_str().to_owned(),
            tokens: segment.tokens,
            sha256: segment.sha256(),
        }
    }

    /// Whether the host brings its text: no skill, config or renderer decides it.
    pub fn is_of_host(&self) -> bool {
        let kinds = [Kind::HostPrompt, Kind::Context, Kind::History, Kind::Message];
        kinds.iter().any(|kind| kind.as_str() == self.kind)
    }
}

impl<R: ReadFile> Reader<'_, R> {
    /// The mapping `recorded`; none without.
    pub(super) fn recorded(&mut self, root: &Map) -> Option<Recorded> {
        let map = self.fields.map(given(root, "recorded")?, "`recorded`", &KEYS)?;
        let text = |reader: &mut Self, key| reader.fields.text(map, key).unwrap_or_default().to_owned();
        let (by, snapshot, estimator) = (text(self, "by"), text(self, "snapshot"), text(self, "estimator"));
        let mut requests: Vec<RecordedRequest> = Vec::new();
        for node in self.fields.list(map, "requests") {
            let Some(map) = self.fields.map(node, "a request", &REQUEST_KEYS) else { continue };
            let number = |reader: &mut Self, key| reader.fields.count(map, key) as usize;
            let (step, tokens, keeps) = (number(self, "step"), number(self, "tokens"), number(self, "keeps"));
            let before = requests.last().map_or(&[][..], |request| &request.segments);
            let Some(kept) = before.get(..keeps) else {
                let message = format!("`keeps` is {keeps}, but the request before has {} segments", before.len());
                self.fields.fault(map.get("keeps").unwrap_or(node), message);
                continue;
            };
            let mut segments = kept.to_vec();
            segments.extend(self.recorded_segments(map));
            requests.push(RecordedRequest { step, tokens, segments });
        }
        Some(Recorded { by, snapshot, estimator, requests })
    }

    fn recorded_segments(&mut self, map: &Map) -> Vec<RecordedSegment> {
        let mut segments = Vec::new();
        for node in self.fields.list(map, "segments") {
            let Some(map) = self.fields.map(node, "a segment", &SEGMENT_KEYS) else { continue };
            let [id, kind, sha256] = ["id", "kind", "sha256"].map(|key| self.fields.required_text(node, map, key));
            let tokens = self.fields.count(map, "tokens") as usize;
            let (Some(id), Some(kind), Some(sha256)) = (id, kind, sha256) else { continue };
            let [id, kind, sha256] = [id, kind, sha256].map(str::to_owned);
            segments.push(RecordedSegment { id, kind, tokens, sha256 });
        }
        segments
    }
}
