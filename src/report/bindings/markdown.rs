//! For a pull request: two tables in Markdown.

use super::{Report, reason, remark};
use crate::text::{printable_line, thousands};

/// The report as Markdown.
pub fn markdown(report: &Report) -> String {
    let open: Vec<_> = report.matrix.open_columns().collect();
    let mut out = "| scene | at rest | share | worst | resident | |\n|---|--:|--:|--:|---|---|\n".to_owned();
    for (index, _) in &open {
        let Some(cost) = report.costs.get(*index) else { continue };
        let share = cost.share().map_or("-".to_owned(), |share| format!("{share}%"));
        let worst = cost.worst.map_or("-".to_owned(), |worst| thousands(worst.likely));
        let residents = cost.residents.join(", ");
        let cells =
            [cost.scene.as_str(), &thousands(cost.at_rest), &share, &worst, &residents, &remark(cost)].map(cell);
        out.push_str(&line(&cells));
    }
    let scenes = open.iter().map(|(_, column)| cell(column.scene.as_str()));
    let head: Vec<String> = std::iter::once("skill".to_owned()).chain(scenes).collect();
    out.push('\n');
    out.push_str(&line(&head));
    out.push_str(&line(&vec!["---".to_owned(); head.len()]));
    for row in &report.matrix.rows {
        let cells = open.iter().filter_map(|(index, _)| row.cells.get(*index)).map(|known| cell(&reason(known)));
        let cells: Vec<String> = std::iter::once(cell(&row.skill)).chain(cells).collect();
        out.push_str(&line(&cells));
    }
    out
}

fn line(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// A text that forms no markup: names of refused directories and of scenes can be anything.
fn cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in printable_line(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '|' | '\\' | '`' | '*' | '[' | ']' | '!' | '#' => {
                out.push('\\');
                out.push(character);
            }
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn a_cell_breaks_no_table_and_forms_no_markup() {
        assert_eq!(cell("tone_guard"), "tone_guard");
        assert_eq!(cell("a|b <i>[x](y)"), "a\\|b &lt;i>\\[x\\](y)");
        assert!(!cell("a\nb").contains('\n'));
    }
}
