//! What is typed as one argument: an expression, dice as thrown, options.

use super::error::CliError;
use crate::diag::Diagnostics;
use crate::rulebook::{Choices, Expr, Rulebook, Scope, resolve_expr};
use crate::syntax::{MAX_SOURCE_BYTES, parse_dice_list, parse_expr};
use crate::text::Sources;

/// An expression over dice, resolved, and the sources its spans point into.
pub(super) struct DicePhrase {
    /// The expression.
    pub expr: Expr,
    /// The texts of the rulebook, and the argument.
    pub sources: Sources,
}

/// Reads an argument as an expression in which dice are rolled.
pub(super) fn expression(book: &Rulebook, text: &str) -> Result<DicePhrase, Diagnostics> {
    let mut sources = Sources::clone(&book.sources);
    let id = sources.add("expression", text);
    let written = parse_expr(&sources, id)?;
    let (expr, _) = resolve_expr(book, &written, &Scope::new(&sources).random())?;
    Ok(DicePhrase { expr, sources })
}

/// Reads an argument as dice that were thrown.
pub(super) fn dice(text: &str) -> Result<Vec<u16>, Diagnostics> {
    if let Some(right) = with_commas(text) {
        let message = format!("`{text}` does not list dice: between them stand commas");
        return Err(CliError::Usage { message, help: format!("write `--dice {right}`") }.alone());
    }
    let mut sources = Sources::default();
    let id = sources.add("--dice", text);
    let shown = parse_dice_list(&sources, id)?;
    // The list is bounded by the sides a die can have, so every number fits.
    Ok(shown.into_iter().map(|die| u16::try_from(die).unwrap_or(u16::MAX)).collect())
}

/// The dice of a list that is written with other signs between them, `4;2;5` or `4/2/5`, as it should be.
fn with_commas(text: &str) -> Option<String> {
    const SIGNS: [char; 6] = [';', '/', '|', '+', '-', ':'];
    let dice: Vec<&str> = text.split(|c: char| SIGNS.contains(&c) || c == ',' || c.is_whitespace()).collect();
    let is_die = |die: &&&str| !die.is_empty();
    let is_list = dice.iter().all(|die| die.bytes().all(|byte| byte.is_ascii_digit()));
    let dice: Vec<&str> = dice.iter().filter(is_die).copied().collect();
    (text.contains(SIGNS) && is_list && dice.len() > 1).then(|| dice.join(","))
}

/// Reads `--with NAME`, `--with NAME=READING`.
pub(super) fn choices(with: &[String]) -> Result<Choices, Diagnostics> {
    let mut choices = Choices::none();
    for word in with {
        if word.len() > MAX_SOURCE_BYTES {
            let help = "write `--with OPTION=READING`".to_string();
            return Err(CliError::OutOfRange { what: "--with".to_string(), help }.alone());
        }
        if word.contains(',') {
            let each: Vec<String> = word
                .split(',')
                .map(str::trim)
                .filter(|one| !one.is_empty())
                .map(|one| format!("--with {one}"))
                .collect();
            let message = format!("`--with {word}` names more than one option");
            let help = format!("each has its own `--with`: `{}`", each.join(" "));
            return Err(CliError::Usage { message, help }.alone());
        }
        let (option, reading) = word.split_once('=').map_or((word.as_str(), None), |(name, read)| (name, Some(read)));
        choices = choices.with(option.trim(), reading.map(str::trim));
    }
    Ok(choices)
}
