//! `skillstage explain`: what a diagnostic's code means and what to do about it.

use super::args::ExplainArgs;
use super::out::{Exit, Run, print};
use crate::diag::{Code, Diagnostic};
use crate::lang::Lang;
use crate::report::explain::{list, page};
use crate::text::nearest;

/// Prints a code's page, or the list of codes.
pub fn run(lang: Lang, args: &ExplainArgs) -> Run {
    let Some(text) = &args.code else {
        print(&list(lang))?;
        return Ok(Exit::Fine);
    };
    let Some(code) = Code::parse(text) else {
        let help = match nearest(text, Code::ALL.iter().map(|code| code.as_str())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`skillstage explain` lists all codes".to_owned(),
        };
        return Err(Diagnostic::error(Code::Usage, format!("there is no code `{text}`")).help(help).into());
    };
    print(&page(code, lang))?;
    Ok(Exit::Fine)
}
