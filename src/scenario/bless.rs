//! Bringing a scenario's recorded values up to date in its file, its comments and its order kept.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::base;
use super::{Bundle, Recorded};
use crate::diag::Diagnostic;
use crate::workspace::yaml::{Emitter, Node, Value};

/// `text`, the content of `file`, with `recorded` and `bundle` as they are now; each stands where it stood, or at the end.
/// Nothing else changes.
///
/// # Errors
/// When the text is no YAML.
pub fn blessed(file: &str, text: &str, recorded: &Recorded, bundle: &Bundle) -> Result<String, Vec<Diagnostic>> {
    let written = |emit: &dyn Fn(&mut Emitter)| {
        let mut out = Emitter::default();
        emit(&mut out);
        out.finish()
    };
    let recorded = written(&|out| recorded.emit(out));
    let bundle = written(&|out| bundle.emit(out));
    let text = replaced(file, text, "recorded", &recorded)?;
    replaced(file, &text, "bundle", &bundle)
}

/// `text` with another block for one of its keys.
fn replaced(file: &str, text: &str, key: &str, block: &str) -> Result<String, Vec<Diagnostic>> {
    let root = base::tree(file, text)?;
    let entries = root.as_map().map_or(&[][..], |map| &map.entries);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let Some(at) = entries.iter().position(|entry| entry.key == key) else {
        let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        return Ok(format!("{text}{gap}{block}"));
    };
    let first = entries[at].spot.line - 1;
    let end = entries.get(at + 1).map_or(lines.len(), |next| next.spot.line - 1);
    let mut scalars = Vec::new();
    blocks(&entries[at].value, text, &mut scalars);
    let old = items(&lines[first..end], lines[..first].iter().map(|line| line.len()).sum(), &scalars);
    let before: String = lines[..first].concat();
    Ok(format!("{before}{}{}", merged(&old, block), lines[end..].concat()))
}

/// A line of the old block and the comments that belong to it.
struct Item<'a> {
    /// The line without the comment at its end.
    line: &'a str,
    /// The comment lines before it.
    above: Vec<&'a str>,
    /// The whole line.
    whole: &'a str,
}

/// The lines of a block; those of comments go with the line that follows. `offset` is where the first one starts.
fn items<'a>(lines: &[&'a str], mut offset: usize, scalars: &[Range<usize>]) -> Vec<Item<'a>> {
    let (mut items, mut above) = (Vec::new(), Vec::new());
    for whole in lines {
        let here = offset..offset + whole.len();
        let inside = scalars.iter().any(|scalar| scalar.start < here.end && here.start < scalar.end);
        offset = here.end;
        let bare = whole.trim_end_matches('\n');
        if !inside && (bare.trim().is_empty() || bare.trim_start().starts_with('#')) {
            above.push(*whole);
            continue;
        }
        let comment = bare.find(" #").filter(|_| !inside);
        let line = comment.map_or(bare, |at| bare[..at].trim_end());
        items.push(Item { line, above: std::mem::take(&mut above), whole });
    }
    if !above.is_empty() {
        items.push(Item { line: "", above, whole: "" });
    }
    items
}

