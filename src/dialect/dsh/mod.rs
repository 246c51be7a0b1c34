//! The dsh host's skills (SPEC section 4): a catalog that can change while a session runs, and a `skill` tool.
//!
//! ```text
//! Root… ──▶ Resolved ──▶ View ──▶ Lifecycle ──▶ CatalogMessage, or why none is due
//!              └────────▶ call ──▶ Loaded or ToolError
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `skill` | one skill as a session sees it: its name, provider, resource base and body |
//! | `resolve` | which of several roots wins a name, by working directory (D8) |
//! | `places` | where a session runs, and its roots |
//! | `entry` | one line of the catalog (D1) |
//! | `view` | what a step sees, and its digest (D3) |
//! | `lifecycle` | which catalog message is due (D2, D3) |
//! | `tool` | the `skill` tool: results and errors (D4, D5) |
//! | `calls` | the tool calls of a response |
//! | `host` | all of it as a [`Dialect`](crate::dialect::Dialect) |
//! | `templates` | the texts around all of this, each of which a workspace can replace |

mod calls;
mod entry;
mod host;
mod lifecycle;
mod places;
mod resolve;
mod skill;
mod templates;
mod tool;
mod view;

pub use calls::parse;
pub use entry::{DescriptionCap, Entry, TooSmall, cut_description};
pub use host::Dsh;
pub use lifecycle::{CatalogKind, CatalogMessage, Lifecycle, Metadata, Observation};
pub use places::{Places, Provider, Reach, WORKSPACE};
pub use resolve::{Lost, Offer, Resolved, Root, RootState, resolve};
pub use skill::{FILESYSTEM, ResourceBase, SessionSkill, SkillName};
pub use templates::{Slot, TemplateId, Templates};
pub use tool::{Canonical, Loaded, ToolError, call};
pub use view::{ToolView, View};
