//! Scenario files (S1): what a turn is played on, as YAML. The stage opens with `scenarios/base.yml` and can walk a prepared
//! session; the runner and the recorder come later.
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
//!       skills:
//!         - name: deploy
//!           description: How to deploy.
//!           text: Body.                 # or file: in the workspace
//!           resource_base: {url: "https://…"}   # or directory, opaque; none: managed by the provider
//!           disable_model_invocation: false
//! ```
//!
//! A scenario adds `extends: base.yml`, whose parts it overrides, and `steps`. In a session of the dsh dialect each step is
//! one of these, with a caption that says what it shows:
//!
//! ```yaml
//! steps:
//!   - say: The model reads the catalog.     # of any step
//!     user: {text: Help me, time: "09:30"}  # a message; as the first step it opens the session
//!   - load: tone-guard                      # the model loads one skill, or several: [a, b]
//!   - model: Here you are.                  # any other response; what calls no tool is the reply
//!   - change: {add: {skill: x, description: When., body: Text.}}
//!   - change: {edit: {skill: x, description: When else.}}   # and/or a body
//!   - change: {remove: x}
//!   - change: {tool: hidden}                # shadowed, visible
//!   - change: {provider: incomplete}        # complete
//!   - change: {compact: true}
//! ```
//!
//! An unknown key, a missing one and a value of the wrong type are
//! errors with line and column; nothing is passed over in silence.

mod base;
mod fields;
mod places;
mod session;

pub use base::{Base, load_base};
pub use session::{Act, Session, SessionStep, load_session, prepared_session};