/// The new block with the old one's comments.
fn merged(old: &[Item<'_>], block: &str) -> String {
    let was: Vec<&str> = old.iter().map(|item| item.line).collect();
    let is: Vec<&str> = block.lines().collect();
    let mut merged = String::with_capacity(block.len());
    for op in capture_diff_slices(Algorithm::Myers, &was, &is) {
        let (old_range, new_range) = (op.old_range(), op.new_range());
        let keeps = matches!(op, DiffOp::Equal { .. });
        for item in &old[old_range] {
            item.above.iter().for_each(|line| merged.push_str(line));
            if keeps {
                merged.push_str(item.whole);
            } else if let Some(comment) =
                item.whole.get(item.line.len()..).map(str::trim).filter(|rest| !rest.is_empty())
            {
                let indent = item.line.len() - item.line.trim_start().len();
                merged.push_str(&format!("{:indent$}{comment}\n", ""));
            }
        }
        if !keeps {
            is[new_range].iter().for_each(|line| {
                merged.push_str(line);
                merged.push('\n');
            });
        }
    }
    merged
}

/// Where blocks and other texts of several lines stand, whose lines hold no comments.
fn blocks(node: &Node, text: &str, found: &mut Vec<Range<usize>>) {
    match &node.value {
        Value::Scalar(scalar) => {
            let slice = text.get(node.bytes.clone()).unwrap_or_default();
            if slice.contains('\n') || !(scalar.plain || slice.starts_with(['"', '\''])) {
                found.push(node.bytes.clone());
            }
        }
        Value::List(nodes) => nodes.iter().for_each(|node| blocks(node, text, found)),
        Value::Map(map) => map.entries.iter().for_each(|entry| blocks(&entry.value, text, found)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::drift::{DriftKind, drift};
    use super::super::file::parse;
    use super::super::record::tests::{FILE, ground, opening, played, responses};
    use super::super::{Bundle, Run};
    use super::*;
    use crate::settings::DialectId;

    #[test]
    fn blessing_changes_recorded_values_alone_and_keeps_comments_and_order() {
        let text = played(&opening(DialectId::Utility), &responses()).unwrap();
        let (head, rest) = text.split_once("recorded:\n").unwrap();
        let rest = rest.replacen("estimator: heuristic", "estimator: guess # who counted", 1);
        let rest = rest.replacen("  requests:", "  # What was sent:\n  requests: # all of it", 1);
        let edited = format!("# Mine.\n{head}# The end.\nrecorded:\n{rest}");
        let scenario = Arc::new(parse(FILE, &edited, |_, _| Ok(None)).unwrap());
        let run = Run::of(&scenario, ground()).unwrap();
        let (recorded, bundle) = (Recorded::of(&run), Bundle::of(&run));
        let blessed = blessed(FILE, &edited, &recorded, &bundle).unwrap();
        let expected = edited.replace("  estimator: guess # who counted", "  # who counted\n  estimator: heuristic");
        assert_eq!(blessed, expected);
        assert_eq!(parse(FILE, &blessed, |_, _| Ok(None)).unwrap().recorded.as_ref(), Some(&recorded));
    }

    #[test]
    fn a_scenario_without_recorded_values_gets_them_at_its_end() {
        let text = "version: 1\nscene: help\nsteps: [{user: Hi}] # short";
        let scenario = Arc::new(parse(FILE, text, |_, _| Ok(None)).unwrap());
        let run = Run::of(&scenario, ground()).unwrap();
        let blessed = blessed(FILE, text, &Recorded::of(&run), &Bundle::of(&run)).unwrap();
        assert!(blessed.starts_with(&format!("{text}\nrecorded:\n")));
        assert!(parse(FILE, &blessed, |_, _| Ok(None)).unwrap().bundle.is_some());
    }

    #[test]
    fn s3_d8_the_body_that_won_its_name_is_kept_and_its_change_is_named() {
        let text = "version: 1\ndialect: dsh\nscene: help\nsteps: [{user: Hi}, {load: a}]\ndsh:\n  cwd: /repo\n  roots:\n    \
                    - {label: near, scope: /repo, provider: registry, skills: [{name: a, description: d, file: a.md}]}\n";
        let on_disk = |body: &'static str| move |_: &str, _: u64| Ok(Some(body.to_owned()));
        let then = Arc::new(parse(FILE, text, on_disk("THE WINNER\n")).unwrap());
        let run = Run::of(&then, ground()).unwrap();
        let seen = run.play.turn().prompt().text();
        let blessed = blessed(FILE, text, &Recorded::of(&run), &Bundle::of(&run).with_places(&run)).unwrap();
        assert!(seen.contains("THE WINNER") && blessed.contains("THE WINNER"));
        assert!(!blessed.contains("Body of a."), "nobody was given the body that lost");
        let today = Arc::new(parse(FILE, &blessed, on_disk("ANOTHER\n")).unwrap());
        let kept = Run::of(&today, today.ground(&ground())).unwrap();
        assert_eq!(kept.play.turn().prompt().text(), seen, "as it was recorded");
        let now = Run::of(&today, ground()).unwrap();
        assert!(now.play.turn().prompt().text().contains("ANOTHER"));
        let drifts = drift(&today, &now, Some(&ground())).unwrap();
        let [drift] = &drifts[..] else { panic!("{drifts:?}") };
        assert_eq!((drift.kind, drift.what.as_str(), drift.step), (DriftKind::SkillEdited, "a", 1));
        assert_eq!(drift.lines, ["- THE WINNER", "+ ANOTHER"]);
    }
}
