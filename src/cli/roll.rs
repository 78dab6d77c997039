//! `fray roll`: an expression rolled once.

#![allow(clippy::disallowed_methods, reason = "a roll without a seed begins where the clock stands")]

use super::args::RollArgs;
use super::argument::{self, DicePhrase};
use super::exit::{CommandResult, Ended};
use super::packs::Packs;
use super::screen::Screen;
use crate::diag::Diagnostic;
use crate::dice::{Chance, Given, Seeded};
use crate::odds::expression::{DiceThrow, OddsError, RolledExpr, roll_expr};
use crate::rulebook::{Choices, LOWEST_PACK, Rulebook, load};
use serde::Serialize;
use std::time::{SystemTime, UNIX_EPOCH};

/// The form of the answer for programs.
const SCHEMA: &str = "fray.roll/1";

#[derive(Serialize)]
struct RolledAnswer<'a> {
    schema: &'static str,
    asked: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    value: String,
    throws: &'a [DiceThrow],
}

/// Rolls and prints.
pub(super) fn roll(args: &RollArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    if let Some(error) = super::odds::no_dice("roll", &args.expr, packs) {
        return Err(error.alone());
    }
    let (book, diagnostics) = load(packs, LOWEST_PACK, &Choices::none());
    let Some(book) = book else { return Err(diagnostics) };
    let phrase = argument::expression(&book, &args.expr)?;
    let (rolled, seed) = match &args.dice {
        Some(text) => {
            let mut given = Given::new(argument::dice(text)?);
            let rolled = once(&book, &phrase, &mut given)?;
            given.finish().map_err(|error| vec![Box::new(error) as Diagnostic])?;
            (rolled, None)
        }
        None => {
            let seed = args.seed.unwrap_or_else(by_the_clock);
            (once(&book, &phrase, &mut Seeded::new(seed, 0))?, Some(seed))
        }
    };
    let value = book.show_value(&rolled.value, None);
    if args.json {
        screen.json(&RolledAnswer { schema: SCHEMA, asked: &args.expr, seed, value, throws: &rolled.throws });
    } else {
        screen.line(&told(&value, &rolled.throws));
    }
    Ok(Ended::Done)
}

fn once(book: &Rulebook, phrase: &DicePhrase, chance: &mut dyn Chance) -> Result<RolledExpr, Vec<Diagnostic>> {
    roll_expr(book, &phrase.expr, chance).map_err(|error| match error {
        // Nothing is reckoned here, so what the dice themselves say is all there is to say.
        OddsError::Dice(error, _) => vec![Box::new(error) as Diagnostic],
        error => vec![error.diagnostic_in(book, &phrase.sources)],
    })
}

/// `13   (3d6+2: 4 2 5)`
fn told(value: &str, throws: &[DiceThrow]) -> String {
    let shown = |throw: &DiceThrow| {
        let dice: Vec<String> = throw.dice.iter().map(u16::to_string).collect();
        format!("{}: {}", throw.formula, dice.join(" "))
    };
    match throws {
        [] => value.to_string(),
        throws => format!("{value}   ({})", throws.iter().map(shown).collect::<Vec<_>>().join("; ")),
    }
}

fn by_the_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs().wrapping_mul(1_000_000_007) ^ u64::from(since.subsec_nanos())
}
