//! Diagnostics as data: what is wrong, where, why and what to do. One renderer per output format lives in `report`.
//!
//! A diagnostic never holds terminal escapes of ours; texts quoted from untrusted files are made safe to print by
//! whoever prints (`text::printable`).

mod codes;
mod pages;

pub use codes::Code;
pub use pages::{Both, Page};

use std::fmt;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing has to change.
    Info,
    /// It loads, but probably not as meant.
    Warning,
    /// It is refused, or the host would misbehave.
    Error,
}

impl Severity {
    /// The word that reports print.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// Where a finding is. Lines and columns start at 1; a column counts characters (Unicode scalar values), not bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file, relative to the workspace where it lies inside, with `/` on every system.
    pub file: String,
    /// The line, where one can be named.
    pub line: Option<usize>,
    /// The column, where one can be named.
    pub column: Option<usize>,
}

impl Place {
    /// A whole file.
    pub fn file(file: impl Into<String>) -> Place {
        Place { file: file.into(), line: None, column: None }
    }

    /// A spot in a file.
    pub fn at(file: impl Into<String>, line: usize, column: usize) -> Place {
        Place { file: file.into(), line: Some(line), column: Some(column) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        Ok(())
    }
}

/// One replacement in the file that a diagnostic's place names. `start` and `end` are byte offsets into the stored file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// First byte that goes.
    pub start: usize,
    /// First byte that stays.
    pub end: usize,
    /// What stands there instead.
    pub text: String,
}

/// A certain way to mend a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What the fix does, in the imperative ("quote the value").
    pub title: String,
    /// The replacements, in file order, not overlapping.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// The stored text with the replacements made; nothing else of it changes. `None` where they do not lie in it, in
    /// order and apart.
    pub fn apply(&self, text: &str) -> Option<String> {
        let mut mended = String::with_capacity(text.len() + 64);
        let mut at = 0;
        for edit in &self.edits {
            mended.push_str(text.get(at..edit.start)?);
            text.get(edit.start..edit.end)?;
            mended.push_str(&edit.text);
            at = edit.end;
        }
        mended.push_str(text.get(at..)?);
        Some(mended)
    }
}

/// One finding (SPEC section 7): what, where, why, what to do, and a stable code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code; `skillstage explain CODE` has its page.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong and why, one sentence, no full stop needed.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
    /// What to do about it.
    pub help: Option<String>,
    /// A certain mend, where there is one.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// An error with a code and a message.
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, severity: Severity::Error, message: message.into(), place: None, help: None, fix: None }
    }

    /// A warning with a code and a message.
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// A note with a code and a message.
    pub fn info(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Info, ..Diagnostic::error(code, message) }
    }

    /// The same, at a place.
    pub fn at(mut self, place: Place) -> Diagnostic {
        self.place = Some(place);
        self
    }

    /// The same, with advice.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same, with a certain mend.
    pub fn fix(mut self, fix: Fix) -> Diagnostic {
        self.fix = Some(fix);
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}[{}]: {}", self.severity.as_str(), self.code, self.message)
    }
}

impl std::error::Error for Diagnostic {}
