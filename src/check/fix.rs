//! Applying certain fixes to a text: nothing but their bytes changes.

use super::Finding;
use crate::diag::{Edit, Fix};

/// A text with fixes applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended<'a> {
    /// The new text.
    pub text: String,
    /// What was applied, in the order of the findings.
    pub applied: Vec<&'a Fix>,
}

/// Applies the fixes of findings in one file to its text as stored. A fix that overlaps one before it waits for the next
/// run, and one whose line no longer stands where it was found is left out.
pub fn mend<'a>(text: &str, findings: impl IntoIterator<Item = &'a Finding>) -> Mended<'a> {
    let mut edits: Vec<&Edit> = Vec::new();
    let mut applied: Vec<&Fix> = Vec::new();
    for finding in findings {
        let Some(fix) = &finding.diagnostic.fix else { continue };
        let stands = finding.excerpt.as_ref().is_none_or(|excerpt| excerpt.stands_in(text));
        let fits = fix.edits.iter().all(|edit| text.get(edit.start..edit.end).is_some());
        let overlaps = |edit: &Edit| {
            edits
                .iter()
                .any(|taken| edit.start < taken.end.max(taken.start + 1) && taken.start < edit.end.max(edit.start + 1))
        };
        if stands && fits && !applied.contains(&fix) && !fix.edits.iter().any(overlaps) {
            edits.extend(&fix.edits);
            applied.push(fix);
        }
    }
    edits.sort_by_key(|edit| edit.start);
    let all = Fix { title: String::new(), edits: edits.into_iter().cloned().collect() };
    Mended { text: all.apply(text).unwrap_or_else(|| text.to_owned()), applied }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Lined;
    use super::*;
    use crate::diag::{Code, Diagnostic};

    fn finding(text: &str, start: usize, end: usize, new: &str) -> Finding {
        let edit = Edit { start, end, text: new.into() };
        let fix = Fix { title: format!("write {new}"), edits: vec![edit] };
        Lined::new(text).at_bytes(Diagnostic::warning(Code::YamlInvalid, "x").fix(fix), &(start..end), "f")
    }

    #[test]
    fn fixes_that_overlap_wait_and_nothing_else_changes() {
        let text = "one two\nthree\n";
        let all =
            [finding(text, 4, 7, "2"), finding(text, 0, 5, "x"), finding(text, 8, 8, "#"), finding(text, 8, 8, "!")];
        let mended = mend(text, &all);
        assert_eq!((mended.text.as_str(), mended.applied.len()), ("one 2\n#three\n", 2));
    }

    #[test]
    fn a_fix_whose_line_is_gone_is_left_out() {
        let found = finding("one two\n", 4, 7, "2");
        assert_eq!(mend("one twox\n", [&found]).text, "one twox\n");
        assert_eq!(mend("中", [&found]).text, "中", "no byte of it is where the fix would cut");
    }
}
