//! Comparing prompts: what a change of skills, config, dialect or estimator does to each row and to the whole. Pure:
//! prompts in, changes out.
//!
//! | file | holds |
//! |---|---|
//! | `rows` | two prompts, row by row, and the sentence for a pull request |
//! | `texts` | two texts, line by line, with the words that changed |

mod rows;
mod texts;

pub use rows::{Change, Comparison, RowChange, compare, sentence};
pub use texts::{ChangedLine, Part, changed_lines};
