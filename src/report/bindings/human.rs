//! For people: the scenes with their numbers, then skills as rows and scenes as columns, one mark a cell.
//!
//! ```text
//!    scene         at rest  of 12,000   worst  resident
//! 1  private_chat      965         8%  19,522    1 of 3  can come over by 7,522
//!
//! skill         1  2
//! reply-style   B  B
//!
//! A always  B bound  I inherited  o offered
//! left out
//!   x in private_chat: bound, left out: not on the allowlist
//! ```

use std::fmt::Write as _;

use super::{Report, reason, remark};
use crate::bindings::{Cell, Column, Standing};
use crate::dialect::{Off, Why};
use crate::report::human::table;
use crate::report::names;
use crate::settings::Binding;
use crate::text::{printable_line, thousands};

/// Every mark and what it means, in the order of the legend.
const MARKS: [(&str, &str); 8] = [
    ("A", "always"),
    ("B", "bound"),
    ("I", "inherited"),
    ("o", "offered"),
    (".", "not offered"),
    ("!", "left out"),
    ("-", "not allowed"),
    ("x", "no valid skill"),
];

/// The report as tables.
pub fn human(report: &Report) -> String {
    let open: Vec<(usize, &Column)> = report.matrix.open_columns().collect();
    let mut out = table(&scenes(report, &open), &[2, 3, 4, 5]);
    let closed = report.matrix.columns.iter().filter(|column| column.off == Some(Off::SceneWithoutSkills));
    let closed: Vec<&str> = closed.map(|column| column.scene.as_str()).collect();
    let _ = writeln!(out, "skills do not apply: {}\n", closed.join(", "));
    let head = std::iter::once("skill".to_owned()).chain((1..=open.len()).map(|number| number.to_string()));
    let rows = report.matrix.rows.iter().map(|row| {
        let marks = open.iter().filter_map(|(index, _)| row.cells.get(*index)).map(|cell| mark(cell).to_owned());
        std::iter::once(row.skill.clone()).chain(marks).collect()
    });
    let rows: Vec<Vec<String>> = std::iter::once(head.collect()).chain(rows).collect();
    out.push_str(&table(&rows, &[]));
    out.push_str(&legend(&rows[1..]));
    out.push_str(&left_out(report, &open));
    out
}

fn scenes(report: &Report, open: &[(usize, &Column)]) -> Vec<Vec<String>> {
    let limits = report.matrix.limits;
    let of_limit = names::limit(limits.max_tokens).map(|limit| format!("of {}", thousands(limit)));
    let head = ["", "scene", "at rest", &of_limit.unwrap_or_default(), "worst", "resident", ""];
    let rows = open.iter().enumerate().filter_map(|(number, (index, column))| {
        let cost = report.costs.get(*index)?;
        let share = cost.share().map_or("-".to_owned(), |share| format!("{share}%"));
        let worst = cost.worst.map_or("-".to_owned(), |worst| thousands(worst.likely));
        let residents = format!("{} of {}", column.residents, limits.max_skills);
        let number = (number + 1).to_string();
        let scene = column.scene.to_string();
        Some(vec![number, scene, thousands(cost.at_rest), share, worst, residents, remark(cost)])
    });
    std::iter::once(head.map(str::to_owned).to_vec()).chain(rows).collect()
}

fn mark(cell: &Cell) -> &'static str {
    match (&cell.asked, cell.standing) {
        (Some(Why::Always), Standing::Resident) => "A",
        (Some(Why::Bound), Standing::Resident | Standing::Offered) => "B",
        (Some(Why::Inherited(_)), Standing::Resident | Standing::Offered) => "I",
        (Some(_), Standing::Offered) => "o",
        (Some(_), Standing::Off(_)) => " ",
        (Some(_), _) => "!",
        (None, Standing::Resident | Standing::Offered | Standing::TooLarge { .. } | Standing::NoPlace { .. }) => "o",
        (None, Standing::NotOffered) => ".",
        (None, Standing::NotAllowed) => "-",
        (None, Standing::Refused | Standing::Missing) => "x",
        (None, Standing::Off(_)) => " ",
    }
}

/// The marks that occur.
fn legend(rows: &[Vec<String>]) -> String {
    let occurs = |mark: &str| rows.iter().any(|row| row.iter().skip(1).any(|cell| cell == mark));
    let marks: Vec<String> =
        MARKS.iter().filter(|(mark, _)| occurs(mark)).map(|(mark, words)| format!("{mark} {words}")).collect();
    if marks.is_empty() { String::new() } else { format!("\n{}\n", marks.join("  ")) }
}

/// Why what the config asks for does not come.
fn left_out(report: &Report, open: &[(usize, &Column)]) -> String {
    let mut out = String::new();
    for row in &report.matrix.rows {
        let mut last = None;
        for (index, column) in open {
            let Some(cell) = row.cells.get(*index).filter(|cell| cell.is_left_out()) else { continue };
            let why = reason(cell);
            // `always` says the same in every scene.
            if cell.asked == Some(Why::Always) && last.as_ref() == Some(&why) {
                continue;
            }
            let place = match &cell.asked {
                Some(Why::Always) => String::new(),
                _ => format!(" in {}", column.scene),
            };
            let _ = writeln!(out, "  {}", printable_line(&format!("{}{place}: {why}", row.skill)));
            last = Some(why);
        }
    }
    let binding = match report.matrix.binding {
        Binding::Resident => "",
        Binding::Offered => "\na binding means: offered in the scene's catalog\n",
    };
    if out.is_empty() { binding.to_owned() } else { format!("{binding}\nleft out\n{out}") }
}
