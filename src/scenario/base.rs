//! `scenarios/base.yml`: what scenes share when nothing else is named.

use crate::diag::Diagnostic;
use crate::prompt::{HostContext, Message};
use crate::scene::Scene;
use crate::workspace::Workspace;

/// What the stage opens with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Base {
    /// The file's title.
    pub title: Option<String>,
    /// The scene to start in.
    pub scene: Option<Scene>,
    /// Host prompts, context, history.
    pub host: HostContext,
    /// A message to start with (text may be empty), with time and images.
    pub message: Message,
}

/// Reads `scenarios/base.yml`; a missing file gives an empty base.
///
/// # Errors
/// What is wrong with the file, with line and column.
pub fn load_base(workspace: &Workspace) -> Result<Base, Vec<Diagnostic>> {
    let _ = workspace;
    todo!("scenario room")
}
