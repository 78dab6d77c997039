//! Distributions from dice formulas and from counted ways.

use super::super::{MAX_SUPPORT, MAX_WORK, pool, rolled, validate};
use super::{Count, DiceError, Dist, Natural, WideCounts};
use crate::value::{Formula, Keep, Term};
use num_bigint::BigUint;

/// Steps that one step on long numbers counts for.
pub(super) const LONG: u64 = 16;

impl Dist {
    /// The total of a formula.
    pub fn of(formula: &Formula) -> Result<Dist, DiceError> {
        validate(formula)?;
        let mut sum: Option<Dist> = None;
        for term in formula.terms.iter().filter(|term| rolled::kept_count(term) > 0) {
            let term = Dist::of_term(term)?;
            sum = Some(match sum {
                None => term,
                Some(sum) => sum.plus(&term)?,
            });
        }
        sum.unwrap_or_else(|| Dist::constant(0)).shifted(formula.plus)
    }

    /// From outcomes with their ways.
    pub fn from_ways(ways: impl IntoIterator<Item = (i64, Count)>) -> Result<Dist, DiceError> {
        let ways: Vec<(i64, Count)> = ways.into_iter().filter(|(_, ways)| !ways.is_zero()).collect();
        let low = ways.iter().map(|(n, _)| *n).min().ok_or(DiceError::Never)?;
        let high = ways.iter().map(|(n, _)| *n).max().ok_or(DiceError::Never)?;
        let len = width(low, high)?;
        let total = ways.iter().fold(Count::ZERO, |sum, (_, ways)| sum.plus(ways));
        match total {
            Count::Small(_) => Dist::gathered::<u128>(low, len, &ways, total),
            Count::Big(_) => Dist::gathered::<BigUint>(low, len, &ways, total),
        }
    }

    /// From counts that begin at `low`; together they are all ways. None if all are 0.
    pub(in crate::dice) fn counted<N: Natural>(low: i64, counts: Vec<N>) -> Result<Option<Dist>, DiceError>
    where
        WideCounts: From<Vec<N>>,
    {
        let mut total = N::zero();
        counts.iter().for_each(|ways| total += ways);
        if total.is_zero() { Ok(None) } else { Dist::new(low, counts, total.count()).map(Some) }
    }

    fn gathered<N: Natural>(low: i64, len: usize, ways: &[(i64, Count)], total: Count) -> Result<Dist, DiceError>
    where
        WideCounts: From<Vec<N>>,
    {
        let mut counts = vec![N::zero(); len];
        for (n, ways) in ways {
            counts[(n - low) as usize] += &N::narrowed(ways);
        }
        Dist::new(low, counts, total)
    }

    fn of_term(term: &Term) -> Result<Dist, DiceError> {
        let total = term_ways(term)?;
        let is_whole = rolled::kept_count(term) == term.count;
        work_fits(if is_whole { whole_work(term, &total) } else { kept_work(term) }, &total)?;
        let unsigned = match total {
            Count::Small(_) if is_whole => {
                let counts = pool::sums::<u128>(term.count.into(), term.sides.into());
                Dist::new(term.count.into(), counts, total)
            }
            Count::Big(_) if is_whole => {
                let counts = pool::long_sums(term.count.into(), term.sides.into());
                Dist::new(term.count.into(), counts, total)
            }
            Count::Small(_) => Dist::of_kept::<u128>(term, total),
            Count::Big(_) => Dist::of_kept::<BigUint>(term, total),
        }?;
        if term.minus { unsigned.negated() } else { Ok(unsigned) }
    }

    fn of_kept<N: Natural>(term: &Term, total: Count) -> Result<Dist, DiceError>
    where
        WideCounts: From<Vec<N>>,
    {
        let (count, keep, sides) = sizes(term);
        let mut sums = vec![N::zero(); keep * sides + 1];
        for slice in pool::by_lowest_kept::<N>(count, keep, sides) {
            sums.iter_mut().zip(&slice).for_each(|(sum, ways)| *sum += ways);
        }
        if matches!(term.keep, Keep::Highest(_)) {
            return Dist::new(0, sums, total);
        }
        // The lowest dice are the highest ones seen from below: face f for sides + 1 - f.
        sums.reverse();
        Dist::new(keep as i64, sums, total)
    }
}

/// Dice, kept dice and sides of a term.
pub(in crate::dice) fn sizes(term: &Term) -> (usize, usize, usize) {
    (term.count.into(), rolled::kept_count(term).into(), term.sides.into())
}

/// All ways to throw the dice of a term; an error if their sums reach too far.
pub(in crate::dice) fn term_ways(term: &Term) -> Result<Count, DiceError> {
    match u64::from(term.count) * u64::from(term.sides) < MAX_SUPPORT {
        true => Ok(Count::Small(term.sides.into()).power(term.count.into())),
        false => Err(DiceError::TooWide { most: MAX_SUPPORT }),
    }
}

/// Steps to count the ways of a term of which all dice count.
fn whole_work(term: &Term, total: &Count) -> u64 {
    let sums = u64::from(term.count) * u64::from(term.sides);
    match total {
        Count::Small(_) => sums.saturating_mul(term.count.into()) / 2,
        Count::Big(_) => sums,
    }
}

/// Steps to count the ways of a term of which some dice count, or whose extreme die matters.
pub(in crate::dice) fn kept_work(term: &Term) -> u64 {
    let (count, keep, sides) = sizes(term);
    let (count, keep, sides) = (count as u64, keep as u64, sides as u64);
    let faces = sides.saturating_mul(keep.saturating_mul(keep) / 2 + keep).saturating_mul(keep * sides);
    faces.saturating_add(count * count).saturating_add(sides * sides)
}

/// An error if so many steps on numbers up to that total are too many.
pub(crate) fn work_fits(steps: u64, total: &Count) -> Result<(), DiceError> {
    let weight = if total.bits() > 128 { LONG + total.bits() / 64 } else { 1 };
    match steps.saturating_mul(weight) <= MAX_WORK {
        true => Ok(()),
        false => Err(DiceError::TooMuchWork { most: MAX_WORK }),
    }
}

/// How many outcomes lie between two, both included.
pub(super) fn width(low: i64, high: i64) -> Result<usize, DiceError> {
    let span = high.checked_sub(low).ok_or(DiceError::Overflow)? as u64;
    match span < MAX_SUPPORT {
        true => Ok(span as usize + 1),
        false => Err(DiceError::TooWide { most: MAX_SUPPORT }),
    }
}
