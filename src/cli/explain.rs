//! `fray explain CODE`: what a mistake is, with an example of it and what mends that.

use super::args::ExplainArgs;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::screen::Screen;
use crate::diag::{did_you_mean, suggest};

/// Every mistake with an example; a test makes it of the cases that tests have.
const PAGE: &str = include_str!("../../docs/mistakes.md");

/// Prints the section of a code, or all codes.
pub(super) fn explain(args: &ExplainArgs, screen: &mut Screen) -> CommandResult {
    let sections = || PAGE.split("\n## ").skip(1).filter_map(|section| section.split_once('\n'));
    let Some(code) = &args.code else {
        sections().for_each(|(code, _)| screen.line(code));
        return Ok(Ended::Done);
    };
    let code = code.trim_matches('`');
    let joined = |text: &str| text.replace("::", "_").replace(['.', '/', '-'], "_");
    let is_meant = |known: &str| {
        joined(known) == joined(code)
            || joined(known).strip_prefix("fray_") == Some(&*joined(code))
            || known == code
            || known.strip_prefix("fray::") == Some(code)
            || known.ends_with(&format!("::{code}"))
    };
    match sections().find(|(known, _)| is_meant(known)) {
        Some((known, text)) => {
            screen.say(&format!("{known}\n{}\n", text.trim_end()));
            Ok(Ended::Done)
        }
        None => {
            // Without what all of them begin with, as people type it.
            let last = |known: &'static str| known.rsplit("::").next().unwrap_or(known);
            let near = suggest(code, sections().map(|(known, _)| last(known)));
            let whole = near.and_then(|near| sections().map(|(known, _)| known).find(|known| last(known) == near));
            let help = match whole {
                Some(whole) => format!("did you mean `{whole}`?"),
                None => {
                    let otherwise = "a code stands above a mistake and looks like `fray::syntax::foreign`; `fray explain` lists them";
                    did_you_mean(code, sections().map(|(known, _)| known), otherwise)
                }
            };
            Err(CliError::UnknownName { sort: "mistake".to_string(), name: code.to_string(), help }.alone())
        }
    }
}
