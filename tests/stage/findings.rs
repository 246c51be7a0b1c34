//! What a check found, for the tests of its screen.

use std::sync::Arc;

use skillstage::check::{Checked, Excerpt, Finding};
use skillstage::diag::{Code, Diagnostic, Edit, Fix, Place};

pub const FILE: &str = "skills/late/SKILL.md";
pub const LINE: &str = "description: Use when: it is late";

/// An error with a fix, and a warning about another file.
pub fn findings() -> Arc<Checked> {
    let edit = Edit { start: 27, end: 47, text: "\"Use when: it is late\"".into() };
    let fix = Fix { title: "quote the value".into(), edits: vec![edit] };
    let error = Diagnostic::error(Code::YamlInvalid, "the value of `description` holds a colon")
        .at(Place::at(FILE, 3, 22))
        .help("quote the value")
        .fix(fix);
    let excerpt =
        Excerpt { line: 3, text: LINE.into(), cut: (false, false), mark: 21..33, end_line: 3, end_column: 34 };
    let warning = Diagnostic::warning(Code::BudgetNever, "`brief` can never be loaded in any scene")
        .at(Place::file("skills_config.yml"));
    let findings =
        vec![Finding { diagnostic: error, excerpt: Some(excerpt) }, Finding { diagnostic: warning, excerpt: None }];
    Arc::new(Checked { findings, skills: 2, ..Checked::default() })
}
