//! `rolled 4 2 5`, `rolled 11, SENTENCE`: a sentence with dice that were thrown at the table, those of the other side behind
//! the own where both throw.

use super::answer::LineStop;
use super::reckon::{no_check, refusal};
use super::refused::refused_by;
use super::sentence::{ask_with, this_or_last};
use super::session::{Answered, LineStep};
use super::table_dice::{TableDice, WantedDice};
use super::thrown::{before_sentence, thrown};
use crate::query::ParsedQuery;

/// What the dice were that somebody says fell.
struct SaidDice {
    /// Each die, in the order in which they are thrown.
    dice: Vec<u16>,
    /// Whether of some only the sum was said.
    by_sum: bool,
}

/// A sentence with dice that were thrown at the table, or the last with them.
pub(super) fn rolled(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let is_dice = |c: char| c.is_ascii_digit() || c == ',' || c.is_whitespace();
    let end = rest.find(|c| !is_dice(c)).unwrap_or(rest.len());
    let (dice, sentence) = (rest[..end].trim().trim_end_matches(','), &rest[end..]);
    if dice.is_empty() {
        return Err(step
            .line
            .missing("no dice are named", "write what was rolled: `rolled 11`, or `rolled 4 2 5`")
            .into());
    }
    let asked = this_or_last(step, sentence)?;
    let text = match (&step.table.last, sentence) {
        (Some((text, _)), "") => text.to_string(),
        (_, sentence) => sentence.to_string(),
    };
    let said = said(step, (&text, &asked), dice)?;
    step.by_sum |= said.by_sum;
    let seeded = step.table.seeded;
    ask_with(step, &text, asked, TableDice::begun(seeded, &said.dice))
}

/// The numbers as the dice that the sentence asks for, one throw after the other.
fn said(step: &mut LineStep<'_>, sentence: (&str, &ParsedQuery), typed: &str) -> Result<SaidDice, LineStop> {
    let mut left: Vec<&str> = typed.split([',', ' ', '\t']).filter(|number| !number.is_empty()).collect();
    let mut said = SaidDice { dice: Vec::new(), by_sum: false };
    let mut first = None;
    while !left.is_empty() {
        let Some(wanted) = wanted(step, sentence, &said.dice)? else {
            // Nothing more is thrown: the first throw has too many.
            return match &first {
                // What is refused throws nothing.
                None => match refusal(step, sentence.1)? {
                    Some(refusal) => Err(refused_by(step, &refusal).into()),
                    None => Err(no_check(step, step.line.0.trim(), sentence.1)),
                },
                Some(first) => {
                    let error = thrown(typed, first, before_sentence(first)).err().unwrap_or_default();
                    Err(LineStop::Wrong(error))
                }
            };
        };
        let count = of_throw(&left, &wanted);
        let (dice, by_sum) =
            thrown(&left[..count].join(" "), &wanted, before_sentence(&wanted)).map_err(LineStop::Wrong)?;
        said.dice.extend(dice);
        said.by_sum |= by_sum;
        left.drain(..count);
        first = first.or(Some(wanted));
    }
    Ok(said)
}

/// What the sentence throws next behind these dice, if anything.
fn wanted(
    step: &mut LineStep<'_>,
    (text, asked): (&str, &ParsedQuery),
    dice: &[u16],
) -> Result<Option<WantedDice>, LineStop> {
    let blank = TableDice::new(step.table.seeded, Some(dice));
    let before = step.table.clone();
    let asking = ask_with(step, text, asked.clone(), blank);
    match asking {
        Err(LineStop::Dice { wanted, .. }) => {
            step.table = before;
            Ok(Some(wanted))
        }
        Err(stop) => Err(stop),
        Ok(_) => {
            step.table = before;
            Ok(None)
        }
    }
}

/// How many of the numbers are those of one throw: each die, or their sum.
fn of_throw(left: &[&str], wanted: &WantedDice) -> usize {
    let count = wanted.formula.count() as usize;
    let sides = wanted.formula.terms.iter().flat_map(|term| (0..term.count).map(|_| term.sides));
    let is_die = |(number, sides): (&&str, u16)| number.parse::<u16>().is_ok_and(|number| number <= sides);
    let are_dice = left.len() >= count && left.iter().zip(sides).all(is_die);
    match wanted.sum && !are_dice && left.len() != count {
        true => 1,
        false => count.clamp(1, left.len()),
    }
}
