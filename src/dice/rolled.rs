//! From thrown dice to totals: keeps, signs, constants; and the bounds every roll must respect.

use super::{DiceError, MAX_DICE, MAX_TERMS};
use crate::value::{Formula, Keep, Term};

/// Whether the formula can be rolled: dice with sides, not too many of them.
pub fn validate(formula: &Formula) -> Result<(), DiceError> {
    let count = formula.count();
    if count > MAX_DICE {
        return Err(DiceError::TooManyDice { count: count.into(), most: MAX_DICE.into() });
    }
    if formula.terms.len() > MAX_TERMS {
        return Err(DiceError::TooManyDice { count: formula.terms.len() as u64, most: MAX_TERMS as u64 });
    }
    if formula.terms.iter().any(|term| term.sides == 0 && term.count > 0) {
        return Err(DiceError::NoSides);
    }
    Ok(())
}

/// The total of thrown dice, which stand in the order of the formula. Missing dice count nothing.
pub fn rolled(formula: &Formula, dice: &[u16]) -> Result<i64, DiceError> {
    let mut total = formula.plus;
    each_term(formula, dice, |term, dice| {
        let sum = sum_kept(term, dice);
        let next = if term.minus { total.checked_sub(sum) } else { total.checked_add(sum) };
        next.map(|next| total = next)
    })
    .ok_or(DiceError::Overflow)?;
    Ok(total)
}

/// Fills `kept` with the dice that count, in the order thrown.
pub fn kept_dice(formula: &Formula, dice: &[u16], kept: &mut Vec<u16>) {
    kept.clear();
    each_term(formula, dice, |term, dice| {
        kept.extend((0..dice.len()).filter(|at| is_kept(term.keep, dice, *at)).map(|at| dice[at]));
        Some(())
    });
}

/// The lowest and the highest of the dice that count; none if no die does.
pub(crate) fn kept_extremes(formula: &Formula, dice: &[u16]) -> Option<(u16, u16)> {
    let mut extremes: Option<(u16, u16)> = None;
    each_term(formula, dice, |term, dice| {
        for at in (0..dice.len()).filter(|at| is_kept(term.keep, dice, *at)) {
            let (low, high) = extremes.unwrap_or((dice[at], dice[at]));
            extremes = Some((low.min(dice[at]), high.max(dice[at])));
        }
        Some(())
    });
    extremes
}

/// The same formula with so many more (or fewer) dice in its first term; never fewer than none.
pub fn shifted(formula: &Formula, more: i64) -> Result<Formula, DiceError> {
    let mut formula = formula.clone();
    if let Some(first) = formula.terms.first_mut() {
        let count = i64::from(first.count).saturating_add(more).max(0);
        let most = u64::from(MAX_DICE);
        first.count = u16::try_from(count)
            .ok()
            .filter(|count| u64::from(*count) <= most)
            .ok_or(DiceError::TooManyDice { count: count.unsigned_abs(), most })?;
    }
    Ok(formula)
}

/// How many dice of a term count.
pub(crate) fn kept_count(term: &Term) -> u16 {
    match term.keep {
        Keep::All => term.count,
        Keep::Highest(n) | Keep::Lowest(n) => n.min(term.count),
    }
}

fn each_term(formula: &Formula, dice: &[u16], mut visit: impl FnMut(&Term, &[u16]) -> Option<()>) -> Option<()> {
    let mut rest = dice;
    for term in &formula.terms {
        let (these, after) = rest.split_at(rest.len().min(usize::from(term.count)));
        visit(term, these)?;
        rest = after;
    }
    Some(())
}

fn sum_kept(term: &Term, dice: &[u16]) -> i64 {
    if kept_count(term) == term.count {
        return dice.iter().map(|die| i64::from(*die)).sum();
    }
    (0..dice.len()).filter(|at| is_kept(term.keep, dice, *at)).map(|at| i64::from(dice[at])).sum()
}

/// Whether a die is among those kept; of equal dice the earlier ones are. Counting the better ones needs no memory,
/// and rolls are short.
fn is_kept(keep: Keep, dice: &[u16], at: usize) -> bool {
    let ahead = |better: fn(u16, u16) -> bool| {
        let die = dice[at];
        let beaten = |(other, shown): (usize, &u16)| better(*shown, die) || (*shown == die && other < at);
        dice.iter().enumerate().filter(|pair| beaten(*pair)).count()
    };
    match keep {
        Keep::All => true,
        Keep::Highest(n) => ahead(|other, die| other > die) < usize::from(n),
        Keep::Lowest(n) => ahead(|other, die| other < die) < usize::from(n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(minus: bool, count: u16, keep: Keep) -> Term {
        Term { minus, count, sides: 6, keep }
    }

    #[test]
    fn keeps_signs_and_constants() {
        let both = Formula { terms: vec![term(false, 3, Keep::Highest(2)), term(true, 2, Keep::Lowest(1))], plus: 4 };
        assert_eq!(rolled(&both, &[2, 5, 4, 6, 3]), Ok(5 + 4 - 3 + 4));
        let mut kept = Vec::new();
        kept_dice(&both, &[2, 5, 4, 6, 3], &mut kept);
        assert_eq!(kept, [5, 4, 3]);
        assert_eq!(kept_extremes(&both, &[2, 5, 4, 6, 3]), Some((3, 5)));
    }

    #[test]
    fn of_equal_dice_the_first_are_kept() {
        let best = Formula { terms: vec![term(false, 4, Keep::Highest(2))], plus: 0 };
        let mut kept = Vec::new();
        kept_dice(&best, &[5, 5, 5, 6], &mut kept);
        assert_eq!(kept, [5, 6]);
        assert_eq!(rolled(&best, &[5, 5, 5, 6]), Ok(11));
    }

    #[test]
    fn more_and_fewer_dice() {
        let two = Formula::dice(2, 6);
        assert_eq!(shifted(&two, 1), Ok(Formula::dice(3, 6)));
        assert_eq!(shifted(&two, -5), Ok(Formula::dice(0, 6)));
        assert_eq!(shifted(&two, 5_000), Err(DiceError::TooManyDice { count: 5_002, most: 1_000 }));
    }
}
