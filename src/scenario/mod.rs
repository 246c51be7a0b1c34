//! Scenario files (S1): what a turn is played on and what happens in it, as YAML. The stage opens with
//! `scenarios/base.yml`, which has no steps; every other file in `scenarios/` can be played.
//!
//! ```text
//! file ──▶ Scenario ──▶ Play::open on a Ground ──▶ advance, step by step ──▶ judge (S2)
//! ```
//!
//! ```yaml
//! version: 1
//! title: A quiet evening              # optional, as is everything below
//! dialect: utility
//! scene: private_chat
//! prompts:                            # the host's own, in order; each id once
//!   - id: persona
//!     text: You are Xiaozhan.
//!   - id: expression
//!     file: prompts/expression.md     # instead of text: a file in the workspace (U5)
//! context:                            # dynamic context; items may share an id
//!   - id: memory
//!     text: She sleeps badly.
//!     private: true                   # withheld in group_chat (U25)
//! history:                            # oldest first
//!   - speaker: user                   # or assistant
//!     time: "22:41"
//!     text: I cannot sleep.
//!     private: true
//! message:                            # what the stage's message box holds at first
//!   text: So tired today.
//!   time: "09:30"
//!   images: 0                         # how many come with it (U26)
//! ```
//!
//! For a session of the dsh dialect `dsh` declares roots of skills beside the workspace; the nearer one wins a name (D8):
//!
//! ```yaml
//! dsh:
//!   cwd: /repo/app                      # where the session runs
//!   roots:
//!     - label: repository
//!       scope: /repo                    # it serves this and all below; without, every directory
//!       provider: registry
//!       complete: true                  # false: it does not answer with all it has (D3)
//!       fails: The registry is down.    # it throws this whenever it is asked (D5)
//!       skills:
//!         - name: deploy
//!           description: How to deploy.
//!           text: Body.                 # or file: in the workspace
//!           resource_base: {url: "https://…"}   # or directory, opaque; none: managed by the provider
//!           disable_model_invocation: false
//! ```
//!
//! A scenario adds `extends: base.yml`, whose parts it overrides, what the settings would decide otherwise, and `steps`.
//! Each step is one of these, with a caption that says what it shows and what must hold afterwards (see [`Expect`]):
//!
//! ```yaml
//! binding: resident                       # or offered (U18)
//! estimator: heuristic                    # or heuristic:o200k, o200k, cl100k
//! steps:
//!   - say: The model reads the catalog.     # of any step
//!     expect: {outcome: pending}            # of any step
//!     user: {text: Help me, time: "09:30"}  # a message; as the first step it opens the scenario
//!   - load: tone-guard                      # the model loads one skill, or several: [a, b]
//!   - read: tone-guard/references/ex.md     # or several
//!   - list: true                            # the catalog once more
//!   - model: Here you are.                  # any other response, word for word; without a request it is the reply
//!   - change: {add: {skill: x, description: When., body: Text.}}
//!   - change: {edit: {skill: x, description: When else.}}   # and/or a body
//!   - change: {remove: x}
//!   - change: {config: "enabled: false"}    # what skills_config.yml holds; or {file: other.yml} in the workspace
//!   - change: {tool: hidden}                # a session's alone, like those below: shadowed, visible
//!   - change: {provider: incomplete}        # the workspace's; or complete, failed
//!   - change: {provider: {name: registry, state: failed, message: It is down.}}   # a declared root's
//!   - change: {compact: true}
//! ```
//!
//! An unknown key, a missing one and a value of the wrong type are
//! errors with line and column; nothing is passed over in silence.

mod base;
mod bless;
mod breaks;
mod bundle;
mod drift;
mod expect;
mod fields;
mod file;
mod places;
mod play;
mod record;
mod recorded;
mod run;
mod schema;
mod shelf;
mod steps;
mod sweep;
mod write;

pub use base::{Base, load_base};
pub use bless::blessed;
pub use breaks::{Break, Broken, WhyBroken, first_break};
pub use bundle::Bundle;
pub use drift::{Drift, DriftKind, drift};
pub use expect::{Check, Expect, Standing, Unmet, Wanted};
pub use file::{Act, MAX_SCENARIO, Scenario, Step, load_scenario, prepared_session};
pub use play::{Ground, Play};
pub use record::{Played, record};
pub use recorded::{Recorded, RecordedRequest, RecordedSegment, Run};
pub use run::{Failed, Status, Verdict, replay};
pub use schema::scenario_schema;
pub use shelf::{Grounds, Listed, SCENARIOS, listed, newly_broken, scenario_files};
pub use sweep::{Swept, sweep};
