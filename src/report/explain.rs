//! A code's page as text.

use std::fmt::Write as _;

use super::human::table;
use crate::diag::{Code, Page};
use crate::lang::Lang;

/// All codes with their titles.
pub fn list(lang: Lang) -> String {
    let row = |code: &Code| vec![code.to_string(), Page::of(*code).title.in_language(lang).to_owned()];
    table(&Code::ALL.iter().map(row).collect::<Vec<_>>(), &[])
}

/// One code: title, meaning, why, what to do, and examples where one helps.
pub fn page(code: Code, lang: Lang) -> String {
    let page = Page::of(code);
    let [why, what, bad, good] = match lang {
        Lang::En => ["Why", "What to do", "Bad", "Good"],
        Lang::Zh => ["原因", "怎么办", "错误", "正确"],
    };
    let mut out = String::new();
    let _ = writeln!(out, "{code}: {}\n\n{}", page.title.in_language(lang), page.meaning.in_language(lang));
    let _ = writeln!(out, "\n{why}\n{}", indented(page.why.in_language(lang)));
    let _ = writeln!(out, "\n{what}\n{}", indented(page.help.in_language(lang)));
    for (head, example) in [(bad, page.bad), (good, page.good)] {
        if let Some(example) = example {
            let _ = writeln!(out, "\n{head}\n{}", indented(example));
        }
    }
    out
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}
