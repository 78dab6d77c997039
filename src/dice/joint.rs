//! The total of a roll together with its lowest or highest kept die.

use super::count::Natural;
use super::dist::{sizes, term_work, work_fits};
use super::{Count, DiceError, Dist, pool, rolled, validate};
use crate::value::{Formula, Keep, Term};
use num_bigint::BigUint;

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
        let kept: Vec<&Term> = formula.terms.iter().filter(|term| rolled::kept_count(term) > 0).collect();
        let Some(most) = kept.iter().map(|term| term.sides).max() else { return Ok(None) };
        let total = (formula.terms.iter())
            .fold(Count::ONE, |all, term| all.times(&Count::Small(term.sides.into()).power(term.count.into())));
        let work = kept.iter().map(|term| term_work(term).saturating_mul(term.sides.into())).sum();
        work_fits(work, &total)?;
        // Bounded totals first (every kept die at least f, or at most f), then what each bound adds to the one before.
        let mut slices: Vec<(u16, Dist)> = Vec::new();
        let mut before: Option<Dist> = None;
        for step in 1..=most {
            let bound = if extreme == Extreme::Lowest { most + 1 - step } else { step };
            let Some(within) = bounded(formula, &kept, extreme, bound)? else { continue };
            if let Some(added) = within.without(before.as_ref())? {
                slices.push((bound, added));
            }
            before = Some(within);
        }
        slices.sort_by_key(|(face, _)| *face);
        let all = slices.iter().fold(Count::ZERO, |sum, (_, slice)| sum.plus(slice.total()));
        Ok(Some(Joint { slices, total: all }))
    }

    /// Every pair of total and face with its ways.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u16, Count)> {
        self.slices.iter().flat_map(|(face, slice)| slice.iter().map(|(total, ways)| (total, *face, ways)))
    }
}

/// The totals of the throws whose kept dice all lie within the bound; none if there are no such throws.
fn bounded(formula: &Formula, kept: &[&Term], extreme: Extreme, bound: u16) -> Result<Option<Dist>, DiceError> {
    let mut sum = Dist::constant(formula.plus);
    for term in kept {
        let ways = match Count::Small(term.sides.into()).power(term.count.into()) {
            Count::Small(_) => bounded_term::<u128>(term, extreme, bound),
            Count::Big(_) => bounded_term::<BigUint>(term, extreme, bound),
        };
        let mut dist = match Dist::from_ways(ways) {
            Ok(dist) => dist,
            Err(DiceError::Never) => return Ok(None),
            Err(error) => return Err(error),
        };
        if term.minus {
            dist = dist.negated()?;
        }
        sum = sum.plus(&dist)?;
    }
    Ok(Some(sum))
}

/// The ways of each sum of one term within the bound. Keeping the lowest is keeping the highest seen from below.
fn bounded_term<N: Natural>(term: &Term, extreme: Extreme, bound: u16) -> Vec<(i64, Count)> {
    let (count, keep, sides) = sizes(term);
    let bound = usize::from(bound);
    let flipped = matches!(term.keep, Keep::Lowest(_)) && keep < count;
    let from_below = (extreme == Extreme::Lowest) != flipped;
    let bound = if flipped { (sides + 1).saturating_sub(bound) } else { bound };
    let mut sums = vec![N::zero(); keep * sides + 1];
    // Bounded above: dice with fewer sides. Bounded below: the slices of the faces from there on.
    let (faces, first) = if from_below { (sides, bound.max(1)) } else { (bound.min(sides), 1) };
    if faces > 0 && first <= sides {
        for slice in pool::by_lowest_kept::<N>(count, keep, faces).iter().skip(first - 1) {
            sums.iter_mut().zip(slice).for_each(|(sum, ways)| *sum += ways);
        }
    }
    let outcome = |at: usize| if flipped { (keep * (sides + 1) - at) as i64 } else { at as i64 };
    sums.into_iter().enumerate().map(|(at, ways)| (outcome(at), ways.count())).collect()
}

impl Dist {
    /// The ways beyond those of another that is a part of it; none if there are no more.
    fn without(&self, part: Option<&Dist>) -> Result<Option<Dist>, DiceError> {
        let Some(part) = part else { return Ok(Some(self.clone())) };
        match Dist::from_ways(self.iter().map(|(n, ways)| (n, ways.less(&part.ways(n))))) {
            Ok(dist) => Ok(Some(dist)),
            Err(DiceError::Never) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
