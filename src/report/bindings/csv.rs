//! For spreadsheets: one line a cell.

use super::{Report, reason, word};
use crate::report::csv;
use crate::report::names;

/// The report as CSV; the numbers of a scene stand on each of its lines.
pub fn csv(report: &Report) -> String {
    let mut out = "skill,scene,asked,standing,reason,at_rest,worst,limit\r\n".to_owned();
    for row in &report.matrix.rows {
        for (cell, cost) in row.cells.iter().zip(report.costs) {
            let asked = cell.asked.as_ref().map_or("", |why| names::why(Some(why)));
            let number = |number: Option<usize>| number.map(|number| number.to_string()).unwrap_or_default();
            let (worst, limit) = (number(cost.worst.map(|worst| worst.likely)), number(names::limit(cost.limit)));
            let (reason, at_rest) = (reason(cell), cost.at_rest.to_string());
            let scene = cost.scene.as_str();
            let fields = [&row.skill, scene, asked, word(cell.standing), &reason, &at_rest, &worst, &limit];
            out.push_str(&csv::row(&fields));
        }
    }
    out
}
