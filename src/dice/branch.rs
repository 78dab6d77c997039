//! The ways that a roll can go, as far as its caller tells them apart.

use super::{Count, DiceError, Dist, PairClass, Seen, Weight, rolled};
use crate::value::{Formula, Term};

/// One way that a question to chance can go.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// What is answered.
    pub total: i64,
    /// The dice, as far as they are seen.
    pub dice: Vec<u16>,
    /// How likely it is.
    pub weight: Weight,
}

/// What makes throws alike.
pub(super) type Class<'a> = &'a dyn Fn(i64, &[u16]) -> u64;

/// One branch for all of a class, with their weight.
pub(super) fn classed(branches: &[Branch], class: Class<'_>) -> Vec<Branch> {
    let mut found: Vec<(u64, Branch)> = Vec::new();
    for branch in branches {
        let own = class(branch.total, &branch.dice);
        match found.iter_mut().find(|(other, _)| *other == own) {
            // All branches of a roll are counted of the same number.
            Some((_, one)) => one.weight.ways = one.weight.ways.plus(&branch.weight.ways),
            None => found.push((own, branch.clone())),
        }
    }
    found.into_iter().map(|(_, branch)| branch).collect()
}

/// A branch for each class of two rolls together: which of the branches of each stands for it. Throws without a class are
/// made again, so the others have all the weight; if none has a class, the first throw stands.
pub(super) fn pair_branches(branches: [&[Branch]; 2], class: PairClass<'_>) -> Vec<Branch> {
    let [mine, theirs] = branches;
    let mut found: Vec<(u64, Branch)> = Vec::new();
    let mut of = Count::ZERO;
    for (at, (one, other)) in mine.iter().flat_map(|one| theirs.iter().map(move |other| (one, other))).enumerate() {
        let Some(own) = class([(one.total, &one.dice), (other.total, &other.dice)]) else { continue };
        let ways = one.weight.ways.times(&other.weight.ways);
        of = of.plus(&ways);
        match found.iter_mut().find(|(other, _)| *other == own) {
            Some((_, known)) => known.weight.ways = known.weight.ways.plus(&ways),
            None => found
                .push((own, Branch { total: at as i64, dice: Vec::new(), weight: Weight { ways, of: Count::ONE } })),
        }
    }
    if found.is_empty() {
        return vec![Branch::new(0, 1, 1)];
    }
    let weighed = |(_, branch): (u64, Branch)| Branch { weight: Weight { of: of.clone(), ..branch.weight }, ..branch };
    found.into_iter().map(weighed).collect()
}

impl Branch {
    pub(super) fn new(total: i64, ways: u128, of: u128) -> Branch {
        Branch { total, dice: Vec::new(), weight: Weight { ways: ways.into(), of: of.into() } }
    }
}

/// The branches of a roll: totals, sorted dice, or throws.
pub(super) fn roll_branches(formula: &Formula, seen: Seen, budget: u64) -> Result<Vec<Branch>, DiceError> {
    if seen == Seen::Total {
        let dist = Dist::of(formula)?;
        let weigh = |ways| Weight { ways, of: dist.total().clone() };
        return Ok(dist.iter().map(|(total, ways)| Branch { total, dice: Vec::new(), weight: weigh(ways) }).collect());
    }
    let mut throws = vec![(Vec::new(), Count::ONE)];
    let mut of = Count::ONE;
    for term in &formula.terms {
        let of_term = term_throws(term, seen, budget)?;
        if (throws.len() as u64).saturating_mul(of_term.len() as u64) > budget {
            return Err(DiceError::TooManyBranches { budget });
        }
        throws = (throws.iter())
            .flat_map(|(before, ways)| of_term.iter().map(move |(dice, more)| joined(before, ways, dice, more)))
            .collect();
        of = of.times(&Count::Small(term.sides.into()).power(term.count.into()));
    }
    let branch = |(dice, ways): (Vec<u16>, Count)| {
        Ok(Branch { total: rolled(formula, &dice)?, dice, weight: Weight { ways, of: of.clone() } })
    };
    throws.into_iter().map(branch).collect()
}

fn joined(before: &[u16], ways: &Count, dice: &[u16], more: &Count) -> (Vec<u16>, Count) {
    (before.iter().chain(dice).copied().collect(), ways.times(more))
}

/// Every throw of one term with its ways: each by itself, or sorted upwards with the number of its orders.
fn term_throws(term: &Term, seen: Seen, budget: u64) -> Result<Vec<(Vec<u16>, Count)>, DiceError> {
    let mut throws = vec![(Vec::new(), Count::ONE)];
    for thrown in 1..=u128::from(term.count) {
        let mut next = Vec::new();
        for (dice, ways) in &throws {
            let from = if seen == Seen::Sorted { dice.last().copied().unwrap_or(1) } else { 1 };
            for die in from..=term.sides {
                let mut more: Vec<u16> = dice.clone();
                more.push(die);
                let ways = match seen {
                    // Orders of a multiset: times the dice so far, over how many of them are alike.
                    Seen::Sorted => {
                        let alike = more.iter().filter(|other| **other == die).count() as u128;
                        ways.times(&Count::Small(thrown)).over(&Count::Small(alike))
                    }
                    _ => Count::ONE,
                };
                next.push((more, ways));
                if next.len() as u64 > budget {
                    return Err(DiceError::TooManyBranches { budget });
                }
            }
        }
        throws = next;
    }
    Ok(throws)
}
