//! The total of a roll together with its lowest or highest kept die.

use super::count::Natural;
use super::dist::WideCounts;
use super::dist::build::{kept_work, sizes, term_ways, work_fits};
use super::{Count, DiceError, Dist, pool, rolled, validate};
use crate::value::{Formula, Keep, Term};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Which kept die is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The lowest.
    Lowest,
    /// The highest.
    Highest,
}

/// How often each pair of total and extreme die comes up.
#[derive(Clone, Debug)]
pub struct Joint {
    /// For each face that the extreme die can show, the totals that then come up; their totals sum to `total`.
    pub slices: Vec<(u16, Dist)>,
    /// All ways together.
    pub total: Count,
}

impl Joint {
    /// Of a formula; none if no die of it is kept.
    pub fn of(formula: &Formula, extreme: Extreme) -> Result<Option<Joint>, DiceError> {
        validate(formula)?;
        let mut all: Option<Vec<(u16, Dist)>> = None;
        for term in formula.terms.iter().filter(|term| rolled::kept_count(term) > 0) {
            let slices = of_term(term, extreme)?;
            all = Some(match all {
                None => slices,
                Some(before) => together(&before, &slices, extreme)?,
            });
        }
        let Some(slices) = all else { return Ok(None) };
        let slices = slices.into_iter().map(|(face, slice)| Ok((face, slice.shifted(formula.plus)?)));
        let slices = slices.collect::<Result<Vec<_>, DiceError>>()?;
        let total = slices.iter().fold(Count::ZERO, |sum, (_, slice)| sum.plus(slice.total()));
        Ok(Some(Joint { slices, total }))
    }

    /// Every pair of total and face with its ways.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u16, Count)> {
        self.slices.iter().flat_map(|(face, slice)| slice.iter().map(|(total, ways)| (total, *face, ways)))
    }
}

/// The slices of one term, by face.
fn of_term(term: &Term, extreme: Extreme) -> Result<Vec<(u16, Dist)>, DiceError> {
    let total = term_ways(term)?;
    work_fits(kept_work(term).saturating_mul(if is_direct(term, extreme) { 1 } else { term.sides.into() }), &total)?;
    match total {
        Count::Small(_) => counted::<u128>(term, extreme),
        Count::Big(_) => counted::<BigUint>(term, extreme),
    }
}

/// Whether the die looked at is the last one kept. Then the ways are counted face by face; if it is the first one kept,
/// it is found by counting with more and more sides.
fn is_direct(term: &Term, extreme: Extreme) -> bool {
    match term.keep {
        Keep::Highest(n) if n < term.count => extreme == Extreme::Lowest,
        Keep::Lowest(n) if n < term.count => extreme == Extreme::Highest,
        _ => true,
    }
}

fn counted<N: Natural>(term: &Term, extreme: Extreme) -> Result<Vec<(u16, Dist)>, DiceError>
where
    WideCounts: From<Vec<N>>,
{
    let (count, keep, sides) = sizes(term);
    let faces = match is_direct(term, extreme) {
        true => pool::by_lowest_kept::<N>(count, keep, sides),
        false => by_highest_kept::<N>(count, keep, sides),
    };
    // Everything was counted for the highest dice; the lowest are the same seen from below, face f for sides + 1 - f.
    let is_flipped = (extreme == Extreme::Lowest) != is_direct(term, extreme);
    let mut slices = Vec::with_capacity(sides);
    for (face, mut sums) in (1_u16..).zip(faces) {
        let (face, low) = if is_flipped { (term.sides + 1 - face, keep) } else { (face, 0) };
        if is_flipped {
            sums.reverse();
        }
        if let Some(mut slice) = Dist::counted(low as i64, sums)? {
            if term.minus {
                slice = slice.negated()?;
            }
            slices.push((face, slice));
        }
    }
    slices.sort_by_key(|(face, _)| *face);
    Ok(slices)
}

/// Of `count` dice, the highest `keep`: for each face, the ways in which it is the highest die, by sum.
fn by_highest_kept<N: Natural>(count: usize, keep: usize, sides: usize) -> Vec<Vec<N>> {
    let mut before = vec![N::zero(); keep * sides + 1];
    let mut result = Vec::with_capacity(sides);
    for bound in 1..=sides {
        let mut within = vec![N::zero(); keep * sides + 1];
        for slice in pool::by_lowest_kept::<N>(count, keep, bound) {
            within.iter_mut().zip(&slice).for_each(|(sum, ways)| *sum += ways);
        }
        let mut added = within.clone();
        added.iter_mut().zip(&before).for_each(|(ways, less)| *ways -= less);
        result.push(added);
        before = within;
    }
    result
}

/// The slices of two independent terms together: the extreme of both is the one that is further out.
fn together(a: &[(u16, Dist)], b: &[(u16, Dist)], extreme: Extreme) -> Result<Vec<(u16, Dist)>, DiceError> {
    let mut slices: BTreeMap<u16, BTreeMap<i64, Count>> = BTreeMap::new();
    for (face, slice) in a {
        for (other, theirs) in b {
            let face = if extreme == Extreme::Lowest { face.min(other) } else { face.max(other) };
            let ways = slices.entry(*face).or_default();
            for (sum, more) in slice.plus(theirs)?.iter() {
                let slot = ways.entry(sum).or_insert(Count::ZERO);
                *slot = slot.plus(&more);
            }
        }
    }
    slices.into_iter().map(|(face, ways)| Ok((face, Dist::from_ways(ways)?))).collect()
}
